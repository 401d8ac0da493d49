"""The rules of every title for reading: complete, marked, and with their switches named."""

import pytest

from tracker.engine.rulebook import Mark, TitleRules
from tracker.games import CARDS
from tracker.games.rulebooks import RULEBOOKS
from tracker.games.titles import TITLES


def test_every_title_has_its_rules() -> None:
    assert RULEBOOKS.keys() == CARDS.keys() == TITLES.keys()


@pytest.mark.parametrize("rules", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_rule_is_found_by_its_number_in_its_chapter(rules: TitleRules) -> None:
    book = rules.RULEBOOK
    for chapter in book.chapters:
        assert chapter.rules
        for rule in (chapter.introduction, *chapter.rules):
            assert book.rule(rule.number) == rule
            assert book.chapter_of(rule.number) == chapter
    assert {rule.mark for rule in book.rules()} >= set(Mark)
    assert (book.rule("XX-1"), book.chapter_of("XX-1")) == (None, None)


@pytest.mark.parametrize(("name", "rules"), RULEBOOKS.items(), ids=RULEBOOKS)
def test_every_switch_of_the_set_up_has_a_rule_and_a_name(name: str, rules: TitleRules) -> None:
    switches = TITLES[name].SETUP.__annotations__["switches"]
    of_rules = {switch for rule in rules.RULEBOOK.rules() for switch in rule.switches}

    assert of_rules == set(rules.SWITCHES) == set(switches.__struct_fields__)
