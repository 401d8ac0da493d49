"""Settings from the environment: each in one place, and a wrong one refused in a sentence."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import pytest

from tracker.settings import (
    MEANINGS,
    ROOT,
    LogFormat,
    LogLevel,
    Settings,
    WrongSetting,
    from_environment,
    secret_in,
)


def test_nothing_has_to_be_set() -> None:
    assert from_environment({}) == Settings()
    assert from_environment(dict.fromkeys(MEANINGS, "")) == Settings()


def test_everything_can_be_set(tmp_path: Path) -> None:
    settings = from_environment(
        {
            "QUARTERMASTER_DATA": str(tmp_path),
            "DATABASE_URL": "postgres://club@db/matches",
            "QUARTERMASTER_PROXIES": "1",
            "QUARTERMASTER_HOSTS": "Sheet.example.org, club.example",
            "QUARTERMASTER_PATH": "/club/sheet/",
            "QUARTERMASTER_CONNECTIONS": "1000",
            "QUARTERMASTER_HOURLY_MATCHES": "50",
            "QUARTERMASTER_HOURLY_FILES": "60",
            "QUARTERMASTER_HOURLY_DECKS": "70",
            "QUARTERMASTER_HOURLY_LOOKERS": "80",
            "QUARTERMASTER_HOURLY_MEGABYTES": "90",
            "QUARTERMASTER_LOG": "json",
            "QUARTERMASTER_LOG_LEVEL": "debug",
            "QUARTERMASTER_BACKUPS": "3",
            "QUARTERMASTER_BACKUP_HOURS": "6",
        }
    )

    url = "postgresql://club@db/matches"
    assert settings == Settings(
        tmp_path,
        url,
        1,
        ("sheet.example.org", "club.example"),
        "/club/sheet",
        1000,
        50,
        60,
        70,
        80,
        90,
        LogFormat.JSON,
        LogLevel.DEBUG,
        3,
        6,
    )
    assert settings.database == url


def test_without_an_address_the_matches_are_in_a_file_of_the_folder(tmp_path: Path) -> None:
    assert Settings(data=tmp_path).database == tmp_path / "quartermaster.sqlite"


WRONG: Final = {
    "QUARTERMASTER_PROXIES": "all",
    "QUARTERMASTER_HOSTS": "https://sheet.example.org/",
    "QUARTERMASTER_CONNECTIONS": "3",
    "QUARTERMASTER_HOURLY_MATCHES": "0",
    "QUARTERMASTER_LOG": "xml",
    "QUARTERMASTER_LOG_LEVEL": "loud",
    "QUARTERMASTER_BACKUPS": "-1",
    "QUARTERMASTER_BACKUP_HOURS": "0",
    "QUARTERMASTER_DATA": str(Path(__file__)),
    "QUARTERMASTER_LOGS": "text",
    "DATABASE_URL": "mysql://club:hush@db/matches",
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_setting_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(WrongSetting, match=name) as refused:
        from_environment({name: WRONG[name]})

    assert "hush" not in str(refused.value)


def test_every_setting_is_told_of_in_the_documentation() -> None:
    told = (ROOT / "docs" / "server.md").read_text("utf-8")

    assert [name for name in MEANINGS if f"`{name}`" not in told] == []


@pytest.mark.slow
@pytest.mark.parametrize("program", [["app.py"], ["-m", "tracker.command", "verify"]])
def test_a_program_with_a_wrong_setting_says_so_and_ends(program: list[str]) -> None:
    ended = subprocess.run(
        [sys.executable, *program],
        env={"QUARTERMASTER_BACKUPS": "many"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.returncode == 2
    assert ended.stderr == "QUARTERMASTER_BACKUPS is to be a number from 0 to 1000, not 'many'.\n"


# The file is not there; or a power cut has left it empty, cut short, or full of zeros.
@pytest.mark.parametrize("left", [None, b"", b"Zm9vYmFy", bytes(43)])
def test_the_secret_is_made_once_for_all_who_start_at_once_and_only_its_owner_reads_it(
    tmp_path: Path, left: bytes | None
) -> None:
    if left is not None:
        (tmp_path / "data").mkdir()
        (tmp_path / "data" / "secret").write_bytes(left)
    found: list[str] = []
    starts = [
        threading.Thread(target=lambda: found.append(secret_in(tmp_path / "data")))
        for _ in range(8)
    ]
    for start in starts:
        start.start()
    for start in starts:
        start.join()

    assert len(set(found)) == 1
    assert len(found) == 8
    assert len(found[0]) == 43
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["secret"]
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600


def test_a_secret_that_is_there_stays_and_need_not_be_writable(tmp_path: Path) -> None:
    first = secret_in(tmp_path)
    (tmp_path / "secret").chmod(0o400)

    assert secret_in(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o400


def test_the_secret_is_on_disk_before_anybody_is_given_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, int]] = []
    sync = os.fsync

    def noting(number: int) -> None:
        sync(number)
        synced.append((os.fstat(number).st_ino, os.fstat(number).st_size))

    monkeypatch.setattr(os, "fsync", noting)
    secret = secret_in(tmp_path)

    assert synced[0] == ((tmp_path / "secret").stat().st_ino, len(secret))
    assert [number for number, _ in synced[1:]] == [tmp_path.stat().st_ino]
