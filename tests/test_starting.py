"""A start that fails: a sentence that says why, and never a password."""

import socket
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.processes import HOST, PATIENCE_SECONDS, free_port
from tracker.settings import ROOT
from tracker.store.database import Database

pytestmark = pytest.mark.slow

APP: Final = ("app.py", "--host", HOST, "--no-name")
VERIFY: Final = ("-m", "tracker.command", "verify")


def ended(program: Sequence[str], **environment: str) -> "subprocess.CompletedProcess[str]":
    """A program that is to end by itself."""
    return subprocess.run(
        [sys.executable, *program],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )


def assert_it_says(end: "subprocess.CompletedProcess[str]", sentence: str) -> None:
    assert end.stderr == f"{sentence}\n"
    assert (end.returncode, end.stdout) == (2, "")


@pytest.mark.parametrize("program", [(*APP, "--port", str(free_port())), VERIFY])
def test_a_database_of_a_newer_release_is_left_alone(tmp_path: Path, program: list[str]) -> None:
    database = Database(tmp_path / "quartermaster.sqlite")
    database.prepare()
    database.close()
    with closing(sqlite3.connect(tmp_path / "quartermaster.sqlite")) as kept:
        kept.execute("UPDATE alembic_version SET version_num = '9999'")
        kept.commit()

    end = ended(program, QUARTERMASTER_DATA=str(tmp_path))

    assert_it_says(end, "The database is of a newer release than this program (9999).")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in its place")
    folder = tmp_path / "file" / "data"

    end = ended([*APP, "--port", str(free_port())], QUARTERMASTER_DATA=str(folder))

    assert_it_says(end, f"QUARTERMASTER_DATA is to be a folder; {folder}: Not a directory.")


@pytest.mark.parametrize("rest", ["127.0.0.1:abc/db", "127.0.0.1:1/db?hush=hush"])
@pytest.mark.parametrize("program", [(*APP, "--port", str(free_port())), VERIFY])
def test_an_address_of_a_database_that_means_nothing_is_not_repeated(
    tmp_path: Path, program: list[str], rest: str
) -> None:
    url = f"postgresql://club:hush@{rest}"
    end = ended(program, QUARTERMASTER_DATA=str(tmp_path), DATABASE_URL=url)

    assert end.stderr.count("\n") == 1
    assert "DATABASE_URL" in end.stderr
    assert "hush" not in end.stderr
    assert (end.returncode, end.stdout) == (2, "")


@pytest.mark.parametrize(
    ("option", "others"), [("--port", ()), ("--port", ("--https",)), ("--plain-port", ("--https",))]
)
def test_a_port_that_is_taken_is_named_and_nothing_is_opened_or_promised(
    tmp_path: Path, option: str, others: tuple[str, ...]
) -> None:
    ports = {"--port": free_port(), "--plain-port": free_port()}
    with socket.create_server((HOST, ports[option])):
        chosen = [word for name, port in ports.items() for word in (name, str(port))]
        end = ended([*APP, *chosen, *others], QUARTERMASTER_DATA=str(tmp_path / "data"))

    assert_it_says(end, f"Port {ports[option]} is taken; choose another with {option}.")
    assert not (tmp_path / "data").exists()


def test_an_address_that_this_machine_does_not_have_is_named(tmp_path: Path) -> None:
    end = ended(
        ["app.py", "--host", "192.0.2.1", "--port", "8000"], QUARTERMASTER_DATA=str(tmp_path)
    )

    reason = "Cannot assign requested address"
    assert_it_says(end, f"Nobody can be served on 192.0.2.1, port 8000: {reason}.")


@pytest.mark.parametrize("module", ["alembic", "cryptography", "weasyprint", "zeroconf"])
def test_the_front_door_loads_no_library_that_is_seldom_used(module: str) -> None:
    """Each costs a tenth of a second or more at every start."""
    look = f"import app, sys; sys.exit({module!r} in sys.modules)"

    assert ended(["-c", look]).returncode == 0
