"""CW-12 Winning: fifty points, elimination, the most points; and the closed sheet."""

from typing import Any

import pytest

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
    must_refuse,
    play,
    points,
    seat_of,
    start,
    told,
    turn,
)
from tracker.engine import history
from tracker.engine.title import Won
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position, Table

MONTH = (entry("end_month"), entry("upkeep"), entry("next_month"))
NO_SIDE = {"marshal": False, "side": None}
MARSHAL = {"marshal": True, "side": None}
SOUTH_ALONE = ("southern_officer", "southern_soldier", "cherokee")
THREE_TO_ONE = ("southern_officer", "northern_soldier", "southern_soldier", "cherokee")


def result(position: Position) -> dict[str, Any] | None:
    won: dict[str, Any] | None = title.export_position(position)["result"]
    return won


def winners(position: Position) -> list[int]:
    """The winners' seats; fails while nobody has won."""
    won = result(position)
    assert won is not None, "nobody has won"
    seats: list[int] = won["winners"]
    return seats


def reason(position: Position) -> str | None:
    won = result(position)
    return won["reason"] if won else None


def with_points(position: Position, *totals: int) -> Position:
    """The position with these points, seat by seat."""
    for seat, total in enumerate(totals):
        position = having(position, seat, points=total)
    return position


def met(position: Position, count: int) -> Position:
    """After Anna, of the South, has saved so many soldiers: a point each."""
    return play(position, entry("meet", seat=ANNA, kind="southern_soldier", count=count))


def won() -> Position:
    return met(with_points(start(), 48), 2)


# CW-12.1: fifty points


@pytest.mark.parametrize("count", [2, 3, 9])
def test_the_first_player_to_have_fifty_points_wins_at_once(count: int) -> None:
    after = met(with_points(start(), 48, 12), count)

    assert result(after) == {"winners": [ANNA], "reason": "fifty_points", **NO_SIDE}


def test_forty_nine_points_do_not_win() -> None:
    assert result(met(with_points(start(), 47), 2)) is None


def test_domination_wins() -> None:
    """CW-14, domination."""
    three = ("wagon", "dynamite", "fire_brigade")
    position = having(start(), ANNA, bonuses=three, wood=60, gold=59, points=12)
    after = play(position, entry("find", seat=ANNA, resource="gold", amount=1))

    assert points(after, ANNA) == 72
    assert winners(after) == [ANNA]


def test_a_player_wins_on_somebody_elses_entry() -> None:
    position = at_trades(having(start(), BORIS, wood=59, points=40))
    gift = entry("trade", seat=ANNA, with_=BORIS, give={"wood": 1}, get={})

    assert winners(play(position, gift)) == [BORIS]


def test_a_correction_to_fifty_points_wins() -> None:
    assert winners(with_points(start(), 0, 50)) == [BORIS]


@pytest.mark.parametrize(
    ("camps", "expected"),
    [
        ((4, 5, 3), [BORIS]),
        ((5, 3, 4), [ANNA]),
        ((1, 3, 9), [CLARA]),
        ((4, 5, 5), [BORIS, CLARA]),
        ((7, 2, 7), [ANNA, CLARA]),
        ((3, 3, 3), [ANNA, BORIS, CLARA]),
    ],
)
def test_of_several_who_pass_fifty_in_upkeep_the_highest_total_wins(
    camps: tuple[int, ...], expected: list[int]
) -> None:
    position = at_trades(with_points(start(*ROLES[:3]), 47, 47, 47))
    for seat, count in enumerate(camps):
        position = having(position, seat, people={"volunteer": count}, water=9, food=9)
    after = play(position, entry("upkeep"))

    assert result(after) == {"winners": expected, "reason": "fifty_points", **NO_SIDE}


def test_upkeep_is_judged_with_all_its_points() -> None:
    """49 points, 3 dead and 8 alive: never to be judged between the one and the other."""
    position = having(start(), ANNA, people={"volunteer": 11}, water=8, food=8, points=49)
    position = having(position, BORIS, people={"volunteer": 1}, water=9, food=9, points=49)
    after = play(at_trades(position), entry("upkeep"))

    assert points(after, ANNA) == 48
    assert winners(after) == [BORIS]


# CW-12.1, switched: judged when the month's end is closed


