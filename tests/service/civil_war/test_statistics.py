"""Statistics are added up from stored results, and kept until one changes."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from tests.games.civil_war.arrange import ROLES, entry, setup
from tracker.games.civil_war import title
from tracker.service import incoming
from tracker.service.imports import Imports
from tracker.service.matches import Matches
from tracker.service.statistics import Chosen, StatisticsService
from tracker.service.statistics_sums import quartiles
from tracker.service.tables import Tables
from tracker.store import statistics_rows
from tracker.store.database import Database
from tracker.store.devices import Right
from tracker.store.models import DeviceRow, MatchRow

ANNA, BORIS = 0, 1


class Club:
    """A database with matches that are over."""

    def __init__(self, where: Path | str) -> None:
        self.database = Database(where)
        self.database.prepare()
        self.matches = Matches(self.database)
        self.statistics = StatisticsService(self.database)
        self._writes = 0

    def play(self, winner: int, points: int = 0, by: str = "tablet", seats: int = 2) -> str:
        """A match that this seat wins with 50 points; the others have so many."""
        match_id = self.matches.make(title.NAME, setup(*ROLES[:seats]), "Friday", by)
        others = [seat for seat in range(seats) if seat != winner]
        behind = [_points(seat, points) for seat in others]
        turn = [entry("hand_turn", to=winner)] if winner else []
        wagon = [entry("gain", seat=winner, bonus="wagon")]
        last = [_points(winner, 49), entry("find", seat=winner, resource="wood", amount=60)]
        self.write(match_id, [*behind, *turn, *wagon, *last], by)
        return match_id

    def write(self, match_id: str, entries: list[Any], by: str = "tablet") -> None:
        self._writes += 1
        self.matches.write(match_id, entries, f"write-{self._writes}", by)

    def read(self, **chosen: Any) -> Any:
        return self.statistics.read("tablet", Chosen(**chosen))


def _points(seat: int, points: int) -> Any:
    return entry("correct", seat=seat, set={"points": points}, reason="so the test begins")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    made = Club(tmp_path / "club.sqlite")
    yield made
    made.database.close()


def test_wins_rates_and_points_are_counted_for_everybody(club: Club) -> None:
    club.play(ANNA, 10)
    club.play(ANNA, 20)
    club.play(BORIS, 30)
    found = club.read()
    assert found.matches == 3
    anna, boris = found.people
    assert (anna.name, anna.plays, anna.wins, anna.rate) == ("anna", 3, 2, 66.7)
    assert (anna.average, anna.best) == (49.3, 59)
    assert (boris.wins, boris.best) == (1, 59)
    assert [(tally.name, tally.wins) for tally in found.sides] == [("north", 1), ("south", 2)]
    assert [(tally.name, tally.wins) for tally in found.roles] == [
        ("northern_soldier", 1),
        ("southern_officer", 2),
    ]
    assert [(tally.name, tally.plays) for tally in found.sizes] == [("2", 6)]


def test_streaks_and_pairs_follow_the_order_of_the_matches(club: Club) -> None:
    for winner in (ANNA, ANNA, BORIS, ANNA, ANNA, ANNA, BORIS, BORIS):
        club.play(winner)
    found = club.read()
    assert [(streak.name, streak.longest, streak.now) for streak in found.streaks] == [
        ("anna", 3, -2),
        ("boris", 2, 2),
    ]
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.plays) == ("anna", "boris", 8)
    assert (pair.first_wins, pair.second_wins) == (5, 3)


def test_curves_bonuses_and_endings_are_counted(club: Club) -> None:
    club.play(ANNA, 11)
    club.play(ANNA, 21)
    found = club.read()
    (band,) = found.bands
    assert (band.track, band.round, band.matches) == (-1, 1, 2)
    assert (band.low, band.median, band.high) == (18.5, 40.0, 59.0)
    assert {(usage.name, usage.number) for usage in found.used} >= {("wagon", 2), ("fort", 2)}
    assert [(ending.name, ending.number) for ending in found.endings] == [("fifty_points", 2)]


def test_a_group_counts_only_the_matches_in_which_all_of_it_played(club: Club) -> None:
    club.play(ANNA)
    club.play(ANNA, seats=3)
    assert club.read(people=("anna", "clara")).matches == 1
    assert [tally.name for tally in club.read(people=("clara",)).people] == ["clara"]
    assert club.read(people=("nobody",)).matches == 0
    assert club.read(title="grizzled").matches == 0


def test_only_what_the_device_can_see_is_counted_on_either_database(where: Path | str) -> None:
    club = Club(where)
    club.play(ANNA)
    theirs = club.play(BORIS, by="another")
    away = club.play(ANNA)
    assert club.read().matches == 2
    Tables(club.database).put_away(away, "tablet")
    assert club.read().matches == 1
    Tables(club.database).visit(theirs, "tablet", lambda: "Tablet", is_known=True)
    assert club.read().matches == 2
    Tables(club.database).bring_back(away, "tablet")
    assert club.read().matches == 3
    Tables(club.database).change(theirs, "another", "tablet", Right.REMOVED, None, "Tablet")
    assert club.read().matches == 2
    club.database.close()


def test_a_match_that_goes_on_again_is_not_counted(club: Club) -> None:
    match_id = club.play(ANNA)
    assert club.read().matches == 1
    club.matches.undo(match_id, club.matches.version(match_id), "undo", "tablet")
    assert club.read().matches == 0


def test_a_match_that_ended_is_added_and_the_others_are_not_read_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    seats = statistics_rows.seats

    def counted(session: Any, device: str) -> Any:
        read.append(device)
        return seats(session, device)

    monkeypatch.setattr(statistics_rows, "seats", counted)
    for _ in range(5):
        club.play(ANNA)
    first = club.read()
    assert club.read() is first
    last = club.play(BORIS)
    added = club.read()
    assert (added.matches, len(read)) == (6, 1)
    assert added == StatisticsService(club.database).read("tablet", Chosen())

    club.matches.undo(last, club.matches.version(last), "undo", "tablet")
    assert club.read() == first
    assert len(read) == 3


def test_a_result_that_was_changed_is_counted_as_it_is_now(club: Club) -> None:
    match_id = club.play(ANNA, 10)
    club.play(ANNA, 20)
    club.read()
    again = _points(BORIS, 30)
    club.matches.undo(match_id, club.matches.version(match_id), "undo", "tablet")
    wood = entry("find", seat=ANNA, resource="wood", amount=60)
    club.write(match_id, [again, wood])
    (boris,) = (tally for tally in club.read().people if tally.name == "boris")
    assert (boris.average, boris.best) == (25.0, 30)


def test_another_title_that_ended_does_not_change_what_was_chosen(club: Club) -> None:
    club.play(ANNA)
    first = club.read(title="grizzled")
    club.play(ANNA)
    assert club.read(title="grizzled") == first
    assert club.read().matches == 2


def test_a_match_that_was_imported_is_counted_in_its_own_time(club: Club) -> None:
    """Streaks follow the order of the matches, and a file may be older than all of them."""
    old = json.loads(msgspec.json.encode(club.matches.export(club.play(BORIS))))
    club.play(ANNA)
    assert [(streak.name, streak.now) for streak in club.read().streaks] == [
        ("anna", 1),
        ("boris", -1),
    ]
    for step in old["entries"]:
        step["at"] = "2020-01-01T20:00:00.000+00:00"
    old["setup"]["seats"][ANNA]["name"] = "Clara"
    Imports(club.database).bring_in(incoming.read(json.dumps(old).encode()), "tablet")
    found = club.read()
    assert found.matches == 3
    assert {streak.name: streak.now for streak in found.streaks} == {
        "anna": 1,
        "boris": -1,
        "clara": -1,
    }


@pytest.mark.slow
@given(st.lists(st.integers(-9, 60), min_size=1, max_size=40))
def test_quartiles_are_those_of_all_the_numbers(numbers: list[int]) -> None:
    expected = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else numbers * 3
    found = quartiles(Counter(numbers))
    assert found == tuple(round(number, 1) for number in expected)


def test_what_has_changed_is_found_by_indexes(club: Club) -> None:
    club.play(ANNA)
    club.read()
    club.read()
    with club.database.reading() as session:
        driver: Any = session.connection().connection.driver_connection
        texts = [
            statement._texts["sqlite"].text
            for statement in (statistics_rows._changed, statistics_rows._number)
        ]
        plans = [
            row[-1]
            for text in texts
            for row in driver.execute(f"EXPLAIN QUERY PLAN {text}", [None] * text.count("?"))
        ]
    assert "SEARCH match USING INDEX ix_match_changed (is_over=? AND changed>?)" in plans
    assert "SEARCH device USING COVERING INDEX ix_device_list (id=? AND state=?)" in plans
    assert not [plan for plan in plans if plan.startswith("SCAN")]


def test_a_backup_that_was_restored_is_noticed_within_a_minute(club: Club) -> None:
    """Its rows are as old as they were: no time of change says that they are others."""
    now = 1_800_000_000.0
    statistics = StatisticsService(club.database, lambda: now)
    match_id = club.play(ANNA)
    assert statistics.read("tablet", Chosen()).matches == 1
    with club.database.writing() as session:
        old = {"changed": "2020-01-01T20:00:00.000+00:00"}
        session.execute(update(MatchRow).where(MatchRow.id == match_id).values(**old))
        gone = update(DeviceRow).where(DeviceRow.match_id == match_id)
        session.execute(gone.values(state="away", joined="2020-01-01T20:00:00.000+00:00"))
    now += 61
    assert statistics.read("tablet", Chosen()).matches == 0
