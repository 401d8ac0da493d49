"""The deck workshop: decks and tiles by touch, files in and out, and a deck in a match."""

import io
import json
from typing import Any

import msgspec
import pytest
from flask import Flask

from tests.web.arrange import Device, Form, Page, sheet
from tests.web.civil_war.arrange import SETUP, decks
from tests.web.conftest import Tray
from tests.web.test_downloads import NAMES, asked, assert_arrived
from tracker.games.civil_war import deck
from tracker.games.civil_war.box import DATA
from tracker.games.civil_war.setup import Setup

SHIPPED = (DATA / "decks" / "standard.json").read_bytes()
TILE = {
    "id": "1",
    "top": "food",
    "amount": "4",
    "left": "cherokee",
    "left_count": "3",
    "right": "volunteer",
    "bottom": "gold",
    "middle": "",
}
WHOLE = {
    "id": "1",
    "top": {"resource": "food", "amount": 4, "crossed": False},
    "left": {"kind": "cherokee", "count": 3},
    "right": {"kind": "volunteer"},
    "bottom": {"resource": "gold"},
}


def make(device: Device, name: str = "Ours", copy_of: str = "") -> str:
    """A new deck; its address."""
    (form,) = device.open("/decks").posting("/decks")
    return device.send(form, name=name, copy_of=copy_of).path


def tile_form(page: Page) -> Form:
    return next(form for form in page.forms if "amount" in form.fields)


def bring_in(device: Device, data: bytes) -> Page:
    fields = {"csrf_token": device.token, "file": (io.BytesIO(data), "deck.json")}
    return device.follow(device.client.post("/decks/file", data=fields))


@pytest.mark.parametrize("name", ["sample-2", "standard"])
def test_the_shelf_has_the_shipped_decks_and_all_their_tiles_are_drawn(
    device: Device, name: str
) -> None:
    assert f"/decks/{name}" in device.open("/decks").links

    page = device.open(f"/decks/{name}")

    assert len(page.all("svg", "tile")) == 56
    assert page.posting("/remove") == []


def test_a_new_match_begins_with_todays_sample_deck_and_the_first_one_can_be_chosen(
    app: Flask, device: Device
) -> None:
    def chosen(**fields: str) -> Any:
        (form,) = device.open("/new", title="civil-war").posting("/new")
        players = {"players-0-name": "Anna", "players-1-name": "Boris"}
        return sheet(app, device.send(form, **players, **fields).path).setup.deck

    assert chosen() == "sample-2"
    assert chosen(deck="standard") == "standard"


def test_an_earlier_match_keeps_its_deck_also_when_it_is_played_again(
    app: Flask, device: Device
) -> None:
    """Its set-up names no deck: that is the first one."""
    old = device.make(msgspec.convert(SETUP, Setup))

    again = device.open("/new", title="civil-war", again=old.removeprefix("/m/"), seats="same")

    (form,) = again.posting("/new")
    assert sheet(app, old).position.game.tiles == deck.by_id(deck.shipped("standard"))
    assert form.fields["deck"] == "standard"


def test_a_tile_is_made_by_touch_and_the_next_one_follows(app: Flask, device: Device) -> None:
    address = make(device)
    form = tile_form(device.open(f"{address}/tiles/0"))
    assert form.fields["id"] == "1"

    page = device.send(form, **TILE, then="next")

    assert page.path == f"{address}/tiles/1"
    assert tile_form(page).fields["id"] == "2"
    assert decks(app).deck(address.removeprefix("/decks/")).tiles == (WHOLE,)


