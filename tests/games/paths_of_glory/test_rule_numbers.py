"""The list of rules: every number that is cited exists, every rule is kept; and house rules."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from tracker.games.paths_of_glory import box
from tracker.games.paths_of_glory.columns import SIDE_NAMES
from tracker.games.paths_of_glory.house_rules import Switches
from tracker.games.paths_of_glory.rulebook import HOUSE_RULES, house_rules
from tracker.games.paths_of_glory.setup import Seat, Setup

FOLDER: Final = Path(box.__file__).parent
RULES: Final = tomllib.loads((box.DATA / "rules.toml").read_text("utf-8"))
SUMMARIES: Final = tomllib.loads((box.DATA / "summaries.toml").read_text("utf-8"))["summaries"]
MARKS: Final[dict[str, str]] = RULES["marks"]
CITED: Final = re.compile(r"\bPG-(?:[CA]P\d+|\d+(?:\.\d+)*)")
LISTS: Final = frozenset({"rules.toml", "summaries.toml"})
# What the page says of the map and of units, which the sheet only reminds of.
WATCHED_AT_THE_TABLE: Final = frozenset(
    {
        *("PG-0.1", "PG-4.3.3", "PG-5.3.2", "PG-5.7.1", "PG-9.1.3", "PG-9.2.7", "PG-9.5.1.1"),
        *("PG-9.5.2.4", "PG-9.5.3.4", "PG-11.1.15", "PG-12.1.6", "PG-12.2.9", "PG-12.4.3"),
        *("PG-12.4.5", "PG-14.3.4", "PG-15.1.6", "PG-15.3", "PG-16.1.5", "PG-16.1.6", "PG-7.1"),
    }
)


def cited() -> set[str]:
    files = [
        path
        for path in FOLDER.rglob("*")
        if path.suffix in (".py", ".toml") and path.name not in LISTS
    ]
    return {rule for path in files for rule in CITED.findall(path.read_text("utf-8"))}


def test_every_rule_that_is_cited_exists() -> None:
    cards = {f"PG-{SIDE_NAMES[seat]}{n}" for seat in (0, 1) for n in range(1, 66)}

    assert cited() - cards <= MARKS.keys() | RULES["chapters"].keys()


def test_every_rule_is_kept_somewhere_or_watched_at_the_table() -> None:
    rules = {rule for rule in MARKS if "." in rule}

    assert rules - cited() == WATCHED_AT_THE_TABLE - cited()


def test_every_rule_is_marked_and_summed_up_in_a_sentence() -> None:
    assert set(MARKS.values()) == {"P", "D", "PD"}
    assert SUMMARIES.keys() == MARKS.keys()
    assert all(text.endswith(".") for text in SUMMARIES.values())


def test_every_chapter_has_rules_and_every_rule_a_chapter() -> None:
    assert {re.split(r"[.]", rule)[0] for rule in MARKS} == RULES["chapters"].keys()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (name, variant.value)
        for name, house_rule in HOUSE_RULES.items()
        for variant in house_rule.variants
        if variant.played
    ],
)
def test_what_a_table_has_chosen_is_told(name: str, value: object) -> None:
    seats = (Seat("Anna"), Seat("Boris"))
    switches: dict[str, Any] = {name: value}
    chosen = Setup("campaign", seats, switches=Switches(**switches))

    assert house_rules(Setup("campaign", seats)) == {}
    assert house_rules(chosen) == {name: HOUSE_RULES[name].sentence(value)}
