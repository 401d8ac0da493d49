"""A match as it is loaded from the store, and what is packed into it: names, entries, facts."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct, structs
from sqlalchemy.orm import Session

from tracker.engine import codec
from tracker.engine.clean_text import clean
from tracker.engine.hand_seat import HandSeat, SetupsByPlace
from tracker.engine.history import NotThere, Step
from tracker.engine.ledger import Fact, Handed, Line, Move, lines_of, written_lines
from tracker.engine.match_file import bare, document_decoder
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.engine.title import AnyTitle, Reader
from tracker.games.titles import TITLES
from tracker.store import handed_seats, match_log, result_rows, sealing
from tracker.store.match_log import MatchState, State, StoredEntry
from tracker.store.models import EntryRow, MatchRow

MOST_DECIDED_AGAIN: Final = 2000
"""An amendment decides at most this number of entries again; no evening at a table has as many."""
LARGEST: Final = 2**31 - 1
"""No match has as many entries, and a database looks for no larger number."""
# Errors of reading a damaged row: text that is no JSON, a name that nothing has.
UNREADABLE: Final = (
    *(msgspec.MsgspecError, UnicodeError, LookupError, ValueError, TypeError),
    *(AttributeError, ArithmeticError, AssertionError),
)


class NoSuchMatch(Exception):
    """There is no match at that address."""


class Quarantined(Exception):
    """Its stored position is not the sum of its lines: it can be read, and not written on."""

    says = Message(
        "A check found an error in this match, so it is read-only. You can still view it and save "
        "it as a match file."
    )


# --- A match that is loaded ----------------------------------------------------------------------


@dataclass(slots=True)
class LoadedMatch:
    """A match of which the row was read: its title, set-up and position are taken out of it."""

    session: Session
    row: MatchState
    title: AnyTitle
    setup: Any
    """The set-up with the players who began."""
    position: Any
    turned: Any
    """The entry that has shown something hidden and is still to be written, or None."""
    setups: SetupsByPlace | None = None
    """The set-ups by place, once an entry was shown."""

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players who have the seats now."""
        return self.title.seats(self.title.setup_of(self.position))

    def move_to(self, position: Any) -> None:
        """Let the match have this position; what was turned over may be no longer hidden."""
        before, after = self.title.setup_of(self.position), self.title.setup_of(position)
        if after is not before and after.seats != before.seats:
            result_rows.rename(self.session, self.id, self.title.seats(after))
        self.position, self.row.position = position, self.title.pack(position)
        self.row.is_over = self.title.outcome(position) is not None
        turned = self.turned
        if turned is not None and not self.title.see(position, turned, Reader.TABLE).uncovers:
            self.turned = self.row.uncovered = None

    def shown(self, record: EntryRow | StoredEntry) -> "SheetEntry":
        """Return an entry of the sheet as anybody may see it."""
        if self.setups is None:
            self.setups = _setups_of(self)
        return sheet_entry(self.title, self.setups, self.position, record)


def _setups_of(match: LoadedMatch) -> SetupsByPlace:
    """Return the set-ups of a match; few matches have more than one."""
    if match.title.setup_of(match.position) is match.setup:
        return SetupsByPlace(match.setup)
    handed = handed_seats.live(match.session, match.id)
    return SetupsByPlace(
        match.setup, [(row.place, unpack_facts(match.title, row.facts)) for row in handed]
    )


def must_find(session: Session, match_id: str) -> LoadedMatch:
    """Return the match; raise `NoSuchMatch` where there is none, or it was put away."""
    match = must_be_there(session, match_id)
    if match.row.put_away is not None:
        raise NoSuchMatch(match_id)
    return match


def must_be_there(session: Session, match_id: str) -> LoadedMatch:
    """Return the match, also where it was put away; raise `NoSuchMatch`."""
    row = match_log.state_of(session, match_id)
    if row is None:
        raise NoSuchMatch(match_id)
    if row.trouble is not None:
        row.position = _what_can_be_read(session, row)
    return loaded(session, row)