def test_a_table_may_judge_fifty_points_only_at_the_months_end() -> None:
    position = met(with_points(start(fifty_points="month_end"), 48), 9)
    closing = play(position, entry("end_month"), entry("upkeep"))

    assert result(position) is None
    assert result(closing) is None
    assert reason(play(closing, entry("next_month"))) == "fifty_points"
    assert winners(play(closing, entry("next_month"))) == [ANNA]


@pytest.mark.parametrize(
    ("totals", "expected"),
    [((60, 55), [ANNA]), ((51, 70), [BORIS]), ((50, 50), [ANNA, BORIS]), ((49, 50), [BORIS])],
)
def test_of_several_with_fifty_at_the_months_end_the_highest_total_wins(
    totals: tuple[int, ...], expected: list[int]
) -> None:
    position = with_points(start(fifty_points="month_end"), *totals)

    assert winners(play(position, *MONTH)) == expected


def test_fifty_points_that_are_lost_again_before_the_months_end_is_closed_do_not_win() -> None:
    position = start(fifty_points="month_end")
    position = having(position, ANNA, points=51, people={"volunteer": 1}, water=0)
    after = play(position, *MONTH)

    assert points(after, ANNA) == 48
    assert result(after) is None


def test_an_eliminated_player_who_is_corrected_to_fifty_points_does_not_win() -> None:
    position = beaten(at_battles(start(*ROLES[:4])), CLARA, by=BORIS)
    position = with_points(position, 0, 0, 50, 0)

    assert result(position) is None
    assert Table(play(position, entry("next_month"))).month == 2


def test_fifty_points_of_an_eliminated_player_end_no_month_where_they_are_judged_then() -> None:
    position = beaten(at_battles(start(*ROLES[:4], fifty_points="month_end")), CLARA, by=BORIS)
    after = play(with_points(position, 0, 0, 50, 0), entry("next_month"))

    assert result(after) is None
    assert Table(after).month == 2
    assert turn(after) is not None


def test_a_sides_victory_is_told_as_the_sides_and_a_players_as_the_players() -> None:
    of_a_side = beaten(at_battles(start()), BORIS, by=ANNA)
    of_a_player = having(start(), ANNA, points=50)
    outcomes = [title.outcome(position) for position in (of_a_side, of_a_player)]

    assert [won and (won.won, won.side) for won in outcomes] == [
        (Won.SIDE, "south"),
        (Won.SEATS, ""),
    ]


def test_an_eliminated_player_does_not_win_with_fifty_points_at_the_months_end() -> None:
    position = at_battles(start(*ROLES[:4], fifty_points="month_end"))
    position = with_points(beaten(position, CLARA, by=BORIS), 50, 0, 60, 0)

    assert winners(play(position, entry("next_month"))) == [ANNA]


# CW-12.2: elimination


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((1, 0, 5, 3), [CLARA, DAVID, ANNA]),
        ((5, 0, 5, 9), [DAVID, ANNA, CLARA]),
        ((0, 0, 0, 0), [ANNA, CLARA, DAVID]),
        ((-3, 40, 1, -9), [CLARA, ANNA, DAVID]),
    ],
)
def test_a_side_wins_by_elimination_the_best_by_points_first_then_by_seat(
    totals: tuple[int, ...], expected: list[int]
) -> None:
    position = with_points(at_battles(start(*THREE_TO_ONE)), *totals)
    after = beaten(position, BORIS, by=ANNA)

    assert result(after) == {
        "winners": expected,
        "reason": "elimination",
        "marshal": False,
        "side": "south",
    }


def test_the_north_wins_by_elimination_too() -> None:
    after = beaten(at_battles(start()), ANNA, by=BORIS)

    expected = {"winners": [BORIS], "reason": "elimination", "marshal": False, "side": "north"}
    assert result(after) == expected


def test_an_attacker_who_loses_may_be_the_last_of_a_side() -> None:
    position = having(at_battles(start()), ANNA, people={"southern_soldier": 1}, weapons=1)
    attack = entry("attack", seat=ANNA, target=BORIS, press=True)

    assert winners(play(position, attack)) == [BORIS]


