"""Names and reasons that were typed to mislead: cleaned alike by the pages and the interface."""

from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any, Final

import msgspec
import pytest
from flask import Flask

from tests.web.api.program import SETUP, Program
from tests.web.arrange import EMPTY, Device, correct, matches, sheet
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
    assert {entry.entry.reason for entry in written} == {KEPT}


def test_a_device_and_a_deck_are_named_cleanly(app: Flask, device: Device) -> None:
    match = device.make()
    guest = Program(app)
    code = app.extensions["tables"].table(match.removeprefix("/m/"), device.name).code
    guest.act(f"/matches/{match.removeprefix('/m/')}/join", {"code": code, "name": TYPED})
    deck = app.extensions["decks"].make(TYPED, [], device.name)

    table = app.extensions["tables"].table(match.removeprefix("/m/"), device.name)
    assert KEPT in [guest.name for guest in table.guests]
    assert app.extensions["decks"].deck(deck).name == KEPT


@pytest.mark.parametrize("name", ["\u05d3\u05d5\u05d3", "Анна", "王芳"])
def test_names_of_every_script_stay(app: Flask, name: str) -> None:
    program = Program(app)
    match = program.make(setup_of(name))

    assert program.read(match)["position"]["seats"][0]["name"] == name


# Names in their own direction

ARABIC: Final = ("أحمد", "ليلى", "يوسف")
MATCH_NAME: Final = "مساء الجمعة"
DEVICE_NAME: Final = "لوح"
DECK_NAME: Final = "بطاقات"
TEXT_ONLY: Final = frozenset({"title", "option", "text", "script"})
"""Elements that hold no other elements: what stands in one is alone there."""


class Isolation(HTMLParser):
    """The names of a page that stand in an element of their own, and those that do not."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.isolated: list[str] = []
        self.bare: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in EMPTY:
            self._open.append(tag)
        self.bare += [f"{name}={value}" for name, value in attrs if value and "<bdi>" in value]

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(name in data for name in (*ARABIC, MATCH_NAME, DEVICE_NAME, DECK_NAME)):
            return
        if self._open[-1] == "bdi":
            self.isolated.append(data)
        elif self._open[-1] not in TEXT_ONLY:
            self.bare.append(data)


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


def must_be_isolated(device: Device, addresses: Iterable[str]) -> None:
    for address in addresses:
        page = device.open(address)
        names = Isolation(page.html)
        assert page.status == 200, address
        assert names.bare == [], address
        assert names.isolated, address


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


def test_a_refusal_isolates_the_name_in_it(app: Flask, device: Device) -> None:
    match = arabic_match(app, device)

    page = device.write(match, {"do": "raise_brigade", "seat": 0})

    assert page.alerts
    assert Isolation(page.html).bare == []
    assert ARABIC[0] in Isolation(page.html).isolated


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
