"""Names and reasons that were typed to mislead, on the pages of the Civil War."""

import msgspec
import pytest
from flask import Flask

from tests.web.api.program import Program
from tests.web.arrange import Device, matches
from tests.web.civil_war.arrange import SETUP, correct
from tests.web.test_clean_names import (
    ARABIC,
    BLANK,
    DECK_NAME,
    KEPT,
    MATCH_NAME,
    TYPED,
    must_be_isolated,
)
from tracker.games.civil_war.setup import Setup


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
    assert {entry.entry.reason for entry in written} == {KEPT}


def test_a_deck_is_named_cleanly(app: Flask, device: Device) -> None:
    deck = app.extensions["decks"].make(TYPED, [], device.name)

    assert app.extensions["decks"].deck(deck).name == KEPT


def arabic_match(app: Flask, device: Device) -> str:
    roles = ("southern_officer", "northern_officer", "northern_soldier")
    seats = [{"name": name, "role": role} for name, role in zip(ARABIC, roles, strict=True)]
    setup = msgspec.convert({**SETUP, "seats": seats}, Setup)
    match_id = matches(app).make("civil-war", setup, MATCH_NAME, device.name, drawn=(0, 2))
    return f"/m/{match_id}"


def pages_of(match: str) -> tuple[str, ...]:
    return (
        *("/", match, f"{match}?view=sheet", f"{match}/history", f"{match}/points"),
        *(f"{match}/tiles", f"{match}/table", f"{match}/paper", f"{match}/entries/0"),
        *(f"{match}/seats/0/points", f"{match}/rules", f"{match}/paper/pencilled"),
        *(f"{match}?do={do}&seat=0" for do in ("find", "lose", "correct", "trade", "hq_trade")),
        *(f"{match}?do={do}&seat=0&target=1" for do in ("hand_over", "attack", "buy_off", "lure")),
        f"{match}?do=hand_turn",
        f"{match}?do=meet&seat=0&kind=northern_soldier&amount=9",
    )


@pytest.mark.slow
def test_every_name_is_isolated_from_the_writing_around_it(app: Flask, device: Device) -> None:
    match = arabic_match(app, device)
    device.write(match, {"do": "find", "seat": 0, "resource": "food", "amount": 3})
    device.write(match, correct(0, people={"volunteer": 40}, resources={"weapons": 99}))
    must_be_isolated(device, pages_of(match))

    device.write(match, {"do": "end_month"})
    must_be_isolated(device, pages_of(match))
    device.write(match, {"do": "upkeep"})
    must_be_isolated(device, pages_of(match))
    attack = {"do": "attack", "seat": 0, "target": 1, "press": True}
    device.write(match, attack, {**attack, "seat": 0, "target": 2})
    must_be_isolated(device, pages_of(match))


def test_a_looker_a_seat_and_a_request_show_names_isolated(app: Flask, device: Device) -> None:
    match = arabic_match(app, device)
    device.write(match, {"do": "end_month"})
    guest = Device(app).join(match, seat=1)
    trade = {"do": "trade", "seat": 1, "with": 0, "give": {"gold": 1}, "get": {"food": 1}}
    device.post(f"{match}/table/settings", undo="own", asks="1")
    guest.write(match, trade)

    assert "Waiting for" in guest.open(match).text
    for reader in (device, guest, Device(app)):
        must_be_isolated(reader, (match, f"{match}/table", f"{match}?view=sheet"))


def test_decks_and_devices_are_isolated(app: Flask, device: Device) -> None:
    deck = app.extensions["decks"].make(DECK_NAME, [], device.name)

    must_be_isolated(device, ("/decks", f"/decks/{deck}"))
