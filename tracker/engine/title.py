"""The contract between a title and the rest of the program: what a game must be able to answer."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from tracker.engine.choice import Choice, Verdict
from tracker.engine.ledger import Column, Fact
from tracker.engine.message import Message, Term
from tracker.engine.refusal import Refused
from tracker.engine.sheet_check import Noted, Question

SetupT = TypeVar("SetupT")
EntryT = TypeVar("EntryT")
PositionT = TypeVar("PositionT")


# --- Rules ---------------------------------------------------------------------------------------


class Decision(msgspec.Struct, Generic[PositionT], frozen=True, eq=False, gc=False):
    """The outcome of an entry: its facts, the position after them, and the headlines."""

    facts: tuple[Fact, ...]
    position: PositionT
    verdicts: tuple[Verdict, ...] = ()
    """The sentences that matter most: who wins, who flees, who is out."""


class Offer(msgspec.Struct, Generic[EntryT], frozen=True):
    """A kind of entry that a seat might write: the entries allowed now, or why none is."""

    do: str
    entries: tuple[EntryT, ...]
    refusal: Refused | None


def offer(
    do: str, candidates: Iterable[EntryT], why_not: Callable[[EntryT], Refused | None]
) -> Offer[EntryT]:
    """Return the candidates that are allowed; where none is, the first reason."""
    allowed, reason = list[EntryT](), None
    for entry in candidates:
        refusal = why_not(entry)
        if refusal is None:
            allowed.append(entry)
        elif reason is None:  # only one is kept: each holds the frames that it was raised in
            reason = refusal
    return Offer(do, tuple(allowed), None if allowed else reason)


# --- What a reader may see -----------------------------------------------------------------------


class Reader(Enum):
    """A reader who is no seat. A seat reads as its number."""

    TABLE = "table"
    NOBODY = "nobody"


class Sight(msgspec.Struct, Generic[EntryT], frozen=True):
    """An entry as a reader may know it in a position."""

    entry: EntryT
    """The entry without what is hidden from the reader."""
    uncovers: str = ""
    """The hidden thing that writing the entry would show; empty where there is none."""
    is_guess: bool = False
    """True where judging the entry would reveal something that is hidden."""
    rule: str = ""
    """The rule by which it is hidden."""
    forbidden: Refused | None = None
    """The refusal where only the program may write it: a player would choose what is hidden."""


# --- Seats and rights ----------------------------------------------------------------------------


class Whose(Enum):
    """The devices that write an entry where several are at the table."""

    SEAT = "seat"
    """One of the seats that it is about."""
    TABLE = "table"
    """Whoever writes for the whole table."""
    HOST = "host"
    """The host alone."""


class Claim(msgspec.Struct, frozen=True):
    """The owner of an entry, and the seats that have to agree where the table wants to be asked."""

    whose: Whose
    seats: tuple[int, ...] = ()
    """The seats that may write it; where it is written for them all, the first."""
    asks: tuple[int, ...] = ()
    """The seats that give something by it, of their own free will."""

    def asked_by(self, seat: int | None) -> frozenset[int]:
        """The seats that have to agree when this one writes it."""
        writer = seat if seat in self.seats else self.seats[0] if self.seats else None
        return frozenset(self.asks) - {writer}


# --- Progress ------------------------------------------------------------------------------------


class Track(msgspec.Struct, frozen=True):
    """A number that is drawn over time: a seat's points, the trials left."""

    name: str
    label: Message
    seat: int | None = None


class Progress(msgspec.Struct, frozen=True):
    """The progress of a match: its round, and the numbers of its tracks."""

    round: int
    """The month, the mission, the turn: entries and tracks are told by it."""
    label: Message
    """The round in words: "Month 3 of 6"."""
    values: tuple[int, ...]
    """The numbers of the title's tracks, in their order."""
    sides: tuple[object, ...]
    """The side of every seat; where nobody is allied, each seat is a side of its own."""
    turn: int | None = None
    """The seat whose turn it is, where there are turns now."""


class Won(Enum):
    """The winners of a match that is over."""

    SEATS = "seats"
    SIDE = "side"
    EVERYBODY = "everybody"
    NOBODY = "nobody"


class Outcome(msgspec.Struct, frozen=True):
    """The end of a match: who won, and why."""

    won: Won
    winners: tuple[int, ...]
    reason: str
    rule: str
    label: Message
    """The result as a sentence."""
    side: str = ""


class SeatResult(msgspec.Struct, frozen=True):
    """A seat's result of a match that is over, in the words of match files."""

    role: str = ""
    side: str = ""
    """The side at the end; empty where there are none."""
    points: int | None = None
    """None where the title gives a seat no points."""
    rank: int = 1
    """The place, counted from 1; seats that are level share it."""


# --- The contract --------------------------------------------------------------------------------


