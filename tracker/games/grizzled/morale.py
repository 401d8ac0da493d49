"""GR-9 Morale and the next leader."""

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.games.grizzled import hard_knocks, orders, two_people
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.columns import Count, Course, HardKnock, Phase
from tracker.games.grizzled.entries import NextMission
from tracker.games.grizzled.position import Table


def drop(table: Table) -> int:
    """GR-9.1, GR-9.2, GR-9.3, GR-14.7: return how many cards would go from morale to the trials."""
    cards = table.hands()
    if table.game.is_solo:
        cards += BOX.drop.solo
    else:
        cards = max(cards, BOX.drop.least)
    if table.game.has_orders:
        cards = min(cards, BOX.drop.most_with_orders)
    if hard_knocks.anybody_suffers(table, HardKnock.DEMORALIZED):
        cards = max(cards + BOX.drop.demoralized, BOX.drop.least_demoralized)
    return cards


def drop_sum(table: Table) -> tuple[Message, ...]:
    """GR-9.1 to GR-9.3, GR-14.7: return the sum behind the drop, a sentence for each step."""
    hands = table.hands()
    steps = [Message("Cards left in all hands: {number}.", {"number": hands})]
    if table.game.is_solo:
        steps.append(Message("A solo game adds {number}.", {"number": BOX.drop.solo}))
    elif hands < BOX.drop.least:
        steps.append(Message("At least {number}.", {"number": BOX.drop.least}))
    elif table.game.has_orders and hands > BOX.drop.most_with_orders:
        steps.append(
            Message("With orders at most {number}.", {"number": BOX.drop.most_with_orders})
        )
    if hard_knocks.anybody_suffers(table, HardKnock.DEMORALIZED):
        facts = {"number": BOX.drop.demoralized, "least": BOX.drop.least_demoralized}
        steps.append(Message("Demoralized: {number} more, at least {least} in all.", facts))
    return tuple(steps)


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
