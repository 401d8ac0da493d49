"""The calculator: without a match, beside one, and a battle that is recorded by one tap."""

import pytest
from flask import Flask

from tests.games.civil_war.arrange import setup as civil_war
from tests.web.arrange import Device, Form, Page
from tests.web.paths_of_glory.arrange import new_match, standing


def test_a_battle_is_calculated_without_a_match(device: Device) -> None:
    form = device.open("/calculator").forms[0]
    fields = {"attacker.strength": "9", "attacker.die": "5"}
    fields |= {"defender.strength": "4", "defender.die": "2", "trench": "1"}
    page = device.send(form, **fields)

    assert "Loss number 5 3 Strength 9 4 Fire table army army Column 6-8 5 Die 5 2" in page.text
    assert "The attacker wins the battle." in page.text


def test_whoever_fires_second_is_asked_what_is_left(device: Device) -> None:
    fields = {"attacker.strength": 6, "attacker.die": 3, "defender.strength": 3, "defender.die": 6}
    flank = {"spaces": 2, "flank.die": 2, "flank.bonus": 1}
    page = device.open("/calculator", **fields, **flank)
    assert "The flank attack fails" in page.text
    assert "What is left of the attacker" in page.text

    left = {"attacker.after.units": 2, "attacker.after.strength": 5, "attacker.after.army": "true"}
    page = device.open("/calculator", **fields, **flank, **left)
    assert "The defender wins the battle." in page.text


def test_a_battle_waits_until_what_is_left_of_the_second_to_fire_is_filled_in(
    device: Device,
) -> None:
    match = new_match(device)
    operation = {"do": "play", "seat": 0, "card": 6, "as": "ops"}
    device.write(match, {"do": "mandates", "cp": 4, "ap": 6}, operation)
    fields = {
        "calculation.attacker.strength": "6",
        "calculation.attacker.die": "3",
        "calculation.defender.strength": "3",
    }
    fields |= {
        "calculation.defender.die": "6",
        "calculation.spaces": "3",
        "calculation.flank.die": "6",
        "way": "figures",
    }
    fields |= {"at": "Cambrai", "attackers": "GE", "defenders": "FR", "seat": "0", "do": "battle"}
    page = device.open(match, **fields)
    assert "The flank attack succeeds" in page.text
    assert "Enter the units and the strength that are left." in page.text
    assert not saves(page)

    # The form is sent as it stands with every other answer: what was not filled in stays so.
    page = device.send(page.asking(), **{"calculation.no_retreat": "true"})
    assert not saves(page)
    page = device.send(page.asking(), **{"calculation.defender.after.units": "2"})
    assert not saves(page)
    page = device.send(page.asking(), **{"calculation.defender.after.strength": "3"})
    assert "Loss number" in page.text
    device.send(page.writing("Save"))


def test_nothing_is_left_to_fire_second_once_no_unit_is(device: Device) -> None:
    fields = {"attacker.strength": 9, "attacker.die": 6, "defender.strength": 1, "defender.die": 1}
    flank = {"spaces": 3, "flank.die": 6, "defender.after.units": 0}
    page = device.open("/calculator", **fields, **flank)

    assert "The attacker wins the battle." in page.text


def test_a_flank_that_is_not_allowed_is_refused(device: Device) -> None:
    page = device.open(
        "/calculator",
        terrain="mountain",
        spaces=2,
        **{"flank.die": 3, "attacker.strength": 6, "attacker.die": 3},
        **{"defender.strength": 3, "defender.die": 3},
    )

    assert "PG-12.3.1" in page.verdict


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"kind": "siege", "fort": 2, "die": 3, "turn": 3}, "3: the fort is destroyed."),
        ({"kind": "siege", "fort": 2, "die": 4, "turn": 1}, "2: the fort holds."),
        ({"kind": "entrench", "loss_factor": 2, "die": 3, "retry": "true"}, "2: entrenched"),
        ({"kind": "entrench", "loss_factor": 2, "die": 3}, "3: not entrenched, trench 0."),
        ({"kind": "entrench", "loss_factor": 2, "die": 3, "level": 2}, "PG-11.2.3"),
    ],
)
def test_sieges_and_entrenching_too(device: Device, asked: dict[str, object], says: str) -> None:
    assert says in device.open("/calculator", **asked).text


def test_a_calculated_battle_is_recorded_by_one_tap(app: Flask, device: Device) -> None:
    match = new_match(device)
    operation = {"do": "play", "seat": 0, "card": 6, "as": "ops"}
    device.write(match, {"do": "mandates", "cp": 4, "ap": 6}, operation)
    fields = {"calculation.attacker.strength": "9", "calculation.attacker.die": "5"}
    fields |= {
        "calculation.defender.strength": "4",
        "calculation.defender.die": "2",
        "calculation.trench": "1",
    }
    fields |= {"at": "Cambrai", "attackers": "GE", "defenders": "FR", "seat": "0"}
    page = device.open(f"{match}/calculator", **fields)

    assert "Strength 9 4" in page.text
    device.send(page.writing("Record this battle"))
    assert standing(app, match)["last_battle"] == {
        "at": "Cambrai",
        "attacker": 0,
        "loss_numbers": {"attacker": 5, "defender": 3},
        "winner": "attacker",
        "retreat": 2,
        "mandate_made": True,
    }


def test_the_calculator_of_a_match_answers_sieges_too(device: Device) -> None:
    page = device.open(f"{new_match(device)}/calculator", kind="siege", fort=1, die=6)

    assert "6: the fort is destroyed." in page.text


def test_a_match_of_another_title_has_no_calculator(device: Device) -> None:
    assert device.open(f"{device.make(civil_war())}/calculator").status == 404
    assert device.open("/calculator", kind="weather").status == 404


def test_the_calculator_beside_a_match_is_for_whoever_may_look_at_it(
    app: Flask, device: Device
) -> None:
    match, looker, removed = new_match(device), Device(app), Device(app)
    removed.open(match)
    device.post(f"{match}/table/devices/{removed.name}", right="removed", name="")

    statuses = [reader.open(f"{match}/calculator").status for reader in (device, looker, removed)]

    assert statuses == [200, 200, 403]
    assert device.open("/m/nowhere/calculator").status == 404
    own = {rule.endpoint for rule in app.url_map.iter_rules() if "calculator" in rule.endpoint}
    assert len(own) == 2


def saves(page: Page) -> list[Form]:
    """Return the forms that write a battle."""
    return [form for form in page.posting("/entries") if form.entries[0]["do"] == "battle"]
