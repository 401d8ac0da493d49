"""Setting a match up: players, roles, months, house rules, starting bonus."""

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from flask import Flask

from tests.games.civil_war.arrange import setup as setup_for
from tests.web.arrange import Device, Page, everything_in, sheet, standing
from tracker.games.civil_war.deck import SAMPLE
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.setup import Setup

ROLES: Final = (
    "southern_officer",
    "southern_soldier",
    "cherokee",
    "northern_officer",
    "northern_soldier",
    "volunteer",
)
RESOURCES: Final = ("gold", "medicine", "weapons", "water", "food", "wood")
# The table of CW-2.4, row by row in the order of the roles above.
PRINTED: Final = (
    (10, 0, 5, 0, 5, 0),
    (0, 0, 5, 5, 10, 0),
    (0, 10, 0, 10, 0, 0),
    (5, 5, 5, 0, 5, 0),
    (0, 5, 10, 0, 5, 0),
    (0, 5, 0, 5, 0, 10),
)


def players(*names: str, roles: tuple[str, ...] = ()) -> dict[str, str]:
    """The form's fields for these players."""
    fields = {f"players-{seat}-name": name for seat, name in enumerate(names)}
    return fields | {f"players-{seat}-role": role for seat, role in enumerate(roles)}


def start(device: Device, **fields: str) -> Page:
    """Fill these fields in on the page, and start the match."""
    (form,) = device.open("/new", title="civil-war").posting("/new")
    return device.send(form, **fields)


def made(app: Flask, page: Page) -> dict[str, Any]:
    """The set-up of the match on whose sheet we are now."""
    assert page.status == 200, page.alerts
    built: dict[str, Any] = msgspec.to_builtins(sheet(app, page.path).setup)
    return built


def test_the_page_has_room_for_nine_and_every_switch_at_its_default(device: Device) -> None:
    (form,) = device.open("/new", title="civil-war").posting("/new")

    assert [f"players-{seat}-name" in form.fields for seat in range(10)] == [True] * 9 + [False]
    chosen = {name: form.fields[name] for name in ("months", "tiles_per_player", "reward")}
    assert chosen == {"months": "6", "tiles_per_player": "4", "reward": "each"}


def test_the_starting_bonus_stands_there_as_printed(device: Device) -> None:
    (form,) = device.open("/new", title="civil-war").posting("/new")

    for row, numbers in enumerate(PRINTED):
        shown = [form.fields[f"bonus-{row}-{resource}"] for resource in RESOURCES]
        assert shown == [str(number) for number in numbers]


@pytest.mark.parametrize("switch", Switches.__struct_fields__)
def test_every_house_rule_is_on_the_page(device: Device, switch: str) -> None:
    names = {"fire_brigade_cost": "brigade_water", "starting_bonus": "bonus-0-gold"}

    (form,) = device.open("/new", title="civil-war").posting("/new")

    assert names.get(switch, switch) in form.fields


@pytest.mark.parametrize(
    "rule",
    ["CW-2.4", "CW-3.8", "CW-5.2", "CW-9.6", "CW-10.2", "CW-12.1", "CW-13.1", "CW-13.5", "CW-13.9"],
)
def test_every_house_rule_leads_to_its_rule(device: Device, rule: str) -> None:
    assert f"/rules/{rule}" in device.open("/new", title="civil-war").links


@pytest.mark.parametrize("number", range(2, 10))
def test_a_match_starts_for_two_to_nine_players(app: Flask, device: Device, number: int) -> None:
    names = [f"Player {seat}" for seat in range(number)]

    page = start(device, **players(*names))

    assert [seat["name"] for seat in standing(app, page.path)["seats"]] == names


def test_a_set_up_in_which_nothing_was_changed_is_the_default_one(
    app: Flask, device: Device
) -> None:
    page = start(device, **players("Anna", "Boris", roles=("cherokee", "volunteer")))

    assert sheet(app, page.path).setup == setup_for("cherokee", "volunteer", deck=SAMPLE)


@pytest.mark.parametrize("number", [0, 1])
def test_fewer_than_two_players_make_no_match(folder: Path, device: Device, number: int) -> None:
    before = everything_in(folder)

    page = start(device, **players(*["Anna"][:number]))

    assert page.status == 422
    assert "2 to 9 players" in page.alerts[0]
    assert everything_in(folder) == before


def test_a_name_of_blanks_is_none(device: Device) -> None:
    assert start(device, **players("Anna", "   ")).status == 422


def test_blanks_around_a_name_are_dropped(app: Flask, device: Device) -> None:
    page = start(device, **players(" Anna ", "Boris"))

    assert standing(app, page.path)["seats"][0]["name"] == "Anna"


def test_a_place_left_empty_between_players_is_closed_up(app: Flask, device: Device) -> None:
    page = start(device, **players("Anna", "", "Boris"))

    assert [seat["name"] for seat in standing(app, page.path)["seats"]] == ["Anna", "Boris"]


