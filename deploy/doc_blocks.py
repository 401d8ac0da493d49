"""The blocks of code in a page of the docs: files, which name their path, and commands."""

import re
from pathlib import Path
from typing import Final

from msgspec import Struct

DOCS: Final = Path(__file__).parents[1] / "docs"
BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATH: Final = re.compile(r"\A(?:#!.*\n)?# (/\S+)\n")
COMMANDS: Final = "sh"


class Block(Struct, frozen=True):
    """A block of code."""

    language: str
    text: str
    path: str
    """The path of the file that it is; nothing for commands and examples."""


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page of the docs, in order."""
    found = BLOCK.findall((DOCS / page).read_text("utf-8"))
    return [Block(language, text, path_in(text)) for language, text in found]


def path_in(text: str) -> str:
    """Return the path that the first comment names, or nothing."""
    named = PATH.match(text)
    return named[1] if named else ""


def file_of(page: str, path: str) -> str:
    """Return the text of the file that a page of the docs has for this path."""
    [text] = [block.text for block in blocks(page) if block.path == path]
    return text
