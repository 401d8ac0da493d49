"""The month's tiles on the page: laying, turning over, choices, the map; and what stays hidden."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import ANNA, BORIS, ROLES, setup
from tests.toy.arrange import end_turn
from tests.web.arrange import Device, Form, Page, sheet, standing, written
from tests.web.civil_war.arrange import correct
from tracker.games.civil_war.pictures import PICTURES

# Every tile matches every other on all sides: South's soldiers meet, food is found.
SAME: Final = {
    "top": {"resource": "food", "amount": 4, "crossed": False},
    "left": {"kind": "southern_soldier", "count": 2},
    "right": {"kind": "southern_soldier"},
    "bottom": {"resource": "food"},
}


def deck(count: int = 16, **changes: dict[str, Any]) -> dict[str, Any]:
    """A deck of equal tiles but for those that are given, by number: `t3={...}`."""
    tiles = [{**SAME, "id": f"t{n}", **changes.get(f"t{n}", {})} for n in range(1, count + 1)]
    return {"format": "quartermaster-deck/1", "name": "Same", "tiles": tiles}


def lay(width: int = 4, height: int = 2, *, dealt: bool = False) -> dict[str, Any]:
    """Tiles t1, t2, … in rows."""
    cells: list[dict[str, Any]]
    cells = [{"at": [x, y]} for y in range(height) for x in range(width)]
    if dealt:
        cells = [{**cell, "tile": f"t{n}"} for n, cell in enumerate(cells, start=1)]
    return {"do": "lay_tiles", "tiles": cells}


def live(page: Page) -> list[str]:
    """The cells that can be tapped."""
    return [
        button.attributes["value"]
        for button in page.all("button")
        if button.attributes.get("name") == "at"
    ]


def turning(page: Page) -> Form:
    return page.posting("/tiles/turn")[0]


@pytest.fixture
def dealt(device: Device) -> str:
    """Anna and Boris, eight tiles dealt of a deck in which everything matches."""
    match = device.make(setup(deck=deck()))
    device.deal(match, lay(dealt=True))
    return match


@pytest.fixture
def own(device: Device) -> str:
    match = device.make(setup(deck=deck()))
    device.write(match, lay())
    return match


# Laying the figure


def test_a_month_without_tiles_offers_figures_for_the_players(device: Device, match: str) -> None:
    page = device.open(f"{match}/tiles")

    assert "Lay 8 tiles in one figure" in page.text
    assert (
        len(
            [
                button
                for button in page.all("button")
                if button.attributes.get("aria-pressed") == "true"
            ]
        )
        == 8
    )


def test_a_ready_made_figure_is_laid_for_tiles_on_the_table(
    app: Flask, device: Device, match: str
) -> None:
    (form,) = device.open(f"{match}/tiles", shape="ring").posting("/tiles/lay")

    device.send(form, how="own")

    tiles = standing(app, match)["tiles"]
    assert len(tiles) == 8
    assert not any("tile" in tile for tile in tiles)


def test_cells_are_laid_and_taken_up_by_tapping(device: Device, match: str) -> None:
    page = device.open(f"{match}/tiles", cells="0,0;1,0", toggle="1,1")
    assert "0,0;1,0;1,1" in page.html

    again = device.open(f"{match}/tiles", cells="0,0;1,0;1,1", toggle="0,0")
    assert 'value="1,0;1,1"' in again.html


def test_a_cell_that_lies_apart_says_so_and_the_figure_cannot_be_laid(
    device: Device, match: str
) -> None:
    cells = "0,0;1,0;2,0;3,0;4,0;5,0;6,0;7,1"

    page = device.open(f"{match}/tiles", cells=cells)

    (apart,) = page.all("td", "apart")
    assert "apart" in apart.text
    label = next(
        button for button in page.all("button") if button.attributes.get("id") == "lay_7_1"
    )
    assert "touches no other tile along a whole side" in label.attributes["aria-label"]
    assert "CW-3.2" in page.verdict
    assert page.posting("/tiles/lay") == []


def test_a_figure_that_is_sent_apart_is_refused(app: Flask, device: Device, match: str) -> None:
    (form,) = device.open(f"{match}/tiles").posting("/tiles/lay")

    page = device.send(form, cells="0,0;1,0;2,0;3,0;4,0;5,0;6,0;7,1", how="own")

    assert page.alerts
    assert written(app, match) == 0


@pytest.mark.parametrize("cells", ["", "x", "1", "0,0;0,0", "999,1", "1,2,3", "--1,2"])
def test_what_is_no_cell_is_left_out(device: Device, match: str, cells: str) -> None:
    assert device.open(f"{match}/tiles", cells=cells, toggle=cells).status == 200


def test_the_tablet_deals_every_tile_once_and_differently(app: Flask, device: Device) -> None:
    dealt = set()
    for _ in range(3):
        match = device.make(setup(*ROLES))
        (form,) = device.open(f"{match}/tiles").posting("/tiles/lay")
        device.send(form, how="dealt")
        figure = sheet(app, match).position.figure
        assert len({placed.tile for placed in figure}) == 24
        dealt.add(tuple(placed.tile for placed in figure))
    assert len(dealt) == 3


# Turning over


def test_any_tile_is_live_first_and_then_only_those_beside_one_that_is_up(
    device: Device, dealt: str
) -> None:
    page = device.open(f"{dealt}/tiles")
    assert len(live(page)) == 8

    page = device.send(turning(page), at="0,0")
    assert live(page) == []
    device.write(dealt, end_turn(ANNA))

    assert sorted(live(device.open(f"{dealt}/tiles"))) == ["0,1", "1,0"]


def test_a_wagon_turns_two_in_a_turn(device: Device, dealt: str) -> None:
    device.write(dealt, correct(ANNA, bonuses={"wagon": True}))
    page = device.send(turning(device.open(f"{dealt}/tiles")), at="0,0")

    assert sorted(live(page)) == ["0,1", "1,0"]

    page = device.send(turning(page), at="1,0")
    assert live(page) == []


def test_a_dealt_tile_is_one_entry_and_what_it_made_is_shown(
    app: Flask, device: Device, dealt: str
) -> None:
    page = device.send(turning(device.open(f"{dealt}/tiles")), at="0,0")
    device.write(dealt, end_turn(ANNA))
    # Boris is of the North: food is found above and below, and soldiers would be fought beside.
    page = device.send(turning(device.open(f"{dealt}/tiles")), at="0,1")

    assert written(app, dealt) == 4
    assert page.lines == ["Boris +4 food CW-4.3"]
    assert standing(app, dealt)["seats"][BORIS]["resources"]["food"] == 19


def test_matches_light_up_on_both_tiles(device: Device, dealt: str) -> None:
    device.send(turning(device.open(f"{dealt}/tiles")), at="0,0")
    device.write(dealt, end_turn(ANNA))

    page = device.send(turning(device.open(f"{dealt}/tiles")), at="0,1")

    assert len(page.all("path", "tile-lit")) == 2
    assert "matches: bottom" in page.text
    assert "matches: top" in page.text


def test_every_picture_of_a_tile_has_its_own_shape_and_colour(device: Device, own: str) -> None:
    page = device.open(f"{own}/tiles", at="0,0", tile="t1")

    shapes = [
        (path.attributes["d"], path.attributes["fill"]) for path in page.all("path", "tile-shape")
    ]
    food, soldier = PICTURES["food"], PICTURES["southern_soldier"]
    assert shapes == [(soldier.shape, soldier.colour)] * 2 + [(food.shape, food.colour)] * 2


def test_points_and_whose_turn_it_is_stand_on_the_tile_page(device: Device, dealt: str) -> None:
    met = {"do": "meet", "seat": ANNA, "kind": "southern_soldier", "count": 2}
    device.write(dealt, met)

    page = device.open(f"{dealt}/tiles")

    seats = [seat.text.split()[:3] for seat in page.all("li", "map-seat")]
    assert seats == [["Anna", "2", "points"], ["Boris", "0", "points"]]
    (turn,) = page.all("li", "map-seat-turn")
    assert "Anna's turn" in turn.text


def test_row_and_column_are_heard_as_they_are_seen(device: Device, dealt: str) -> None:
    page = device.send(turning(device.open(f"{dealt}/tiles")), at="2,1")

    (up,) = page.all("td", "up")
    assert up.text.startswith("row 2, column 3")
    assert "Anna turns over the tile in row 2, column 3" in page.text
    assert "Face down, row 1, column 2" in page.text
    form = turning(device.open(f"{dealt}/tiles", zoom=1))
    assert "row 2, column 3" in device.send(form, at="2,1").alerts[0]


def filled_in(page: Page, key: str) -> list[Form]:
    """Return the form of this entry's step."""
    return [form for form in page.forms if form.fields.get("do") == key]


