"""Reading a match: history, numbers that explain themselves, amending, the curves."""

from typing import Any

import msgspec
import pytest
from flask import Flask

from tests.web.arrange import Device
from tests.web.paths_of_glory.arrange import new_match, standing
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.box import DATA
from tracker.web.pad.paths import arguments_of
from tracker.web.paths_of_glory.entry_pad import pad
from tracker.web.paths_of_glory.interface import ExportedPosition

PLAYED: list[dict[str, Any]] = [
    {"do": "mandates", "cp": 4, "ap": 6},
    {"do": "play", "seat": 0, "card": 9, "as": "event"},
    {"do": "play", "seat": 1, "card": 11, "as": "rp"},
    {"do": "play", "seat": 0, "card": 6, "as": "ops"},
    {"do": "take", "seat": 0, "spaces": ["Brussels", "Cambrai"]},
]


@pytest.fixture
def match(device: Device) -> str:
    made = new_match(device)
    device.write(made, *PLAYED)
    return made


def test_the_history_says_what_each_entry_did(device: Device, match: str) -> None:
    text = device.open(f"{match}/history").text

    assert "August 1914" in text
    assert "CP 9 Reichstag Truce as event" in text
    assert "+1 VP" in text
    assert "+2 RP of RU" in text


def test_a_number_opens_the_lines_and_rules_that_made_it(device: Device, match: str) -> None:
    vp = device.open(f"{match}/numbers/vp")
    assert "PG-CP9" in vp.text
    assert "PG-11.1.14" in vp.text
    for number in ("seats/0/war_status", "numbers/combined"):
        assert "PG-9.5.1.3" in device.open(f"{match}/{number}").text
    assert "PG-9.4.1" in device.open(f"{match}/seats/1/rp_RU").text


@pytest.mark.parametrize("address", ["numbers/turn", "seats/0/rp_RU", "seats/0/vp", "seats/5/hand"])
def test_a_number_that_there_is_not_is_not_found(device: Device, match: str, address: str) -> None:
    assert device.open(f"{match}/{address}").status == 404


def test_every_rule_on_the_pages_is_explained(device: Device, match: str) -> None:
    for address in (match, f"{match}?do=play&seat=1&card=44", f"{match}/numbers/vp"):
        rules = {link for link in device.open(address).links if link.startswith("/rules/")}
        assert all(device.open(rule).status == 200 for rule in rules), rules
    assert "U-Boats Unleashed" in device.open("/rules/PG-CP36").text


def test_an_entry_is_amended_with_the_consequences_shown(
    app: Flask, device: Device, match: str
) -> None:
    page = device.open(f"{match}/entries/4")
    ticked = [box.attributes["value"] for box in page.all("input") if "checked" in box.attributes]
    assert ticked == ["Brussels", "Cambrai"]
    page = device.send(page.asking(), spaces="Brussels")

    assert "VP" in page.text
    device.amend(match, 4, {"do": "take", "seat": 0, "spaces": ["Brussels"]})
    assert standing(app, match)["spaces"] == {"Brussels": "cp"}


def test_an_amended_battle_has_the_chips_and_the_list_of_spaces_of_a_new_one(
    device: Device, match: str
) -> None:
    fought = {"do": "battle", "seat": 0, "at": "Sedan", "attackers": ["GE"], "defenders": ["FR"]}
    device.write(match, {**fought, "loss_numbers": {"attacker": 4, "defender": 2}})

    new = device.open(match, do="battle", seat=0)
    amended = device.open(f"{match}/entries/{len(PLAYED)}")

    for page in (new, amended):
        assert len(page.all("option")) > 100
    chips = {
        (box.attributes["name"], box.attributes["value"]): "checked" in box.attributes
        for box in amended.all("input")
        if box.attributes.get("type") == "checkbox"
    }
    assert [chip for chip, is_ticked in chips.items() if is_ticked] == [
        ("attackers", "GE"),
        ("defenders", "FR"),
    ]
    assert ("attackers", "AH") in chips
    assert ("defenders", "BR") in chips


def test_every_entry_of_the_demo_opens_as_it_was_written(app: Flask) -> None:
    """So an amendment begins with what stands there, whatever kind of entry it is."""
    document = msgspec.json.decode((DATA / "demo.json").read_bytes())
    setup = msgspec.convert(document["setup"], title.SETUP)
    position = title.start(setup).position
    for written in document["entries"]:
        entry = msgspec.convert(written, title.ENTRY)
        with app.test_request_context():
            opened = pad(position, {**arguments_of(entry), "do": written["do"]})
        assert opened.entry is not None, written
        assert msgspec.json.decode(opened.entry, type=title.ENTRY) == entry
        position = title.decide(position, entry).position


def test_a_battle_with_figures_opens_as_it_was_written(app: Flask) -> None:
    side = {"strength": 6, "army": True, "die": 3, "drm": 1}
    figures = {
        "attacker": {**side, "after": {"units": 2, "strength": 5, "army": True}},
        "defender": {"strength": 3, "army": True, "die": 6},
        "spaces": 2,
        "flank": {"die": 2, "bonus": 1},
        "full_strength_attacker": False,
    }
    battle = {"do": "battle", "seat": 0, "at": "Cambrai", "attackers": ["GE"], "defenders": ["FR"]}
    entry = msgspec.convert({**battle, "calculation": figures}, title.ENTRY)
    setup = msgspec.convert(
        {"scenario": "campaign", "seats": [{"name": "A"}, {"name": "B"}]}, title.SETUP
    )
    position = title.start(setup).position
    for written in (PLAYED[0], {"do": "play", "seat": 0, "card": 6, "as": "ops"}):
        position = title.decide(position, msgspec.convert(written, title.ENTRY)).position

    with app.test_request_context():
        opened = pad(position, {**arguments_of(entry), "do": "battle"})

    assert opened.entry is not None
    assert msgspec.json.decode(opened.entry, type=title.ENTRY) == entry


def test_the_result_page_draws_both_curves(device: Device, match: str) -> None:
    page = device.open(f"{match}/points")
    graphs = [picture.attributes["aria-label"] for picture in page.all("svg", "graph-large")]

    assert graphs[0] == "VP by turn: VP 13"
    assert graphs[1] == "War status by turn: CP 1, AP 0, Combined 1"
    assert "CP 9 Reichstag Truce" in page.text


def test_the_position_is_what_the_interface_describes(app: Flask, match: str) -> None:
    described = msgspec.convert(standing(app, match), ExportedPosition)

    assert described.vp == 13
    assert described.seats[1].rp["RU"] == 2


def test_the_sheet_says_what_the_next_boxes_need(device: Device, match: str) -> None:
    text = device.open(match).text

    assert "Combined war status 30; it is 1." in text
    assert "3 Russian VP spaces held by CP; there are 0." in text
    assert "CP: 3 more to Limited War at 4" in text
    assert "War status still to come: " in text
    assert "Not seen: " in text
    assert "If the game ended now: The Central Powers win with 13 VP." in text


def test_who_holds_a_space_is_said_in_the_reader_s_language(device: Device, match: str) -> None:
    device.headers["Accept-Language"] = "ru"
    holders = {place.text.split()[-1] for place in device.open(match).all("a", "place-ap")}
    assert holders == {"СО"}
