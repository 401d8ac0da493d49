"""The file of a SQLite database: deleted, replaced, damaged or held under a running program."""

import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.test_database import a_match, version_in
from tracker.store import copying, sqlite
from tracker.store.copying import NotACopy
from tracker.store.database import Database
from tracker.store.database_errors import DAMAGED, LOCKED, REPLACED, Unreachable
from tracker.store.models import MatchRow
from tracker.store.sqlite import DatabaseFile

pytestmark = pytest.mark.usefixtures("as_shipped")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "matches.sqlite")
    with opened.writing() as session:
        session.add(a_match())
    yield opened
    opened.close()


def delete(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def replace(path: Path) -> None:
    """Put an empty database of ours where the other one was."""
    delete(path)
    other = Database(path)
    other.prepare()
    other.close()


@pytest.mark.parametrize("happens", [delete, replace])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(
    database: Database, tmp_path: Path, happens: object
) -> None:
    assert callable(happens)
    happens(tmp_path / "matches.sqlite")

    for number in range(3):
        with pytest.raises(Unreachable) as refused, database.writing() as session:
            session.add(a_match(str(number)))
        assert refused.value.says is REPLACED
    with pytest.raises(Unreachable) as refused:
        database.must_take_writes()
    assert refused.value.says is REPLACED
    assert happens is replace or not (tmp_path / "matches.sqlite").exists()


def test_a_file_that_is_put_back_is_written_on_again(database: Database, tmp_path: Path) -> None:
    path, away = tmp_path / "matches.sqlite", tmp_path / "away.sqlite"
    path.rename(away)
    with pytest.raises(Unreachable), database.writing() as session:
        session.add(a_match("lost"))

    away.rename(path)
    with database.writing() as session:
        session.add(a_match("two"))

    database.must_take_writes()
    assert version_in(database, "two") == 0
    assert version_in(database, "lost") is None


def kill_and_count(path: Path, tmp_path: Path) -> int:
    """Return the number of matches that a kill at this moment would leave."""
    left = tmp_path / "left"
    shutil.copytree(path.parent, left, ignore=shutil.ignore_patterns("left"))
    count = len(names_in(left / path.name))
    shutil.rmtree(left)
    return count


@pytest.mark.parametrize("endings", [("-wal",), ("-wal", "-shm"), ("-shm",)])
def test_every_commit_that_meets_a_deleted_log_is_in_the_file_or_in_a_new_log(
    database: Database, tmp_path: Path, endings: tuple[str, ...]
) -> None:
    path = tmp_path / "matches.sqlite"
    for number in range(3):
        for ending in endings:
            path.with_name(path.name + ending).unlink()
        with database.writing() as session:
            session.add(a_match(f"after-{number}"))

        assert kill_and_count(path, tmp_path) == number + 2
        assert version_in(database, f"after-{number}") == 0
    assert database.complaints() == []


def test_a_log_that_another_file_replaced_is_noticed_too(
    database: Database, tmp_path: Path
) -> None:
    log = tmp_path / "matches.sqlite-wal"
    log.unlink()
    log.write_bytes(b"")

    with database.writing() as session:
        session.add(a_match("after"))

    assert kill_and_count(tmp_path / "matches.sqlite", tmp_path) == 2


def test_the_watch_saves_a_deleted_log_while_nobody_writes(
    database: Database, tmp_path: Path
) -> None:
    path = tmp_path / "matches.sqlite"
    (tmp_path / "matches.sqlite-wal").unlink()
    database.watch_log()

    assert kill_and_count(path, tmp_path) == 1
    assert version_in(database, "one") == 0


def test_a_deleted_log_that_a_reader_keeps_from_the_file_is_saved_after_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    path = tmp_path / "matches.sqlite"
    database = Database(path)
    with database.writing() as session:
        session.add(a_match())
    with database.reading() as session:
        assert session.get(MatchRow, "one")
        with database.writing() as writing:
            writing.add(a_match("two"))
        for ending in ("-wal", "-shm"):
            path.with_name(path.name + ending).unlink()
        with pytest.raises(Unreachable) as refused, database.writing() as writing:
            writing.add(a_match("three"))
        assert refused.value.says is REPLACED

    with database.writing() as writing:
        writing.add(a_match("four"))
    assert kill_and_count(path, tmp_path) >= 3
    assert {version_in(database, name) for name in ("one", "two", "four")} == {0}
    database.close()


def break_index(path: Path) -> None:
    """Change a key of an index and leave the rows alone: only a full check finds that."""
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA journal_mode = DELETE")
        find = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_match_1'"
        (page,) = file.execute(find).fetchone()
        (size,) = file.execute("PRAGMA page_size").fetchone()
    file.close()
    data = bytearray(path.read_bytes())
    place = data.index(b"one", (page - 1) * size, page * size)
    data[place : place + 3] = b"onf"
    path.write_bytes(data)


def test_a_check_finds_an_index_that_does_not_fit_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "broken.sqlite"
    made = Database(path)
    with made.writing() as session:
        session.add(a_match())
    made.close()
    break_index(path)
    with sqlite3.connect(path) as file:
        assert file.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    file.close()

    broken = Database(path)
    assert broken.complaints()
    with pytest.raises(NotACopy, match="damaged"):
        copying.restore(broken, path)
    broken.close()


def test_a_damaged_name_of_a_table_is_told_as_damage(tmp_path: Path) -> None:
    path = tmp_path / "broken.sqlite"
    made = Database(path)
    made.prepare()
    made.close()
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"tableentryentry", b"tableent\x8ayentry"))
    assert path.read_bytes() != whole

    broken = Database(path)
    with pytest.raises(Unreachable) as refused:
        broken.prepare()

    assert refused.value.says is DAMAGED
    broken.close()


