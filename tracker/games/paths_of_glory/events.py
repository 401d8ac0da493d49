"""PG-9.5 Events: whether a card may be one, and what the sheet does with it."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import (
    conditions,
    mandates,
    peace,
    pieces,
    reinforcements,
    russia,
)
from tracker.games.paths_of_glory.box import Card, card, rule_of
from tracker.games.paths_of_glory.columns import AP, CP, SIDE_NAMES, Course, SideColumn
from tracker.games.paths_of_glory.entries import Play
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.nations import is_at_war
from tracker.games.paths_of_glory.pieces import MUTINY, NO_MANDATE
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.redeployment import must_not_follow_sr

SALONIKA, MEF = 30, 31
NEUTRALS: Final = ((CP, 34), (AP, 16), (AP, 17), (AP, 44))
ENTRENCH: Final = ((CP, 6), (AP, 12))
TSAR_VP, TSAR_VP_WITHOUT_ROMANIA = 1, 3
AFRICA_VP: Final = 1
# The asterisk's point in the introductory scenario, by seat (PG-5.3.3).
ASTERISK_VP: Final = (1, -1)


def must_be_allowed(table: Table, entry: Play) -> None:
    """PG-9.5: everything that can forbid an event, in the order of the rules page."""
    seat, printed = entry.seat, card(entry.seat, entry.card)
    if printed.is_combat_card:
        raise Refused(
            "PG-9.5.4.1",
            "{card} is a combat card: it is played in a battle.",
            card=card_name(seat, printed.n),
        )
    if printed.reinforces:
        reinforcements.must_be_allowed(table, seat, printed)
    if printed.enters:
        _must_be_first_neutral(table, seat, printed)
    if (seat, printed.n) == (AP, MEF) and not entry.normal:
        _must_not_follow_salonika(table)
    if printed.kind == "ES":
        must_not_follow_sr(table, seat)
    if printed.entrench:
        _must_open_entrenching(table, seat, printed)
    conditions.must_hold(table, seat, printed, normal=entry.normal)


def has_neutral_entered(table: Table) -> bool:
    """PG-9.5.2.2: whether a neutral nation has entered the war this turn."""
    return any(table.is_turn_event(*neutral) for neutral in NEUTRALS)


def _must_be_first_neutral(table: Table, seat: int, printed: Card) -> None:
    if has_neutral_entered(table):
        entered = next(neutral for neutral in NEUTRALS if table.is_turn_event(*neutral))
        raise Refused(
            "PG-9.5.2.2",
            "{card}: one neutral enters in a turn, and {other} was played in turn {turn}.",
            card=card_name(seat, printed.n),
            other=card_name(*entered),
            turn=table.turn,
        )


def _must_not_follow_salonika(table: Table) -> None:
    if table.was_played(AP, SALONIKA):
        raise Refused(
            "PG-9.5.2.4.1",
            "After {other}, {card} can come only as a normal army.",
            card=card_name(AP, MEF),
            other=card_name(AP, SALONIKA),
        )


def _must_open_entrenching(table: Table, seat: int, printed: Card) -> None:
    """PG-5.7.4, PG-11.2.1: not on turn 1 of the historical scenario; one of the two cards only."""
    if table.game.historical and table.turn == 1:
        raise Refused(
            "PG-5.7.4", "{card} cannot be an event on turn 1.", card=card_name(seat, printed.n)
        )
    for other in ENTRENCH:
        if table.was_played(*other):
            raise Refused(
                "PG-11.2.1",
                "{card}: entrenching was opened by {other} on turn {turn}.",
                card=card_name(seat, printed.n),
                other=card_name(*other),
                turn=table.event_turn(*other),
            )


def is_entrenching_open(table: Table) -> bool:
    """PG-11.2.1: either Entrench event opens it."""
    return any(table.was_played(*entrench) for entrench in ENTRENCH)


def happen(table: Table, entry: Play, printed: Card) -> None:
    """PG-9.5.1.3: the war status at once, then what the event does on the tracks."""
    seat = entry.seat
    note(table, seat, printed)
    rule = f"PG-{SIDE_NAMES[seat]}{printed.n}"
    table.score(printed.vp, rule)
    if printed.destroys:
        table.place(pieces.FORT[printed.destroys], pieces.DESTROYED, rule)
    if printed.enters:
        table.declare(Message("{nation} is at war.", {"nation": printed.enters}))
    effect = EFFECTS.get((seat, printed.n))
    if effect is not None:
        effect(table, entry)


def note(table: Table, seat: int, printed: Card) -> None:
    """PG-9.5.1.3, PG-5.3.3: an event's war status and marker, and its asterisk's point."""
    table.add(seat, SideColumn.WAR_STATUS, printed.ws, "PG-9.5.1.3")
    table.place(pieces.event(seat, printed.n), str(table.turn), "PG-9.5.1")
    if printed.star and table.game.introductory:
        table.score(ASTERISK_VP[seat], "PG-5.3.3")


def _sail(table: Table, entry: Play) -> None:
    table.put(TABLE, Course.FLEET_PENDING, 1, "PG-CP25")


def _fight_in_africa(table: Table, entry: Play) -> None:
    if entry.africa == "vp":
        table.score(AFRICA_VP, "PG-CP32")


def _mutiny(table: Table, entry: Play) -> None:
    mandates.change(table, AP, "FR", MUTINY, "PG-7.1.8")


def _take_command(table: Table, entry: Play) -> None:
    mandates.change(table, CP, "GE", NO_MANDATE, "PG-7.1.10")


def _revolt(table: Table, entry: Play) -> None:
    mandates.change(table, AP, "RU", NO_MANDATE, "PG-7.1.11")


def _fall(table: Table, entry: Play) -> None:
    """PG-16.4.5: the Russian spaces of the moment are kept; +3 with Romania neutral."""
    table.put(TABLE, Course.TSAR_FELL_AT, russia.russian_vp(table) + 1, "PG-16.4.5")
    is_romania_in = is_at_war(table, "RO")
    table.score(TSAR_VP if is_romania_in else TSAR_VP_WITHOUT_ROMANIA, rule_of(CP, 52))


def _negotiate(table: Table, entry: Play) -> None:
    die = cast(int, entry.die)  # it was asked for before anything was played
    table.score(peace.sixtus_vp(die), "PG-AP62")


EFFECTS: Final[Mapping[tuple[int, int], Callable[[Table, Play], None]]] = {
    (CP, 25): _sail,
    (CP, 32): _fight_in_africa,
    (CP, 47): _mutiny,
    (CP, 52): _fall,
    (CP, 53): _revolt,
    (CP, 54): _take_command,
    (AP, 62): _negotiate,
}
