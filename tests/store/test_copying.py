"""Copies of a whole database: of one moment, one file, from and into either kind."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from tests.store.test_database import a_match, version_in
from tracker.store import copying
from tracker.store.backups import Backups
from tracker.store.copying import NotACopy
from tracker.store.database import Database
from tracker.store.models import MatchRow, TitleDocument


@pytest.fixture
def database(where: Path | str) -> Iterator[Database]:
    opened = Database(where)
    with opened.writing() as session:
        session.add(a_match())
        session.add(a_document())
    yield opened
    opened.close()


def a_document() -> TitleDocument:
    made = TitleDocument(id="d", title="t", name="n", made_by="x", changed="1")
    made.content = b"[]"
    return made


def test_a_copy_is_one_file_that_can_be_opened_as_a_database(
    database: Database, tmp_path: Path
) -> None:
    copying.back_up(database, tmp_path / "copies" / "copy.sqlite")

    assert [file.name for file in (tmp_path / "copies").iterdir()] == ["copy.sqlite"]
    again = Database(tmp_path / "copies" / "copy.sqlite")
    assert version_in(again) == 0
    again.close()


def test_a_copy_is_of_one_moment_while_others_write(database: Database, tmp_path: Path) -> None:
    is_over = threading.Event()

    def write_pairs() -> None:
        number = 0
        while not is_over.is_set():
            with database.writing() as session:
                session.add_all([a_match(f"{number}a"), a_match(f"{number}b")])
            number += 1

    writer = threading.Thread(target=write_pairs)
    writer.start()
    try:
        for number in range(5):
            copying.back_up(database, tmp_path / f"{number}.sqlite")
    finally:
        is_over.set()
        writer.join()

    for number in range(5):
        with sqlite3.connect(tmp_path / f"{number}.sqlite") as copy:
            assert copy.execute("SELECT count(*) FROM match").fetchone()[0] % 2 == 1
        copy.close()


def test_what_is_brought_back_takes_the_place_of_all_that_is_there(
    database: Database, tmp_path: Path
) -> None:
    copying.back_up(database, tmp_path / "copy.sqlite")
    with database.writing() as session:
        session.get_one(MatchRow, "one").version = 7
        session.add(a_match("two"))

    copying.restore(database, tmp_path / "copy.sqlite", tmp_path / "old.sqlite")

    assert version_in(database) == 0
    assert version_in(database, "two") is None
    with database.reading() as session:
        assert session.scalar(select(func.count()).select_from(TitleDocument)) == 1
    with database.writing() as session:
        session.add(a_match("three"))


def test_what_is_no_copy_is_refused_and_changes_nothing(database: Database, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.sqlite"
    for contents in (b"", b"not a database at all" * 300):
        wrong.write_bytes(contents)
        with pytest.raises(NotACopy):
            copying.restore(database, wrong, tmp_path / "old.sqlite")
    copying.back_up(database, wrong)
    wrong.write_bytes(wrong.read_bytes()[:8192] + b"\xff" * 8192)
    with pytest.raises(NotACopy):
        copying.restore(database, wrong, tmp_path / "old.sqlite")
    copying.back_up(database, wrong)
    with sqlite3.connect(wrong) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    with pytest.raises(NotACopy, match="newer release"):
        copying.restore(database, wrong, tmp_path / "old.sqlite")
    with pytest.raises(NotACopy, match="not there"):
        copying.restore(database, tmp_path / "nowhere.sqlite", tmp_path / "old.sqlite")

    assert version_in(database) == 0


def test_backups_are_numbered_made_only_after_a_change_and_the_oldest_go(tmp_path: Path) -> None:
    database = Database(tmp_path / "quartermaster.sqlite")
    database.prepare()
    backups = Backups(database, tmp_path / "backups", keep=3)

    made = []
    for number in range(5):
        with database.writing() as session:
            session.add(a_match(str(number)))
        made.append(backups.make())
        assert backups.make() is None

    assert backups.all() == made[2:]
    assert [file.name for file in backups.all()] == [f"backup-{n:06}.sqlite" for n in (3, 4, 5)]
    database.close()
    again = Database(tmp_path / "quartermaster.sqlite")
    assert Backups(again, tmp_path / "backups", keep=3).make() is None
    again.close()
