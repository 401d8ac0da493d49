"""The colours of pages and paper, from `static/palette.toml` and the same file of each title."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct, convert

from tracker.locations import PACKAGE

FOLDER: Final = PACKAGE / "static"
NAME: Final = "palette.toml"
VARIABLE: Final = re.compile(r"var\(--([\w-]+)\)")


class Colour(Struct, frozen=True):
    """A colour on the screen by day and by night, and on paper, where it may be another one."""

    day: str = ""
    night: str = ""
    print: str = ""


@cache
def colours(folder: str = "") -> dict[str, Colour]:
    """Return the colours of a title's folder by their names; without a folder, the shared ones."""
    text = (FOLDER / folder / NAME).read_text("utf-8")
    return convert(tomllib.loads(text), dict[str, Colour])


@cache
def on_paper() -> dict[str, str]:
    """Return the printed colours by their names, those of all titles too."""
    folders = [path.parent for path in sorted(FOLDER.rglob(NAME))]
    named = [colours(_name(folder)) for folder in folders]
    return {name: colour.print or colour.day for own in named for name, colour in own.items()}


def _name(folder: Path) -> str:
    return folder.relative_to(FOLDER).as_posix()


def has_own(folder: str) -> bool:
    return (FOLDER / folder / NAME).is_file()


def style(folder: str = "") -> str:
    """Return the rules that set the colours: of the day, and of the night in a dark room.

    A device that prefers one of them says so in `data-theme`.
    """
    shown = {name: colour for name, colour in colours(folder).items() if colour.day}
    day = ";".join(f"--{name}:{colour.day}" for name, colour in shown.items())
    night = ";".join(f"--{name}:{colour.night}" for name, colour in shown.items())
    if not folder:
        day, night = f"color-scheme:light;{day}", f"color-scheme:dark;{night}"
    return (
        f":root{{{day}}}\n"
        f'@media (prefers-color-scheme: dark){{:root:not([data-theme="light"]){{{night}}}}}\n'
        f':root[data-theme="dark"]{{{night}}}\n'
    )


def printed(sheet: str) -> str:
    """Return a style sheet for paper with the colours in place of their names."""
    known = on_paper()
    return VARIABLE.sub(lambda match: known.get(match[1], match[0]), sheet)
