"""Undo, redo and amend: nothing that anybody wrote is lost, and what counts is decided again."""

import gc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.arrange import everything, text
from tests.games.civil_war.arrange import entry, setup
from tracker.engine import history, match_file
from tracker.engine.history import History, NotThere
from tracker.engine.refusal import Refused
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.setup import Setup
from tracker.games.titles import TITLES

LONG = 20_000

FOOD = entry("find", seat=0, resource="food", amount=4)
MORE_FOOD = entry("find", seat=0, resource="food", amount=9)
WAGON = entry("gain", seat=0, bonus="wagon")
END_TURN = entry("end_turn", seat=0)
BORIS_FINDS = entry("find", seat=1, resource="food", amount=2)
BORIS_ENDS = entry("end_turn", seat=1)
NOT_HIS_TURN = BORIS_FINDS


def begun(*entries: AnyEntry, table: Setup | None = None) -> History:
    """A history of Anna and Boris in which these entries were written."""
    written = history.begin(title, table or setup())
    for one in entries:
        written = history.write(written, one)
    return written


def numbers(one: History) -> list[int]:
    """The numbers of the entries that count, oldest first."""
    return [step.n for step in one.steps()][::-1]


def entries(one: History) -> list[AnyEntry]:
    return [step.entry for step in one.steps()][::-1]


def food(one: History, seat: int = 0) -> int:
    amount: int = title.export_position(one.position)["seats"][seat]["resources"]["food"]
    return amount


def everything_in(one: History) -> tuple[Any, ...]:
    """All that a history says, to be compared with what it said before."""
    steps = tuple((step.n, step.entry, step.lines, step.position) for step in one.steps())
    undone = tuple((step.n, step.entry, step.lines, step.position) for step in one.undone_steps())
    crossed = tuple((line.n, line.entry, line.lines, line.amended_by) for line in one.crossed)
    return one.start, one.position, steps, undone, crossed


# --- Writing -------------------------------------------------------------------------------------


def test_a_new_history_stands_at_the_start() -> None:
    new = begun()

    assert new.position == title.start(setup()).position
    assert numbers(new) == []


def test_an_entry_that_is_written_counts() -> None:
    written = begun(FOOD)

    assert food(written) == 15 + 4
    assert entries(written) == [FOOD]


def test_entries_are_numbered_from_0_in_the_order_of_writing() -> None:
    assert numbers(begun(FOOD, WAGON, END_TURN, BORIS_FINDS)) == [0, 1, 2, 3]


def test_every_step_keeps_its_lines_and_the_position_after_it() -> None:
    first, second = list(begun(FOOD, WAGON).steps())[::-1]

    assert first.lines == title.decide(title.start(setup()).position, FOOD).lines
    assert second.position == title.decide(first.position, WAGON).position


def test_writing_leaves_the_history_before_it_as_it_was() -> None:
    before = begun(FOOD)
    was = everything_in(before)

    history.write(before, WAGON)

    assert everything_in(before) == was


def test_a_refused_entry_changes_nothing() -> None:
    before = begun(FOOD)
    was = everything_in(before)

    with pytest.raises(Refused):
        history.write(before, NOT_HIS_TURN)

    assert everything_in(before) == was


def test_a_refused_entry_uses_up_no_number() -> None:
    before = begun(FOOD)

    with pytest.raises(Refused):
        history.write(before, NOT_HIS_TURN)

    assert numbers(history.write(before, WAGON)) == [0, 1]


def test_a_refused_entry_leaves_what_can_be_redone() -> None:
    before = history.undo(begun(FOOD, WAGON))

    with pytest.raises(Refused):
        history.write(before, NOT_HIS_TURN)

    assert entries(history.redo(before)) == [FOOD, WAGON]


# --- Undo and redo -------------------------------------------------------------------------------


def test_undo_takes_back_the_last_entry() -> None:
    undone = history.undo(begun(FOOD, WAGON))

    assert entries(undone) == [FOOD]


def test_to_write_and_undo_gives_the_identical_position() -> None:
    before = begun(FOOD)

    after = history.undo(history.write(before, WAGON))

    assert after.position == before.position


def test_undo_again_takes_back_the_one_before() -> None:
    undone = history.undo(history.undo(begun(FOOD, WAGON)))

    assert undone.position == title.start(setup()).position


def test_there_is_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(NotThere):
        history.undo(begun())


def test_there_is_nothing_to_undo_once_all_is_undone() -> None:
    with pytest.raises(NotThere):
        history.undo(history.undo(begun(FOOD)))


