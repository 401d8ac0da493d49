"""Answers of the contract that many titles give alike: a title imports those that are its own."""

from typing import Any

from tracker.engine.title import Reader, Sight


def seats(setup: Any) -> tuple[str, ...]:
    """Return the players' names, by seat."""
    return tuple(seat.name for seat in setup.seats)


def setup_of(position: Any) -> Any:
    """Return the set-up with the players who have the seats in the position."""
    return position.game.setup


def see(position: Any, entry: Any, reader: Reader | int, *, counts: bool = True) -> Sight[Any]:
    """Return the entry as it is: the sheet knows nothing that is hidden."""
    return Sight(entry)
