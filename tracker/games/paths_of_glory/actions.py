"""PG-8 Actions: one action a side in each of six rounds, and what a card is played as."""

from collections.abc import Mapping
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import (
    combat_cards,
    events,
    peace,
    pieces,
    replacements,
    winning,
)
from tracker.games.paths_of_glory.box import card
from tracker.games.paths_of_glory.columns import AP, CP, SIDE_TERMS, SIDES, Course, Level
from tracker.games.paths_of_glory.entries import OneOp, Peace, Play
from tracker.games.paths_of_glory.hands import (
    card_name,
    lay_down,
    leave_hand,
    must_be_at_hand,
)
from tracker.games.paths_of_glory.pieces import ACTIONS_A_TURN
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.redeployment import must_not_follow_sr

GUNS_OF_AUGUST: Final = 1
GRAND_FLEET: Final = 33
FLEET_VP: Final = 1
INFLUENZA: Final = 65
LATE_ENTRIES: Final = frozenset({16, 17})

RULE_OF: Final[Mapping[str, str]] = {
    "event": "PG-9.5.1",
    "ops": "PG-9.2",
    "sr": "PG-9.3",
    "rp": "PG-9.4.1",
}


def must_have_action(table: Table, seat: int) -> None:
    """PG-8.1.1, PG-8.1.2: actions are left, and CP acts first."""
    to_act = table.to_act
    if to_act is None:
        raise Refused(
            "PG-8.1.1", "Both sides have had their {actions} actions.", actions=ACTIONS_A_TURN
        )
    if to_act != seat:
        raise Refused(
            "PG-8.1.2",
            "The next action is {next}'s, not {side}'s.",
            next=SIDE_TERMS[to_act],
            side=SIDE_TERMS[seat],
        )


def begin(table: Table, seat: int, action: str) -> None:
    """PG-8.1.3: note the action. A new round, or action, frees the cards that lie face up."""
    table.place(pieces.ACTION[seat] + table.actions(seat), action, "PG-8.1.3")
    if seat == CP or table.game.setup.switches.combat_card_use == "action":
        combat_cards.refresh(table)


def end(table: Table, seat: int, *, is_grand_fleet: bool = False) -> None:
    """PG-CP25: the High Seas Fleet scores with the next AP action, unless that is AP 33."""
    if seat == AP and table[TABLE, Course.FLEET_PENDING]:
        table.put(TABLE, Course.FLEET_PENDING, 0, "PG-CP25")
        if not is_grand_fleet:
            table.score(FLEET_VP, "PG-CP25")


def one_op(table: Table, entry: OneOp) -> None:
    """PG-8.1.3: 1 OPS without a card."""
    must_have_action(table, entry.seat)
    _must_open_with_guns_of_august(table, entry)
    begin(table, entry.seat, "one_op")
    end(table, entry.seat)


def offer_peace(table: Table, entry: Peace) -> None:
    """PG-16.5: an offer that is accepted ends the game at once; one that is refused is diced."""
    seat = entry.seat
    must_have_action(table, seat)
    peace.must_be_allowed(table, seat)
    begin(table, seat, "peace")
    if isinstance(entry.die, int):
        table.score(peace.refused_vp(seat, table.combined, entry.die), "PG-16.5.2")
        end(table, seat)
    else:
        winning.make_peace(table)


def play(table: Table, entry: Play) -> None:
    """PG-8.1.3, PG-9: a card as OPS, SR, RP or event."""
    seat, printed = entry.seat, card(entry.seat, entry.card)
    must_have_action(table, seat)
    _must_open_with_guns_of_august(table, entry)
    must_be_at_hand(table, seat, entry.card)
    _must_be_usable(table, entry)
    begin(table, seat, f"{entry.use} {entry.card}")
    leave_hand(table, seat, RULE_OF[entry.use])
    lay_down(table, seat, printed, as_event=entry.use == "event")
    if entry.use == "event":
        events.happen(table, entry, printed)
    elif entry.use == "rp":
        replacements.credit(table, seat, printed)
    is_event = entry.use == "event"
    end(table, seat, is_grand_fleet=is_event and entry.card == GRAND_FLEET)


def _must_open_with_guns_of_august(table: Table, entry: Play | OneOp) -> None:
    """PG-5.7.4: in the historical scenario CP's first action is Guns of August as event."""
    if not table.game.historical or table.turn != 1 or entry.seat != CP or table.actions(CP):
        return
    is_guns = isinstance(entry, Play) and (entry.card, entry.use) == (GUNS_OF_AUGUST, "event")
    if not is_guns:
        raise Refused(
            "PG-5.7.4",
            "CP's first action must be {card} as event.",
            card=card_name(CP, GUNS_OF_AUGUST),
        )


def _must_be_usable(table: Table, entry: Play) -> None:
    seat, use = entry.seat, entry.use
    if use != "event":
        _must_not_be_late_entry(table, entry)
    if use == "sr":
        must_not_follow_sr(table, seat)
    elif use == "rp":
        _must_not_follow_rp(table, seat)
    elif use == "event":
        events.must_be_allowed(table, entry)


def is_entry_late(table: Table) -> bool:
    """PG-9.5.2.5: CP is at Total War and AP is not."""
    return table.level(CP) is Level.TOTAL_WAR and table.level(AP) is not Level.TOTAL_WAR


def _must_not_be_late_entry(table: Table, entry: Play) -> None:
    """PG-9.5.2.5: AP 16 and 17 are then events only."""
    if entry.seat == AP and entry.card in LATE_ENTRIES and is_entry_late(table):
        raise Refused(
            "PG-9.5.2.5",
            "{card} can only be an event while CP is at Total War and AP is not.",
            card=card_name(AP, entry.card),
        )


def _must_not_follow_rp(table: Table, seat: int) -> None:
    """PG-AP65, PG-9.4.3: no RP in the turn of Influenza, and none after RP."""
    if table.is_turn_event(AP, INFLUENZA):
        raise Refused("PG-AP65", "{card}: no RP action this turn.", card=card_name(AP, INFLUENZA))
    use, last = table.last_action(seat)
    if use == "rp":
        raise Refused(
            "PG-9.4.3",
            "{side}'s last action was already RP: {card}.",
            side=SIDE_TERMS[seat],
            card=card_name(seat, last),
        )


def written(table: Table, seat: int) -> list[dict[str, object]]:
    """This turn's actions of the side as a match file writes them."""
    actions: list[dict[str, object]] = []
    for number in range(table.actions(seat)):
        use, n = table.action(seat, number)
        actions.append({"as": use, "card": n} if n else {"as": use})
    return actions


def clear(table: Table) -> None:
    """PG-6.0: a new turn starts afresh."""
    for seat in range(len(SIDES)):
        for number in range(ACTIONS_A_TURN):
            table.place(pieces.ACTION[seat] + number, "", "PG-6.0")
