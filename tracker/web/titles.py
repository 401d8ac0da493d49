"""The pages of every title, by its name in match files, and what the shared views ask of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from flask import Blueprint

from tracker.engine.card import TitleCard
from tracker.engine.history import Amendment
from tracker.engine.message import Message
from tracker.games import CARDS, modules_of_titles
from tracker.service.match import SheetEntry
from tracker.service.reading import Sheet
from tracker.web.api.operation_types import TitleInterface
from tracker.web.board import Board
from tracker.web.pad.pad import Pad
from tracker.web.page_types import Beginning, Demo, MatchDraft, Number
from tracker.web.rounds import Difference


class TitlePages(Protocol):
    """The pages of one title: its `pages.py` is one, as a module."""

    BLUEPRINTS: Sequence[Blueprint]
    """The views of the title's own addresses."""
    GLOBALS: Mapping[str, Any]
    """The functions and values that the title's own templates use."""
    INTERFACE: TitleInterface
    RETURN_TO: Mapping[str, str]
    """The title's own pages that entries are written from, by name: the view to return to."""

    TOTALS_VIEW: str
    """The view where pencilled totals are typed in; empty where there is none."""

    # Making a match

    AGAIN: Mapping[str, Message]
    """The ways to take the seats of a finished match over into another, the usual one first."""
    SEAT_FIELDS: Sequence[Sequence[str]]
    """The fields of each seat on the set-up page, the player's name first."""

    def setup_page(self, write_id: str, begin: Beginning) -> str:
        """Return the page on which a match is set up, begun with what is known already."""

    def read_setup(self, write_id: str) -> MatchDraft | str:
        """Return the match that the form describes, or the page that says what is wrong."""

    def demo(self) -> Demo:
        """Return the demo match."""

    # Playing it

    def frame(self, sheet: Sheet) -> dict[str, Any]:
        """Return what every page of a match of this title shows."""

    def is_entry_asked(self, arguments: Mapping[str, str]) -> bool:
        """Return whether an address asks for the form of an entry."""

    def match_page(self, sheet: Sheet, form: Mapping[str, Any]) -> str:
        """Return the main page of a match; `form` has the write id of an entry that is asked."""

    def end_of_turn(self, sheet: Sheet, seat: int | None) -> Any:
        """Return the entry that ends a seat's turn, or the present one; None where there is none.

        A page names the seat, so that what is sent late does not end the turn of the next one.
        """

    # Reading it

    def round_label(self, number: int) -> Message:
        """Return the name of a round: "Month 3"."""

    def changes(self, sheet: Sheet, entry: SheetEntry) -> list[tuple[str, list[str]]]:
        """Return what an entry did, by whom it concerns: Anna, +6 food, +2 points."""

    def number(self, sheet: Sheet, column: str, seat: int) -> Number | None:
        """Return a number of the sheet by its written name; None where there is none."""

    def amend_pad(self, position: Any, old: SheetEntry, arguments: Mapping[str, str]) -> Pad | None:
        """Return the form of an entry, filled in as it was or as the address asks."""

    def differences(self, sheet: Sheet, amendment: Amendment) -> list[Difference]:
        """Return the numbers of the sheet that an amendment would change."""

    def result_page(self, sheet: Sheet) -> str:
        """Return the page with the table, the graph, and at the end the result."""

    def variant(self, sheet: Sheet) -> str:
        """Return how the title was played, in a few words: the mode, the scenario."""

    def board(self, sheet: Sheet) -> Board:
        """Return what the big screen shows of the seats and of what is being worked out."""


TITLE_PAGES: Final[Mapping[str, TitlePages]] = modules_of_titles("tracker.web", "pages")


def shown_cards() -> list[TitleCard]:
    """Return the cards of the titles that have pages, for the first page and the set-up."""
    return [CARDS[name] for name in TITLE_PAGES]
