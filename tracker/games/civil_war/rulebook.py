"""The rules for reading, from `data/rules.toml` and `data/summaries.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec
from msgspec import Struct

from tracker.engine.rulebook import Chapter, Mark, Rule
from tracker.games.civil_war.box import DATA
from tracker.games.civil_war.words import SUMMARIES

# The worked cases of the last chapter are tests, and nothing that a player looks up.
WITHOUT_RULES: Final = "CW-14"


class _Document(Struct, frozen=True, forbid_unknown_fields=True):
    chapters: Mapping[str, str]
    marks: Mapping[str, Mark]
    switches: Mapping[str, tuple[str, ...]]


def _read() -> _Document:
    return msgspec.convert(tomllib.loads((DATA / "rules.toml").read_text("utf-8")), _Document)


_DOCUMENT: Final = _read()


@cache
def chapters() -> tuple[Chapter, ...]:
    """Return all chapters in their order, each with its rules."""
    return tuple(
        Chapter(name, _rule(number), _rules_of(number))
        for number, name in _DOCUMENT.chapters.items()
        if number != WITHOUT_RULES
    )


def rule(number: str) -> Rule | None:
    """Return the rule or chapter of this number, or None where there is none."""
    return _rule(number) if number in SUMMARIES else None


def switches_of(number: str) -> tuple[str, ...]:
    """Return the names of the switches that choose another reading of the rule."""
    return _DOCUMENT.switches.get(number, ())


def _rules_of(chapter: str) -> tuple[Rule, ...]:
    return tuple(_rule(number) for number in SUMMARIES if number.startswith(f"{chapter}."))


def _rule(number: str) -> Rule:
    mark = _DOCUMENT.marks.get(number)
    return Rule(number, mark, SUMMARIES[number], switches_of(number))