def test_redo_brings_back_what_was_undone_last() -> None:
    before = begun(FOOD, WAGON, END_TURN)

    redone = history.redo(history.undo(history.undo(before)))

    assert entries(redone) == [FOOD, WAGON]


def test_undo_and_redo_give_the_identical_history() -> None:
    before = begun(FOOD, WAGON, END_TURN)

    after = history.redo(history.redo(history.undo(history.undo(before))))

    assert everything_in(after) == everything_in(before)


def test_there_is_nothing_to_redo_where_nothing_was_undone() -> None:
    with pytest.raises(NotThere):
        history.redo(begun(FOOD))


def test_there_is_nothing_to_redo_once_all_is_redone() -> None:
    with pytest.raises(NotThere):
        history.redo(history.redo(history.undo(begun(FOOD))))


def test_there_is_nothing_to_redo_once_something_new_is_written() -> None:
    written = history.write(history.undo(begun(FOOD, WAGON)), END_TURN)

    with pytest.raises(NotThere):
        history.redo(written)


def test_what_was_undone_stays_on_the_sheet_once_something_new_is_written() -> None:
    undone = history.undo(history.undo(begun(FOOD, WAGON, END_TURN)))

    written = history.write(undone, MORE_FOOD)

    assert {(line.n, line.entry, line.amended_by) for line in written.crossed} == {
        (1, WAGON, None),
        (2, END_TURN, None),
    }


def test_an_undone_entry_keeps_its_number_and_nobody_else_gets_it() -> None:
    undone = history.undo(begun(FOOD, WAGON))

    written = history.write(undone, END_TURN)

    assert numbers(written) == [0, 2]
    assert numbers(history.redo(undone)) == [0, 1]


def test_undo_reopens_a_game_that_is_over() -> None:
    fifty = entry("correct", seat=0, set={"points": 50}, reason="the tiles fell down")
    over = begun(FOOD, fifty)
    with pytest.raises(Refused):
        history.write(over, WAGON)

    reopened = history.undo(over)

    assert title.export_position(reopened.position)["result"] is None
    assert entries(history.write(reopened, WAGON)) == [FOOD, WAGON]


def test_undo_and_redo_leave_the_history_before_them_as_it_was() -> None:
    before = history.undo(begun(FOOD, WAGON))
    was = everything_in(before)

    history.undo(before)
    history.redo(before)

    assert everything_in(before) == was


@given(st.lists(st.sampled_from(("write", "undo", "redo")), max_size=40))
def test_undo_and_redo_are_what_two_stacks_of_paper_would_do(steps: list[str]) -> None:
    one = begun()
    counting: list[int] = []
    taken_back: list[int] = []
    for amount, step in enumerate(steps, 1):
        if step == "write":
            one = history.write(one, entry("find", seat=0, resource="food", amount=amount))
            counting, taken_back = [*counting, amount], []
        elif step == "undo" and counting:
            one = history.undo(one)
            taken_back.append(counting.pop())
        elif step == "redo" and taken_back:
            one = history.redo(one)
            counting.append(taken_back.pop())

    assert [done.amount for done in entries(one)] == counting  # type: ignore[union-attr]
    assert food(one) == 15 + sum(counting)
    assert len(one.crossed) + len(list(one.undone_steps())) + len(counting) == steps.count("write")


# --- Amend ---------------------------------------------------------------------------------------


def test_amending_writes_another_entry_in_the_place_of_an_earlier_one() -> None:
    amended = history.amend(begun(FOOD, WAGON, END_TURN), 0, MORE_FOOD).history

    assert entries(amended) == [MORE_FOOD, WAGON, END_TURN]
    assert food(amended) == 15 + 9


def test_amending_can_take_an_entry_out() -> None:
    amended = history.amend(begun(FOOD, WAGON, END_TURN), 0, None).history

    assert entries(amended) == [WAGON, END_TURN]
    assert food(amended) == 15


def test_an_amended_history_stands_as_if_it_had_been_written_so() -> None:
    amended = history.amend(begun(FOOD, WAGON, FOOD, END_TURN), 1, MORE_FOOD).history

    assert amended.position == begun(FOOD, MORE_FOOD, FOOD, END_TURN).position


def test_the_first_and_the_last_entry_can_be_amended() -> None:
    before = begun(FOOD, WAGON)

    assert entries(history.amend(before, 0, None).history) == [WAGON]
    assert entries(history.amend(before, 1, None).history) == [FOOD]
    assert entries(history.amend(before, 1, MORE_FOOD).history) == [FOOD, MORE_FOOD]


def test_the_replacement_has_a_number_of_its_own_and_the_others_keep_theirs() -> None:
    amended = history.amend(begun(FOOD, WAGON, END_TURN), 1, MORE_FOOD).history

    assert numbers(amended) == [0, 3, 2]
    assert numbers(history.write(amended, BORIS_FINDS)) == [0, 3, 2, 4]