def test_nobody_has_won_while_one_of_the_other_side_is_left() -> None:
    after = beaten(at_battles(start(*ROLES[:4])), BORIS, by=ANNA)

    assert result(after) is None


def test_a_defender_who_ran_has_not_been_eliminated() -> None:
    position = having(at_battles(start()), ANNA, people={"southern_soldier": 1}, weapons=1)
    position = having(position, BORIS, weapons=0)

    assert result(play(position, entry("attack", seat=ANNA, target=BORIS))) is None


def test_an_eliminated_player_of_the_winning_side_is_no_winner() -> None:
    position = beaten(at_battles(start(*ROLES[:3])), CLARA, by=BORIS)

    assert winners(beaten(position, BORIS, by=ANNA)) == [ANNA]


def test_a_side_that_nobody_plays_on_has_not_been_eliminated() -> None:
    roles = ("southern_officer", "southern_soldier", "cherokee")
    position = at_battles(start(*roles, attack_anyone=True))

    assert result(beaten(position, CLARA, by=ANNA)) is None


def test_a_side_that_nobody_plays_on_any_more_has_not_been_eliminated() -> None:
    roles = ("southern_officer", "volunteer", "southern_soldier")
    position = having(start(*roles, attack_anyone=True), ANNA, gold=60)
    turned = play(position, entry("spend_reserve", seat=ANNA, turncoat=BORIS))

    assert result(turned) is None
    assert result(beaten(at_battles(turned), CLARA, by=ANNA)) is None


def with_turncoat() -> Position:
    """The battles of a month in which Clara, a volunteer, has gone over to Anna in the South."""
    roles = ("southern_officer", "northern_soldier", "volunteer")
    position = having(start(*roles), ANNA, gold=60)
    turned = play(position, entry("spend_reserve", seat=ANNA, turncoat=CLARA))
    return with_points(at_battles(turned), 0, 0, 5)


def test_a_turncoat_wins_with_the_new_side() -> None:
    assert winners(beaten(with_turncoat(), BORIS, by=ANNA)) == [CLARA, ANNA]


def test_a_turncoat_who_is_eliminated_falls_with_the_new_side() -> None:
    position = beaten(with_turncoat(), CLARA, by=BORIS)
    next_battles = at_battles(play(position, entry("next_month")))

    assert result(position) is None
    assert winners(beaten(next_battles, ANNA, by=BORIS)) == [BORIS]


# CW-12.3: the most points


@pytest.mark.parametrize("months", [5, 6])
def test_after_the_last_months_end_the_most_points_win(months: int) -> None:
    position = with_points(start(months=months), 4, 7)
    before = play(position, *MONTH * (months - 1))
    after = play(before, *MONTH)

    assert result(before) is None
    assert result(after) == {"winners": [BORIS], "reason": "most_points", **NO_SIDE}


def test_the_last_month_is_not_over_before_its_end_is_closed() -> None:
    position = play(start(months=5), *MONTH * 4, entry("end_month"), entry("upkeep"))

    assert result(position) is None


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((7, 3, 7), [ANNA, CLARA]),
        ((0, 0, 0), [ANNA, BORIS, CLARA]),
        ((-5, -2, -2), [BORIS, CLARA]),
        ((-5, -2, -9), [BORIS]),
    ],
)
def test_equal_totals_share_the_win(totals: tuple[int, ...], expected: list[int]) -> None:
    position = with_points(start(*ROLES[:3], months=5), *totals)

    assert winners(play(position, *MONTH * 5)) == expected


def test_an_eliminated_player_cannot_win_with_the_most_points() -> None:
    position = beaten(at_battles(start(*ROLES[:4], months=5)), CLARA, by=BORIS)
    position = with_points(position, 30, 1, 40, 2)
    after = play(position, entry("next_month"), *MONTH * 4)

    assert winners(after) == [ANNA]


def test_an_eliminated_player_is_still_listed() -> None:
    position = beaten(at_battles(start(*ROLES[:4], months=5)), CLARA, by=BORIS)
    after = play(with_points(position, 30, 1, 40, 2), entry("next_month"), *MONTH * 4)

    assert seat_of(after, CLARA)["out"]
    assert points(after, CLARA) == 40


# CW-12.5: everyone on one side


