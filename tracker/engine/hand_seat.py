"""QM Players who come and go: a seat is handed to somebody else while the match runs."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Annotated, Any, TypeVar

from msgspec import Meta, structs

from tracker.engine import match_file
from tracker.engine.clean_text import clean
from tracker.engine.ledger import Fact, Handed
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused

GameT = TypeVar("GameT")


class HandSeat(match_file.Entry, frozen=True, tag_field="do", tag="hand_seat"):
    """From here on somebody else plays this seat."""

    seat: Annotated[int, Meta(ge=0)]
    name: Annotated[str, Meta(min_length=1, max_length=40)]


def check(entry: HandSeat, where: str) -> None:
    """Raise `Invalid` for a name of which nothing can be seen."""
    if not clean(entry.name):
        raise Invalid(f"{where}.name", "must not be blank")


def hand_over(setup: Any, entry: HandSeat, *, is_over: bool) -> tuple[Fact, ...]:
    """QM-1, QM-2: return what the entry does to the set-up; raise `Refused`."""
    names = [seat.name for seat in setup.seats]
    if is_over:
        raise Refused("QM-2", "The match is over; no seat can be handed over.")
    if clean(entry.name) == clean(names[entry.seat]):
        raise Refused("QM-1", "{name} has this seat already.", name=names[entry.seat])
    for seat, name in enumerate(names):
        if seat != entry.seat and is_same_name(name, entry.name):
            raise Refused("QM-1", "{name} has another seat; choose another name.", name=name)
    return (Handed(entry.seat, names[entry.seat], entry.name, "QM-1"),)


def is_same_name(name: str, other: str) -> bool:
    """Return whether two names differ in small and capital letters at most."""
    return _letters(name) == _letters(other)


def _letters(name: str) -> str:
    """Return the name with its letters made equal, small or capital."""
    return clean(name).casefold()


def examples(setup: Any, seat: int) -> Iterator[HandSeat]:
    """Yield the entry with a name that nobody at the table has, for the pages to replace."""
    taken = {_letters(seat.name) for seat in setup.seats}
    names = (f"Player {number}" for number in count(1))
    yield HandSeat(seat, next(name for name in names if _letters(name) not in taken))


class SetupsByPlace:
    """The set-up with the players who had the seats, by the place of an entry in the match."""

    def __init__(self, setup: Any, handed: Iterable[tuple[int, Sequence[Fact]]] = ()) -> None:
        """`handed` are the facts of the entries that handed a seat over, each with its place."""
        self._setups = [(-1, setup)]
        names = [seat.name for seat in setup.seats]
        for place, facts in handed:
            for fact in facts:
                if isinstance(fact, Handed):
                    names[fact.seat] = fact.to
            self._setups.append((place, with_names(setup, names)))

    def before(self, place: int) -> Any:
        """Return the set-up before the entry at this place."""
        at = bisect_left(self._setups, place, key=lambda handed: handed[0])
        return self._setups[max(0, at - 1)][1]


def with_names(setup: Any, names: Sequence[str]) -> Any:
    """Return the set-up with these players at its seats."""
    both = zip(setup.seats, names, strict=True)
    seats = tuple(structs.replace(seat, name=name) for seat, name in both)
    return structs.replace(setup, seats=seats)


def seated(game: GameT, names: tuple[str, ...]) -> GameT:
    """Return the game with these people at its seats."""
    known: Any = game
    changed: GameT = structs.replace(known, setup=with_names(known.setup, names), names=names)
    return changed


def seated_by(game: GameT, facts: Sequence[Fact]) -> GameT:
    """Return the game after these facts: some may have handed a seat over."""
    handed = [fact for fact in facts if isinstance(fact, Handed)]
    if not handed:
        return game
    known: Any = game
    names = [seat.name for seat in known.setup.seats]
    for fact in handed:
        names[fact.seat] = fact.to
    return seated(game, tuple(names))


def sentence(setup: Any, entry: HandSeat) -> Message:
    """Return the entry as a sentence, for the set-up with the people who played before it."""
    facts = {"name": entry.name, "before": setup.seats[entry.seat].name}
    return Message("{name} takes over from {before}", facts)
