"""Names that were typed to mislead: cleaned alike by the pages and the interface."""

from collections.abc import Iterable
from typing import Any, Final

import pytest
from flask import Flask

from tests.toy.arrange import ANNA, BORIS, setup, walk
from tests.toy.card import CARD
from tests.web import shared_pages
from tests.web.api.program import SETUP, Program
from tests.web.arrange import Device, sheet, tree_of

TYPED: Final = "\u202eZoe\u0308\n\u200bAnna\x07"
KEPT: Final = "Zo\u00eb Anna"
BLANK: Final = "\u200b\u2060 "


def setup_of(name: str) -> dict[str, Any]:
    return {**SETUP, "seats": [{"name": name}, {"name": "Boris"}]}


def test_a_match_made_by_a_page_or_a_program_has_clean_names(app: Flask, device: Device) -> None:
    form = device.open("/new", title=CARD.name).posting("/new")[0]
    typed = {"name-0": TYPED, "name-1": "Boris", "match_name": TYPED}
    made = device.send(form, **typed).path
    program = Program(app, token=device.secret)
    body = {"title": CARD.name, "setup": setup_of(TYPED), "name": TYPED, "write_id": "clean"}
    other = f"/m/{program.act('/matches', body)['id']}"
    # Sent again it is the same match, not another one with the same id.
    program.act("/matches", body)

    for match in (made, other):
        assert sheet(app, match).name == KEPT
        assert sheet(app, match).setup.seats[0].name == KEPT


def test_a_player_whose_name_cannot_be_seen_is_refused(app: Flask, device: Device) -> None:
    body = {"title": CARD.name, "setup": setup_of(BLANK), "write_id": "blank"}
    response = Program(app).post("/matches", body)
    form = device.open("/new", title=CARD.name).posting("/new")[0]
    page = device.send(form, **{"name-0": BLANK, "name-1": "Boris"})

    assert response.status_code == 400
    assert "blank" in response.get_json()["detail"]
    assert page.status == 422


def test_a_device_is_named_cleanly(app: Flask, device: Device, match: str) -> None:
    guest, tables = Program(app), app.extensions["tables"]
    code = tables.table(match.removeprefix("/m/"), device.name).code
    guest.act(f"/matches/{match.removeprefix('/m/')}/join", {"code": code, "name": TYPED})

    table = tables.table(match.removeprefix("/m/"), device.name)

    assert KEPT in [guest.name for guest in table.guests]


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


class Isolation:
    """The names of a page that stand in an element of their own, and those that do not."""

    def __init__(self, html: str) -> None:
        self.isolated: list[str] = []
        self.bare: list[str] = []
        for node in tree_of(html).iter():
            values = node.attrib.items()
            self.bare += [f"{name}={value}" for name, value in values if "<bdi>" in value]
            self._look_at(node.tag, node.text or "")
            if node.tail:
                self._look_at(node.getparent().tag, node.tail)

    def _look_at(self, tag: str, text: str) -> None:
        if not any(name in text for name in (*ARABIC, MATCH_NAME, DEVICE_NAME, DECK_NAME)):
            return
        if tag == "bdi":
            self.isolated.append(text)
        elif tag not in TEXT_ONLY:
            self.bare.append(text)


def must_be_isolated(device: Device, addresses: Iterable[str]) -> None:
    for address in addresses:
        page = device.open(address)
        names = Isolation(page.html)
        assert page.status == 200, address
        assert names.bare == [], address
        assert names.isolated, address


def test_every_name_is_isolated_from_the_writing_around_it(device: Device) -> None:
    match = device.make(setup(*ARABIC), MATCH_NAME)
    device.write(match, walk(0, 2))

    must_be_isolated(device, shared_pages.of_match(match))
    device.write(match, walk(0, 9))
    must_be_isolated(device, ("/", *shared_pages.of_match(match)))


def test_a_refusal_isolates_the_name_in_it(device: Device) -> None:
    match = device.make(setup(*ARABIC), MATCH_NAME)
    page = device.write(match, walk(1))

    assert page.alerts
    assert Isolation(page.html).bare == []
    assert ARABIC[0] in Isolation(page.html).isolated


def test_a_looker_a_seat_and_a_request_show_names_isolated(app: Flask, device: Device) -> None:
    match = device.make(setup(*ARABIC), MATCH_NAME)
    guest = Device(app).join(match, seat=ANNA)
    device.post(f"{match}/table/settings", undo="own", asks="1")
    guest.write(match, {"do": "carry", "seat": ANNA, "other": BORIS, "steps": 1})

    assert "Waiting for" in guest.open(match).text
    for reader in (device, guest, Device(app)):
        must_be_isolated(reader, (match, f"{match}/table"))
