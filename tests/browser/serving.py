"""The app over a temporary folder on a free port, and the browser that looks at it."""

import os
import shutil
import socket
import stat
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, sync_playwright

from tracker.engine import match_file
from tracker.engine.title import Title
from tracker.games.titles import TITLES
from tracker.program import serving
from tracker.service.matches import Matches
from tracker.service.rights import Undo, name_of, signed
from tracker.service.tables import Tables
from tracker.settings import Settings
from tracker.store.devices import Right
from tracker.web import create_app, fonts

HOST: Final = "127.0.0.1"
CIVIL_WAR: Final = "civil-war"
KEY: Final = "the-key-of-every-server-in-these-tests"


def secret_of(device: str) -> str:
    """Return a secret that every server with our key has issued."""
    return signed(device.ljust(43, "-"), KEY)


SECRET: Final = secret_of("tablet-at-the-table")
DEVICE: Final = name_of(SECRET)
"""Every browser here keeps this secret, so that what was arranged is its own writing."""
OTHER_SECRET: Final = secret_of("phone-in-a-pocket")

FLAGS: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)

SANDBOX: Final = Path("/usr/lib/chromium/chrome-sandbox")
NEW_NAMESPACE: Final = ("unshare", "--map-root-user", "--net", "true")


@dataclass(frozen=True)
class Server:
    """A running app; `matches` is what it writes with, to arrange a match without tapping it."""

    address: str
    matches: Matches

    def arrange(
        self,
        setup: Any,
        entries: Sequence[Mapping[str, Any]] = (),
        name: str = "",
        title_name: str = CIVIL_WAR,
    ) -> str:
        """A match with these entries written, as a match file writes them; its address."""
        title, document = read(setup, entries, title_name)
        called = name or ", ".join(seat["name"] for seat in setup["seats"])
        match_id = self.matches.make(title.NAME, document.setup, called, DEVICE)
        if document.entries:
            self.matches.write(match_id, document.entries, "arranged", DEVICE)
        return f"{self.address}/m/{match_id}"

    def join(self, address: str, secret: str, seat: int | None = None, name: str = "") -> str:
        """Let the keeper of this secret write, as the table's code does; its public name."""
        tables, match_id = Tables(self.matches._database), id_of(address)
        code = tables.table(match_id, DEVICE).code
        tables.join(match_id, name_of(secret), code, seat, name, HOST)
        return name_of(secret)

    def remove(self, address: str, secret: str) -> None:
        """Send the keeper of this secret away, as the host's list does."""
        tables = Tables(self.matches._database)
        tables.change(id_of(address), DEVICE, name_of(secret), Right.REMOVED, None, "")

    def settle(self, address: str, undo: Undo = Undo.FREE, *, asks: bool) -> None:
        """Set what the table has chosen."""
        Tables(self.matches._database).settle(id_of(address), DEVICE, undo, asks=asks)

    def put_away(self, address: str) -> None:
        Tables(self.matches._database).put_away(id_of(address), DEVICE)

    def write(self, address: str, setup: Any, entry: Mapping[str, Any], secret: str) -> None:
        """Write an entry, as the keeper of this secret."""
        [parsed] = read(setup, [entry])[1].entries
        self.matches.write(id_of(address), [parsed], f"by {secret}", name_of(secret))

    def write_all(self, address: str, setup: Any, entries: Sequence[Mapping[str, Any]]) -> None:
        """Write these entries, as the device that made the match."""
        parsed = read(setup, entries)[1].entries
        version = self.matches.sheet(id_of(address)).version
        self.matches.write(id_of(address), parsed, f"after {version}", DEVICE)

    def amend(self, address: str, n: int, setup: Any, entry: Mapping[str, Any]) -> None:
        """Write the entry in place of the nth of the match at this address."""
        match_id = id_of(address)
        [parsed] = read(setup, [entry])[1].entries
        version = self.matches.sheet(match_id).version
        self.matches.amend(match_id, n, parsed, version, "amended", DEVICE)

    def undo(self, address: str) -> None:
        match_id = id_of(address)
        self.matches.undo(match_id, self.matches.sheet(match_id).version, "undone", DEVICE)

    def match_of(self, address: str) -> dict[str, Any]:
        """The match file of the match at this address, from the database."""
        exported: dict[str, Any] = msgspec.to_builtins(self.matches.export(id_of(address)))
        return exported

    def position_of(self, address: str) -> dict[str, Any]:
        """The position of the match at this address, as its file has it."""
        sheet = self.matches.sheet(id_of(address))
        exported: dict[str, Any] = sheet.title.export_position(sheet.position)
        return exported

    def entries_of(self, address: str) -> list[dict[str, Any]]:
        """Return the entries that count, without what is only known of them."""
        counting = [
            entry
            for entry in self.match_of(address)["entries"]
            if not entry.get("undone") and "amended_by" not in entry
        ]
        return [as_written(entry) for entry in counting]


def id_of(address: str) -> str:
    return address.partition("/m/")[2].partition("?")[0]


def read(
    setup: Any, entries: Sequence[Mapping[str, Any]], title: str = CIVIL_WAR
) -> tuple[Title[Any, Any, Any], match_file.Document[Any, Any]]:
    whole = {"format": match_file.FORMAT, "title": title, "setup": setup, "entries": entries}
    return match_file.read(msgspec.json.encode(whole), TITLES)


def as_written(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in ("n", "at", "by", "lines")}


def share_key(folder: Path) -> None:
    """Let the server over this folder sign with our key."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "secret").write_text(KEY)


@contextmanager
def served(folder: Path, port: int = 0, path: str = "") -> Iterator[Server]:
    """The app over this folder, on this port or on any that is free, below this path."""
    share_key(folder)
    app = create_app(Settings(data=folder, path=path))
    for font in fonts.NAMES:
        app.extensions["fonts"].contents(font)
    listening = socket.create_server((HOST, port))
    port = listening.getsockname()[1]
    server = serving(app, HOST, port)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield Server(f"http://{HOST}:{port}{path}", app.extensions["matches"])
    finally:
        server.should_exit = True
        thread.join()
        app.extensions["press"].close()
        app.extensions["database"].close()


def launching(flags: Sequence[str] = FLAGS, *, has_windows: bool = False) -> dict[str, Any]:
    """Return the options of Chromium; the one without windows takes half the time for the pages.

    It has no wake lock, and trusts no certificate that somebody installed.
    """
    quick = None if has_windows else shutil.which("chromium-headless-shell")
    found = quick or shutil.which("chromium")
    assert found, "chromium is not installed: apt-get install chromium"
    return {"executable_path": found, "args": flags, "chromium_sandbox": has_sandbox()}


def has_sandbox() -> bool:
    """Return whether Chromium's sandbox works here.

    It is not for root. It needs namespaces, which a chroot or container has not, or the helper of
    the package chromium-sandbox. Only our own pages are opened, so that it may be missing.
    """
    if os.geteuid() == 0:
        return False
    if SANDBOX.exists() and SANDBOX.stat().st_mode & stat.S_ISUID:
        return True
    return subprocess.run(NEW_NAMESPACE, capture_output=True, check=False).returncode == 0


@contextmanager
def browsing() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launching())
        yield browser
        browser.close()