def test_an_amended_entry_stays_on_the_sheet_with_its_replacement_beside_it() -> None:
    before = begun(FOOD, WAGON)
    lines = list(before.steps())[-1].lines

    amended = history.amend(before, 0, MORE_FOOD).history

    (crossed,) = amended.crossed
    assert (crossed.n, crossed.entry, crossed.lines) == (0, FOOD, lines)
    assert crossed.amended_by == 2
    assert entries(amended)[0] == MORE_FOOD
    assert numbers(amended)[0] == 2


def test_an_entry_that_was_taken_out_stays_on_the_sheet_without_a_replacement() -> None:
    amended = history.amend(begun(FOOD, WAGON), 0, None).history

    (crossed,) = amended.crossed
    assert (crossed.n, crossed.entry, crossed.amended_by) == (0, FOOD, None)


def test_a_replacement_can_be_amended_in_its_turn() -> None:
    once = history.amend(begun(FOOD, WAGON), 0, MORE_FOOD).history

    twice = history.amend(once, 2, FOOD).history

    assert entries(twice) == [FOOD, WAGON]
    assert [(line.n, line.amended_by) for line in twice.crossed] == [(0, 2), (2, 3)]


def test_later_entries_are_decided_again() -> None:
    # Without the wagon of entry 0 the find of entry 1 is no longer doubled (CW-4.7).
    before = begun(WAGON, FOOD)

    amended = history.amend(before, 0, None)

    assert food(before) == 15 + 8
    assert food(amended.history) == 15 + 4


def test_later_entries_that_now_do_something_else_are_listed() -> None:
    before = begun(WAGON, FOOD, END_TURN, BORIS_FINDS)
    lines = {step.n: step.lines for step in before.steps()}

    amended = history.amend(before, 0, None)

    (change,) = amended.changed
    assert (change.n, change.entry, change.before) == (1, FOOD, lines[1])
    assert sum(line.by for line in change.after if line.seat == 0) == 4
    assert amended.refused == ()


def test_nothing_is_listed_where_nothing_else_changes() -> None:
    amended = history.amend(begun(FOOD, END_TURN, BORIS_FINDS), 0, MORE_FOOD)

    assert amended.changed == ()
    assert amended.refused == ()


def test_later_entries_that_a_rule_now_forbids_are_listed_and_left_out() -> None:
    # Without Anna's end of the turn it is not Boris's turn (CW-3.5).
    before = begun(FOOD, END_TURN, BORIS_FINDS, BORIS_ENDS, MORE_FOOD)

    amended = history.amend(before, 1, None)

    assert [(step.n, step.entry, refusal.rule) for step, refusal in amended.refused] == [
        (2, BORIS_FINDS, "CW-3.5"),
        (3, BORIS_ENDS, "CW-3.5"),
    ]
    assert entries(amended.history) == [FOOD, MORE_FOOD]
    assert food(amended.history, seat=1) == 15


def test_later_entries_that_are_left_out_stay_on_the_sheet_struck_through() -> None:
    before = begun(END_TURN, BORIS_FINDS)

    amended = history.amend(before, 0, None)

    assert {(line.n, line.entry, line.amended_by) for line in amended.history.crossed} == {
        (0, END_TURN, None),
        (1, BORIS_FINDS, None),
    }


def test_an_amendment_that_wins_the_game_leaves_out_what_was_written_later() -> None:
    won = entry("correct", seat=1, set={"points": 50}, reason="forgotten")

    amended = history.amend(begun(FOOD, END_TURN, BORIS_FINDS), 0, won)

    assert [refusal.rule for _, refusal in amended.refused] == ["CW-12.4", "CW-12.4"]
    assert title.export_position(amended.history.position)["result"]["winners"] == [1]


def test_an_amendment_that_unmakes_a_win_plays_on() -> None:
    won = entry("correct", seat=1, set={"points": 50}, reason="misread")

    amended = history.amend(begun(FOOD, won), 1, None).history

    assert title.export_position(amended.position)["result"] is None


def test_an_amendment_that_is_itself_refused_changes_nothing() -> None:
    before = begun(FOOD, WAGON)
    was = everything_in(before)

    with pytest.raises(Refused):
        history.amend(before, 0, NOT_HIS_TURN)

    assert everything_in(before) == was


def test_an_amendment_is_only_shown_until_its_history_is_taken() -> None:
    before = begun(WAGON, FOOD, END_TURN)
    was = everything_in(before)

    history.amend(before, 0, None)
    history.amend(before, 2, MORE_FOOD)

    assert everything_in(before) == was


