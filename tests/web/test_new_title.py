"""The shared pages and the interface with a title that they have never heard of: the toy."""

from typing import Any, Final

import pytest

from tests.toy.arrange import ANNA, BORIS, TOY
from tests.web.arrange import Device
from tracker.web.titles import TITLE_PAGES

WALK: Final[dict[str, Any]] = {"do": "walk", "seat": ANNA, "steps": 3}


def new_race(device: Device) -> str:
    """The address of a race that was set up on the toy's page."""
    page = device.open("/new", title=TOY.NAME)
    form = next(form for form in page.forms if "name-0" in form.fields)
    return device.send(form, **{"name-0": "Anna", "name-1": "Boris"}).path


def walkers(device: Device, match: str) -> list[str]:
    return [item.text for item in device.open(match).all("li", "walker")]


def test_a_match_of_any_title_is_set_up_written_on_and_taken_back(device: Device) -> None:
    match = new_race(device)
    assert walkers(device, match) == ["Anna: 0", "Boris: 0"]

    device.write(match, WALK, then_end_turn=True)
    assert walkers(device, match) == ["Anna: 3", "Boris: 0"]
    device.send(device.open(match).posting("/undo")[0])
    device.send(device.open(match).posting("/undo")[0])
    assert walkers(device, match) == ["Anna: 0", "Boris: 0"]
    device.send(device.open(match).posting("/redo")[0])

    assert walkers(device, match) == ["Anna: 3", "Boris: 0"]


def test_a_refusal_of_any_title_is_told_with_its_rule(device: Device) -> None:
    match = new_race(device)

    page = device.write(match, {"do": "end_turn", "seat": BORIS})

    assert "It is Anna's turn." in page.text
    assert walkers(device, match) == ["Anna: 0", "Boris: 0"]


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("/history", "Anna walks 3 steps"),
        ("/entries/0", "Anna walks 3 steps"),
        ("/seats/0/steps", "TR-2"),
        ("/points", "Anna: 3"),
        ("/board", "Day 1"),
        ("/table", "Boris"),
        ("/notes", "Day 1"),
        ("/check", "Day 1"),
    ],
)
def test_every_shared_page_shows_a_match_of_any_title(device: Device, page: str, says: str) -> None:
    match = new_race(device)
    device.write(match, WALK)

    shown = device.open(f"{match}{page}")

    assert shown.status == 200
    assert says in shown.text


def test_the_first_page_and_the_demo_are_drawn_from_the_card(device: Device) -> None:
    assert "A race" in device.open("/").text
    assert "Race" in device.open("/new").text

    made = device.follow(device.post("/demo", title=TOY.NAME, form_id="demo-of-the-toy-1"))

    assert [item.text for item in made.all("li", "walker")] == ["Ada: 2", "Ben: 0"]


def test_an_address_of_one_title_is_nothing_for_a_match_of_another(device: Device) -> None:
    match_id = new_race(device).removeprefix("/m/")
    titles = TITLE_PAGES.values()
    blueprints = {blueprint.name for pages in titles for blueprint in pages.BLUEPRINTS}
    operations = {f"api.{own.name}" for pages in titles for own in pages.INTERFACE.operations}
    own = [
        rule
        for rule in device.app.url_map.iter_rules()
        if "match_id" in rule.arguments
        and (rule.endpoint.partition(".")[0] in blueprints or rule.endpoint in operations)
    ]

    assert len(own) > 5
    for rule in own:
        method = "POST" if "POST" in (rule.methods or ()) else "GET"
        with device.app.test_request_context():
            address = device.app.url_for(rule.endpoint, match_id=match_id)
        headers = {"Authorization": f"Bearer {device.secret}"}
        answer = device.client.open(address, method=method, headers=headers, json={})
        assert answer.status_code == 404, address
