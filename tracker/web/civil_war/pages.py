"""The pages of the Civil War, as the shared views use them."""

from typing import Any, Final

from tracker.games.civil_war.entries import EndTurn
from tracker.games.civil_war.position import Table
from tracker.service.sheets import Sheet
from tracker.web.civil_war import deck_views, drawing, tile_views, workshop
from tracker.web.civil_war.interface import INTERFACE
from tracker.web.civil_war.sheet import frame

__all__ = ["BLUEPRINTS", "GLOBALS", "INTERFACE", "end_of_turn", "frame"]

BLUEPRINTS: Final = (tile_views.blueprint, deck_views.blueprint)
GLOBALS: Final[dict[str, Any]] = {**drawing.GLOBALS, **workshop.GLOBALS}


def end_of_turn(sheet: Sheet, seat: int | None) -> EndTurn | None:
    table = Table(sheet.position)
    if seat is not None and seat in table.seats:
        return EndTurn(seat)
    return None if table.turn is None else EndTurn(table.turn)
