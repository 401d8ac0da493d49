"""The types that a title's pages give to the shared views: a new match, a demo, a number."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from werkzeug.datastructures import MultiDict

from tracker.engine.ledger import Column


class MatchDraft(Struct, frozen=True):
    """A match as a set-up page describes it."""

    setup: Any
    name: str
    drawn: tuple[int, ...] = ()
    """The seats whose role was drawn at random."""


class Beginning(Struct, frozen=True):
    """The beginning of a set-up page: an earlier match, or what was typed already."""

    title: str = ""
    setup: Any = None
    """The set-up of an earlier match of the title; None for the standard rules."""
    seats: str = ""
    """The way its seats are taken over, one of the title's `AGAIN`; empty where they are not."""
    match_id: str = ""
    name: str = ""
    """The name of that match."""
    typed: "MultiDict[str, Any] | None" = None
    """The fields of a form that was sent to be rearranged."""


STANDARD: Final = Beginning()


class Demo(Struct, frozen=True):
    """A match under way that comes with the program."""

    data: bytes
    name: str


class Number(Struct, frozen=True):
    """A number of the sheet that can be explained: the columns that it adds up, and its name."""

    columns: Sequence[Column]
    label: str
    seats: Sequence[int] = ()
    """The seats whose numbers it adds up; none where it is that of the seat that was asked for."""
    correction: Mapping[str, str] | None = None
    """The arguments of its correction's address; None where it is not for this device."""
