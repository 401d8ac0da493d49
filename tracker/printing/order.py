"""An order for a sheet of paper, and what a title says of its sheets."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from tracker.engine.message import Message
from tracker.printing.pdf import Paper
from tracker.printing.printed_match import Match


class SheetKind(Struct, frozen=True):
    """A sheet that a title can print."""

    name: str
    label: Message
    needs_match: bool = True
    """True where it can only be printed of a match."""
    for_matches: bool = True
    """True where it is offered on a match's page."""
    reads: Callable[[bytes], str] | None = None
    """Reads the document that it is printed of, such as a deck; None where there is none."""


class Order(Struct, frozen=True):
    """One sheet to be printed. It travels to the printing process, so it is plain data."""

    title: str
    sheet: str
    language: str
    paper: Paper
    match: Match | None = None
    options: Mapping[str, int] = {}
    document: str = ""
    """The document of the players that the sheet is printed of: a deck."""


class Edition(Struct, frozen=True):
    """One of several sheets of a kind: the summary of a month."""

    label: Message | None = None
    options: Mapping[str, int] = {}


class TitleSheets(Protocol):
    """The sheets of one title: its `sheets.py` is one, as a module."""

    SHEETS: Sequence[SheetKind]
    """The sheets that can be printed, in the order in which a table needs them."""

    def options(self, asked: Mapping[str, str], match: Match | None) -> dict[str, int]:
        """Return the numbers that an address or a command asks for, within their limits."""

    def editions(self, sheet: str, position: Any) -> Sequence[Edition]:
        """Return what a match's page offers of this sheet: none, one, or one a round."""

    def data(self, order: Order) -> dict[str, Any]:
        """Return what the sheet shows, as plain values for its source."""

    def parts_of_name(self, order: Order) -> list[str]:
        """Return what the name of a file says beside its sheet."""


def number_asked(asked: Mapping[str, str], name: str, otherwise: int, least: int, most: int) -> int:
    """Return a number that an address or a command asks for, within its limits."""
    text = asked.get(name, "")
    return min(most, max(least, int(text))) if text.isdecimal() and len(text) < 6 else otherwise
