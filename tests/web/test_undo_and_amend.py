"""Taking back and setting right: undo, redo, going back, amending, taking out."""

from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask

from tests.toy.arrange import end_turn, walk
from tests.web.arrange import Device, Page, everything_in, matches, standing, written

MOVED_ON: Final = "The match has changed"
NEXT_DAY: Final = {"do": "next_day"}


def corner(page: Page) -> tuple[str, str]:
    """Return the words of the two keys in the corner."""
    undo, redo = page.posting("/undo")[0], page.posting("/redo")[0]
    return undo.buttons[0].text, redo.buttons[0].text


def steps(app: Flask, match: str, seat: int = 0) -> int:
    number: int = standing(app, match)["seats"][seat]["steps"]
    return number


# Undo and redo


def test_undo_and_redo_name_what_they_will_do(device: Device, match: str) -> None:
    device.write(match, walk(0, 3), walk(0, 2))

    assert corner(device.open(match)) == ("Undo: Anna walks 2 steps", "Nothing to redo")
    assert corner(device.undo(match)) == ("Undo: Anna walks 3 steps", "Redo: Anna walks 2 steps")


@pytest.mark.parametrize(
    "path",
    [
        "",
        "?do=walk&seat=0&steps=1",
        "/history",
        "/points",
        "/entries/0",
        "/seats/0/steps",
    ],
)
def test_undo_and_redo_are_on_every_page_of_a_match(device: Device, match: str, path: str) -> None:
    device.write(match, walk(0, 3))

    assert corner(device.open(match + path))[0] == "Undo: Anna walks 3 steps"


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
    page = device.write(match, walk(0, 3))

    page = device.send(page.posting("/undo")[0])
    assert steps(app, match) == 0
    device.send(page.posting("/redo")[0])

    assert steps(app, match) == 3


def test_a_double_tap_on_undo_takes_back_one_entry(app: Flask, device: Device, match: str) -> None:
    page = device.write(match, walk(0), walk(0), walk(0))
    form = page.posting("/undo")[0]

    device.send(form)
    again = device.send(form)

    assert written(app, match) == 2
    assert again.alerts == []


def test_a_double_tap_on_undo_does_not_ask_about_somebody_elses_entry(
    app: Flask, match: str
) -> None:
    phone, other = Device(app).join(match), Device(app).join(match)
    phone.write(match, walk(0))
    page = other.write(match, walk(0))
    form = page.posting("/undo")[0]
    other.send(form)

    again = other.send(form)

    assert again.path == match
    assert "Another device entered this" not in again.text
    assert written(app, match) == 1


def test_a_double_tap_on_redo_brings_back_one_entry(app: Flask, device: Device, match: str) -> None:
    device.write(match, walk(0), walk(0), walk(0))
    device.undo(match)
    page = device.undo(match)
    form = page.posting("/redo")[0]

    device.send(form)
    device.send(form)

    assert written(app, match) == 2


def test_somebody_elses_entry_is_undone_only_when_that_is_meant(
    app: Flask, folder: Path, match: str
) -> None:
    phone, other = Device(app).join(match), Device(app).join(match)
    phone.write(match, walk(0, 3))
    before = everything_in(folder)

    asked = other.send(other.open(match).posting("/undo")[0])
    assert "Another device entered this" in asked.text
    assert "Anna walks 3 steps" in asked.text
    assert everything_in(folder) == before
    (sure,) = [form for form in asked.posting("/undo") if "anyway" in form.buttons[0].text]
    other.send(sure, sure="1")

    assert written(app, match) == 0


def test_ones_own_entry_is_undone_without_a_question(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, walk(0))

    page = device.undo(match)

    assert page.path == match
    assert written(app, match) == 0


def test_undo_reopens_a_match_that_was_won(app: Flask, device: Device, match: str) -> None:
    device.write(match, walk(0, 9), walk(0, 1))
    end = standing(app, match)

    device.undo(match)
    assert standing(app, match)["result"] is None

    device.redo(match)
    assert standing(app, match) == end


# Stale pages


def stale_forms(page: Page, history: Page, n: int) -> dict[str, Any]:
    return {
        "undo": page.posting("/undo")[0],
        "redo": page.posting("/redo")[0],
        "back": history.posting(f"/entries/{n}/back")[0],
        "take out": history.posting(f"/entries/{n}")[0],
    }


@pytest.mark.slow
@pytest.mark.parametrize("what", ["undo", "redo", "back", "take out"])
@pytest.mark.parametrize("same_device", [True, False])
def test_a_stale_page_is_told_so_and_shown_the_fresh_sheet(
    app: Flask, folder: Path, match: str, what: str, same_device: bool
) -> None:
    phone = Device(app).join(match)
    other = phone if same_device else Device(app).join(match)
    phone.write(match, walk(0), walk(0))
    phone.undo(match)
    forms = stale_forms(phone.open(match), phone.open(f"{match}/entries/0", take_out=1), 0)
    other.write(match, walk(0, 7))
    other.undo(match)
    other.redo(match)
    before = everything_in(folder)

    page = phone.send(forms[what])

    assert any(MOVED_ON in alert for alert in page.alerts)
    assert page.path == match
    assert corner(page)[0] == "Undo: Anna walks 7 steps"
    assert everything_in(folder) == before