@pytest.mark.parametrize("key", ["find", "lose", "meet"])
def test_with_tiles_laid_the_hand_keys_ask_first(device: Device, dealt: str, key: str) -> None:
    what = {"kind": "cherokee"} if key == "meet" else {"resource": "food"}

    page = device.open(dealt, do=key, seat=ANNA, **what)

    # Once on the pad, and once on the one that is used while the server is out of reach.
    assert page.html.count("The tiles already count what is found, lost and met.") == 2
    assert "The tiles already count" in page.text
    assert filled_in(page, key) == []
    assert f"{dealt}/tiles" in page.links
    (by_hand,) = [link for link in page.links if "by_hand=1" in link]
    for step in (device.open(by_hand), device.open(dealt, do=key, seat=ANNA, amount=2, **what)):
        assert filled_in(step, key)
        assert "The tiles already count" not in step.text


def test_without_tiles_the_hand_keys_ask_nothing(device: Device, match: str) -> None:
    page = device.open(match, do="find", seat=ANNA, resource="food")

    assert filled_in(page, "find")
    assert "The tiles already count" not in page.html


def test_undo_turns_a_tile_back(app: Flask, device: Device, dealt: str) -> None:
    device.send(turning(device.open(f"{dealt}/tiles")), at="0,0")

    page = device.undo(dealt, back="tiles", sure="1")

    assert page.path.endswith("/tiles")
    assert len(live(page)) == 8
    assert not any(tile["face_up"] for tile in standing(app, dealt)["tiles"])


