"""The causes of changed VP in a few words: each puts together the rules that made lines."""

from collections.abc import Iterable
from typing import Final

from tracker.engine.ledger import TABLE, Line
from tracker.engine.message import Message
from tracker.games.paths_of_glory.columns import Course

SPACES: Final = Message("Spaces")
EVENTS: Final = Message("Events")
MISSED: Final = Message("Mandates missed")
CAUSES: Final[tuple[tuple[Message, frozenset[str]], ...]] = (
    (Message("Peace offers"), frozenset({"PG-16.5.2"})),
    (MISSED, frozenset({"PG-7.1.3"})),
    (Message("French Mutiny"), frozenset({"PG-7.1.8"})),
    (Message("Blockade"), frozenset({"PG-AP2"})),
    (Message("Late Italy"), frozenset({"PG-9.5.2.5"})),
    (Message("Corrections"), frozenset({"PG-0.2"})),
)


def cause_of(line: Line) -> Message:
    """Return why a line changed VP: a space, a phase, a correction, or else an event."""
    if line.what is Course.VP_SPACES:
        return SPACES
    return next((says for says, rules in CAUSES if line.rule in rules), EVENTS)


def by_cause(lines: Iterable[Line]) -> list[tuple[Message, int, int]]:
    """Return for each cause the VP that it raised, for CP, and those that it lowered, for AP."""
    order = (SPACES, EVENTS, *(says for says, _ in CAUSES))
    found = {says.text: [0, 0] for says in order}
    for line in lines:
        if line.seat == TABLE and line.what in (Course.VP_EVENTS, Course.VP_SPACES):
            found[cause_of(line).text][line.by < 0] += line.by
    return [(says, found[says.text][0], found[says.text][1]) for says in order]
