"""Drawing roles for the players who chose none."""

from collections.abc import Sequence
from random import Random
from typing import Final

from tracker.games.civil_war.box import SIDE_OF
from tracker.games.civil_war.columns import KINDS, Kind, Side

DRAW: Final = ""
"""The choice of a player who draws."""


def draw_roles(chosen: Sequence[str], chance: Random, *, balanced: bool) -> list[str]:
    """Return everybody's role; no drawn role is a second one while others are left.

    A balanced draw fills the sides up until they differ by one player at most.
    """
    taken = [role for role in chosen if role != DRAW]
    drawing = len(chosen) - len(taken)
    drawn = (_balanced if balanced else _unbalanced)(taken, drawing, chance)
    chance.shuffle(drawn)
    return [drawn.pop() if role == DRAW else role for role in chosen]


def _unbalanced(taken: Sequence[str], drawing: int, chance: Random) -> list[str]:
    return _draw(KINDS, taken, drawing, chance)


def _balanced(taken: Sequence[str], drawing: int, chance: Random) -> list[str]:
    kinds = {side: [kind for kind in KINDS if SIDE_OF[kind] is side] for side in Side}
    in_south = sum(role in [kind.value for kind in kinds[Side.SOUTH]] for role in taken)
    players = len(taken) + drawing
    # With an odd number of players chance says which side is the larger one.
    south = (players + chance.randrange(2)) // 2 - in_south
    south = min(max(south, 0), drawing)
    return [
        *_draw(kinds[Side.SOUTH], taken, south, chance),
        *_draw(kinds[Side.NORTH], taken, drawing - south, chance),
    ]


def _draw(kinds: Sequence[Kind], taken: Sequence[str], number: int, chance: Random) -> list[str]:
    free = [kind.value for kind in kinds if kind.value not in taken]
    chance.shuffle(free)
    more = [chance.choice(kinds).value for _ in range(number - len(free))]
    return [*free[:number], *more]
