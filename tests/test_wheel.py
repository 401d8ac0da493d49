"""The built wheel: installed in an empty environment it serves the same app as a checkout."""

import os
import re
import subprocess
import sys
import time
import tomllib
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pytest

from deploy.release import wheel_in
from tests.processes import HOST, PATIENCE_SECONDS, free_port, wait_until_answered

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).parents[1]
VERSION: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the locked requirements and the wheel in it, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    made = folder / "environment"
    venv.create(made, with_pip=False)
    install(made, "--require-hashes", "-r", str(ROOT / "requirements.txt"))
    install(made, "--no-deps", str(wheel_in(folder)))
    return made


def install(environment: Path, *what: str) -> None:
    """Install packages from the cache that the set-up has filled, or else from their index."""
    uv = [sys.executable, "-m", "uv", "--quiet", "--system-certs", "pip", "install"]
    command = [*uv, "--python", str(environment / "bin/python"), "--compile-bytecode", *what]
    if subprocess.run([*command, "--offline"], check=False, capture_output=True).returncode:
        subprocess.run(command, check=True)


@contextmanager
def running(environment: Path, home: Path) -> Iterator[str]:
    """The address of the installed program, run by somebody with this home folder."""
    address, program = f"http://{HOST}:{(port := free_port())}", environment / "bin/quartermaster"
    process = subprocess.Popen(
        [program, "run", "--host", HOST, "--port", str(port), "--no-name"],
        cwd=home,
        env={"PATH": os.environ["PATH"], "HOME": str(home)},
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until_answered(port, lambda: process.poll() is None)
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


def test_an_installed_wheel_serves_pages_and_paper_and_saves_in_the_users_own_folder(
    environment: Path, tmp_path: Path
) -> None:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with running(environment, tmp_path) as address:
        page = browser.open(f"{address}/").read().decode()
        for file in re.findall(r'(?:href|src)="(/static/[^"#]+)', page):
            assert browser.open(f"{address}{file}").read()
        token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
        made = browser.open(f"{address}/demo", urlencode({"csrf_token": token}).encode())
        polish = urllib.request.Request(made.geturl(), headers={"Accept-Language": "pl"})
        assert '<html lang="pl"' in browser.open(polish).read().decode()
        while not (paper := browser.open(f"{address}/paper/blank.pdf").read()).startswith(b"%PDF"):
            # It is still being printed, says a page.
            assert paper.lower().startswith(b"<!doctype html>")
            time.sleep(0.1)

    assert (tmp_path / ".local/share/quartermaster/quartermaster.sqlite").is_file()


def test_the_installed_program_takes_the_options_of_a_checkout(environment: Path) -> None:
    installed = told(environment / "bin/quartermaster", "run", "--help")
    checkout = told(Path(sys.executable), "app.py", "--help")

    assert options(installed) == options(checkout) >= {"--host", "--port", "--https", "--no-name"}


def test_an_installed_wheel_needs_no_django_and_nothing_that_only_builds_it(
    environment: Path,
) -> None:
    [packages] = environment.glob("lib/python*/site-packages")
    names = {path.name.partition("-")[0].lower() for path in packages.glob("*.dist-info")}

    assert "quartermaster" in names
    assert names.isdisjoint({"django", "django_htmx", "hatchling", "uv"})
    assert (packages / "tracker/third_party/htmx-licence.txt").is_file()
    assert told(environment / "bin/quartermaster", "--version") == f"quartermaster {VERSION}\n"


def test_every_locked_requirement_is_fixed_by_its_hash() -> None:
    for path in ROOT.glob("requirements*.txt"):
        lines = path.read_text().splitlines()
        pinned = [n for n, line in enumerate(lines) if re.match(r"[a-z]\S*==", line)]
        assert pinned
        assert all("--hash=sha256:" in lines[n + 1] for n in pinned), path.name


def told(*command: Path | str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def options(help_text: str) -> set[str]:
    return set(re.findall(r"--[a-z-]+", help_text))
