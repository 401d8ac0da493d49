"""The names that fields had in the release before: entries that wait in a browser have them.

They are read for one release; a field is named by its path in the entry since.
"""

from collections.abc import Mapping
from typing import Final

from tracker.web.pad.paths import Renames, renamed

OF_FIGURES: Final[Renames] = (
    (r"(attacker|defender)_(strength|drm|army|die)", r"\1.\2"),
    (r"flank_(die|bonus)", r"flank.\1"),
    (r"full_strength", r"full_strength_attacker"),
)
OF_ALL: Final[Renames] = (
    (r"use", r"as"),
    (r"loss_(attacker|defender)", r"loss_numbers.\1"),
    (r"die_(.+)", r"dice.\1"),
    (r"set_(vp|control)", r"set.\1"),
    (r"set_(war_status|hand|rp|mandate)_(\w+)", r"set.\1.\2"),
    (r"set_fort", r"set.forts"),
)
OF_CALCULATION: Final[Renames] = (
    *((name, f"calculation.{path}") for name, path in OF_FIGURES),
    (r"(trench|spaces|no_retreat|sinai)", r"calculation.\1"),
)


def current(arguments: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of an address by their paths."""
    is_battle = arguments["do"] == "battle"
    found = renamed(arguments, (*(OF_CALCULATION if is_battle else ()), *OF_ALL))
    if fort := found.pop("set_fort_state", ""):
        found[f"set.forts.{found['set.forts']}"] = fort
    return _after(found, "calculation.") if is_battle else found


def of_calculator(arguments: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of the calculator by their paths in the question."""
    return _after(renamed(arguments, OF_FIGURES), "")


def _after(found: dict[str, str], path: str) -> dict[str, str]:
    """Return the fields with what is left of the side that fires second: either's had one name."""
    left = {name: found.pop(name) for name in list(found) if name.startswith("after_")}
    for name, answer in left.items():
        for who in ("attacker", "defender"):
            found[f"{path}{who}.after.{name.removeprefix('after_')}"] = answer
    return found
