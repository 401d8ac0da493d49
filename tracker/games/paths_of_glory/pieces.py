"""Pieces that move from place to place: cards, spaces, forts, the markers of the sheet.

Every piece has an index into the places of a position. A card lies "" (in a hand or the draw
pile: nobody knows which), in the discard pile, face up ("kept", or "used" in this round), or is
removed. A space is held by a side, a fort has a state, a marker lies on a turn or names a thing.
"""

from collections.abc import Mapping
from typing import Final

from tracker.games.paths_of_glory.box import FORTS, SPACES, VP_SPACES
from tracker.games.paths_of_glory.columns import AP, CP, SIDE_NAMES, SIDES

UNSEEN, DISCARD, KEPT, USED, REMOVED = "", "discard", "kept", "used", "removed"
INTACT, BESIEGED, DESTROYED = "intact", "besieged", "destroyed"
NO_MANDATE, MADE, MUTINY = "none", "made", "mutiny"

NUMBER_OF_CARDS: Final = 65
ACTIONS_A_TURN: Final = 6
TURNS: Final = 20
TRACKED_SPACES: Final = tuple(
    name for name in SPACES if any(name in spaces for spaces in VP_SPACES.values())
)

_seats: Final = (CP, AP)
_numbers: Final = range(1, NUMBER_OF_CARDS + 1)
_start: Final[dict[str, str]] = {
    **{f"{SIDE_NAMES[seat]} {n}": UNSEEN for seat in _seats for n in _numbers},
    **{f"{SIDE_NAMES[seat]} {n} event": "" for seat in _seats for n in _numbers},
    **{name: SIDES[SPACES[name].owner] for name in TRACKED_SPACES},
    **{f"{name} fort": INTACT for name in FORTS},
    **{f"{SIDE_NAMES[seat]} mandate": NO_MANDATE for seat in _seats},
    **{
        f"{SIDE_NAMES[seat]} action {number}": ""
        for seat in _seats
        for number in range(1, ACTIONS_A_TURN + 1)
    },
    **{f"{SIDE_NAMES[seat]} missed {turn}": "" for seat in _seats for turn in range(1, TURNS + 1)},
    "battle": "",
    "result": "",
}
PIECES: Final = tuple(_start)
INDEX: Final[Mapping[str, int]] = {piece: index for index, piece in enumerate(PIECES)}
START: Final = tuple(_start.values())
"""The place of every piece at the start."""


def card(seat: int, n: int) -> int:
    """The index of a card."""
    return seat * NUMBER_OF_CARDS + n - 1


EVENTS: Final = 2 * NUMBER_OF_CARDS


def event(seat: int, n: int) -> int:
    """The index of the marker that says when a card was last an event."""
    return EVENTS + seat * NUMBER_OF_CARDS + n - 1


MANDATE: Final = (INDEX["CP mandate"], INDEX["AP mandate"])
ACTION: Final = (INDEX["CP action 1"], INDEX["AP action 1"])
MISSED: Final = (INDEX["CP missed 1"], INDEX["AP missed 1"])
FORT: Final[Mapping[str, int]] = {name: INDEX[f"{name} fort"] for name in FORTS}
SPACE: Final[Mapping[str, int]] = {name: INDEX[name] for name in TRACKED_SPACES}
BATTLE: Final = INDEX["battle"]
RESULT: Final = INDEX["result"]
