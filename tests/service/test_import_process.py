"""Files that are made to do harm: given up in a process of their own, and the others go on."""

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.toy import web
from tests.toy.arrange import document, end_turn, walk
from tracker.engine.refusal import Invalid, Refused, SetupRefused
from tracker.service import import_process
from tracker.service.allowance import Allowance, HourlyLimits, TooMuchStored
from tracker.service.import_process import MOST_ENTRIES, Budget, BudgetSpent, FileMark, ImportBusy
from tracker.service.imports import Imported, Imports, RefusedFile
from tracker.store.database import Database
from tracker.worker import JobLimits

pytestmark = pytest.mark.usefixtures("toy")

RACE: Final = json.dumps({**document(walk(0, 9), walk(0, 1)), "name": "Sprint"}).encode()


def file_of(steps: int) -> bytes:
    """Return a match file that is like no other."""
    return json.dumps(document(walk(0, steps))).encode()


def endless(data: bytes) -> FileMark:
    while True:
        pass


def greedy(data: bytes) -> FileMark:
    bytes(10**12)
    raise AssertionError


class Desk:
    """Imports into one database, from one network."""

    def __init__(self, where: Path) -> None:
        self.database = Database(where)
        self.imports = Imports(self.database)
        self.imports.process.open_file = web.open_file
        self.limits = HourlyLimits(100, 100, 100, 100, 100)
        self.budget = Budget()

    def bring_in(self, data: bytes, by: str = "phone") -> Imported | RefusedFile:
        allowance = Allowance("192.0.2.7", self.limits, "key")
        return self.imports.bring_in_file(data, by, allowance, self.budget)

    def is_new(self, data: bytes) -> bool:
        made = self.bring_in(data)
        return isinstance(made, Imported) and made.is_new


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(tmp_path / "desk.sqlite")
    yield opened
    opened.imports.process.close()
    opened.database.close()


def test_a_file_is_played_in_the_process_and_stored_here(desk: Desk) -> None:
    made, again = desk.bring_in(RACE), desk.bring_in(RACE)

    assert isinstance(made, Imported)
    assert isinstance(again, Imported)
    assert (made.match_name, made.is_new) == ("Sprint", True)
    assert (again.match_id, again.is_new) == (made.match_id, False)
    refused = desk.bring_in(json.dumps(document(end_turn(0), end_turn(0))).encode())
    assert isinstance(refused, RefusedFile)
    assert refused.refused.refusal.rule == "TR-1"


def test_a_match_that_is_here_already_is_not_played_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.bring_in(RACE)
    monkeypatch.setattr(desk.imports.process, "play", None)

    assert not desk.is_new(RACE)


@pytest.mark.parametrize("harm", [endless, greedy])
def test_a_file_that_takes_too_much_is_given_up_and_the_next_one_comes_in(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, harm: Any
) -> None:
    monkeypatch.setattr(import_process, "LIMITS", JobLimits(processor_seconds=1, megabytes=500))
    monkeypatch.setattr(desk.imports.process, "open_file", harm)
    with pytest.raises(Invalid, match="takes too much time or memory"):
        desk.bring_in(RACE)
    monkeypatch.setattr(import_process, "LIMITS", JobLimits(processor_seconds=20, megabytes=500))
    monkeypatch.setattr(desk.imports.process, "open_file", web.open_file)

    assert desk.is_new(RACE)


def test_a_match_with_too_many_entries_is_refused_with_a_way_out(desk: Desk) -> None:
    data = json.dumps(document(*[walk(0)] * (MOST_ENTRIES + 1))).encode()

    with pytest.raises(Invalid) as refused:
        desk.bring_in(data)

    assert refused.value.where == "entries"
    assert "has more than 3000; on the server, `quartermaster import`" in refused.value.message


def test_files_that_are_sent_together_have_a_budget_of_entries_and_of_time(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_process, "MOST_ENTRIES_AT_ONCE", 2)
    desk.budget = Budget()
    desk.bring_in(RACE)
    with pytest.raises(BudgetSpent):
        desk.bring_in(file_of(2))

    monkeypatch.setattr(import_process, "MOST_SECONDS", -1)
    desk.budget = Budget()
    with pytest.raises(BudgetSpent):
        desk.bring_in(file_of(3))


def test_files_of_a_network_are_counted_also_where_they_are_refused(desk: Desk) -> None:
    desk.limits = HourlyLimits(100, 2, 100, 100, 100)
    for _ in range(2):
        with pytest.raises(Invalid):
            desk.bring_in(b"{")

    with pytest.raises(TooMuchStored):
        desk.bring_in(RACE)


def test_while_others_import_for_long_a_file_is_not_kept_waiting(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_process, "IMPORT_TURN_SECONDS", 0.01)

    with desk.imports.process.turn(), pytest.raises(ImportBusy):
        desk.bring_in(RACE)

    assert desk.is_new(RACE)


def test_a_process_that_is_idle_is_ended_and_another_is_started_when_a_file_comes(
    desk: Desk,
) -> None:
    desk.bring_in(RACE)
    process = desk.imports.process
    with pytest.raises(Invalid):
        desk.bring_in(b"{")
    worker, idle = process._worker, process._idle
    assert worker is not None
    assert idle is not None
    assert idle.is_alive()

    process._end_idle()

    assert not worker.is_alive()
    assert desk.is_new(file_of(2))
    assert idle.finished.is_set()


@pytest.mark.parametrize(
    "error",
    [
        Invalid("entries[0]", "must be {least} or more", least="1"),
        Refused("TR-1", "{name} waits", name="Anna"),
        SetupRefused("TR-2", "seats", "needs {most}", most=3),
    ],
)
def test_a_refusal_travels_between_processes_with_all_that_it_says(
    error: Invalid | Refused,
) -> None:
    arrived = pickle.loads(pickle.dumps(error))

    assert type(arrived) is type(error)
    assert vars(arrived) == vars(error)
    assert str(arrived) == str(error)
