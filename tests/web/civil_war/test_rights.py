"""Every address of tiles, decks and pencilled totals × every right."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import setup
from tests.web.arrange import Device
from tests.web.civil_war.arrange import TITLE, decks, find
from tests.web.rights import (
    ANYBODY,
    ANYBODY_TO,
    HOST,
    LOOKS,
    MAKER,
    WHO,
    Case,
    Routes,
    Scene,
    must_need_a_token,
    must_see_only_what_is_for_it,
    must_write_only_what_is_for_it,
    named,
    routes_of,
    set_scene,
)
from tracker.web.titles import TITLE_PAGES

CELLS: Final = ";".join(f"{n % 4},{n // 4}" for n in range(8))
ROUTES: Final[Routes] = {
    ("GET", "tiles.show_tiles"): Case(LOOKS),
    ("POST", "tiles.submit_figure"): Case(
        (303, 303, 403, 403, 403, 403, 404), {"cells": CELLS, "how": "own"}
    ),
    ("POST", "tiles.submit_turn"): Case((303, 303, 303, 403, 403, 403, 404), {"at": "0,0"}),
    ("GET", "pencil.show_pencilled"): Case((200, 403, 403, 403, 403, 403, 404)),
    ("POST", "pencil.submit_pencilled"): Case(HOST, {"seat0_gold": "77"}),
    ("POST", "api.deal_tiles"): Case(
        (200, 200, 403, 403, 403, 403, 404),
        {"write_id": "", "cells": [[n % 4, n // 4] for n in range(8)]},
    ),
    # No tile lies there: the rules refuse it to whoever may ask them.
    ("POST", "api.turn_up_tile"): Case(
        (422, 422, 422, 403, 403, 403, 404), {"write_id": "", "seat": 0, "at": [0, 0]}
    ),
    ("GET", "chances.show_chances"): Case(LOOKS),
    # The deck is not whole: its page says so.
    ("GET", "laboratory.show_laboratory"): Case(ANYBODY_TO),
    ("GET", "laboratory.show_run"): Case(ANYBODY_TO),
    ("POST", "laboratory.submit_trial"): Case(ANYBODY_TO),
    ("POST", "laboratory.submit_stop"): Case(ANYBODY_TO),
    ("GET", "decks.show_decks"): Case(ANYBODY),
    ("GET", "decks.show_deck"): Case(ANYBODY),
    ("GET", "decks.show_deck_file"): Case(ANYBODY),
    # The deck is not whole: its page says so.
    ("GET", "decks.show_tiles_to_cut"): Case(ANYBODY_TO),
    ("GET", "decks.show_tile"): Case((200, 403, 403, 403, 403, 403, 403), arguments={"place": 0}),
    ("POST", "decks.submit_new_deck"): Case(ANYBODY_TO, {"name": "Another"}),
    ("POST", "decks.submit_file"): Case(ANYBODY_TO),
    ("POST", "decks.submit_name"): Case(MAKER, {"name": "Another"}),
    ("POST", "decks.submit_removal"): Case(MAKER),
    ("POST", "decks.submit_tile"): Case(
        (422, 403, 403, 403, 403, 403, 403), arguments={"place": 0}
    ),
    ("POST", "decks.submit_tile_removal"): Case(MAKER, arguments={"place": 0}),
}


@pytest.fixture(scope="module")
def devices(app: Flask) -> Mapping[str, Device]:
    return {who: Device(app) for who in WHO}


def scene(devices: Mapping[str, Device]) -> Scene:
    """A match and a deck of the host's, the only one besides the shipped ones."""
    host = devices["host"]
    for deck in decks(host.app).all():
        if not deck.is_shipped:
            decks(host.app).remove(deck.id, deck.made_by)
    made = {"deck_id": decks(host.app).make("Ours", [{"id": "1"}], host.name)}
    return set_scene(ROUTES, devices, host.make(setup()), find(0, "wood", 2), made)


def test_every_route_of_the_title_stands_in_the_table_and_no_other(app: Flask) -> None:
    pages = TITLE_PAGES[TITLE]
    blueprints = {blueprint.name for blueprint in pages.BLUEPRINTS}
    operations = {f"api.{operation.name}" for operation in pages.INTERFACE.operations}
    own = {
        (method, endpoint)
        for method, endpoint in routes_of(app)
        if endpoint.partition(".")[0] in blueprints or endpoint in operations
    }

    assert own == ROUTES.keys()


@pytest.mark.parametrize("endpoint", named(ROUTES, "GET"))
def test_each_right_sees_what_is_for_it_and_looking_changes_nothing(
    devices: Mapping[str, Device], endpoint: str
) -> None:
    must_see_only_what_is_for_it(scene(devices), endpoint)


@pytest.mark.slow
@pytest.mark.parametrize("endpoint", named(ROUTES, "POST"))
def test_each_right_writes_what_is_for_it_and_nothing_else(
    devices: Mapping[str, Device], endpoint: str
) -> None:
    must_write_only_what_is_for_it(partial(scene, devices), endpoint)


@pytest.mark.parametrize("endpoint", named(ROUTES, "POST"))
def test_without_the_token_of_our_own_forms_nothing_is_changed(
    devices: Mapping[str, Device], endpoint: str
) -> None:
    must_need_a_token(scene(devices), endpoint)