def must_be_writable(session: Session, match_id: str) -> LoadedMatch:
    """Return the match, on which nobody else writes until the commit; raise an error otherwise."""
    row = match_log.state_to_write(session, match_id)
    if row is None or row.put_away is not None:
        raise NoSuchMatch(match_id)
    if row.trouble is not None:
        raise Quarantined(match_id)
    is_as_written = row.sealed == row.version and match_log.is_whole(row)
    return loaded(session, row if is_as_written else sealing.sealed(session, row))


def loaded(session: Session, row: MatchState) -> LoadedMatch:
    title, setup = TITLES[row.title], unpack_setup(row.title, row.setup)
    turned = unpack_entry(title, row.uncovered) if row.uncovered else None
    return LoadedMatch(session, row, title, setup, title.unpack(setup, row.position), turned)


def version_of(session: Session, match_id: str) -> int:
    """Return the number of changes so far; raise `NoSuchMatch`."""
    row = match_log.state_of(session, match_id)
    if row is None or row.put_away is not None:
        raise NoSuchMatch(match_id)
    return row.version


def _what_can_be_read(session: Session, row: MatchState) -> bytes:
    """Return the position of a damaged match: what its facts add up to, whatever was stored."""
    title = TITLES[row.title]
    try:
        live = match_log.records(session, row.id, State.LIVE)
        return title.pack(position_after(title, unpack_setup(row.title, row.setup), live))
    except UNREADABLE:
        raise Quarantined(row.id) from None


def players_of(row: MatchState | MatchRow) -> tuple[str, ...]:
    """Return the names of the players who have the seats now."""
    title = TITLES[row.title]
    position = title.unpack(unpack_setup(row.title, row.setup), row.position)
    return title.seats(title.setup_of(position))


def readable_players(row: MatchRow) -> tuple[str, ...]:
    """Return the players' names for a list, none where the match is damaged."""
    try:
        return players_of(row)
    except UNREADABLE:
        return ()


def must_count(session: Session, match_id: str, n: int) -> EntryRow:
    """Return the nth entry; raise `NotThere` where it does not count."""
    found = match_log.record(session, match_id, n) if 0 <= n <= LARGEST else None
    if found is None or found.state != State.LIVE:
        raise NotThere(f"There is no entry {n} that counts.")
    return found


def live_from(session: Session, match_id: str, n: int) -> Sequence[EntryRow]:
    """Return the entries that count from the nth on, in the order of play."""
    return match_log.live_from(session, match_id, must_count(session, match_id, n).place)


def steps_from(session: Session, match: LoadedMatch, n: int) -> list[Step]:
    """Return the steps from the nth entry on."""
    place = must_count(session, match.id, n).place
    must_be_few_after(session, match.id, place)
    earlier = match_log.since_position(session, match.id, place)
    later = match_log.live_from(session, match.id, place)
    return replayed(match.title, match.setup, [*earlier, *later])[-len(later) :]


def must_be_few_after(session: Session, match_id: str, place: int) -> None:
    """Raise `Invalid` where an amendment would decide so much again that other tables wait."""
    if match_log.number_from(session, match_id, place) > MOST_DECIDED_AGAIN:
        raise Invalid(
            "entry",
            "more than {most} entries follow this one; enter a correction instead",
            most=MOST_DECIDED_AGAIN,
        )


def written_by(session: Session, match: LoadedMatch, write_id: str) -> list["SheetEntry"]:
    """Return the entries that this write has already made; none where it was not sent yet."""
    return [match.shown(made) for made in match_log.written_by(session, match.id, write_id)]


# --- Entries and facts, packed and unpacked ------------------------------------------------------

_entries: Final[dict[str, msgspec.json.Decoder[Any]]] = {}
_setups: Final[dict[str, msgspec.json.Decoder[Any]]] = {}


def prepare(title: AnyTitle) -> None:
    """Take the title's types apart.

    msgspec does so when a type is first used, and two threads that do it at once crash the
    program: so it is done for every title before there are threads.
    """
    _entries[title.NAME] = msgspec.json.Decoder(title.ENTRY)
    _setups[title.NAME] = msgspec.json.Decoder(title.SETUP)
    document_decoder(title)


for _title in TITLES.values():
    prepare(_title)

