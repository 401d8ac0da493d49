"""`quartermaster verify`, `recheck`, `backup`, `restore`: what they print, and how they end."""

import os
import stat
from pathlib import Path

import pytest

from tests.toy.arrange import ANNA, TOY, entry, setup
from tracker.command import main
from tracker.service.matches import Matches
from tracker.settings import Settings
from tracker.store.database import Database
from tracker.store.models import EntryRow, MatchRow

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def match_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match in the database that the settings name."""
    monkeypatch.setenv("QUARTERMASTER_DATA", str(tmp_path))
    database = Database(Settings(data=tmp_path).database)
    matches = Matches(database)
    made = matches.make(TOY.NAME, setup(), "Friday", "tablet")
    matches.write(made, [entry("walk", seat=ANNA, steps=3)], "tap", "tablet")
    database.close()
    return made


def test_a_sound_database_is_verified_without_a_word(
    match_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify"]) == 0
    assert main(["recheck"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "command", [["verify"], ["recheck"], ["backup", "copy.sqlite"], ["export", "--all"]]
)
def test_a_folder_without_a_database_is_named_and_nothing_is_made(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("QUARTERMASTER_DATA", str(tmp_path / "elsewhere"))
    monkeypatch.chdir(tmp_path)

    assert main(command) == 2

    said = capsys.readouterr()
    assert said.err.startswith(f"There is no database in {tmp_path / 'elsewhere'}.")
    assert (said.out, list(tmp_path.iterdir())) == ("", [])


def test_each_trouble_is_a_line(
    match_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Database(Settings(data=tmp_path).database)
    with database.writing() as session:
        record = session.get_one(EntryRow, (match_id, 0))
        record.facts = record.facts.replace(b'"steps",3', b'"steps",4')
    database.close()

    assert main(["verify"]) == 1
    assert capsys.readouterr().out == f"{match_id}: its position is not the sum of its lines\n"
    assert main(["recheck"]) == 1
    assert capsys.readouterr().out == f"{match_id}: entry 0 would do something else today\n"


def test_a_backup_is_brought_back_only_when_that_is_meant(
    match_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy)]) == 0
    database = Database(Settings(data=tmp_path).database)
    with database.writing() as session:
        session.get_one(MatchRow, match_id).name = "Saturday"

    assert main(["restore", str(copy)]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["restore", "--force", str(copy)]) == 0

    with database.reading() as session:
        assert session.get_one(MatchRow, match_id).name == "Friday"
    database.close()
    aside = Database(tmp_path / "before-restore-1.sqlite")
    with aside.reading() as session:
        assert session.get_one(MatchRow, match_id).name == "Saturday"
    aside.close()


def test_nobody_else_on_the_machine_reads_a_backup_or_what_it_was_put_in_place_of(
    match_id: str, tmp_path: Path
) -> None:
    before = os.umask(0o022)
    try:
        assert main(["backup", str(tmp_path / "copies" / "one.sqlite")]) == 0
        assert main(["restore", "--force", str(tmp_path / "copies" / "one.sqlite")]) == 0
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)

    made = ("copies", "copies/one.sqlite", "before-restore-1.sqlite")
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) & 0o077 for name in made]
    assert modes == [0, 0, 0]


def test_what_cannot_be_done_is_told_in_a_sentence(
    match_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "/dev/full/copy.sqlite"]) == 2
    assert main(["restore", "--force", str(tmp_path / "nowhere.sqlite")]) == 2

    assert "Traceback" not in capsys.readouterr().err


def test_a_database_that_does_not_answer_is_told_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nothing")

    assert main(["verify"]) == 2

    assert "cannot be reached now" in capsys.readouterr().err
