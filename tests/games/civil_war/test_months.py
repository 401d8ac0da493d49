"""CW-3 Months, deals and turns. The figure of tiles itself is in `test_tiles`."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    ROLES,
    at_battles,
    at_trades,
    beaten,
    entry,
    having,
    headline,
    lines,
    must_refuse,
    number,
    play,
    refusal,
    seat_of,
    sentence,
    start,
    turn,
)
from tracker.engine.title import why_not
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position

END = entry("end_turn", seat=ANNA)
LURE = entry("lure", seat=ANNA, from_=[{"seat": BORIS, "people": {"volunteer": 1}}])
SPEND = entry("spend_reserve", seat=ANNA, lure={"seat": BORIS, "people": {"volunteer": 1}})
FIND = entry("find", seat=ANNA, resource="food", amount=1)

# What counts as the turn's first tile in sheet play, and what does not (CW-3.7).
FIRST_TILES: list[dict[str, Any]] = [
    {"do": "find", "resource": "food", "amount": 1},
    {"do": "find", "resource": "food", "amount": 1, "where": "middle"},
    {"do": "lose", "resource": "food", "amount": 1},
    {"do": "meet", "kind": "southern_soldier", "count": 1},
    {"do": "meet", "kind": "northern_soldier", "count": 1},
    {"do": "gain", "bonus": "wagon"},
    {"do": "fire", "amount": 1},
    {"do": "sickness", "amount": 1},
]
NOT_TILES: list[dict[str, Any]] = [
    {"do": "sabotage"},
    {"do": "raise_brigade"},
    {"do": "lure", "from_": [{"seat": BORIS, "people": {"volunteer": 1}}]},
    {"do": "correct", "set": {"points": 3}, "reason": "miscounted"},
]


def three(**switches: Any) -> Position:
    """Anna's turn, with Boris and Clara after her."""
    return start(*ROLES[:3], **switches)


def four(**switches: Any) -> Position:
    """Anna's turn; Boris and David are of the North, so that one of them can be eliminated."""
    return start(*ROLES[:4], **switches)


def turns(position: Position, count: int) -> list[int | None]:
    """Return the seats whose turn it is now and after each of so many ends of a turn."""
    seen = [turn(position)]
    for _ in range(count):
        position = play(position, entry("end_turn", seat=turn(position)))
        seen.append(turn(position))
    return seen


def next_month(position: Position) -> Position:
    return play(position, entry("end_month"), entry("upkeep"), entry("next_month"))


def after_losing(seat: int, position: Position) -> Position:
    """The month after the one in which Anna beat the seat out of the game."""
    return play(beaten(at_battles(position), seat, ANNA), entry("next_month"))


def first(position: Position) -> int:
    seat: int = title.export_position(position)["first"]
    return seat


def phase(position: Position) -> str:
    word: str = title.export_position(position)["phase"]
    return word


def ready_to_lure(**switches: Any) -> Position:
    """Anna could lure, spend her reserve, sabotage and raise a brigade on this turn."""
    position = having(three(**switches), BORIS, people={"volunteer": 9})
    people = {"southern_soldier": 3}
    return having(position, ANNA, gold=90, people=people, bonuses=("dynamite",))


def by_anna(fields: dict[str, Any]) -> AnyEntry:
    return entry(**{**fields, "seat": ANNA})


# Order of play (CW-3.5)


def test_seating_order_is_the_order_of_play_and_goes_round() -> None:
    assert turns(three(), 4) == [ANNA, BORIS, CLARA, ANNA, BORIS]


def test_a_find_by_somebody_who_is_not_on_turn_is_refused() -> None:
    position = three()
    early = entry("find", seat=CLARA, resource="food", amount=1)
    must_refuse(position, early, "CW-3.5", "turn, not")
    assert "Anna" in sentence(position, early)
    assert "Clara" in sentence(position, early)


@pytest.mark.parametrize("fields", [*FIRST_TILES, {"do": "end_turn"}])
def test_what_a_turn_is_made_of_is_refused_on_another_players_turn(fields: dict[str, Any]) -> None:
    position = play(three(), END)
    must_refuse(position, by_anna(fields), "CW-3.5", "turn, not")


def test_the_turn_passes_over_a_player_who_is_out_of_the_game() -> None:
    position = after_losing(BORIS, four())
    assert turns(position, 4) == [CLARA, DAVID, ANNA, CLARA, DAVID]


