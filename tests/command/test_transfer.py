"""`quartermaster import` and `export`: what they print, and how they end."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.recorded import FILES
from tracker.command import main
from tracker.service.matches import Matches
from tracker.service.tables import Tables
from tracker.settings import Settings
from tracker.store.database import Database

SIX = next(file for file in FILES if file.name == "six-seats-fifty-points.json")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUARTERMASTER_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def told(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["matches"]
    return found


def test_a_file_is_imported_and_its_link_makes_a_host(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(SIX)]) == 0

    (made,) = told(capsys)
    database = Database(Settings(data=data).database)
    token = made["host_link"].removeprefix("/recover/")
    assert Tables(database).recover(token, "tablet", "192.0.2.1") == made["match"]
    assert Matches(database).sheet(made["match"]).name == made["name"]
    database.close()
    assert main(["import", str(SIX)]) == 0
    assert told(capsys)[0]["already"] is True


def test_a_whole_club_goes_out_and_into_another_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", *map(str, FILES[:3])])
    before = told(capsys)
    club = tmp_path / "club.zip"

    assert main(["export", "--all", "-o", str(club)]) == 0

    assert len(zipfile.ZipFile(club).namelist()) == 3
    monkeypatch.setenv("QUARTERMASTER_DATA", str(tmp_path / "elsewhere"))
    assert main(["import", str(club)]) == 0
    assert {match["name"] for match in told(capsys)} == {match["name"] for match in before}


def test_one_match_is_exported_as_it_is_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", str(SIX)])
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
    document = json.loads(SIX.read_bytes())
    document["entries"] = [{"do": "end_turn", "seat": 0}, {"do": "end_turn", "seat": 0}]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(document), "utf-8")

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
