"""The rules of every title for reading: complete, marked, and with their switches named."""

import pytest

from tracker.engine.house_rule import house_rules_of
from tracker.engine.rulebook import Mark, TitleRules
from tracker.games import CARDS
from tracker.games.titles import RULEBOOKS, TITLES


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
def test_every_switch_of_the_set_up_names_the_rules_that_it_changes(
    name: str, rules: TitleRules
) -> None:
    switches = TITLES[name].SETUP.__annotations__["switches"]

    assert house_rules_of(switches) == rules.HOUSE_RULES
    for switch, house_rule in rules.HOUSE_RULES.items():
        for number in house_rule.rules:
            rule = rules.RULEBOOK.rule(number)
            assert rule is not None
            assert switch in rule.switches


@pytest.mark.parametrize("rules", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_variant_of_a_house_rule_but_the_default_has_its_sentence(rules: TitleRules) -> None:
    for house_rule in rules.HOUSE_RULES.values():
        assert all(variant.played for variant in house_rule.variants[1:])
        assert house_rule.variants or house_rule.played


@pytest.mark.parametrize(("name", "rules"), RULEBOOKS.items(), ids=RULEBOOKS)
def test_the_first_variant_of_a_house_rule_is_the_default(name: str, rules: TitleRules) -> None:
    default = TITLES[name].SETUP.__annotations__["switches"]()
    for switch, house_rule in rules.HOUSE_RULES.items():
        if house_rule.variants:
            assert house_rule.variants[0].value == getattr(default, switch)