def test_a_player_who_is_out_of_the_game_enters_nothing() -> None:
    position = after_losing(BORIS, four())
    late = entry("find", seat=BORIS, resource="food", amount=1)
    assert refusal(position, late) == "CW-13.8"
    assert "Boris" in sentence(position, late)


# The first player of a month (CW-3.5)


def test_the_first_player_of_the_next_month_is_the_next_in_order() -> None:
    position = three()
    seen = []
    for _ in range(5):
        seen.append((first(position), turn(position)))
        position = next_month(position)
    assert seen == [(0, 0), (1, 1), (2, 2), (0, 0), (1, 1)]


def test_the_first_player_does_not_depend_on_whose_turn_the_month_ended_in() -> None:
    position = next_month(play(three(), END, entry("end_turn", seat=BORIS)))
    assert turn(position) == BORIS


def test_a_player_who_is_out_is_never_the_first_of_a_month() -> None:
    position = after_losing(BORIS, four())
    assert (first(position), turn(position)) == (CLARA, CLARA)


def test_the_order_goes_on_after_a_first_player_who_was_eliminated() -> None:
    position = after_losing(BORIS, next_month(four()))
    assert (first(position), turn(position)) == (CLARA, CLARA)


def test_the_order_of_first_players_goes_round_past_those_who_are_out() -> None:
    position = after_losing(DAVID, next_month(next_month(four())))
    assert (first(position), turn(position)) == (ANNA, ANNA)


def test_a_first_player_with_a_lost_turn_is_passed_over() -> None:
    position = next_month(having(three(), BORIS, lost_turns=1))
    assert turns(position, 2) == [CLARA, ANNA, BORIS]
    assert number(position, BORIS, "lost_turns") == 0


# Lost turns (CW-3.6)


def test_a_lost_turn_that_passes_is_told() -> None:
    assert headline(having(three(), BORIS, lost_turns=1), END) == "Lost turns: Boris."


def test_a_lost_turn_is_the_next_one_and_is_spent_when_it_passes() -> None:
    position = play(having(three(), BORIS, lost_turns=1), END)
    assert turns(position, 3) == [CLARA, ANNA, BORIS, CLARA]
    assert number(position, BORIS, "lost_turns") == 0


def test_a_turn_that_is_lost_during_a_turn_is_not_the_present_one() -> None:
    position = having(three(), ANNA, lost_turns=1)
    assert turns(position, 4) == [ANNA, BORIS, CLARA, BORIS, CLARA]


def test_lost_turns_add_up() -> None:
    position = having(three(), BORIS, lost_turns=2)
    assert turns(position, 5) == [ANNA, CLARA, ANNA, CLARA, ANNA, BORIS]


def test_two_fights_lost_in_one_turn_cost_the_next_two_turns() -> None:
    meet = entry("meet", seat=ANNA, kind="northern_soldier", count=9)
    position = play(having(start(), ANNA, weapons=0), meet, meet)
    assert number(position, ANNA, "lost_turns") == 2
    assert turns(position, 3) == [ANNA, BORIS, BORIS, BORIS]


def test_neighbours_who_have_both_lost_a_turn_are_both_passed_over() -> None:
    position = having(having(four(), BORIS, lost_turns=1), CLARA, lost_turns=1)
    assert turns(position, 4) == [ANNA, DAVID, ANNA, BORIS, CLARA]


def test_when_everybody_has_lost_a_turn_it_goes_round_once() -> None:
    position = three()
    for seat in (ANNA, BORIS, CLARA):
        position = having(position, seat, lost_turns=1)
    after = play(position, END)
    assert turn(after) == BORIS
    assert [number(after, seat, "lost_turns") for seat in (ANNA, BORIS, CLARA)] == [0, 0, 0]


def test_an_unspent_lost_turn_carries_over_into_the_next_month() -> None:
    position = next_month(having(three(), CLARA, lost_turns=1))
    assert number(position, CLARA, "lost_turns") == 1
    assert turns(position, 3) == [BORIS, ANNA, BORIS, CLARA]


def test_the_lines_of_a_lost_turn_name_its_rule() -> None:
    lost = lines(having(three(), BORIS, lost_turns=1), END)
    assert [(line.seat, line.by) for line in lost if line.rule == "CW-3.6"] == [(BORIS, -1)]


