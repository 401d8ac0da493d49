"""The rules of the race: who may write now, and what an entry does."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from tests.toy import entries
from tests.toy.entries import AnyEntry, Course, Position, Setup, Walker
from tracker.engine.ledger import TABLE, Fact, Ledger, moves_of, summed
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.engine.title import Decision

PILE: Final = "pile"


class Track(Ledger):
    """A position that an entry is written on."""

    def __init__(self, position: Position) -> None:
        super().__init__(position.rows)
        self.setup, self.pile = position.setup, position.pile

    def walk(self, seat: int, steps: int) -> None:
        self.add(seat, Walker.STEPS, steps, "TR-2")
        if self[seat, Walker.SHOES]:
            self.add(seat, Walker.STEPS, steps, "TR-3")

    def deal(self, cards: Sequence[str]) -> None:
        for card in cards:
            self.move(card, "", PILE, "TR-4")

    def decision(self, before: Position) -> Decision[Position]:
        return Decision(tuple(self.facts), apply(before, self.facts), tuple(self.verdicts))


def start(setup: Setup) -> Decision[Position]:
    blank = Position(setup, ((0, 0),) * (len(setup.names) + 1))
    track = Track(blank)
    track.put(TABLE, Course.DAY, 1, "TR-1")
    return track.decision(blank)


def apply(position: Position, facts: Sequence[Fact]) -> Position:
    pile = position.pile
    for move in moves_of(facts):
        pile = (*pile, move.piece) if move.to == PILE else pile[1:]
    return Position(position.setup, summed(position.rows, facts), pile)


def decide(position: Position, entry: AnyEntry) -> Decision[Position]:
    track = Track(position)
    _must_be_allowed(track, entry)
    _carry_out(track, entry)
    for seat in at_goal(position.setup, track.closed()):
        name = track.setup.names[seat]
        track.declare(Message("{name} is at the goal.", {"name": name}))
    return track.decision(position)


def _carry_out(track: Track, entry: AnyEntry) -> None:
    match entry:
        case entries.Walk(seat=seat, steps=steps):
            track.walk(seat, steps)
        case entries.TakeShoes(seat=seat):
            track.put(seat, Walker.SHOES, 1, "TR-3")
        case entries.Carry(seat=seat, other=other, steps=steps):
            track.walk(seat, steps)
            track.walk(other, steps)
        case entries.Draw(seat=seat, use=use):
            track.move(track.pile[0], PILE, "", "TR-4")
            track.walk(seat, len(track.pile[0]) if use is not False else 0)
        case entries.EndTurn(seat=seat):
            track.put(TABLE, Course.TURN, (seat + 1) % len(track.setup.names), "TR-1")
        case entries.Deal(cards=cards):
            track.deal(cards)
        case entries.NextDay():
            track.add(TABLE, Course.DAY, 1, "TR-5")


def at_goal(setup: Setup, rows: Sequence[Sequence[int]]) -> list[int]:
    return [seat for seat, (steps, _) in enumerate(rows[:-1]) if steps >= setup.goal]


def _must_be_allowed(track: Track, entry: AnyEntry) -> None:
    on = track[TABLE, Course.TURN]
    if at_goal(track.setup, track.closed()):
        raise Refused("TR-6", "The race is over.")
    if track.setup.keep_order and getattr(entry, "seat", on) != on:
        raise Refused("TR-1", "It is {name}'s turn.", name=track.setup.names[on])
    if isinstance(entry, entries.Deal) and track.pile:
        raise Refused("TR-4", "{number} cards lie there still.", number=len(track.pile))
    if isinstance(entry, entries.Draw) and not track.pile:
        raise Refused("TR-4", "No card lies there.")
    if isinstance(entry, entries.Draw) and entry.card not in (UNSET, track.pile[0]):
        raise Refused("TR-4", "Another card lies uppermost.")
