"""The ledger: a number is the sum of its lines."""

from hypothesis import given
from hypothesis import strategies as st

from tracker.engine.choice import Verdict
from tracker.engine.ledger import (
    TABLE,
    Amount,
    Column,
    Ledger,
    Line,
    Move,
    lines_of,
    moves_of,
    summed,
)
from tracker.engine.message import Message


class Resource(Column):
    """The numbers of a seat."""

    GOLD = "gold", 0
    MEDICINE = "medicine", 1
    WEAPONS = "weapons", 2, "weapon", "weapons"


class Points(Column):
    """The numbers of a seat in halves."""

    HONOUR = "honour", 0

    @property
    def parts(self) -> int:
        return 2


class Course(Column):
    """The numbers of the table."""

    MONTH = "month", 0


# Two seats of three numbers each, and behind them the table's row.
ROWS = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
COLUMNS = tuple(Resource)

some_lines = st.lists(
    st.builds(
        Line,
        st.integers(TABLE, 1),
        st.sampled_from(COLUMNS),
        st.integers(-9_999, 9_999),
        st.just("TR-4.3"),
    )
)


def test_a_line_changes_one_number_of_one_row() -> None:
    ledger = Ledger(ROWS)

    ledger.add(1, Resource.MEDICINE, 3, "TR-4.3")

    assert ledger.closed() == ((1, 2, 3), (4, 8, 6), (7, 8, 9))
    assert ledger.facts == [Line(1, Resource.MEDICINE, 3, "TR-4.3")]


def test_a_number_can_be_asked_for_by_seat_and_column() -> None:
    ledger = Ledger(ROWS)

    assert ledger[0, Resource.GOLD] == 1
    assert ledger[1, Resource.WEAPONS] == 6


def test_a_number_is_seen_as_the_last_line_left_it() -> None:
    ledger = Ledger(ROWS)

    ledger.add(0, Resource.GOLD, 5, "TR-4.3")
    ledger.add(0, Resource.GOLD, -2, "TR-4.4")

    assert ledger[0, Resource.GOLD] == 4


def test_the_row_behind_the_last_seat_is_the_tables() -> None:
    ledger = Ledger(ROWS)

    ledger.add(TABLE, Course.MONTH, 1, "TR-3.1")

    assert ledger.closed() == ((1, 2, 3), (4, 5, 6), (8, 8, 9))


def test_no_line_is_written_where_nothing_changes() -> None:
    ledger = Ledger(ROWS)

    ledger.add(0, Resource.GOLD, 0, "TR-4.3")
    ledger.put(0, Resource.GOLD, 1, "TR-11.6")

    assert ledger.facts == []
    assert ledger.closed() == ROWS


def test_putting_a_number_writes_the_line_that_makes_it_so() -> None:
    ledger = Ledger(ROWS)

    ledger.put(1, Resource.GOLD, 0, "TR-11.6")

    assert ledger.facts == [Line(1, Resource.GOLD, -4, "TR-11.6")]
    assert ledger[1, Resource.GOLD] == 0


def test_lines_stand_in_the_order_in_which_they_were_written() -> None:
    ledger = Ledger(ROWS)

    ledger.add(1, Resource.GOLD, 1, "TR-4.3")
    ledger.add(0, Resource.GOLD, 1, "TR-4.3")
    ledger.add(1, Resource.GOLD, 1, "TR-4.7")

    assert [(line.seat, line.rule) for line in lines_of(ledger.facts)] == [
        (1, "TR-4.3"),
        (0, "TR-4.3"),
        (1, "TR-4.7"),
    ]


def test_the_rows_that_a_ledger_was_opened_with_stay_as_they_were() -> None:
    rows = tuple(tuple(row) for row in ROWS)
    ledger = Ledger(rows)

    ledger.add(0, Resource.GOLD, 5, "TR-4.3")

    assert rows == ROWS


