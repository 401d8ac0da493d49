"""The questions about a month: all that looks forgotten is asked, and nothing else."""

from typing import Any

from tests.games.civil_war.arrange import ANNA, BORIS, entry, having, start
from tests.games.noted import asked
from tracker.games.civil_war import title
from tracker.games.civil_war.position import Position

IN_A_ROW = [(0, column) for column in range(8)]


def after(position: Position, *entries: Any, every: float = 60) -> list[tuple[int | None, str]]:
    return asked(title, position, entries, every=every)


def turn(seat: int, *entries: Any) -> list[Any]:
    return [*entries, entry("end_turn", seat=seat)]


def find(seat: int, amount: int = 3) -> Any:
    return entry("find", seat=seat, resource="food", amount=amount)


def test_a_month_in_which_everybody_entered_something_asks_nothing() -> None:
    played = [*turn(ANNA, find(ANNA)), *turn(BORIS, find(BORIS)), entry("end_month")]
    assert after(start(), *played) == []


def test_two_turns_without_an_entry_are_asked_about_at_the_last_of_them() -> None:
    played = [*turn(ANNA, find(ANNA)), *turn(BORIS), *turn(ANNA, find(ANNA)), *turn(BORIS)]
    assert after(start(), *played, entry("end_month")) == [
        (5, "Boris ended turns without an entry: 2 of 2.")
    ]


def test_one_turn_without_an_entry_is_no_question() -> None:
    played = [*turn(ANNA, find(ANNA)), *turn(BORIS), *turn(ANNA), *turn(BORIS, find(BORIS))]
    assert after(start(), *played, entry("end_month")) == []


def test_a_turn_in_which_something_was_handed_over_counts_as_a_turn() -> None:
    """CW-9.2: two turns of four without an entry are half of them, two of five are not."""
    position = having(start(keep_order=False), ANNA, bonuses=("wagon",))
    played = [*turn(ANNA), *turn(ANNA, find(ANNA)), *turn(ANNA), *turn(ANNA, find(ANNA))]
    assert after(position, *played) == [(3, "Anna ended turns without an entry: 2 of 4.")]
    handed = entry("hand_over", seat=ANNA, to=BORIS, bonus="wagon")
    assert after(position, handed, *played) == []


def test_a_player_without_a_turn_is_asked_about_at_the_end_of_the_month() -> None:
    played = [*turn(ANNA, find(ANNA)), entry("end_month")]
    assert after(start(), *played) == [(2, "No turn this month: Boris.")]


def test_a_turn_that_was_lost_is_not_missed() -> None:
    position = having(start(), BORIS, lost_turns=1)
    played = [*turn(ANNA, find(ANNA)), *turn(ANNA, find(ANNA)), entry("end_month")]
    assert after(position, *played) == []


def test_a_starving_camp_that_nobody_trades_with_is_asked_about_with_the_way_to_a_trade() -> None:
    position = having(start(), BORIS, people={"volunteer": 4}, water=1)
    played = [*turn(ANNA, find(ANNA)), *turn(BORIS, find(BORIS)), entry("end_month")]
    says = "Nobody traded with Boris, whose camp lacks 3 water."
    assert after(position, *played) == [(None, says)]
    traded = entry("hq_trade", seat=BORIS, give="weapons", get="water", times=1)
    assert after(position, *played, traded) == []
    done = entry("upkeep")
    assert after(position, *played, done) == []


def test_people_who_come_after_the_upkeep_have_none() -> None:
    played = [*turn(ANNA, find(ANNA)), *turn(BORIS, find(BORIS)), entry("end_month")]
    more = entry("correct", seat=ANNA, set={"people": {"cherokee": 2}}, reason="forgotten")
    says = "Anna: no upkeep for people who came by a correction: 2."
    assert after(start(), *played, entry("upkeep"), more) == [(6, says)]
    assert after(start(), *played, more, entry("upkeep")) == []
    fewer = entry("correct", seat=ANNA, set={"people": {"cherokee": 0}}, reason="too many")
    camp = having(start(), ANNA, people={"cherokee": 2}, water=9, food=9)
    assert after(camp, *played, entry("upkeep"), fewer) == []


def test_the_same_find_twice_within_ten_seconds_is_asked_about() -> None:
    played = [*turn(ANNA, find(ANNA), find(ANNA)), *turn(BORIS, find(BORIS)), entry("end_month")]
    says = "The same was entered twice within ten seconds: Anna finds 3 food."
    assert after(start(), *played, every=4) == [(1, says)]
    assert after(start(), *played, every=11) == []


def test_a_number_that_no_tile_shows_is_asked_about() -> None:
    played = [*turn(ANNA, find(ANNA, 33)), *turn(BORIS, find(BORIS, 30)), entry("end_month")]
    assert after(start(), *played) == [(0, "Is the number right? Anna finds 33 food.")]
    met = entry("meet", seat=ANNA, kind="cherokee", count=31)
    says = "Is the number right? Anna meets 31 Cherokee."
    assert after(start(), *turn(ANNA, met)) == [(0, says)]


def test_a_wagon_whose_second_tile_was_left_lying_is_asked_about() -> None:
    position = having(start(), ANNA, bonuses=("wagon",))
    laid = [{"at": at, "tile": str(1 + place)} for place, at in enumerate(IN_A_ROW)]
    first = entry("turn_over", seat=ANNA, at=IN_A_ROW[0])
    two = entry("turn_over", seat=ANNA, at=IN_A_ROW[1])
    says = "Anna has a wagon and turned over only one tile in a turn."
    assert after(position, entry("lay_tiles", tiles=laid), *turn(ANNA, first)) == [(2, says)]
    assert after(position, entry("lay_tiles", tiles=laid), *turn(ANNA, first, two)) == []


def test_a_second_tile_is_expected_only_from_the_turn_in_which_the_wagon_came() -> None:
    """CW-9.1: before it, one tile is all that may be turned over."""
    laid = [{"at": at, "tile": str(1 + place)} for place, at in enumerate(IN_A_ROW)]
    tiles = [entry("turn_over", seat=seat, at=IN_A_ROW[seat]) for seat in (ANNA, BORIS)]
    third = entry("turn_over", seat=ANNA, at=IN_A_ROW[2])
    found = entry("gain", seat=ANNA, bonus="wagon")
    played = [
        *(entry("lay_tiles", tiles=laid), *turn(ANNA, tiles[ANNA]), *turn(BORIS, tiles[BORIS])),
        *turn(ANNA, third, found),
    ]
    says = "Anna has a wagon and turned over only one tile in a turn."
    assert after(start(), *played) == [(7, says)]


def test_the_time_for_questions_is_the_month_s_end() -> None:
    position = start()
    assert not title.is_closing(position)
    assert title.is_closing(title.decide(position, entry("end_month")).position)
