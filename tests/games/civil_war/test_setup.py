"""CW-1 The table, and CW-2 Resources and the start."""

import msgspec
import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    ROLES,
    at_battles,
    entry,
    play,
    seat_of,
    setup,
    start,
)
from tracker.engine.ledger import lines_of
from tracker.engine.refusal import SetupRefused
from tracker.games.civil_war import title
from tracker.games.civil_war.setup import Setup

SIDES = {
    "southern_officer": "south",
    "southern_soldier": "south",
    "cherokee": "south",
    "northern_officer": "north",
    "northern_soldier": "north",
    "volunteer": "north",
}
# Gold, medicine, weapons, water, food, wood: 10 of each and the role's row of CW-2.4.
STARTING = {
    "cherokee": (10, 20, 10, 20, 10, 10),
    "southern_soldier": (10, 10, 15, 15, 20, 10),
    "southern_officer": (20, 10, 15, 10, 15, 10),
    "volunteer": (10, 15, 10, 15, 10, 20),
    "northern_soldier": (10, 15, 20, 10, 15, 10),
    "northern_officer": (15, 15, 15, 10, 15, 10),
}
ORDER = ("gold", "medicine", "weapons", "water", "food", "wood")


def document(players: int, **other: object) -> dict[str, object]:
    seats = [{"name": f"Player {n}", "role": ROLES[n % 6]} for n in range(players)]
    return {"months": 6, "tiles_per_player": 4, "seats": seats, **other}


def resources(role: str, starting_bonus: dict[str, dict[str, int]]) -> tuple[int, ...]:
    other = "cherokee" if role != "cherokee" else "volunteer"
    position = start(role, other, starting_bonus=starting_bonus)
    return tuple(seat_of(position, ANNA)["resources"].values())


@pytest.mark.parametrize(("role", "side"), SIDES.items())
def test_every_role_belongs_to_a_side(role: str, side: str) -> None:
    other = next(another for another in ROLES if another != role)
    assert seat_of(start(role, other), ANNA)["side"] == side


@pytest.mark.parametrize("players", range(2, 10))
def test_two_to_nine_can_play(players: int) -> None:
    agreed = msgspec.convert(document(players), Setup)
    title.check_setup(agreed)
    assert len(title.export_position(title.start(agreed).position)["seats"]) == players


@pytest.mark.parametrize("players", [0, 1, 10])
def test_fewer_than_two_or_more_than_nine_cannot_play(players: int) -> None:
    with pytest.raises(msgspec.ValidationError, match="seats"):
        msgspec.convert(document(players), Setup)


@pytest.mark.parametrize("players", range(2, 7))
def test_up_to_six_players_use_a_role_once(players: int) -> None:
    roles = (*ROLES[: players - 1], ROLES[0])
    with pytest.raises(SetupRefused) as invalid:
        title.check_setup(setup(*roles))
    assert invalid.value.rule == "CW-1.3"
    assert invalid.value.where == f"setup.seats[{players - 1}].role"
    assert "CW-1.3" in invalid.value.message
    assert "southern_officer" in invalid.value.message


@pytest.mark.parametrize("role", ROLES)
def test_from_the_seventh_player_on_a_role_may_repeat(role: str) -> None:
    agreed = setup(*ROLES, role)
    title.check_setup(agreed)
    assert seat_of(title.start(agreed).position, 6)["side"] == SIDES[role]


def test_nine_players_may_repeat_one_role_three_times() -> None:
    agreed = setup(*ROLES, "cherokee", "cherokee", "volunteer")
    title.check_setup(agreed)
    position = title.start(agreed).position
    assert seat_of(position, 7)["resources"] == seat_of(position, 4)["resources"]


def test_sides_need_not_be_equal() -> None:
    agreed = setup("cherokee", "southern_soldier", "southern_officer", "volunteer")
    title.check_setup(agreed)
    sides = [seat["side"] for seat in title.export_position(title.start(agreed).position)["seats"]]
    assert sides == ["south", "south", "south", "north"]


def test_all_players_may_be_on_one_side() -> None:
    agreed = setup("cherokee", "southern_soldier", "southern_officer")
    title.check_setup(agreed)
    position = title.start(agreed).position
    assert {seat["side"] for seat in title.export_position(position)["seats"]} == {"south"}