def test_rows_that_were_closed_do_not_change_with_later_lines() -> None:
    ledger = Ledger(ROWS)
    ledger.add(0, Resource.GOLD, 5, "TR-4.3")
    closed = ledger.closed()

    ledger.add(0, Resource.GOLD, 5, "TR-4.3")

    assert closed[0][0] == 6


def test_two_ledgers_of_the_same_rows_do_not_share_what_is_written() -> None:
    ledger, other = Ledger(ROWS), Ledger(ROWS)

    ledger.add(0, Resource.GOLD, 5, "TR-4.3")

    assert other.closed() == ROWS
    assert other.facts == []


@given(some_lines)
def test_a_ledgers_own_lines_sum_up_to_its_rows(lines: list[Line]) -> None:
    ledger = Ledger(ROWS)

    for line in lines:
        ledger.add(line.seat, line.what, line.by, line.rule)

    assert summed(ROWS, ledger.facts) == ledger.closed()


@given(some_lines)
def test_a_number_is_the_sum_of_its_lines(lines: list[Line]) -> None:
    rows = summed(ROWS, lines)

    for seat in (0, 1, TABLE):
        for column in COLUMNS:
            its = [line.by for line in lines if (line.seat, line.what) == (seat, column)]
            assert rows[seat][column.at] == ROWS[seat][column.at] + sum(its)


@given(some_lines, some_lines)
def test_lines_can_be_summed_in_parts(first: list[Line], then: list[Line]) -> None:
    assert summed(summed(ROWS, first), then) == summed(ROWS, first + then)


def test_an_amount_says_one_thing_in_the_singular() -> None:
    assert str(Amount(1, Resource.WEAPONS)) == "1 weapon"
    assert str(Amount(3, Resource.WEAPONS)) == "3 weapons"
    assert str(Amount(0, Resource.WEAPONS)) == "0 weapons"
    assert str(Amount(1, Resource.GOLD)) == "1 gold"


def test_columns_of_different_groups_are_different() -> None:
    assert len({*Resource, *Course}) == len(Resource) + len(Course)


def test_lines_that_say_the_same_are_equal() -> None:
    assert Line(0, Resource.GOLD, 1, "TR-4.3") == Line(0, Resource.GOLD, 1, "TR-4.3")
    assert Line(0, Resource.GOLD, 1, "TR-4.3") != Line(0, Resource.MEDICINE, 1, "TR-4.3")


# --- Things that move ----------------------------------------------------------------------------


def test_a_move_says_what_went_where_and_changes_no_number() -> None:
    ledger = Ledger(ROWS)

    ledger.move("7", "", "0 0 face down", "TR-3.2")

    assert ledger.facts == [Move("7", "", "0 0 face down", "TR-3.2")]
    assert ledger.closed() == ROWS
    assert summed(ROWS, ledger.facts) == ROWS


def test_lines_and_moves_stand_in_the_order_in_which_they_happened() -> None:
    ledger = Ledger(ROWS)

    ledger.add(0, Resource.GOLD, 1, "TR-4.3")
    ledger.move("7", "0 0 face down", "0 0 face up", "TR-3.3")
    ledger.add(1, Resource.GOLD, 2, "TR-4.3")

    assert [type(fact) for fact in ledger.facts] == [Line, Move, Line]
    assert [line.by for line in lines_of(ledger.facts)] == [1, 2]
    assert [move.piece for move in moves_of(ledger.facts)] == ["7"]


def test_what_matters_most_is_declared_beside_the_facts() -> None:
    ledger = Ledger(ROWS)

    ledger.declare(Message("The detachment flees."), is_good=False)

    assert ledger.verdicts == [Verdict(Message("The detachment flees."), is_good=False)]
    assert ledger.facts == []


def test_a_line_is_written_in_whole_ones_and_in_halves_where_halves_are_counted() -> None:
    lines = [
        Line(0, Resource.GOLD, 3, "TR-4.3"),
        Line(0, Points.HONOUR, -4, "TR-4.3"),
        Line(0, Points.HONOUR, 3, "TR-4.3"),
    ]

    assert [repr(line.written) for line in lines] == ["3", "-2", "1.5"]
