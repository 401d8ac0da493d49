"""Matches as tables: plays, players and entries, each a CSV file (RFC 4180), in one zip file."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from tracker.engine.message import Message
from tracker.service.damage import DAMAGED, DamageChecks
from tracker.service.reading import MatchReader
from tracker.store import list_rows, note_rows
from tracker.store.database import Database
from tracker.store.match_log import State

BOM: Final = "\ufeff"
GAP: Final = re.compile(r"""(^[\s"';]*|[\s"';]+)([=+\-@＝＋－＠]?)""")
"""The start of a text or a gap in it, and the sign of a formula behind it."""
BREAKS: Final = re.compile(r"[;\t\r\n]")
"""Some spreadsheets split a line here, also between quotes."""
AT_ONCE: Final = 50
PLAYS: Final = (
    *("match", "title", "name", "created", "changed", "over", "began", "ended", "minutes"),
    *("players", "won", "winners", "reason", "rule", "side", "notes"),
)
PLAYERS: Final = ("match", "seat", "name", "role", "side", "points", "rank", "won")
ENTRIES: Final = (
    *("match", "n", "at", "round", "counts", "amended_by", "do", "seat", "text", "notes"),
)
Translate = Callable[[Message], str]
Files = Iterator[tuple[str, Iterator[bytes]]]


class CsvExport:
    """Takes matches of one database out as tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reader = MatchReader(database)

    def of_device(self, device: str, translate: Translate) -> Files:
        """Return the files of all matches that a device can see."""
        with self._database.reading() as session:
            return self._files(list_rows.ids_of(session, device), translate)

    def of_match(self, match_id: str, translate: Translate) -> Files:
        """Return the files of one match; raise `NoSuchMatch` where it cannot be seen."""
        self._reader.version(match_id)
        files = self._files([match_id], translate)
        # Made before it is sent: what cannot be read is told on a page.
        return iter([(name, iter(list(lines))) for name, lines in files])

    def _files(self, ids: Sequence[str], translate: Translate) -> Files:
        parts = [ids[start : start + AT_ONCE] for start in range(0, len(ids), AT_ONCE)]
        plays = (row for part in parts for row in self._plays(part))
        players = (row for part in parts for row in self._players(part))
        read = self._entries if len(ids) == 1 else self._readable_entries
        entries = (row for match_id in ids for row in read(match_id, translate))
        return iter(
            (
                ("plays.csv", lines(PLAYS, plays)),
                ("players.csv", lines(PLAYERS, players)),
                ("entries.csv", lines(ENTRIES, entries)),
            )
        )

    def _plays(self, ids: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        with self._database.reading() as session:
            rows, seats = list_rows.plays(session, ids), list_rows.seats(session, ids)
            notes = {id_: _joined(note_rows.notes(session, id_), None) for id_ in ids}
        for match_id in ids:
            *head, over, began, ended, seconds, won, reason, rule, side = rows[match_id]
            minutes = None if seconds is None else round(seconds / 60)
            players = seats.get(match_id, [])
            winners = "; ".join(name for name, has_won in players if has_won)
            result = (began, ended, minutes, len(players), won, winners, reason, rule, side)
            yield (match_id, *head, bool(over), *result, notes[match_id])

    def _players(self, ids: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        with self._database.reading() as session:
            players = list_rows.players(session, ids)
        # The client may be slow to take the next piece; no connection is held meanwhile.
        yield from players

    def _readable_entries(self, match_id: str, translate: Translate) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a match; of a damaged one, a row that says so at its end."""
        try:
            yield from self._entries(match_id, translate)
        except Exception:
            if not DamageChecks(self._database).is_met_in(match_id):
                raise
            yield (match_id, *[None] * (len(ENTRIES) - 3), translate(DAMAGED), None)

    def _entries(self, match_id: str, translate: Translate) -> Iterator[tuple[Any, ...]]:
        with self._database.reading() as session:
            notes = note_rows.notes(session, match_id)
        for entry in self._reader.entries(match_id):
            yield (
                *(
                    match_id,
                    entry.n,
                    entry.at,
                    entry.round,
                    entry.state is State.LIVE,
                    entry.amended_by,
                ),
                *(entry.entry.__struct_config__.tag, getattr(entry.entry, "seat", None)),
                *(translate(entry.says), _joined(notes, entry.n)),
            )


def lines(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """Yield a CSV file line by line: UTF-8 with its mark, lines end with CR LF."""
    yield (BOM + _line(names)).encode()
    for row in rows:
        yield _line([cell(value) for value in row]).encode()


def cell(value: Any) -> Any:
    """Return a value as a table has it, with an apostrophe before each formula in a text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return GAP.sub(_neutralised, value)
    return value


def _neutralised(found: re.Match[str]) -> str:
    gap, sign = found.groups()
    begins_cell = found.start() == 0 or BREAKS.search(gap)
    return f"{gap}'{sign}" if sign and begins_cell else found[0]


def _line(values: Sequence[Any]) -> str:
    written = io.StringIO()
    csv.writer(written).writerow(values)
    return written.getvalue()


def _joined(notes: Iterable[Any], n: int | None) -> str:
    return "\n".join(note.text for note in notes if note.n == n)