@pytest.mark.parametrize(
    ("roles", "marshal"),
    [
        (("southern_officer", "southern_soldier", "cherokee"), True),
        (("northern_officer", "northern_soldier", "volunteer"), True),
        (("southern_officer", "southern_soldier", "volunteer"), False),
    ],
)
def test_the_winner_where_everyone_is_on_one_side_is_marshal_of_the_armies(
    roles: tuple[str, ...], marshal: bool
) -> None:
    after = play(with_points(start(*roles, months=5), 1, 3, 2), *MONTH * 5)

    assert result(after) == {
        "winners": [BORIS],
        "reason": "most_points",
        **NO_SIDE,
        "marshal": marshal,
    }


def test_fifty_points_do_not_end_a_game_of_one_side() -> None:
    """CW-14, one side only."""
    early = met(with_points(start(*SOUTH_ALONE, months=5), 48, 90), 2)
    after = play(early, *MONTH * 5)

    assert result(early) is None
    assert points(early, ANNA) == 50
    assert result(after) == {"winners": [BORIS], "reason": "most_points", **MARSHAL}


def test_fifty_points_at_the_months_end_do_not_end_a_game_of_one_side() -> None:
    position = with_points(start(*SOUTH_ALONE, months=5, fifty_points="month_end"), 60)

    assert result(play(position, *MONTH)) is None
    assert result(play(position, *MONTH * 5)) == {
        "winners": [ANNA],
        "reason": "most_points",
        **MARSHAL,
    }


def test_a_table_may_let_fifty_points_win_where_everyone_is_on_one_side() -> None:
    position = with_points(start(*SOUTH_ALONE, one_sided_fifty=True), 48)

    assert result(met(position, 2)) == {"winners": [ANNA], "reason": "fifty_points", **MARSHAL}
    assert result(met(position, 1)) is None


def test_a_table_may_judge_those_fifty_points_at_the_months_end() -> None:
    fresh = start(*SOUTH_ALONE, one_sided_fifty=True, fifty_points="month_end")
    position = met(with_points(fresh, 48), 9)

    assert result(position) is None
    assert result(play(position, *MONTH)) == {
        "winners": [ANNA],
        "reason": "fifty_points",
        **MARSHAL,
    }


def test_that_switch_changes_nothing_where_there_are_two_sides() -> None:
    position = with_points(start(one_sided_fifty=True), 48)

    assert result(met(position, 2)) == {"winners": [ANNA], "reason": "fifty_points", **NO_SIDE}


def test_a_turncoat_makes_everyone_be_on_one_side() -> None:
    position = having(start("southern_officer", "volunteer"), ANNA, gold=60, points=45)
    turned = play(position, entry("spend_reserve", seat=ANNA, turncoat=BORIS))

    assert result(met(turned, 20)) is None
    assert result(met(position, 5)) is not None


def test_who_has_fifty_points_plays_on_after_the_last_enemy_changed_sides() -> None:
    position = start("southern_officer", "volunteer", fifty_points="month_end", months=5)
    position = with_points(having(position, ANNA, gold=60), 20, 70)
    turned = play(position, entry("spend_reserve", seat=ANNA, turncoat=BORIS))
    after = play(turned, *MONTH)

    assert result(after) is None
    assert result(play(after, *MONTH * 4)) == {
        "winners": [BORIS],
        "reason": "most_points",
        **MARSHAL,
    }


def test_an_eliminated_player_of_the_other_side_is_somebody_too() -> None:
    """CW-12.5: everyone is every seat, so this is an elimination and nobody is Marshal."""
    position = beaten(at_battles(start("southern_officer", "volunteer", "northern_soldier")), 2, 0)
    position = having(play(position, entry("next_month"), entry("hand_turn", to=0)), 0, gold=60)
    after = play(position, entry("spend_reserve", seat=ANNA, turncoat=BORIS))

    assert result(after) == {
        "winners": [BORIS, ANNA],
        "reason": "elimination",
        "marshal": False,
        "side": "south",
    }


def test_elimination_does_not_win_where_everyone_is_on_one_side() -> None:
    both = start("southern_officer", "southern_soldier", months=5, attack_anyone=True)
    alone = beaten(at_battles(both), BORIS, by=ANNA)
    after = play(alone, entry("next_month"), *MONTH * 4)

    assert result(alone) is None
    assert result(after) == {"winners": [ANNA], "reason": "most_points", **MARSHAL}


