"""Notes: plain text on a match or beside an entry, with who wrote it and when."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service import rights
from tracker.service.match import moment, version_of
from tracker.service.rights import Forbidden, Standing
from tracker.service.writing import (
    MatchWriter,
    NoSuchNote,
    Receipt,
    UsedAlready,
    Write,
)
from tracker.store import note_rows
from tracker.store.match_log import ChangeKind
from tracker.store.models import NoteRow

MOST_NOTE_LETTERS: Final = 2000
MOST_NOTES: Final = 500
ANOTHERS = Message("Only the host can remove a note from another device.")


class NoteShown(Struct, frozen=True):
    """A note as the sheet shows it."""

    id: str
    n: int | None
    """The entry that it stands beside; None where it is about the match."""
    text: str
    at: str
    by: str
    who: str

    def can_be_removed(self, standing: Standing) -> bool:
        return standing.is_host or (standing.is_scorer and standing.device == self.by)


class Notes(MatchWriter):
    """The notes of the matches in one database."""

    def of(self, match_id: str) -> tuple[NoteShown, ...]:
        """Return the notes of a match, the oldest first."""
        with self._database.reading() as session:
            version_of(session, match_id)
            return tuple(map(shown, note_rows.notes(session, match_id)))

    def add(self, match_id: str, text: str, n: int | None, write_id: str, by: str) -> Receipt:
        """Write a note on the match or beside its nth entry; return the receipt."""
        text = clean_note(text)
        with self.writing(match_id, write_id, by) as write:
            if write.is_repeated(ChangeKind.NOTE):
                _must_be_sent_before(write, text, n)
                return write.receipt
            rights.must_be_scorer(write.standing)
            _must_fit(write, n)
            new = NoteRow(match_id=match_id, id=write_id, n=n, text=text, at=moment(), by=by)
            new.who = _name_of(write)
            note_rows.put(write.session, new)
            write.add_change(ChangeKind.NOTE, write.match.row.written if n is None else n)
        return write.receipt

    def remove(self, match_id: str, note_id: str, write_id: str, by: str) -> Receipt:
        """Take a note off the sheet; it stays in the database."""
        with self.writing(match_id, write_id, by) as write:
            rights.must_be_scorer(write.standing)
            found = note_rows.note_of(write.session, match_id, note_id)
            if found is None:
                raise NoSuchNote
            if found.removed is not None:
                return write.receipt
            if write.is_repeated(ChangeKind.NOTE):
                raise UsedAlready
            if not shown(found).can_be_removed(write.standing):
                raise Forbidden(ANOTHERS)
            found.removed = moment()
            n = write.match.row.written if found.n is None else found.n
            write.add_change(ChangeKind.NOTE, n)
        return write.receipt


def clean_note(text: str, where: str = "text") -> str:
    """Return the text cleaned line by line; raise `Invalid` for a blank or too long one."""
    lines = [clean(line) for line in text.splitlines()[:MOST_NOTE_LETTERS]]
    cleaned = "\n".join(lines).strip()
    if not cleaned:
        raise Invalid(where, "must not be blank")
    if len(cleaned) > MOST_NOTE_LETTERS:
        raise Invalid(where, "has more than {most} characters", most=MOST_NOTE_LETTERS)
    return cleaned


def shown(note: NoteRow) -> NoteShown:
    return NoteShown(note.id, note.n, note.text, note.at, note.by, note.who)


def exported(found: Iterable[NoteRow]) -> dict[int | None, list[dict[str, Any]]]:
    """Return the notes as a match file writes them, by the entry that they stand beside."""
    written: dict[int | None, list[dict[str, Any]]] = {}
    for note in found:
        document = {"text": note.text, "at": note.at, "who": note.who}
        written.setdefault(note.n, []).append(document)
    return written


def _must_be_sent_before(write: Write, text: str, n: int | None) -> None:
    """Raise an error where something else was sent with this id: this would be lost."""
    note = note_rows.note_of(write.session, write.match.id, write.id)
    if note is None or (note.text, note.n) != (text, n):
        raise UsedAlready


def _must_fit(write: Write, n: int | None) -> None:
    if n is not None and not 0 <= n < write.match.row.written:
        raise Invalid("n", "there is no such entry")
    if note_rows.number_of_notes(write.session, write.match.id) >= MOST_NOTES:
        raise Invalid("text", "a match has at most {most} notes", most=MOST_NOTES)


def _name_of(write: Write) -> str:
    """Return what the device is called at the table: by its host, or by its seat."""
    standing = write.standing
    if standing.name or standing.seat is None:
        return standing.name
    return write.match.players[standing.seat]
