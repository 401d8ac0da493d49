"""Statistics are added up from stored results, and kept until one changes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.civil_war.arrange import ROLES, entry, setup
from tracker.games.civil_war import title
from tracker.service.matches import Matches
from tracker.service.statistics import Chosen, StatisticsService
from tracker.service.tables import Tables
from tracker.store import statistics_rows
from tracker.store.database import Database

ANNA, BORIS = 0, 1


class Club:
    """A database with matches that are over."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path)
        self.database.prepare()
        self.matches = Matches(self.database)
        self.now = 0.0
        self.statistics = StatisticsService(self.database, lambda: self.now)
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
    assert [(one.name, one.longest, one.now) for one in found.streaks] == [
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
    assert {(one.name, one.number) for one in found.used} >= {("wagon", 2), ("fort", 2)}
    assert [(one.name, one.number) for one in found.endings] == [("fifty_points", 2)]


def test_a_group_counts_only_the_matches_in_which_all_of_it_played(club: Club) -> None:
    club.play(ANNA)
    club.play(ANNA, seats=3)
    assert club.read(people=("anna", "clara")).matches == 1
    assert [tally.name for tally in club.read(people=("clara",)).people] == ["clara"]
    assert club.read(people=("nobody",)).matches == 0
    assert club.read(title="grizzled").matches == 0


def test_only_what_the_device_can_see_is_counted(club: Club) -> None:
    club.play(ANNA)
    theirs = club.play(BORIS, by="another")
    away = club.play(ANNA)
    assert club.read().matches == 2
    Tables(club.database).put_away(away, "tablet")
    club.now += 61
    assert club.read().matches == 1
    Tables(club.database).visit(theirs, "tablet", "Tablet", is_known=True)
    club.now += 61
    assert club.read().matches == 2


def test_a_match_that_goes_on_again_is_not_counted(club: Club) -> None:
    match_id = club.play(ANNA)
    assert club.read().matches == 1
    club.matches.undo(match_id, club.matches.version(match_id), "undo", "tablet")
    assert club.read().matches == 0


def test_results_are_read_once_and_again_only_when_one_changes(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    seats = statistics_rows.seats

    def counted(session: Any, device: str) -> Any:
        rows = seats(session, device)
        read.append(len(rows))
        return rows

    monkeypatch.setattr(statistics_rows, "seats", counted)
    for _ in range(5):
        club.play(ANNA)
    first = club.read()
    club.now += 61
    assert club.read() is first
    assert read == [10]
    club.play(BORIS)
    assert club.read().matches == 6
    assert read == [10, 12]


def test_what_is_asked_again_is_answered_by_two_looks_at_an_index(club: Club) -> None:
    club.play(ANNA)
    club.read()
    with club.database.reading() as session:
        driver: Any = session.connection().connection.driver_connection
        (made,) = statistics_rows._newest._texts.values()
        plan = driver.execute(f"EXPLAIN QUERY PLAN {made.text}", [True]).fetchall()
    assert [row[-1] for row in plan] == [
        "SEARCH match USING COVERING INDEX ix_match_changed (is_over=?)"
    ]
