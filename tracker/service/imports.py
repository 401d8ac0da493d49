"""Bringing matches in from match files, and taking every match out."""

import secrets
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.service import codes, incoming, matches, results
from tracker.service.allowance import Allowance, Stored, kilobytes
from tracker.service.damage import DAMAGED, DamageChecks
from tracker.service.import_process import Budget, ImportProcess
from tracker.service.incoming import Incoming, RefusedEntry
from tracker.service.match import moment, must_be_there
from tracker.service.reading import MatchReader
from tracker.store import devices, list_rows, match_log, note_rows
from tracker.store.database import Database
from tracker.store.match_log import ChangeKind
from tracker.store.models import MatchRow, NoteRow


class Imported(Struct, frozen=True):
    """A match that was brought in, or was here already."""

    match_id: str
    match_name: str
    is_new: bool
    recovery: str = ""
    """The token by which a device becomes the host, where nobody is."""


class RefusedFile(Struct, frozen=True):
    """A match file with an entry that a rule refuses."""

    match_name: str
    refused: RefusedEntry


class Imports:
    """Brings match files into one database, and takes matches out of it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.process = ImportProcess()

    def bring_in_file(
        self, data: bytes, by: str, allowance: Allowance, budget: Budget
    ) -> Imported | RefusedFile:
        """Play a file in the other process, and store its match if no rule refuses it.

        Raises `Invalid` where it is no match file, and where it cannot be done now `ImportBusy`,
        `BudgetSpent` or `TooMuchStored`.
        """
        budget.must_last()
        with self._database.writing() as session:
            allowance.use(session, Stored.FILES)
        # Nobody holds a connection while the other process works.
        self._database.end_reading()
        with self.process.turn():
            mark = self.process.open(data)
            budget.spend(mark.entries)
            with self._database.reading() as session:
                there = _already_here(session, mark.digest, mark.file_id, by)
            if there is not None:
                return Imported(there, mark.name, is_new=False)
            found = self.process.play()
        if found.refused is not None:
            return RefusedFile(found.name, found.refused)
        return self.bring_in(found, by, allowance)

    def bring_in(
        self, found: Incoming, by: str = "", allowance: Allowance | None = None
    ) -> Imported:
        """Store a match that no rule refuses; the device becomes its host.

        Without a device it gets a recovery link, by which any device becomes the host. A device
        that has the same match already keeps the one.
        """
        if found.refused is not None:
            raise found.refused.refusal
        with self._database.writing() as session:
            self._database.take_turn(session, f"import {found.digest} by {by}")
            there = _already_here(session, found.digest, found.file_id, by)
            if there is not None:
                return Imported(there, found.name, is_new=False)
            if allowance is not None:
                allowance.use(session, Stored.KILOBYTES, _kilobytes(found))
            return _stored(session, found, by)

    def exported(self, by: str | None) -> Iterator[dict[str, Any]]:
        """Yield the match files of a device's matches, the newest first; of all without one."""
        with self._database.reading() as session:
            ids = list_rows.ids_of(session, by)
        reader = MatchReader(self._database)
        for match_id in ids:
            try:
                document = reader.export_any(match_id)
            except Exception:
                if not DamageChecks(self._database).is_met_in(match_id):
                    raise
                document = _in_place_of_a_damaged(match_id)
            yield document


def _in_place_of_a_damaged(match_id: str) -> dict[str, Any]:
    """Return a document that says why the match is not in the archive."""
    named = {"title": "", "id": match_id, "name": "damaged", "created": ""}
    return {**named, "damaged": str(DAMAGED)}


def _already_here(session: Session, digest: str, file_id: str, by: str) -> str | None:
    there = list_rows.id_from(session, digest, by)
    if there is not None or devices.standing_of(session, file_id, by) is None:
        return there
    match = match_log.state_of(session, file_id)
    if match is None or match.put_away is not None:
        return None
    written = [(record.entry, record.state) for record in match_log.records(session, match.id)]
    same = incoming.digest(match.title, match.setup, written) == digest
    return match.id if same else None


def _kilobytes(found: Incoming) -> int:
    values = (value for row in found.rows for value in row.values())
    return kilobytes(*(value for value in values if isinstance(value, bytes)))


def _stored(session: Session, found: Incoming, by: str) -> Imported:
    match_id, now = secrets.token_urlsafe(16), moment()
    match = matches.new_match(match_id, found.rules, found.setup, found.name, by, found.created, ())
    match.changed, match.source = found.changed, found.digest
    match.version = match.written = len(found.rows)
    match.position, match.is_over = found.position, found.is_over
    token = _recovery(match) if not by else ""
    matches.add_match(session, match, found.players, now)
    entries = [{**row, "match_id": match_id, "by": by} for row in found.rows]
    match_log.append_all(
        session, match, entries, [_change(match_id, row, by) for row in found.rows]
    )
    for number, note in enumerate(found.notes):
        new = NoteRow(
            match_id=match_id, id=f"import-{number}", n=note.n, text=note.text, at=note.at
        )
        new.by, new.who = by, note.who
        note_rows.put(session, new)
    session.flush()
    if match.is_over:
        results.store_result(session, must_be_there(session, match_id))
    return Imported(match_id, found.name, is_new=True, recovery=token)


def _change(match_id: str, row: dict[str, Any], by: str) -> dict[str, Any]:
    n = row["n"]
    return {
        "match_id": match_id,
        "version": n + 1,
        "write_id": f"import.{n}",
        "kind": ChangeKind.WRITE.value,
        "n": n,
        "at": row["at"],
        "by": by,
    }


def _recovery(match: MatchRow) -> str:
    token = secrets.token_urlsafe(32)
    match.recovery = codes.digest(token)
    return token
