"""A race in a test: its set-up, its entries, and the registries with the toy in them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from tests.toy import rulebook, title
from tests.toy.card import CARD
from tests.toy.entries import AnyEntry, Position, Seat, Setup
from tracker.engine.title import AnyTitle
from tracker.games import CARDS
from tracker.games.titles import RULEBOOKS, TITLES
from tracker.service.match import prepare

TOY: Final[AnyTitle] = title
ANNA, BORIS, CLARA = range(3)
NAMES: Final = ("Anna", "Boris", "Clara")
OFFERED: Final[Sequence[tuple[Any, object]]] = (
    (TITLES, TOY),
    (CARDS, CARD),
    (RULEBOOKS, rulebook),
)


def setup(*names: str, goal: int = 10, keep_order: bool = True) -> Setup:
    """The set-up of a race between these, or between Anna and Boris."""
    return Setup(tuple(Seat(name) for name in names or NAMES[:2]), goal, keep_order)


def start(*names: str, goal: int = 10) -> Position:
    return title.start(setup(*names, goal=goal)).position


def entry(do: str, **fields: Any) -> AnyEntry:
    """An entry as a match file writes it."""
    read: AnyEntry = msgspec.convert({"do": do, **fields}, title.ENTRY)
    return read


def document(*entries: dict[str, Any]) -> dict[str, Any]:
    """A match file with these entries."""
    made = msgspec.to_builtins(setup())
    return {
        "format": "quartermaster-match/1",
        "title": title.NAME,
        "setup": made,
        "entries": list(entries),
    }


def walk(seat: int, steps: int = 1) -> dict[str, Any]:
    """An entry as pages and programs send it."""
    return {"do": "walk", "seat": seat, "steps": steps}


def end_turn(seat: int) -> dict[str, Any]:
    return {"do": "end_turn", "seat": seat}


@contextmanager
def in_registries() -> Iterator[None]:
    """The toy can be tracked, as if its name stood in the registries of the games."""
    with registered(OFFERED):
        prepare(TOY)
        yield


def register_for_good() -> None:
    """Let the toy be tracked in a process that knows only the games."""
    for registry, offer in OFFERED:
        registry[title.NAME] = offer
    prepare(TOY)


@contextmanager
def registered(offered: Sequence[tuple[Any, object]]) -> Iterator[None]:
    for registry, offer in offered:
        registry[title.NAME] = offer
    yield
    for registry, _ in offered:
        del registry[title.NAME]


MATCH: Final = (
    entry("deal", cards=["aa", "b"]),
    entry("take_shoes", seat=ANNA),
    entry("walk", seat=ANNA, steps=1),
    entry("draw", seat=ANNA, use=False),
    entry("end_turn", seat=ANNA),
    entry("rest", seat=BORIS, where="tent", nights=1, brings=["rope"], fire=True),
    entry("carry", seat=BORIS, other=ANNA, steps=1),
    entry("next_day"),
    entry("hand_seat", seat=BORIS, name="Clara"),
    entry("draw", seat=BORIS),
    entry("walk", seat=BORIS, steps=8),
)
"""A race in which every kind of entry occurs, to its end: Boris wins."""
