"""Errors: a page for each that helps, nothing changed, and never a page that says it broke."""

import json
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from flask import Flask

from tests.toy.arrange import setup, walk
from tests.toy.card import CARD
from tests.web import shared_pages
from tests.web.arrange import Device, Page, everything_in
from tracker.web.titles import TITLE_PAGES

GOOD: Final = json.dumps([walk(0)])


def posts(app: Flask) -> list[str]:
    """Every address that takes something, for the match `<match_id>` and its entry 0.

    Those of a title are tested in its own folder.
    """
    own = {blueprint.name for pages in TITLE_PAGES.values() for blueprint in pages.BLUEPRINTS}
    return sorted(
        rule.rule.replace("<int:n>", "0")
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and rule.endpoint.partition(".")[0] not in {*own, "api"}
    )


ADDRESSES: Final = (
    "/demo",
    "/import",
    "/language",
    "/m/<match_id>/entries",
    "/m/<match_id>/entries/0",
    "/m/<match_id>/entries/0/back",
    "/m/<match_id>/notes",
    "/m/<match_id>/notes/<note_id>/remove",
    "/m/<match_id>/players/hand-over",
    "/m/<match_id>/players/name",
    "/m/<match_id>/redo",
    "/m/<match_id>/table/bring-back",
    "/m/<match_id>/table/code",
    "/m/<match_id>/table/devices/<device>",
    "/m/<match_id>/table/devices/<device>/host",
    "/m/<match_id>/table/join",
    "/m/<match_id>/table/put-away",
    "/m/<match_id>/table/recovery",
    "/m/<match_id>/table/requests/<request_id>",
    "/m/<match_id>/table/settings",
    "/m/<match_id>/undo",
    "/new",
    "/recover/<token>",
)
WHOLE: Final = {
    "version": "1",
    "write_id": "tap",
    "entries": GOOD,
    "entry": "",
    "language": "ru",
    "back": "/",
    "name-0": "Anna",
    "name-1": "Boris",
}


def filled(address: str, match: str) -> str:
    """The address for this match."""
    return address.replace("/m/<match_id>", match).replace("<int:place>", "0")


def test_these_are_all_the_addresses_that_take_something(app: Flask) -> None:
    assert tuple(posts(app)) == ADDRESSES


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_is_taken_without_a_token_of_this_browser(
    app: Flask, folder: Path, device: Device, match: str, address: str
) -> None:
    must_need_a_token(app, folder, device, filled(address, match))


def must_need_a_token(app: Flask, folder: Path, device: Device, address: str) -> None:
    """Nothing is taken there without a token, nor with a forged one or another browser's."""
    before = everything_in(folder)
    tokens: tuple[dict[str, str], ...] = (
        {},
        {"csrf_token": ""},
        {"csrf_token": "forged"},
        {"csrf_token": Device(app).token},
    )
    for token in tokens:
        response = device.client.post(address, data={**WHOLE, **token})
        assert response.status_code == 400
        assert "This form is from another browser or session" in response.text
        assert "language" not in str(response.headers.getlist("Set-Cookie"))
    assert app.test_client().post(address, data=WHOLE).status_code == 400
    assert everything_in(folder) == before


# What is not there


NOT_THERE: Final = (
    "/m/nowhere",
    "/m/nowhere/history",
    "/m/nowhere/points",
    "/m/nowhere/match.json",
    "/m/nowhere/entries/0",
    "/m/nowhere/seats/0/steps",
    "/m/%00",
    "/m/%ff%fe",
    "/m/" + "x" * 5000,
    "/m/..%2f..%2fsecret",
    "/m/' OR 1=1 --",
)


@pytest.mark.parametrize("address", NOT_THERE)
def test_a_match_that_is_not_there_has_a_page_that_says_so(device: Device, address: str) -> None:
    page = device.open(address)

    assert page.status == 404
    assert "There is no" in page.all("h1")[0].text
    assert "/" in page.links


@pytest.mark.parametrize("act", ["entries", "undo", "redo", "entries/0", "entries/0/back"])
def test_nothing_can_be_written_on_a_match_that_is_not_there(
    folder: Path, device: Device, act: str
) -> None:
    before = everything_in(folder)

    response = device.post(f"/m/nowhere/{act}", version="0", write_id="tap", entries=GOOD)

    assert device.follow(response).status == 404
    assert everything_in(folder) == before


@pytest.mark.parametrize("address", ["/nothing", "/static/", "/static/secret", "/m", "/rules/"])
def test_an_address_that_is_not_there_has_a_page(device: Device, address: str) -> None:
    page = device.open(address)

    assert page.status == 404
    assert page.all("h1")[0].text == "There is no page at this address."


def test_a_way_of_asking_that_is_not_meant_has_a_page(device: Device, match: str) -> None:
    page = device.open(f"{match}/undo")

    assert page.status == 405
    assert page.all("h1")


