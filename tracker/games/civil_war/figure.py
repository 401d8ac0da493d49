"""The month's figure of tiles, as it follows from the tiles that moved (CW-3.2, CW-3.3)."""

from typing import Final

from msgspec import Struct, structs

from tracker.engine.ledger import Move

At = tuple[int, int]
DOWN: Final = "face down"
UP: Final = "face up"


class Placed(Struct, frozen=True, gc=False):
    """A tile of the figure. Which one it is may be known before it is face up."""

    at: At
    tile: str | None
    face_up: bool


Figure = tuple[Placed, ...]


def row_and_column(figure: Figure, at: At) -> dict[str, int]:
    """Return where a tile lies as it is seen: counted from 1, from the top and from the left."""
    left, top = (min(placed.at[axis] for placed in figure) for axis in (0, 1))
    return {"row": at[1] - top + 1, "column": at[0] - left + 1}


def down_at(at: At) -> str:
    """Return the place of a tile that lies face down."""
    return f"{at[0]} {at[1]} {DOWN}"


def up_at(at: At) -> str:
    """Return the place of a tile that lies face up."""
    return f"{at[0]} {at[1]} {UP}"


def after_move(figure: Figure | None, move: Move) -> Figure | None:
    """Return the figure after a tile was laid, turned over or taken up."""
    if not move.origin:
        return (*(figure or ()), Placed(_cell(move.to), move.piece or None, face_up=False))
    at = _cell(move.origin)
    if not move.to:
        return tuple(placed for placed in figure or () if placed.at != at) or None
    return tuple(
        structs.replace(placed, tile=move.piece, face_up=True) if placed.at == at else placed
        for placed in figure or ()
    )


def _cell(place: str) -> At:
    x, y, _ = place.split(" ", 2)
    return int(x), int(y)
