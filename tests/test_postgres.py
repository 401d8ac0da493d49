"""The PostgreSQL server of the tests: it starts wherever they are run."""

import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests import postgres
from tests.postgres import Postgres, postgres_server, wheel_binaries

pytestmark = pytest.mark.slow


def test_the_binaries_in_the_wheel_run_when_only_its_owner_may_enter_its_folder(
    tmp_path: Path,
) -> None:
    packages = private_copy(tmp_path)

    binaries = wheel_binaries(packages)

    for program in ("initdb", "postgres"):
        said = subprocess.run(
            [binaries / program, "-V"], cwd="/", capture_output=True, check=True, **postgres.user()
        )
        assert b"PostgreSQL" in said.stdout


def test_a_server_is_started_from_the_wheel_where_none_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "system_binaries", lambda: None)

    with postgres_server() as server:
        assert isinstance(server, Postgres)
        assert server.new_database().startswith("postgresql://postgres@/test0")


def private_copy(folder: Path) -> Path:
    """The wheel as it is installed, in a folder that only its owner may enter."""
    wheel = find_spec(postgres.WHEEL)
    assert wheel is not None
    assert wheel.origin is not None
    packages = folder / "private"
    packages.mkdir(mode=0o700)
    for name in (postgres.WHEEL, f"{postgres.WHEEL}.libs"):
        (packages / name).symlink_to(Path(wheel.origin).parents[1] / name)
    return packages
