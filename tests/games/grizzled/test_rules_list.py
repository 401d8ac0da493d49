"""The list of the rules: complete, cited, and told in a sentence each."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tracker.games.grizzled import words
from tracker.games.grizzled.box import DATA
from tracker.games.grizzled.house_rules import Switches
from tracker.games.grizzled.rulebook import house_rules
from tracker.games.grizzled.setup import Seat, Setup

FOLDER: Final = DATA.parent
RULE: Final = re.compile(r"\bGR-\d+(?:\.\d+)?")
LISTED: Final = tomllib.loads((DATA / "rules.toml").read_text("utf-8"))
CHAPTERS: Final[dict[str, str]] = LISTED["chapters"]
MARKS: Final[dict[str, str]] = LISTED["marks"]
SUMMARIES: Final[dict[str, str]] = tomllib.loads((DATA / "summaries.toml").read_text("utf-8"))[
    "summaries"
]


def modules() -> Iterator[Path]:
    return FOLDER.glob("*.py")


def cited(path: Path) -> set[str]:
    return set(RULE.findall(path.read_text("utf-8")))


def test_the_list_has_every_chapter_and_no_gap() -> None:
    assert list(CHAPTERS) == [f"GR-{chapter}" for chapter in range(1, 16)]
    for chapter in CHAPTERS:
        items = [int(rule.split(".")[1]) for rule in MARKS if rule.startswith(f"{chapter}.")]
        assert items == list(range(1, len(items) + 1)), chapter


def test_every_rule_is_printed_or_decided_or_both() -> None:
    assert set(MARKS.values()) == {"P", "D", "PD"}


def test_every_rule_and_chapter_is_told_in_a_sentence() -> None:
    assert SUMMARIES.keys() == CHAPTERS.keys() | MARKS.keys()
    assert all(sentence.endswith(".") and len(sentence) < 200 for sentence in SUMMARIES.values())


def test_every_rule_that_is_cited_exists() -> None:
    for path in modules():
        assert cited(path) <= CHAPTERS.keys() | MARKS.keys(), path.name


def test_every_rule_is_kept_somewhere() -> None:
    kept = {rule for path in modules() for rule in cited(path)}

    assert [rule for rule in MARKS if rule not in kept] == []


def test_every_word_that_is_shown_can_be_translated() -> None:
    texts = set(words.texts())

    assert {("night", "threat"), ("trap", "card"), ("Last Stand", "mission")} <= texts
    assert ("Hardheaded", "label") in texts
    assert (("speech", "speeches"), None) in texts
    assert all((sentence, None) in texts for sentence in SUMMARIES.values())


def test_what_a_table_has_chosen_is_told() -> None:
    soldiers = (Seat("A", "felix"), Seat("B", "gustave"), Seat("C", "charles"))
    switches = Switches(last_stand_limit=5, by_hand=("mute",), odds=False)
    chosen = Setup("standard", soldiers, switches=switches)

    assert house_rules(Setup("standard", soldiers)) == {}
    assert [str(says) for says in house_rules(chosen).values()] == [
        "The Last Stand fails at 5 equal threats (GR-12.5).",
        "The players carry out some hard knocks (GR-2.3).",
        "The odds of the hidden cards are not shown (GR-1.8).",
    ]
