"""The time of a match: of seats and rounds, pauses, and a clock that was put back."""

import random

from tracker.engine.time_spent import PAUSE_SECONDS, Moment, time_spent

ANNA, BORIS = 0, 1


def test_the_time_before_an_entry_is_of_the_seat_whose_turn_it_was() -> None:
    moments = [Moment(0, 1, ANNA), Moment(40, 1, ANNA), Moment(100, 1, BORIS), Moment(130, 2, ANNA)]

    found = time_spent(moments, 2)

    assert found.seats == (70, 60)
    assert (found.table, found.pauses, found.total) == (0, (), 130)
    assert found.rounds == ((1, 100), (2, 30))


def test_the_longest_turn_is_all_entries_of_one_seat_in_a_row() -> None:
    moments = [Moment(0, 1, ANNA), Moment(50, 1, ANNA), Moment(90, 1, ANNA), Moment(150, 1, BORIS)]

    assert time_spent(moments, 2).longest == (ANNA, 90)


def test_a_long_break_is_a_pause_and_no_ones_time() -> None:
    late = 60 + PAUSE_SECONDS
    found = time_spent([Moment(0, 1, ANNA), Moment(60, 1, ANNA), Moment(late, 1, BORIS)], 2)

    assert found.seats == (60, 0)
    assert found.pauses == (PAUSE_SECONDS,)
    assert found.total == late


def test_where_nobody_has_the_turn_the_time_is_the_tables() -> None:
    found = time_spent([Moment(0, 1, None), Moment(60, 1, None), Moment(90, 2, None)], 3)

    assert (found.table, found.seats, found.longest) == (90, (0, 0, 0), None)
    assert not found.has_turns


def test_a_clock_that_was_put_back_stands_still_until_it_has_caught_up() -> None:
    found = time_spent([Moment(100, 1, ANNA), Moment(40, 1, ANNA), Moment(130, 1, ANNA)], 1)

    assert (found.total, found.seats) == (30, (30,))


def test_a_match_without_entries_or_with_one_took_no_time() -> None:
    assert time_spent([], 2).total == time_spent([Moment(5, 1, ANNA)], 2).total == 0


def test_seats_table_and_pauses_add_up_to_the_second() -> None:
    chance = random.Random(7)
    for _ in range(200):
        now, moments = 0.0, []
        for _ in range(chance.randint(0, 40)):
            now += chance.choice([chance.random() * 90, 4000 * chance.random(), -30])
            moments.append(Moment(now, chance.randint(1, 4), chance.choice([None, 0, 1])))
        found = time_spent(moments, 2)
        assert sum(found.seats) + found.table + sum(found.pauses) == found.total
        assert sum(spent for _, spent in found.rounds) + sum(found.pauses) == found.total
