"""Dealt tiles over several months: earlier deals stay readable, the current one stays secret."""

import json
import random
from typing import Any, Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import setup
from tests.toy.arrange import end_turn
from tests.web.api.program import Program
from tests.web.arrange import Device, everything_in, standing
from tracker.engine import match_file
from tracker.games.titles import TITLES

# No two tiles match, so that no choice is ever asked for.
PLAIN: Final = {
    "top": {"resource": "food", "amount": 4, "crossed": False},
    "left": {"kind": "cherokee", "count": 2},
    "right": {"kind": "volunteer"},
    "bottom": {"resource": "wood"},
}
DECK: Final[dict[str, Any]] = {
    "format": "quartermaster-deck/1",
    "name": "Plain",
    "tiles": [{**PLAIN, "id": f"t{n}"} for n in range(1, 13)],
}
ROW: Final = [[x, 0] for x in range(8)]
MONTHS: Final = 2
SEEDS: Final = range(10)
REFUSED: Final = "Only the tablet deals tiles face down."


class Evening:
    """A match of two whose eight tiles lie in the same row every month."""

    def __init__(self, app: Flask, seed: int) -> None:
        self.app, self.chance = app, random.Random(seed)
        self.device = Device(app)
        self.program = Program(app, token=self.device.secret)
        self.match = self.device.make(setup(deck=DECK, months=5))
        self.address = f"/matches/{self.match.removeprefix('/m/')}"
        self.deals: list[list[str]] = []

    def deal(self) -> None:
        self.deals.append(self.chance.sample([tile["id"] for tile in DECK["tiles"]], 8))
        tiles = [{"at": at, "tile": tile} for at, tile in zip(ROW, self.deals[-1], strict=True)]
        self.device.deal(self.match, {"do": "lay_tiles", "tiles": tiles})

    def turn_over(self, x: int) -> None:
        seat = standing(self.app, self.match)["turn"]
        over = {"do": "turn_over", "seat": seat, "at": [x, 0]}
        assert self.program.write(self.address, over).status_code == 200
        assert self.program.write(self.address, end_turn(seat)).status_code == 200

    def read(self, what: str) -> Any:
        """Return the answer of the interface, without the slow look at its schema."""
        token = {"Authorization": f"Bearer {self.program.token}"}
        answer = self.program.client.get(f"/api{self.address}/{what}", headers=token)
        return answer.get_json()

    def order(self) -> list[int]:
        """The cells from a first one on, each beside one that is face up."""
        left = right = self.chance.randrange(8)
        order = [left]
        while len(order) < 8:
            if right == 7 or (left and self.chance.random() < 0.5):
                left -= 1
                order.append(left)
            else:
                right += 1
                order.append(right)
        return order

    def end_month(self) -> None:
        done = self.program.write(self.address, {"do": "upkeep"}, {"do": "next_month"})
        assert done.status_code == 200, done.get_json()


def tiles_in(entries: list[dict[str, Any]]) -> list[list[str | None]]:
    """The tiles of every deal, with None where one is hidden."""
    laid = [entry for entry in entries if entry["do"] == "lay_tiles"]
    return [[tile.get("tile") for tile in entry["tiles"]] for entry in laid]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_current_deal_is_hidden_and_the_export_replays_at_any_moment(
    app: Flask, seed: int
) -> None:
    evening = Evening(app, seed)
    for _ in range(MONTHS):
        evening.deal()
        face_up: set[int] = set()
        must_show(evening, face_up)
        for x in evening.order():
            evening.turn_over(x)
            face_up.add(x)
            must_show(evening, face_up)
        must_draw_every_month(evening)
        evening.end_month()


