"""A title's rules as they are read: chapters, rules, and what of them is printed."""

import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from tracker.engine.house_rule import HouseRule, switches_by_rule
from tracker.engine.message import Message, to_translate


class Mark(Enum):
    """The origin of a rule; the value is how a rules page writes it."""

    PRINTED = "P"
    READING = "D"
    """A decision of ours where the print is silent or can be read two ways."""
    BOTH = "PD"


class Rule(Struct, frozen=True):
    """A rule: its number, where it comes from, and what it says in a sentence."""

    number: str
    mark: Mark | None
    text: str | Message
    switches: tuple[str, ...] = ()
    """The switches of the set-up that choose another reading of it."""


class Chapter(Struct, frozen=True):
    """A chapter: its introduction, which may decide something itself, and its rules."""

    name: str
    introduction: Rule
    rules: tuple[Rule, ...]


class Rulebook(Struct, frozen=True):
    """The rules of a title, chapter by chapter."""

    chapters: tuple[Chapter, ...]

    def rule(self, number: str) -> Rule | None:
        """Return the rule or the chapter's introduction of this number, or None."""
        return next((rule for rule in self.rules() if rule.number == number), None)

    def rules(self) -> Iterator[Rule]:
        """Return every rule, each chapter's introduction before its rules."""
        for chapter in self.chapters:
            yield chapter.introduction
            yield from chapter.rules

    def chapter_of(self, number: str) -> Chapter | None:
        """Return the chapter that a rule stands in."""
        for chapter in self.chapters:
            if any(rule.number == number for rule in (chapter.introduction, *chapter.rules)):
                return chapter
        return None


EVERY_TITLES: Final = Chapter(
    to_translate("Players who come and go"),
    Rule(
        "QM",
        Mark.READING,
        to_translate(
            "The host may hand a seat to somebody else at any moment of a running match. The seat"
            " keeps all that it has, and the match is won by the players who have the seats at the"
            " end."
        ),
    ),
    (
        Rule(
            "QM-1",
            Mark.READING,
            to_translate(
                "The new player's name is not the name of another seat, in small or capital"
                " letters, nor the name that the seat has now."
            ),
        ),
        Rule("QM-2", Mark.READING, to_translate("No seat of a match that is over is handed over.")),
    ),
)
"""The chapter of rules that every title has: the entries that are the same in all of them."""


class TitleRules(Protocol):
    """The rules of a title as it offers them: its `rulebook.py` is one, as a module."""

    RULEBOOK: Rulebook
    HOUSE_RULES: Mapping[str, HouseRule]

    def house_rules(self, setup: Any) -> Mapping[str, Message]:
        """Return a sentence for every house rule of the table, by the name of its switch."""


class _Listed(Struct, frozen=True, forbid_unknown_fields=True):
    chapters: Mapping[str, str]
    marks: Mapping[str, Mark]


def read(listed: str, summaries: str, house_rules: Mapping[str, HouseRule]) -> Rulebook:
    """Return the rulebook that a title's `rules.toml` and `summaries.toml` make.

    A chapter in which nothing has a sentence holds nothing that a player looks up.
    """
    document = msgspec.convert(tomllib.loads(listed), _Listed)
    switches = switches_by_rule(house_rules)
    texts: dict[str, str] = tomllib.loads(summaries)["summaries"]

    def rule(number: str) -> Rule:
        text = texts.get(number) or document.chapters[number]
        return Rule(number, document.marks.get(number), text, switches.get(number, ()))

    chapters = (
        Chapter(name, rule(chapter), tuple(map(rule, _within(chapter, texts))))
        for chapter, name in document.chapters.items()
        if chapter in texts or _within(chapter, texts)
    )
    return Rulebook((*chapters, EVERY_TITLES))


def _within(chapter: str, numbers: Mapping[str, str]) -> list[str]:
    return [number for number in numbers if number.startswith(f"{chapter}.")]
