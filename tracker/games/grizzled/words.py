"""The title's words as a reader sees them: on a button, over a column, for a rule."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracker.engine.ledger import Column
from tracker.engine.message import Term
from tracker.games.grizzled.box import DATA
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import IN_ROW, TOKENS, Count, Course, Threat
from tracker.games.grizzled.entry_text import LAST_MISSIONS
from tracker.games.grizzled.names import LEVELS

LABEL: Final = "label"
COUNTED: Final[tuple[Column, ...]] = (*Count, *TOKENS, *IN_ROW, *Course)
"""The columns that are shown; the rest of the table's row is drawn as cards."""


def _read(name: str, part: str) -> Mapping[str, str]:
    document: dict[str, Any] = tomllib.loads((DATA / name).read_text("utf-8"))
    rules: dict[str, str] = document[part]
    return rules


CHAPTERS: Final = _read("rules.toml", "chapters")
SUMMARIES: Final = _read("summaries.toml", "summaries")
"""Every rule in a sentence, by its number."""


def terms() -> Iterator[Term]:
    """Return the words that stand in sentences as what they are."""
    yield from (threat.term for threat in Threat)
    yield from LAST_MISSIONS.values()
    yield from LEVELS.values()
    for card in CARDS.values():
        yield from (word for word in card.label if isinstance(word, Term))


def texts() -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Return everything here that is to be translated, with its context."""
    for column in COUNTED:
        yield (column.singular, column.plural), None
        yield column.label, LABEL
    for term in terms():
        yield term.text, term.context
    for sentence in (*CHAPTERS.values(), *SUMMARIES.values()):
        yield sentence, None