def test_players_sit_and_are_called_as_they_were_set_up() -> None:
    position = start("volunteer", "cherokee", "northern_officer")
    seats = title.export_position(position)["seats"]
    assert [(seat["name"], seat["role"]) for seat in seats] == [
        ("Anna", "volunteer"),
        ("Boris", "cherokee"),
        ("Clara", "northern_officer"),
    ]


def test_the_leader_is_nobody_in_the_camp_and_needs_no_food() -> None:
    before = start()
    after = at_battles(before)
    assert seat_of(after, ANNA)["people"] == {}
    assert seat_of(after, ANNA)["resources"] == seat_of(before, ANNA)["resources"]
    assert seat_of(after, ANNA)["points"] == 0


def test_a_camps_people_are_counted_by_kind() -> None:
    position = play(
        start(),
        entry("meet", seat=ANNA, kind="cherokee", count=2),
        entry("meet", seat=ANNA, kind="southern_soldier", count=3),
        entry("meet", seat=ANNA, kind="cherokee", count=1),
    )
    assert seat_of(position, ANNA)["people"] == {"southern_soldier": 3, "cherokee": 3}


def test_the_resources_are_always_in_the_printed_order() -> None:
    assert tuple(seat_of(start(), ANNA)["resources"]) == ORDER


@pytest.mark.parametrize(("role", "numbers"), STARTING.items())
def test_a_role_starts_with_ten_of_each_and_its_bonus(role: str, numbers: tuple[int, ...]) -> None:
    assert resources(role, {}) == numbers


@pytest.mark.parametrize("role", ROLES)
def test_every_roles_bonus_is_twenty_in_all(role: str) -> None:
    assert sum(resources(role, {})) == 6 * 10 + 20


def test_the_lines_of_the_start_name_their_rules() -> None:
    opened = lines_of(title.start(setup("cherokee", "volunteer")).facts)
    water = [line for line in opened if (line.seat, line.what.value) == (ANNA, "water")]
    assert [(line.by, line.rule) for line in water] == [(10, "CW-2.2"), (10, "CW-2.4")]


@pytest.mark.parametrize("role", ROLES)
def test_everyone_starts_without_people_points_or_bonuses(role: str) -> None:
    other = next(another for another in ROLES if another != role)
    seat = seat_of(start(role, other), ANNA)
    assert (seat["people"], seat["points"], seat["bonuses"]) == ({}, 0, [])
    assert (seat["lost_turns"], seat["out"]) == (0, False)
    assert (seat["reserve_spent"], seat["dominated"], seat["attacked"]) == (False, False, False)


def test_the_game_starts_with_the_first_players_turn_in_the_first_month() -> None:
    written = title.export_position(start())
    assert (written["month"], written["phase"]) == (1, "turns")
    assert (written["turn"], written["first"]) == (ANNA, ANNA)
    assert written["headquarters"] == {"north": True, "south": True}
    assert written["result"] is None


@pytest.mark.parametrize("role", ROLES)
def test_a_table_may_replace_the_whole_row_of_a_role(role: str) -> None:
    assert resources(role, {role: {"gold": 1, "wood": 19}}) == (11, 10, 10, 10, 10, 29)


@pytest.mark.parametrize("cell", range(6))
def test_every_cell_of_a_row_can_be_changed(cell: int) -> None:
    expected = [10] * 6
    expected[cell] = 17
    assert resources("cherokee", {"cherokee": {ORDER[cell]: 7}}) == tuple(expected)


def test_a_row_may_be_replaced_by_nothing() -> None:
    assert resources("northern_officer", {"northern_officer": {}}) == (10,) * 6


def test_rows_that_are_not_replaced_stay_as_printed() -> None:
    position = start("cherokee", "volunteer", starting_bonus={"cherokee": {"gold": 20}})
    assert tuple(seat_of(position, BORIS)["resources"].values()) == STARTING["volunteer"]


@pytest.mark.parametrize(
    "agreed", [{"months": 4}, {"months": 7}, {"tiles_per_player": 2}, {"tiles_per_player": 5}]
)
def test_a_game_of_other_lengths_cannot_be_agreed(agreed: dict[str, int]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(document(2, **agreed), Setup)
