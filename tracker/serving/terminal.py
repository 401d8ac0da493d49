"""The lines in the terminal at start: where the sheet is, as addresses and as a QR code."""

import os
from collections.abc import Sequence
from io import StringIO
from typing import Final, TextIO

import segno

MARGIN: Final = 2
"""Narrower than the four that the norm asks for; every camera reads it from a screen."""
HALF_BLOCKS: Final = "█▀▄"
WHITE_ON_BLACK: Final = "\x1b[97;40m{}\x1b[0m"
"""Whatever colours the terminal has, or a camera would see the code inside out."""


def greet(out: TextIO, addresses: Sequence[str], scanned: str, notes: Sequence[str]) -> None:
    """Print the addresses, the code of the one that a phone opens, and what else is to be known."""
    lines = ["Quartermaster is at the table:", *(f"  {address}" for address in addresses)]
    if _is_read(out):
        code = _drawn(scanned)
        if len(code[0]) < os.get_terminal_size(out.fileno()).columns:
            lines += ["", f"Scan to open {scanned}", *map(WHITE_ON_BLACK.format, code), ""]
    print(*lines, *notes, sep="\n", file=out, flush=True)


def _drawn(address: str) -> list[str]:
    """The code in half blocks, two of its rows to a line."""
    drawing = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawing, border=MARGIN, compact=True)
    return drawing.getvalue().splitlines()


def _is_read(out: TextIO) -> bool:
    """Return whether somebody looks at it, with letters that the code can be drawn with."""
    try:
        HALF_BLOCKS.encode(out.encoding)
    except UnicodeEncodeError:
        return False
    return out.isatty()
