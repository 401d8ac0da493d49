"""Addresses of the release before: entries that wait in a browser are opened with their fields."""

from typing import Any, Final

import pytest

from tests.games.civil_war.arrange import ROLES, setup
from tests.web.arrange import Device, Entry
from tests.web.civil_war.arrange import correct

END_MONTH: Final = {"do": "end_month"}
UPKEEP: Final = {"do": "upkeep"}
CAMPS: Final = (
    correct(0, people={"volunteer": 5, "cherokee": 5}, resources={"weapons": 30, "gold": 75}),
    correct(1, people={"cherokee": 4, "volunteer": 3}),
)
BATTLE: Final = (
    correct(0, people={"cherokee": 5, "volunteer": 5}, resources={"weapons": 30}),
    correct(1, people={"cherokee": 1, "volunteer": 1}, resources={"weapons": 1}),
)
OLD: Final[dict[str, tuple[tuple[Entry, ...], dict[str, Any], Entry]]] = {
    "an encounter": (
        (correct(0, people={"volunteer": 2, "cherokee": 2}, resources={"weapons": 0}),),
        {
            "kind": "northern_soldier",
            "amount": "2",
            "fall_0_cherokee": "1",
            "fall_0_volunteer": "1",
        },
        {
            "do": "meet",
            "seat": 0,
            "kind": "northern_soldier",
            "count": 2,
            "casualties": {"cherokee": 1, "volunteer": 1},
        },
    ),
    "help": (
        (),
        {"kind": "northern_soldier", "amount": "9", "help_2": "4"},
        {
            "do": "meet",
            "seat": 0,
            "kind": "northern_soldier",
            "count": 9,
            "help": [{"seat": 2, "weapons": 4}],
        },
    ),
    "the gold reserve": (
        CAMPS,
        {"way": "lure", "camp": "1", "lure_1_cherokee": "4"},
        {"do": "spend_reserve", "seat": 0, "lure": {"seat": 1, "people": {"cherokee": 4}}},
    ),
    "a trade": (
        (END_MONTH,),
        {"with": "1", "give_gold": "2", "get_medicine": "1"},
        {"do": "trade", "seat": 0, "with": 1, "give": {"gold": 2}, "get": {"medicine": 1}},
    ),
    "the upkeep": (
        (correct(0, people={"volunteer": 2, "cherokee": 2}, resources={"water": 1}), END_MONTH),
        {"fall_0_cherokee": "2", "fall_0_volunteer": "1"},
        {"do": "upkeep", "casualties": {"0": {"cherokee": 2, "volunteer": 1}}},
    ),
    "a battle": (
        (*BATTLE, END_MONTH, UPKEEP),
        {"target": "1", "press": "1", "fall_0_cherokee": "4", "fall_0_volunteer": "0"},
        {"do": "attack", "seat": 0, "target": 1, "press": True, "casualties": {"cherokee": 4}},
    ),
    "a correction": (
        (),
        {"set_points": "-4", "set_gold": "0", "set_cherokee": "2", "set_wagon": "1", "reason": "a"},
        {
            "do": "correct",
            "seat": 0,
            "set": {
                "points": -4,
                "resources": {"gold": 0},
                "people": {"cherokee": 2},
                "bonuses": {"wagon": True},
            },
            "reason": "a",
        },
    ),
}


@pytest.mark.parametrize("name", OLD)
def test_an_entry_is_opened_by_the_names_that_its_fields_had(device: Device, name: str) -> None:
    before, fields, entry = OLD[name]
    match = device.make(setup(*ROLES))
    if before:
        assert device.write(match, *before).alerts == []

    page = device.open(match, do=entry["do"], seat=entry.get("seat", 0), **fields)

    assert page.writing("Save").entries == [entry]
    # The form has them by their present names, and says the same when it is sent.
    assert device.send(page.asking()).writing("Save").entries == [entry]
