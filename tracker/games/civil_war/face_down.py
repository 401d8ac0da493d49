"""What nobody may learn before it is turned over: which tile the tablet dealt (CW-3.2, CW-3.3)."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, structs

from tracker.engine.message import to_translate
from tracker.engine.refusal import Refused
from tracker.games.civil_war.entries import AnyEntry, At, Choices, Laid, LayTiles, TurnOver
from tracker.games.civil_war.position import Position

CHOSEN_DEAL: Final = to_translate(
    "Only the tablet deals tiles face down. Lay your own tiles without their numbers, "
    "and name each one when it is turned over."
)


def dealt_face_down(position: Position) -> frozenset[At]:
    """The cells whose tile is known to the tablet alone."""
    return frozenset(
        placed.at
        for placed in position.figure or ()
        if placed.tile is not None and not placed.face_up
    )


def veiled(position: Position, entry: AnyEntry, *, counts: bool) -> AnyEntry:
    """Return the entry without the tiles that are face down now.

    Only the deal of the current figure hides anything: an earlier month's tiles were all turned
    over. A deal that does not count shows no tile at all.
    """
    if not isinstance(entry, LayTiles) or (counts and not _laid(position, entry)):
        return entry
    hidden = dealt_face_down(position)
    tiles = (laid if counts and laid.at not in hidden else Laid(laid.at) for laid in entry.tiles)
    return structs.replace(entry, tiles=tuple(tiles))


def _laid(position: Position, entry: LayTiles) -> bool:
    """Return whether this entry laid the current figure: the same tiles in the same cells."""
    figure = {placed.at: placed.tile for placed in position.figure or ()}
    return figure.keys() == {laid.at for laid in entry.tiles} and all(
        laid.tile is UNSET or figure[laid.at] == laid.tile for laid in entry.tiles
    )


def uncovers(position: Position, entry: AnyEntry) -> bool:
    """Whether the entry turns over a tile that the tablet dealt."""
    return isinstance(entry, TurnOver) and entry.at in dealt_face_down(position)


def why_not_yet(
    position: Position,
    entries: Sequence[AnyEntry],
    turned: AnyEntry | None,
    *,
    only_tried: bool = False,
) -> Refused | None:
    """Why these may not be judged yet: the judgement would tell something of a face-down tile.

    `turned` is the tile that lies face up already while its choices are made. A tile that is only
    tried would be seen by one player and lie face down for the others.
    """
    for entry in entries:
        if isinstance(entry, LayTiles) and any(laid.tile is not UNSET for laid in entry.tiles):
            return Refused("CW-3.2", CHOSEN_DEAL)
        if not isinstance(entry, TurnOver) or not uncovers(position, entry):
            continue
        if isinstance(turned, TurnOver) and turned.at != entry.at:
            return Refused(
                "CW-3.3",
                "The tile at {x}, {y} has been turned over; what it makes comes first.",
                x=turned.at[0],
                y=turned.at[1],
            )
        is_plain = entry.tile is UNSET and entry.choices == Choices() and len(entries) == 1
        if turned is None and (only_tried or not is_plain):
            return Refused("CW-3.3", "The tablet dealt this tile: turn it over first.")
    return None
