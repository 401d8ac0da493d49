"""Style, icons and scripts: cached by their contents, compressed, all from here."""

import gzip
import hashlib
from functools import cache
from importlib.resources import files
from typing import Final

from flask import Blueprint, Response, abort, request

from tracker.settings import ROOT
from tracker.web.headers import vary

blueprint = Blueprint("static", __name__)

FOLDER: Final = ROOT / "tracker" / "static"
OWN: Final = {
    "sheet.css": "text/css",
    "tiles.css": "text/css",
    "table.css": "text/css",
    "icons.svg": "image/svg+xml",
    "sheet.js": "text/javascript",
    "swap.js": "text/javascript",
    "live.js": "text/javascript",
    "outbox.js": "text/javascript",
    "offline.js": "text/javascript",
    "lay.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "icon-180.png": "image/png",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "icon-maskable.png": "image/png",
    "app.js": "text/javascript",
    "awake.js": "text/javascript",
    "worker.js": "text/javascript",
}
FOLDER_ADDRESS: Final = "/static"
HTMX: Final = "htmx.js"
NAMES: Final = (*OWN, HTMX)
WORTH_COMPRESSING: Final = 500


@cache
def contents(name: str) -> bytes:
    if name == HTMX:
        # The wheel of django-htmx carries the file; Django itself is not installed.
        return (files("django_htmx") / "static/django_htmx/htmx-2.min.js").read_bytes()
    return (FOLDER / name).read_bytes()


@cache
def mark(name: str) -> str:
    """A few letters that change when the file does."""
    return hashlib.sha256(contents(name)).hexdigest()[:10]


@cache
def url(name: str) -> str:
    """Its address; a page names a hundred icons, so it is put together once."""
    return f"{FOLDER_ADDRESS}/{name}?v={mark(name)}"


@blueprint.get(f"{FOLDER_ADDRESS}/<name>")
def show_file(name: str) -> Response:
    """A file, to be kept for good: another one has another address."""
    if name not in NAMES:
        abort(404)
    response = Response(contents(name), mimetype=OWN.get(name, "text/javascript"))
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def compress(response: Response) -> Response:
    """Text travels compressed where the browser takes it."""
    accepts = "gzip" in request.headers.get("Accept-Encoding", "")
    kind = response.mimetype or ""
    is_text = kind.startswith("text/") or kind in (
        "image/svg+xml",
        "application/json",
        "application/manifest+json",
    )
    if not is_text or response.is_streamed or response.direct_passthrough:
        return response
    if "Content-Encoding" in response.headers:
        return response
    vary(response, "Accept-Encoding")
    if not accepts:
        return response
    data = response.get_data()
    if len(data) >= WORTH_COMPRESSING:
        response.set_data(gzip.compress(data, compresslevel=6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