# What was not understood


ENTRIES: Final[dict[str, str]] = {
    "nothing": "",
    "not JSON": "nope",
    "half of it": GOOD[:-5],
    "not a list": json.dumps(walk(0)),
    "a number": "7",
    "a list of numbers": "[1, 2]",
    "nested deeply": "[" * 30_000,
    "nested deeply in an entry": '[{"do":"deal","cards":' + "[" * 30_000,
    "no such entry": '[{"do":"cheat","seat":0}]',
    "no do": '[{"seat":0}]',
    "an unknown field": json.dumps([{**walk(0), "extra": 1}]),
    "a field twice": '[{"do":"walk","seat":0,"seat":0,"steps":1}]',
    "a missing field": '[{"do":"walk","seat":0}]',
    "seat 99": json.dumps([walk(99)]),
    "seat -1": json.dumps([walk(-1)]),
    "seat 10^30": json.dumps([walk(10**30)]),
    "an amount of 0": json.dumps([walk(0, 0)]),
    "an amount of 10": json.dumps([walk(0, 10)]),
    "an amount of 1.5": '[{"do":"walk","seat":0,"steps":1.5}]',
    "an amount of text": '[{"do":"walk","seat":0,"steps":"1"}]',
    "half a surrogate": '[{"do":"deal","cards":{"points":1},"reason":"\\ud800"}]',
    "one good and one bad": json.dumps([walk(0), walk(99)]),
    "not a number": '[{"do":"walk","seat":0,"steps":NaN}]',
    "null": "null",
    "a null byte": "\0",
    "100,001 characters": "[" + " " * 100_001 + "]",
}


@pytest.mark.slow
@pytest.mark.parametrize("what", ENTRIES)
def test_entries_that_are_not_understood_change_nothing_and_get_a_clear_page(
    folder: Path, device: Device, match: str, what: str
) -> None:
    before = everything_in(folder)

    response = device.post(f"{match}/entries", version="0", write_id="tap", entries=ENTRIES[what])

    assert_clear(device, response)
    assert everything_in(folder) == before


def assert_clear(device: Device, response: Any) -> None:
    """Either a page that says what is wrong, or the sheet with a message."""
    page = device.follow(response)
    assert page.status < 500, page.text
    if page.status == 200:
        assert page.alerts
    else:
        assert page.all("h1")[0].text
    for word in ("Traceback", "msgspec", "Expected `", "Exception"):
        assert word not in page.text


@pytest.mark.parametrize("what", ["not JSON", "seat 99", "an unknown field", "nested deeply"])
def test_an_amendment_that_is_not_understood_changes_nothing(
    folder: Path, device: Device, match: str, what: str
) -> None:
    device.write(match, walk(0))
    before = everything_in(folder)
    text = ENTRIES[what].removeprefix("[").removesuffix("]") or "["

    response = device.post(f"{match}/entries/0", version="1", write_id="tap", entry=text)

    assert_clear(device, response)
    assert everything_in(folder) == before


FIELDS: Final = {
    "no version": {"version": ""},
    "a version that is no number": {"version": "x"},
    "a version below zero": {"version": "-1"},
    "a version of 5,000 digits": {"version": "9" * 5000},
    "no write id": {"write_id": ""},
    "a write id of 33 letters": {"write_id": "x" * 33},
    "a write id that no database keeps": {"write_id": "tap\x00"},
}


@pytest.mark.slow
@pytest.mark.parametrize("act", ["entries", "undo", "redo", "entries/0", "entries/0/back"])
@pytest.mark.parametrize("what", FIELDS)
def test_a_form_that_is_not_whole_changes_nothing(
    folder: Path, device: Device, match: str, act: str, what: str
) -> None:
    device.write(match, walk(0), walk(0))
    device.undo(match)
    before = everything_in(folder)

    fields = {"version": "3", "write_id": "tap", "entries": GOOD, **FIELDS[what]}
    response = device.post(f"{match}/{act}", **fields)

    assert_clear(device, response)
    assert everything_in(folder) == before


URLENCODED: Final = "application/x-www-form-urlencoded"


