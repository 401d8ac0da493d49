"""GR-2.3 Hard knocks in front of the soldiers: arriving, leaving, and their weight."""

from operator import itemgetter

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.grizzled import box, cards, orders, two_people
from tracker.games.grizzled.columns import IN_FRONT, IN_ROW, Course, HardKnock
from tracker.games.grizzled.position import Table


def of(table: Table, seat: int) -> list[HardKnock]:
    """Return the soldier's hard knocks in order of arrival, `recruit` first."""
    places = zip(table.rows[seat][IN_FRONT], IN_ROW, strict=True)
    there = [(place, knock) for place, knock in places if place]
    return [knock for _, knock in sorted(there, key=itemgetter(0))]


def weight(table: Table, seat: int) -> int:
    """GR-10.1: return the weight of the soldier's hard knocks; Wounded by hand weighs 1."""
    if not any(table.rows[seat][IN_FRONT]):
        return 0
    return sum(_weight(table, knock) for knock in of(table, seat))


def _weight(table: Table, knock: HardKnock) -> int:
    return 1 if knock in table.game.by_hand else box.CARDS.hard_knocks[knock].weight


def receive(table: Table, seat: int, knock: HardKnock, rule: str) -> None:
    """GR-4.2: a hard knock lies in front of its player and works at once."""
    table.add(seat, knock, max(table.rows[seat][IN_FRONT]) + 1, rule)
    if knock is HardKnock.TYRANNICAL and two_people.obeys_tyrannical(table, seat):
        table.put(TABLE, Course.LEADER, seat, "GR-9.5")
    orders.move_morale_for_hard_knock(table)


def remove(table: Table, seat: int, knock: HardKnock, rule: str) -> None:
    """GR-8.7: a hard knock that is removed is out of the game."""
    table.put(seat, knock, 0, rule)
    cards.put_out(table, cards.CARDS[knock.value], rule)


def must_be_removable(table: Table, seat: int, knock: HardKnock, rule: str) -> None:
    """GR-4.7, GR-8.7: only a hard knock that is there can be removed; never the recruit's own."""
    if not table.has(seat, knock):
        raise Refused(
            rule,
            "{name} does not have {hard_knock}.",
            name=table.name(seat),
            hard_knock=knock,
        )
    two_people.must_not_be_recruits_own(table, seat, knock)


def anybody_suffers(table: Table, knock: HardKnock) -> bool:
    return any(table.suffers(seat, knock) for seat in table.seats)
