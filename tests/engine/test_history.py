"""Deciding an entry, and amending one: what counts later is decided again, and told."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toy.arrange import ANNA, BORIS, TOY, entry, start
from tests.toy.entries import AnyEntry, Position
from tracker.engine import history
from tracker.engine.history import Amendment, Step
from tracker.engine.ledger import lines_of
from tracker.engine.refusal import Refused

LONG = 20_000

TWO = entry("walk", seat=ANNA, steps=2)
THREE = entry("walk", seat=ANNA, steps=3)
SHOES = entry("take_shoes", seat=ANNA)
ENDS = entry("end_turn", seat=ANNA)
BORIS_WALKS = entry("walk", seat=BORIS, steps=1)
BORIS_ENDS = entry("end_turn", seat=BORIS)
NOT_HIS_TURN = BORIS_WALKS
AT_GOAL = [entry("walk", seat=ANNA, steps=9), THREE]


def played(*entries: AnyEntry, goal: int = 10) -> list[Step]:
    """The steps of these entries, from the start on."""
    steps: list[Step] = []
    position = start(goal=goal)
    for n, written in enumerate(entries):
        steps.append(history.decide(TOY, position, n, written))
        position = steps[-1].after
    return steps


def amended(steps: Sequence[Step], n: int, new: AnyEntry | None) -> Amendment:
    """Return the amendment that writes another entry in place of the nth."""
    return history.amend(TOY, steps[n:], new, len(steps))


def entries(steps: Sequence[Step]) -> list[AnyEntry]:
    return [step.entry for step in steps]


def numbers(steps: Sequence[Step]) -> list[int]:
    return [step.n for step in steps]


def steps_of(position: Position, seat: int = ANNA) -> int:
    """Return the steps of the seat."""
    return position.rows[seat][0]


# --- Deciding ------------------------------------------------------------------------------------


def test_a_step_has_its_entry_its_facts_and_the_position_before_and_after_it() -> None:
    first, second = played(TWO, SHOES)

    assert (first.n, first.entry, first.before) == (0, TWO, start())
    assert first.facts == TOY.decide(start(), TWO).facts
    assert (second.n, second.before) == (1, first.after)
    assert second.after == TOY.decide(first.after, SHOES).position


def test_a_refused_entry_makes_no_step() -> None:
    with pytest.raises(Refused) as refused:
        history.decide(TOY, start(), 0, NOT_HIS_TURN)

    assert refused.value.rule == "TR-1"


def test_a_step_says_in_the_debugger_which_it_is() -> None:
    (step,) = played(TWO)

    assert repr(step) == f"<step 0: {TWO}>"


# --- Amending ------------------------------------------------------------------------------------


def test_amending_writes_another_entry_in_the_place_of_an_earlier_one() -> None:
    new = amended(played(TWO, SHOES, ENDS), 0, THREE)

    assert entries(new.steps) == [THREE, SHOES, ENDS]
    assert steps_of(new.position) == 3


def test_amending_can_take_an_entry_out() -> None:
    new = amended(played(TWO, SHOES, ENDS), 0, None)

    assert entries(new.steps) == [SHOES, ENDS]
    assert steps_of(new.position) == 0


def test_an_amended_match_stands_as_if_it_had_been_written_so() -> None:
    new = amended(played(TWO, SHOES, TWO, ENDS), 1, THREE)

    assert new.position == played(TWO, THREE, TWO, ENDS)[-1].after


def test_the_first_and_the_last_entry_can_be_amended() -> None:
    before = played(TWO, SHOES)

    assert entries(amended(before, 0, None).steps) == [SHOES]
    assert entries(amended(before, 1, None).steps) == []
    assert amended(before, 1, None).position == before[0].after
    assert entries(amended(before, 1, THREE).steps) == [THREE]


def test_the_replacement_has_a_number_of_its_own_and_the_others_keep_theirs() -> None:
    new = amended(played(TWO, SHOES, ENDS), 1, THREE)

    assert numbers(new.steps) == [3, 2]


def test_a_replacement_can_be_amended_in_its_turn() -> None:
    once = amended(played(TWO, SHOES), 0, THREE)

    twice = history.amend(TOY, once.steps, TWO, 3)

    assert [(step.n, step.entry) for step in twice.steps] == [(3, TWO), (1, SHOES)]


def test_later_entries_are_decided_again() -> None:
    # Without the shoes of entry 0 the walk of entry 1 is no longer doubled.
    before = played(SHOES, TWO)

    new = amended(before, 0, None)

    assert steps_of(before[-1].after) == 4
    assert steps_of(new.position) == 2


def test_later_entries_that_now_do_something_else_are_listed() -> None:
    before = played(SHOES, TWO, ENDS, BORIS_WALKS)

    new = amended(before, 0, None)

    (change,) = new.changed
    assert (change.n, change.entry, change.before) == (1, TWO, before[1].facts)
    assert sum(line.by for line in lines_of(change.after)) == 2
    assert new.refused == ()


def test_nothing_is_listed_where_nothing_else_changes() -> None:
    new = amended(played(TWO, ENDS, BORIS_WALKS), 0, THREE)

    assert (new.changed, new.refused) == ((), ())


def test_later_entries_that_a_rule_now_forbids_are_listed_and_left_out() -> None:
    # Without Anna's end of the turn it is not Boris's turn.
    before = played(TWO, ENDS, BORIS_WALKS, BORIS_ENDS, THREE)

    new = amended(before, 1, None)

    assert [(step.n, step.entry, refusal.rule) for step, refusal in new.refused] == [
        (2, BORIS_WALKS, "TR-1"),
        (3, BORIS_ENDS, "TR-1"),
    ]
    assert entries(new.steps) == [THREE]
    assert steps_of(new.position, BORIS) == 0


def test_an_amendment_that_wins_the_game_leaves_out_what_was_written_later() -> None:
    new = amended(played(THREE, entry("walk", seat=ANNA, steps=4), TWO, ENDS), 0, AT_GOAL[0])

    assert [refusal.rule for _, refusal in new.refused] == ["TR-6", "TR-6"]
    outcome = TOY.outcome(new.position)
    assert outcome is not None
    assert outcome.winners == (ANNA,)


def test_an_amendment_that_unmakes_a_win_plays_on() -> None:
    before = played(*AT_GOAL)
    assert TOY.outcome(before[-1].after) is not None

    new = amended(before, 1, None)

    assert TOY.outcome(new.position) is None


def test_an_amendment_that_is_itself_refused_is_told() -> None:
    with pytest.raises(Refused) as refused:
        amended(played(TWO, SHOES), 0, NOT_HIS_TURN)

    assert refused.value.rule == "TR-1"


def test_an_amendment_leaves_the_steps_before_it_as_they_were() -> None:
    before = played(SHOES, TWO, ENDS)
    was = [(step.n, step.entry, step.facts, step.before, step.after) for step in before]

    amended(before, 0, None)
    amended(before, 2, THREE)

    assert [(step.n, step.entry, step.facts, step.before, step.after) for step in before] == was


MANY = [
    entry("deal", cards=["aa", "b"]),
    *(SHOES, TWO, entry("draw", seat=ANNA), ENDS),
    *(entry("carry", seat=BORIS, other=ANNA, steps=1), entry("next_day"), BORIS_WALKS, BORIS_ENDS),
    *(entry("draw", seat=ANNA, use=False), THREE, ENDS),
]


def test_every_entry_of_a_match_can_be_replaced_by_itself() -> None:
    before = played(*MANY, goal=99)

    for n, written in enumerate(MANY):
        new = amended(before, n, written)

        assert new.position == before[-1].after
        assert (new.changed, new.refused) == ((), ())


@given(n=st.integers(0, len(MANY) - 1), other=st.sampled_from((None, *MANY)))
def test_an_amended_match_is_the_match_that_is_written_anew(n: int, other: AnyEntry | None) -> None:
    before = played(*MANY, goal=99)
    try:
        new = amended(before, n, other)
    except Refused:
        return

    left_out = {step.n for step, _ in new.refused}
    kept = [other if place == n else written for place, written in enumerate(MANY)]
    anew = [
        written
        for place, written in enumerate(kept)
        if place not in left_out and written is not None
    ]

    assert [*MANY[:n], *entries(new.steps)] == anew
    assert new.position == (played(*anew, goal=99)[-1].after)


# --- A long evening ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_long_match_can_be_amended_at_its_beginning() -> None:
    new = amended(played(*[TWO] * LONG, goal=LONG * 9), 0, SHOES)

    assert len(new.changed) == LONG - 1
    assert steps_of(new.position) == 4 * (LONG - 1)
