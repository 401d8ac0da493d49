"""Pages that are the same for many devices: made once for each version, kept ready to send.

A page that follows the match asks for itself again, and says so by a header. What is only its
own, the token and the ids of its forms, its script fills in from the page that it has.
"""

import gzip
import threading
from collections.abc import Callable
from functools import wraps
from typing import Final

from cachetools import LRUCache
from flask import Response, current_app, g, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from tracker.service.rights import Right, SheetMark
from tracker.web.language import language
from tracker.web.own_names import origin

HEADER: Final = "X-Live"
MOST_KEPT: Final = 200
PAGE_LEVEL: Final = 3
"""A page is compressed for every answer: this takes a quarter of the usual level's time, for an
eighth more bytes."""
Key = tuple[str, str, str, str, str]


class CachedPage:
    """A page, and the sheet that it is of."""

    def __init__(self) -> None:
        self.mark: SheetMark | None = None
        self.data = b""
        self.making = threading.Lock()


class PageCache:
    """The pages that were asked for last; each is made by one thread while the others wait."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._lock = threading.Lock()
        self._kept: LRUCache[Key, CachedPage] = LRUCache(most)

    def page(self, key: Key, mark: SheetMark, make: Callable[[], bytes]) -> bytes:
        """The page of this sheet. It may be newer than its mark, and is then made once more."""
        with self._lock:
            kept = self._kept.setdefault(key, CachedPage())
        if kept.mark != mark:
            with kept.making:
                if kept.mark != mark:
                    kept.data = make()
                    kept.mark = mark
        return kept.data


def is_shared() -> bool:
    """Return whether this page is made for several devices: it holds nothing of one device."""
    return bool(g.get("is_shared"))


def csrf_token() -> str:
    """The token of the device's forms: the same in all forms of a page, so it is asked for once."""
    if "form_token" not in g:
        g.form_token = "" if is_shared() else str(generate_csrf())
    return str(g.form_token)


def reader() -> str:
    """The kind of reader: all who only look see the same page, whoever writes has its own."""
    return "" if g.standing.right is Right.LOOKER else g.device


def page(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """A view whose page follows the match."""

    @wraps(view)
    def shown(match_id: str, **arguments: object) -> ResponseReturnValue:
        if HEADER not in request.headers:
            return view(match_id, **arguments)
        g.is_shared = True
        if request.args:
            return view(match_id, **arguments)

        def make() -> bytes:
            made = current_app.make_response(view(match_id, **arguments))
            return gzip.compress(made.get_data(), compresslevel=PAGE_LEVEL, mtime=0)

        cache: PageCache = current_app.extensions["page_cache"]
        # The address in a QR code is one that this device can reach.
        key = (match_id, language(), reader(), request.path, origin())
        return _ready(cache.page(key, g.mark, make))

    return shown


def _ready(data: bytes) -> Response:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return Response(gzip.decompress(data), mimetype="text/html")
    response = Response(data, mimetype="text/html")
    response.headers["Content-Encoding"] = "gzip"
    return response
