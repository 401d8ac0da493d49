"""The types that an operation of the interface is described with."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from tracker.service.reading import Sheet

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


def nothing_uncovered(sheet: Sheet) -> None:
    """The answer of a title that hides nothing."""


class TitleInterface(Struct, frozen=True):
    """The types of a title's position, and its own operations."""

    position: Any
    """The type of the position as a match file writes it; the description is derived from it."""
    operations: Sequence[Operation] = ()
    uncovered: Callable[[Sheet], Struct | None] = nothing_uncovered
    """Return what lies open while its choices are made."""
    uncovered_type: Any = None
