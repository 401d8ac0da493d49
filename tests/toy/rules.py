"""The rules of the race: who may write now, and what an entry does."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from tests.toy import entries
from tests.toy.entries import AnyEntry, Course, Position, Setup, Walker
from tracker.engine.hand_seat import HandSeat, hand_over, seated_by
from tracker.engine.ledger import TABLE, Fact, Ledger, Line, Move, moves_of, summed
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.engine.title import Decision

PILE: Final = "pile"


def start(setup: Setup) -> Decision[Position]:
    blank = Position(setup, ((0, 0),) * (len(setup.names) + 1))
    facts = (Line(TABLE, Course.DAY, 1, "TR-1"),)
    return Decision(facts, apply(blank, facts))


def apply(position: Position, facts: Sequence[Fact]) -> Position:
    pile = position.pile
    for move in moves_of(facts):
        pile = (*pile, move.piece) if move.to == PILE else pile[1:]
    after = Position(position.setup, summed(position.rows, facts), pile, position.names)
    return seated_by(after, facts)


def decide(position: Position, entry: AnyEntry) -> Decision[Position]:
    if isinstance(entry, HandSeat):
        facts = hand_over(position.setup, entry, is_over=bool(at_goal(position)))
        return Decision(facts, apply(position, facts))
    _must_be_allowed(position, entry)
    ledger = Ledger(position.rows)
    _carry_out(ledger, position, entry)
    after = apply(position, ledger.facts)
    for seat in at_goal(after):
        ledger.declare(Message("{name} is at the goal.", {"name": position.setup.names[seat]}))
    return Decision(tuple(ledger.facts), after, tuple(ledger.verdicts))


def at_goal(position: Position) -> list[int]:
    seats = enumerate(position.rows[:-1])
    return [seat for seat, (steps, _) in seats if steps >= position.setup.goal]


def _must_be_allowed(position: Position, entry: AnyEntry) -> None:
    setup, pile, turn = position.setup, position.pile, position.rows[TABLE][Course.TURN.at]
    if at_goal(position):
        raise Refused("TR-6", "The race is over.")
    if setup.keep_order and getattr(entry, "seat", turn) != turn:
        raise Refused("TR-1", "It is {name}'s turn.", name=setup.names[turn])
    match entry:
        case entries.Deal() if pile:
            raise Refused("TR-4", "{number} cards lie there still.", number=len(pile))
        case entries.Draw() if not pile:
            raise Refused("TR-4", "No card lies there.")
        case entries.Draw(card=card) if card not in (UNSET, pile[0]):
            raise Refused("TR-4", "Another card lies uppermost.")


def _carry_out(ledger: Ledger, position: Position, entry: AnyEntry) -> None:
    match entry:
        case entries.Walk(seat=seat, steps=steps):
            _walk(ledger, seat, steps)
        case entries.TakeShoes(seat=seat):
            ledger.put(seat, Walker.SHOES, 1, "TR-3")
        case entries.Carry(seat=seat, other=other, steps=steps):
            _walk(ledger, seat, steps)
            _walk(ledger, other, steps)
        case entries.Draw(seat=seat, use=use):
            ledger.move(position.pile[0], PILE, "", "TR-4")
            _walk(ledger, seat, 0 if use is False else len(position.pile[0]))
        case entries.EndTurn(seat=seat):
            ledger.put(TABLE, Course.TURN, (seat + 1) % len(position.setup.names), "TR-1")
        case entries.Deal(cards=cards):
            ledger.facts += [Move(card, "", PILE, "TR-4") for card in cards]
        case entries.NextDay() | entries.Rest():
            ledger.add(TABLE, Course.DAY, getattr(entry, "nights", 1), "TR-5")


def _walk(ledger: Ledger, seat: int, steps: int) -> None:
    ledger.add(seat, Walker.STEPS, steps, "TR-2")
    if ledger[seat, Walker.SHOES]:
        ledger.add(seat, Walker.STEPS, steps, "TR-3")
