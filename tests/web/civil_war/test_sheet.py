"""The sheet: every seat with its numbers, and writing on it from several devices."""

import json
from itertools import pairwise
from typing import Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import NAMES, ROLES, setup
from tests.recorded import FILES
from tests.web.arrange import Device, matches, sheet, standing
from tests.web.civil_war.arrange import correct, find, recorded
from tracker.web.civil_war.drawing import POINTS_BY_MONTH
from tracker.web.graph import SMALL, graph

HEADQUARTERS: Final = ["North HQ North stands", "South HQ South stands"]
"""Each with the short name that a phone shows instead."""


def test_the_sheet_shows_every_number_of_every_seat(app: Flask, device: Device) -> None:
    match = device.make(setup(*ROLES))
    device.write(
        match,
        correct(0, points=-3, resources={"gold": 61, "wood": 1234}, people={"cherokee": 7}),
        correct(5, lost_turns=2, bonuses={"wagon": True}),
    )

    page = device.open(match)

    shown = {link.attributes["href"]: link.text for link in page.all("a", "number")}
    for seat, stands in enumerate(standing(app, match)["seats"]):
        here = f"{match}/seats/{seat}"
        numbers = stands["resources"] | stands["people"] | {"points": stands["points"]}
        numbers["people"] = sum(stands["people"].values())
        for column, number in numbers.items():
            assert str(number).replace("-", "−") in shown[f"{here}/{column}"].split()
    assert "2" in shown[f"{match}/seats/5/lost_turns"]


def test_the_sheet_shows_names_roles_month_turn_and_headquarters(
    device: Device, table_of_six: str
) -> None:
    page = device.open(table_of_six)

    assert [heading.text for heading in page.all("h3", "seat-name")] == [
        *("Boris", "David", "Felix"),
        *("Anna", "Clara", "Elena"),
    ]
    assert "African-American volunteer" in page.text
    assert "Month 1 of 6" in page.text
    assert "Anna's turn" in page.text
    assert [side.text for side in page.all("li", "hq")] == HEADQUARTERS


def test_the_bar_says_how_many_devices_there_are_and_apart_from_it_that_all_is_saved(
    device: Device, match: str
) -> None:
    bar = device.open(match)

    assert [here.text for here in bar.all("span", "live-here")] == ["1 device"]
    assert bar.all("span", "live-state")[0].text == "Saved Sending Offline Refused"


def test_a_destroyed_headquarters_is_shown(device: Device, match: str) -> None:
    page = device.write(
        match, {"do": "gain", "seat": 0, "bonus": "dynamite"}, {"do": "sabotage", "seat": 0}
    )

    assert [side.text for side in page.all("li", "hq")] == [
        "North HQ North destroyed",
        HEADQUARTERS[1],
    ]


@pytest.mark.parametrize("seats", range(2, 10))
def test_two_to_nine_seats_have_a_place(device: Device, seats: int) -> None:
    roles = (ROLES * 2)[:seats]

    page = device.open(device.make(setup(*roles)))

    assert sorted(heading.text for heading in page.all("h3", "seat-name")) == sorted(NAMES[:seats])


def test_a_bonus_is_told_in_words(device: Device, match: str) -> None:
    page = device.write(match, correct(0, bonuses={"wagon": True}))

    assert page.text.count("Wagon: held") == 1
    assert page.text.count("Wagon: not held") == 1


def test_whoever_is_out_of_the_game_is_marked(device: Device) -> None:
    (file,) = [file for file in FILES if file.stem == "four-seats-elimination"]
    made, entries, end = recorded(file)
    match = device.make(made)
    device.write(match, *entries)

    page = device.open(match)

    assert page.text.count("out of the game") >= sum(seat["out"] for seat in end["seats"]) > 0


@pytest.mark.parametrize("points", [(90, *range(8)), (*range(80, 88), 0), (5,) * 9])
def test_the_names_beside_the_graph_stay_apart_and_inside_it(points: tuple[int, ...]) -> None:
    seats = [(f"Player {number}", "north") for number in range(9)]

    drawn = graph(POINTS_BY_MONTH, seats, [(1, points)], 6, SMALL)

    heights = sorted(curve.label_y for curve in drawn.curves)
    assert all(lower - upper >= SMALL.apart for upper, lower in pairwise(heights))
    assert heights[0] >= SMALL.top
    assert heights[-1] <= SMALL.bottom


def test_the_pad_says_who_comes_next_and_who_loses_a_turn(
    device: Device, table_of_six: str
) -> None:
    device.write(table_of_six, correct(2, lost_turns=1), {"do": "end_turn", "seat": 0})

    (order,) = device.open(table_of_six).all("ol", "order")

    _, _, third, *others = NAMES[:6]
    assert order.text == " ".join([third, "loses a turn", *others, NAMES[0]])


def test_the_graph_of_who_watches_has_a_curve_for_every_seat(
    app: Flask, device: Device, table_of_six: str
) -> None:
    device.write(table_of_six, correct(1, points=4))

    page = Device(app).open(table_of_six)

    (graph,) = page.all("svg", "graph")
    assert len(page.all("polyline")) == 6
    assert "Anna 0" in graph.attributes["aria-label"]


def test_what_an_entry_changed_is_shown_and_announced_once(device: Device, match: str) -> None:
    page = device.write(match, find(0, "food", 5))
    again = device.open(match)

    (announced,) = [
        element for element in page.elements if element.attributes.get("id") == "announce"
    ]
    assert "Anna: Food +5" in announced.attributes["data-says"]
    assert [number.text for number in page.all("b", "changed")] == ["20"]
    assert again.all("b", "changed") == []


def test_what_an_entry_changed_is_shown_although_the_turn_was_ended_with_it(
    device: Device, match: str
) -> None:
    page = device.write(match, find(0, "food", 5), then_end_turn=True)

    assert [number.text for number in page.all("b", "changed")] == ["20"]


def test_entries_are_kept_with_the_device_that_wrote_them(app: Flask, match: str) -> None:
    phone, other = Device(app).join(match), Device(app).join(match)
    phone.write(match, find(0))
    other.write(match, find(0))
    phone.write(match, find(0))

    by = [entry.by for entry in matches(app).entries(match.removeprefix("/m/"))]

    assert by[0] == by[2] != by[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["four-seats-elimination", "six-seats-most-points"])
def test_a_recorded_match_written_entry_by_entry_ends_as_its_file_does(
    app: Flask, device: Device, name: str
) -> None:
    (file,) = [file for file in FILES if file.stem == name]
    made, entries, end = recorded(file)
    match = device.make(made)

    for version, entry in enumerate(entries):
        response = device.post(
            f"{match}/entries",
            entries=json.dumps([entry]),
            version=str(version),
            write_id=device.write_id(),
        )
        assert response.status_code == 303

    assert standing(app, match) == end
    assert sheet(app, match).version == len(entries)
    assert device.open(match).status == 200


def test_a_seat_shows_its_new_number_beside_one_that_was_kept(device: Device, match: str) -> None:
    before = stocks(device, match)

    device.write(match, find(0, amount=3))
    after = stocks(device, match)

    assert after[0] == before[0]
    assert after[1] != before[1]


def stocks(device: Device, match: str) -> list[str]:
    """Boris's stock, who is of the North, and Anna's."""
    return [stock.text for stock in device.open(match).all("ul", "stock")]
