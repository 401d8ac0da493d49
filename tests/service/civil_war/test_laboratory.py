"""The laboratory: runs in the background, one at a time a device, that outlive the page."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec
import pytest

from tracker.engine.refusal import Invalid
from tracker.games.civil_war import deck as format_of
from tracker.games.civil_war import game_figures
from tracker.service.civil_war import laboratory, simulations
from tracker.service.civil_war.laboratory import Laboratory, NotNow, Run, RunState, Trial, digest_of
from tracker.service.civil_war.simulation_worker import Plan
from tracker.service.civil_war.simulations import Simulation, games_jobs, records
from tracker.store import documents
from tracker.store.database import Database

FEW: Final = Trial(games=5, seats=2, months=5, tiles=3)
MANY: Final = Trial(games=1_000_000, seats=2)
DECK: Final = "sample-2"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "matches.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def service(database: Database) -> Iterator[Laboratory]:
    made = Laboratory(database)
    yield made
    for device in ("anna", "boris"):
        made.stop(DECK, device)
    assert made._turn.acquire(timeout=60)


def until_over(service: Laboratory, by: str = "anna") -> Run:
    """Look at the run, as its page does, until it is over."""
    for _ in range(600):
        run = service.run_of(DECK, by)
        assert run is not None
        if not run.is_running:
            return run
        time.sleep(0.1)
    raise TimeoutError


def until_played(service: Laboratory, by: str = "anna") -> None:
    while not getattr(service.run_of(DECK, by), "done", 0):
        time.sleep(0.05)


def test_a_run_plays_all_its_games_and_keeps_their_figures(service: Laboratory) -> None:
    service.begin(DECK, DECK, FEW, "anna")

    run = until_over(service)

    assert (run.state, run.done, run.trial) == (RunState.DONE, 5, FEW)
    with Simulation(games_jobs(Plan(DECK, 2, 5, 3), 5, 1)) as simulation:
        of_number = dict(records(simulation))
    assert run.figures == game_figures.figures([of_number[number] for number in range(5)])


def test_what_came_of_a_run_is_there_on_another_day_and_for_another_process(
    database: Database, service: Laboratory
) -> None:
    service.begin(DECK, DECK, FEW, "anna")
    run = until_over(service)

    assert Laboratory(database).run_of(DECK, "anna") == run


def test_nobody_has_played_a_deck_before_the_first_run(service: Laboratory) -> None:
    service.begin(DECK, DECK, FEW, "anna")

    assert service.run_of("standard", "anna") is None
    assert service.run_of(DECK, "boris") is None
    until_over(service)


def test_a_device_has_one_run_at_a_time(service: Laboratory) -> None:
    service.begin(DECK, DECK, MANY, "anna")

    for name in (DECK, "standard"):
        with pytest.raises(NotNow, match="Your other games are still being played"):
            service.begin(name, name, FEW, "anna")


def test_runs_of_several_devices_take_turns(service: Laboratory) -> None:
    service.begin(DECK, DECK, MANY, "anna")
    until_played(service)
    service.begin(DECK, DECK, FEW, "boris")
    waiting = service.run_of(DECK, "boris")

    assert waiting is not None
    assert (waiting.state, waiting.done) == (RunState.RUNNING, 0)
    service.stop(DECK, "anna")
    assert until_over(service, "boris").state == RunState.DONE


def test_only_some_runs_are_taken_at_once(
    service: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laboratory, "MOST_RUNNING", 1)
    service.begin(DECK, DECK, MANY, "anna")

    with pytest.raises(NotNow, match="Others are playing games as well"):
        service.begin(DECK, DECK, FEW, "boris")


def test_a_run_can_be_stopped_and_its_process_ends(service: Laboratory) -> None:
    service.begin(DECK, DECK, MANY, "anna")
    until_played(service)

    service.stop(DECK, "anna")

    assert until_over(service).state == RunState.STOPPED
    assert service._turn.acquire(timeout=60)
    service._turn.release()
    service.begin(DECK, DECK, FEW, "anna")
    assert until_over(service).state == RunState.DONE


def test_a_run_that_waits_can_be_stopped(service: Laboratory) -> None:
    service.begin(DECK, DECK, MANY, "anna")
    until_played(service)
    service.begin(DECK, DECK, MANY, "boris")

    service.stop(DECK, "boris")

    assert until_over(service, "boris").state == RunState.STOPPED
    assert service.run_of(DECK, "anna").is_running  # type: ignore[union-attr]


def test_to_stop_what_is_over_changes_nothing(service: Laboratory) -> None:
    service.stop(DECK, "anna")
    assert service.run_of(DECK, "anna") is None

    service.begin(DECK, DECK, FEW, "anna")
    run = until_over(service)
    service.stop(DECK, "anna")

    assert service.run_of(DECK, "anna") == run


def test_a_run_whose_server_was_stopped_is_shown_as_interrupted_and_can_be_begun_again(
    database: Database, service: Laboratory
) -> None:
    service.begin(DECK, DECK, FEW, "anna")
    run = until_over(service)
    long_ago = datetime.now(UTC) - timedelta(seconds=60)
    silent = msgspec.structs.replace(
        run, state=RunState.RUNNING, figures=None, noted=long_ago.isoformat()
    )
    with database.writing() as session:
        (document,) = documents.documents_by(session, laboratory.KIND, "anna")
        document.content = msgspec.json.encode(silent)

    shown = service.run_of(DECK, "anna")

    assert shown is not None
    assert shown.state == RunState.INTERRUPTED
    service.begin(DECK, DECK, FEW, "anna")
    assert until_over(service).state == RunState.DONE


def test_games_that_cannot_be_played_are_told_as_failed(
    service: Laboratory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(simulations, "WORKER", "tracker.no_such_module")

    service.begin(DECK, DECK, FEW, "anna")

    assert until_over(service).state == RunState.FAILED
    assert "failed" in caplog.text


def test_a_deck_that_is_too_small_for_the_table_is_refused_with_the_figures(
    service: Laboratory,
) -> None:
    tiles = format_of.shipped(DECK).tiles[:24]
    small = msgspec.structs.replace(format_of.shipped(DECK), tiles=tiles)

    with pytest.raises(Invalid) as invalid:
        service.begin("own", small, Trial(seats=7), "anna")

    assert str(invalid.value.says) == (
        "7 players with 4 tiles each need 28 tiles; the deck has 24."
    )
    assert service.run_of("own", "anna") is None


def test_a_changed_deck_has_another_digest() -> None:
    whole = format_of.shipped(DECK)
    tiles = (*whole.tiles[1:], whole.tiles[0])

    assert digest_of(whole) == digest_of(DECK)
    assert digest_of(msgspec.structs.replace(whole, tiles=tiles)) != digest_of(DECK)


def test_old_runs_make_room_for_new_ones(
    database: Database, service: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laboratory, "MOST_KEPT_RUNS", 1)
    for name in (DECK, "standard", DECK):
        service.begin(name, name, FEW, "anna")
        while service.run_of(name, "anna").is_running:  # type: ignore[union-attr]
            time.sleep(0.05)

    with database.reading() as session:
        assert len(documents.documents(session, laboratory.KIND)) == 2
