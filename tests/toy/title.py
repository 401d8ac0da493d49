"""The toy, as the rest of the program sees it: every answer of the contract."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import UNSET

from tests.toy import rules
from tests.toy.card import CARD
from tests.toy.entries import (
    AnyEntry,
    Carry,
    Course,
    Deal,
    Draw,
    EndTurn,
    NextDay,
    Position,
    Rest,
    Setup,
    TakeShoes,
    Walk,
    Walker,
)
from tests.toy.rules import PILE, at_goal
from tracker.engine import hand_seat, title
from tracker.engine.choice import Choice, ChoiceOption
from tracker.engine.hand_seat import HandSeat
from tracker.engine.ledger import TABLE, Amount, Column, Fact
from tracker.engine.message import Message, Term
from tracker.engine.refusal import Invalid
from tracker.engine.sheet_check import Noted, Question, repeated
from tracker.engine.title import (
    Claim,
    Offer,
    Outcome,
    Progress,
    Reader,
    SeatResult,
    Sight,
    Track,
    Whose,
    Won,
    offer,
    refusal_by,
)

NAME: str = CARD.name
SETUP = Setup
ENTRY: Any = AnyEntry
start, decide, apply = rules.start, rules.decide, rules.apply
seats = title.seats
COLUMNS: Mapping[str, Column] = {column.value: column for column in (*Walker, *Course)}
TEXTS: Final = {
    Walk: "{name} walks {steps}",
    TakeShoes: "{name} takes shoes",
    Carry: "{name} carries {other} for {steps}",
    Draw: "{name} draws a card",
    Rest: "{name} rests",
    EndTurn: "{name} ends the turn",
    Deal: "Cards are dealt: {cards}",
    NextDay: "The next day",
}


def check_setup(setup: Setup) -> None:
    """Check nothing: its types say all."""


def check_entries(setup: Setup, entries: Sequence[AnyEntry]) -> None:
    for place, entry in enumerate(entries):
        for field in ("seat", "other"):
            if getattr(entry, field, 0) >= len(setup.names):
                raise Invalid(f"entries[{place}].{field}", "there is no such seat")
        if isinstance(entry, HandSeat):
            hand_seat.check(entry, f"entries[{place}]")


def offers(position: Position, seat: int) -> tuple[Offer[AnyEntry], ...]:
    other = (seat + 1) % len(position.setup.names)
    examples: tuple[AnyEntry, ...] = (
        *(Walk(seat=seat, steps=1), TakeShoes(seat=seat), Carry(seat=seat, other=other, steps=1)),
        *(Draw(seat=seat), EndTurn(seat=seat), Deal(cards=("aa", "b")), NextDay()),
        Rest(seat=seat, where="inn", nights=1),
        *hand_seat.examples(position.setup, seat),
    )
    why_not = partial(refusal_by, decide, position)
    return tuple(offer(str(entry.__struct_config__.tag), [entry], why_not) for entry in examples)


def choices(position: Position, entry: AnyEntry) -> tuple[Choice, ...]:
    if not isinstance(entry, Draw) or refusal_by(decide, position, entry):
        return ()
    options = (ChoiceOption("true", Message("Go on")), ChoiceOption("false", Message("Stay")))
    return (Choice("use", Message("Use the card?"), options, default={"true": 1}),)


def invariants(position: Position) -> tuple[str, ...]:
    return tuple("somebody has gone back" for row in position.rows[:-1] if row[0] < 0)


def see(
    position: Position, entry: AnyEntry, reader: Reader | int, *, counts: bool = True
) -> Sight[AnyEntry]:
    if isinstance(entry, Deal) and (position.pile or not counts):
        return Sight(Deal(cards=("?",) * len(entry.cards)))
    if isinstance(entry, Draw) and position.pile:
        is_guess = entry.card is not UNSET or entry.use is not UNSET
        return Sight(entry, PILE, is_guess=is_guess, rule="TR-4")
    return Sight(entry)


def setup_of(position: Position) -> Setup:
    return position.setup


def claim(position: Position, entry: AnyEntry) -> Claim:
    match entry:
        case NextDay() | HandSeat():
            return Claim(Whose.HOST)
        case Deal():
            return Claim(Whose.TABLE)
        case Carry(seat=seat, other=other):
            return Claim(Whose.SEAT, (seat,), (other,))
        case _:
            return Claim(Whose.SEAT, (entry.seat,))


def tracks(setup: Setup) -> tuple[Track, ...]:
    labels = (Message("{name}", {"name": name}) for name in setup.names)
    return tuple(Track("steps", label, seat) for seat, label in enumerate(labels))


def track_labels() -> tuple[Message, ...]:
    return ()


def progress(position: Position) -> Progress:
    day, turn = position.rows[TABLE]
    steps = tuple(row[0] for row in position.rows[:-1])
    sides = tuple(range(len(steps)))
    return Progress(day, Message("Day {day}", {"day": day}), steps, sides, turn)


def outcome(position: Position) -> Outcome | None:
    winners = tuple(at_goal(position))
    names = tuple(position.setup.names[seat] for seat in winners)
    label = Message("Victory: {names}", {"names": names})
    return Outcome(Won.SEATS, winners, "goal", "TR-6", label) if winners else None


def seat_results(position: Position) -> tuple[SeatResult, ...]:
    steps = [row[0] for row in position.rows[:-1]]
    return tuple(SeatResult(points=own, rank=1 + sum(n > own for n in steps)) for own in steps)


def tally(entry: AnyEntry, facts: Sequence[Fact]) -> tuple[tuple[int, str], ...]:
    return ((entry.seat, "shoes"),) if isinstance(entry, TakeShoes) else ()


def result_words() -> Mapping[str, Term]:
    return {"goal": Term("At the goal", "result"), "shoes": Term("Shoes", "result")}


def is_closing(position: Position) -> bool:
    return outcome(position) is not None


def questions(position: Position, entries: Sequence[Noted]) -> tuple[Question, ...]:
    return tuple(repeated(entries, partial(entry_text, position.setup)))


def entry_text(setup: Setup, entry: AnyEntry) -> Message:
    if isinstance(entry, HandSeat):
        return hand_seat.sentence(setup, entry)
    facts: dict[str, object] = {
        "name": setup.names[getattr(entry, "seat", 0)],
        "other": setup.names[getattr(entry, "other", 0)],
        "steps": Amount(getattr(entry, "steps", 0), Walker.STEPS),
        "cards": getattr(entry, "cards", ()),
    }
    return Message(TEXTS[type(entry)], facts)


def export_position(position: Position) -> dict[str, Any]:
    ended = outcome(position)
    rows = zip(position.setup.names, position.rows[:-1], strict=True)
    return {
        "day": position.rows[TABLE][0],
        "turn": position.rows[TABLE][1],
        "seats": [{"name": name, "steps": row[0], "shoes": bool(row[1])} for name, row in rows],
        "pile": len(position.pile),
        "result": ended and {"winners": list(ended.winners), "reason": ended.reason},
    }


def pack(position: Position) -> bytes:
    return msgspec.json.encode((position.rows, position.pile, position.names))


def unpack(setup: Setup, data: bytes) -> Position:
    names = tuple[str, ...]
    rows, pile, seats = msgspec.json.decode(
        data, type=tuple[tuple[tuple[int, ...], ...], tuple[str, ...], names]
    )
    position = Position(setup, rows, pile)
    return hand_seat.seated(position, seats) if seats else position