@settings(max_examples=80, deadline=None)
@given(lost=st.lists(st.integers(0, 4), min_size=2, max_size=6), ends=st.integers(1, 8))
def test_passing_over_one_player_after_the_other_gives_the_same_turns(
    lost: list[int], ends: int
) -> None:
    position = start(*ROLES[: len(lost)])
    for seat, count in enumerate(lost):
        position = having(position, seat, lost_turns=count)
    assert turns(position, ends) == [ANNA, *turns_one_by_one(lost, ends)]


def turns_one_by_one(lost: list[int], ends: int) -> list[int]:
    left, seat, seen = list(lost), ANNA, []
    for _ in range(ends):
        seat = (seat + 1) % len(left)
        while left[seat] > 0:
            left[seat] -= 1
            seat = (seat + 1) % len(left)
        seen.append(seat)
    return seen


# Months and their parts (CW-3.1, CW-3.4)


def test_without_tiles_the_table_says_when_the_turns_are_over() -> None:
    position = at_trades(three())
    assert (phase(position), turn(position)) == ("trades", None)


def test_after_upkeep_comes_the_time_for_battles() -> None:
    position = at_battles(three())
    assert (phase(position), turn(position)) == ("battles", None)


def test_the_next_month_begins_with_turns() -> None:
    position = next_month(three())
    assert (phase(position), title.export_position(position)["month"]) == ("turns", 2)


@pytest.mark.parametrize("months", [5, 6])
def test_the_game_lasts_as_many_months_as_were_agreed(months: int) -> None:
    position = three(months=months)
    for _ in range(months - 1):
        position = next_month(position)
    assert (phase(position), title.export_position(position)["month"]) == ("turns", months)
    assert phase(next_month(position)) == "over"


@pytest.mark.parametrize(
    ("do", "rule"),
    [
        ({"do": "trade", "seat": 0, "with_": 1, "give": {"gold": 1}, "get": {}}, "CW-7.1"),
        ({"do": "hq_trade", "seat": 0, "give": "gold", "get": "food", "times": 1}, "CW-8"),
        ({"do": "upkeep"}, "CW-8"),
        ({"do": "attack", "seat": 0, "target": 1}, "CW-13.1"),
        ({"do": "buy_off", "seat": 0, "target": 1, "pay": {"gold": 1}}, "CW-13.1"),
        ({"do": "next_month"}, "CW-8"),
    ],
)
def test_what_belongs_to_the_months_end_is_refused_during_the_turns(
    do: dict[str, Any], rule: str
) -> None:
    position = having(three(), ANNA, people={"cherokee": 1})
    assert refusal(position, entry(**do)) == rule
    assert "turns" in sentence(position, entry(**do))


@pytest.mark.parametrize(
    "do",
    [
        *({**fields, "seat": ANNA} for fields in FIRST_TILES),
        {"do": "sabotage", "seat": ANNA},
        {"do": "lure", "seat": ANNA, "from_": [{"seat": BORIS, "people": {"volunteer": 1}}]},
        {"do": "hand_over", "seat": ANNA, "to": BORIS, "bonus": "dynamite"},
        {"do": "lay_tiles", "tiles": [{"at": [x, 0]} for x in range(12)]},
        {"do": "turn_over", "seat": ANNA, "at": [0, 0], "tile": "1"},
        {"do": "end_turn", "seat": ANNA},
        {"do": "hand_turn", "to": ANNA},
        {"do": "end_month"},
    ],
)
def test_what_belongs_to_a_turn_is_refused_at_the_months_end(do: dict[str, Any]) -> None:
    position = ready_to_lure()
    must_refuse(at_trades(position), entry(**do), "CW-3.4", "entered between the last")
    must_refuse(at_battles(position), entry(**do), "CW-3.4", "after the month's upkeep")


@pytest.mark.parametrize(
    ("do", "rule"),
    [
        ({"do": "attack", "seat": 0, "target": 1, "press": True}, "CW-13.1"),
        ({"do": "buy_off", "seat": 0, "target": 1, "pay": {"gold": 1}}, "CW-13.1"),
        ({"do": "next_month"}, "CW-8"),
    ],
)
def test_what_comes_after_upkeep_is_refused_before_it(do: dict[str, Any], rule: str) -> None:
    position = at_trades(having(three(), ANNA, people={"cherokee": 1}))
    assert refusal(position, entry(**do)) == rule
    assert "upkeep" in sentence(position, entry(**do))