@pytest.mark.parametrize(
    ("fields", "middle"),
    [
        (
            {"middle": "find", "middle_resource": "wood", "middle_amount": "5"},
            {"do": "find", "resource": "wood", "amount": 5, "doubled": False},
        ),
        (
            {"middle": "find_doubled", "middle_resource": "wood", "middle_amount": "5"},
            {"do": "find", "resource": "wood", "amount": 5, "doubled": True},
        ),
        (
            {"middle": "lose", "middle_resource": "gold", "middle_amount": "2"},
            {"do": "lose", "resource": "gold", "amount": 2},
        ),
        ({"middle": "wagon"}, {"do": "gain", "bonus": "wagon"}),
        ({"middle": "dynamite"}, {"do": "gain", "bonus": "dynamite"}),
        ({"middle": "fire", "middle_amount": "6"}, {"do": "fire", "amount": 6}),
        ({"middle": "sickness", "middle_amount": "3"}, {"do": "sickness", "amount": 3}),
        ({"middle": "sabotage"}, {"do": "sabotage"}),
    ],
)
def test_every_event_can_be_put_in_the_middle_and_is_there_again(
    app: Flask, device: Device, fields: dict[str, str], middle: dict[str, Any]
) -> None:
    address = make(device)

    device.send(tile_form(device.open(f"{address}/tiles/0")), **{**TILE, **fields}, crossed="1")

    (tile,) = decks(app).deck(address.removeprefix("/decks/")).tiles
    assert tile["middle"] == middle
    assert tile["top"]["crossed"] is True
    shown = tile_form(device.open(f"{address}/tiles/0")).fields
    assert {name: shown[name] for name in fields} == fields


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"right": ""}, "right"),
        ({"top": "pirates"}, "top"),
        ({"amount": "0"}, "top.amount"),
        ({"left_count": "many"}, "left.count"),
        ({"id": ""}, "id"),
        ({"middle": "fire"}, "middle.amount"),
    ],
)
def test_a_tile_that_is_not_whole_is_told_what_is_missing_and_keeps_what_was_typed(
    app: Flask, device: Device, wrong: dict[str, str], says: str
) -> None:
    address = make(device)

    page = device.send(tile_form(device.open(f"{address}/tiles/0")), **{**TILE, **wrong})

    assert page.status == 422
    assert says in page.alerts[0]
    assert tile_form(page).fields["bottom"] == "gold"
    assert decks(app).deck(address.removeprefix("/decks/")).tiles == ()


def test_a_deck_asks_once_where_its_amounts_are_printed(app: Flask, device: Device) -> None:
    """CW-4.3: what was said of the deck holds for all its tiles."""
    (form,) = device.open("/decks").posting("/decks")
    address = device.send(form, name="Printed below", amounts="bottom").path

    device.send(tile_form(device.open(f"{address}/tiles/0")), **TILE, crossed="1")
    page = device.open(address)
    again = tile_form(device.open(f"{address}/tiles/0")).fields

    deck = decks(app).deck(address.removeprefix("/decks/"))
    assert deck.amounts == "bottom"
    assert deck.tiles[0]["top"] == {"resource": "food"}
    assert deck.tiles[0]["bottom"] == {"resource": "gold", "amount": 4, "crossed": True}
    assert "on the upper tile's bottom side" in page.text
    assert (again["amount"], again["crossed"]) == ("4", "1")
    (drawn,) = page.all("svg", "tile")
    assert "bottom 4 gold, crossed out" in drawn.attributes["aria-label"]


def test_a_copy_has_its_amounts_where_its_deck_has_them(app: Flask, device: Device) -> None:
    (form,) = device.open("/decks").posting("/decks")
    below = device.send(form, name="Printed below", amounts="bottom").path
    copied = make(device, "Another", copy_of=below.removeprefix("/decks/"))

    assert decks(app).deck(copied.removeprefix("/decks/")).amounts == "bottom"


def test_a_number_that_is_taken_is_refused(device: Device) -> None:
    address = make(device, copy_of="standard")

    page = device.send(tile_form(device.open(f"{address}/tiles/56")), **{**TILE, "id": "17"})

    assert "there is already a tile 17" in page.alerts[0]


def test_the_tile_is_drawn_as_far_as_it_is_filled_in(device: Device) -> None:
    address = make(device)

    assert device.open(f"{address}/tiles/0", **TILE).all("svg", "tile")
    assert not device.open(f"{address}/tiles/0", **{**TILE, "top": ""}).all("svg", "tile")


def test_a_tile_is_taken_out(app: Flask, device: Device) -> None:
    address = make(device, copy_of="standard")

    (form,) = device.open(f"{address}/tiles/3").posting("/tiles/3/remove")
    device.send(form)

    tiles = decks(app).deck(address.removeprefix("/decks/")).tiles
    assert len(tiles) == 55
    assert "4" not in [tile["id"] for tile in tiles]


def test_a_deck_with_too_few_tiles_says_so(device: Device) -> None:
    address = make(device)

    assert "A deck needs 12 tiles or more; this one has 0." in device.open(address).text
    assert "not ready" in device.open("/decks").text


def test_a_deck_is_renamed_and_removed(device: Device) -> None:
    address = make(device)
    (form,) = device.open(address).posting("/name")
    assert "The old box" in device.send(form, name="The old box").text

    (form,) = device.open(address).posting("/remove")
    device.send(form)

    assert device.open(address).status == 404


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_deck_needs_a_name(app: Flask, device: Device, name: str) -> None:
    (form,) = device.open("/decks").posting("/decks")

    before = len(decks(app).all())

    assert device.send(form, name=name).alerts
    assert len(decks(app).all()) == before


