"""The back button on the pages of the Civil War: the same filled page is written once."""

import json
from typing import Any, Final

import pytest
from flask import Flask

from tests.web.arrange import Device, sheet, standing, written
from tests.web.civil_war.arrange import correct
from tests.web.test_going_back import ALREADY, write

FOOD: Final = {"do": "find", "seat": 0, "resource": "food"}
END_MONTH: Final = {"do": "end_month"}
UPKEEP: Final = {"do": "upkeep"}
POOR: Final = correct(0, people={"volunteer": 2, "cherokee": 2}, resources={"water": 1})
ARMED: Final = correct(0, people={"cherokee": 9}, resources={"weapons": 90})

# Before it, and what the pad is filled in with.
STEPS: Final[dict[str, tuple[tuple[dict[str, Any], ...], dict[str, Any]]]] = {
    "find": ((), {**FOOD, "amount": "3"}),
    "meet": ((), {"do": "meet", "seat": 0, "kind": "southern_soldier", "count": "2"}),
    "correct": ((), {"do": "correct", "seat": 0, "set.resources.gold": 4, "reason": "seen"}),
    "end_month": ((), {"do": "end_month", "seat": 0}),
    "trade": ((END_MONTH,), {"do": "trade", "seat": 0, "with": 1, "give.wood": 1}),
    "hq_trade": (
        (correct(0, resources={"wood": 40}), END_MONTH),
        {"do": "hq_trade", "seat": 0, "give": "wood", "get": "food", "times": "1"},
    ),
    "upkeep": (
        (POOR, END_MONTH),
        {"do": "upkeep", "seat": 0, "casualties.0.volunteer": 2, "casualties.0.cherokee": 1},
    ),
    "buy_off": (
        (ARMED, END_MONTH, UPKEEP),
        {"do": "buy_off", "seat": 0, "target": 1, "pay.wood": 1},
    ),
    "attack": ((ARMED, END_MONTH, UPKEEP), {"do": "attack", "seat": 0, "target": 1, "press": 1}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", STEPS)
def test_going_back_to_a_filled_step_says_that_it_was_written(
    app: Flask, device: Device, match: str, name: str
) -> None:
    before, fields = STEPS[name]
    if before:
        device.write(match, *before)
    filled = device.open(match, **fields)
    write(device, filled)
    entries = written(app, match)

    again = device.open(filled.address)

    assert ALREADY in again.text
    assert not any("Save" in button.text for form in again.forms for button in form.buttons)
    assert written(app, match) == entries == len(before) + 1


def test_every_step_on_the_way_to_an_entry_has_the_same_id(device: Device, match: str) -> None:
    first = device.open(match, **FOOD)
    filled = device.send(first.asking(), amount="3")
    write(device, filled)

    assert ALREADY in device.open(first.address).text
    assert ALREADY in device.open(filled.address).text


def test_the_same_once_more_begins_at_the_pad_and_is_another_entry(
    app: Flask, device: Device, match: str
) -> None:
    food = standing(app, match)["seats"][0]["resources"]["food"]
    key = next(link for link in device.open(match).links if "do=find" in link and "food" in link)

    for _ in range(2):
        write(device, device.send(device.open(key).asking(), amount="3"))

    assert standing(app, match)["seats"][0]["resources"]["food"] == food + 6


def test_a_set_up_that_is_sent_twice_makes_one_match_with_one_draw(
    app: Flask, device: Device
) -> None:
    (form,) = device.open("/new", title="civil-war").posting("/new")
    names = {f"players-{n}-name": f"Player {n}" for n in range(6)}
    first = device.send(form, **names)
    roles = [seat.role for seat in sheet(app, first.path).setup.seats]

    second = device.send(form, **names)
    changed = device.send(form, **names, months="5")

    assert first.path == second.path == changed.path
    assert [seat.role for seat in sheet(app, first.path).setup.seats] == roles
    assert second.alerts == []
    assert any("been created from that form" in told for told in changed.alerts)


def test_pencilled_totals_sent_twice_are_recorded_once_and_changed_ones_are_told(
    app: Flask, device: Device, match: str
) -> None:
    (form,) = device.open(f"{match}/paper/pencilled").posting("/pencilled")

    device.send(form, seat0_gold="33")
    again = device.send(form, seat0_gold="33")
    changed = device.send(form, seat0_gold="34")

    assert again.path == match
    assert again.alerts == []
    assert changed.status == 409
    assert "already been entered" in changed.alerts[0]
    assert changed.posting("/pencilled")[0].fields["seat0_gold"] == "34"
    assert written(app, match) == 1


def test_the_deal_that_is_sent_twice_is_one_deal(app: Flask, device: Device, match: str) -> None:
    (form,) = device.open(f"{match}/tiles").posting("/lay")

    device.send(form, how="dealt")
    again = device.send(form, how="dealt")

    assert again.alerts == []
    assert written(app, match) == 1


def test_a_second_tile_tapped_on_the_same_page_is_told_that_it_stays_down(
    app: Flask, device: Device, match: str
) -> None:
    (form,) = device.open(f"{match}/tiles").posting("/lay")
    device.send(form, how="own")
    (turn,) = device.open(f"{match}/tiles", at="0,0", tile="3").posting("/turn")
    device.send(turn)

    page = device.send(turn, entry=json.dumps({**json.loads(turn.fields["entry"]), "at": [1, 0]}))

    assert any("already been entered" in told for told in page.alerts)
    assert written(app, match) == 2


def test_a_deck_that_is_sent_twice_is_one_deck_and_loses_one_tile(device: Device) -> None:
    (form,) = device.open("/decks").posting("/decks")
    first = device.send(form, name="Attic", copy_of="standard")
    second = device.send(form, name="Attic", copy_of="standard")
    (removal,) = device.open(f"{first.path}/tiles/0").posting("/tiles/0/remove")

    device.send(removal)
    left = device.send(removal)

    assert first.path == second.path
    tiles = [item for item in left.all("li") if item.attributes.get("id", "").startswith("tile_")]
    assert len(tiles) == 55
