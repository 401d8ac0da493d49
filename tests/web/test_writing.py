"""Writing on a match: once however often it is sent, durable, and refused with its rule."""

import json
from pathlib import Path

import pytest
from flask import Flask

from tests.toy.arrange import end_turn, walk
from tests.toy.web import toy_app
from tests.web.arrange import Device, everything_in, matches, sheet, standing, written


def test_an_entry_is_committed_before_the_answer(
    app: Flask, folder: Path, device: Device, match: str
) -> None:
    device.write(match, walk(0, 5))

    other = toy_app(folder)
    assert standing(other, match)["seats"][0]["steps"] == 5
    matches(other)._database.close()


def test_a_server_that_was_stopped_and_started_shows_the_match_where_it_was(
    app: Flask, folder: Path, device: Device, match: str
) -> None:
    device.write(match, walk(0), end_turn(0), {"do": "next_day"})
    before = standing(app, match)
    matches(app)._database.close()

    again = toy_app(folder)

    assert standing(again, match) == before
    assert Device(again).open(match).status == 200
    matches(again)._database.close()


def test_a_page_that_was_open_while_the_server_was_restarted_can_still_be_sent(
    app: Flask, folder: Path, device: Device, match: str
) -> None:
    form = device.open(match).writing("End turn")
    cookies = [device.client.get_cookie(name) for name in ("session", "device")]
    matches(app)._database.close()

    again = Device(toy_app(folder))
    for cookie in cookies:
        assert cookie is not None
        again.client.set_cookie(cookie.key, cookie.value)
    again.send(form)

    assert standing(again.app, match)["turn"] == 1
    matches(again.app)._database.close()


def test_a_double_tap_is_one_entry(app: Flask, device: Device, match: str) -> None:
    form = device.open(match).writing("End turn")

    device.send(form)
    page = device.send(form)

    assert written(app, match) == 1
    assert standing(app, match)["turn"] == 1
    assert page.alerts == []


def test_a_double_tap_on_write_and_end_turn_is_one_entry_and_one_turn(
    app: Flask, device: Device, match: str
) -> None:
    page = device.open(match, do="walk", seat=0, steps=5)
    form = page.writing("Save and end turn")

    device.send(form)
    device.send(form)

    assert written(app, match) == 2
    assert standing(app, match)["seats"][0]["steps"] == 5
    assert standing(app, match)["turn"] == 1


def test_a_form_sent_again_by_the_back_button_much_later_is_one_entry(
    app: Flask, device: Device, match: str
) -> None:
    form = device.open(match).writing("End turn")
    device.send(form)
    device.write(match, walk(1), end_turn(1))

    device.send(form)

    assert written(app, match) == 3
    assert standing(app, match)["turn"] == 0


def test_a_reload_after_an_entry_loads_the_sheet_and_writes_nothing(
    app: Flask, device: Device, match: str
) -> None:
    response = device.post(
        f"{match}/entries", entries=json.dumps([end_turn(0)]), version="0", write_id="tap-tap-tap"
    )

    assert response.status_code == 303
    for _ in range(2):
        assert device.follow(response).status == 200
    assert written(app, match) == 1


def test_every_page_gives_every_form_a_write_of_its_own(device: Device, match: str) -> None:
    device.write(match, walk(0))
    pages = [device.open(match), device.open(match)]

    ids = [
        form.fields["write_id"] for page in pages for form in page.forms if "version" in form.fields
    ]

    assert len(ids) >= 4
    assert len(set(ids)) == len(ids)


def test_two_taps_on_two_pages_are_two_entries(app: Flask, device: Device, match: str) -> None:
    for _ in range(2):
        page = device.open(match, do="walk", seat=0, steps=1)
        device.send(page.writing("Save"), then_end_turn="")

    assert written(app, match) == 2


def test_a_stale_entry_that_is_still_legal_is_accepted(app: Flask, match: str) -> None:
    phone, other = Device(app).join(match), Device(app).join(match)
    stale = sheet(app, match).version
    phone.write(match, walk(0))

    page = other.write(match, walk(0, 2), version=stale)

    assert page.alerts == []
    assert written(app, match) == 2


def test_a_stale_entry_that_is_refused_now_is_told_so_with_the_fresh_sheet(
    app: Flask, folder: Path, match: str
) -> None:
    phone, other = Device(app).join(match), Device(app).join(match)
    form = other.open(match).writing("End turn")
    phone.write(match, end_turn(0))
    before = everything_in(folder)

    page = other.send(form)

    told = " ".join(page.alerts)
    assert "The match has changed" in told
    assert "It is Boris's turn." in told
    assert "TR-1" in told
    assert everything_in(folder) == before


@pytest.mark.parametrize(
    ("entry", "rule", "says"),
    [
        (end_turn(1), "TR-1", "It is Anna's turn."),
        ({"do": "draw", "seat": 0}, "TR-4", "No card lies there."),
    ],
)
def test_a_refused_entry_changes_nothing_and_shows_its_sentence_and_rule(
    folder: Path, device: Device, match: str, entry: dict[str, object], rule: str, says: str
) -> None:
    before = everything_in(folder)

    page = device.write(match, entry)

    (alert,) = page.alerts
    assert says in alert
    assert rule in alert
    assert f"/rules/{rule}" in page.links
    assert everything_in(folder) == before


@pytest.mark.parametrize(
    "changed",
    [
        {"write_id": ""},
        {"write_id": "two words"},
        {"write_id": "w" * 33},
        {"write_id": "w\n"},
        {"version": ""},
        {"version": "-1"},
        {"version": "first"},
        {"entries": ""},
        {"entries": " "},
        {"entries": "[" + " " * 100_000},
        {"then_end_turn": "00000"},
    ],
)
def test_a_form_that_is_not_whole_writes_nothing(
    folder: Path, device: Device, match: str, changed: dict[str, str]
) -> None:
    before = everything_in(folder)
    whole = {"write_id": "w", "version": "0", "entries": json.dumps([end_turn(0)])}

    page = device.follow(device.post(f"{match}/entries", **{**whole, **changed}))

    assert page.alerts == ["The form arrived incomplete; nothing was saved."]
    assert everything_in(folder) == before


def test_a_refusal_is_shown_once(device: Device, match: str) -> None:
    device.write(match, end_turn(1))

    assert device.open(match).alerts == []


def test_of_entries_sent_together_none_is_written_where_one_is_refused(
    folder: Path, device: Device, match: str
) -> None:
    before = everything_in(folder)

    page = device.write(match, walk(0), end_turn(1))

    assert page.alerts
    assert everything_in(folder) == before