class Title(Protocol[SetupT, EntryT, PositionT]):
    """A game that can be tracked. A title's `title.py` is one, as a module."""

    NAME: str
    SETUP: type[SetupT]
    """Its `seats` have a `name` each."""
    ENTRY: Any
    """The union of the title's entries, as msgspec reads them."""
    COLUMNS: Mapping[str, Column]
    """Everything that a line can change, by its written name."""

    # Rules

    def check_setup(self, setup: SetupT) -> None:
        """Raise `Invalid` for what types alone cannot see: a role that two seats have."""

    def check_entries(self, setup: SetupT, entries: Sequence[EntryT]) -> None:
        """Raise `Invalid` for what types alone cannot see: a seat that does not exist."""

    def start(self, setup: SetupT) -> Decision[PositionT]:
        """Return the position before the first entry, and the facts that made it."""

    def decide(self, position: PositionT, entry: EntryT) -> Decision[PositionT]:
        """Return what the entry does; raise `Refused` where a rule forbids it."""

    def apply(self, position: PositionT, facts: Sequence[Fact]) -> PositionT:
        """Return the position after facts that were decided before, by whatever rules then."""

    def offers(self, position: PositionT, seat: int) -> tuple[Offer[EntryT], ...]:
        """Return the kinds of entry, each with what the seat may write now or why not."""

    def choices(self, position: PositionT, entry: EntryT) -> tuple[Choice, ...]:
        """Return what may still be chosen for the entry, in the order it is asked."""

    def invariants(self, position: PositionT) -> tuple[str, ...]:
        """Return what is wrong with a position that no rule can have made."""

    # What a reader may see

    def see(
        self, position: PositionT, entry: EntryT, reader: Reader | int, *, counts: bool = True
    ) -> Sight[EntryT]:
        """Return what the reader may know of an entry, which `counts` or was crossed out."""

    # Seats and rights

    def seats(self, setup: SetupT) -> tuple[str, ...]:
        """Return the players' names, by seat."""

    def setup_of(self, position: PositionT) -> SetupT:
        """Return the set-up with the players who have the seats in the position."""

    def claim(self, position: PositionT, entry: EntryT) -> Claim:
        """Return whose the entry is."""

    # Progress

    def tracks(self, setup: SetupT) -> tuple[Track, ...]:
        """Return what is drawn over time."""

    def track_labels(self) -> tuple[Message, ...]:
        """Return what the tracks are called where they are the same in every match."""

    def progress(self, position: PositionT) -> Progress:
        """Return the round, the numbers of the tracks, and the sides."""

    def outcome(self, position: PositionT) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""

    # Results

    def seat_results(self, position: PositionT) -> tuple[SeatResult, ...]:
        """Return what each seat has to show, of a match that is over."""

    def tally(self, entry: EntryT, facts: Sequence[Fact]) -> tuple[tuple[int, str], ...]:
        """Return what statistics count of an entry: a seat or `TABLE`, and a word for each time."""

    def result_words(self) -> Mapping[str, Term]:
        """Return the roles, sides, reasons and counted words of results, as they are shown."""

    # Sheet check

    def is_closing(self, position: PositionT) -> bool:
        """Return whether a round or the match is being closed: the time for the questions."""

    def questions(self, position: PositionT, entries: Sequence[Noted]) -> tuple[Question, ...]:
        """Return what looks forgotten among the entries of the round, those that count."""

    # Words, files and the store

    def entry_text(self, setup: SetupT, entry: EntryT) -> Message:
        """Return the entry as a sentence."""

    def export_position(self, position: PositionT) -> dict[str, Any]:
        """Return the position as a match file writes it."""

    def pack(self, position: PositionT) -> bytes:
        """Return the whole position for the store, the hidden part included."""

    def unpack(self, setup: SetupT, data: bytes) -> PositionT:
        """Return the position that `pack` made these bytes of."""


AnyTitle = Title[Any, Any, Any]


class Vocabulary(Protocol):
    """The words of a title that stand in no sentence of the program; its `words.py` is one."""

    def texts(self) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
        """Yield every word to be translated, singular and plural together, with its context."""


def refusal_by(decide: Callable[[Any, Any], Any], position: Any, entry: Any) -> Refused | None:
    """Return the refusal with which a title's `decide` forbids the entry, or None."""
    try:
        decide(position, entry)
    except Refused as refusal:
        # Its traceback would keep everything that the rules looked at, and itself.
        return refusal.with_traceback(None)
    return None


def why_not(title: AnyTitle, position: Any, entry: Any) -> Refused | None:
    """Return the refusal that forbids the entry, or None: it draws the button and judges."""
    return refusal_by(title.decide, position, entry)


def why_none(title: AnyTitle, position: Any, entries: Iterable[Any]) -> Refused | None:
    """Return the first refusal where every one of the entries is refused; None where one is not.

    It draws the button of a kind of entry, and stops at the first that is allowed.
    """
    first = None
    for entry in entries:
        refusal = why_not(title, position, entry)
        if refusal is None:
            return None
        first = first or refusal
    return first


def is_over(title: AnyTitle, position: Any) -> bool:
    return title.outcome(position) is not None


# --- Answers of the contract that many titles give alike: a title imports those that are its own --


def seats(setup: Any) -> tuple[str, ...]:
    """Return the players' names, by seat."""
    return tuple(seat.name for seat in setup.seats)


def setup_of(position: Any) -> Any:
    """Return the set-up with the players who have the seats in the position."""
    return position.game.setup


def see(position: Any, entry: Any, reader: Reader | int, *, counts: bool = True) -> Sight[Any]:
    """Return the entry as it is: the sheet knows nothing that is hidden."""
    return Sight(entry)
