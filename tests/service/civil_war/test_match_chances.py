"""The chances of a finished match: computed once in the background, and stored with its result."""

import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tracker.games.civil_war.winning_chances import MonthChance
from tracker.service import incoming
from tracker.service.civil_war import match_chances, simulations
from tracker.service.civil_war.match_chances import ChancesShown, MatchChances
from tracker.service.imports import Imports
from tracker.service.matches import Matches
from tracker.service.results import fill
from tracker.store.database import Database

RECORDED: Final = Path(__file__).parents[2] / "recorded/civil-war"
HOST: Final = "host"
GAMES: Final = 6


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    monkeypatch.setattr(match_chances, "CONTINUATIONS", GAMES)
    opened = Database(tmp_path / "matches.sqlite", fill)
    opened.prepare()
    yield opened
    opened.close()


@pytest.fixture
def service(database: Database) -> Iterator[MatchChances]:
    made = MatchChances(database)
    made.start()
    yield made
    made.close()


def brought_in(database: Database, name: str) -> str:
    """A recorded match in the database; its address."""
    file = incoming.read((RECORDED / f"{name}.json").read_bytes())
    return Imports(database).bring_in(file, HOST).match_id


def computed(service: MatchChances, match_id: str) -> tuple[MonthChance, ...]:
    """Ask as the page does, until the chances are there."""
    for _ in range(600):
        shown = service.of(match_id)
        assert shown is not None
        if shown.chances is not None:
            return shown.chances
        assert 0 <= shown.done <= 1
        time.sleep(0.1)
    raise TimeoutError


def test_the_chances_of_each_months_end_are_computed_and_stored_once(
    database: Database, service: MatchChances
) -> None:
    match_id = brought_in(database, "six-seats-second-sample-deck")

    found = computed(service, match_id)

    assert [chance.month for chance in found] == [0, 1, 2, 3, 4, 5]
    assert all(0 <= chance.south <= 1 for chance in found)
    assert {round(chance.south * GAMES, 6) % 1 for chance in found[:-1]} == {0}
    assert found[-1].south == 0
    of_another_server = MatchChances(database)
    assert of_another_server.of(match_id) == ChancesShown(found)


def test_the_same_match_has_the_same_chances_when_they_are_computed_again(
    database: Database, service: MatchChances, tmp_path: Path
) -> None:
    match_id = brought_in(database, "two-seats-elimination-by-the-north")
    first = computed(service, match_id)
    matches = Matches(database)

    matches.undo(match_id, matches.version(match_id), "undo", HOST)
    matches.redo(match_id, matches.version(match_id), "redo", HOST)

    assert MatchChances(database).of(match_id) == ChancesShown(done=0)
    assert computed(service, match_id) == first


def test_a_match_that_goes_on_again_has_no_chances(
    database: Database, service: MatchChances
) -> None:
    match_id = brought_in(database, "two-seats-elimination-by-the-north")
    computed(service, match_id)
    matches = Matches(database)

    matches.undo(match_id, matches.version(match_id), "undo", HOST)

    assert service.of(match_id) is None


def test_a_match_with_everyone_on_one_side_has_none(
    database: Database, service: MatchChances
) -> None:
    assert service.of(brought_in(database, "three-seats-marshal")) is None


def test_the_chances_are_only_computed_while_a_server_runs(database: Database) -> None:
    idle = MatchChances(database)
    match_id = brought_in(database, "two-seats-elimination-by-the-north")

    assert idle.of(match_id) == ChancesShown(done=0)
    assert idle.of(match_id) == ChancesShown(done=0)
    idle.start()
    assert computed(idle, match_id)
    idle.close()


def test_a_server_that_ends_leaves_the_computation_off_and_another_begins_anew(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = brought_in(database, "six-seats-second-sample-deck")
    monkeypatch.setattr(match_chances, "CONTINUATIONS", 1_000_000)
    ending = MatchChances(database)
    ending.start()
    while not ending.of(match_id).done:  # type: ignore[union-attr]
        time.sleep(0.05)

    ending.close()

    assert caplog.records == []
    monkeypatch.setattr(match_chances, "CONTINUATIONS", GAMES)
    beginning = MatchChances(database)
    beginning.start()
    assert len(computed(beginning, match_id)) == 6
    beginning.close()


def test_games_that_cannot_be_played_are_logged_and_not_tried_again_by_this_server(
    database: Database,
    service: MatchChances,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    match_id = brought_in(database, "two-seats-elimination-by-the-north")
    monkeypatch.setattr(simulations, "WORKER", "tracker.no_such_module")

    with caplog.at_level(logging.WARNING):
        assert computed(service, match_id) == ()

    assert "could not be computed" in caplog.text
    assert service.of(match_id) == ChancesShown(())
