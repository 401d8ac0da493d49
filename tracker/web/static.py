"""Style, fonts, icons and scripts: cached by their contents, compressed, all from here."""

import hashlib
import posixpath
import re
from functools import cache, lru_cache
from pathlib import PurePosixPath
from typing import Final

from flask import Blueprint, Response, abort
from markupsafe import Markup

from tracker import palette
from tracker.locations import htmx
from tracker.settings import ROOT
from tracker.web import fonts, services
from tracker.web.below_path import own_path

blueprint = Blueprint("static", __name__)

FOLDER: Final = ROOT / "tracker" / "static"
KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": fonts.KIND,
}
FOLDER_ADDRESS: Final = "/static"
HTMX: Final = "htmx.js"
FOUND: Final = sorted(
    path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.suffix in KINDS
)
FRAME: Final = "frame.css"
"""The style sheet of every page: fonts, colours, layers, ground and components, in one answer."""
PARTS: Final = ("layers.css", "base.css", *(name for name in FOUND if "components/" in name))
OWN: Final = (FRAME, *(name for name in FOUND if name not in PARTS))
NAMES: Final = (*OWN, HTMX, *fonts.NAMES)
SHEET: Final = "sheet.css"
"""The style sheet of a title: it begins with the title's own colours."""
STYLE_COMMENT: Final = re.compile(rb"/\*.*?\*/", re.DOTALL)
SCRIPT_COMMENT: Final = re.compile(rb"^ *//[^\n]*\n|^ */\*.*?\*/", re.MULTILINE | re.DOTALL)
SPACE: Final = re.compile(rb"^\s+", re.MULTILINE)
IMPORTED: Final = re.compile(r'^import (?:[^"]*from )?"(\.[^"]+)"', re.MULTILINE)
IMPORT: Final = re.compile(r'^(import [^"]*)"(\.[^"]+)"', re.MULTILINE)


@cache
def contents(name: str) -> bytes:
    """Return a file as it is sent: without our comments and the space before a line.

    The modules that a script imports are named by their marked addresses.
    """
    text = _source(name)
    if name.endswith(".css"):
        return SPACE.sub(b"", STYLE_COMMENT.sub(b"", text))
    if not name.endswith(".js") or name == HTMX:
        return text
    marked = IMPORT.sub(rf'\1"\2?v={mark(name)}"', text.decode()).encode()
    return SPACE.sub(b"", SCRIPT_COMMENT.sub(b"", marked))


def modules(name: str) -> tuple[str, ...]:
    """Return the addresses of all modules that a script imports, and those import."""
    return tuple(map(url, _modules(name)))


@cache
def _modules(name: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        script = waiting.pop(0)
        for imported in IMPORTED.findall(_source(script).decode()):
            path = posixpath.normpath(f"{posixpath.dirname(script)}/{imported}")
            path = path.removeprefix("/")
            if path not in found and path != name:
                found[path] = None
                waiting.append(path)
    return tuple(found)


@cache
def _source(name: str) -> bytes:
    if name == HTMX:
        return htmx().read_bytes()
    if name == FRAME:
        parts = b"".join((FOLDER / part).read_bytes() for part in PARTS)
        return fonts.style() + palette.style().encode() + parts
    folder, _, file = name.rpartition("/")
    has_colours = file == SHEET and palette.has_own(folder)
    colours = palette.style(folder).encode() if has_colours else b""
    return colours + (FOLDER / name).read_bytes()


@cache
def mark(name: str) -> str:
    """Return a few letters that change when the file does; our scripts share theirs.

    They import each other, also in circles, so that each is another one when any of them is.
    """
    if name in fonts.NAMES:
        return fonts.mark(name)
    is_script = name.endswith(".js") and name != HTMX
    named = [own for own in OWN if own.endswith(".js")] if is_script else [name]
    return hashlib.sha256(b"".join(map(_source, named))).hexdigest()[:10]


def url(name: str) -> str:
    """Return the address of a file."""
    return _url(own_path(), name)


@cache
def _url(path: str, name: str) -> str:
    """Return an address below a path; a page names a hundred icons, so it is put together once."""
    return f"{path}{FOLDER_ADDRESS}/{name}?v={mark(name)}"


ICON: Final = Markup('<svg class="icon{}" aria-hidden="true"><use href="{}#{}"></use></svg>')


def icon(name: str, extra: str = "") -> Markup:
    return _icon(url("icons.svg"), name, extra)


@lru_cache(1000)
def _icon(drawings: str, name: str, extra: str) -> Markup:
    """An icon. A page has a hundred and more, so each is written once and kept."""
    return ICON.format(f" {extra}" if extra else "", drawings, name)


@blueprint.get(f"{FOLDER_ADDRESS}/<path:name>")
def show_file(name: str) -> Response:
    """A file, to be kept for good: another one has another address."""
    if name not in NAMES:
        abort(404)
    data = services.fonts().contents(name) if name in fonts.NAMES else contents(name)
    response = Response(data, mimetype=KINDS[PurePosixPath(name).suffix])
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