def test_a_file_goes_out_and_comes_in_again(device: Device) -> None:
    address = make(device, copy_of="standard")
    file = device.client.get(f"{address}/deck.json").get_data()

    page = bring_in(device, file)

    assert json.loads(file)["tiles"] == json.loads(SHIPPED)["tiles"]
    assert "No errors." in page.text
    assert len(page.all("svg", "tile")) == 56


def test_a_file_with_mistakes_comes_in_and_every_mistake_is_named(device: Device) -> None:
    document = json.loads(SHIPPED)
    document["tiles"][0]["left"]["kind"] = "pirate"
    del document["tiles"][1]["bottom"]

    page = bring_in(device, json.dumps(document).encode())

    assert "Not ready to play" in page.text
    assert "left.kind" in page.text
    assert "bottom is missing" in page.text
    assert tile_form(device.open(f"{page.path}/tiles/1")).fields["top"] == "water"


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff\xfe", b'{"format": "x"}'])
def test_a_file_that_is_no_deck_is_refused_with_the_reason(
    app: Flask, device: Device, data: bytes
) -> None:
    before = len(decks(app).all())

    assert bring_in(device, data).alerts
    assert len(decks(app).all()) == before


def test_a_file_that_was_sent_as_text_is_none(device: Device) -> None:
    answer = device.post("/decks/file", file="{}")

    assert "No file was chosen." in device.follow(answer).alerts


def test_a_match_is_set_up_with_a_deck_of_ones_own_and_keeps_it(app: Flask, device: Device) -> None:
    address = make(device, "The old box", "standard")
    (form,) = device.open("/new", title="civil-war").posting("/new")
    players = {"players-0-name": "Anna", "players-1-name": "Boris"}

    page = device.send(form, **players, deck=address.removeprefix("/decks/"))
    match = page.path
    device.send(device.open(f"{address}/tiles/0").posting("/tiles/0/remove")[0])
    device.send(device.open(address).posting("/remove")[0])

    chosen = sheet(app, match).setup.deck
    assert (chosen.name, len(chosen.tiles)) == ("The old box", 56)
    assert len(json.loads(device.open(f"{match}/match.json").html)["setup"]["deck"]["tiles"]) == 56


def test_a_deck_that_is_not_ready_is_not_offered(device: Device) -> None:
    address = make(device)
    page = device.open("/new", title="civil-war")
    assert address.removeprefix("/decks/") not in page.html

    players = {"players-0-name": "Anna", "players-1-name": "Boris"}
    (form,) = page.posting("/new")
    refused = device.send(form, **players, deck=address.removeprefix("/decks/"))

    assert refused.status == 422
    assert "not ready to play" in refused.alerts[0]


@pytest.mark.parametrize("verb", ["tiles/0", "tiles/0/remove", "remove", "name"])
def test_the_shipped_deck_cannot_be_changed(device: Device, verb: str) -> None:
    response = device.post(f"/decks/standard/{verb}", name="x", **TILE)

    assert response.status_code == 404


def test_a_name_with_markup_in_it_is_harmless(device: Device) -> None:
    address = make(device, "<script>x</script>")

    for page in (device.open(address), device.open("/decks"), device.open(f"{address}/tiles/0")):
        assert "<script>x" not in page.html


def test_the_shipped_deck_is_called_our_sample(device: Device) -> None:
    for address in ("/decks", "/decks/standard", "/new?title=civil-war"):
        text = device.open(address).text
        assert "Our sample deck" in text or "our sample deck" in text
        assert "with the game" not in text


def test_a_deck_is_printed_to_be_cut_out_and_played_with(device: Device, tray: Tray) -> None:
    page = device.open("/decks/standard")
    (form,) = [form for form in page.forms if form.action.endswith("/tiles.pdf")]
    answer = device.client.get(form.action, query_string={"backs": "1", "paper": "letter"})
    assert answer.mimetype == "application/pdf"
    (order,) = tray.orders
    assert (order.sheet, order.paper) == ("tiles", "letter")
    assert order.options["backs"] == 1
    assert len(json.loads(order.document)["tiles"]) == 56


def test_a_deck_with_mistakes_is_not_printed(device: Device, tray: Tray) -> None:
    token = device.open("/decks").forms[0].fields
    page = device.follow(device.post("/decks", **{**token, "name": "Half", "copy_of": ""}))
    answer = device.open(f"{page.path}/tiles.pdf")
    assert answer.path == page.path
    assert "cannot be printed yet" in answer.text
    assert tray.orders == []


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_arrives_whatever_letters_are_in_its_name(
    app: Flask, device: Device, name: str
) -> None:
    deck = decks(app).make(name, (), device.name)

    with asked(app, f"/decks/{deck}/deck.json") as [(answer, data)]:
        assert_arrived(answer, data)
