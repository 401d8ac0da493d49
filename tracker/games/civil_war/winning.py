"""CW-12 Winning: judged after every entry, in this order."""

from enum import Enum
from typing import Final

from tracker.engine.ledger import TABLE, Column, Line
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import Count, Course, Phase, Side
from tracker.games.civil_war.position import Table


class Reason(Enum):
    """The reason why the game is won; the value is what the table's row holds."""

    FIFTY_POINTS = 1
    ELIMINATION = 2
    MOST_POINTS = 3

    @property
    def word(self) -> str:
        return self.name.lower()


POINTS, OUT = Count.POINTS.at, Count.OUT.at

# A side can have been eliminated only by an entry that put somebody out or made a turncoat.
DECIDES_SIDES: Final = frozenset[Column]({Count.OUT, Count.SIDE})
# Fifty points can have been made by an entry that changed points, or begun to count by a turncoat.
DECIDES_POINTS: Final = frozenset[Column]({Count.POINTS, Count.SIDE})


def judge(table: Table) -> bool:
    """Return whether the game is won by now: by fifty points, else by elimination."""
    changed = {fact.what for fact in table.facts if type(fact) is Line}
    at_once = table.switches.fifty_points == "at_once"
    if at_once and not changed.isdisjoint(DECIDES_POINTS) and _judge_fifty_points(table):
        return True
    return not changed.isdisjoint(DECIDES_SIDES) and _judge_elimination(table)


def judge_month_end(table: Table) -> bool:
    """Return whether the game is won as the month's end is closed; after the last month it is."""
    if _judge_fifty_points(table) or _judge_elimination(table):
        return True
    return table.month >= table.game.setup.months and _judge_most_points(table)


def _judge_fifty_points(table: Table) -> bool:
    """CW-12.1, CW-12.5: 50 points win, of several the highest total; not with only one side."""
    fifty = BOX.winning.points
    if max(row[POINTS] for row in table.rows[:TABLE]) < fifty:
        return False
    if is_one_sided(table) and not table.switches.one_sided_fifty:
        return False
    best = _best(table)
    if not best or table[best[0], Count.POINTS] < fifty:
        return False
    _win(table, dict.fromkeys(best, 1), Reason.FIFTY_POINTS, "CW-12.1")
    _name_marshal(table)
    return True


def _judge_elimination(table: Table) -> bool:
    """CW-12.2: a side wins when every player of the other side has been eliminated."""
    if not any(row[OUT] for row in table.rows[:TABLE]):
        return False
    for side in Side:
        enemy = side.enemy
        losers = [seat for seat in table.seats if table.side(seat) is enemy]
        winners = [seat for seat in table.seats_in_game() if table.side(seat) is side]
        if losers and winners and all(table.is_out(seat) for seat in losers):
            ranked = sorted(winners, key=lambda seat: (-table[seat, Count.POINTS], seat))
            places = {seat: place for place, seat in enumerate(ranked, 1)}
            _win(table, places, Reason.ELIMINATION, "CW-12.2")
            return True
    return False


def _judge_most_points(table: Table) -> bool:
    """CW-12.3: after the last month's end the most points win."""
    _win(table, dict.fromkeys(_best(table), 1), Reason.MOST_POINTS, "CW-12.3")
    _name_marshal(table)
    return True


def is_one_sided(table: Table) -> bool:
    """CW-12.5: everyone, the eliminated too, is on one side as the sides are now."""
    return len({table.side(seat) for seat in table.seats}) == 1


def _name_marshal(table: Table) -> None:
    """CW-12.5: who wins where everyone is on one side is Marshal of the Armies."""
    if is_one_sided(table):
        table.add(TABLE, Course.MARSHAL, 1, "CW-12.5")


def _best(table: Table) -> list[int]:
    """Everyone still in the game with the highest total."""
    points = {seat: table[seat, Count.POINTS] for seat in table.seats_in_game()}
    return [seat for seat, total in points.items() if total == max(points.values())]


def _win(table: Table, places: dict[int, int], reason: Reason, rule: str) -> None:
    """CW-12.4: the sheet is closed."""
    for seat, place in places.items():
        table.add(seat, Count.PLACE, place, rule)
    table.add(TABLE, Course.REASON, reason.value, rule)
    table.put(TABLE, Course.PHASE, Phase.OVER.value, "CW-12.4")
    table.put(TABLE, Course.TURN, 0, "CW-12.4")