_texts = msgspec.json.Decoder(list[msgspec.Raw])
# What the store knows of an entry, whatever the entry says of itself.
KNOWN_OF_IT: Final = frozenset({"n", "by", "lines", "notes", "undone", "amended_by"})

# An undo adds up at most so many entries' lines, on a sheet of any length.
POSITION_EVERY: Final = 50

# A line begins with its seat and has a number; a seat that was handed over has two names, and a
# move begins with its piece.
_facts = msgspec.json.Decoder(tuple[tuple[int | str, str, int | str, str], ...])


def pack_facts(facts: Sequence[Fact]) -> bytes:
    """Return the facts as the store keeps them."""
    return msgspec.json.encode(
        [
            (fact.seat, fact.what, fact.by, fact.rule)
            if isinstance(fact, Line)
            else (_first(fact), fact.origin, fact.to, fact.rule)
            for fact in facts
        ]
    )


def _first(fact: Move | Handed) -> int | str:
    return fact.seat if isinstance(fact, Handed) else fact.piece


def unpack_facts(title: AnyTitle, data: bytes) -> tuple[Fact, ...]:
    """Return the facts that `pack_facts` made these bytes of."""
    columns = title.COLUMNS
    return tuple(
        Line(first, columns[second], third, rule)
        if isinstance(first, int) and isinstance(third, int)
        else _change(first, second, str(third), rule)
        for first, second, third, rule in _facts.decode(data)
    )


def _change(first: int | str, origin: str, to: str, rule: str) -> Move | Handed:
    if isinstance(first, int):
        return Handed(first, origin, to, rule)
    return Move(first, origin, to, rule)


@lru_cache(maxsize=1024)
def unpack_setup(title: str, data: bytes) -> Any:
    """The same text is the same set-up, so what was read once need not be read again."""
    return _setups[title].decode(data)


def unpack_entry(title: AnyTitle, data: bytes) -> Any:
    return _entries[title.NAME].decode(data)


def read_setup(title: AnyTitle, data: bytes) -> Any:
    """Return a set-up that somebody sent, checked as one in a match file is; raise `Invalid`."""
    setup = codec.decode(data, _setups[title.NAME])
    title.check_setup(setup)
    return setup


def read_entries(title: AnyTitle, setup: Any, data: bytes) -> list[Any]:
    """A list of entries that somebody sent; raises `Invalid`."""
    return [read_part(title, setup, bytes(text)) for text in codec.decode(data, _texts)]


def read_entry(title: AnyTitle, setup: Any, data: bytes) -> Any:
    """An entry that somebody sent, checked as one in a match file is; raises `Invalid`.

    What an export would say of it, such as when it was written, is for us to know.
    """
    entry = read_part(title, setup, data)
    codec.refuse_repeated_keys(codec.text_of(data))
    return entry


def read_part(title: AnyTitle, setup: Any, data: bytes) -> Any:
    """Return an entry that is a part of a document; repeated keys were looked for in the whole."""
    entry = bare(codec.decode_once(data, _entries[title.NAME])[0])
    title.check_entries(setup, [entry])
    return entry


class SheetEntry(Struct, frozen=True):
    """One entry on the sheet, whether it counts or not."""

    n: int
    at: str
    by: str
    round: int
    state: State
    amended_by: int | None
    entry: Any
    facts: tuple[Fact, ...]
    """Its facts, without what is hidden."""
    says: Message
    amends: int | None = None
    """The entry that was amended, where undo or redo is about an amendment."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The numbers that it changed."""
        return lines_of(self.facts)


def decided(title: AnyTitle, step: Step) -> dict[str, Any]:
    """Return what the entry did. It belongs to the round in which it was written."""
    return {
        "facts": pack_facts(step.facts),
        "round": title.progress(step.before).round,
        "track_values": msgspec.json.encode(title.progress(step.after).values).decode(),
        "position": title.pack(step.after)
        if step.n % POSITION_EVERY == POSITION_EVERY - 1
        else None,
    }


def decide_again(title: AnyTitle, record: EntryRow, step: Step) -> None:
    """Replace what the entry did by what it does now."""
    for name, value in decided(title, step).items():
        setattr(record, name, value)


