"""The questions about a turn: all that looks forgotten is asked, and nothing else."""

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

QUIET = "{}: no battle and no space taken has been entered. Operations this turn: 6."


def actions(*fought: Any) -> list[Any]:
    """Six rounds of one OPS each; what is fought comes in the first operation of CP."""
    first, *rest = [action for _ in range(6) for action in (one_op(CP), one_op(AP))]
    return [first, *fought, *rest]


def test_operations_without_any_battle_are_asked_about() -> None:
    position = play(start(), entry("mandates", **NO_MANDATES))
    assert asked(title, position, actions()) == [(10, QUIET.format("CP")), (11, QUIET.format("AP"))]
    fought = battle(CP, "Sedan", "GE", "FR")
    assert asked(title, position, actions(fought)) == [(12, QUIET.format("AP"))]


def test_a_card_is_an_operation_only_where_it_is_played_for_its_ops() -> None:
    """PG-8: two cards and one OPS are three operations; SR and RP are none."""
    position = play(start(), entry("mandates", **NO_MANDATES))

    def cards(*uses: str) -> list[Any]:
        first, second = (
            entry("play", seat=CP, card=card, as_=use)
            for card, use in zip((2, 3), uses, strict=True)
        )
        return [first, one_op(AP), second, one_op(AP), one_op(CP)]

    assert asked(title, position, cards("ops", "ops")) == [
        (4, "CP: no battle and no space taken has been entered. Operations this turn: 3.")
    ]
    assert asked(title, position, cards("sr", "rp")) == []


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
    without = play(start(), entry("mandates", **NO_MANDATES), *actions())
    segments = [entry("attrition"), entry("sieges"), entry("war_status")]
    assert asked(title, play(without, *segments), []) == []


def test_the_time_for_questions_is_after_the_action_rounds() -> None:
    position = play(start(), entry("mandates", **NO_MANDATES))
    assert not title.is_closing(position)
    assert title.is_closing(play(position, *actions()))
    assert title.is_closing(play(position, *actions(), entry("attrition")))
    assert not title.is_closing(start())
