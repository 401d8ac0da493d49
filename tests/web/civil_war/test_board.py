"""The big screen of the Civil War: the month's end as it is worked out."""

from typing import Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import ROLES, setup
from tests.web.arrange import Device
from tests.web.civil_war.arrange import correct
from tests.web.test_board import board

END_MONTH: Final = {"do": "end_month"}
LAID: Final = [{"at": [0, place], "tile": str(1 + place)} for place in range(8)]


@pytest.mark.slow
def test_the_upkeep_is_worked_out_before_it_is_done_and_battles_after_it(
    app: Flask, device: Device
) -> None:
    match = device.make(setup(*ROLES))
    hungry = correct(0, people={"cherokee": 5}, resources={"water": 2})
    device.write(match, hungry, END_MONTH)
    assert "Anna 2 3 0 → −7" in board(app, match).all("div", "board-table")[0].text
    strong = correct(1, people={"volunteer": 30}, resources={"weapons": 60})
    device.write(match, {"do": "upkeep"}, strong)
    assert "Boris Anna" in board(app, match).all("div", "board-table")[0].text


def test_a_tile_that_lies_face_down_is_not_told(app: Flask, device: Device) -> None:
    shown = set()
    for tiles in (LAID, [{**tile, "tile": str(40 + n)} for n, tile in enumerate(LAID)]):
        match = device.make(setup())
        device.deal(match, {"do": "lay_tiles", "tiles": tiles})
        shown.add(board(app, match).all("ol", "board-entries")[0].text)
    assert len(shown) == 1
    assert "8" in shown.pop()