def multipart(fields: dict[str, str]) -> bytes:
    parts = (
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    return ("".join(parts) + "--x--\r\n").encode()


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/new", "/m/<match_id>/entries", "/m/<match_id>/entries/0"])
def test_a_form_of_ten_megabytes_is_not_taken(
    folder: Path, device: Device, match: str, address: str
) -> None:
    device.write(match, walk(0))
    before = everything_in(folder)
    large = "x" * 10_000_000
    fields = {**WHOLE, "csrf_token": device.token, "entries": large, "entry": large}
    fields["name-0"] = large

    for kind, body in (
        (URLENCODED, urlencode(fields).encode()),
        ("multipart/form-data; boundary=x", multipart(fields)),
    ):
        response = device.client.post(
            address.replace("/m/<match_id>", match), data=body, content_type=kind
        )
        assert_clear(device, response)

    assert everything_in(folder) == before


def test_a_form_that_is_larger_than_any_match_is_refused_unread(
    folder: Path, device: Device, match: str
) -> None:
    before = everything_in(folder)

    response = device.client.post(
        f"{match}/entries", data=b"entries=" + b"x" * 18_000_000, content_type=URLENCODED
    )

    assert response.status_code == 413
    assert "too large for a match" in response.text
    assert everything_in(folder) == before


def test_an_amendment_that_arrives_without_its_entry_takes_nothing_out(
    folder: Path, device: Device, match: str
) -> None:
    device.write(match, walk(0))
    before = everything_in(folder)

    response = device.post(f"{match}/entries/0", version="1", write_id="tap")

    assert_clear(device, response)
    assert everything_in(folder) == before


BODIES: Final = (b"\xff\xfe\x00", b"entries=%ff%fe", b"%", b"=&=&=", b"\x00" * 9, b"csrf_token")


@pytest.mark.parametrize(
    "kind",
    [
        URLENCODED,
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/json",
        "text/plain; charset=utf-16",
        "",
    ],
)
def test_weird_bytes_are_not_understood(
    folder: Path, device: Device, match: str, kind: str
) -> None:
    before = everything_in(folder)

    for body in BODIES:
        response = device.client.post(f"{match}/entries", data=body, content_type=kind)
        assert 400 <= response.status_code < 500

    assert everything_in(folder) == before


def test_weird_bytes_in_the_fields_of_a_form_are_not_understood(
    folder: Path, device: Device, match: str
) -> None:
    before = everything_in(folder)
    start = urlencode({"csrf_token": device.token, "version": 0, "write_id": "tap"}).encode()

    for rest in (b"&entries=%ff%fe", b"&entries=%00", b"&entries=\xff", b"&entries=%", b"&="):
        response = device.client.post(
            f"{match}/entries", data=start + rest, content_type=URLENCODED
        )
        assert_clear(device, response)

    assert everything_in(folder) == before


def test_a_set_up_with_only_a_token_is_asked_for_players(folder: Path, device: Device) -> None:
    before = everything_in(folder)

    response = device.post("/new", title=CARD.name)

    assert response.status_code == 422
    assert everything_in(folder) == before


def test_strange_cookies_are_not_broken_by(app: Flask, match: str) -> None:
    device = Device(app)
    device.client.set_cookie("language", "../../etc/passwd")
    device.client.set_cookie("device", "x" * 3000)
    device.client.set_cookie("session", "forged.forged.forged")

    page = device.open(match)

    assert page.status == 200
    assert page.all("html")[0].attributes["lang"] == "en"
    assert device.write(match, walk(0)).status == 403


@pytest.mark.parametrize("accept", ["", "*", "xx", ";;;", "q=1", "ru;q=x", "\xff", "," * 3000])
def test_a_strange_wish_for_a_language_is_english_or_better(app: Flask, accept: str) -> None:
    assert Device(app, Accept_Language=accept).open("/").status == 200


# Names are only names


SCRIPT: Final = "<script>alert(1)</script>"
QUOTES: Final = "\"'><img src=x onerror=alert(1)>"


@pytest.fixture
def scripted(device: Device) -> str:
    """A race whose names, cards and own name are all markup."""
    match = device.make(setup(SCRIPT, QUOTES, "{{7*7}}", "%(x)s {x}"), SCRIPT)
    device.write(match, walk(0), {"do": "deal", "cards": [SCRIPT]}, walk(0))
    device.undo(match)
    return match


def assert_harmless(page: Page) -> None:
    assert page.status == 200
    assert "<script>" not in page.html
    assert "<img src=x" not in page.html
    assert [script for script in page.all("script") if "src" not in script.attributes] == []
    assert "49" not in [item.text.partition(":")[0] for item in page.all("li", "walker")]


def test_names_that_are_markup_are_shown_as_names_on_every_page(
    device: Device, scripted: str
) -> None:
    for address in shared_pages.of_match(scripted):
        assert_harmless(device.open(address))
    device.write(scripted, walk(0, 9))
    again = f"/new?title={CARD.name}&again={scripted[3:]}"
    for address in ("/", "/matches", "/statistics", again, *shared_pages.of_match(scripted)):
        assert_harmless(device.open(address))


def test_a_refusal_with_such_a_name_in_it_is_harmless(device: Device, scripted: str) -> None:
    page = device.write(scripted, walk(3))

    assert page.alerts
    assert_harmless(page)


def test_the_set_up_with_an_error_shows_such_names_as_names(device: Device) -> None:
    (form,) = device.open("/new", title=CARD.name).posting("/new")
    page = device.send(form, **{"name-0": SCRIPT, "match_name": QUOTES})

    assert page.status == 422
    assert "<script>" not in page.html
    assert "<img" not in page.html