def test_a_cell_that_is_not_allowed_is_refused_with_its_rule(
    app: Flask, device: Device, dealt: str
) -> None:
    form = turning(device.open(f"{dealt}/tiles"))
    device.send(form, at="0,0")
    device.write(dealt, end_turn(ANNA))
    form = turning(device.open(f"{dealt}/tiles"))

    page = device.send(form, at="3,1")

    assert "CW-3.3" in page.alerts[0]
    assert written(app, dealt) == 3


@pytest.mark.parametrize("at", ["", "x,y", "1", "9,9,9"])
def test_a_tap_on_no_cell_is_not_understood(device: Device, dealt: str, at: str) -> None:
    form = turning(device.open(f"{dealt}/tiles"))

    assert device.send(form, at=at).status == 400


def test_the_month_ends_by_itself_when_the_last_tile_is_up(
    app: Flask, device: Device, dealt: str
) -> None:
    device.write(dealt, correct(BORIS, resources={"weapons": 900}))
    while standing(app, dealt)["phase"] == "turns":
        page = device.open(f"{dealt}/tiles")
        page = device.send(turning(page), at=live(page)[0])
        for form in page.posting("/tiles/turn"):
            if "entry" in form.fields:
                page = device.send(form)
        for form in page.posting("/entries"):
            device.send(form)

    assert standing(app, dealt)["phase"] == "trades"
    page = device.open(f"{dealt}/tiles")
    assert "All tiles are face up" in page.text
    assert len(re.findall(r"(?:Anna|Boris)\W+tile t\d", page.text)) == 8


