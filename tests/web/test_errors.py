"""Errors: a page for each that helps, nothing changed, and never a page that says it broke."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.games.civil_war.arrange import ROLES
from tests.web.arrange import Device, Page, everything_in, find, matches
from tracker.games.civil_war import title
from tracker.games.civil_war.setup import Setup

GOOD: Final = json.dumps([find(0)])


def posts(app: Flask) -> list[str]:
    """Every address that takes something, for the match `<match_id>` and its entry 0."""
    return sorted(
        rule.rule.replace("<int:n>", "0")
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.endpoint.startswith("api.")
    )


ADDRESSES: Final = (
    "/decks",
    "/decks/<deck_id>/name",
    "/decks/<deck_id>/remove",
    "/decks/<deck_id>/tiles/<int:place>",
    "/decks/<deck_id>/tiles/<int:place>/remove",
    "/decks/file",
    "/demo",
    "/import",
    "/language",
    "/m/<match_id>/entries",
    "/m/<match_id>/entries/0",
    "/m/<match_id>/entries/0/back",
    "/m/<match_id>/notes",
    "/m/<match_id>/notes/<note_id>/remove",
    "/m/<match_id>/paper/pencilled",
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
    "/m/<match_id>/tiles/lay",
    "/m/<match_id>/tiles/turn",
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
    "players-0-name": "Anna",
    "players-1-name": "Boris",
}


def filled(address: str, match: str) -> str:
    """The address for this match, and for some deck."""
    return address.replace("/m/<match_id>", match).replace("<int:place>", "0")


def test_these_are_all_the_addresses_that_take_something(app: Flask) -> None:
    assert tuple(posts(app)) == ADDRESSES


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("token", [None, "", "forged", "another's"])
def test_nothing_is_taken_without_a_token_of_this_browser(
    app: Flask, folder: Path, device: Device, match: str, address: str, token: str | None
) -> None:
    device.write(match, find(0))
    before = everything_in(folder)
    fields = dict(WHOLE)
    if token is not None:
        fields["csrf_token"] = Device(app).token if token == "another's" else token

    response = device.client.post(filled(address, match), data=fields)

    assert response.status_code == 400
    assert "This form is from another browser or session" in response.text
    assert not response.headers.getlist("Set-Cookie") or "language" not in str(response.headers)
    assert everything_in(folder) == before


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_browser_that_was_never_here_is_told_so(
    folder: Path, client: FlaskClient, match: str, address: str
) -> None:
    before = everything_in(folder)

    response = client.post(filled(address, match), data=WHOLE)

    assert response.status_code == 400
    assert everything_in(folder) == before


# What is not there


NOT_THERE: Final = (
    "/m/nowhere",
    "/m/nowhere/history",
    "/m/nowhere/points",
    "/m/nowhere/match.json",
    "/m/nowhere/entries/0",
    "/m/nowhere/seats/0/food",
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
    "not a list": json.dumps(find(0)),
    "a number": "7",
    "a list of numbers": "[1, 2]",
    "nested deeply": "[" * 30_000,
    "nested deeply in an entry": '[{"do":"correct","seat":0,"set":' + "[" * 30_000,
    "no such entry": '[{"do":"cheat","seat":0}]',
    "no do": '[{"seat":0}]',
    "an unknown field": json.dumps([{**find(0), "extra": 1}]),
    "a field twice": '[{"do":"find","seat":0,"seat":0,"resource":"food","amount":1}]',
    "a missing field": '[{"do":"find","seat":0}]',
    "seat 99": json.dumps([find(99)]),
    "seat -1": json.dumps([find(-1)]),
    "seat 10^30": json.dumps([find(10**30)]),
    "an amount of 0": json.dumps([find(0, "food", 0)]),
    "an amount of 10,000": json.dumps([find(0, "food", 10_000)]),
    "an amount of 1.5": '[{"do":"find","seat":0,"resource":"food","amount":1.5}]',
    "an amount of text": '[{"do":"find","seat":0,"resource":"food","amount":"1"}]',
    "no such resource": json.dumps([find(0, "silver")]),
    "half a surrogate": '[{"do":"correct","seat":0,"set":{"points":1},"reason":"\\ud800"}]',
    "one good and one bad": json.dumps([find(0), find(99)]),
    "not a number": '[{"do":"find","seat":0,"resource":"food","amount":NaN}]',
    "null": "null",
    "a null byte": "\0",
    "100,001 characters": "[" + " " * 100_001 + "]",
}


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
    device.write(match, find(0))
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


@pytest.mark.parametrize("act", ["entries", "undo", "redo", "entries/0", "entries/0/back"])
@pytest.mark.parametrize("what", FIELDS)
def test_a_form_that_is_not_whole_changes_nothing(
    folder: Path, device: Device, match: str, act: str, what: str
) -> None:
    device.write(match, find(0), find(0))
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


@pytest.mark.parametrize("address", ["/new", "/m/<match_id>/entries", "/m/<match_id>/entries/0"])
def test_a_form_of_ten_megabytes_is_not_taken(
    folder: Path, device: Device, match: str, address: str
) -> None:
    device.write(match, find(0))
    before = everything_in(folder)
    large = "x" * 10_000_000
    fields = {**WHOLE, "csrf_token": device.token, "entries": large, "entry": large}
    fields["players-0-name"] = large

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
    device.write(match, find(0))
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

    response = device.post("/new")

    assert response.status_code == 422
    assert everything_in(folder) == before


def test_a_set_up_with_only_two_names_is_not_broken(device: Device) -> None:
    response = device.post("/new", **{"players-0-name": "Anna", "players-1-name": "Boris"})

    assert response.status_code in (303, 422)


@pytest.mark.parametrize(
    "fields",
    [
        {"players-9-name": "Tenth"},
        {"players-x-name": "Nobody"},
        {"players-999999999999-name": "Far"},
        {"bonus-6-gold": "1"},
        {"bonus-0-silver": "1"},
        {"brigade_water": "9" * 5000},
        {"bonus-0-gold": "²"},
        {"players-0-name": "\0"},
        {"players-0-name": "\ud7ff\ufffe"},
        {"match_name": "\n\r\t"},
    ],
)
def test_a_set_up_with_strange_fields_is_not_broken(device: Device, fields: dict[str, str]) -> None:
    (form,) = device.open("/new", title="civil-war").posting("/new")
    names = {"players-0-name": "Anna", "players-1-name": "Boris"}

    page = device.send(form, **{**names, **fields})

    assert page.status < 500


ARGUMENTS: Final[tuple[dict[str, str], ...]] = (
    {"do": "find", "seat": "99", "resource": "food", "amount": "1"},
    {"do": "find", "seat": "-1", "resource": "food", "amount": "1"},
    {"do": "find", "seat": "²", "resource": "food", "amount": "1"},
    {"do": "find", "seat": "9" * 5000, "resource": "food", "amount": "1"},
    {"do": "find", "resource": "silver", "amount": "1"},
    {"do": "find", "resource": "food", "amount": "9" * 5000},
    {"do": "find", "resource": "food", "amount": "1+" * 5000},
    {"do": "find", "resource": "food", "amount": "1", "where": "behind"},
    {"do": "find", "resource": "food", "amount": "٣"},
    {"do": "meet", "kind": "volunteer", "amount": "3", "help_1": "99999"},
    {"do": "meet", "kind": "volunteer", "amount": "30", "fall_0_cherokee": "99999", "taken": "x"},
    {"do": "correct", "points": "²", "reason": "x"},
    {"do": "correct", "points": "9" * 5000, "reason": "x"},
    {"do": "correct", "points": "99999", "reason": "x"},
    {"do": "correct", "points": "--4", "reason": "x"},
    {"do": "correct", "points": "-", "reason": "x"},
    {"do": "correct", "set_wagon": "7", "reason": "x"},
    {"do": "correct", "set_gold": "99999", "reason": "x"},
    {"do": "correct", "set_gold": "3", "reason": "x" * 5000},
    {"do": "lure", "lure_1_cherokee": "9+9+9"},
    {"do": "spend_reserve", "way": "turncoat", "turncoat": "99"},
    {"do": "hand_turn", "to": "99"},
    {"do": "hand_over", "to": "0", "bonus": "fort"},
    {"do": "cheat"},
    {"do": ""},
    {"view": "other"},
    {"more": "", "less": "x", "key": "<script>"},
    {"do": "find", "resource": "food", "amount": "1", "key": "\0"},
)


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=lambda arguments: "&".join(arguments)[:40])
def test_a_strange_address_of_the_pad_is_a_page(
    folder: Path, device: Device, match: str, arguments: dict[str, str]
) -> None:
    before = everything_in(folder)

    for headers in ({}, {"HX-Request": "true"}):
        device.headers = headers
        assert device.open(match, **arguments).status == 200

    assert everything_in(folder) == before


@pytest.mark.parametrize(
    "arguments",
    [
        {"do": "trade", "with": "99", "give_gold": "1"},
        {"do": "trade", "with": "0", "give_gold": "1"},
        {"do": "trade", "with": "1", "give_gold": "99999"},
        {"do": "hq_trade", "give": "gold", "get": "gold", "times": "1"},
        {"do": "hq_trade", "give": "gold", "get": "food", "times": "99999"},
        {"do": "upkeep", "fall_0_cherokee": "9999", "fall_1_cherokee": "x"},
    ],
    ids=lambda arguments: "&".join(arguments),
)
def test_a_strange_address_of_the_months_end_is_a_page(
    device: Device, match: str, arguments: dict[str, str]
) -> None:
    device.write(match, {"do": "end_month"})

    assert device.open(match, **arguments).status == 200


@pytest.mark.parametrize(
    "arguments",
    [
        {"do": "find", "amount": "²"},
        {"do": "find", "seat": "9" * 5000, "amount": "3"},
        {"do": "cheat"},
        {"take_out": "2"},
        {"take_out": "1", "do": "find", "amount": "x"},
    ],
    ids=lambda arguments: "&".join(arguments),
)
def test_a_strange_address_of_an_entry_is_a_page(
    device: Device, match: str, arguments: dict[str, str]
) -> None:
    device.write(match, find(0))

    assert device.open(f"{match}/entries/0", **arguments).status == 200


def test_strange_cookies_are_not_broken_by(app: Flask, match: str) -> None:
    device = Device(app)
    device.client.set_cookie("language", "../../etc/passwd")
    device.client.set_cookie("device", "x" * 3000)
    device.client.set_cookie("session", "forged.forged.forged")

    page = device.open(match)

    assert page.status == 200
    assert page.all("html")[0].attributes["lang"] == "en"
    assert device.write(match, find(0)).status == 403


@pytest.mark.parametrize("accept", ["", "*", "xx", ";;;", "q=1", "ru;q=x", "\xff", "," * 3000])
def test_a_strange_wish_for_a_language_is_english_or_better(app: Flask, accept: str) -> None:
    assert Device(app, Accept_Language=accept).open("/").status == 200


# Names are only names


SCRIPT: Final = "<script>alert(1)</script>"
QUOTES: Final = "\"'><img src=x onerror=alert(1)>"


@pytest.fixture
def scripted(device: Device) -> str:
    """A match whose names, reason and match's name are all markup."""
    roles = ROLES[:4]
    document = {
        "months": 6,
        "tiles_per_player": 4,
        "seats": [
            {"name": name[:40], "role": role}
            for name, role in zip((SCRIPT, QUOTES, "{{7*7}}", "%(x)s {x}"), roles, strict=True)
        ],
    }
    made = msgspec.convert(document, Setup)
    match_id = matches(device.app).make(title.NAME, made, SCRIPT, device.name, [0, 1])
    match = f"/m/{match_id}"
    reason = {"do": "correct", "seat": 0, "set": {"points": 3}, "reason": SCRIPT + QUOTES}
    device.write(match, reason, find(0))
    device.undo(match)
    return match


