"""The interface for programs: dealing the month's tiles, and showing one of them."""

from typing import Final

from flask import Response, g

from tracker.engine.refusal import Invalid
from tracker.games.civil_war.entries import TurnOver
from tracker.service.reading import Sheet
from tracker.service.writing import AlreadyWritten
from tracker.web.api.answer_types import Version
from tracker.web.api.auth import answer, sent
from tracker.web.api.bodies import moved, take_apart
from tracker.web.api.operation_types import DECIDED, MATCH, Operation, TitleInterface
from tracker.web.civil_war import figure_layout
from tracker.web.civil_war.interface_types import Dealing, ExportedPosition, TurnedUp, TurningUp
from tracker.web.services import matches

take_apart(Dealing, TurningUp)


def deal_tiles(match_id: str) -> Response:
    """Lay the month's figure with tiles that nobody knows before they are turned over."""
    sheet, body = matches().sheet(match_id), sent(Dealing)
    entry = figure_layout.deal(sheet.position, body.cells)
    try:
        version = matches().deal(match_id, entry, body.write_id, g.device).version
    except AlreadyWritten:
        # Each deal is another; the first one lies on the table.
        version = matches().version(match_id)
    return answer(Version(version))


def turn_up_tile(match_id: str) -> Response:
    """Show a dealt tile to everybody; its entry, with its choices, is written next."""
    sheet, body = matches().sheet(match_id), sent(TurningUp)
    entry = TurnOver(seat=body.seat, at=body.at)
    try:
        sheet.title.check_entries(sheet.setup, [entry])
    except Invalid as invalid:
        raise moved(invalid, "") from None
    return answer(Version(matches().turn_up(match_id, entry, body.write_id, g.device).version))


def turned_up(sheet: Sheet) -> TurnedUp | None:
    """Return the dealt tile that lies face up while its choices are made."""
    turned = sheet.turned
    if not isinstance(turned, TurnOver):
        return None
    tile = next(placed.tile for placed in sheet.position.figure if placed.at == turned.at)
    return TurnedUp(turned.seat, turned.at, tile)


INTERFACE: Final = TitleInterface(
    ExportedPosition,
    (
        Operation(
            method="post",
            path=f"{MATCH}/deal",
            name="deal_tiles",
            says="Lay the month's figure with tiles that the server deals face down.",
            answer=Version,
            body=Dealing,
            problems=(*DECIDED, 409),
            view=deal_tiles,
        ),
        Operation(
            method="post",
            path=f"{MATCH}/turn-up",
            name="turn_up_tile",
            says="Show a dealt tile to everybody before its entry is written with its choices.",
            answer=Version,
            body=TurningUp,
            problems=(*DECIDED, 409),
            view=turn_up_tile,
        ),
    ),
    turned_up,
    TurnedUp,
)
