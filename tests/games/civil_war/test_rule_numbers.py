"""The list of rules: every number that is cited exists, and every rule is kept somewhere."""

import re
import tomllib
from pathlib import Path
from typing import Final

from tests.test_house import ROOT, TRACKER, name_of, text_of, tree
from tracker.games.civil_war.box import DATA

FOLDER: Final = DATA.parent
RULES: Final = tomllib.loads((DATA / "rules.toml").read_text("utf-8"))
RULE: Final = re.compile(r"\bCW-\d+(?:\.\d+)?")
CHAPTERS: Final[dict[str, str]] = RULES["chapters"]
MARKS: Final[dict[str, str]] = RULES["marks"]
# Lists of all the rules; to stand in one of them is not to be kept.
LISTS: Final = frozenset({"rules.toml", "summaries.toml"})


def rules_cited(path: Path) -> set[str]:
    return set(RULE.findall(text_of(path)))


def test_the_list_of_rules_has_every_chapter_and_no_gap() -> None:
    assert list(CHAPTERS) == [f"CW-{chapter}" for chapter in range(1, 15)]
    for chapter in CHAPTERS:
        items = [int(rule.split(".")[1]) for rule in MARKS if rule.startswith(f"{chapter}.")]
        assert items == list(range(1, len(items) + 1)), chapter


def test_every_rule_is_printed_or_decided_or_both() -> None:
    assert set(MARKS.values()) == {"P", "D", "PD"}
    assert {rule.split(".")[0] for rule in MARKS} == CHAPTERS.keys() - {"CW-14"}


def test_every_rule_that_is_cited_exists() -> None:
    known = CHAPTERS.keys() | MARKS.keys()
    for folder in (TRACKER, ROOT / "templates", ROOT / "printouts"):
        for path in tree():
            if path.is_relative_to(folder):
                assert rules_cited(path) <= known, name_of(path)


def test_every_rule_is_kept_somewhere() -> None:
    files = [path for path in tree() if path.is_relative_to(FOLDER) and path.name not in LISTS]
    cited = {rule for path in files for rule in rules_cited(path)}

    assert [rule for rule in MARKS if "." in rule and rule not in cited] == []