# Going back


def test_going_back_says_how_much_it_takes_back_and_can_be_redone(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, walk(0, 3), walk(0, 2), end_turn(0))
    page = device.open(f"{match}/entries/1")
    assert "2 entries will be undone" in page.text

    after = device.send(page.posting("/back")[0])

    assert written(app, match) == 1
    assert corner(after) == ("Undo: Anna walks 3 steps", "Redo: Anna walks 2 steps")
    device.redo(match)
    device.redo(match)
    assert standing(app, match)["turn"] == 1


def test_going_back_over_the_end_of_a_day_is_pointed_out(device: Device, match: str) -> None:
    device.write(match, walk(0), NEXT_DAY, walk(0))

    assert "goes back to Day 1" in device.open(f"{match}/entries/0").text
    assert "goes back to Day" not in device.open(f"{match}/entries/2").text


def test_going_back_to_before_the_day_was_closed_is_over_the_end_of_a_day(
    device: Device, match: str
) -> None:
    device.write(match, walk(0), NEXT_DAY, walk(0), end_turn(0))

    assert "goes back to Day 1" in device.open(f"{match}/entries/1").text


def test_going_back_sent_twice_is_done_once(app: Flask, device: Device, match: str) -> None:
    device.write(match, walk(0), walk(0), walk(0), walk(0))
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
    device.write(match, walk(0, 3), end_turn(0))
    before = everything_in(folder)

    shown = device.open(f"{match}/entries/0", steps=5)

    assert "Anna Steps 3 5 +2" in [row.text for row in shown.all("tr")]
    assert everything_in(folder) == before
    device.send(amending(shown))
    assert steps(app, match) == 5
    assert written(app, match) == 2


def test_later_entries_that_would_be_refused_are_listed_with_their_rule_and_dropped(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, {"do": "deal", "cards": ["a"]}, {"do": "draw", "seat": 0}, end_turn(0))

    shown = device.open(f"{match}/entries/0", take_out=1)

    assert "Anna draws a card" in shown.text
    assert "TR-4" in shown.text
    device.send(amending(shown))
    assert written(app, match) == 1


def test_an_entry_can_be_taken_out(app: Flask, device: Device, match: str) -> None:
    device.write(match, walk(0, 3), walk(0, 2))
    page = device.open(f"{match}/entries/0")
    assert f"{match}/entries/0?take_out=1" in page.links

    device.send(amending(device.open(f"{match}/entries/0", take_out=1)))

    assert steps(app, match) == 2
    assert written(app, match) == 1


def test_an_amendment_sent_twice_is_one(app: Flask, device: Device, match: str) -> None:
    device.write(match, walk(0, 3))
    shown = device.open(f"{match}/entries/0", steps=5)
    form = amending(shown)

    device.send(form)
    page = device.send(form)

    assert steps(app, match) == 5
    assert page.alerts == []
    assert len(matches(app).entries(match.removeprefix("/m/"))) == 2


def test_an_amendment_that_is_refused_changes_nothing_and_names_its_rule(
    folder: Path, device: Device, match: str
) -> None:
    device.write(match, walk(0))
    before = everything_in(folder)

    page = device.amend(match, 0, end_turn(1))

    assert any("TR-1" in alert for alert in page.alerts)
    assert everything_in(folder) == before


@pytest.mark.parametrize("path", ["/entries/0", "/entries/77"])
def test_an_entry_that_does_not_count_cannot_be_amended(
    folder: Path, device: Device, match: str, path: str
) -> None:
    device.write(match, walk(0))
    device.amend(match, 0, walk(0, 2))
    before = everything_in(folder)

    assert device.open(match + path).status in (404, 409)
    assert device.amend(match, int(path.rpartition("/")[2]), None).status in (404, 409)

    assert everything_in(folder) == before


def test_undo_takes_back_an_amendment_on_every_device(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, walk(0, 3), end_turn(0))
    before = steps(app, match)
    device.amend(match, 0, walk(0, 5))
    phone = Device(app).join(match)
    assert corner(phone.open(match))[0].startswith("Undo: the change to")

    page = device.undo(match)

    assert steps(app, match) == before
    assert corner(page)[1].startswith("Redo: the change to")
    listed = phone.open(f"{match}/history").all("li", "entry")
    assert ["undone" in entry.text for entry in listed] == [True, False]
    device.redo(match)
    assert steps(app, match) == before + 2


def test_an_amended_entry_takes_the_place_of_the_old_one_in_the_history(
    device: Device, match: str
) -> None:
    device.write(match, walk(0, 3), end_turn(0))
    device.amend(match, 0, walk(0, 5))

    listed = device.open(f"{match}/history").all("li", "entry")

    assert [item.has_class("entry-amended") for item in listed] == [False, True]
    assert [item.has_class("entry-instead") for item in listed] == [True, False]
    assert "Anna walks 5 steps" in listed[0].text
    assert "Anna walks 3 steps" in listed[1].text
    assert "replaced by 3" in listed[1].text
