"""A match file that comes in: read, played through today's rules, and made ready to store."""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct, UnsetType

from tracker.engine import history, match_file
from tracker.engine.clean_text import clean
from tracker.engine.match_file import Document, bare, known
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import AnyTitle, Reader
from tracker.games.titles import TITLES
from tracker.service.match import (
    DEVICE_NAME_LETTERS,
    MATCH_NAME_LETTERS,
    clean_entry,
    clean_setup,
    decided,
    moment,
    moment_of,
    pack_facts,
)
from tracker.service.notes import MOST_NOTES, clean_note
from tracker.store.match_log import State

MATCH_ID: Final = re.compile(r"[\w-]{1,22}", re.ASCII)


TOO_MANY_ENTRIES = Message(
    "has more than {most}; on the server, `quartermaster import` takes a longer match"
)


class RefusedEntry(Struct, frozen=True):
    """The entry that today's rules refuse, and why."""

    n: int
    says: Message
    refusal: Refused


class IncomingNote(Struct, frozen=True):
    """A note of the file; `n` is the place of its entry."""

    n: int | None
    text: str
    at: str
    who: str


class Incoming(Struct, frozen=True):
    """A match file as it would become a match of this server: plain data for another process."""

    title: str
    setup: Any
    name: str
    created: str
    changed: str
    position: bytes
    is_over: bool
    rows: Sequence[dict[str, Any]]
    """The entries as the store has them, without the match and the device."""
    notes: tuple[IncomingNote, ...]
    digest: str
    """The same match has the same one, however it is called."""
    file_id: str
    """The address that the match had where the file was made."""
    refused: RefusedEntry | None = None

    @property
    def rules(self) -> AnyTitle:
        return TITLES[self.title]

    @property
    def players(self) -> tuple[str, ...]:
        """The players who have the seats at the end of the file."""
        end = self.rules.unpack(self.setup, self.position)
        return self.rules.seats(self.rules.setup_of(end))


class OpenedFile(Struct, frozen=True):
    """A match file that was read and is still to be played."""

    title: AnyTitle
    document: Document[Any, Any]
    setup: Any
    entries: Sequence[Any]
    """The entries without what an export adds to them."""
    digest: str

    @property
    def name(self) -> str:
        return _name(self.document, self.title.seats(self.setup))

    @property
    def file_id(self) -> str:
        return _file_id(self.document)


def read(data: bytes) -> Incoming:
    """Read a match file and play it; raise `Invalid` where it is none."""
    return play(open_file(data))


def open_file(data: bytes, most_entries: int = match_file.MOST_ENTRIES) -> OpenedFile:
    """Read a match file; raise `Invalid` where it is none, or has too many entries."""
    title, document = match_file.read(data, TITLES)
    if len(document.entries) > most_entries:
        raise Invalid("entries", TOO_MANY_ENTRIES.text, most=most_entries)
    setup = clean_setup(document.setup)
    entries = [_cleaned(entry, n) for n, entry in enumerate(document.entries)]
    written = [
        (msgspec.json.encode(entry), _state(said))
        for said, entry in zip(document.entries, entries, strict=True)
    ]
    mark = digest(title.NAME, msgspec.json.encode(setup), written)
    return OpenedFile(title, document, setup, entries, mark)


def play(file: OpenedFile) -> Incoming:
    """Play a match file by today's rules."""
    title, document, setup = file.title, file.document, file.setup
    now = moment()
    created = _time(document.created, now)
    times = _times(document.entries, created or now)
    rows, position, refused = _played(title, setup, document, file.entries, times)
    return Incoming(
        title.NAME,
        setup,
        file.name,
        created or (times[0] if times else now),
        max(times, default=created or now),
        title.pack(position),
        title.outcome(position) is not None,
        rows,
        tuple(_notes(document, now)),
        file.digest,
        file.file_id,
        refused or _hidden(title, setup, position, file.entries, document),
    )


def _state(said: match_file.Entry) -> State:
    return State.LIVE if said.counts else State.CROSSED


def _file_id(document: Document[Any, Any]) -> str:
    """Return the address that the file names, or nothing where it cannot be one of ours."""
    text = known(document.id, str) or ""
    return text if MATCH_ID.fullmatch(text) else ""


def digest(title: str, setup: bytes, entries: Sequence[tuple[bytes, str]]) -> str:
    """Return what tells whether two matches are the same, entry by entry."""
    found = hashlib.sha256(title.encode() + b"\0" + setup)
    for entry, state in entries:
        found.update(b"\0" + entry + (b"+" if state == State.LIVE else b"-"))
    return found.hexdigest()


