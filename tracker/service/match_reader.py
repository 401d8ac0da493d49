"""Reading matches: the list, the sheet, the history and the match file."""

from typing import Any

import msgspec

from tracker.engine import history
from tracker.engine.history import Amendment
from tracker.engine.match_file import FORMAT
from tracker.service import loading, notes, requests, undoing
from tracker.service.quarantine import Quarantined
from tracker.service.serialization import SheetEntry, exported, position_after, sheet_entry
from tracker.service.sheets import Listed, Part, Sheet
from tracker.store import devices, match_log, note_rows
from tracker.store.database import Database
from tracker.store.devices import Undo


class MatchReader:
    """Reads the matches in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def is_there(self, match_id: str) -> bool:
        with self._database.reading() as session:
            return match_log.state_of(session, match_id) is not None

    def listed(self, by: str, *, over: bool | None) -> list[Listed]:
        """The device's own matches: under way, finished, or (None) put away by it."""
        with self._database.reading() as session:
            found = devices.newest_matches(session, by, over=over)
            return [
                Listed(
                    match.id, match.name, match.changed, match.is_over, loading.players_of(match)
                )
                for match in found
            ]

    def sheet(self, match_id: str) -> Sheet:
        """The match as it stands, with what undo and redo would do."""
        with self._database.reading() as session:
            match = loading.must_find(session, match_id)
            title, setup = loading.title_and_setup(match)
            position = loading.position_of(match)
            last, undone = undoing.to_undo(session, match_id), undoing.to_redo(session, match_id)
            return Sheet(
                match_id,
                match.name,
                title,
                setup,
                match.version,
                position,
                tuple(msgspec.json.decode(match.setup_notes)),
                undoing.shown(session, title, setup, position, last, match_id),
                undoing.shown(session, title, setup, position, undone, match_id),
                match.changed,
                loading.turned_entry(title, match),
                Quarantined.says if match.trouble is not None else None,
                Undo(match.undo),
                tuple(requests.shown(session, match, title, setup, position)),
                match.asks,
            )

    def version(self, match_id: str) -> int:
        """Return the number of changes so far: it tells whether a page is still up to date."""
        with self._database.reading() as session:
            return loading.must_find(session, match_id).version

    def entries(self, match_id: str) -> list[SheetEntry]:
        """Everything that was ever written, in the order of play, crossed out or not."""
        with self._database.reading() as session:
            match = loading.must_find(session, match_id)
            title, setup = loading.title_and_setup(match)
            now = loading.position_of(match)
            return [
                sheet_entry(title, setup, now, record)
                for record in match_log.records(session, match_id)
            ]

    def part(self, match_id: str, start: int, most: int) -> Part:
        """Of everything that was ever written, at most so many entries from a place on."""
        with self._database.reading() as session:
            match = loading.must_find(session, match_id)
            title, setup = loading.title_and_setup(match)
            now = loading.position_of(match)
            found = match_log.records_from(session, match_id, start, most)
            end = start + len(found)
            return Part(
                match.version,
                tuple(sheet_entry(title, setup, now, record) for record in found),
                end if found and end < match.written else None,
                start,
                match.written,
            )

    def page(self, match_id: str, start: int | None, most: int) -> Part:
        """Return a page of the history: the one that begins there, or (None) the last one."""
        if start is None:
            with self._database.reading() as session:
                written = loading.must_find(session, match_id).written
            start = max(0, written - 1) // most * most
        return self.part(match_id, start, most)

    def later(self, match_id: str, n: int) -> list[SheetEntry]:
        """Return the nth entry and those that count after it; raises `Invalid` for too many."""
        with self._database.reading() as session:
            match = loading.must_find(session, match_id)
            title, setup = loading.title_and_setup(match)
            place = loading.must_count(session, match_id, n).place
            loading.must_be_few_after(session, match_id, place)
            now = loading.position_of(match)
            found = match_log.live_from(session, match_id, place)
            return [sheet_entry(title, setup, now, record) for record in found]

    def newest(self, match_id: str, number: int) -> list[SheetEntry]:
        """The last so many entries that count, the newest first."""
        with self._database.reading() as session:
            match = loading.must_find(session, match_id)
            title, setup = loading.title_and_setup(match)
            now = loading.position_of(match)
            found = match_log.newest(session, match_id, number)
            return [sheet_entry(title, setup, now, record) for record in found]

    def written_by(self, match_id: str, write_id: str) -> list[SheetEntry]:
        """The entries that this write has already made; none where it was not sent yet."""
        with self._database.reading() as session:
            return loading.written_by(session, loading.must_find(session, match_id), write_id)

    def scores_by_round(self, match_id: str) -> list[tuple[int, tuple[int, ...]]]:
        """Each round played so far, with everyone's scores at its end or by now."""
        with self._database.reading() as session:
            match = loading.must_find(session, match_id)
            title, setup = loading.title_and_setup(match)
            first = title.progress(title.start(setup).position).round
            rounds = range(first, title.progress(loading.position_of(match)).round + 1)
            ends = [(number, match_log.round_end(session, match_id, number)) for number in rounds]
        return [(number, tuple(msgspec.json.decode(scores))) for number, scores in ends if scores]

    def export(self, match_id: str) -> dict[str, Any]:
        """The match file: everything that was written, and how it stands."""
        with self._database.reading() as session:
            loading.must_find(session, match_id)
        return self.export_any(match_id)

    def export_any(self, match_id: str) -> dict[str, Any]:
        """The match file also of a match that was put away, for whoever takes everything out."""
        with self._database.reading() as session:
            match = loading.must_be_there(session, match_id)
            title, setup = loading.title_and_setup(match)
            now = loading.position_of(match)
            position = title.export_position(now)
            noted = notes.exported(note_rows.notes(session, match_id))
            entries = [
                exported(title, now, record) for record in match_log.records(session, match_id)
            ]
            return {
                "format": FORMAT,
                "title": match.title,
                "id": match.id,
                "name": match.name,
                "created": match.created,
                "setup": setup,
                **({"notes": noted[None]} if None in noted else {}),
                "entries": [_with_notes(entry, noted.get(entry["n"])) for entry in entries],
                "position": position,
                "result": position["result"],
            }

    def before(self, match_id: str, n: int) -> tuple[Any, SheetEntry]:
        """The position in which the nth entry was written, and the entry: to amend it."""
        with self._database.reading() as session:
            match = loading.must_find(session, match_id)
            title, setup = loading.title_and_setup(match)
            record = loading.must_count(session, match_id, n)
            earlier = match_log.since_position(session, match_id, record.place)
            position = position_after(title, setup, earlier)
            return position, sheet_entry(title, setup, loading.position_of(match), record)

    def try_amending(self, match_id: str, n: int, entry: Any | None) -> Amendment:
        """Return what it would do to write the entry in place of the nth, or to take that out."""
        with self._database.reading() as session:
            match = loading.must_find(session, match_id)
            title, _setup = loading.title_and_setup(match)
            steps = loading.steps_from(session, match, n)
            return history.amend(title, steps, entry, match.written)


def _with_notes(entry: dict[str, Any], noted: list[dict[str, Any]] | None) -> dict[str, Any]:
    return {**entry, "notes": noted} if noted else entry
