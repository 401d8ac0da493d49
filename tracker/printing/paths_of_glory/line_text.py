"""The title's words on paper, in the language of the sheet."""

from collections.abc import Iterable
from typing import Any

from tracker.engine.ledger import TABLE, Column, Line
from tracker.engine.message import Message, Term
from tracker.games.paths_of_glory import names
from tracker.games.paths_of_glory.box import Card
from tracker.games.paths_of_glory.columns import (
    LEVELS,
    POINTS,
    SIDE_TERMS,
    Course,
    Replacement,
    SideColumn,
)
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.progress import turn_label
from tracker.games.paths_of_glory.replacements import points
from tracker.translations.translator import Translator, signed, translator


class Words:
    """A translator that knows this title."""

    def __init__(self, language: str) -> None:
        self.translator: Translator = translator(language)
        self.translate = self.translator.translate

    def side(self, seat: int) -> str:
        return self.translate(SIDE_TERMS[seat])

    def nation(self, code: str) -> str:
        return self.translate(names.nation_term(code))

    def card(self, seat: int, n: int) -> str:
        return self.translate(card_name(seat, n))

    def card_title(self, card: Card) -> str:
        return self.translate(Term(card.name, "card"))

    def effect(self, card: Card) -> str:
        return self.translate(Term(card.effect, "effect")) if card.effect else ""

    def turn(self, turn: int) -> str:
        return self.translate(turn_label(turn))

    def frame(self) -> dict[str, Any]:
        """The names of both sides and of their nations, for the heads of tables."""
        return {
            "SIDES": [self.side(0), self.side(1)],
            "SIDE_NAMES": [self.translate(names.SIDES["cp"]), self.translate(names.SIDES["ap"])],
            "RP": [[self.nation(column.name) for column in columns] for columns in POINTS],
        }

    def did(self, lines: Iterable[Line]) -> str:
        """Return what lines did: VP +1; CP: war status +2."""
        vp, changes = 0, dict[tuple[int, Column], int]()
        for line in lines:
            if line.seat != TABLE:
                key = (line.seat, line.what)
                changes[key] = changes.get(key, 0) + line.by
            elif line.what in (Course.VP_EVENTS, Course.VP_SPACES):
                vp += line.by
        told = [f"{self.translate(Message('VP'))} {signed(vp)}"] if vp else []
        told += [says for key, by in changes.items() if by and (says := self._change(*key, by))]
        return ", ".join(told)

    def _change(self, seat: int, column: Column, by: int) -> str:
        if isinstance(column, Replacement):
            return f"{self.nation(column.name)} {half_points(by)}"
        if column is SideColumn.WAR_STATUS:
            label = Message("War status of {side}", {"side": SIDE_TERMS[seat]})
            return f"{self.translate(label)} {signed(by)}"
        if column is SideColumn.COMMITMENT:
            return f"{self.side(seat)}: {self.translate(names.LEVELS[LEVELS[by].word])}"
        return ""


def half_points(by: int) -> str:
    """A change of replacement points, which the sheet counts in halves."""
    number = points(abs(by))
    return f"{'+' if by > 0 else '−'}{number:g}"
