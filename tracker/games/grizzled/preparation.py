"""GR-3 Preparation: choosing the danger and dealing the trials."""

from msgspec import UNSET

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.grizzled import last_missions, orders, solo, two_people
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.columns import Count, Course, HardKnock, Phase
from tracker.games.grizzled.entries import Mission
from tracker.games.grizzled.position import Table


def mission(table: Table, entry: Mission) -> None:
    """GR-3.1 to GR-3.5: the cards are dealt, and the leader has the first turn."""
    solo.must_not_choose_danger(table, entry)
    if entry.final is not UNSET:
        last_missions.must_be_allowed(table, entry)
        deal(table, last_missions.declare(table, entry), "GR-12.2")
    else:
        _begin(table, entry)
    two_people.lay_chaplains_token(table)
    table.put(TABLE, Course.PHASE, Phase.MISSION.value, "GR-3.5")
    table.put(TABLE, Course.TURN, table.leader + 1, "GR-3.5")


def _begin(table: Table, entry: Mission) -> None:
    """GR-3.1, GR-11.3: a mission with a danger, and with orders a new card."""
    if entry.card is not UNSET:
        orders.must_be_in_deck(table, entry.card)
    else:
        orders.must_not_be_missing(table)
    danger = _danger(table, entry)
    if entry.card is not UNSET:
        orders.take_card(table, entry.card)
    if table.game.is_solo:
        solo.fill_hand(table, "GR-14.4")
        return
    table.put(TABLE, Course.DANGER, danger, "GR-3.1")
    deal(table, danger * len(table.game.players), "GR-3.3")
    draw_for_frenzied(table)


def _danger(table: Table, entry: Mission) -> int:
    """GR-3.1, GR-3.2, GR-11.4: the danger that was chosen; left out, it is the least."""
    least, rule = orders.least_danger(table, entry)
    if entry.danger is UNSET:
        return least
    if entry.danger < least:
        raise Refused(
            rule,
            "The danger is {danger}; it must be at least {least}.",
            danger=entry.danger,
            least=least,
        )
    return entry.danger


def dealt(table: Table, number: int) -> dict[int, int]:
    """GR-3.3: return who gets how many of so many cards, one at a time from the leader on."""
    players = table.game.players
    first = players.index(table.leader)
    order = players[first:] + players[:first]
    rounds, rest = divmod(min(number, table.trials), len(order))
    return {seat: rounds + (place < rest) for place, seat in enumerate(order)}


def deal(table: Table, number: int, rule: str) -> None:
    """GR-3.3, GR-12.2: deal the cards; when the trials run out the dealing stops."""
    hands = dealt(table, number)
    table.add(TABLE, Course.TRIALS, -min(number, table.trials), rule)
    for seat, cards in hands.items():
        table.add(seat, Count.HAND, cards, rule)


def draw_for_frenzied(table: Table) -> None:
    """GR-3.4: after the dealing who is Frenzied draws 2 more, as far as there are any."""
    for seat in table.game.players:
        if table.suffers(seat, HardKnock.FRENZIED):
            table.draw(seat, min(BOX.mission.frenzied, table.trials), "GR-3.4")
