"""Taking back and setting right: undo, redo, going back, amending, taking out."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import ROLES, setup
from tests.recorded import FILES
from tests.web.arrange import (
    Device,
    Entry,
    Page,
    correct,
    end_turn,
    everything_in,
    find,
    matches,
    recorded,
    standing,
    written,
)

MOVED_ON: Final = "The match has changed"
MONTH_END: Final = ({"do": "end_month"}, {"do": "upkeep"}, {"do": "next_month"})


def corner(page: Page) -> tuple[str, str]:
    """What the two keys in the corner say."""
    undo, redo = page.posting("/undo")[0], page.posting("/redo")[0]
    return undo.buttons[0].text, redo.buttons[0].text


def food(app: Flask, match: str, seat: int = 0) -> int:
    amount: int = standing(app, match)["seats"][seat]["resources"]["food"]
    return amount


# Undo and redo


def test_undo_and_redo_name_what_they_will_do(device: Device, match: str) -> None:
    device.write(match, find(0, "food", 3), find(0, "wood", 2))

    assert corner(device.open(match)) == ("Undo: Anna finds 2 wood", "Nothing to redo")
    assert corner(device.undo(match)) == ("Undo: Anna finds 3 food", "Redo: Anna finds 2 wood")


@pytest.mark.parametrize(
    "path",
    [
        "",
        "?view=sheet",
        "?do=find&resource=food",
        "?do=correct&seat=0",
        "/history",
        "/points",
        "/entries/0",
        "/seats/0/food",
    ],
)
def test_undo_and_redo_are_on_every_page_of_a_match(device: Device, match: str, path: str) -> None:
    device.write(match, find(0, "food", 3))

    assert corner(device.open(match + path))[0] == "Undo: Anna finds 3 food"


def test_there_is_nothing_to_undo_on_an_empty_sheet(
    folder: Path, device: Device, match: str
) -> None:
    page = device.open(match)
    assert corner(page) == ("Nothing to undo", "Nothing to redo")
    before = everything_in(folder)

    assert device.send(page.posting("/undo")[0]).status < 500
    assert device.send(page.posting("/redo")[0]).status < 500

    assert everything_in(folder) == before


def test_undo_and_redo_are_one_tap_each(app: Flask, device: Device, match: str) -> None:
    page = device.write(match, find(0, "food", 3))

    page = device.send(page.posting("/undo")[0])
    assert food(app, match) == 15
    device.send(page.posting("/redo")[0])

    assert food(app, match) == 18


def test_a_double_tap_on_undo_takes_back_one_entry(app: Flask, device: Device, match: str) -> None:
    page = device.write(match, find(0), find(0), find(0))
    form = page.posting("/undo")[0]

    device.send(form)
    again = device.send(form)

    assert written(app, match) == 2
    assert again.alerts == []


def test_a_double_tap_on_undo_does_not_ask_about_somebody_elses_entry(
    app: Flask, match: str
) -> None:
    phone, other = Device(app).join(match), Device(app).join(match)
    phone.write(match, find(0))
    page = other.write(match, find(0))
    form = page.posting("/undo")[0]
    other.send(form)

    again = other.send(form)

    assert again.path == match
    assert "Another device entered this" not in again.text
    assert written(app, match) == 1


def test_a_double_tap_on_redo_brings_back_one_entry(app: Flask, device: Device, match: str) -> None:
    device.write(match, find(0), find(0), find(0))
    device.undo(match)
    page = device.undo(match)
    form = page.posting("/redo")[0]

    device.send(form)
    device.send(form)

    assert written(app, match) == 2


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


def test_undo_reopens_a_match_that_was_won(app: Flask, device: Device) -> None:
    (file,) = [file for file in FILES if file.stem == "four-seats-elimination"]
    made, entries, end = recorded(file)
    match = device.make(made)
    device.write(match, *entries)

    device.undo(match)
    assert standing(app, match)["result"] is None
    device.redo(match)

    assert standing(app, match) == end


def test_somebody_elses_entry_is_undone_only_when_that_is_meant(
    app: Flask, folder: Path, match: str
) -> None:
    phone, other = Device(app).join(match), Device(app).join(match)
    phone.write(match, find(0, "food", 3))
    before = everything_in(folder)

    asked = other.send(other.open(match).posting("/undo")[0])
    assert "Another device entered this" in asked.text
    assert "Anna finds 3 food" in asked.text
    assert everything_in(folder) == before
    (sure,) = [form for form in asked.posting("/undo") if "anyway" in form.buttons[0].text]
    other.send(sure, sure="1")

    assert written(app, match) == 0


def test_ones_own_entry_is_undone_without_a_question(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, find(0))

    page = device.undo(match)

    assert page.path == match
    assert written(app, match) == 0


# Stale pages


def stale_forms(page: Page, history: Page, n: int) -> dict[str, Any]:
    return {
        "undo": page.posting("/undo")[0],
        "redo": page.posting("/redo")[0],
        "back": history.posting(f"/entries/{n}/back")[0],
        "take out": history.posting(f"/entries/{n}")[0],
    }


@pytest.mark.parametrize("what", ["undo", "redo", "back", "take out"])
@pytest.mark.parametrize("same_device", [True, False])
def test_a_stale_page_is_told_so_and_shown_the_fresh_sheet(
    app: Flask, folder: Path, match: str, what: str, same_device: bool
) -> None:
    phone = Device(app).join(match)
    other = phone if same_device else Device(app).join(match)
    phone.write(match, find(0), find(0))
    phone.undo(match)
    forms = stale_forms(phone.open(match), phone.open(f"{match}/entries/0", take_out=1), 0)
    other.write(match, find(0, "wood", 7))
    other.undo(match)
    other.redo(match)
    before = everything_in(folder)

    page = phone.send(forms[what])

    assert any(MOVED_ON in alert for alert in page.alerts)
    assert page.path == match
    assert corner(page)[0] == "Undo: Anna finds 7 wood"
    assert everything_in(folder) == before


# Going back


def test_going_back_says_how_much_it_takes_back_and_can_be_redone(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, find(0, "food", 3), find(0, "wood", 2), end_turn(0))
    page = device.open(f"{match}/entries/1")
    assert "2 entries will be undone" in page.text

    after = device.send(page.posting("/back")[0])

    assert written(app, match) == 1
    assert corner(after) == ("Undo: Anna finds 3 food", "Redo: Anna finds 2 wood")
    device.redo(match)
    device.redo(match)
    assert standing(app, match)["turn"] == 1


def test_going_back_over_the_end_of_a_month_is_pointed_out(device: Device, match: str) -> None:
    device.write(match, find(0), *MONTH_END, find(1))

    assert "goes back to Month 1" in device.open(f"{match}/entries/0").text
    assert "goes back to Month" not in device.open(f"{match}/entries/4").text


def test_going_back_to_before_the_month_was_closed_is_over_the_end_of_a_month(
    device: Device, match: str
) -> None:
    device.write(match, find(0), *MONTH_END, find(1), end_turn(1))

    assert "goes back to Month 1" in device.open(f"{match}/entries/3").text


def test_going_back_sent_twice_is_done_once(app: Flask, device: Device, match: str) -> None:
    device.write(match, find(0), find(0), find(0), find(0))
    form = device.open(f"{match}/entries/2").posting("/back")[0]

    device.send(form)
    device.send(form)

    assert written(app, match) == 2


# Amending


def amending(page: Page) -> Any:
    """The form that makes the amendment, once its consequences are shown."""
    posted = [form for form in page.forms if form.method == "post"]
    found = [form for form in posted if {"entry", "take_out"} & set(form.fields)]
    return found[0] if found else None


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


def test_an_entry_can_be_taken_out(app: Flask, device: Device, match: str) -> None:
    device.write(match, find(0, "food", 3), find(0, "wood", 2))
    page = device.open(f"{match}/entries/0")
    assert f"{match}/entries/0?take_out=1" in page.links

    device.send(amending(device.open(f"{match}/entries/0", take_out=1)))

    assert food(app, match) == 15
    assert written(app, match) == 1


def test_an_amendment_sent_twice_is_one(app: Flask, device: Device, match: str) -> None:
    device.write(match, find(0, "food", 3))
    shown = device.open(f"{match}/entries/0", do="find", resource="food", amount=5)
    form = amending(shown)

    device.send(form)
    page = device.send(form)

    assert food(app, match) == 20
    assert page.alerts == []
    assert len(matches(app).entries(match.removeprefix("/m/"))) == 2


def test_an_amendment_that_is_refused_changes_nothing_and_names_its_rule(
    folder: Path, device: Device, match: str
) -> None:
    device.write(match, find(0))
    before = everything_in(folder)

    page = device.amend(match, 0, end_turn(1))

    assert any("CW-3.5" in alert for alert in page.alerts)
    assert everything_in(folder) == before


@pytest.mark.parametrize("path", ["/entries/0", "/entries/77"])
def test_an_entry_that_does_not_count_cannot_be_amended(
    folder: Path, device: Device, match: str, path: str
) -> None:
    device.write(match, find(0))
    device.amend(match, 0, find(0, "wood", 2))
    before = everything_in(folder)

    assert device.open(match + path).status in (404, 409)
    assert device.amend(match, int(path.rpartition("/")[2]), None).status in (404, 409)

    assert everything_in(folder) == before


def test_an_amendment_over_a_month_decides_the_upkeep_again(
    app: Flask, device: Device, match: str
) -> None:
    meets = {"do": "meet", "seat": 0, "kind": "cherokee", "count": 2}
    device.write(match, meets, *MONTH_END)
    assert standing(app, match)["seats"][0]["points"] == 2 + 2

    device.amend(match, 0, {**meets, "count": 4})

    assert standing(app, match)["seats"][0]["points"] == 4 + 4


def test_undo_takes_back_an_amendment_on_every_device(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, find(0, "food", 3), end_turn(0))
    before = food(app, match)
    device.amend(match, 0, find(0, "food", 5))
    phone = Device(app).join(match)
    assert corner(phone.open(match))[0].startswith("Undo: the change to")

    page = device.undo(match)

    assert food(app, match) == before
    assert corner(page)[1].startswith("Redo: the change to")
    listed = phone.open(f"{match}/history").all("li", "entry")
    assert ["undone" in entry.text for entry in listed] == [False, True, False]
    device.redo(match)
    assert food(app, match) == before + 2


def test_an_amended_entry_takes_the_place_of_the_old_one_in_the_history(
    device: Device, match: str
) -> None:
    device.write(match, find(0, "food", 3), end_turn(0))
    device.amend(match, 0, find(0, "food", 5))

    listed = device.open(f"{match}/history").all("li", "entry")

    assert [item.has_class("entry-amended") for item in listed] == [True, False, False]
    assert [item.has_class("entry-instead") for item in listed] == [False, True, False]
    assert "Anna finds 3 food" in listed[0].text
    assert "replaced by 3" in listed[0].text
    assert "Anna finds 5 food" in listed[1].text


PREFILLED: Final = ("house-rules-of-the-camp", "house-rules-of-battle", "six-seats-turncoat")


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
        {"give_gold": "3"},
        {"do": "trade", "seat": 0, "with": 1, "give": {"gold": 3}, "get": {"wood": 1}},
    ),
    "a correction": (
        (correct(0, resources={"gold": 3}, bonuses={"fire_brigade": True}),),
        0,
        {"set_gold": "4"},
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