def replayed(title: AnyTitle, setup: Any, live: Sequence[EntryRow]) -> list[Step]:
    """Return the steps of these entries, by the facts that were decided when they were written.

    They begin with the match, or behind an entry that keeps its position.
    """
    position, later = title.start(setup).position, live
    if live and live[0].position is not None:
        position, later = title.unpack(setup, live[0].position), live[1:]
    steps: list[Step] = []
    for record in later:
        before, facts = position, unpack_facts(title, record.facts)
        position = title.apply(before, facts)
        entry = unpack_entry(title, record.entry)
        steps.append(Step(record.n, entry, facts, before, position))
    return steps


def position_after(title: AnyTitle, setup: Any, live: Sequence[EntryRow]) -> Any:
    """Return the position after these entries, as `replayed` plays them."""
    steps = replayed(title, setup, live)
    if steps:
        return steps[-1].after
    if live and live[0].position is not None:
        return title.unpack(setup, live[0].position)
    return title.start(setup).position


def seen(title: AnyTitle, position: Any, record: EntryRow | StoredEntry) -> tuple[Any, bool]:
    """Return the entry as anybody may see it while the match runs, and whether that is all."""
    entry = unpack_entry(title, record.entry)
    if title.outcome(position) is not None:
        return entry, True
    shown = title.see(position, entry, Reader.TABLE, counts=record.state == State.LIVE).entry
    return shown, shown == entry


def sheet_entry(
    title: AnyTitle, setups: SetupsByPlace, position: Any, record: EntryRow | StoredEntry
) -> SheetEntry:
    """Return an entry of the sheet as anybody may see it."""
    entry, is_whole = seen(title, position, record)
    facts = unpack_facts(title, record.facts)
    return SheetEntry(
        record.n,
        record.at,
        record.by,
        record.round,
        State(record.state),
        record.amended_by,
        entry,
        facts if is_whole else lines_of(facts),
        title.entry_text(setups.before(record.place), entry),
    )


def exported(title: AnyTitle, position: Any, record: EntryRow) -> dict[str, Any]:
    """An entry with what is known of it. Where `at` is a field of its own, the time is left out."""
    known: dict[str, Any] = {"n": record.n, "at": record.at, "by": record.by}
    said = msgspec.json.decode(msgspec.json.encode(seen(title, position, record)[0]))
    known |= {name: value for name, value in said.items() if name not in KNOWN_OF_IT}
    known["lines"] = written_lines(unpack_facts(title, record.facts))
    if record.amended_by is not None:
        known["amended_by"] = record.amended_by
    elif record.state != State.LIVE:
        known["undone"] = True
    return known


# --- Names, reasons and times as they are stored -------------------------------------------------

MATCH_NAME_LETTERS: Final = 80
DEVICE_NAME_LETTERS: Final = 40
SEAT_NAME_LETTERS: Final = 40


def clean_name(name: str, most: int, *, where: str = "name") -> str:
    """Return the name cleaned, which may leave nothing; raises `Invalid` where it is too long."""
    cleaned = clean(name)
    if len(cleaned) > most:
        raise Invalid(where, "has more than {most} characters", most=most)
    return cleaned


def clean_setup(setup: Any) -> Any:
    """Return the set-up with its players' names cleaned; raises `Invalid` for a blank one."""
    seats = tuple(
        structs.replace(seat, name=_must_show(seat.name, f"setup.seats[{place}].name"))
        for place, seat in enumerate(setup.seats)
    )
    return setup if seats == setup.seats else structs.replace(setup, seats=seats)


def clean_entry(entry: Any) -> Any:
    """Return the entry with its reason or new name cleaned; raises `Invalid` for a blank one."""
    if isinstance(entry, HandSeat):
        return structs.replace(entry, name=_must_show(entry.name, "name"))
    reason = getattr(entry, "reason", None)
    if not isinstance(reason, str):
        return entry
    cleaned = _must_show(reason, "reason")
    return entry if cleaned == reason else structs.replace(entry, reason=cleaned)


def _must_show(text: str, where: str) -> str:
    cleaned = clean(text)
    if not cleaned:
        raise Invalid(where, "must not be blank")
    return cleaned


def moment() -> str:
    return moment_of(time.time())


def moment_of(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
