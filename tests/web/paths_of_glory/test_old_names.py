"""Addresses of the release before: entries that wait in a browser are opened with their fields."""

from typing import Any, Final

import msgspec
import pytest

from tests.web.arrange import Device, Entry
from tests.web.paths_of_glory.arrange import asking, new_match
from tracker.games.paths_of_glory import title

STARTED: Final = ({"do": "mandates", "cp": 4, "ap": 6},)
OPERATION: Final = (*STARTED, {"do": "play", "seat": 0, "card": 6, "as": "ops"})
FOUGHT: Final = {"at": "Cambrai", "attackers": "GE", "defenders": "FR"}
OLD: Final[dict[str, tuple[tuple[Entry, ...], dict[str, Any], Entry]]] = {
    "a card": (
        STARTED,
        {"card": "6", "use": "ops"},
        {"do": "play", "seat": 0, "card": 6, "as": "ops"},
    ),
    "loss numbers": (
        OPERATION,
        {**FOUGHT, "loss_attacker": "4", "loss_defender": "2"},
        {
            "do": "battle",
            "seat": 0,
            "at": "Cambrai",
            "attackers": ["GE"],
            "defenders": ["FR"],
            "loss_numbers": {"attacker": 4, "defender": 2},
        },
    ),
    "figures": (
        OPERATION,
        {
            **FOUGHT,
            "way": "figures",
            "attacker_strength": "6",
            "attacker_die": "3",
            "spaces": "3",
            "defender_strength": "3",
            "defender_die": "6",
            "flank_die": "6",
            "flank_bonus": "1",
            "after_units": "2",
            "after_strength": "3",
            "after_army": "true",
            "sinai": "true",
        },
        {
            "do": "battle",
            "seat": 0,
            "at": "Cambrai",
            "attackers": ["GE"],
            "defenders": ["FR"],
            "calculation": {
                "attacker": {"strength": 6, "army": True, "die": 3},
                "defender": {
                    "strength": 3,
                    "army": True,
                    "die": 6,
                    "after": {"units": 2, "strength": 3, "army": True},
                },
                "spaces": 3,
                "flank": {"die": 6, "bonus": 1},
                "sinai": True,
            },
        },
    ),
    "a correction": (
        STARTED,
        {"set_vp": "12", "set_war_status_ap": "3", "set_hand_cp": "5", "reason": "a"}
        | {"set_control": "Brussels", "set_fort": "Liege", "set_fort_state": "destroyed"},
        {
            "do": "correct",
            "set": {
                "vp": 12,
                "war_status": {"ap": 3},
                "hand": {"cp": 5},
                "control": {"Brussels": "cp"},
                "forts": {"Liege": "destroyed"},
            },
            "reason": "a",
        },
    ),
}


@pytest.mark.parametrize("name", OLD)
def test_an_entry_is_opened_by_the_names_that_its_fields_had(device: Device, name: str) -> None:
    before, fields, entry = OLD[name]
    match = new_match(device)
    assert device.write(match, *before).alerts == []

    page = device.open(match, do=entry["do"], seat=0, **fields)

    assert as_entry(page.writing("Save").entries[0]) == as_entry(entry)
    # The form has them by their present names, and says the same when it is sent.
    page = device.send(asking(page, entry["do"]))
    assert as_entry(page.writing("Save").entries[0]) == as_entry(entry)


def as_entry(written: Entry) -> Any:
    """The entry as the rules read it: what stands at its default may be written or not."""
    return msgspec.convert(written, title.ENTRY)
