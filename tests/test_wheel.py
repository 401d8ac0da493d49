"""The built wheel: installed in an empty environment it serves the same app as a checkout."""

import os
import re
import site
import subprocess
import sys
import time
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pytest

from tests.processes import HOST, free_port, wait_until_answered

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel in it; what it depends on is lent by the tests' own."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run([sys.executable, *build], check=True, capture_output=True)
    [wheel] = folder.glob("quartermaster-*.whl")
    made = folder / "environment"
    venv.create(made, with_pip=False)
    install = ["-m", "uv", "pip", "install", "--offline", "--no-deps", "--compile-bytecode"]
    into = ["--python", str(made / "bin/python"), str(wheel)]
    subprocess.run([sys.executable, *install, *into], check=True, capture_output=True)
    [packages] = made.glob("lib/python*/site-packages")
    # Lines of a file like this are paths, and files like this in those are not read: the checkout
    # that the tests run in does not come with them.
    (packages / "lent.pth").write_text("\n".join(site.getsitepackages()), "utf-8")
    return made


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
        process.wait(60)


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


def told(*command: Path | str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def options(help_text: str) -> set[str]:
    return set(re.findall(r"--[a-z-]+", help_text))