def must_show(evening: Evening, face_up: set[int]) -> None:
    """Fail unless export and history show the earlier deals whole, and of this one what is up."""
    *earlier, now = evening.deals
    expected = [*earlier, [tile if x in face_up else None for x, tile in enumerate(now)]]
    exported = evening.read("match.json")
    history = evening.read("history")["entries"]

    assert tiles_in(exported["entries"]) == expected
    assert tiles_in([row["entry"] for row in history]) == expected
    played = match_file.play(*match_file.read(json.dumps(exported).encode(), TITLES))
    assert TITLES["civil-war"].export_position(played.position) == standing(
        evening.app, evening.match
    )


def must_draw_every_month(evening: Evening) -> None:
    """Fail unless every month's map has all its tiles face up, and the history page opens."""
    for month, deal in enumerate(evening.deals, start=1):
        page = evening.device.open(f"{evening.match}/tiles", month=month)
        assert all(f"Tile {tile}" in page.html for tile in deal)
    assert evening.device.open(f"{evening.match}/history").status == 200


CHOSEN: Final = {
    "do": "lay_tiles",
    "tiles": [{"at": at, "tile": f"t{x + 1}"} for x, at in enumerate(ROW)],
}
ONE_CHOSEN: Final = {
    "do": "lay_tiles",
    "tiles": [{"at": [0, 0], "tile": "t3"}, *({"at": at} for at in ROW[1:])],
}
OWN: Final = {"do": "lay_tiles", "tiles": [{"at": at} for at in ROW]}


@pytest.mark.parametrize("laid", [CHOSEN, ONE_CHOSEN])
def test_nobody_lays_chosen_tiles_with_the_form(
    app: Flask, folder: Any, device: Device, laid: dict[str, Any]
) -> None:
    match = device.make(setup(deck=DECK))
    before = everything_in(folder)

    page = device.write(match, laid)

    assert REFUSED in " ".join(page.alerts)
    assert "CW-3.2" in page.html
    assert everything_in(folder) == before


@pytest.mark.parametrize("laid", [CHOSEN, ONE_CHOSEN])
def test_nobody_lays_chosen_tiles_with_the_json_interface(
    app: Flask, device: Device, laid: dict[str, Any]
) -> None:
    match = device.make(setup(deck=DECK)).removeprefix("/m/")
    program = Program(app, token=device.secret)

    tried = program.post(f"/matches/{match}/entries/preview", {"entries": [laid]})
    written = program.write(f"/matches/{match}", laid)

    for response in (tried, written):
        assert (response.status_code, response.get_json()["rule"]) == (422, "CW-3.2")
        assert REFUSED in response.get_json()["detail"]
    assert program.read(f"/matches/{match}")["version"] == 0


@pytest.mark.parametrize("first", [CHOSEN, OWN])
def test_nobody_amends_a_deal_into_chosen_tiles(
    app: Flask, device: Device, first: dict[str, Any]
) -> None:
    match = device.make(setup(deck=DECK))
    device.deal(match, first)
    address = f"/matches/{match.removeprefix('/m/')}"
    program = Program(app, token=device.secret)
    other = {"do": "lay_tiles", "tiles": CHOSEN["tiles"][::-1]}

    page = device.amend(match, 0, other)
    tried = program.post(f"{address}/entries/0/preview", {"entry": other})
    body = {"entry": other, "version": 1, "write_id": "amend"}
    amended = program.post(f"{address}/entries/0", body)

    assert REFUSED in " ".join(page.alerts)
    for response in (tried, amended):
        assert (response.status_code, response.get_json()["rule"]) == (422, "CW-3.2")
    assert program.read(address)["version"] == 1


def test_the_tables_own_tiles_are_laid_and_named_when_they_are_turned_over(
    app: Flask, device: Device
) -> None:
    match = device.make(setup(deck=DECK))

    assert device.write(match, OWN).alerts == []
    over = {"do": "turn_over", "seat": 0, "at": [3, 0], "tile": "t7"}
    assert device.write(match, over).alerts == []

    assert standing(app, match)["tiles"][3] == {"at": [3, 0], "face_up": True, "tile": "t7"}
