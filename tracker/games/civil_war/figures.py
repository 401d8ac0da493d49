"""Ready-made figures: so many tiles, side to side, as square as they can be (CW-3.2)."""

from math import isqrt


def block(tiles: int) -> tuple[tuple[int, int], ...]:
    """Rows of equal width, the last one perhaps shorter."""
    width = max(1, isqrt(tiles))
    while width * width < tiles:
        width += 1
    return tuple((place % width, place // width) for place in range(tiles))
