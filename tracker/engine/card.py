"""A title's card: what the first page and the set-up say of a game before its rules are read."""

from enum import Enum

from msgspec import Struct

from tracker.engine.message import Message


class Victory(Enum):
    """The way in which a game is won."""

    EACH = "each"
    """Each player for themselves."""
    SIDES = "sides"
    """By sides, with a winner among the players as well."""
    TOGETHER = "together"
    """Everybody together, against the game."""
    TRACK = "track"
    """Two players on one track between them."""


class Mode(Struct, frozen=True):
    """A way to play a title, with the number of people it is for."""

    name: str
    label: Message
    least: int
    most: int


class TitleCard(Struct, frozen=True):
    """A title as it is known without its rules."""

    name: str
    """The name in match files and addresses, with hyphens between its words."""
    label: Message
    """The name of the game."""
    summary: Message
    """One sentence for the first page."""
    least: int
    """The least number of people."""
    most: int
    """The largest number of people."""
    victory: Victory
    modes: tuple[Mode, ...] = ()
    minutes: tuple[int, int] | None = None
    """The shortest and the longest time of play, where the publisher says it."""
    age: int | None = None
    """The age of the youngest players, where the publisher says it."""
    bgg_id: int | None = None
    """The number of the game at BoardGameGeek, where it is known for sure."""

    @property
    def folder(self) -> str:
        """The name of the title's folders."""
        return self.name.replace("-", "_")
