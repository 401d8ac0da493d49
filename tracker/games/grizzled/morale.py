"""GR-9 Morale and the next leader."""

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.games.grizzled import hard_knocks, orders, two_people
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.columns import Count, Course, HardKnock, Phase
from tracker.games.grizzled.entries import NextMission
from tracker.games.grizzled.position import Table


def drop(table: Table) -> int:
    """GR-9.1: return how many cards would go from morale to the trials."""
    return _drop_steps(table)[-1][0]


def drop_sum(table: Table) -> tuple[Message, ...]:
    """GR-9.1: return the sum behind the drop, a sentence for each step."""
    return tuple(says for _, says in _drop_steps(table))


def _drop_steps(table: Table) -> list[tuple[int, Message]]:
    """GR-9.1, GR-9.2, GR-9.3, GR-14.7: return the drop after each step that changes it."""
    number = table.hands()
    steps = [(number, Message("Cards left in all hands: {number}.", {"number": number}))]
    if table.game.is_solo:
        number += BOX.drop.solo
        steps.append((number, Message("A solo game adds {number}.", {"number": BOX.drop.solo})))
    elif number < BOX.drop.least:
        number = BOX.drop.least
        steps.append((number, Message("At least {number}.", {"number": number})))
    if table.game.has_orders and number > BOX.drop.most_with_orders:
        number = BOX.drop.most_with_orders
        steps.append((number, Message("With orders at most {number}.", {"number": number})))
    if hard_knocks.anybody_suffers(table, HardKnock.DEMORALIZED):
        number = max(number + BOX.drop.demoralized, BOX.drop.least_demoralized)
        facts = {"number": BOX.drop.demoralized, "least": BOX.drop.least_demoralized}
        says = Message("Demoralized: {number} more, at least {least} in all.", facts)
        steps.append((number, says))
    return steps


def next_mission(table: Table, entry: NextMission) -> None:
    """GR-9.1, GR-9.4: morale drops; if it is not used up the next mission is prepared."""
    orders.move_morale(table, drop(table), "GR-9.1")
    if not table.morale:
        return
    _change_leader(table)
    _clear(table)
    table.add(TABLE, Course.MISSION, 1, "GR-9.4")
    table.put(TABLE, Course.PHASE, Phase.PREPARATION.value, "GR-9.4")


def is_tyrannized(table: Table) -> bool:
    """GR-9.5, GR-13.7: whether somebody leads and goes on leading."""
    return any(
        table.has(seat, HardKnock.TYRANNICAL) and two_people.obeys_tyrannical(table, seat)
        for seat in table.seats
    )


def _change_leader(table: Table) -> None:
    """GR-9.4, GR-9.5, GR-14.5: the token goes to the left, the old leader takes a speech."""
    if table.game.is_solo or is_tyrannized(table):
        return
    if table[TABLE, Course.POOL]:
        table.add(TABLE, Course.POOL, -1, "GR-9.4")
        table.add(table.leader, Count.SPEECHES, 1, "GR-9.4")
    table.put(TABLE, Course.LEADER, two_people.next_leader(table), "GR-9.4")


def _clear(table: Table) -> None:
    """GR-6.10, GR-13.1: what counted for the last mission counts no more."""
    for seat in table.seats:
        table.put(seat, Count.RECEIVED, 0, "GR-9.4")
        if seat != table.game.chaplain:
            table.put(seat, Count.WITHDRAWN, 0, "GR-6.10")
    for column in (Course.OUTCOME, Course.FAILED_BY, Course.HELPED, Course.DANGER):
        table.put(TABLE, column, 0, "GR-9.4")
    if table.game.is_solo:
        table.put(TABLE, Course.REFILLING, 1, "GR-14.6")