FOUND_BY_CLARA = entry("find", seat=CLARA, resource="food", amount=1)


def test_a_find_entered_for_another_seat_does_not_begin_the_turn() -> None:
    """CW-3.7, CW-3.8: where turns are not enforced, only the turn's own seat begins it."""
    position = having(three(keep_order=False), ANNA, bonuses=("wagon",))
    handed = entry("hand_over", seat=ANNA, to=BORIS, bonus="wagon")
    before = play(position, FOUND_BY_CLARA, handed)
    assert number(before, ANNA, "lost_turns") == 0
    assert turn(before) == CLARA

    own = entry("find", seat=ANNA, resource="food", amount=1)
    after = play(position, own, handed)
    assert number(after, ANNA, "lost_turns") == 1
    assert turn(after) == ANNA


def test_a_giver_who_is_not_on_turn_loses_the_next_turn() -> None:
    """CW-9.2: there is no present turn to lose, and the turn stays where it is."""
    position = having(three(keep_order=False), CLARA, bonuses=("wagon",))
    after = play(position, entry("hand_over", seat=CLARA, to=BORIS, bonus="wagon"))
    assert turn(after) == ANNA
    assert number(after, CLARA, "lost_turns") == 1


@pytest.mark.parametrize("keep_order", [True, False])
def test_before_the_first_tile_is_enforced_only_where_the_order_is_kept(keep_order: bool) -> None:
    """CW-3.8, CW-10.1."""
    position = having(three(keep_order=keep_order), BORIS, people={"volunteer": 1})
    lure = entry("lure", seat=ANNA, from_=[{"seat": BORIS, "people": {"volunteer": 1}}])
    begun = play(position, entry("find", seat=ANNA, resource="gold", amount=1))
    assert why_not(title, position, lure) is None
    if keep_order:
        must_refuse(begun, lure, "CW-10.1", "has already turned over")
    else:
        assert why_not(title, begun, lure) is None


@pytest.mark.parametrize("keep_order", [True, False])
def test_how_many_tiles_a_turn_has_is_enforced_only_where_the_order_is_kept(
    keep_order: bool,
) -> None:
    """CW-3.4, CW-3.8, CW-9.1."""
    tiles = entry("lay_tiles", tiles=[{"at": [x, 0]} for x in range(12)])
    position = play(three(keep_order=keep_order), tiles)
    first = entry("turn_over", seat=ANNA, at=[0, 0], tile="1")
    second = entry("turn_over", seat=ANNA, at=[1, 0], tile="2")
    end = entry("end_turn", seat=ANNA)
    if keep_order:
        must_refuse(position, end, "CW-3.4", "over a tile yet this turn")
        must_refuse(play(position, first), second, "CW-9.1", "has already turned over")
    else:
        assert why_not(title, position, end) is None
        assert why_not(title, play(position, first), second) is None


def test_where_the_order_is_not_kept_every_other_rule_is() -> None:
    """CW-3.8."""
    position = three(keep_order=False)
    must_refuse(position, entry("sabotage", seat=CLARA), "CW-11.4", "has no dynamite; sabotage")
    must_refuse(position, entry("raise_brigade", seat=CLARA), "CW-9.6", "brigade needs at least 1")
    must_refuse(position, entry("upkeep"), "CW-8", "entered while the turns")


def test_upkeep_is_done_once_a_month() -> None:
    position = at_battles(three())
    must_refuse(position, entry("upkeep"), "CW-8.4", "after the month's upkeep")
    assert "upkeep" in sentence(position, entry("upkeep"))


@pytest.mark.parametrize(
    "do",
    [
        {"do": "find", "seat": ANNA, "resource": "food", "amount": 1},
        {"do": "hand_turn", "to": BORIS},
        {"do": "next_month"},
        {"do": "correct", "seat": ANNA, "set": {"points": 0}, "reason": "too many"},
    ],
)
def test_nothing_more_is_entered_when_the_game_is_over(do: dict[str, Any]) -> None:
    position = play(having(three(), ANNA, points=49, people={}), by_anna(FIRST_TILES[3]))
    assert phase(position) == "over"
    must_refuse(position, entry(**do), "CW-12.4", "nothing more can be entered")


# The turn's first tile (CW-3.7)


