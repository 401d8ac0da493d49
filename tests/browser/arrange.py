"""Tables to play at: who sits there, and what was written so far."""

from collections.abc import Sequence
from typing import Any, Final

OF_EACH_SIDE: Final = {
    "north": ("northern_officer", "northern_soldier", "volunteer"),
    "south": ("southern_officer", "southern_soldier", "cherokee"),
}
NAMES: Final = ("Anna", "Boris", "Clara", "David", "Elena", "Felix", "Grażyna", "Henryk", "Irina")
RUSSIAN_NAMES: Final = ("Анна", "Борис", "Вера", "Глеб")
LONG_RUSSIAN_NAMES: Final = ("Александра", "Дмитрий", "Екатерина", "Мирослав", "Наталья", "Ярослав")


def table(
    north: int = 2, south: int = 2, names: Sequence[str] = NAMES, months: int = 6
) -> dict[str, Any]:
    """A set-up with so many players on each side, taking turns across the table."""
    roles = [OF_EACH_SIDE["north"][n % 3] for n in range(north)]
    across = [OF_EACH_SIDE["south"][n % 3] for n in range(south)]
    in_turn = [role for n in range(9) for role in (*roles[n : n + 1], *across[n : n + 1])]
    return {
        "months": months,
        "tiles_per_player": 4,
        "seats": [{"name": name, "role": role} for name, role in zip(names, in_turn, strict=False)],
        "switches": {},
    }


def set_to(seat: int, **numbers: Any) -> dict[str, Any]:
    """A correction: the quickest way to numbers that a test needs."""
    return {"do": "correct", "seat": seat, "set": numbers, "reason": "as the test needs it"}


def found(seat: int, resource: str, amount: int) -> dict[str, Any]:
    return {"do": "find", "seat": seat, "resource": resource, "amount": amount}


def lost(seat: int, resource: str, amount: int) -> dict[str, Any]:
    return {"do": "lose", "seat": seat, "resource": resource, "amount": amount}


def met(seat: int, kind: str, count: int, **choices: Any) -> dict[str, Any]:
    return {"do": "meet", "seat": seat, "kind": kind, "count": count, **choices}


def turn_ends(seat: int) -> dict[str, Any]:
    return {"do": "end_turn", "seat": seat}


END_MONTH: Final = {"do": "end_month"}
UPKEEP: Final = {"do": "upkeep"}
NEXT_MONTH: Final = {"do": "next_month"}
