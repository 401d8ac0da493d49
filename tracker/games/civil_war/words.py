"""The title's words as a reader sees them: what stands on a button, over a column, for a rule."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Final

from tracker.engine.ledger import Column
from tracker.games.civil_war.box import DATA
from tracker.games.civil_war.columns import BONUSES, KINDS, RESOURCES, Count, Kind, Side

LABEL, ROLE, SIDE = "label", "role", "side"

ROLE_NAMES: Final[Mapping[Kind, str]] = {
    kind: "African-American volunteer" if kind is Kind.VOLUNTEER else kind.singular
    for kind in KINDS
}
COUNTED: Final[tuple[Column, ...]] = (
    *RESOURCES,
    *KINDS,
    *BONUSES,
    Count.POINTS,
    Count.LOST_TURNS,
    Count.DOMINATED,
    Count.OUT,
    Count.DESTROYED_SOUTH,
    Count.DESTROYED_NORTH,
)


def summaries() -> Mapping[str, str]:
    """Every rule in a sentence, by its number."""
    document = tomllib.loads((DATA / "summaries.toml").read_text("utf-8"))
    rules: dict[str, str] = document["summaries"]
    return rules


def chapter_names() -> tuple[str, ...]:
    """Return the names of the chapters."""
    document = tomllib.loads((DATA / "rules.toml").read_text("utf-8"))
    return tuple(document["chapters"].values())


SUMMARIES: Final = summaries()
CHAPTER_NAMES: Final = chapter_names()


def texts() -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Everything here that is to be translated, with its context."""
    for column in COUNTED:
        yield (column.singular, column.plural), None
        yield column.label, LABEL
    yield "People", LABEL
    yield ("person", "people"), None
    for role in ROLE_NAMES.values():
        yield role, ROLE
    for side in Side:
        yield side.term.text, SIDE
    for name in CHAPTER_NAMES:
        yield name, None
    for sentence in SUMMARIES.values():
        yield sentence, None
