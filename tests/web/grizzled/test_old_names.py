"""Addresses of the release before: entries that wait in a browser are opened with their fields."""

from typing import Any, Final

import pytest

from tests.web.arrange import Device, Entry
from tests.web.grizzled.arrange import make

STARTED: Final = ({"do": "mission", "danger": 3},)
OLD: Final[dict[str, tuple[dict[str, Any], tuple[Entry, ...], dict[str, Any], Entry]]] = {
    "a mission card": (
        {"orders": "greenhorn"},
        (),
        {"kind": "card", "name": "Raid", "level": "easy", "least": "2", "adds_gas": "1"},
        {
            "do": "mission",
            "card": {
                "name": "Raid",
                "level": "easy",
                "danger": 2,
                "effects": [{"kind": "threat", "threat": "gas"}],
            },
        },
    ),
    "a correction": (
        {},
        STARTED,
        {"set_trials": "13", "of_1_hand": "5", "of_1_mute": "1", "of_1_left": "0", "reason": "a"},
        {
            "do": "correct",
            "set": {
                "trials": 13,
                "seats": {"1": {"hand": 5, "hard_knocks": ["mute"], "tokens": {"left": 0}}},
            },
            "reason": "a",
        },
    ),
}


@pytest.mark.parametrize("name", OLD)
def test_an_entry_is_opened_by_the_names_that_its_fields_had(device: Device, name: str) -> None:
    agreed, before, fields, entry = OLD[name]
    match = make(device, **agreed)
    if before:
        assert device.write(match, *before).alerts == []

    page = device.open(match, do=entry["do"], seat=1, **fields)

    assert page.writing("Save").entries == [entry]
    # The form has them by their present names, and says the same when it is sent.
    assert device.send(page.asking()).writing("Save").entries == [entry]
