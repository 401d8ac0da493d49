"""The title's words on paper, in the language of the sheet."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from tracker.engine.ledger import TABLE, Column, Line
from tracker.engine.message import Message
from tracker.games.civil_war.box import SIDE_OF
from tracker.games.civil_war.columns import BONUSES, KINDS, RESOURCES, Count, Kind, Side
from tracker.games.civil_war.words import ROLE_NAMES
from tracker.translations.translator import Translator, translator

UNSAID: Final = frozenset({Count.PLACE, Count.ATTACKED, Count.RESERVE_SPENT})


class Words:
    """A translator that knows this title."""

    def __init__(self, language: str) -> None:
        self.translator: Translator = translator(language)
        self.translate = self.translator.translate
        self.word = self.translator.word

    def role(self, role: Kind) -> str:
        return self.translator.translated_as("role", ROLE_NAMES[role])

    def side(self, side: Side) -> str:
        return self.translate(Message("{side}", {"side": side.term}))

    def counted(self, column: Column, number: int) -> str:
        return self.translator.counted(column.singular, column.plural, abs(number))

    def did(self, names: list[str], lines: Iterable[Line]) -> str:
        """Return what lines did, seat by seat: Anna +6 food, +2 points."""
        changes: Counter[tuple[int, Column]] = Counter()
        for line in lines:
            if line.seat != TABLE and line.what not in UNSAID:
                changes[line.seat, line.what] += line.by
        told: dict[str, list[str]] = {}
        for (seat, column), by in changes.items():
            told.setdefault(names[seat], []).append(self.translator.change(column, by))
        return "; ".join(f"{name} {', '.join(changed)}" for name, changed in told.items())

    def columns(self) -> dict[str, Any]:
        """The names of everything that is counted, for the heads of tables."""
        named = {column.value: self.word(column) for column in (*RESOURCES, *KINDS, *BONUSES)}
        return {
            "RESOURCES": [(resource.value, named[resource.value]) for resource in RESOURCES],
            "KINDS": [(kind.value, named[kind.value], SIDE_OF[kind].word) for kind in KINDS],
            "BONUSES": [(bonus.value, named[bonus.value]) for bonus in BONUSES],
            "POINTS": self.word(Count.POINTS),
            "PEOPLE": self.translator.translated_as("label", "People"),
            "LOST_TURNS": self.word(Count.LOST_TURNS),
        }
