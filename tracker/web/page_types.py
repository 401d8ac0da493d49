"""The types that a title's pages give to the shared views: a new match, a demo, a number."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from tracker.engine.ledger import Column


class NewMatch(Struct, frozen=True):
    """A match as a set-up page describes it."""

    setup: Any
    name: str
    drawn: tuple[int, ...] = ()
    """The seats whose role was drawn at random."""


class Demo(Struct, frozen=True):
    """A match under way that comes with the program."""

    data: bytes
    name: str


class Number(Struct, frozen=True):
    """A number of the sheet that can be explained: the columns that it adds up, and its name."""

    columns: Sequence[Column]
    label: str
