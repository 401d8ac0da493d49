"""Amending entries of the Civil War: their forms, the month's end, and what they change."""

import json
from pathlib import Path
from typing import Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import ROLES, setup
from tests.recorded import FILES
from tests.toy.arrange import end_turn
from tests.web.arrange import Device, Entry, everything_in, standing, written
from tests.web.civil_war.arrange import correct, find, recorded
from tests.web.test_undo_and_amend import amending

MONTH_END: Final = ({"do": "end_month"}, {"do": "upkeep"}, {"do": "next_month"})


def food(app: Flask, match: str) -> int:
    amount: int = standing(app, match)["seats"][0]["resources"]["food"]
    return amount


def test_undo_goes_back_over_a_month_and_redo_comes_again(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, *MONTH_END)
    after = standing(app, match)

    page = device.undo(match)
    assert "Month's end: battles" in page.text
    page = device.undo(match)
    assert "Month's end: trades" in page.text
    device.redo(match)
    device.redo(match)

    assert standing(app, match) == after


def test_an_amendment_shows_what_it_would_change_and_then_does_it(
    app: Flask, folder: Path, device: Device, match: str
) -> None:
    device.write(match, find(0, "food", 3), end_turn(0))
    page = device.open(f"{match}/entries/0")
    assert page.asking().fields["amount"] == "3"
    before = everything_in(folder)

    shown = device.send(page.asking(), amount="5")
    assert "Anna Food 18 20 +2" in [row.text for row in shown.all("tr")]
    assert everything_in(folder) == before
    device.send(amending(shown))

    assert food(app, match) == 20
    assert written(app, match) == 2


def test_later_entries_that_would_be_refused_are_listed_with_their_rule_and_dropped(
    app: Flask, device: Device, match: str
) -> None:
    device.write(
        match,
        {"do": "gain", "seat": 0, "bonus": "dynamite"},
        {"do": "sabotage", "seat": 0},
        end_turn(0),
    )

    shown = device.open(f"{match}/entries/0", take_out=1)
    assert "Anna blows up the enemy headquarters" in shown.text
    assert "CW-11.4" in shown.text
    device.send(amending(shown))

    assert standing(app, match)["headquarters"] == {"north": True, "south": True}
    assert written(app, match) == 1


def test_an_amendment_over_a_month_decides_the_upkeep_again(
    app: Flask, device: Device, match: str
) -> None:
    meets = {"do": "meet", "seat": 0, "kind": "cherokee", "count": 2}
    device.write(match, meets, *MONTH_END)
    assert standing(app, match)["seats"][0]["points"] == 2 + 2

    device.amend(match, 0, {**meets, "count": 4})

    assert standing(app, match)["seats"][0]["points"] == 4 + 4


PREFILLED: Final = ("house-rules-of-the-camp", "house-rules-of-battle", "six-seats-turncoat")


@pytest.mark.slow
@pytest.mark.parametrize("name", PREFILLED)
def test_the_page_of_an_entry_is_filled_in_as_it_was_written(device: Device, name: str) -> None:
    (file,) = [file for file in FILES if file.stem == name]
    made, entries, _ = recorded(file)
    match = device.make(made)
    device.write(match, *entries)

    # One of each shape: the same fields are filled in the same way.
    shapes = {(*sorted(entry), entry["do"]): (n, entry) for n, entry in enumerate(entries)}

    otherwise = {}
    for n, entry in shapes.values():
        page = device.open(f"{match}/entries/{n}")
        assert page.status == 200
        # A choice of the dead where there was none to make may be left out: it changes nothing.
        differs = amending(page) and "Nothing on the current sheet" not in page.text
        if differs or page.verdict:
            otherwise[n] = entry

    assert otherwise == {}


CHANGED: Final[dict[str, tuple[tuple[Entry, ...], int, dict[str, str], Entry]]] = {
    "a meeting with help": (
        (
            {
                "do": "meet",
                "seat": 0,
                "kind": "volunteer",
                "count": 9,
                "help": [{"seat": 2, "weapons": 4}],
            },
        ),
        0,
        {"amount": "8"},
        {
            "do": "meet",
            "seat": 0,
            "kind": "volunteer",
            "count": 8,
            "help": [{"seat": 2, "weapons": 4}],
        },
    ),
    "a pressed attack": (
        (
            {"do": "end_month"},
            {"do": "upkeep"},
            correct(0, people={"cherokee": 3, "volunteer": 3}, resources={"weapons": 3}),
            correct(1, people={"cherokee": 3, "volunteer": 1}, resources={"weapons": 9}),
            {"do": "attack", "seat": 0, "target": 1, "press": True},
        ),
        4,
        {"target": "3"},
        {"do": "attack", "seat": 0, "target": 3, "press": True},
    ),
    "a trade": (
        (
            {"do": "end_month"},
            {"do": "trade", "seat": 0, "with": 1, "give": {"gold": 2}, "get": {"wood": 1}},
        ),
        1,
        {"give.gold": "3"},
        {"do": "trade", "seat": 0, "with": 1, "give": {"gold": 3}, "get": {"wood": 1}},
    ),
    "a correction": (
        (correct(0, resources={"gold": 3}, bonuses={"fire_brigade": True}),),
        0,
        {"set.resources.gold": "4"},
        correct(0, resources={"gold": 4}, bonuses={"fire_brigade": True}),
    ),
}


@pytest.mark.parametrize("what", CHANGED)
def test_changing_one_field_of_an_entry_keeps_the_others(device: Device, what: str) -> None:
    before, n, changes, entry = CHANGED[what]
    match = device.make(setup(*ROLES))
    strong = correct(3, people={"cherokee": 3, "volunteer": 1}, resources={"weapons": 9})
    rest = (strong, *before) if what == "a pressed attack" else before
    n += what == "a pressed attack"
    assert device.write(match, *rest).alerts == []
    page = device.open(f"{match}/entries/{n}")

    shown = device.send(page.asking(), **changes)

    form = amending(shown)
    assert form is not None, shown.verdict
    assert json.loads(form.fields["entry"]) == entry


@pytest.mark.parametrize(
    ("keys", "display"),
    [
        (["7"], "7"),
        (["7", "2"], "72"),
        (["1", "2", "3"], "123"),
        (["+", "7"], "12+7"),
        (["back"], "1"),
    ],
)
def test_the_first_digit_replaces_the_number_that_is_amended(
    device: Device, match: str, keys: list[str], display: str
) -> None:
    device.write(match, find(0, "food", 12))
    page = device.open(f"{match}/entries/0")
    assert page.asking().fields["amount"] == "12"

    for key in keys:
        page = device.send(page.asking(), key=key)

    assert page.asking().fields["amount"] == display


def test_a_number_typed_before_a_key_is_not_replaced(device: Device, match: str) -> None:
    device.write(match, find(0, "food", 12))
    page = device.open(f"{match}/entries/0")

    page = device.send(page.asking(), amount="4", key="5")

    assert page.asking().fields["amount"] == "45"
