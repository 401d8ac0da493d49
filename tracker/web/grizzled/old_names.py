"""The names that fields had in the release before: entries that wait in a browser have them.

They are read for one release; a field is named by its path in the entry since.
"""

from collections.abc import Mapping
from typing import Final

from tracker.games.grizzled.columns import HARD_KNOCKS, TOKEN_COLUMNS
from tracker.web.pad.paths import Renames, renamed

TOKENS: Final = "|".join(column.value for column in TOKEN_COLUMNS)
KNOCKS: Final = "|".join(knock.value for knock in HARD_KNOCKS)
OF_ALL: Final[Renames] = (
    (r"tokens_(\d)", r"tokens.\1"),
    (r"discard_(\d)", r"discards.\1"),
    (r"set_(\w+)", r"set.\1"),
    (r"land_(.+)", r"set.no_mans_land.\1"),
    (rf"of_(\d)_({TOKENS})", r"set.seats.\1.tokens.\2"),
    (rf"of_(\d)_({KNOCKS})", r"\1 has \2"),
    (r"of_(\d)_(\w+)", r"set.seats.\1.\2"),
)
OF_MISSION: Final[Renames] = (
    (r"kind", r"final"),
    (r"least", r"card.danger"),
    (r"(name|level)", r"card.\1"),
)


def current(arguments: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of an address by their paths."""
    of_kind = OF_MISSION if arguments["do"] == "mission" else ()
    found = renamed(arguments, (*of_kind, *OF_ALL))
    # Each hard knock was a number, 1 or 0.
    held = {name: found.pop(name) for name in list(found) if " has " in name}
    for name, number in held.items():
        seat, _, knock = name.partition(" has ")
        path = f"set.seats.{seat}.hard_knocks"
        found[path] = ",".join(filter(None, (found.get(path), knock if number == "1" else "")))
    return found
