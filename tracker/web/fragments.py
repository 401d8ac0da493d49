"""Parts of a page that are kept: a seat that an entry has not changed is not drawn again.

`{% cache sheet.id, seat %} … {% endcache %}` in a template names everything that the part is drawn
from. The same values give the same markup, so nothing kept is ever out of date. The tests draw
every part that is found again and compare the two: a value that is not named shows itself there.
"""

import threading
from collections.abc import Callable
from typing import Any, Final

import msgspec
from cachetools import LRUCache
from flask import current_app
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from tracker.web.language import language

MOST_KEPT: Final = 12_000
"""Some forty megabytes: three hundred tables of six show 1,800 seats, with old and new numbers."""
Key = tuple[str, str, bytes]


def _plain(value: object) -> str:
    """Return markup as the text that it is; msgspec packs everything else that is named."""
    if isinstance(value, Markup):
        return str(value)
    raise NotImplementedError(type(value))


_packed: Final = msgspec.msgpack.Encoder(enc_hook=_plain).encode


class Fragments:
    """The parts that were drawn last."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._lock = threading.Lock()
        self._kept: LRUCache[Key, Markup] = LRUCache(most)

    def part(self, key: Key, draw: Callable[[], Markup]) -> Markup:
        """Return a part of a page, drawn now if it is not there."""
        with self._lock:
            found = self._kept.get(key)
        if found is None:
            found = draw()
            with self._lock:
                self._kept[key] = found
        return found


class CachedParts(Extension):
    """The `cache` block of our templates."""

    tags = {"cache"}  # noqa: RUF012 - as Jinja declares it

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        values = parser.parse_tuple()
        body = parser.parse_statements(("name:endcache",), drop_needle=True)
        place = nodes.Const(f"{parser.name}:{line}")
        drawn = self.call_method("drawn", [place, values])
        return nodes.CallBlock(drawn, [], [], body).set_lineno(line)

    def drawn(self, place: str, values: Any, caller: Callable[[], Markup]) -> Markup:
        """Return the block at this place of a template, for these values and this language."""
        fragments: Fragments = current_app.extensions["fragments"]
        return fragments.part((place, language(), _packed(values)), caller)
