"""Temporary files: they lie beside the matches, and what was left behind is removed."""

import os
import stat
import tempfile
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import text

from tracker import temporary
from tracker.store.database import Database

IN_MEMORY: Final = 2


@pytest.fixture(autouse=True)
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has chosen a place yet; afterwards all is as before."""
    monkeypatch.setenv(temporary.CHOSEN_BY, "")
    monkeypatch.setattr(tempfile, "tempdir", None)


def test_temporary_files_lie_in_the_data_folder_for_its_owner_alone(tmp_path: Path) -> None:
    temporary.put_into(tmp_path / "data")

    folder = tmp_path / "data" / "temporary"
    assert tempfile.gettempdir() == os.environ["TMPDIR"] == str(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_place_that_was_chosen_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    temporary.put_into(tmp_path / "data")

    assert tempfile.gettempdir() == str(tmp_path)
    assert not (tmp_path / "data").exists()


def test_what_killed_processes_left_is_removed_after_a_day(tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    (folder / "old").mkdir(parents=True)
    (folder / "old" / "font").write_text("")
    (folder / "old.sqlite").write_text("")
    (folder / "new").write_text("")
    for name in ("old", "old.sqlite"):
        os.utime(folder / name, (0, 0))

    temporary.put_into(tmp_path)

    assert [path.name for path in folder.iterdir()] == ["new"]


def test_sqlite_writes_no_temporary_files(tmp_path: Path) -> None:
    database = Database(tmp_path / "quartermaster.sqlite")

    with database.reading() as session:
        assert session.execute(text("PRAGMA temp_store")).scalar() == IN_MEMORY
    database.close()


def test_where_nothing_can_be_written_the_systems_own_place_is_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in its place")

    temporary.put_into(tmp_path / "file")

    assert tempfile.gettempdir() != str(tmp_path / "file" / "temporary")
    assert os.environ["TMPDIR"] == ""
