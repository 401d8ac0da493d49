"""The names that fields had in the release before: entries that wait in a browser have them.

They are read for one release; a field is named by its path in the entry since.
"""

from collections.abc import Mapping
from typing import Final

from tracker.games.civil_war.columns import KINDS, RESOURCES
from tracker.web.civil_war.correction_form import HOLDABLE
from tracker.web.pad.paths import Renames, renamed


def _any_of(columns: tuple[object, ...]) -> str:
    return "|".join(str(getattr(column, "value", "")) for column in columns)


OF_ALL: Final[Renames] = (
    (r"help_(\d)", r"help.\1"),
    (r"(give|get|pay)_(\w+)", r"\1.\2"),
    (r"set_(points|lost_turns)", r"set.\1"),
    (rf"set_({_any_of(RESOURCES)})", r"set.resources.\1"),
    (rf"set_({_any_of(KINDS)})", r"set.people.\1"),
    (rf"set_({_any_of(HOLDABLE)})", r"set.bonuses.\1"),
)
OF_KIND: Final[Mapping[str, Renames]] = {
    "meet": ((r"amount", r"count"),),
    "lure": ((r"lure_(\d)_(\w+)", r"from.\1.\2"),),
    "spend_reserve": ((r"camp", r"lure.seat"), (r"lure_\d_(\w+)", r"lure.people.\1")),
    "upkeep": ((r"fall_(\d)_(\w+)", r"casualties.\1.\2"),),
    "turn_over": (
        (r"(left|middle|right)_help_(\d)", r"choices.\1.help.\2"),
        (r"(left|middle|right)_fall_(\w+)", r"choices.\1.casualties.\2"),
        (r"(left|middle|right)_(taken|sabotage)", r"choices.\1.\2"),
    ),
}


def current(do: str, seat: int, arguments: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of an address by their paths."""
    of_camps = (
        (rf"fall_{seat}_(\w+)", r"casualties.\1"),
        (r"fall_\d_(\w+)", r"target_casualties.\1"),
    )
    return renamed(arguments, (*OF_KIND.get(do, ()), *OF_ALL, *of_camps))