@pytest.mark.slow
def test_one_writer_waits_for_another_program_and_the_rest_do_not_wait_again(
    database: Database, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "matches.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    refused: list[Unreachable] = []

    def write(number: int) -> None:
        try:
            with database.writing() as session:
                session.add(a_match(str(number)))
        except Unreachable as failure:
            refused.append(failure)

    began = time.monotonic()
    writers = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    took = time.monotonic() - began
    other.execute("ROLLBACK")
    other.close()

    assert [failure.says for failure in refused] == [LOCKED] * 8
    assert took < 20, "eight who wait five seconds each would take forty"
    with database.writing() as session:
        session.add(a_match("after"))


@pytest.mark.slow
def test_every_write_under_a_restore_is_in_the_file_that_is_kept_or_in_the_new_one(
    database: Database, tmp_path: Path
) -> None:
    path, kept = tmp_path / "matches.sqlite", tmp_path / "kept.sqlite"
    copying.back_up(database, tmp_path / "copy.sqlite")
    acknowledged: list[str] = []
    is_over = threading.Event()

    def write(name: str) -> None:
        number = 0
        while not is_over.is_set():
            with database.writing() as session:
                session.add(a_match(f"{name}{number}"))
            acknowledged.append(f"{name}{number}")
            number += 1
            # Without a moment in between another program would not come in for seconds.
            time.sleep(0.002)

    writers = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for writer in writers:
        writer.start()
    # Another program, as the command is.
    command = Database(path)
    try:
        time.sleep(0.2)
        assert copying.restore(command, tmp_path / "copy.sqlite", kept)
        time.sleep(0.2)
    finally:
        is_over.set()
        for writer in writers:
            writer.join()
        command.close()

    assert names_in(kept) - {"one"}
    assert set(acknowledged) <= names_in(kept) | names_in(path)
    assert not names_in(kept) & names_in(path) - {"one"}


def names_in(path: Path) -> set[str]:
    with sqlite3.connect(path) as file:
        found = {name for (name,) in file.execute("SELECT id FROM match")}
    file.close()
    return found


def test_a_new_file_that_another_process_is_writing_to_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE first (number)")
    other.execute("BEGIN IMMEDIATE")
    done = threading.Timer(0.1, other.execute, ["COMMIT"])
    done.start()

    DatabaseFile(path).connect().close()

    done.join()
    other.close()