# In this order


def test_fifty_points_are_judged_before_elimination() -> None:
    position = having(at_battles(start()), BORIS, gold=60)
    after = beaten(having(position, ANNA, gold=0, points=40), BORIS, by=ANNA)

    assert points(after, ANNA) == 50
    assert reason(after) == "fifty_points"


def test_elimination_is_judged_at_once_where_fifty_points_are_not() -> None:
    position = at_battles(start(*ROLES[:3], fifty_points="month_end"))
    after = beaten(with_points(position, 5, 0, 60), BORIS, by=ANNA)

    assert result(after) == {
        "winners": [CLARA, ANNA],
        "reason": "elimination",
        "marshal": False,
        "side": "south",
    }


def test_fifty_points_are_judged_before_the_most_points() -> None:
    position = with_points(start(months=5, fifty_points="month_end"), 3)
    last = play(position, *MONTH * 4)

    assert reason(play(with_points(last, 60, 55), *MONTH)) == "fifty_points"


# CW-12.4: nothing after the end

EVERY_ENTRY = (
    entry("find", seat=ANNA, resource="gold", amount=1),
    entry("lose", seat=ANNA, resource="gold", amount=1),
    entry("meet", seat=ANNA, kind="cherokee", count=1),
    entry("gain", seat=ANNA, bonus="wagon"),
    entry("fire", seat=ANNA, amount=1),
    entry("sickness", seat=ANNA, amount=1),
    entry("sabotage", seat=ANNA),
    entry("raise_brigade", seat=ANNA),
    entry("lure", seat=ANNA, from_=[{"seat": BORIS, "people": {"volunteer": 1}}]),
    entry("spend_reserve", seat=ANNA, turncoat=BORIS),
    entry("hand_over", seat=ANNA, to=BORIS, bonus="wagon"),
    entry("lay_tiles", tiles=[{"at": [x, 0]} for x in range(8)]),
    entry("turn_over", seat=ANNA, at=[0, 0], tile="1"),
    entry("end_turn", seat=ANNA),
    entry("hand_turn", to=BORIS),
    entry("end_month"),
    entry("trade", seat=ANNA, with_=BORIS, give={"gold": 1}, get={}),
    entry("hq_trade", seat=ANNA, give="gold", get="food", times=1),
    entry("upkeep"),
    entry("attack", seat=ANNA, target=BORIS),
    entry("buy_off", seat=ANNA, target=BORIS, pay={"gold": 1}),
    entry("next_month"),
    entry("correct", seat=ANNA, set={"points": 0}, reason="counted again"),
)


def test_every_kind_of_entry_is_tried_after_the_end() -> None:
    assert {type(written) for written in EVERY_ENTRY} == set(AnyEntry.__args__)


@pytest.mark.parametrize("written", EVERY_ENTRY, ids=lambda written: type(written).__name__)
def test_nothing_more_is_entered_when_the_game_is_won(written: AnyEntry) -> None:
    must_refuse(won(), written, "CW-12.4", "nothing more can be entered")
    assert "over" in told(won(), written)


@pytest.mark.parametrize(
    "over",
    [
        won(),
        beaten(at_battles(start()), BORIS, by=ANNA),
        play(start(months=5), *MONTH * 5),
    ],
    ids=["fifty points", "elimination", "most points"],
)
def test_the_sheet_is_closed_however_the_game_was_won(over: Position) -> None:
    assert title.export_position(over)["phase"] == "over"
    assert title.export_position(over)["turn"] is None
    must_refuse(over, entry("next_month"), "CW-12.4", "nothing more can be entered")


def test_taking_back_the_last_entry_reopens_the_sheet() -> None:
    almost = entry("correct", seat=ANNA, set={"points": 49}, reason="so the test begins")
    wins = history.decide(
        title, play(start(), almost), 1, entry("meet", seat=ANNA, kind="cherokee", count=1)
    )
    assert winners(wins.after) == [ANNA]

    reopened = history.amend(title, [wins], None, 2)

    assert result(reopened.position) is None
    assert points(play(reopened.position, entry("end_turn", seat=ANNA)), ANNA) == 49
