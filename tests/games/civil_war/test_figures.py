"""The rules for reading have the figures of the box, in every language."""

import re
from typing import Final

import pytest

from tests.test_house import ROOT
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.rulebook import RULEBOOK
from tracker.translations import LANGUAGES
from tracker.translations.translator import translator

WEAPONS, FORT, RESERVE = BOX.weapons_an_enemy, BOX.fort, BOX.gold_reserve
FIGURES: Final = {
    "CW-2.2": (BOX.start.each_resource,),
    "CW-5.2": (BOX.reward.points, BOX.reward.goods),
    "CW-6.1": (WEAPONS.without_dynamite, WEAPONS.with_dynamite),
    "CW-6.2": (BOX.reward.points, BOX.reward.goods),
    "CW-6.4": (abs(BOX.death.points),),
    "CW-7.2": (BOX.headquarters.price,),
    "CW-7.5": (RESERVE.gold,),
    "CW-8.2": (abs(BOX.death.points),),
    "CW-8.3": (BOX.survivor.points,),
    "CW-9.3": (WEAPONS.with_dynamite, WEAPONS.without_dynamite),
    "CW-9.5": (FORT.wood, FORT.points),
    "CW-9.7": (RESERVE.gold, RESERVE.points),
    "CW-9.8": (RESERVE.points, RESERVE.lures_at_most, RESERVE.gold),
    "CW-9.9": (BOX.domination.points,),
    "CW-10.1": (BOX.lure.gold_each, RESERVE.gold),
    "CW-12.1": (BOX.winning.points,),
}
ON_THE_FORM: Final = {FORT.wood, FORT.points, RESERVE.gold, RESERVE.points, BOX.domination.points}


def figures_in(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", FIGURES)
def test_a_rule_for_reading_has_the_figures_of_the_box(number: str, language: str) -> None:
    rule = RULEBOOK.rule(number)
    assert rule is not None

    says = translator(language).translate(rule.text)

    assert set(FIGURES[number]) <= figures_in(says), says


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_for_the_pencil_has_the_figures_of_the_box(language: str) -> None:
    form = (ROOT / "printouts/civil_war/forms.html").read_text("utf-8")
    line = re.search(r"\{% trans %\}\s*(\d+ wood: fort.*?)\s*\{% endtrans %\}", form, re.DOTALL)
    assert line

    says = translator(language).translated(re.sub(r"\s+", " ", line[1]))

    assert figures_in(says) == ON_THE_FORM, says
