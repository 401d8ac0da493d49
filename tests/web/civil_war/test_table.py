"""The Civil War's sheet for a device of one seat, and for those who ask each other."""

from flask import Flask

from tests.games.civil_war.arrange import ANNA, BORIS, setup
from tests.web.arrange import Device
from tracker.service.rights import Undo


def test_a_seats_device_has_the_pad_in_its_own_turn_only(app: Flask, device: Device) -> None:
    match = device.make(setup())
    boris = Device(app).join(match, BORIS)

    assert "This device is view only." in Device(app).open(match).text
    assert boris.open(match).posting("/entries") == []
    assert "This device scores for Boris." in boris.open(match).text
    asked = boris.open(match, do="find", seat=ANNA, resource="food", amount=1)
    assert asked.posting("/entries") == []
    device.write(match, {"do": "end_turn", "seat": ANNA})

    page = boris.open(match)
    assert page.writing("End turn").method == "post"
    assert not [link for link in page.links if "do=correct" in link or "do=hand_turn" in link]


def test_the_button_of_a_trade_says_whom_it_asks(app: Flask, device: Device) -> None:
    match = device.make(setup())
    tables = app.extensions["tables"]
    tables.settle(match.removeprefix("/m/"), device.name, Undo.ASK, asks=True)
    anna = Device(app).join(match, ANNA)
    device.write(match, {"do": "end_month"})

    asked = {"do": "trade", "seat": ANNA, "with": BORIS, "get.wood": 1}
    assert anna.open(match, **asked).writing("Ask Boris").method == "post"
    assert device.open(match, **asked).writing("Save").method == "post"
    free = {**asked, "get.wood": 0, "give.wood": 1}
    assert anna.open(match, **free).writing("Save").method == "post"
