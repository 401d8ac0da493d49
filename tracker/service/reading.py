"""Reading matches: the list, the sheet, the history, the match file, and entries only tried."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from tracker.engine import history
from tracker.engine.choice import Verdict
from tracker.engine.hand_seat import SetupsByPlace
from tracker.engine.history import Amendment
from tracker.engine.ledger import Fact, Line, lines_of
from tracker.engine.match_file import FORMAT
from tracker.engine.message import Message
from tracker.engine.sheet_check import Noted, Question
from tracker.engine.time_spent import Moment, TimeSpent, time_spent
from tracker.engine.title import AnyTitle, Claim, Offer, why_not
from tracker.service import notes, requests, rights, taking_back
from tracker.service.match import (
    Quarantined,
    SheetEntry,
    exported,
    must_be_few_after,
    must_be_there,
    must_count,
    must_find,
    position_after,
    readable_players,
    replayed,
    sheet_entry,
    steps_from,
    version_of,
    written_by,
)
from tracker.service.requests import ShownRequest
from tracker.service.rights import Standing
from tracker.service.writing import why_not_yet
from tracker.store import devices, match_log, note_rows
from tracker.store.database import Database
from tracker.store.devices import Undo
from tracker.store.match_log import State


class Sheet(Struct, frozen=True):
    """A match as it stands: what every page of it is drawn from."""

    id: str
    name: str
    title: AnyTitle
    setup: Any
    """The set-up with the players who have the seats now."""
    version: int
    position: Any
    drawn: tuple[int, ...]
    undo: SheetEntry | None
    redo: SheetEntry | None
    changed: str
    """The time of the last change."""
    turned: Any = None
    """An entry that has shown what was hidden and is still to be written, with its choices."""
    trouble: Message | None = None
    """The reason why nothing more can be written on it: a check found it wrong."""
    policy: Undo = Undo.FREE
    """The entries that others than the host may take back."""
    waiting: tuple[ShownRequest, ...] = ()
    """The requests that wait for approval, and answers that were not read yet."""
    asks: bool = False
    """An entry that takes from a player waits for that player's yes."""
    original: Any = None
    """The set-up as it was agreed, with the players who began."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.title.seats(self.setup)

    def claim(self, entry: Any) -> Claim:
        """Return whose an entry is, as the table stands."""
        return self.title.claim(self.position, entry)

    def can_be_taken_back(self, standing: Standing, entry: SheetEntry) -> bool:
        """Return whether undo or redo of this entry is for that device, if perhaps after asking."""
        claim = self.claim(entry.entry)
        if entry.amends is not None:
            return rights.may_take_back_amendment(standing, claim, entry.by)
        return rights.may_take_back(standing, self.policy, claim, entry.by)

    def asked_to_write(self, standing: Standing, entries: Iterable[Any]) -> list[str]:
        """Return the players who have to agree before that device's entries are saved."""
        if not self.asks:
            return []
        return self._named(rights.asked_to_write(standing, map(self.claim, entries)))

    def asked_to_take_back(self, standing: Standing, entry: SheetEntry) -> list[str]:
        """Return the players who have to agree before that device undoes or redoes this entry."""
        if self.policy is not Undo.ASK or standing.is_host or entry.amends is not None:
            return []
        sides = self.title.progress(self.position).sides
        claim = self.claim(entry.entry)
        return self._named(rights.asked_to_take_back(standing, sides, claim, entry.lines))

    def _named(self, seats: Iterable[int]) -> list[str]:
        return [self.players[seat] for seat in sorted(seats)]

    def can_be_amended(self, standing: Standing, entry: SheetEntry) -> bool:
        """Return whether that device may amend this entry, as far as rights go."""
        if standing.is_host or entry.by != standing.device:
            return standing.is_host
        return standing.why_not(self.claim(entry.entry), self.players) is None


class Listed(Struct, frozen=True):
    """A match in the list of matches."""

    id: str
    name: str
    changed: str
    is_over: bool
    players: tuple[str, ...]


