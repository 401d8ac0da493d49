"""Checks that types cannot make of a set-up or an entry (GR-1, GR-11.1)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET

from tracker.engine import hand_seat
from tracker.engine.codec import named
from tracker.engine.hand_seat import HandSeat
from tracker.engine.refusal import Invalid
from tracker.games.grizzled import modes
from tracker.games.grizzled.columns import TOKENS, Token
from tracker.games.grizzled.entries import (
    Correct,
    GiveOrder,
    Mission,
    Play,
    SeatNumbers,
    Speech,
    Support,
    Withdraw,
    Written,
)
from tracker.games.grizzled.mission_cards import Bunker, Collect, MissionCard
from tracker.games.grizzled.setup import Setup

# --- The set-up ----------------------------------------------------------------------------------


def check_setup(setup: Setup) -> None:
    """GR-1: seats, soldiers, difficulty, orders, leader, trials and tokens that go together."""
    _check_seats(setup)
    _check_difficulty(setup)
    _check_leader(setup)
    _check_tokens(setup)
    by_hand = setup.switches.by_hand
    if len(set(by_hand)) < len(by_hand):
        raise Invalid("setup.switches.by_hand", "has the same hard knock twice")


def _check_seats(setup: Setup) -> None:
    if setup.mode != "standard" and len(setup.seats) != 3:
        raise Invalid(
            "setup.seats",
            "the mode {mode} has exactly 3 soldiers, and {number} are named (GR-1.2)",
            mode=setup.mode,
            number=len(setup.seats),
        )
    taken = set()
    for place, seat in enumerate(setup.seats):
        if seat.soldier in taken:
            raise Invalid(
                f"setup.seats[{place}].soldier",
                "each soldier is used once, and {soldier} is taken (GR-1.5)",
                soldier=seat.soldier,
            )
        taken.add(seat.soldier)


def _check_difficulty(setup: Setup) -> None:
    if setup.orders is not None and setup.mode in ("chaplain", "solo"):
        raise Invalid("setup.orders", "the mode {mode} has no orders (GR-11.1)", mode=setup.mode)
    has_own = setup.mode == "chaplain" or (setup.mode == "standard" and setup.orders is not None)
    if setup.difficulty == "veteran" and has_own:
        raise Invalid("setup.difficulty", "veteran is not a difficulty here (GR-1.4)")
    if setup.trials is not UNSET and setup.mode != "chaplain":
        raise Invalid("setup.trials", "only the mode chaplain chooses its trials (GR-13.4)")


def _check_leader(setup: Setup) -> None:
    if setup.leader >= len(setup.seats):
        raise _no_seat("setup.leader", setup.leader, len(setup.seats))
    if setup.leader not in modes.game(setup).leaders:
        raise Invalid("setup.leader", "the chaplain or the recruit never leads (GR-1.7)")


def _check_tokens(setup: Setup) -> None:
    """GR-1.6: a third token must be one that there is, besides a left and a right one each."""
    there = dict(zip(TOKENS, modes.game(setup).tokens, strict=True))
    given = dict.fromkeys(TOKENS, 0)
    given[Token.LEFT] = given[Token.RIGHT] = len(setup.seats)
    for place, seat in enumerate(setup.seats):
        if seat.token is UNSET:
            continue
        given[seat.token] += 1
        if given[seat.token] > there[seat.token]:
            raise Invalid(
                f"setup.seats[{place}].token",
                "there are only {there} tokens of the kind {token} in this game (GR-1.6)",
                token=seat.token.value,
                there=there[seat.token],
            )


# --- The entries ---------------------------------------------------------------------------------


def check_entries(setup: Setup, entries: Sequence[Written]) -> None:
    """Seats that do not exist, and fields that do not go together."""
    seats = len(setup.seats)
    for place, entry in enumerate(entries):
        for path, seat in _seats_named(entry):
            if seat >= seats:
                raise _no_seat(f"entries[{place}].{path}", seat, seats)
        for path, key in _keys_named(entry):
            if key not in KEYS[:seats]:
                raise _no_seat(f"entries[{place}].{path}.{named(key)}", named(key), seats)
        check = CHECKS.get(type(entry))
        if check is not None:
            check(entry, f"entries[{place}]")


KEYS: Final = ("0", "1", "2", "3", "4")


def _no_seat(where: str, seat: int | str, seats: int) -> Invalid:
    return Invalid(
        where,
        "there is no seat {seat}; the last of {seats} is {last}",
        seat=seat,
        seats=seats,
        last=seats - 1,
    )


def _seats_named(entry: Written) -> Iterator[tuple[str, int]]:
    seat = getattr(entry, "seat", UNSET)
    if seat is not UNSET:
        yield "seat", seat
    if isinstance(entry, Play | Withdraw) and entry.relieves is not UNSET:
        yield "relieves.seat", entry.relieves.seat
    if isinstance(entry, Correct):
        for name, number in (("leader", entry.set.leader), ("turn", entry.set.turn)):
            if number is not UNSET:
                yield f"set.{name}", number


def _keys_named(entry: Written) -> Iterator[tuple[str, str]]:
    match entry:
        case Speech():
            yield from (("discards", key) for key in entry.discards)
        case Support():
            yield from (("tokens", key) for key in entry.tokens)
        case Correct():
            yield from (("set.seats", key) for key in entry.set.seats)


def _check_mission(entry: Mission, where: str) -> None:
    if entry.card is not UNSET:
        _check_card(entry.card, f"{where}.card.effects")


def _check_card(card: MissionCard, where: str) -> None:
    """GR-11.5: at most one bunker and one collect, each threat of a collect once."""
    for kind in (Bunker, Collect):
        if sum(isinstance(effect, kind) for effect in card.effects) > 1:
            raise Invalid(where, "has more than one {kind}", kind=kind.__name__.lower())
    for place, effect in enumerate(card.effects):
        if isinstance(effect, Collect) and len(set(effect.threats)) < len(effect.threats):
            raise Invalid(f"{where}[{place}].threats", "has the same threat twice")


def _check_support(entry: Support, where: str) -> None:
    if entry.help is not UNSET and len(set(entry.help.remove)) < len(entry.help.remove):
        raise Invalid(f"{where}.help.remove", "has the same hard knock twice")


def _check_order(entry: GiveOrder, where: str) -> None:
    """GR-11.11: what an order moves, discards or fails, and fields that go with it only."""
    moves = entry.origin is not UNSET and entry.to is not UNSET
    if (entry.origin is UNSET) != (entry.to is UNSET):
        raise Invalid(where, "needs from and to together")
    if not (moves or entry.discard or entry.fails):
        raise Invalid(where, "needs from with to, or discard: true, or fails: true")
    if moves and entry.origin == entry.to:
        raise Invalid(f"{where}.to", "must be another pile than from")
    if not moves and (entry.cards is not UNSET or entry.seat is not UNSET):
        raise Invalid(where, "may have cards and seat only with from and to")
    if moves and ("hand" in (entry.origin, entry.to)) != (entry.seat is not UNSET):
        raise Invalid(f"{where}.seat", "is needed with a hand, and only then")


def _check_correct(entry: Correct, where: str) -> None:
    others = (name for name in entry.set.__struct_fields__ if name != "seats")
    is_table_left = all(getattr(entry.set, name) is UNSET for name in others)
    if is_table_left and all(its == SeatNumbers() for its in entry.set.seats.values()):
        raise Invalid(f"{where}.set", "sets nothing")


CHECKS: Final[dict[type[Any], Callable[[Any, str], None]]] = {
    Mission: _check_mission,
    Support: _check_support,
    GiveOrder: _check_order,
    Correct: _check_correct,
    HandSeat: hand_seat.check,
}