def test_a_role_is_used_once_up_to_six_players(folder: Path, device: Device) -> None:
    before = everything_in(folder)

    page = start(device, **players("Anna", "Boris", roles=("cherokee", "cherokee")))

    assert page.status == 422
    assert "CW-1.3" in page.alerts[0]
    assert "taken twice: Cherokee (Anna, Boris)." in page.alerts[0]
    assert marked(page) == ["players-0-role", "players-1-role"]
    assert everything_in(folder) == before


def test_a_role_may_be_used_twice_by_seven(app: Flask, device: Device) -> None:
    names = [f"Player {seat}" for seat in range(7)]

    page = start(device, **players(*names, roles=("cherokee", "cherokee")))

    assert [seat["role"] for seat in standing(app, page.path)["seats"]][:2] == ["cherokee"] * 2


def test_a_role_without_a_name_is_asked_about(device: Device) -> None:
    page = start(device, **players("Anna", "Boris", "", roles=("", "", "cherokee")))

    assert page.status == 422
    assert "the name is missing" in page.alerts[0]


@pytest.mark.parametrize("number", [2, 6])
def test_drawn_roles_are_recorded_and_none_is_drawn_twice(
    app: Flask, device: Device, number: int
) -> None:
    page = start(device, **players(*"ABCDEF"[:number]))

    assert sheet(app, page.path).drawn == tuple(range(number))
    assert len({seat["role"] for seat in standing(app, page.path)["seats"]}) == number


def test_a_role_is_drawn_from_those_that_nobody_chose(app: Flask, device: Device) -> None:
    chosen = ROLES[:5]

    page = start(device, **players(*"ABCDEF", roles=(*chosen, "")))

    assert sheet(app, page.path).drawn == (5,)
    assert standing(app, page.path)["seats"][5]["role"] == "volunteer"


def test_nine_who_draw_have_every_role_among_them(app: Flask, device: Device) -> None:
    page = start(device, **players(*"ABCDEFGHI"))

    assert {seat["role"] for seat in standing(app, page.path)["seats"]} == set(ROLES)


def test_the_draw_is_told_on_the_points_page(device: Device) -> None:
    page = start(device, **players("Anna", "Boris", roles=("cherokee", "")))

    assert "Roles drawn at random: Boris." in device.open(f"{page.path}/points").text


def test_different_draws_come_out_differently(app: Flask, device: Device) -> None:
    draws = {
        tuple(seat["role"] for seat in standing(app, page.path)["seats"])
        for page in (start(device, **players(*"ABCDEF")) for _ in range(6))
    }

    assert len(draws) > 1


def test_months_and_tiles_reach_the_set_up(app: Flask, device: Device) -> None:
    page = start(device, **players("Anna", "Boris"), months="5", tiles_per_player="3")

    built = made(app, page)
    assert (built["months"], built["tiles_per_player"]) == (5, 3)


@pytest.mark.parametrize(
    ("switch", "sent", "value"),
    [
        ("reward", "meeting", "meeting"),
        ("lure_anyone", "true", True),
        ("fifty_points", "month_end", "month_end"),
        ("attack_anyone", "true", True),
        ("fort_multiplier", "2", 2),
        ("one_sided_fifty", "true", True),
        ("reserve_spends", "sixty", "sixty"),
        ("fort_and_dynamite", "multiply", "multiply"),
        ("battle_deaths_cost_points", "false", False),
        ("keep_order", "false", False),
    ],
)
def test_every_switch_reaches_the_set_up_alone_and_is_told_on_the_points_page(
    app: Flask, device: Device, switch: str, sent: str, value: object
) -> None:
    page = start(device, **players("Anna", "Boris"), **{switch: sent})

    assert sheet(app, page.path).setup.switches == msgspec.convert({switch: value}, Switches)
    assert (
        "None: this match uses the standard rules." not in device.open(f"{page.path}/points").text
    )


def test_the_price_of_a_fire_brigade_reaches_the_set_up(app: Flask, device: Device) -> None:
    page = start(device, **players("Anna", "Boris"), brigade_water="3", brigade_food="0")

    switches = sheet(app, page.path).setup.switches
    assert (switches.fire_brigade_cost.water, switches.fire_brigade_cost.food) == (3, 0)


def test_every_cell_of_the_starting_bonus_can_be_changed(app: Flask, device: Device) -> None:
    changed = {
        f"bonus-{row}-{resource}": 100 * row + column
        for row in range(6)
        for column, resource in enumerate(RESOURCES)
    }

    page = start(
        device,
        **players(*"ABCDEF", roles=ROLES),
        **{name: str(number) for name, number in changed.items()},
    )

    for row, seat in enumerate(standing(app, page.path)["seats"]):
        bonus = {name: changed[f"bonus-{row}-{name}"] for name in RESOURCES}
        assert seat["resources"] == {name: 10 + number for name, number in bonus.items()}


