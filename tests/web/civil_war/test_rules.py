"""The rules of the Civil War in the app: their sources, their switches, and their words."""

import pytest
from flask import Flask

from tests.games.civil_war.arrange import setup
from tests.web.arrange import Device
from tests.web.test_rules import opened_from, shown_rules, text_of
from tracker.games.titles import RULEBOOKS


def test_the_search_is_in_the_readers_language(app: Flask) -> None:
    device = Device(app, Accept_Language="ru")

    assert "CW-11.4" in shown_rules(device.open("/rules/civil-war?q=диверсия"))


def test_a_match_marks_the_house_rules_of_its_table(device: Device) -> None:
    match = device.make(setup(lure_anyone=True))

    page = device.open(f"{match}/rules")

    assert "House rule of this table: Anyone can be lured" in text_of(page, "CW-10.2")
    marked = [item.attributes["id"] for item in page.all("li", "rules-item-chosen")]
    assert marked == ["CW-10.2"]
    assert "House rule" not in device.open("/rules/civil-war").text


@pytest.mark.parametrize(
    ("number", "says"),
    [
        ("CW-5.1", "Printed in the rulebook Chapter"),
        ("CW-1.3", "Our reading of the rulebook Chapter"),
        ("CW-8.2", "Partly printed in the rulebook, partly our reading Chapter"),
        (
            "CW-10.2",
            "Our reading; your table can choose otherwise at set-up: Who can be lured Chapter",
        ),
        (
            "CW-13.5",
            "at set-up: A fort multiplies the attacker's price , Fort and dynamite together",
        ),
        (
            "CW-6.2",
            "Printed in the rulebook; your table can choose otherwise at set-up: Reward for a",
        ),
    ],
)
def test_a_rule_says_whether_it_is_printed_or_our_reading(
    device: Device, number: str, says: str
) -> None:
    assert says in device.open(f"/rules/{number}").text


def test_the_switch_is_named_as_at_the_set_up(device: Device) -> None:
    new = device.open("/new?title=civil-war").text

    for house_rule in RULEBOOKS["civil-war"].HOUSE_RULES.values():
        assert str(house_rule.heading) in new


def test_a_rule_opened_from_a_match_says_what_its_table_plays(device: Device) -> None:
    match = device.make(setup(lure_anyone=True))

    assert "Anyone can be lured" in opened_from(device, "/rules/CW-10.2", match).text
    assert "Anyone can be lured" not in device.open("/rules/CW-10.2").text
    assert opened_from(device, "/rules/CW-10.2", "/m/nothing").status == 200
    assert opened_from(device, "/rules/GR-12.5", match).status == 200