class Part(Struct, frozen=True):
    """Some of the entries of a match, and where the rest begins; None where that was all."""

    version: int
    entries: tuple[SheetEntry, ...]
    next: int | None
    start: int = 0
    written: int = 0
    """The number of entries in all."""


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
                Listed(match.id, match.name, match.changed, match.is_over, readable_players(match))
                for match in found
            ]

    def sheet(self, match_id: str) -> Sheet:
        """The match as it stands, with what undo and redo would do."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            row = match.row
            return Sheet(
                match_id,
                row.name,
                match.title,
                match.title.setup_of(match.position),
                row.version,
                match.position,
                tuple(msgspec.json.decode(row.setup_notes)),
                taking_back.shown(session, match, taking_back.to_undo(session, match_id)),
                taking_back.shown(session, match, taking_back.to_redo(session, match_id)),
                row.changed,
                match.turned,
                Quarantined.says if row.trouble is not None else None,
                Undo(row.undo),
                tuple(requests.shown(session, match)),
                row.asks,
                match.setup,
            )

    def version(self, match_id: str) -> int:
        """Return the number of changes so far: it tells whether a page is still up to date."""
        with self._database.reading() as session:
            return version_of(session, match_id)

    def entries(self, match_id: str) -> list[SheetEntry]:
        """Everything that was ever written, in the order of play, crossed out or not."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            return list(map(match.shown, match_log.records(session, match_id)))

    def part(self, match_id: str, start: int, most: int) -> Part:
        """Up to `most` entries from `start`, of everything that was ever written."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            found = match_log.records_from(session, match_id, start, most)
            end, written = start + len(found), match.row.written
            return Part(
                match.row.version,
                tuple(map(match.shown, found)),
                end if found and end < written else None,
                start,
                written,
            )

    def page(self, match_id: str, start: int | None, most: int) -> Part:
        """Return a page of the history: the one that begins there, or (None) the last one."""
        if start is None:
            with self._database.reading() as session:
                written = must_find(session, match_id).row.written
            start = max(0, written - 1) // most * most
        return self.part(match_id, start, most)

    def later(self, match_id: str, n: int) -> list[SheetEntry]:
        """Return the nth entry and those that count after it; raises `Invalid` for too many."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            place = must_count(session, match_id, n).place
            must_be_few_after(session, match_id, place)
            return list(map(match.shown, match_log.live_from(session, match_id, place)))

    def newest(self, match_id: str, number: int) -> list[SheetEntry]:
        """Return the last entries that count, the newest first."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            return list(map(match.shown, match_log.newest(session, match_id, number)))

    def written_by(self, match_id: str, write_id: str) -> list[SheetEntry]:
        """The entries that this write has already made; none where it was not sent yet."""
        with self._database.reading() as session:
            return written_by(session, must_find(session, match_id), write_id)

    def scores_by_round(self, match_id: str) -> list[tuple[int, tuple[int, ...]]]:
        """Each round played so far, with everyone's scores at its end or by now."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            first = match.title.progress(match.title.start(match.setup).position).round
            rounds = range(first, match.title.progress(match.position).round + 1)
            ends = [(number, match_log.round_end(session, match_id, number)) for number in rounds]
        return [(number, tuple(msgspec.json.decode(scores))) for number, scores in ends if scores]

    def time_spent(self, match_id: str) -> TimeSpent:
        """Return where the time of the match went, from the times of the entries that count."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            live = match_log.records(session, match_id, State.LIVE)
        title = match.title
        steps = {step.n: step for step in replayed(title, match.setup, live)}
        moments = [
            Moment(
                datetime.fromisoformat(record.at).timestamp(),
                record.round,
                title.progress(steps[record.n].before).turn,
            )
            for record in live
            if record.n in steps
        ]
        return time_spent(moments, len(match.players))

    def export(self, match_id: str) -> dict[str, Any]:
        """The match file: everything that was written, and how it stands."""
        with self._database.reading() as session:
            must_find(session, match_id)
        return self.export_any(match_id)

    def export_any(self, match_id: str) -> dict[str, Any]:
        """The match file also of a match that was put away, for whoever takes everything out."""
        with self._database.reading() as session:
            match = must_be_there(session, match_id)
            row, title, now = match.row, match.title, match.position
            position = title.export_position(now)
            noted = notes.exported(note_rows.notes(session, match_id))
            entries = [
                exported(title, now, record) for record in match_log.records(session, match_id)
            ]
            return {
                "format": FORMAT,
                "title": row.title,
                "id": row.id,
                "name": row.name,
                "created": row.created,
                "setup": match.setup,
                **({"notes": noted[None]} if None in noted else {}),
                "entries": [_with_notes(entry, noted.get(entry["n"])) for entry in entries],
                "position": position,
                "result": position["result"],
            }

    def before(self, match_id: str, n: int) -> tuple[Any, SheetEntry]:
        """The position in which the nth entry was written, and the entry: to amend it."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            record = must_count(session, match_id, n)
            earlier = match_log.since_position(session, match_id, record.place)
            return position_after(match.title, match.setup, earlier), match.shown(record)

    def try_amending(self, match_id: str, n: int, entry: Any | None) -> Amendment:
        """Return what it would do to write the entry in place of the nth, or to take that out."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            steps = steps_from(session, match, n)
            return history.amend(match.title, steps, entry, match.row.written)


def _with_notes(entry: dict[str, Any], noted: list[dict[str, Any]] | None) -> dict[str, Any]:
    return {**entry, "notes": noted} if noted else entry


# --- Entries that are only tried: nothing is written, and nothing hidden is told ------------------


class Tried(Struct, frozen=True):
    """An entry that was tried, what it would do, and how the table would stand after it."""

    entry: Any
    facts: tuple[Fact, ...]
    position: Any
    verdicts: tuple[Verdict, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The numbers that it would change."""
        return lines_of(self.facts)


