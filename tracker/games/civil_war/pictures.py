"""The pictures on the tiles: each of the twelve has a colour and a shape of its own.

Two halves that meet make a whole shape of one colour only where they match, so that nobody has to
tell small symbols apart. Screen and paper draw the same.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

LIGHT, DARK = "#ffffff", "#1f1710"
"""The colours of a symbol, on a dark and on a light ground."""


class TilePicture(Struct, frozen=True):
    """The field behind a symbol, around the middle of the picture: 24 units to every side."""

    shape: str
    colour: str
    ink: str
    size: float
    """The size of the symbol on it, which stays within the shape."""


CIRCLE: Final = "M-23 0a23 23 0 1 0 46 0a23 23 0 1 0-46 0z"
SQUARE: Final = "M-20-20h40v40h-40z"
DIAMOND: Final = "M0-24 24 0 0 24-24 0z"
CROSS: Final = "M-12-24h24v12h12v24h-12v12h-24v-12h-12v-24h12z"
HEXAGON: Final = "M-24 0-13-18h26L24 0 13 18h-26z"
STAR: Final = (
    "M0-24 6-15 17-17 15-6 24 0 15 6 17 17 6 15 0 24-6 15-17 17-15 6-24 0-15-6-17-17-6-15z"
)

# Resources meet above and below, people at the left and the right: never one of these and one of
# those. The South's people have warm colours, the North's cold ones.
PICTURES: Final[Mapping[str, TilePicture]] = {
    "gold": TilePicture(CIRCLE, "#f2c230", DARK, 32),
    "medicine": TilePicture(CROSS, "#a81c60", LIGHT, 32),
    "weapons": TilePicture(STAR, "#3b4252", LIGHT, 26),
    "water": TilePicture(DIAMOND, "#62b9ee", DARK, 30),
    "food": TilePicture(HEXAGON, "#14603a", LIGHT, 34),
    "wood": TilePicture(SQUARE, "#d08a4e", DARK, 34),
    "southern_officer": TilePicture(STAR, "#8c1d1d", LIGHT, 28),
    "southern_soldier": TilePicture(HEXAGON, "#e8913a", DARK, 32),
    "cherokee": TilePicture(CIRCLE, "#f4de72", DARK, 32),
    "northern_officer": TilePicture(CROSS, "#1d3273", LIGHT, 32),
    "northern_soldier": TilePicture(SQUARE, "#86bdf0", DARK, 32),
    "volunteer": TilePicture(DIAMOND, "#10705e", LIGHT, 26),
}
