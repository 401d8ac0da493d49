"""The pictures on the tiles are told apart by colour, by shape alone, and in a dark room."""

from itertools import combinations
from typing import Final

import pytest

from tracker.games.civil_war.columns import KINDS, RESOURCES
from tracker.games.civil_war.pictures import PICTURES

SETS: Final = {"resources": RESOURCES, "people": KINDS}
LEAST_OF_A_SYMBOL: Final = 4.5
"""WCAG 2.2 AA asks for 3 : 1 of a picture, and for this of text."""


def light(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, other: str) -> float:
    darker, lighter = sorted((light(first), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_every_picture_of_a_tile_is_drawn() -> None:
    assert set(PICTURES) == {str(column.value) for column in (*RESOURCES, *KINDS)}


@pytest.mark.parametrize("which", SETS)
def test_pictures_that_can_meet_differ_in_colour_and_in_shape(which: str) -> None:
    found = [PICTURES[str(column.value)] for column in SETS[which]]
    for first, other in combinations(found, 2):
        assert first.shape != other.shape
        assert first.colour != other.colour


@pytest.mark.parametrize("name", PICTURES)
def test_a_symbol_stands_out_from_its_field(name: str) -> None:
    picture = PICTURES[name]
    assert contrast(picture.ink, picture.colour) >= LEAST_OF_A_SYMBOL
