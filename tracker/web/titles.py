"""The pages of every title, by its name in match files, and what the shared views ask of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, cast

from flask import Blueprint

from tracker.games.civil_war.card import CARD as CIVIL_WAR
from tracker.service.sheets import Sheet
from tracker.web.api.title_interface import TitleInterface
from tracker.web.civil_war import pages as civil_war


class TitlePages(Protocol):
    """The pages of one title: its `pages.py` is one, as a module."""

    BLUEPRINTS: Sequence[Blueprint]
    """The views of the title's own addresses."""
    GLOBALS: Mapping[str, Any]
    """What the title's own templates draw with."""
    INTERFACE: TitleInterface

    def frame(self, sheet: Sheet) -> dict[str, Any]:
        """Return what every page of a match of this title shows."""

    def end_of_turn(self, sheet: Sheet, seat: int | None) -> Any:
        """Return the entry that ends a seat's turn, or the present one; None where there is none.

        A page names the seat, so that what is sent late does not end the turn of the next one.
        """


TITLE_PAGES: Final[Mapping[str, TitlePages]] = {CIVIL_WAR.name: cast(TitlePages, civil_war)}
