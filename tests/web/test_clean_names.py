"""Names and reasons that were typed to mislead: cleaned alike by the pages and the interface."""

from typing import Any, Final

import msgspec
import pytest
from flask import Flask

from tests.web.api.program import SETUP, Program
from tests.web.arrange import Device, correct, matches, sheet
from tracker.games.civil_war.setup import Setup

TYPED: Final = "\u202eZoe\u0308\n\u200bAnna\x07"
KEPT: Final = "Zo\u00eb Anna"
BLANK: Final = "\u200b\u2060 "


def setup_of(name: str) -> dict[str, Any]:
    roles = (name, "southern_officer"), ("Boris", "northern_soldier")
    seats = [{"name": player, "role": role} for player, role in roles]
    return {**SETUP, "seats": seats}


def test_a_match_made_by_a_page_or_a_program_has_clean_names(app: Flask, device: Device) -> None:
    page = device.open("/new", title="civil-war")
    form = page.posting("/new")[0]
    typed = {"players-0-name": TYPED, "players-1-name": "Boris", "match_name": TYPED}
    made = device.send(form, **typed).path
    program = Program(app, token=device.secret)
    body = {"title": "civil-war", "setup": setup_of(TYPED), "name": TYPED, "write_id": "clean"}
    other = f"/m/{program.act('/matches', body)['id']}"
    # Sent again it is the same match, not another one with the same id.
    program.act("/matches", body)

    for match in (made, other):
        assert sheet(app, match).name == KEPT
        assert sheet(app, match).setup.seats[0].name == KEPT


def test_a_player_whose_name_cannot_be_seen_is_refused(app: Flask, device: Device) -> None:
    program = Program(app)
    body = {"title": "civil-war", "setup": setup_of(BLANK), "write_id": "blank"}

    response = program.post("/matches", body)
    page = device.send(
        device.open("/new", title="civil-war").posting("/new")[0],
        **{"players-0-name": BLANK, "players-1-name": "Boris"},
    )

    assert response.status_code == 400
    assert "blank" in response.get_json()["detail"]
    assert page.status == 422


def test_the_reason_of_a_correction_is_clean_or_refused(app: Flask, device: Device) -> None:
    match = device.make(msgspec.convert(SETUP, Setup))
    address = f"/matches/{match.removeprefix('/m/')}"
    program = Program(app, token=device.secret)
    entry = {**correct(0, points=3), "reason": TYPED}

    device.write(match, entry)
    assert program.write(address, entry, write_id="program").status_code == 200
    assert program.write(address, entry, write_id="program").status_code == 200
    body = {"entry": entry, "version": 2, "write_id": "amended"}
    assert program.post(f"{address}/entries/0", body).status_code == 200
    refused = program.write(address, {**entry, "reason": BLANK})

    assert refused.status_code == 400
    written = matches(app).entries(match.removeprefix("/m/"))
    assert {one.entry.reason for one in written} == {KEPT}


def test_a_device_and_a_deck_are_named_cleanly(app: Flask, device: Device) -> None:
    match = device.make()
    guest = Program(app)
    code = app.extensions["tables"].table(match.removeprefix("/m/"), device.name).code
    guest.act(f"/matches/{match.removeprefix('/m/')}/join", {"code": code, "name": TYPED})
    deck = app.extensions["decks"].make(TYPED, [], device.name)

    table = app.extensions["tables"].table(match.removeprefix("/m/"), device.name)
    assert KEPT in [one.name for one in table.guests]
    assert app.extensions["decks"].deck(deck).name == KEPT


@pytest.mark.parametrize("name", ["\u05d3\u05d5\u05d3", "Анна", "王芳"])
def test_names_of_every_script_stay(app: Flask, name: str) -> None:
    program = Program(app)
    match = program.make(setup_of(name))

    assert program.read(match)["position"]["seats"][0]["name"] == name


def test_names_are_isolated_from_the_writing_around_them(device: Device) -> None:
    match = device.make(msgspec.convert(setup_of("\u05d3\u05d5\u05d3"), Setup))
    device.write(match, {"do": "find", "seat": 0, "resource": "food", "amount": 3})

    for address in (match, f"{match}/history", f"{match}/points"):
        assert "<bdi>\u05d3\u05d5\u05d3</bdi>" in device.open(address).html, address