def try_writing(sheet: Sheet, entries: Sequence[Any], then: Any = None) -> list[Tried]:
    """Return what writing these would do, and `then` where it is allowed; raise `Refused`."""
    must_uncover_nothing(sheet, entries)
    tried: list[Tried] = []
    for entry in entries:
        tried.append(_tried(sheet, tried, entry))
    if then is not None and why_not(sheet.title, tried[-1].position, then) is None:
        tried.append(_tried(sheet, tried, then))
    return tried


def _tried(sheet: Sheet, before: Sequence[Tried], entry: Any) -> Tried:
    position = before[-1].position if before else sheet.position
    decision = sheet.title.decide(position, entry)
    return Tried(entry, decision.facts, decision.position, decision.verdicts)


def must_uncover_nothing(sheet: Sheet, entries: Sequence[Any]) -> None:
    """Raise `Refused` where trying these would show something hidden to whoever tries them."""
    refused = why_not_yet(sheet.title, sheet.position, entries, sheet.turned, only_tried=True)
    if refused is not None:
        raise refused


def offers(sheet: Sheet, seat: int) -> list[Offer[Any]]:
    """Return what the seat may write; while something lies shown, what comes of it first."""
    return [_still_open(sheet, offer) for offer in sheet.title.offers(sheet.position, seat)]


def _still_open(sheet: Sheet, offer: Offer[Any]) -> Offer[Any]:
    reasons = [
        why_not_yet(sheet.title, sheet.position, [entry], sheet.turned) for entry in offer.entries
    ]
    allowed = tuple(
        entry for entry, reason in zip(offer.entries, reasons, strict=True) if reason is None
    )
    if allowed or not offer.entries:
        return Offer(offer.do, allowed, offer.refusal)
    return Offer(offer.do, (), reasons[0])


# --- What looks forgotten in the round that is being closed --------------------------------------


class SheetChecks:
    """The questions about what looks forgotten on the sheets of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def questions(self, sheet: Sheet) -> tuple[Question, ...]:
        """Return what looks forgotten in the round; nothing while its turns are being played."""
        if not sheet.title.is_closing(sheet.position):
            return ()
        number = sheet.title.progress(sheet.position).round
        with self._database.reading() as session:
            found = match_log.live_of_round(session, sheet.id, number)
        setups = SetupsByPlace(sheet.setup)
        entries = [sheet_entry(sheet.title, setups, sheet.position, seen) for seen in found]
        return sheet.title.questions(sheet.position, tuple(map(_noted, entries)))


def _noted(entry: SheetEntry) -> Noted:
    seconds = datetime.fromisoformat(entry.at).timestamp()
    return Noted(entry.n, seconds, entry.entry, entry.lines)