def test_a_starting_bonus_that_was_not_changed_stays_as_printed(app: Flask, device: Device) -> None:
    chosen = players(*"ABCDEF", roles=ROLES)

    page = start(device, **chosen, **{"bonus-2-gold": "7", "bonus-2-water": "0"})

    (row,) = made(app, page)["switches"]["starting_bonus"].items()
    assert row == ("cherokee", {"gold": 7, "medicine": 10})
    for seat, printed in enumerate(PRINTED):
        if seat != 2:
            has = standing(app, page.path)["seats"][seat]["resources"]
            assert tuple(has.values()) == tuple(10 + number for number in printed)


WRONG: Final = {
    "a starting bonus that is no number": {"bonus-2-water": "many"},
    "a starting bonus below zero": {"bonus-2-water": "-1"},
    "a starting bonus above 9,999": {"bonus-2-water": "10000"},
    "an empty starting bonus": {"bonus-2-water": ""},
    "a brigade's price that is no number": {"brigade_water": "x"},
    "seven months": {"months": "7"},
    "no such reward": {"reward": "often"},
    "no such role": {"players-0-role": "general"},
    "a name of 41 letters": {"players-0-name": "x" * 41},
    "a match's name of 81 letters": {"match_name": "x" * 81},
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_makes_no_match_and_is_told(folder: Path, device: Device, what: str) -> None:
    before = everything_in(folder)

    page = start(device, **(players("Anna", "Boris") | WRONG[what]))

    assert page.status == 422
    assert page.alerts
    assert everything_in(folder) == before


@pytest.mark.parametrize(
    ("name", "value", "says", "opened"),
    [
        ("bonus-2-water", "-5", "Starting bonus, Cherokee, water: a number", 1),
        ("brigade_food", "", "What a fire brigade costs, food: a number", 1),
        ("match_name", "y" * 90, "a name is too long", 0),
        ("players-1-name", "x" * 60, "a name is too long", 0),
    ],
)
def test_what_is_wrong_is_named_and_marked_and_its_section_is_open(
    device: Device, name: str, value: str, says: str, opened: int
) -> None:
    page = start(device, **(players("Anna", "Boris") | {name: value}))

    assert says in page.alerts[0]
    assert marked(page) == [name]
    assert sum("open" in part.attributes for part in page.all("details", "leaf")) == opened


def marked(page: Page) -> list[str]:
    """The fields that are marked as wrong."""
    fields = [
        element.attributes for element in page.elements if "aria-invalid" in element.attributes
    ]
    return [field["name"] for field in fields]


def test_an_error_keeps_everything_that_was_typed(device: Device) -> None:
    typed = {
        **players("Anna", "Boris", "Clara", roles=("cherokee", "cherokee", "")),
        "match_name": "Friday at the club",
        "months": "5",
        "tiles_per_player": "3",
        "reward": "meeting",
        "keep_order": "false",
        "brigade_water": "4",
        "bonus-3-gold": "17",
    }

    (form,) = start(device, **typed).posting("/new")

    assert {name: form.fields[name] for name in typed} == typed


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bonus-3-gold", "many"),
        ("bonus-3-gold", "99999"),
        ("brigade_water", "lots"),
        ("players-1-name", "x" * 60),
        ("match_name", "y" * 90),
    ],
)
def test_an_error_keeps_what_was_wrong_too(device: Device, name: str, value: str) -> None:
    (form,) = start(device, **(players("Anna", "Boris") | {name: value})).posting("/new")

    assert form.fields[name] == value


def test_a_match_can_be_given_a_name(device: Device) -> None:
    page = start(device, **players("Anna", "Boris"), match_name="Friday at the club")

    assert page.all("h1")[0].text == "Friday at the club"


@pytest.mark.parametrize("name", ["", "   "])
def test_a_match_without_a_name_is_called_after_its_players(device: Device, name: str) -> None:
    page = start(device, **players("Anna", "Boris"), match_name=name)

    assert page.all("h1")[0].text == "Anna · Boris"


@pytest.mark.parametrize("name", ["Анна", "Łucja", "王", "O'Neil", 'A "B" & <C>', "x" * 40, "🤠"])
def test_every_name_is_shown_as_it_was_typed(device: Device, name: str) -> None:
    page = start(device, **players(name, "Boris"))

    assert name in [heading.text for heading in page.all("h3", "seat-name")]


def test_a_set_up_that_the_form_makes_is_one_that_a_match_file_may_have(
    app: Flask, device: Device
) -> None:
    page = start(device, **players(*"ABCDEFGHI"), lure_anyone="true", fort_multiplier="2")

    data = msgspec.json.encode(sheet(app, page.path).setup)

    assert msgspec.json.decode(data, type=Setup) == sheet(app, page.path).setup


def test_two_players_of_one_name_are_told_apart_before_the_match(device: Device) -> None:
    page = start(device, **players("Anna", "Boris", " anna "))

    assert page.status == 422
    assert page.alerts[0].endswith(
        "Two players are called anna. Please give one of them another name."
    )
