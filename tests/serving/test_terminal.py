"""The terminal: addresses always, a code where somebody can scan it."""

import fcntl
import io
import os
import pty
import struct
import termios
from contextlib import suppress
from typing import Final

import segno

from tracker.serving.terminal import greet

ADDRESS: Final = "http://192.168.1.7:8000/"
NOTE: Final = "Stop with Ctrl-C."


def said_to(columns: int, encoding: str = "utf-8") -> str:
    """Return the output for a terminal of this width."""
    behind, front = pty.openpty()
    fcntl.ioctl(front, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    with os.fdopen(front, "w", encoding=encoding) as out:
        greet(out, ["http://localhost:8000/", ADDRESS], ADDRESS, [NOTE])
    said = b""
    with suppress(OSError):  # which is how a terminal ends
        while data := os.read(behind, 65_536):
            said += data
    os.close(behind)
    return said.decode("utf-8")


def read_back(said: str) -> list[list[bool]]:
    """The modules of the code as they light up, margins left out."""
    halves = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
    drawn = [line for line in said.split("\r\n") if line.startswith("\x1b[97;40m")]
    rows: list[list[bool]] = []
    for line in drawn:
        cells = [halves[sign] for sign in line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m")]
        rows += [[upper for upper, _ in cells], [lower for _, lower in cells]]
    width = len(rows[0]) - 4
    return [row[2:-2] for row in rows[2 : 2 + width]]


def test_a_terminal_shows_a_code_that_is_the_address() -> None:
    said = said_to(80)

    code = segno.make(ADDRESS, error="l", micro=False)
    assert read_back(said) == [[bool(module) for module in row] for row in code.matrix]
    assert f"Scan to open {ADDRESS}" in said
    assert said.index("localhost") < said.index("Scan") < said.index(NOTE)


def test_a_narrow_terminal_or_one_without_the_letters_gets_the_addresses_alone() -> None:
    for said in (said_to(28), said_to(80, "ascii")):
        assert ADDRESS in said
        assert "Scan" not in said
        assert "\x1b" not in said


def test_a_file_gets_the_addresses_alone() -> None:
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")

    greet(out, [ADDRESS], ADDRESS, [NOTE])

    out.seek(0)
    assert out.read() == f"Quartermaster is at the table:\n  {ADDRESS}\n{NOTE}\n"
