"""Devices that come to a match and get their rights there."""

from itertools import count
from pathlib import Path
from typing import Any

from tests.toy.arrange import ANNA, BORIS, TOY
from tests.toy.entries import Setup
from tracker.service.matches import Matches
from tracker.service.request_answers import RequestAnswers
from tracker.service.tables import Tables
from tracker.store.database import Database
from tracker.store.match_log import State

HERE = "192.0.2.7"


class Clock:
    """The time, which passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Gathering:
    """A match made by a tablet, with a scorer, a device for Anna, one for Boris, and a phone."""

    def __init__(self, path: Path, made: Setup) -> None:
        self.clock = Clock()
        self.database = Database(path)
        self.matches = Matches(self.database)
        self.tables = Tables(self.database, clock=self.clock)
        self.request_answers = RequestAnswers(self.database)
        self.id = self.matches.make(TOY.NAME, made, "Friday", "tablet")
        self._writes = count()
        for device, seat in (("scorer", None), ("anna", ANNA), ("boris", BORIS)):
            joined(self.database, self.id, device, seat)
        self.tables.visit(self.id, "phone", lambda: "Phone", is_known=True)

    @property
    def version(self) -> int:
        return self.matches.sheet(self.id).version

    def next_id(self) -> str:
        return f"write-{next(self._writes)}"

    def write(self, *entries: Any, by: str, then: Any = None) -> str:
        """Write these; the id of the write."""
        write_id = self.next_id()
        self.matches.write(self.id, entries, write_id, by, then)
        return write_id

    def undo(self, by: str, down_to: int | None = None) -> str:
        write_id = self.next_id()
        self.matches.undo(self.id, self.version, write_id, by, down_to)
        return write_id

    def redo(self, by: str) -> str:
        write_id = self.next_id()
        self.matches.redo(self.id, self.version, write_id, by)
        return write_id

    def amend(self, n: int, new: Any | None, by: str) -> None:
        self.matches.amend(self.id, n, new, self.version, self.next_id(), by)

    def yes(self, request: str, by: str) -> None:
        self.request_answers.approve(self.id, request, self.next_id(), by)

    def no(self, request: str, by: str) -> None:
        self.request_answers.decline(self.id, request, self.next_id(), by)

    def live(self) -> list[Any]:
        return [entry.entry for entry in self.matches.entries(self.id) if entry.state == State.LIVE]

    def writers(self) -> list[str]:
        return [entry.by for entry in self.matches.entries(self.id)]

    def right_of(self, device: str) -> tuple[str, int | None]:
        (found,) = [
            guest for guest in self.tables.table(self.id, "tablet").guests if guest.id == device
        ]
        return found.right.value, found.seat


def joined(
    database: Database, match_id: str, device: str, seat: int | None = None, host: str = "tablet"
) -> None:
    """Let a device join with the table's code, for a seat or for all."""
    tables = Tables(database)
    code = tables.table(match_id, host).code
    tables.join(match_id, device, code, seat, device, HERE)