@pytest.mark.parametrize("n", [-1, 3, 20_000])
def test_an_entry_that_does_not_exist_cannot_be_amended(n: int) -> None:
    with pytest.raises(NotThere):
        history.amend(begun(FOOD, WAGON, END_TURN), n, MORE_FOOD)


def test_an_entry_that_no_longer_counts_cannot_be_amended() -> None:
    undone = history.undo(begun(FOOD, WAGON))
    amended = history.amend(begun(FOOD, WAGON), 0, MORE_FOOD).history

    with pytest.raises(NotThere):
        history.amend(undone, 1, FOOD)
    with pytest.raises(NotThere):
        history.amend(amended, 0, FOOD)


def test_nothing_can_be_redone_once_an_entry_was_amended() -> None:
    undone = history.undo(begun(FOOD, WAGON))

    amended = history.amend(undone, 0, MORE_FOOD).history

    with pytest.raises(NotThere):
        history.redo(amended)
    assert {line.n for line in amended.crossed} == {0, 1}


def test_undo_after_an_amendment_takes_back_the_last_entry_of_the_sheet() -> None:
    amended = history.amend(begun(FOOD, WAGON, END_TURN), 0, MORE_FOOD).history

    assert entries(history.undo(amended)) == [MORE_FOOD, WAGON]


def test_everything_that_was_ever_written_can_still_be_found() -> None:
    one = begun(FOOD, WAGON, END_TURN, BORIS_FINDS)
    one = history.write(history.undo(one), BORIS_ENDS)
    one = history.amend(one, 2, None).history
    one = history.undo(history.amend(one, 0, MORE_FOOD).history)

    undone = [step.n for step in one.undone_steps()]
    found = [*numbers(one), *(line.n for line in one.crossed), *undone]

    assert sorted(found) == [0, 1, 2, 3, 4, 5]


def whole_match() -> tuple[Setup, list[AnyEntry]]:
    """A match in which every entry of the title occurs."""
    _, document = match_file.read(text(everything()), TITLES)
    return document.setup, [one for one in document.entries if one.counts]


def test_every_entry_of_a_match_can_be_replaced_by_itself() -> None:
    table, match = whole_match()
    before = begun(*match, table=table)

    for n, one in enumerate(match):
        amended = history.amend(before, n, one)

        assert amended.history.position == before.position
        assert (amended.changed, amended.refused) == ((), ())


@given(st.data())
def test_an_amended_match_is_the_match_that_is_written_anew(data: st.DataObject) -> None:
    table, match = whole_match()
    before = begun(*match, table=table)
    n = data.draw(st.integers(0, len(match) - 1))
    other = data.draw(st.sampled_from((None, *match)))
    try:
        amended = history.amend(before, n, other)
    except Refused:
        return

    left_out = {step.n for step, _ in amended.refused}
    kept = [other if place == n else one for place, one in enumerate(match)]
    anew = [one for place, one in enumerate(kept) if place not in left_out and one is not None]

    assert entries(amended.history) == anew
    assert amended.history.position == begun(*anew, table=table).position


# --- A long evening ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long_history() -> History:
    return begun(*[FOOD] * LONG)


def again_and_again(change: Callable[[History], History], one: History, times: int) -> History:
    for _ in range(times):
        one = change(one)
    return one


def test_a_long_history_can_be_forgotten() -> None:
    forgotten = begun(*[FOOD] * LONG)

    # Freed one inside the other it would end this process, and with it the test.
    del forgotten
    gc.collect()


def test_a_long_history_can_be_undone_and_redone_to_the_end(long_history: History) -> None:
    undone = again_and_again(history.undo, long_history, LONG)
    redone = again_and_again(history.redo, undone, LONG)

    assert undone.position == long_history.start
    assert redone.position == long_history.position


def test_what_was_undone_of_a_long_history_can_be_forgotten(long_history: History) -> None:
    undone = again_and_again(history.undo, long_history, LONG)

    written = history.write(undone, WAGON)
    del undone
    gc.collect()

    assert len(written.crossed) == LONG


def test_a_long_history_can_be_amended_at_its_beginning(long_history: History) -> None:
    amended = history.amend(long_history, 0, WAGON)

    assert len(amended.changed) == LONG - 1
    assert food(amended.history) == 15 + 8 * (LONG - 1)


def test_long_histories_can_be_compared(long_history: History) -> None:
    other = begun(*[FOOD] * LONG)

    assert (long_history == other) in (True, False)
    assert long_history == long_history
    assert (long_history.last == other.last) in (True, False)
    assert long_history.position == other.position
