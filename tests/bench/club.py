"""A club's tablet: its pages with thousands of matches, against those with a hundred."""

import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from flask import Flask
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from tests.bench.figure import Aim, Figure
from tests.bench.holds import compared, cpu
from tests.games.civil_war.arrange import ROLES, entry, setup
from tests.web.arrange import Device
from tracker.games.civil_war import title
from tracker.service.matches import Matches
from tracker.store import sealing
from tracker.store.models import Base
from tracker.web import create_app

FEW, MANY = 100, 10_000
ACROSS: Final = {
    "list": "/matches",
    "first page": "/",
    "set-up": "/new?title=civil-war&form_id=bench-club-set-up",
}
TABLE: Final = setup(*ROLES[:6])
WINS: Final = entry("correct", seat=0, set={"points": 50}, reason="measured")


class Club:
    """A device with so many matches that are over, an hour apart, and one that runs."""

    def __init__(self, folder: Path, number: int) -> None:
        self.app: Flask = create_app(folder)
        self.device = Device(self.app)
        self._matches: Matches = self.app.extensions["matches"]
        self._number = 0
        multiply(self.app, self.play(), number)
        self._matches.make(title.NAME, TABLE, "Bench", self.device.name)

    def play(self) -> str:
        self._number += 1
        made = self._matches.make(title.NAME, TABLE, f"Evening {self._number}", self.device.name)
        self._matches.write(made, [WINS], f"wins-{self._number}", self.device.name)
        return made

    def get(self, address: str) -> None:
        assert self.device.client.get(address).status_code == 200

    def close(self) -> None:
        self.app.extensions["database"].close()


def measure(rounds: int = 5) -> Iterator[Figure]:
    many, few = (MANY, FEW) if rounds > 1 else (FEW // 2, FEW // 10)
    with tempfile.TemporaryDirectory() as folder:
        clubs = {str(number): Club(Path(folder) / str(number), number) for number in (many, few)}

        def ratio(work: Callable[[Club], None]) -> float:
            return compared(lambda name: work(clubs[name]), str(many), str(few), rounds)

        for what, address in ACROSS.items():
            figure = ratio(lambda club, address=address: club.get(address))  # type: ignore[misc]
            yield Figure(f"the {what} with {many:,} own matches for {few}", figure, Aim(1.5))
        first = cpu(lambda name: clubs[name].get("/statistics"), str(many))
        yield Figure(f"ms for the first statistics of {many:,} matches", first * 1000)
        asked = ratio(lambda club: club.get("/statistics"))
        yield Figure(f"statistics of {many:,} matches for {few}", asked, Aim(1.5))
        ended = ratio(ask_after_a_match)
        yield Figure(f"the same, when a match has ended, {many:,} for {few}", ended, Aim(1.5))
        for club in clubs.values():
            club.close()


def ask_after_a_match(club: Club) -> None:
    club.play()
    club.get("/statistics")


def multiply(app: Flask, match_id: str, number: int) -> None:
    """So many matches like this one, with their seats and results, each an hour before the last."""
    now = datetime.now(UTC)
    with app.extensions["database"].engine.begin() as connection:
        for name in ("match", "device", "seat", "result", "entry", "act"):
            table = Base.metadata.tables[name]
            key = "id" if name == "match" else "match_id"
            found = connection.execute(select(table).where(table.c[key] == match_id)).mappings()
            rows = [dict(row) for row in found]
            copies = [
                {**row, **_moved(row, now - timedelta(hours=copy)), key: _renamed(match_id, copy)}
                for copy in range(1, number)
                for row in rows
            ]
            if name == "match":
                for copy, row in enumerate(copies):
                    row["short"] = f"{copy:08}"
            connection.execute(insert(table), copies)
        with Session(connection) as session:
            for copy in range(1, number):
                sealing.seal(session, _renamed(match_id, copy))


def _renamed(match_id: str, copy: int) -> str:
    return f"{copy:06}{match_id[6:]}"


def _moved(row: dict[str, Any], at: datetime) -> dict[str, str]:
    """Return the times of a row as they would be then."""
    then = at.isoformat(timespec="milliseconds")
    times = {"created", "changed", "joined", "seen", "listed", "began", "ended", "at"}
    return dict.fromkeys(times & row.keys(), then)
