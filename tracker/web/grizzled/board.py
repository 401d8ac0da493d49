"""The big screen of this title: soldiers, piles, and the threats of the mission."""

from typing import Any

from tracker.engine.message import Message
from tracker.games.grizzled.names import SOLDIERS
from tracker.games.grizzled.position import Table
from tracker.service.reading import Sheet
from tracker.translations.translator import plain
from tracker.web.board import Board, BoardSeat, BoardTable, Figure
from tracker.web.grizzled.counters import counters
from tracker.web.grizzled.drawing import charm_of, knock_name
from tracker.web.grizzled.sheet_page import frame
from tracker.web.language import translate

TRIALS = Message("Trials")
MORALE = Message("Morale")
SPEECHES = Message("Speeches")
HAND = Message("Cards in hand")
TOKENS = Message("Support tokens")
LEADER = Message("leader")
WITHDRAWN = Message("withdrawn")
CHARM = Message("Charm")
THREATS = Message("Threats of this mission")
THREAT_HEAD = (Message("Threat"), Message("Active"))


def board(sheet: Sheet) -> Board:
    """Return the soldiers, the piles, and the active threats."""
    table = frame(sheet)["table"]
    figures = [
        Figure(translate(TRIALS), plain(table["trials"]), "dove"),
        Figure(translate(MORALE), plain(table["morale"]), "monument"),
    ]
    if not table["solo"]:
        figures.append(Figure(translate(SPEECHES), plain(table["pool"]), "speech"))
    seats = [
        _seat(table, seat, is_leader=number == table["leader"])
        for number, seat in enumerate(table["seats"])
    ]
    return Board(seats, figures, _threats(sheet))


def _seat(table: dict[str, Any], seat: dict[str, Any], *, is_leader: bool) -> BoardSeat:
    hand = table["solo"]["hand"] if table["solo"] else seat["hand"]
    figures = [Figure(translate(SPEECHES), plain(seat["speeches"]), "speech")]
    tokens = sum(seat["tokens"].values())
    figures.append(Figure(translate(TOKENS), plain(tokens), "hand_over"))
    marks = [("leader", translate(LEADER))] if is_leader else []
    marks += [("withdraw", translate(WITHDRAWN))] if seat["withdrawn"] else []
    marks += [(charm_of(seat["soldier"]), translate(CHARM))] if seat["charm"] else []
    marks += [("hard_knock", knock_name(knock)) for knock in seat["hard_knocks"]]
    return BoardSeat(
        seat["name"],
        charm_of(seat["soldier"]),
        "",
        translate(SOLDIERS[seat["soldier"]]) if seat["soldier"] in SOLDIERS else "",
        Figure(translate(HAND), plain(hand)),
        figures,
        marks,
    )


def _threats(sheet: Sheet) -> list[BoardTable]:
    """GR-7.1: the six threats, of how many that fail the mission."""
    found = counters(Table(sheet.position))
    rows = [[threat.name, f"{threat.number} / {threat.limit}"] for threat in found]
    return [BoardTable(translate(THREATS), list(map(translate, THREAT_HEAD)), rows)]
