"""Errors on the pages of the Civil War: strange addresses, forms and names break nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest
from flask import Flask

from tests.games.civil_war.arrange import ROLES
from tests.web.arrange import Device, everything_in
from tests.web.civil_war.arrange import SETUP, TITLE, find
from tests.web.test_errors import QUOTES, SCRIPT, assert_harmless, filled, must_need_a_token
from tracker.games.civil_war.setup import Setup
from tracker.web.titles import TITLE_PAGES


def posts(app: Flask) -> list[str]:
    own = {blueprint.name for blueprint in TITLE_PAGES[TITLE].BLUEPRINTS}
    return sorted(
        rule.rule
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and rule.endpoint.partition(".")[0] in own
    )


def test_nothing_is_taken_without_a_token_of_this_browser(
    app: Flask, folder: Path, device: Device, match: str
) -> None:
    assert len(posts(app)) == 11
    for address in posts(app):
        must_need_a_token(app, folder, device, filled(address, match))


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
    {"do": "meet", "kind": "volunteer", "count": "3", "help.1": "99999"},
    {
        "do": "meet",
        "kind": "volunteer",
        "count": "30",
        "casualties.cherokee": "99999",
        "taken": "x",
    },
    {"do": "correct", "points": "²", "reason": "x"},
    {"do": "correct", "points": "9" * 5000, "reason": "x"},
    {"do": "correct", "points": "99999", "reason": "x"},
    {"do": "correct", "points": "--4", "reason": "x"},
    {"do": "correct", "points": "-", "reason": "x"},
    {"do": "correct", "set.bonuses.wagon": "7", "reason": "x"},
    {"do": "correct", "set.resources.gold": "99999", "reason": "x"},
    {"do": "correct", "set.resources.gold": "3", "reason": "x" * 5000},
    {"do": "lure", "from.1.cherokee": "9+9+9"},
    {"do": "spend_reserve", "way": "turncoat", "turncoat": "99"},
    {"do": "hand_turn", "to": "99"},
    {"do": "hand_over", "to": "0", "bonus": "fort"},
    {"do": "cheat"},
    {"do": ""},
    {"view": "other"},
    {"more": "", "less": "x", "key": "<script>"},
    {"do": "find", "resource": "food", "amount": "1", "key": "\0"},
)


@pytest.mark.slow
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
        {"do": "trade", "with": "99", "give.gold": "1"},
        {"do": "trade", "with": "0", "give.gold": "1"},
        {"do": "trade", "with": "1", "give.gold": "99999"},
        {"do": "hq_trade", "give": "gold", "get": "gold", "times": "1"},
        {"do": "hq_trade", "give": "gold", "get": "food", "times": "99999"},
        {"do": "upkeep", "casualties.0.cherokee": "9999", "casualties.1.cherokee": "x"},
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


# Names are only names


@pytest.fixture
def scripted(device: Device) -> str:
    """A match whose names, reason and match's name are all markup."""
    names = zip((SCRIPT, QUOTES, "{{7*7}}", "%(x)s {x}"), ROLES[:4], strict=True)
    seats = [{"name": name[:40], "role": role} for name, role in names]
    match = device.make(msgspec.convert({**SETUP, "seats": seats}, Setup), SCRIPT)
    reason = {"do": "correct", "seat": 0, "set": {"points": 3}, "reason": SCRIPT + QUOTES}
    device.write(match, reason, find(0))
    device.undo(match)
    return match


def pages_of(match: str) -> Iterator[str]:
    yield from (match, f"{match}/history", f"{match}/points", f"{match}/entries/0")
    yield from (f"{match}/seats/0/points", f"{match}/entries/0?take_out=1")
    yield from (f"{match}?do=correct&seat=1", f"{match}?do=find&seat=2&resource=food&amount=1")
    yield from (f"{match}?do=meet&seat=0&kind=volunteer&count=1&choose=1", f"{match}/tiles")
    yield from (f"{match}/board", f"{match}/paper", f"/new?title=civil-war&again={match[3:]}")


def test_names_that_are_markup_are_shown_as_names_on_every_page(
    device: Device, scripted: str
) -> None:
    for address in pages_of(scripted):
        assert_harmless(device.open(address))
    device.write(scripted, {"do": "end_month"})
    assert_harmless(device.open(scripted))
    assert_harmless(device.open(scripted, do="trade", seat=0))
    device.write(scripted, {"do": "upkeep"})
    assert_harmless(device.open(scripted))
    assert_harmless(device.open(scripted, do="buy_off", seat=0, target=1))


def test_what_was_typed_is_markup_nowhere(device: Device, match: str) -> None:
    for name in ("amount", "key", "where", "resource", "choose", "reason", "help.1"):
        for do in ("find", "meet", "correct"):
            assert_harmless(device.open(match, do=do, **{name: SCRIPT}))


def test_the_set_up_with_an_error_shows_such_names_as_names(device: Device) -> None:
    (form,) = device.open("/new", title="civil-war").posting("/new")

    page = device.send(form, **{"players-0-name": SCRIPT, "match_name": QUOTES})

    assert page.status == 422
    assert "<script>" not in page.html
    assert "<img" not in page.html
