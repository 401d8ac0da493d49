"""The rules for reading: every chapter and rule, where it comes from, and its switches."""

import tomllib

from tests.games.civil_war.arrange import setup
from tracker.engine.house_rule import switches_by_rule
from tracker.engine.message import Message
from tracker.engine.rulebook import Mark
from tracker.games.civil_war.box import DATA
from tracker.games.civil_war.rulebook import HOUSE_RULES, RULEBOOK, house_rules
from tracker.games.civil_war.words import SUMMARIES

RULES = tomllib.loads((DATA / "rules.toml").read_text("utf-8"))
OWN = RULEBOOK.chapters[:-1]
"""The chapters of the title; the last one stands in every rulebook."""


def test_every_chapter_with_rules_is_there_in_its_order() -> None:
    names = [chapter.name for chapter in OWN]

    assert names == [name for number, name in RULES["chapters"].items() if number != "CW-14"]
    assert [chapter.introduction.number for chapter in OWN] == [
        f"CW-{number}" for number in range(1, 14)
    ]


def test_every_rule_stands_in_its_chapter_with_its_sentence() -> None:
    rules = [rule for chapter in OWN for rule in chapter.rules]

    assert [rule.number for rule in rules] == [number for number in SUMMARIES if "." in number]
    assert all(rule.text == SUMMARIES[rule.number] for rule in rules)
    assert all(
        rule.number.startswith(f"{chapter.introduction.number}.")
        for chapter in OWN
        for rule in chapter.rules
    )


def test_every_rule_says_where_it_comes_from() -> None:
    rules = [rule for chapter in OWN for rule in chapter.rules]

    assert {rule.number: rule.mark.value for rule in rules if rule.mark} == {
        number: mark for number, mark in RULES["marks"].items() if "." in number
    }
    assert {rule.mark for rule in rules} == set(Mark)


def test_a_rule_is_found_by_its_number() -> None:
    found = RULEBOOK.rule("CW-9.8")

    assert found is not None
    assert (found.mark, found.switches) == (Mark.BOTH, ("reserve_spends",))
    assert RULEBOOK.rule("CW-99.1") is None


def test_a_rule_with_a_switch_is_one_that_we_decided_or_share_with_the_print() -> None:
    """The reward of an enemy (CW-6.2) is printed as that of a friend, whose reading is ours."""
    changed = switches_by_rule(HOUSE_RULES).keys()
    decided = {number for number in changed if "D" in RULES["marks"][number]}

    assert changed - decided == {"CW-6.2"}


def test_the_house_rules_of_a_table_are_told_by_their_switches() -> None:
    assert house_rules(setup()) == {}
    assert house_rules(setup(lure_anyone=True)) == {
        "lure_anyone": Message("Anyone can be lured (CW-10.2).")
    }
