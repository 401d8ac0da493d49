"""The types that an operation of the interface is described with."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

JSON: Final = "application/json"
MATCH: Final = "/matches/{match_id}"
OTHERWISE: Final = (429, 503)
"""The answers that any operation may get: too often, or the database cannot be reached."""


class Query(Struct, frozen=True):
    """A number that the address may ask with; or a text, of so many letters."""

    name: str
    says: str
    most: int
    is_text: bool = False


class Operation(Struct, frozen=True, kw_only=True):
    """One thing that a program can do; `name` is the view's, `answer` a type or a schema's name."""

    method: str
    path: str
    name: str
    says: str
    answer: Any
    status: int = 200
    media_type: str = JSON
    body: type[Struct] | str | None = None
    query: tuple[Query, ...] = ()
    problems: tuple[int, ...] = ()
    needs_token: bool = True
    view: Callable[..., Any] | None = None
    """The view of a title's own operation; the others stand beside their addresses."""
    gives: Mapping[str, str] = {}
    """The parameters of other operations' paths, each with its place in this one's answer."""


READING: Final = (403, 404, 410)
SENT: Final = (400, 413, 415)
DECIDED: Final = (*READING, *SENT, 422)
VERSIONED: Final = (*READING, *SENT, 409)