def test_the_map_of_a_past_month_can_be_looked_at(app: Flask, device: Device, dealt: str) -> None:
    test_the_month_ends_by_itself_when_the_last_tile_is_up(app, device, dealt)
    device.write(dealt, {"do": "upkeep"}, {"do": "next_month"})

    assert "Lay 8 tiles" in device.open(f"{dealt}/tiles").text
    page = device.open(f"{dealt}/tiles", month=1)

    assert len(page.all("td", "up")) == 8
    assert "Who turned what" in page.text
    assert live(page) == []


def test_a_month_without_tiles_has_no_map(device: Device, match: str) -> None:
    assert "No tiles were laid" in device.open(f"{match}/tiles", month=3).text


def test_the_pad_stays_within_reach(device: Device, dealt: str) -> None:
    page = device.open(f"{dealt}/tiles")

    assert dealt in page.links
    assert f"{dealt}/tiles" in device.open(dealt).links


# Choices are made before anything is written


@pytest.fixture
def ambush(device: Device) -> str:
    """Six at the table; whoever turns the second tile over fights, and allies could help."""
    match = device.make(setup(*ROLES, deck=deck(30)))
    cells = [{"at": [n % 6, n // 6], "tile": f"t{n + 1}"} for n in range(24)]
    device.deal(match, {"do": "lay_tiles", "tiles": cells})
    device.send(turning(device.open(f"{match}/tiles")), at="0,0")
    device.write(match, end_turn(ANNA))
    return match


def test_a_dealt_tile_that_asks_lies_face_up_before_it_is_written(
    app: Flask, device: Device, ambush: str
) -> None:
    before = written(app, ambush)

    page = device.send(turning(device.open(f"{ambush}/tiles")), at="1,0")

    assert written(app, ambush) == before
    assert "Tile t2" in page.text
    assert "Left: Weapons that allies give" in page.text
    assert live(page) == []


def test_help_is_asked_in_its_place_and_written_with_the_tile(
    app: Flask, device: Device, ambush: str
) -> None:
    device.send(turning(device.open(f"{ambush}/tiles")), at="1,0")

    page = device.open(f"{ambush}/tiles", **{"choices.left.help.3": 4})
    (form,) = [form for form in page.posting("/tiles/turn") if "entry" in form.fields]
    assert "David −4 weapons" in " ".join(page.lines)
    page = device.send(form)

    seats = standing(app, ambush)["seats"]
    assert seats[3]["resources"]["weapons"] == 11
    assert page.alerts == []


def test_while_a_tile_lies_face_up_no_other_is_turned_over(
    app: Flask, device: Device, ambush: str
) -> None:
    form = turning(device.open(f"{ambush}/tiles"))
    device.send(form, at="1,0")
    before = written(app, ambush)

    page = device.send(form, at="0,1", write_id="another")

    assert "finish that one first" in page.alerts[0]
    assert written(app, ambush) == before


def test_who_falls_and_what_is_taken_are_asked_where_there_is_a_choice(device: Device) -> None:
    match = device.make(setup(deck=deck()))
    device.write(match, lay(), {"do": "turn_over", "seat": ANNA, "at": [0, 0], "tile": "t1"})
    device.write(match, end_turn(ANNA))
    device.write(
        match,
        correct(BORIS, resources={"weapons": 0}, people={"volunteer": 2, "northern_soldier": 2}),
    )
    asked = {"at": "1,0", "tile": "t2"}

    page = device.open(f"{match}/tiles", **asked)
    assert "Left: Who dies in Boris's camp?" in page.text

    page = device.open(
        f"{match}/tiles",
        **asked,
        **{"choices.left.casualties.volunteer": 0, "choices.left.casualties.northern_soldier": 2},
    )
    (form,) = [form for form in page.posting("/tiles/turn") if "entry" in form.fields]
    entry = json.loads(form.fields["entry"])
    assert entry["choices"]["left"]["casualties"] == {"northern_soldier": 2}

    nobody = {"volunteer": 0, "northern_soldier": 0}
    device.write(match, correct(BORIS, people=nobody, resources={"gold": 40}))
    page = device.open(f"{match}/tiles", **asked)
    assert "Left: What do they take?" not in page.text

    device.write(match, correct(BORIS, resources={"medicine": 40}))
    page = device.open(f"{match}/tiles", **asked, **{"choices.left.taken": "medicine"})
    assert "Left: What do they take?" in page.text
    assert "−40 medicine" in " ".join(page.lines)


def test_sabotage_in_the_middle_is_asked_of_whoever_has_dynamite(
    app: Flask, device: Device
) -> None:
    match = device.make(setup(deck=deck(t1={"middle": {"do": "sabotage"}})))
    device.deal(match, lay(dealt=True))
    device.write(match, correct(ANNA, bonuses={"dynamite": True}))

    page = device.send(turning(device.open(f"{match}/tiles")), at="0,0")
    assert "The enemy headquarters" in page.text
    page = device.open(f"{match}/tiles", **{"choices.middle.sabotage": "true"})
    device.send(next(form for form in page.posting("/tiles/turn") if "entry" in form.fields))

    assert standing(app, match)["headquarters"]["north"] is False


def test_the_lines_are_shown_in_the_order_of_the_reading(device: Device) -> None:
    middle = {"do": "find", "resource": "wood", "amount": 5, "doubled": False}
    match = device.make(setup(deck=deck(t6={"middle": middle})))
    device.write(match, lay(), correct(BORIS, resources={"weapons": 50}))
    turn_over = {"do": "turn_over"}
    for n, (seat, at) in enumerate([(0, [1, 0]), (1, [0, 0]), (0, [0, 1])], start=1):
        device.write(match, {**turn_over, "seat": seat, "at": at, "tile": f"t{n}"})
        device.write(match, end_turn(seat))

    page = device.open(f"{match}/tiles", at="1,1", tile="t6")

    headings = [heading.text for heading in page.all("h4", "map-step")]
    assert headings == ["Top: 4 food", "Left: 2 Southern soldiers", "Middle: 5 wood"]


# Your own tiles


def test_own_tiles_are_found_by_number_or_by_their_pictures(device: Device) -> None:
    odd = {"left": {"kind": "cherokee", "count": 1}, "right": {"kind": "volunteer"}}
    match = device.make(setup(deck=deck(t7=odd)))
    device.write(match, lay())

    def found(**arguments: str) -> list[str]:
        page = device.open(f"{match}/tiles", at="0,0", **arguments)
        return [link.rpartition("tile=")[2] for link in page.links if "tile=" in link]

    assert len(found()) == 16
    assert found(left="cherokee") == ["t7"]
    assert found(left="cherokee", right="cherokee") == []
    assert found(number="t12") == ["t12"]


def test_an_own_tile_is_written_once_it_is_picked(app: Flask, device: Device, own: str) -> None:
    page = device.open(f"{own}/tiles", at="2,1", tile="t5")
    assert "Nothing matches, so nothing changes." in page.text

    device.send(turning(page))

    (up,) = [tile for tile in standing(app, own)["tiles"] if tile["face_up"]]
    assert up == {"at": [2, 1], "face_up": True, "tile": "t5"}


def test_a_tile_that_is_up_already_is_not_offered_again(device: Device, own: str) -> None:
    device.write(own, {"do": "turn_over", "seat": ANNA, "at": [0, 0], "tile": "t1"})
    device.write(own, end_turn(ANNA))

    page = device.open(f"{own}/tiles", at="1,0")

    assert not any(link.endswith("tile=t1") for link in page.links)


@pytest.mark.parametrize("tile", ["nowhere", "<script>", "t99"])
def test_a_tile_that_the_deck_has_not_is_asked_for_again(
    device: Device, own: str, tile: str
) -> None:
    page = device.open(f"{own}/tiles", at="0,0", tile=tile)

    assert page.status == 200
    assert "Which tile came up?" in page.text


def test_another_tile_can_be_put_in_place_of_one_that_was_written(
    app: Flask, device: Device, own: str
) -> None:
    device.write(own, {"do": "turn_over", "seat": ANNA, "at": [0, 0], "tile": "t1"})

    page = device.open(f"{own}/entries/1", do="turn_over", seat=0, tile="t9")
    (form,) = [form for form in page.posting("/entries/1") if form.fields.get("entry")]
    device.send(form)

    (up,) = [tile for tile in standing(app, own)["tiles"] if tile["face_up"]]
    assert up["tile"] == "t9"


def test_a_tile_that_cannot_have_come_up_cannot_be_put_there(device: Device, own: str) -> None:
    device.write(own, {"do": "turn_over", "seat": ANNA, "at": [0, 0], "tile": "t1"})

    page = device.open(f"{own}/entries/1", do="turn_over", seat=0, tile="t99")

    assert "Tile t99 cannot have come up here" in page.text
    assert not [form for form in page.posting("/entries/1") if form.fields.get("entry")]


def test_the_choices_of_a_dealt_tile_can_be_amended(
    app: Flask, device: Device, ambush: str
) -> None:
    page = device.send(turning(device.open(f"{ambush}/tiles")), at="1,0")
    device.send(next(form for form in page.posting("/tiles/turn") if "entry" in form.fields))

    page = device.open(f"{ambush}/entries/3", do="turn_over", seat=1, **{"choices.left.help.3": 4})
    (form,) = [form for form in page.posting("/entries/3") if form.fields.get("entry")]
    device.send(form)

    assert standing(app, ambush)["seats"][3]["resources"]["weapons"] == 11


def test_every_tile_has_a_text_alternative(device: Device, dealt: str) -> None:
    page = device.send(turning(device.open(f"{dealt}/tiles")), at="0,0")

    (drawn,) = [drawn for drawn in page.all("svg", "tile") if drawn.attributes.get("role") == "img"]
    assert drawn.attributes["aria-label"] == (
        "Tile t1: top 4 food, left 2 Southern soldiers, right Southern soldiers, bottom food"
    )
    for button in page.all("button"):
        if button.attributes.get("name") == "at":
            assert "row" in button.attributes["aria-label"]


# Secrecy

NOISE: Final = re.compile(
    r'name="(?:csrf_token|write_id)" value="[^"]*"|(?<=/m/)[\w-]{22}|(?<="id": )"[\w-]{22}"'
    r'|(?<="created": )"[^"]*"|(?<="at": )"[^"]*"|\d\d:\d\d|(?<="by": )"[^"]*"'
)


class Recorder(Device):
    """A device that keeps every byte it receives."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.received: list[tuple[str, bytes]] = []
        open_plainly = self.client.open

        def keep(*arguments: Any, **options: Any) -> Any:
            response = open_plainly(*arguments, **options)
            path = re.sub(r"[\w-]{22}", "", response.request.path)
            self.received.append((path, response.get_data()))
            return response

        self.client.open = keep  # type: ignore[method-assign]


def pages_of(match: str, seats: int) -> Iterator[str]:
    """Every page, fragment and file of a match."""
    yield from ("", "/tiles", "/history", "/points", "/match.json", "/entries/0", "/entries/1")
    yield from (f"/seats/{seat}/points" for seat in range(seats))
    yield from ("/tiles?zoom=2", "/tiles?month=1", "/tiles?at=3,0", "/tiles?at=3,0&tile=t4")
    yield from (
        "/tiles?at=3,0&choices.left.help.1=3",
        "?do=turn_over&at=3,0",
        "/entries/0?take_out=1",
    )


def probes() -> Iterator[dict[str, Any]]:
    """Entries that would tell something of a tile by whether, and how, they are refused."""
    cell = {"do": "turn_over", "seat": BORIS, "at": [1, 0]}
    yield {**cell, "tile": "t2"}
    yield {**cell, "tile": "t9"}
    yield {**cell, "choices": {"left": {"help": [{"seat": 0, "weapons": 5000}]}}}
    yield {**cell, "choices": {"left": {"taken": "wood"}}}
    yield {**cell, "choices": {"middle": {"casualties": {"cherokee": 77}}}}


def everything_received(app: Flask, order: list[int]) -> list[tuple[str, bytes]]:
    """All that a device receives while t1 is turned over and the rest lies in this order."""
    pictures = ("gold", "medicine", "weapons", "water", "food", "wood")
    special = {
        f"t{n}": {
            "top": {"resource": pictures[n % 6], "amount": 7100 + n, "crossed": bool(n % 2)},
            "left": {"kind": "northern_soldier" if n % 2 else "cherokee", "count": 7200 + n},
            "middle": {"do": "sickness", "amount": 7300 + n},
        }
        for n in range(2, 17)
    }
    device = Recorder(app)
    match = device.make(setup(deck=deck(16, **special)))
    cells = [[x, y] for y in range(2) for x in range(4)]
    tiles = [{"at": at, "tile": f"t{n}"} for at, n in zip(cells, [1, *order], strict=True)]
    device.deal(match, {"do": "lay_tiles", "tiles": tiles})
    device.send(turning(device.open(f"{match}/tiles")), at="0,0")
    device.write(match, end_turn(ANNA))
    for address in pages_of(match, 2):
        device.client.get(match + address)
        device.client.get(match + address, headers={"HX-Request": "true"})
    for probe in probes():
        page = device.write(match, probe)
        assert page.alerts, probe
    plain = {"do": "turn_over", "seat": BORIS, "at": [1, 0]}
    assert device.write(match, plain, {"do": "raise_brigade", "seat": BORIS}).alerts
    device.undo(match, sure="1")
    device.undo(match, sure="1")
    device.undo(match, sure="1")
    for address in pages_of(match, 2):
        device.client.get(match + address)
    return device.received


@pytest.mark.slow
def test_nothing_of_a_face_down_tile_is_received(app: Flask) -> None:
    received = everything_received(app, [2, 3, 4, 5, 6, 7, 8])

    assert len(received) > 60
    assert any(b"Tile t1" in data for _, data in received)
    for path, data in received:
        text = _without_noise(data)
        if path.endswith("match.json"):
            document = json.loads(text)
            # Which tiles the deck has is no secret; where they lie is.
            del document["setup"]
            text = json.dumps(document)
        assert not re.search(r"\b7[123]\d\d\b", text), path
        assert not re.search(r"\bt(?:[2-9]|1\d)\b", text.replace("tile=t4", "")), path


@pytest.mark.slow
def test_what_is_received_does_not_depend_on_how_the_face_down_tiles_lie(app: Flask) -> None:
    first = everything_received(app, [2, 3, 4, 5, 6, 7, 8])
    second = everything_received(app, [16, 15, 9, 8, 13, 2, 10])

    assert len(first) == len(second)
    for (path, answer), (_, other) in zip(first, second, strict=True):
        if path == "/":
            continue  # the list of matches has one more
        assert _without_noise(answer) == _without_noise(other), path


def _without_noise(data: bytes) -> str:
    """Return the answer, without what differs from one moment or match to the next."""
    return NOISE.sub('""', data.decode())


def test_a_finished_match_is_exported_with_every_tile(app: Flask, device: Device) -> None:
    match = device.make(setup(deck=deck()))
    device.deal(match, lay(dealt=True))
    device.write(match, correct(ANNA, points=50))

    (laid, _) = json.loads(device.open(f"{match}/match.json").html)["entries"]

    assert [tile["tile"] for tile in laid["tiles"]] == [f"t{n}" for n in range(1, 9)]


def test_a_dealt_match_can_be_played_again_from_its_file_while_it_runs(
    app: Flask, device: Device, dealt: str
) -> None:
    device.send(turning(device.open(f"{dealt}/tiles")), at="0,0")

    laid = json.loads(device.open(f"{dealt}/match.json").html)["entries"][0]["tiles"]

    assert [cell.get("tile") for cell in laid] == ["t1"] + [None] * 7
