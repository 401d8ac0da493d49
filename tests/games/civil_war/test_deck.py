"""A deck from its file (CW-4.1), and what is wrong with one."""

import json
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from tracker.engine.refusal import Invalid
from tracker.games.civil_war import deck
from tracker.games.civil_war.box import DATA


def document() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((DATA / "decks" / "standard.json").read_bytes())
    return read


def wrong(file: dict[str, Any]) -> Invalid:
    with pytest.raises(Invalid) as caught:
        deck.read(json.dumps(file).encode())
    return caught.value


def test_a_deck_file_is_read() -> None:
    assert deck.read(json.dumps(document()).encode()) == deck.shipped("standard")


def test_a_shipped_deck_never_changes_as_matches_and_files_name_its_tiles() -> None:
    digests = {
        name: sha256(msgspec.json.encode(deck.shipped(name).tiles)).hexdigest()[:16]
        for name in deck.shipped_names()
    }

    assert digests == {"sample-2": "dacd9ee688caf26d", "standard": "82b573a0acd47ae0"}


def test_a_deck_file_with_an_id_twice_is_refused() -> None:
    file = document()
    file["tiles"][9]["id"] = file["tiles"][4]["id"]

    invalid = wrong(file)

    assert invalid.where == "tiles[9].id"
    assert file["tiles"][4]["id"] in invalid.message


def test_a_deck_file_with_an_amount_on_the_wrong_side_is_refused() -> None:
    file = document()
    file["tiles"][9]["bottom"]["amount"] = 3

    assert wrong(file).where == "tiles[9].bottom.amount"
    assert wrong({**document(), "amounts": "bottom"}).where == "tiles[0].top.amount"


@pytest.mark.parametrize("middle", [[], [1], 7, 1.5, "fire", True])
def test_a_middle_that_is_no_object_is_told_in_our_words(middle: object) -> None:
    file = document()
    file["tiles"][9]["middle"] = middle

    assert wrong(file).where == "tiles[9].middle"
    assert wrong(file).message == "must be an object in braces, or null"


def test_the_same_is_told_of_a_tile_in_the_workshop() -> None:
    (found,) = deck.problems(
        [{**tile, "middle": []} if place == 3 else tile for place, tile in enumerate(tiles())],
        "top",
    )

    assert (found.place, found.where) == (3, "middle")
    assert str(found.says) == "must be an object in braces, or null"


def tiles() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = document()["tiles"]
    return found


def test_a_deck_in_the_workshop_is_told_that_it_has_too_few_tiles() -> None:
    (found,) = deck.problems(tiles()[:11], "top")

    assert (found.place, found.where) == (None, "tiles")
    assert str(found.says) == "A deck needs 12 tiles or more; this one has 11."


def test_a_tile_in_the_workshop_cannot_have_the_number_of_another() -> None:
    same = [*tiles()[:12], tiles()[4]]

    (found,) = deck.problems(same, "top")

    assert (found.place, found.where) == (12, "id")
    assert str(found.says) == f"there is already a tile {tiles()[4]['id']}"


def test_a_draft_is_read_whatever_is_wrong_with_its_tiles() -> None:
    file = {**document(), "tiles": [{"id": "1"}, {}]}

    draft = deck.read_draft(json.dumps(file).encode())

    assert (draft.name, draft.amounts) == (file["name"], file.get("amounts", "top"))
    assert draft.tiles == ({"id": "1"}, {})
