"""One bit of the file is flipped: `verify` finds it whenever anything in the database changes."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from tests.recorded import EVERY
from tests.service.arrange import HERE, Gathering
from tests.toy.arrange import ANNA, BORIS, entry, setup
from tracker.service import incoming, match_checks, results
from tracker.service.civil_war.decks import Decks
from tracker.service.imports import Imports
from tracker.service.notes import Notes
from tracker.service.people import KnownPeople
from tracker.service.tables import WrongCode
from tracker.store import devices
from tracker.store.database import Database
from tracker.store.database_errors import FAILURES, Unreachable
from tracker.store.devices import Undo
from tracker.store.migration import TooNew
from tracker.store.models import Base

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("toy")]

FLIPS: Final = 150
"""The number of flips that change something; others hit what is free."""
SCHEMA: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master"
Content = frozenset[tuple[Any, ...]] | None


def make(path: Path) -> None:
    """A database with something in every table."""
    table = Gathering(path, setup(keep_order=False))
    for steps in (1, 2, 1):
        table.write(entry("walk", seat=ANNA, steps=steps), by="scorer")
    table.amend(1, entry("walk", seat=ANNA, steps=1), by="tablet")
    table.undo(by="tablet")
    Notes(table.database).add(table.id, "A note", 0, "note", "tablet")
    table.tables.settle(table.id, "tablet", Undo.ASK, asks=True)
    table.tables.make_recovery(table.id, "tablet")
    table.write(entry("next_day"), by="tablet")
    table.write(entry("carry", seat=ANNA, other=BORIS, steps=2), by="anna")
    with pytest.raises(WrongCode):
        table.tables.join(table.id, "stranger", "", None, "", HERE)
    Decks(table.database).make("Ours", [], "tablet")
    KnownPeople(table.database).forget("tablet", "Anna")
    with table.database.writing() as session:
        devices.add_secret(session, "new", "tablet")
    imports = Imports(table.database)
    for title in ("civil-war", "grizzled", "paths-of-glory"):
        files = [file for file in EVERY if file.parent.name == title]
        shortest = min(files, key=lambda file: file.stat().st_size)
        imports.bring_in(incoming.read(shortest.read_bytes()), "tablet")
    table.database.close()


def content_of(path: Path) -> Content:
    """Return everything in the database; None where it cannot be read."""
    try:
        with closing(sqlite3.connect(path)) as file:
            file.text_factory = bytes
            named = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            rows = [("schema", *row) for row in file.execute(SCHEMA)]
            for (name,) in named:
                table = name.decode()
                columns = [row[1].decode() for row in file.execute(f'PRAGMA table_info("{table}")')]
                both = ", ".join(f'typeof("{column}"), "{column}"' for column in columns)
                found = file.execute(f'SELECT {both} FROM "{table}" NOT INDEXED')
                rows += [(table, *row) for row in found]
    except (sqlite3.Error, UnicodeError):
        return None
    return frozenset(rows)


def troubles(path: Path) -> list[str]:
    database = Database(path, results.fill)
    try:
        return [str(trouble) for trouble in match_checks.check_all(database)]
    except (Unreachable, TooNew, *FAILURES) as error:
        return [repr(error)]
    finally:
        database.close()


def test_a_flipped_bit_is_found_whenever_it_changes_anything(tmp_path: Path) -> None:
    whole, damaged = tmp_path / "whole.sqlite", tmp_path / "damaged.sqlite"
    make(whole)
    content, data = content_of(whole), whole.read_bytes()
    assert troubles(whole) == []
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    changed = 0
    while changed < FLIPS:
        place, bit = chance.randrange(len(data)), chance.randrange(8)
        flipped = bytearray(data)
        flipped[place] ^= 1 << bit
        damaged.write_bytes(flipped)
        if content_of(damaged) == content:
            continue
        changed += 1
        assert troubles(damaged), f"bit {bit} of byte {place}, seed {seed}"
        for file in tmp_path.glob("damaged.sqlite-*"):
            file.unlink()


def changed(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1]) if value else b"x"
    if isinstance(value, str):
        return chr(ord(value[0]) ^ 1) + value[1:] if value else "x"
    return 1 if value is None else value + 1000


def test_a_changed_cell_is_found_in_every_column_of_every_table(tmp_path: Path) -> None:
    whole, damaged = tmp_path / "whole.sqlite", tmp_path / "damaged.sqlite"
    make(whole)
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            shutil.copy(whole, damaged)
            with closing(sqlite3.connect(damaged)) as file:
                chosen = f'SELECT rowid, "{column.name}" FROM "{table.name}"'
                rows = file.execute(f'{chosen} ORDER BY "{column.name}" IS NULL').fetchall()
                assert rows, f"the table {table.name} is empty"
                rowid, value = rows[len(rows) // 2]
                file.execute(
                    f'UPDATE "{table.name}" SET "{column.name}" = ? WHERE rowid = ?',
                    (changed(value), rowid),
                )
                file.commit()

            assert troubles(damaged), f"{table.name}.{column.name} was {value!r}"
