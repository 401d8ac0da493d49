"""Tiles that lie face down: nobody may learn which tile was dealt (CW-3.2, CW-3.3)."""

from typing import Final

from msgspec import UNSET, structs

from tracker.engine.message import to_translate
from tracker.engine.refusal import Refused
from tracker.engine.title import Reader, Sight
from tracker.games.civil_war.entries import AnyEntry, At, Choices, Laid, LayTiles, TurnOver
from tracker.games.civil_war.figure import down_at
from tracker.games.civil_war.position import Position

CHOSEN_DEAL: Final = to_translate(
    "Only the tablet deals tiles face down. Lay your own tiles without their numbers, "
    "and name each one when it is turned over."
)


def dealt_face_down(position: Position) -> frozenset[At]:
    """Return the cells whose tile is known to the tablet alone."""
    return frozenset(
        placed.at
        for placed in position.figure or ()
        if placed.tile is not None and not placed.face_up
    )


def see(
    position: Position, entry: AnyEntry, reader: Reader | int, *, counts: bool = True
) -> Sight[AnyEntry]:
    """CW-3.2: return what anybody may know of an entry; a dealt tile is hidden from all alike."""
    if isinstance(entry, LayTiles):
        names = any(laid.tile is not UNSET for laid in entry.tiles)
        forbidden = Refused("CW-3.2", CHOSEN_DEAL) if names else None
        shown = _without_hidden_tiles(position, entry, counts=counts)
        return Sight(shown, forbidden=forbidden)
    if isinstance(entry, TurnOver) and entry.at in dealt_face_down(position):
        guesses = entry.tile is not UNSET or entry.choices != Choices()
        return Sight(entry, down_at(entry.at), is_guess=guesses, rule="CW-3.3")
    return Sight(entry)


def _without_hidden_tiles(position: Position, entry: LayTiles, *, counts: bool) -> LayTiles:
    """Return the deal without the tiles that are face down; a crossed-out deal shows none."""
    if counts and not _is_current_deal(position, entry):
        return entry
    hidden = dealt_face_down(position)
    tiles = tuple(
        laid if counts and laid.at not in hidden else Laid(laid.at) for laid in entry.tiles
    )
    return structs.replace(entry, tiles=tiles)


def _is_current_deal(position: Position, entry: LayTiles) -> bool:
    """Return whether these tiles are the figure that lies there now, and not an earlier month's."""
    figure = {placed.at: placed for placed in position.figure or ()}
    if len(figure) != len(entry.tiles):
        return False
    return all(
        laid.at in figure and laid.tile in (UNSET, figure[laid.at].tile) for laid in entry.tiles
    )