def pages_of(match: str) -> Iterator[str]:
    yield from ("/", match, f"{match}/history", f"{match}/points", f"{match}/entries/0")
    yield from (f"{match}/seats/0/points", f"{match}/entries/0?take_out=1")
    yield from (f"{match}?do=correct&seat=1", f"{match}?do=find&seat=2&resource=food&amount=1")
    yield from (f"{match}?do=meet&seat=0&kind=volunteer&amount=1&choose=1",)
    yield from ("/matches", "/statistics", "/new?title=civil-war")
    yield f"/new?title=civil-war&again={match[3:]}"
    names = ("board", "check", "notes", "paper", "share", "table", "tiles")
    yield from (f"{match}/{name}" for name in names)


def assert_harmless(page: Page) -> None:
    assert page.status == 200
    assert "<script>" not in page.html
    assert "<img" not in page.html
    assert [script for script in page.all("script") if "src" not in script.attributes] == []
    assert "49" not in [heading.text for heading in page.all("h3", "seat-name")]


def test_names_that_are_markup_are_shown_as_names_on_every_page(
    device: Device, scripted: str
) -> None:
    for address in pages_of(scripted):
        assert_harmless(device.open(address))
    device.write(scripted, find(0))
    assert_harmless(Device(device.app).join(scripted).undo(scripted))
    device.write(scripted, {"do": "end_month"})
    assert_harmless(device.open(scripted))
    assert_harmless(device.open(scripted, do="trade", seat=0))
    device.write(scripted, {"do": "upkeep"})
    assert_harmless(device.open(scripted))
    assert_harmless(device.open(scripted, do="buy_off", seat=0, target=1))


def test_what_was_typed_is_markup_nowhere(device: Device, match: str) -> None:
    for name in ("amount", "key", "where", "resource", "choose", "reason", "help_1"):
        for do in ("find", "meet", "correct"):
            assert_harmless(device.open(match, do=do, **{name: SCRIPT}))


def test_a_refusal_with_such_a_name_in_it_is_harmless(device: Device, scripted: str) -> None:
    page = device.write(scripted, {"do": "end_turn", "seat": 3})

    assert page.alerts
    assert_harmless(page)


def test_the_set_up_with_an_error_shows_such_names_as_names(device: Device) -> None:
    (form,) = device.open("/new", title="civil-war").posting("/new")

    page = device.send(form, **{"players-0-name": SCRIPT, "match_name": QUOTES})

    assert page.status == 422
    assert "<script>" not in page.html
    assert "<img" not in page.html
