"""Simulated games as records, and the figures of many of them."""

from random import Random
from typing import Any, Final

import pytest
from msgspec import structs

from tests.games.civil_war.arrange import ROLES, setup
from tests.games.civil_war.test_tiles import deck, tile
from tracker.games.civil_war.box import SIDE_OF
from tracker.games.civil_war.columns import KINDS, Side
from tracker.games.civil_war.game_figures import Quartiles, figures, quartiles
from tracker.games.civil_war.game_record import GameRecord, SeatRecord, cast, play_and_record
from tracker.games.civil_war.players import CARELESS, PLAIN

SOUTHERN_OFFICER, SOUTHERN_SOLDIER, CHEROKEE, NORTHERN_OFFICER, *_ = KINDS


def record(**parts: Any) -> GameRecord:
    """A game of a Southern officer with 40 points, who wins, and a Northern one with 20."""
    seats = (
        SeatRecord(SOUTHERN_OFFICER, Side.SOUTH, 40, 1.0),
        SeatRecord(NORTHERN_OFFICER, Side.NORTH, 20, 0.0),
    )
    usual = {"reason": "most_points", "month": 6, "seats": seats, "gained": {}}
    counts = dict.fromkeys(
        ("friends", "enemies", "most_enemies", "battles", "lost_turns", "starved"), 0
    )
    return GameRecord(**{**usual, **counts, "tiles": 10, "making": 5, "camps": (), **parts})


def same_tiles(**parts: Any) -> dict[str, Any]:
    """A deck of tiles that all match, or do the same."""
    return deck(*(tile(f"t{n}", **parts) for n in range(40)), plain=0)


def played(chosen_deck: dict[str, Any], seats: int = 6, player: Any = CARELESS) -> GameRecord:
    return play_and_record(setup(*ROLES[:seats], deck=chosen_deck), player, Random(1))


def test_a_record_counts_the_tiles_and_those_that_make_something() -> None:
    nothing = played(same_tiles())
    fires = played(same_tiles(middle={"do": "fire", "amount": 1}))

    assert (nothing.tiles, nothing.making) == (6 * 24, 0)
    assert fires.making == fires.tiles


def test_a_record_tells_friends_from_enemies() -> None:
    half = {"left": ("volunteer", 7), "right": "volunteer"}
    met = played(same_tiles(**half), 2)

    assert met.friends > 0
    assert met.enemies > 0
    assert met.friends % 7 == met.enemies % 7 == 0
    assert met.most_enemies == 7
    assert met.lost_turns > 0


def test_a_record_has_the_camps_after_the_third_month_and_who_starved() -> None:
    half = {"left": ("cherokee", 2), "right": "cherokee"}
    met = played(same_tiles(**half, top=("wood", 1), crossed=True), 2)

    assert len(met.camps) == 2
    assert max(met.camps) > 0
    assert met.starved > 0


def test_a_record_knows_the_bonuses_that_were_gained() -> None:
    found = played(same_tiles(middle={"do": "gain", "bonus": "wagon"}))

    assert found.gained == {"wagon": 6}


def test_a_record_knows_the_winner_and_how_the_game_ended() -> None:
    rich = played(same_tiles(middle={"do": "find", "resource": "gold", "amount": 99}), 2)

    assert rich.reason == "most_points"
    assert rich.month == 6
    assert sum(seat.win for seat in rich.seats) == 1
    assert {seat.points for seat in rich.seats} == {10}
    assert [seat.win for seat in rich.seats] == [0.5, 0.5]


def test_battles_are_counted() -> None:
    half = {"left": ("volunteer", 3), "right": "volunteer"}

    assert played(same_tiles(**half), 6, PLAIN).battles > 0


@pytest.mark.parametrize("seats", range(2, 10))
def test_roles_are_cast_on_both_sides_and_used_again_only_from_seven_players_on(seats: int) -> None:
    roles = [seat.role for seat in cast(seats, Random(seats))]
    souths = sum(SIDE_OF[role] is Side.SOUTH for role in roles)

    assert len(roles) == seats
    assert abs(2 * souths - seats) <= 1
    assert len(set(roles)) == min(seats, 6)


def test_the_order_of_play_and_the_larger_side_are_drawn_by_lot() -> None:
    casts = {tuple(seat.role for seat in cast(3, Random(seed))) for seed in range(40)}

    assert len(casts) > 20
    assert {sum(SIDE_OF[role] is Side.SOUTH for role in roles) for roles in casts} == {1, 2}


GAMES: Final = (
    record(month=4, reason="fifty_points", gained={"fort": 1}, most_enemies=6, camps=(0, 4)),
    record(gained={"fort": 2, "dominated": 1}, starved=2, camps=(2, 8), friends=6, enemies=10),
    record(battles=2, lost_turns=4, making=10),
    record(most_enemies=5),
)


def test_shares_are_of_all_the_games() -> None:
    counted = figures(GAMES)

    assert counted.games == 4
    assert counted.endings == {"fifty_points": 0.25, "elimination": 0.0, "most_points": 0.75}
    assert counted.months == {4: 0.25, 6: 0.75}
    assert (counted.gained["fort"], counted.gained["dominated"]) == (0.5, 0.25)
    assert (counted.six_enemies, counted.starving, counted.fifty) == (0.25, 0.25, 0.0)


def test_numbers_are_means_or_quartiles() -> None:
    counted = figures(GAMES)

    assert counted.people_met == {"friends": 6 / 44, "enemies": 10 / 44}
    assert counted.making == 25 / 40
    assert (counted.battles, counted.lost_turns) == (0.5, 1.0)
    assert counted.camps == Quartiles(1.5, 3.0, 5.0)
    assert counted.largest_camp == Quartiles(5.0, 6.0, 7.0)
    assert counted.best_points.median == 40


def test_points_and_wins_are_told_by_role_and_side() -> None:
    counted = figures(GAMES)

    assert counted.points_by_role["northern_officer"].median == 20
    assert counted.points_by_side["south"].median == 40
    assert counted.side_wins == {"south": 1.0, "north": 0.0}
    assert counted.role_wins["southern_officer"] == 1.0
    assert counted.role_wins["cherokee"] == 0.0


def test_a_role_wins_its_share_of_the_games_in_which_it_was_played() -> None:
    cherokee = record(seats=(SeatRecord(CHEROKEE, Side.SOUTH, 50, 0.5),) * 2)

    counted = figures([*GAMES, cherokee])

    assert counted.role_wins["southern_officer"] == 1.0
    assert counted.role_wins["cherokee"] == 1.0
    assert counted.fifty == 0.2


def test_quartiles_fall_between_two_numbers_where_they_must() -> None:
    assert quartiles([1, 2, 3, 4, 5]) == Quartiles(2, 3, 4)
    assert quartiles([10, 0]) == Quartiles(2.5, 5, 7.5)
    assert quartiles([]) == Quartiles(0, 0, 0)


def test_a_game_that_ended_early_has_no_camps_of_the_third_month() -> None:
    assert structs.replace(GAMES[3]).camps == ()
    assert figures([GAMES[3]]).camps == Quartiles(0, 0, 0)
