"""A source of chance, given from outside so that what is drawn can be drawn again."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """The part of `random.Random` that deals tiles and chooses between equals."""

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...

    def choice(self, seq: Sequence[T]) -> T: ...
