"""Whatever the box has is called by a name, and every hard knock says what it does."""

import re
from typing import get_args

import pytest

from tracker.games.grizzled import names
from tracker.games.grizzled.box import CARDS
from tracker.games.grizzled.columns import IN_ROW, PHASES
from tracker.games.grizzled.mission_cards import AnyEffect, Level
from tracker.games.grizzled.rulebook import RULEBOOK
from tracker.games.grizzled.setup import SoldierId


def test_every_soldier_phase_and_level_has_a_name() -> None:
    assert set(names.SOLDIERS) == set(get_args(SoldierId))
    assert set(names.PHASES) == {phase.word for phase in PHASES}
    assert set(names.LEVELS) == set(get_args(Level))


def test_gr_2_3_a_hard_knock_that_is_no_threat_says_what_it_does() -> None:
    threats = {knock for knock, printed in CARDS.hard_knocks.items() if printed.threat}
    assert set(names.EFFECTS) == {knock.value for knock in IN_ROW if knock not in threats}


def test_gr_11_5_every_effect_without_a_field_is_a_flag() -> None:
    kinds = [kind for kind in get_args(AnyEffect) if not kind.__struct_fields__]
    assert set(names.FLAGS) == {kind.__struct_config__.tag for kind in kinds}


@pytest.mark.parametrize("says", [names.FEAR, *names.EFFECTS.values()], ids=str)
def test_the_effect_of_a_hard_knock_cites_a_rule_of_the_book(says: object) -> None:
    [number] = re.findall(r"\((GR-[\d.]+)\)", str(says))
    assert RULEBOOK.rule(number) is not None
