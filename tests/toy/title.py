"""The toy, as the rest of the program sees it: every answer of the contract."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET

from tests.toy.card import CARD
from tests.toy.entries import (
    AnyEntry,
    Carry,
    Course,
    Deal,
    Draw,
    EndTurn,
    NextDay,
    OnTurn,
    Position,
    Setup,
    TakeShoes,
    Track,
    Walk,
    Walker,
)
from tracker.engine import title as contract
from tracker.engine.choice import Choice, ChoiceOption
from tracker.engine.ledger import TABLE, Amount, Column, Fact, moves_of, summed
from tracker.engine.message import Message, Term
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.sheet_check import Noted, Question, repeated
from tracker.engine.title import (
    Claim,
    Decision,
    Offer,
    Outcome,
    Progress,
    Reader,
    SeatResult,
    Sight,
    Whose,
    Won,
)

NAME: str = CARD.name
SETUP = Setup
ENTRY: Any = AnyEntry
COLUMNS: Mapping[str, Column] = {column.value: column for column in (*Walker, *Course)}
PILE: Final = "pile"
TEXTS: Final = {
    Walk: "{name} walks {steps}",
    TakeShoes: "{name} takes shoes",
    Carry: "{name} carries {other} for {steps}",
    Draw: "{name} draws a card",
    EndTurn: "{name} ends the turn",
    Deal: "Cards are dealt: {cards}",
    NextDay: "The next day",
}


# Rules


def check(setup: Setup, entries: Sequence[AnyEntry]) -> None:
    for place, entry in enumerate(entries):
        for field in ("seat", "other"):
            if getattr(entry, field, 0) >= len(setup.names):
                raise Invalid(f"entries[{place}].{field}", "there is no such seat")


def start(setup: Setup) -> Decision[Position]:
    track = Track(Position(setup, ((0, 0),) * (len(setup.names) + 1)))
    track.put(TABLE, Course.DAY, 1, "TR-1")
    return _decision(track)


def decide(position: Position, entry: AnyEntry) -> Decision[Position]:
    if outcome(position) is not None:
        raise Refused("TR-6", "The race is over.")
    track = Track(position)
    if isinstance(entry, OnTurn):
        track.must_be_on(entry.seat)
    _carry_out(track, entry)
    for seat, name in enumerate(track.setup.names):
        if track[seat, Walker.STEPS] >= track.setup.goal:
            track.declare(Message("{name} is at the goal.", {"name": name}))
    return _decision(track)


def _carry_out(track: Track, entry: AnyEntry) -> None:
    match entry:
        case Walk(seat=seat, steps=steps):
            track.walk(seat, steps)
        case TakeShoes(seat=seat):
            track.put(seat, Walker.SHOES, 1, "TR-3")
        case Carry(seat=seat, other=other, steps=steps):
            track.walk(seat, steps)
            track.walk(other, steps)
        case Draw():
            _draw(track, entry)
        case EndTurn(seat=seat):
            track.put(TABLE, Course.TURN, (seat + 1) % len(track.setup.names), "TR-1")
        case Deal():
            _deal(track, entry)
        case NextDay():
            track.add(TABLE, Course.DAY, 1, "TR-5")


def _deal(track: Track, entry: Deal) -> None:
    if track.pile:
        raise Refused("TR-4", "{number} cards lie there still.", number=len(track.pile))
    for card in entry.cards:
        track.move(card, "", PILE, "TR-4")


def _draw(track: Track, entry: Draw) -> None:
    if not track.pile:
        raise Refused("TR-4", "No card lies there.")
    if entry.card not in (UNSET, track.pile[0]):
        raise Refused("TR-4", "Another card lies uppermost.")
    track.move(track.pile[0], PILE, "", "TR-4")
    if entry.use is not False:
        track.walk(entry.seat, len(track.pile[0]))


def _decision(track: Track) -> Decision[Position]:
    position = apply(Position(track.setup, track.closed(), track.pile), moves_of(track.facts))
    return Decision(tuple(track.facts), position, tuple(track.verdicts))


def apply(position: Position, facts: Sequence[Fact]) -> Position:
    pile = position.pile
    for move in moves_of(facts):
        pile = (*pile, move.piece) if move.to == PILE else pile[1:]
    return Position(position.setup, summed(position.rows, facts), pile)


def offers(position: Position, seat: int) -> tuple[Offer[AnyEntry], ...]:
    other = (seat + 1) % len(position.setup.names)
    examples: tuple[AnyEntry, ...] = (
        *(Walk(seat=seat, steps=1), TakeShoes(seat=seat), Carry(seat=seat, other=other, steps=1)),
        *(Draw(seat=seat), EndTurn(seat=seat), Deal(cards=("aa", "b")), NextDay()),
    )
    return tuple(_offer(position, entry) for entry in examples)


def _offer(position: Position, entry: AnyEntry) -> Offer[AnyEntry]:
    refusal = _why_not(position, entry)
    return Offer(str(entry.__struct_config__.tag), () if refusal else (entry,), refusal)


def _why_not(position: Position, entry: AnyEntry) -> Refused | None:
    try:
        decide(position, entry)
    except Refused as refusal:
        return refusal
    return None


def choices(position: Position, entry: AnyEntry) -> tuple[Choice, ...]:
    if not isinstance(entry, Draw) or _why_not(position, entry):
        return ()
    options = (ChoiceOption("true", Message("Go on")), ChoiceOption("false", Message("Stay")))
    return (Choice("use", Message("Use the card?"), options, default={"true": 1}),)


def invariants(position: Position) -> tuple[str, ...]:
    return tuple(
        f"{name} has gone back"
        for name, row in zip(position.setup.names, position.rows, strict=False)
        if row[0] < 0
    )


# What a reader may see, seats and rights


def see(
    position: Position, entry: AnyEntry, reader: Reader | int, *, counts: bool = True
) -> Sight[AnyEntry]:
    if isinstance(entry, Deal) and (position.pile or not counts):
        return Sight(Deal(cards=("?",) * len(entry.cards)))
    if isinstance(entry, Draw) and position.pile:
        is_guess = entry.card is not UNSET or entry.use is not UNSET
        return Sight(entry, PILE, is_guess=is_guess, rule="TR-4")
    return Sight(entry)


def seats(setup: Setup) -> tuple[str, ...]:
    return setup.names


def claim(position: Position, entry: AnyEntry) -> Claim:
    match entry:
        case NextDay():
            return Claim(Whose.HOST)
        case Deal():
            return Claim(Whose.TABLE)
        case Carry(seat=seat, other=other):
            return Claim(Whose.SEAT, (seat,), (other,))
        case _:
            return Claim(Whose.SEAT, (entry.seat,))


# Progress


def tracks(setup: Setup) -> tuple[contract.Track, ...]:
    return tuple(
        contract.Track("steps", Message("{name}", {"name": name}), seat)
        for seat, name in enumerate(setup.names)
    )


def track_labels() -> tuple[Message, ...]:
    return ()


def progress(position: Position) -> Progress:
    day = position.rows[TABLE][0]
    steps = tuple(row[0] for row in position.rows[:-1])
    return Progress(day, Message("Day {day}", {"day": day}), steps, tuple(range(len(steps))))


def outcome(position: Position) -> Outcome | None:
    steps = [row[0] for row in position.rows[:-1]]
    if max(steps) < position.setup.goal:
        return None
    winners = tuple(seat for seat, gone in enumerate(steps) if gone == max(steps))
    names = tuple(position.setup.names[seat] for seat in winners)
    label = Message("Victory: {names}", {"names": names})
    return Outcome(Won.SEATS, winners, "goal", "TR-6", label)


# Results


def seat_results(position: Position) -> tuple[SeatResult, ...]:
    steps = [row[0] for row in position.rows[:-1]]
    return tuple(SeatResult(points=own, rank=1 + sum(n > own for n in steps)) for own in steps)


def tally(entry: AnyEntry, facts: Sequence[Fact]) -> tuple[tuple[int, str], ...]:
    return ((entry.seat, "shoes"),) if isinstance(entry, TakeShoes) else ()


def result_words() -> Mapping[str, Term]:
    return {"goal": Term("At the goal", "result"), "shoes": Term("Shoes", "result")}


# Sheet check


def is_closing(position: Position) -> bool:
    return outcome(position) is not None


def questions(position: Position, entries: Sequence[Noted]) -> tuple[Question, ...]:
    return tuple(repeated(entries, lambda entry: entry_text(position.setup, entry)))


# Words, files and the store


def entry_text(setup: Setup, entry: AnyEntry) -> Message:
    facts: dict[str, object] = {
        "name": setup.names[getattr(entry, "seat", 0)],
        "other": setup.names[getattr(entry, "other", 0)],
        "steps": Amount(getattr(entry, "steps", 0), Walker.STEPS),
        "cards": getattr(entry, "cards", ()),
    }
    return Message(TEXTS[type(entry)], facts)


def export_position(position: Position) -> dict[str, Any]:
    ended = outcome(position)
    return {
        "day": position.rows[TABLE][0],
        "turn": position.rows[TABLE][1],
        "seats": [{"steps": steps, "shoes": bool(shoes)} for steps, shoes in position.rows[:-1]],
        "pile": len(position.pile),
        "result": ended and {"winners": list(ended.winners), "reason": ended.reason},
    }


def pack(position: Position) -> bytes:
    return msgspec.json.encode((position.rows, position.pile))


def unpack(setup: Setup, data: bytes) -> Position:
    rows, pile = msgspec.json.decode(data, type=tuple[tuple[tuple[int, ...], ...], tuple[str, ...]])
    return Position(setup, rows, pile)
