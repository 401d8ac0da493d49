"""GR-7 The end of the mission: the active threats, failure and success."""

from collections import Counter

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.games.grizzled import cards, last_missions, orders
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.cards import FEARS, THREAT_CARDS
from tracker.games.grizzled.columns import (
    LYING,
    NO_MANS_LAND,
    THREATS,
    Course,
    Ended,
    Phase,
    Threat,
)
from tracker.games.grizzled.position import Table

USUAL_LIMIT = BOX.mission.limit
"""A Last Stand fails later still (GR-12.5), so that nothing fails below this."""


def active_threats(table: Table) -> dict[Threat, int]:
    """GR-7.1: count the active threats of each kind.

    They are on cards in no man's land, on the Traumas and Phobias of soldiers who have not
    withdrawn (GR-6.10), and on the missions in force.
    """
    active: Counter[Threat] = Counter()
    for card, lying in zip(THREAT_CARDS, table.rows[TABLE][NO_MANS_LAND], strict=True):
        if lying:
            active.update(card.threats * lying)
    for seat in table.seats:
        if not table.is_withdrawn(seat):
            active.update(threat for fear, threat in FEARS.items() if table.has(seat, fear))
    for mission in table.in_force:
        active.update(mission.threats())
    return {threat: active[threat] for threat in THREATS}


def note_failing(table: Table) -> bool:
    """GR-7.1, GR-5.4: note which threats have reached the limit; whether the mission fails."""
    numbers = active_threats(table)
    if max(numbers.values()) >= USUAL_LIMIT and not orders.is_judged_by_hand(table):
        limit = last_missions.limit(table)
        for place, number in enumerate(numbers.values()):
            if number >= limit:
                table.failing |= 1 << place
    return table.failing > 0


def judge(table: Table) -> None:
    """GR-7.1 to GR-7.3: fail the mission, or end it with success once all have withdrawn."""
    if table.fails_by_order:
        fail(table, 0, "GR-11.11")
    elif note_failing(table):
        fail(table, table.failing, "GR-7.1")
    elif _is_last_out(table):
        _succeed(table)


def _is_last_out(table: Table) -> bool:
    """GR-7.3: whether all have withdrawn; not while who just acted is in the mission."""
    if table.acted is not None and not table.is_withdrawn(table.acted):
        return False
    return table.all_have_withdrawn()


def failed_by(bits: int) -> tuple[Threat, ...]:
    """Return the threats of which the row holds a bit."""
    return tuple(threat for place, threat in enumerate(THREATS) if bits >> place & 1)


def fail(table: Table, bits: int, rule: str) -> None:
    """GR-7.2: the cards in no man's land are shuffled into the trials."""
    _declare_failure(table, bits)
    number = 0
    for column, lying in zip(LYING, table.rows[TABLE][NO_MANS_LAND], strict=True):
        if lying:
            number += lying
            table.add(TABLE, column, -lying, "GR-7.2")
    table.add(TABLE, Course.TRIALS, number, "GR-7.2")
    table.put(TABLE, Course.FAILED_BY, bits, rule)
    _close(table, Ended.FAILURE, rule)


def _declare_failure(table: Table, bits: int) -> None:
    threats = tuple(threat.term for threat in failed_by(bits))
    if not threats:
        table.declare(Message("The mission fails by order."), is_good=False)
        return
    facts = {"threats": threats, "limit": last_missions.limit(table)}
    table.declare(Message("The mission fails: {limit} × {threats}.", facts), is_good=False)


def _succeed(table: Table) -> None:
    """GR-7.3, GR-11.10: the cards in no man's land are discarded, or go under a mission."""
    land = table.rows[TABLE][NO_MANS_LAND]
    for card, column, lying in zip(THREAT_CARDS, LYING, land, strict=True):
        if not lying:
            continue
        table.add(TABLE, column, -lying, "GR-7.3")
        place = orders.collects(table, card)
        for _ in range(lying):
            if place is None:
                cards.put_out(table, card, "GR-7.3")
            else:
                orders.put_under(table, card, place)
    orders.discard_full(table)
    table.declare(Message("The mission succeeds: all have withdrawn."))
    _close(table, Ended.SUCCESS, "GR-7.3")


def _close(table: Table, how: Ended, rule: str) -> None:
    """GR-7.4: hands and hard knocks stay; the laid tokens come next."""
    table.put(TABLE, Course.OUTCOME, how.value, rule)
    table.put(TABLE, Course.PHASE, Phase.SUPPORT.value, rule)
    table.put(TABLE, Course.TURN, 0, rule)
