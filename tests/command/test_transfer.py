"""`quartermaster import` and `export`: what they print, and how they end."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.toy.arrange import ANNA, document, end_turn, walk
from tracker.command import main
from tracker.service.matches import Matches
from tracker.service.tables import Tables
from tracker.settings import Settings
from tracker.store.database import Database

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUARTERMASTER_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def race(tmp_path: Path) -> Path:
    """Return the file of a race."""
    return race_file(tmp_path, "Friday", walk(ANNA, 2), end_turn(ANNA))


def race_file(folder: Path, name: str, *entries: dict[str, Any]) -> Path:
    file = folder / f"{name}.json"
    file.write_text(json.dumps({**document(*entries), "name": name}), "utf-8")
    return file


def told(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["matches"]
    return found


def test_a_file_is_imported_and_its_link_makes_a_host(
    data: Path, race: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(race)]) == 0

    (made,) = told(capsys)
    database = Database(Settings(data=data).database)
    token = made["host_link"].removeprefix("/recover/")
    assert Tables(database).recover(token, "tablet") == made["match"]
    assert Matches(database).sheet(made["match"]).name == made["name"]
    database.close()
    assert main(["import", str(race)]) == 0
    assert told(capsys)[0]["already"] is True


def test_a_whole_club_goes_out_and_into_another_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    days = ("Friday", "Saturday", "Sunday")
    files = [race_file(tmp_path, day, walk(ANNA, n)) for n, day in enumerate(days, 1)]
    main(["import", *map(str, files)])
    before = told(capsys)
    club = tmp_path / "club.zip"

    assert main(["export", "--all", "-o", str(club)]) == 0

    assert len(zipfile.ZipFile(club).namelist()) == 3
    monkeypatch.setenv("QUARTERMASTER_DATA", str(tmp_path / "elsewhere"))
    assert main(["import", str(club)]) == 0
    assert {match["name"] for match in told(capsys)} == {match["name"] for match in before}


def test_one_match_is_exported_as_it_is_replayed(
    tmp_path: Path, race: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", str(race)])
    (made,) = told(capsys)
    file = tmp_path / "match.json"

    assert main(["export", made["match"], "-o", str(file)]) == 0
    assert main(["replay", str(file)]) == 0
    capsys.readouterr()
    assert main(["export", "nothing"]) == 2
    assert main(["export"]) == 2
    assert main(["export", made["match"], "-o", str(tmp_path)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_what_is_refused_or_invalid_is_told_as_replay_tells_it(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = race_file(tmp_path, "bad", end_turn(ANNA), end_turn(ANNA))

    assert main(["import", str(bad)]) == 1
    (refused,) = told(capsys)
    main(["replay", str(bad)])
    assert refused["refused"] == json.loads(capsys.readouterr().out)["refused"]
    bad.write_bytes(b"{")
    assert main(["import", str(bad), str(tmp_path / "missing.json")]) == 2
    first, second = told(capsys)
    main(["replay", str(bad)])
    assert first["invalid"] == json.loads(capsys.readouterr().out)["invalid"]
    assert "cannot be read" in second["invalid"]["message"]
