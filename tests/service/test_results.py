"""Results: stored when a match ends, gone when it goes on again, filled in for old matches."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import delete, update

from tests.recorded import EVERY
from tests.toy import arrange as toy
from tracker.engine import match_file
from tracker.games.titles import TITLES
from tracker.service.matches import Matches
from tracker.service.results import fill
from tracker.store import result_rows, sealing
from tracker.store.database import Database
from tracker.store.models import EntryRow, ResultRow, SeatRow

COLUMNS: Final = tuple(column.name for column in ResultRow.metadata.tables["result"].columns)
STORED: Final = ("role", "side", "points", "rank", "won", "counts")


class Club:
    """The matches of one database, and what is stored of them."""

    def __init__(self, where: Path | str) -> None:
        self.database = Database(where, fill)
        self.matches = Matches(self.database)
        self._writes = 0

    def play(self, title: str, made: Any, entries: Any) -> str:
        match_id = self.matches.make(title, made, "Friday", "tablet")
        for written in entries:
            self.write(match_id, written)
        return match_id

    def write(self, match_id: str, *entries: Any) -> None:
        self._writes += 1
        self.matches.write(match_id, entries, f"write-{self._writes}", "tablet")

    def version(self, match_id: str) -> int:
        return self.matches.sheet(match_id).version

    def undo(self, match_id: str) -> None:
        self._writes += 1
        self.matches.undo(match_id, self.version(match_id), f"write-{self._writes}", "tablet")

    def redo(self, match_id: str) -> None:
        self._writes += 1
        self.matches.redo(match_id, self.version(match_id), f"write-{self._writes}", "tablet")

    def result(self, match_id: str) -> dict[str, Any] | None:
        with self.database.reading() as session:
            found = result_rows.result_of(session, match_id)
            if found is None:
                return None
            return {name: getattr(found, name) for name in COLUMNS}

    def seats(self, match_id: str) -> list[dict[str, Any]]:
        with self.database.reading() as session:
            found = result_rows.seats_of(session, match_id)
            return [{name: getattr(row, name) for name in ("name", *STORED)} for row in found]

    def set_times(self, match_id: str, *times: str) -> None:
        with self.database.writing() as session:
            for n, at in enumerate(times):
                row = (EntryRow.match_id == match_id) & (EntryRow.n == n)
                session.execute(update(EntryRow).where(row).values(at=at))
            sealing.seal(session, match_id)


@pytest.fixture
def club(where: Path | str) -> Iterator[Club]:
    with toy.in_registries():
        opened = Club(where)
        yield opened
        opened.database.close()


def race(club: Club) -> str:
    match_id = club.matches.make(toy.TOY.NAME, toy.setup(), "Friday", "tablet")
    for n, written in enumerate(toy.MATCH):
        club.matches.deal(match_id, written, f"deal-{n}", "tablet")
    return match_id


def test_a_match_under_way_has_its_names_and_no_result(club: Club) -> None:
    match_id = club.play(toy.TOY.NAME, toy.setup(), [toy.entry("end_turn", seat=toy.ANNA)])

    assert club.result(match_id) is None
    assert [seat["name"] for seat in club.seats(match_id)] == ["Anna", "Boris"]
    assert [seat["won"] for seat in club.seats(match_id)] == [None, None]


def test_the_end_of_a_match_stores_who_won_with_points_rank_and_counts(club: Club) -> None:
    match_id = race(club)

    result = club.result(match_id)
    assert result is not None
    assert (result["title"], result["seats"]) == (toy.TOY.NAME, 2)
    assert (result["won"], result["reason"], result["rule"]) == ("seats", "goal", "TR-6")
    anna, boris = club.seats(match_id)
    assert (boris["rank"], boris["won"], boris["counts"]) == (1, True, "{}")
    assert (anna["rank"], anna["won"], anna["counts"]) == (2, False, '{"shoes":1}')
    ends = json.loads(result["rounds"])
    assert [day for day, _ in ends] == [1, 2, 3]
    assert ends[-1][1] == [anna["points"], boris["points"]]


def test_undo_takes_the_result_away_and_redo_brings_it_back(club: Club) -> None:
    match_id = race(club)
    before = club.result(match_id), club.seats(match_id)

    club.undo(match_id)

    assert club.result(match_id) is None
    assert {seat[name] for seat in club.seats(match_id) for name in STORED} == {None}
    club.redo(match_id)
    assert (club.result(match_id), club.seats(match_id)) == before


def test_an_amendment_of_a_match_that_is_over_changes_its_result(club: Club) -> None:
    match_id = race(club)
    walk = toy.entry("walk", seat=toy.BORIS, steps=9)

    club.matches.amend(match_id, 8, walk, club.version(match_id), "amend", "tablet")

    anna, boris = club.seats(match_id)
    result = club.result(match_id)
    assert result is not None
    assert json.loads(result["rounds"])[-1][1] == [anna["points"], boris["points"]]


def test_a_match_is_as_long_as_its_entries_are_apart_without_long_breaks(club: Club) -> None:
    match_id = race(club)
    club.undo(match_id)
    hours = ("18:00:00", "18:10:00", "18:20:00", "18:30:00", "18:31:00", "18:32:00")
    evening = [f"2026-03-01T{hour}.000+00:00" for hour in hours]
    next_day = [f"2026-03-02T20:0{minute}:00.000+00:00" for minute in range(5)]
    club.set_times(match_id, *evening, *next_day)

    club.redo(match_id)

    result = club.result(match_id)
    assert result is not None
    assert (result["began"], result["ended"]) == (evening[0], next_day[-1])
    assert result["seconds"] == (32 + 4) * 60


def shortest_to_the_end(name: str) -> Path:
    """Return the shortest recorded match of a title that is played to its end."""
    for path in sorted(EVERY, key=lambda path: path.stat().st_size):
        title, document = match_file.read(path.read_bytes(), TITLES)
        if name == title.NAME:
            played = match_file.play(title, document)
            if played.refused is None and title.outcome(played.position) is not None:
                return path
    raise AssertionError(f"no recorded match of {name} is played to its end")


@pytest.mark.parametrize("name", TITLES)
def test_every_title_names_what_it_stores(name: str, tmp_path: Path) -> None:
    club = Club(tmp_path / "club.sqlite")
    title, document = match_file.read(shortest_to_the_end(name).read_bytes(), TITLES)
    entries = [match_file.bare(written) for written in document.entries if written.counts]
    match_id = club.matches.make(title.NAME, document.setup, "Friday", "tablet")
    for n, written in enumerate(entries):
        club.matches.deal(match_id, written, f"deal-{n}", "tablet")

    result, seats = club.result(match_id), club.seats(match_id)
    club.database.close()

    assert result is not None
    outcome = title.outcome(match_file.play(title, document).position)
    assert outcome is not None
    assert (result["reason"], result["rule"]) == (outcome.reason, outcome.rule)
    assert tuple(n for n, seat in enumerate(seats) if seat["won"]) == tuple(sorted(outcome.winners))
    words = {result["reason"], result["side"], *json.loads(result["counts"])}
    for seat in seats:
        words |= {seat["role"], seat["side"], *json.loads(seat["counts"])}
    assert words - {""} <= set(title.result_words())
    assert all(seat["rank"] == 1 for seat in seats if seat["won"] and result["won"] != "side")


def test_matches_that_ended_before_results_were_stored_get_theirs_when_it_is_opened(
    club: Club, where: Path | str
) -> None:
    match_id = race(club)
    before = club.result(match_id), club.seats(match_id)
    with club.database.writing() as session:
        session.execute(delete(ResultRow).where(ResultRow.match_id == match_id))
        nothing: dict[str, Any] = dict.fromkeys(STORED)
        session.execute(update(SeatRow).where(SeatRow.match_id == match_id).values(nothing))
    assert club.result(match_id) is None

    again = Club(where)

    assert (again.result(match_id), again.seats(match_id)) == before
    again.database.close()


def test_a_database_of_the_first_release_gets_its_seats(tmp_path: Path) -> None:
    first = Path(__file__).parents[1] / "store" / "first-release.sqlite"
    club = Club(Path(shutil.copy(first, tmp_path / "quartermaster.sqlite")))

    with club.database.reading() as session:
        names = session.query(SeatRow.name, SeatRow.key).order_by(SeatRow.seat).all()

    assert len(names) == 4
    assert all(key == name.casefold() for name, key in names)
    club.database.close()


def test_a_match_that_cannot_be_read_is_left_without_a_result(club: Club, where: Any) -> None:
    match_id = race(club)
    with club.database.writing() as session:
        session.execute(delete(ResultRow))
        session.execute(
            update(EntryRow).where(EntryRow.match_id == match_id).values(facts=b"nonsense")
        )

    again = Club(where)

    assert again.result(match_id) is None
    again.database.close()