def _cleaned(entry: Any, n: int) -> Any:
    try:
        return clean_entry(bare(entry))
    except Invalid as invalid:
        where = f"entries[{n}].{invalid.where}"
        raise Invalid(where, invalid.says.text, **invalid.says.facts) from None


def _played(
    title: AnyTitle,
    setup: Any,
    document: Document[Any, Any],
    entries: Sequence[Any],
    times: list[str],
) -> tuple[list[dict[str, Any]], Any, RefusedEntry | None]:
    """Decide the entries that count by today's rules, up to the first that is refused."""
    places = {known(entry.n, int): n for n, entry in enumerate(document.entries)}
    position = title.start(setup).position
    rows: list[dict[str, Any]] = []
    for n, (said, entry) in enumerate(zip(document.entries, entries, strict=True)):
        row = {"n": n, "place": n, "at": times[n], "entry": msgspec.json.encode(entry)}
        if not said.counts:
            rows.append({**row, **_crossed_out(title, position, said.amended_by, places)})
            continue
        try:
            step = history.decide(title, position, n, entry)
        except Refused as refusal:
            return (
                rows,
                position,
                RefusedEntry(n, title.entry_text(title.setup_of(position), entry), refusal),
            )
        live = {"state": State.LIVE.value, "amended_by": None}
        rows.append({**row, **live, **decided(title, step)})
        position = step.after
    return rows, position, None


def _crossed_out(
    title: AnyTitle, position: Any, amended_by: int | UnsetType, places: dict[int | None, int]
) -> dict[str, Any]:
    """An entry that does not count is kept as it was written; what it did then is not known."""
    progress = title.progress(position)
    return {
        "state": State.CROSSED.value,
        "amended_by": places.get(amended_by) if isinstance(amended_by, int) else None,
        "facts": pack_facts(()),
        "round": progress.round,
        "track_values": msgspec.json.encode(progress.values).decode(),
        "position": None,
    }


def _hidden(
    title: AnyTitle, setup: Any, position: Any, entries: Sequence[Any], document: Document[Any, Any]
) -> RefusedEntry | None:
    """Nobody brings in a running match with something hidden of their own choice."""
    if title.outcome(position) is not None:
        return None
    for n, (said, entry) in enumerate(zip(document.entries, entries, strict=True)):
        sight = title.see(position, entry, Reader.TABLE)
        if said.counts and sight.forbidden is not None and sight.entry != entry:
            return RefusedEntry(n, title.entry_text(setup, sight.entry), sight.forbidden)
    return None


def _name(document: Document[Any, Any], players: Sequence[str]) -> str:
    given = clean(known(document.name, str) or "") or clean(" · ".join(players))
    return given[:MATCH_NAME_LETTERS].rstrip()


def _times(entries: Sequence[Any], start: str) -> list[str]:
    """Return the time of each entry; one that states none has the time of the entry before it."""
    times: list[str] = []
    for entry in entries:
        times.append(_time(entry.at, moment()) or (times[-1] if times else start))
    return times


def _time(value: Any, latest: str) -> str | None:
    """Return a time that a file states, in UTC; None where it states none that can be."""
    text = known(value, str)
    return None if text is None else parsed_time(text, latest)


def parsed_time(text: str, latest: str) -> str | None:
    """Return a time as the store writes it; None for what is none, or is still to come."""
    try:
        found = datetime.fromisoformat(text)
        stated = found if found.tzinfo else found.replace(tzinfo=UTC)
        written = moment_of(stated.timestamp())
    except (ValueError, OverflowError, OSError):
        return None
    return written if "1970" <= written <= latest else None


class _NoteSaid(Struct):
    text: str
    at: str = ""
    who: str = ""


_note_list = msgspec.json.Decoder(list[_NoteSaid])


def _notes(document: Document[Any, Any], now: str) -> list[IncomingNote]:
    found = _notes_at(document.notes, None, "notes", now)
    for n, entry in enumerate(document.entries):
        found += _notes_at(entry.notes, n, f"entries[{n}].notes", now)
    if len(found) > MOST_NOTES:
        raise Invalid("notes", "a match has at most {most} notes", most=MOST_NOTES)
    return found


def _notes_at(value: Any, n: int | None, where: str, now: str) -> list[IncomingNote]:
    if not isinstance(value, Raw):
        return []
    try:
        said = _note_list.decode(value)
    except msgspec.DecodeError:
        raise Invalid(where, "must be a list of notes, each with its text") from None
    return [
        IncomingNote(
            n,
            clean_note(note.text, f"{where}[{place}].text"),
            parsed_time(note.at, now) or now,
            clean(note.who)[:DEVICE_NAME_LETTERS],
        )
        for place, note in enumerate(said)
    ]
