"""A cell of the database is damaged: no page answers 500, and nobody writes on the match."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import pytest

from tests.bench.device import Device
from tests.bench.holds import multiply
from tests.processes import HOST, Server, served
from tracker.settings import Settings
from tracker.store.database import Database
from tracker.store.models import Base

pytestmark = pytest.mark.slow

FILE: Final = "quartermaster.sqlite"
PAGES: Final = (*("", "/history", "/match.json", "/csv.zip", "/table"),)
OF_ALL: Final = ("/", "/matches", "/statistics", "/matches.zip", "/matches-csv.zip")
SENTENCES: Final = ("A check found an error in this match", "A match is damaged")
TABLES: Final = ("match", "entry", "act", "device", "seat")


def copies_of_a_match(folder: Path, environment: dict[str, str], number: int) -> tuple[Device, str]:
    """Return a device and its match, of which there are copies; the server has stopped."""
    with served(environment, folder / "log") as server:
        device = Device(server.port)
        match_id = device.make_demo().removeprefix("/m/")
        device.close()
    database = Database(Settings(data=folder).database)
    multiply(database, match_id, number)
    database.close()
    return device, match_id


def spoiled(value: Any) -> Any:
    """Return what damage leaves of a value: no text, no JSON, no number that can be."""
    if isinstance(value, int):
        return 2**40
    return b"\xff\xfe{" if value is None or isinstance(value, bytes) else "\x00?"


def spoil(file: Path, match_ids: list[str]) -> Iterator[tuple[str, str]]:
    """Damage one cell of each match, another column each time; yield where, and the match."""
    cells = [
        (table, column.name)
        for table in TABLES
        for column in Base.metadata.tables[table].columns
        if column.name not in ("id", "match_id", "trouble")
    ]
    with closing(sqlite3.connect(file)) as database:
        for (table, column), match_id in zip(cells, match_ids, strict=False):
            key = "id" if table == "match" else "match_id"
            chosen = f'FROM "{table}" WHERE "{key}" = ? ORDER BY rowid LIMIT 1'
            reading = database.execute(f'SELECT rowid, "{column}" {chosen}', (match_id,))
            rowid, value = reading.fetchone()
            change = f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?'
            database.execute(change, (spoiled(value), rowid))
            yield f"{table}.{column}", match_id
        database.commit()


def answer(server: Server, device: Device, address: str) -> tuple[int, bytes]:
    """Return status and body; a body that is cut off raises an error."""
    connection = HTTPConnection(HOST, server.port, timeout=60)
    connection.request("GET", address, headers={"Cookie": device.cookies})
    got = connection.getresponse()
    body = got.read()
    connection.close()
    return got.status, body


def test_no_damaged_cell_makes_a_page_fail(tmp_path: Path) -> None:
    environment = {"QUARTERMASTER_DATA": str(tmp_path), "QUARTERMASTER_BACKUPS": "0"}
    device, whole = copies_of_a_match(tmp_path, environment, 80)
    ids = [f"{copy:06}{whole[6:]}" for copy in range(1, 80)]
    damaged = dict(spoil(tmp_path / FILE, ids))
    with served(environment, tmp_path / "log") as server:
        for where, match_id in damaged.items():
            for page in PAGES:
                status, body = answer(server, device, f"/m/{match_id}{page}")
                assert status < 500, f"{page} with {where}: {body.decode()[-2000:]}"
        status, body = answer(server, device, f"/m/{damaged['entry.entry']}/paper/report.pdf")
        assert status == 409
        assert any(sentence in body.decode() for sentence in SENTENCES)
        for page in OF_ALL:
            statuses = [answer(server, device, page)[0] for _ in range(2)]
            assert statuses[-1] == 200, page
        assert answer(server, device, f"/m/{whole}")[0] == 200
    assert "Traceback" not in (tmp_path / "log").read_text("utf-8")
