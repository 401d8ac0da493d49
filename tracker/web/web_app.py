"""The sheet as an app of its own: its card, and the worker that shows the last sheet offline."""

import hashlib
import json
from functools import cache
from typing import Final

from flask import Blueprint, Response, jsonify, url_for
from flask.typing import ResponseReturnValue

from tracker import palette
from tracker.engine.message import Message
from tracker.web import static
from tracker.web.language import language, translate

blueprint = Blueprint("installing", __name__)

ABOUT: Final = Message("The score sheet in the middle of the table")
DAYLIGHT: Final = palette.colours()["paper"].day
WORKER: Final = "worker.js"
NOT_OF_A_PAGE: Final = (WORKER, "icon-192.png", "icon-512.png", "icon-maskable.png")


@blueprint.get("/manifest.webmanifest")
def show_manifest() -> ResponseReturnValue:
    """Send what a device shows of the app: name, icons, colours, and where it begins."""
    start = url_for("pages.show_start")
    icons = [
        {"src": static.url("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static.url("icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": static.url("icon-512.png"), "sizes": "512x512", "type": "image/png"},
        {
            "src": static.url("icon-maskable.png"),
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        },
    ]
    response = jsonify(
        id=start,
        name="Quartermaster",
        short_name="Quartermaster",
        description=translate(ABOUT),
        lang=language(),
        start_url=start,
        scope=start,
        display="standalone",
        theme_color=DAYLIGHT,
        background_color=DAYLIGHT,
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    return response


@blueprint.get("/worker.js")
def show_worker() -> ResponseReturnValue:
    """The worker, which knows the files that a page needs, and is another one when they are."""
    files = [static.url(name) for name in static.NAMES if name not in NOT_OF_A_PAGE]
    known = f"const VERSION = {json.dumps(_version())};\nconst FILES = {json.dumps(files)};\n"
    return Response(known.encode() + static.contents(WORKER), mimetype="text/javascript")


@cache
def _version() -> str:
    return hashlib.sha256("".join(map(static.mark, static.NAMES)).encode()).hexdigest()[:10]
