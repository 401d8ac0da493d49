"""The rules of every title for reading: complete, marked, and with their switches named."""

from typing import Any

import pytest

from tracker.engine.rulebook import Mark, TitleRules
from tracker.games import CARDS
from tracker.games.grizzled.rulebook import house_rules as grizzled_house_rules
from tracker.games.grizzled.setup import Seat as Soldier
from tracker.games.grizzled.setup import Setup as GrizzledSetup
from tracker.games.grizzled.setup import Switches as GrizzledSwitches
from tracker.games.paths_of_glory.rulebook import CHOSEN
from tracker.games.paths_of_glory.rulebook import house_rules as glory_house_rules
from tracker.games.paths_of_glory.setup import Seat, Setup, Switches
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


def test_what_a_table_of_the_grizzled_has_chosen_is_told() -> None:
    soldiers = (Soldier("A", "felix"), Soldier("B", "gustave"), Soldier("C", "charles"))
    usual = GrizzledSetup("standard", soldiers)
    switches = GrizzledSwitches(last_stand_limit=5, by_hand=("mute",), odds=False)
    chosen = GrizzledSetup("standard", soldiers, switches=switches)

    assert grizzled_house_rules(usual) == {}
    assert [str(says) for says in grizzled_house_rules(chosen).values()] == [
        "The Last Stand fails at 5 equal threats (GR-12.5).",
        "The players carry out some hard knocks (GR-2.3).",
        "The odds of the hidden cards are not shown (GR-1.8).",
    ]


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, says in CHOSEN.items() for value in says]
)
def test_what_a_table_of_paths_of_glory_has_chosen_is_told(name: str, value: object) -> None:
    seats = (Seat("Anna"), Seat("Boris"))
    switches: dict[str, Any] = {name: value}
    chosen = Setup("campaign", seats, switches=Switches(**switches))

    assert glory_house_rules(Setup("campaign", seats)) == {}
    assert glory_house_rules(chosen) == {name: CHOSEN[name][value]}
