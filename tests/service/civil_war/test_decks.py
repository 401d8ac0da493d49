"""Decks of a table's own: made tile by tile or from a file, with what is wrong with them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tracker.engine.refusal import Invalid
from tracker.games.civil_war import deck as format_of
from tracker.games.civil_war.box import DATA
from tracker.service.allowance import Allowance, HourlyLimits, TooMuchStored
from tracker.service.civil_war.decks import (
    MOST_DECKS,
    MOST_DECKS_OF_A_DEVICE,
    MOST_DECKS_OF_A_NETWORK,
    Decks,
    NoSuchDeck,
)
from tracker.store.database import Database

SHIPPED = DATA / "decks" / "standard.json"
SHIPPED_DECKS = len(format_of.shipped_names())


@pytest.fixture
def decks(tmp_path: Path) -> Iterator[Decks]:
    database = Database(tmp_path / "decks.sqlite")
    yield Decks(database)
    database.close()


def tile(number: str = "1", **parts: Any) -> dict[str, Any]:
    whole = {
        "id": number,
        "top": {"resource": "food", "amount": 4, "crossed": False},
        "left": {"kind": "cherokee", "count": 3},
        "right": {"kind": "volunteer"},
        "bottom": {"resource": "gold"},
    }
    return {**whole, **parts}


def test_both_sample_decks_are_there_todays_first_and_nothing_is_wrong_with_them(
    decks: Decks,
) -> None:
    sample, first = decks.all()

    assert [(deck.id, deck.is_earlier) for deck in (sample, first)] == [
        ("sample-2", False),
        ("standard", True),
    ]
    for deck in (sample, first):
        assert deck.is_shipped
        assert len(deck.tiles) == 56
        assert deck.problems == ()


def test_a_deck_grows_tile_by_tile(decks: Decks) -> None:
    made = decks.make("Ours", [], "tablet")
    for place in range(12):
        assert decks.deck(made).problems
        decks.put_tile(made, place, tile(str(place)), "tablet")

    assert decks.deck(made).problems == ()
    whole = decks.whole(made)
    assert isinstance(whole, format_of.Deck)
    assert len(whole.tiles) == 12


def test_a_tile_is_written_in_place_of_another(decks: Decks) -> None:
    made = decks.make("Ours", [tile("1"), tile("2")], "tablet")

    decks.put_tile(made, 0, tile("1", right={"kind": "cherokee"}), "tablet")

    first, second = decks.deck(made).tiles
    assert first["right"] == {"kind": "cherokee"}
    assert second == tile("2")


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        (tile("2"), "id"),
        (tile("3", left={"kind": "pirate", "count": 1}), "left.kind"),
        ({name: part for name, part in tile("3").items() if name != "bottom"}, "bottom"),
        (tile("3", top={"resource": "food", "amount": 0}), "top.amount"),
        (tile(""), "id"),
    ],
)
def test_a_tile_that_is_wrong_is_not_written(decks: Decks, wrong: Any, where: str) -> None:
    made = decks.make("Ours", [tile("1"), tile("2")], "tablet")

    with pytest.raises(Invalid) as invalid:
        decks.put_tile(made, 2, wrong, "tablet")

    assert invalid.value.where == where
    assert len(decks.deck(made).tiles) == 2


def test_a_removed_tile_leaves_the_others_in_their_order(decks: Decks) -> None:
    made = decks.make("Ours", [tile("1"), tile("2"), tile("3")], "tablet")

    decks.remove_tile(made, 1, out_of=len(decks.deck(made).tiles), by="tablet")

    assert [tile["id"] for tile in decks.deck(made).tiles] == ["1", "3"]


def test_a_file_that_goes_out_comes_in_again_as_it_was(decks: Decks) -> None:
    made = decks.bring_in(SHIPPED.read_bytes(), "tablet")

    again = decks.bring_in(json.dumps(decks.deck(made).document).encode(), "tablet")

    assert decks.deck(again).tiles == decks.deck(made).tiles
    assert decks.whole(again) == format_of.shipped("standard")


def test_a_file_with_wrong_tiles_comes_in_and_says_what_is_wrong_with_each(decks: Decks) -> None:
    document = json.loads(SHIPPED.read_bytes())
    document["tiles"][3]["left"]["kind"] = "pirate"
    del document["tiles"][5]["top"]
    document["tiles"][7]["id"] = "1"

    made = decks.deck(decks.bring_in(json.dumps(document).encode(), "tablet"))

    assert [(problem.place, problem.where) for problem in made.problems] == [
        (3, "left.kind"),
        (5, "top"),
        (7, "id"),
    ]
    with pytest.raises(Invalid):
        decks.whole(made.id)


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"format": "x", "name": "y", "tiles": []}'])
def test_what_is_no_deck_file_does_not_come_in(decks: Decks, data: bytes) -> None:
    with pytest.raises(Invalid):
        decks.bring_in(data, "tablet")
    assert len(decks.all()) == SHIPPED_DECKS


def test_a_deck_that_was_removed_is_gone(decks: Decks) -> None:
    made = decks.make("Ours", [], "tablet")

    decks.remove(made, "tablet")

    with pytest.raises(NoSuchDeck):
        decks.deck(made)


def test_a_shipped_deck_cannot_be_changed(decks: Decks) -> None:
    with pytest.raises(NoSuchDeck):
        decks.put_tile("standard", 0, tile("1"), "tablet")
    with pytest.raises(NoSuchDeck):
        decks.remove("standard", "tablet")


def test_a_name_is_kept_as_far_as_it_can_be_read(where: Path | str) -> None:
    database = Database(where)
    decks = Decks(database)

    made = decks.make("From\x00 the\x07 attic", [], "tablet")
    nameless = decks.make("\x00", [], "tablet")

    assert (decks.deck(made).name, decks.deck(nameless).name) == ("From the attic", "–")
    for address in ("\x00", "ź", "x" * 33, ""):
        with pytest.raises(NoSuchDeck):
            decks.deck(address)
    database.close()


def below(number: str = "1") -> dict[str, Any]:
    """A tile of a deck that has its amounts on the bottom side."""
    return tile(number, top={"resource": "food"}, bottom={"resource": "gold", "amount": 4})


def test_a_deck_may_have_its_amounts_on_the_bottom_side(decks: Decks) -> None:
    tiles = [below(str(number)) for number in range(12)]
    made = decks.make("Ours", tiles, "tablet", amounts="bottom")

    assert decks.deck(made).problems == ()
    with pytest.raises(Invalid) as wrong:
        decks.put_tile(made, 12, tile("12"), "tablet")
    assert wrong.value.where == "top.amount"
    decks.put_tile(made, 12, below("12"), "tablet")
    whole = decks.whole(made)
    assert isinstance(whole, format_of.Deck)
    assert (whole.amounts, len(whole.tiles)) == ("bottom", 13)
    decks.remove_tile(made, 0, 13, "tablet")
    assert decks.deck(made).amounts == "bottom"


def test_where_the_amounts_are_goes_into_the_file_and_comes_back(decks: Decks) -> None:
    made = decks.make("Ours", [below()], "tablet", amounts="bottom")
    data = json.dumps(decks.deck(made).document).encode()

    again = decks.bring_in(data, "tablet")

    assert decks.deck(again).document == decks.deck(made).document
    assert "amounts" not in decks.deck(decks.make("Ours", [tile()], "tablet")).document


def test_tiles_that_have_their_amounts_on_the_other_side_are_told(decks: Decks) -> None:
    made = decks.make("Ours", [tile()], "tablet", amounts="bottom")

    found = {problem.where for problem in decks.deck(made).problems}

    assert found == {"tiles", "top.amount"}


def test_one_device_cannot_take_the_room_of_all(decks: Decks) -> None:
    for number in range(MOST_DECKS_OF_A_DEVICE):
        decks.make(f"Deck {number}", [], "greedy")

    with pytest.raises(Invalid, match="this device already has"):
        decks.make("One more", [], "greedy")
    decks.make("Ours", [], "tablet")
    decks.remove(decks.make("Theirs", [], "another"), "another")

    assert MOST_DECKS_OF_A_DEVICE < MOST_DECKS
    assert len(decks.all()) == SHIPPED_DECKS + MOST_DECKS_OF_A_DEVICE + 1


def network(address: str, decks_an_hour: int = 1000) -> Allowance:
    return Allowance(address, HourlyLimits(1, 1, decks_an_hour, 1, 1000), "key")


def test_one_network_cannot_take_the_room_of_all_with_ever_new_devices(decks: Decks) -> None:
    here, elsewhere = network("192.0.2.7"), network("198.51.100.1")
    made = [
        decks.make("Deck", [], f"device {number}", allowance=here)
        for number in range(MOST_DECKS_OF_A_NETWORK)
    ]

    with pytest.raises(Invalid, match="this network already has 50 decks"):
        decks.make("Deck", [], "one more", allowance=here)

    decks.make("Deck", [], "other", allowance=elsewhere)
    decks.remove(made[0], "device 0")
    decks.make("Deck", [], "one more", allowance=here)


def test_decks_of_an_hour_are_limited_also_where_they_are_removed_again(decks: Decks) -> None:
    here = network("192.0.2.7", decks_an_hour=2)
    for _ in range(2):
        decks.remove(decks.make("Deck", [], "tablet", allowance=here), "tablet")

    with pytest.raises(TooMuchStored):
        decks.make("Deck", [], "tablet", allowance=here)
