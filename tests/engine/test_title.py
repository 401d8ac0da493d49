"""The questions that every title is asked: may this be written, and is the match over."""

from tests.toy.arrange import ANNA, BORIS, MATCH, TOY, entry, start
from tracker.engine.title import is_over, why_none

WALK = entry("walk", seat=ANNA, steps=1)
OUT_OF_TURN = entry("walk", seat=BORIS, steps=1)
NO_CARD = entry("draw", seat=ANNA)


def test_a_kind_of_entry_is_refused_by_the_first_refusal_where_every_entry_is() -> None:
    refusals = [
        why_none(TOY, start(), entries)
        for entries in ([OUT_OF_TURN, NO_CARD], [NO_CARD, OUT_OF_TURN])
    ]

    assert [refusal and refusal.rule for refusal in refusals] == ["TR-1", "TR-4"]


def test_a_kind_of_entry_is_not_refused_where_an_entry_is_allowed_or_there_is_none() -> None:
    assert why_none(TOY, start(), [OUT_OF_TURN, WALK]) is None
    assert why_none(TOY, start(), []) is None


def test_the_first_entry_that_is_allowed_is_the_last_that_is_tried() -> None:
    candidates = iter([OUT_OF_TURN, WALK, NO_CARD])

    why_none(TOY, start(), candidates)

    assert list(candidates) == [NO_CARD]


def test_a_match_is_over_once_it_has_an_outcome() -> None:
    position = start()
    for step in MATCH:
        assert not is_over(TOY, position)
        position = TOY.decide(position, step).position

    assert is_over(TOY, position)
