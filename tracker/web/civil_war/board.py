"""The big screen of this title: camps, headquarters, the month's end, battles."""

from typing import Any

from tracker.engine.message import Message, Term
from tracker.games.civil_war.columns import Phase
from tracker.games.civil_war.position import Table
from tracker.service.reading import Sheet
from tracker.translations.translator import plain
from tracker.web.board import Board, BoardSeat, BoardTable, Figure
from tracker.web.civil_war.drawing import column_name, headquarters_name, role_name
from tracker.web.civil_war.month_end import Battle, MonthEnd, month_end
from tracker.web.civil_war.sheet_page import frame
from tracker.web.language import translate

STANDS = Term("stands", "headquarters")
DESTROYED = Term("destroyed", "headquarters")
LOST_TURNS = Message("Lost turns")
UPKEEP = Message("Upkeep for the whole table")
UPKEEP_HEAD: tuple[Message | Term, ...] = (Message("Camp"), Message("Eat"), Term("Die", "camp"))
BATTLES = Message("Battles between players")
BATTLE_HEAD: tuple[Message | Term, ...] = (
    Term("Attacker", "between players"),
    Message("Target"),
    Message("Price"),
)
PRICE = Message("people {people}, weapons {weapons}")
RUNS = Message("{name} runs")
ARROW = " → "
MOST_BATTLES = 7
"""Those that can be won come first; more do not fit on the screen."""


def board(sheet: Sheet) -> Board:
    """Return the camps, the headquarters, and what is being worked out."""
    table = frame(sheet)["table"]
    return Board(
        [_seat(seat) for seat in table["seats"]],
        [
            Figure(
                headquarters_name(side),
                translate(STANDS if stands else DESTROYED),
                "headquarters" if stands else "headquarters_destroyed",
                not stands,
            )
            for side, stands in table["headquarters"].items()
        ],
        _tables(sheet),
    )


def _seat(seat: dict[str, Any]) -> BoardSeat:
    people = sum(seat["people"].values())
    figures = [Figure(column_name("people"), plain(people), "people")]
    figures += [
        Figure(column_name(name), plain(number), name) for name, number in seat["resources"].items()
    ]
    if seat["lost_turns"]:
        lost = Figure(translate(LOST_TURNS), plain(seat["lost_turns"]), "lost_turn", is_bad=True)
        figures.append(lost)
    return BoardSeat(
        seat["name"],
        seat["side"],
        seat["side"],
        role_name(seat["role"]),
        Figure(column_name("points"), plain(seat["points"])),
        figures,
        [(name, column_name(name)) for name in seat["bonuses"]],
        bool(seat.get("out")),
    )


def _tables(sheet: Sheet) -> list[BoardTable]:
    phase = Table(sheet.position).phase
    if phase is Phase.TRADES:
        return [_upkeep(month_end(sheet.position))]
    if phase is Phase.BATTLES:
        return [_battles(month_end(sheet.position))]
    return []


def _upkeep(end: MonthEnd) -> BoardTable:
    """CW-8.4: who would eat and who would die."""
    rows = [
        [
            camp.name,
            plain(camp.supply.fed),
            plain(camp.supply.people - camp.supply.fed),
            plain(camp.points) + ARROW + plain(camp.points_after),
        ]
        for camp in end.camps
    ]
    return BoardTable(
        translate(UPKEEP), [*map(translate, UPKEEP_HEAD), column_name("points")], rows
    )


def _battles(end: MonthEnd) -> BoardTable:
    """CW-13: the attacks that are possible now, those that can be won first."""
    possible = [(name, battle) for name, battle in end.battles if battle.refused is None]
    possible.sort(key=lambda pair: not pair[1].is_won)
    rows = [[name, battle.name, _price(battle)] for name, battle in possible[:MOST_BATTLES]]
    return BoardTable(translate(BATTLES), list(map(translate, BATTLE_HEAD)), rows)


def _price(battle: Battle) -> str:
    price = battle.forecast.price
    if battle.forecast.calculation is None:
        return translate(Message(RUNS.text, {"name": battle.name}))
    facts = {"people": price.people, "weapons": price.weapons}
    return translate(Message(PRICE.text, facts)) + (" ✓" if battle.is_won else " ✗")
