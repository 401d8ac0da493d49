"""What looks forgotten in a turn is asked, and nothing else is."""

from typing import Any

from tests.games.noted import asked
from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    NO_MANDATES,
    battle,
    correct,
    entry,
    one_op,
    play,
    start,
)
from tracker.games.paths_of_glory import title

QUIET = "{}: no battle and no space taken was entered. Operations this turn: 6."


def actions(*fought: Any) -> list[Any]:
    """Six rounds of one OPS each; what is fought comes in the first operation of CP."""
    first, *rest = [one for _ in range(6) for one in (one_op(CP), one_op(AP))]
    return [first, *fought, *rest]


def test_operations_without_any_battle_are_asked_about() -> None:
    position = play(start(), entry("mandates", **NO_MANDATES))
    assert asked(title, position, actions()) == [(10, QUIET.format("CP")), (11, QUIET.format("AP"))]
    fought = battle(CP, "Sedan", "GE", "FR")
    assert asked(title, position, actions(fought)) == [(12, QUIET.format("AP"))]


def test_a_mandate_that_is_about_to_be_missed_is_asked_about() -> None:
    position = play(start(), entry("mandates", cp=1, ap=4))
    says = "CP: the mandated offensive (AH) was not made. Was its battle entered?"
    assert (None, says) in asked(title, position, actions())
    made = battle(CP, "Lemberg", "AH", "RU")
    assert (None, says) not in asked(title, position, actions(made))


def test_points_that_are_about_to_be_lost_are_asked_about() -> None:
    position = play(
        start(), correct(rp={"FR": 2, "RU": 1}), entry("mandates", **NO_MANDATES), *actions()
    )
    at_replacements = play(position, entry("attrition"), entry("sieges"), entry("war_status"))
    says = "AP has replacement points and nothing was replaced: FR 2, RU 1."
    assert asked(title, at_replacements, []) == [(None, says)]
    replaced = entry("replace", seat=AP, nation="FR", corps_steps=1)
    assert asked(title, at_replacements, [replaced]) == []


def test_the_time_for_questions_is_after_the_action_rounds() -> None:
    position = play(start(), entry("mandates", **NO_MANDATES))
    assert not title.is_closing(position)
    assert title.is_closing(play(position, *actions()))