@pytest.mark.parametrize("fields", FIRST_TILES)
def test_after_the_first_tile_nobody_is_lured(fields: dict[str, Any]) -> None:
    position = play(ready_to_lure(), by_anna(fields))
    must_refuse(position, LURE, "CW-10.1", "has already turned over")
    must_refuse(position, SPEND, "CW-9.8", "has already turned over")
    assert "Anna" in sentence(position, LURE)


@pytest.mark.parametrize("fields", NOT_TILES)
def test_what_is_no_tile_leaves_luring_open(fields: dict[str, Any]) -> None:
    position = play(ready_to_lure(), by_anna(fields))
    assert why_not(title, position, LURE) is None
    assert why_not(title, position, SPEND) is None


def test_a_second_wagon_that_is_left_lying_was_a_tile_all_the_same() -> None:
    wagon = entry("gain", seat=ANNA, bonus="wagon")
    position = having(ready_to_lure(), ANNA, bonuses=("wagon",))
    must_refuse(play(position, wagon), LURE, "CW-10.1", "has already turned over")


def test_the_next_turn_has_its_own_first_tile() -> None:
    position = play(ready_to_lure(), FIND, END)
    position = play(position, *(entry("end_turn", seat=seat) for seat in (BORIS, CLARA)))
    assert why_not(title, position, LURE) is None


# The host and the table's own order (CW-3.8)


def test_the_host_can_hand_the_turn_to_anyone() -> None:
    position = play(four(), entry("hand_turn", to=CLARA))
    assert turns(position, 3) == [CLARA, DAVID, ANNA, BORIS]


def test_a_turn_that_was_handed_over_begins_before_its_first_tile() -> None:
    position = play(ready_to_lure(), END, entry("hand_turn", to=ANNA))
    assert why_not(title, position, LURE) is None


def test_the_host_can_hand_the_turn_to_a_player_with_a_lost_turn() -> None:
    position = play(having(three(), CLARA, lost_turns=1), entry("hand_turn", to=CLARA))
    assert turn(position) == CLARA


def test_the_turn_is_not_handed_to_a_player_who_is_out() -> None:
    position = after_losing(BORIS, four())
    assert refusal(position, entry("hand_turn", to=BORIS)) in {"CW-3.8", "CW-13.8"}
    assert "Boris" in sentence(position, entry("hand_turn", to=BORIS))


@pytest.mark.parametrize("fields", FIRST_TILES)
def test_a_table_that_keeps_its_own_order_enters_for_anyone(fields: dict[str, Any]) -> None:
    position = three(keep_order=False)
    assert why_not(title, position, entry(**{**fields, "seat": CLARA})) is None


def test_a_table_that_keeps_its_own_order_is_still_shown_the_turn() -> None:
    position = three(keep_order=False)
    assert turns(position, 3) == [ANNA, BORIS, CLARA, ANNA]


def test_in_the_tables_own_order_luring_may_come_after_the_first_tile() -> None:
    position = play(ready_to_lure(keep_order=False), FIND)
    assert why_not(title, position, LURE) is None
    assert why_not(title, position, SPEND) is None


def test_in_the_tables_own_order_a_brigade_is_raised_on_anybodys_turn() -> None:
    position = having(three(keep_order=False), CLARA, people={"cherokee": 1})
    raised = play(position, entry("raise_brigade", seat=CLARA))
    assert seat_of(raised, CLARA)["bonuses"] == ["fire_brigade"]


@pytest.mark.parametrize(
    ("do", "rule"),
    [
        ({"do": "hand_over", "seat": CLARA, "to": ANNA, "bonus": "wagon"}, "CW-9.2"),
        ({"do": "raise_brigade", "seat": CLARA}, "CW-9.6"),
        ({"do": "sabotage", "seat": CLARA}, "CW-11.4"),
        ({"do": "trade", "seat": ANNA, "with_": CLARA, "give": {"gold": 1}, "get": {}}, "CW-7.1"),
        ({"do": "next_month"}, "CW-8"),
    ],
)
def test_in_the_tables_own_order_every_other_rule_holds(do: dict[str, Any], rule: str) -> None:
    assert refusal(three(keep_order=False), entry(**do)) == rule


def test_in_the_tables_own_order_whoever_is_out_stays_out() -> None:
    position = after_losing(BORIS, four(keep_order=False))
    late = entry("find", seat=BORIS, resource="food", amount=1)
    assert refusal(position, late) == "CW-13.8"
