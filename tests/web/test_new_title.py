"""The shared pages and the interface with a title that they have never heard of: the toy."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from tests.toy import pages
from tests.toy.arrange import ANNA, BORIS, TOY, in_registries
from tests.web.arrange import Device, matches
from tracker.web import create_app, static
from tracker.web.rule_views import show_rulebook
from tracker.web.titles import TITLE_PAGES

OWN_TEMPLATES: Final = Path(__file__).parents[1] / "toy" / "templates"
WALK: Final[dict[str, Any]] = {"do": "walk", "seat": ANNA, "steps": 3}


@pytest.fixture(scope="module")
def app(folder: Path) -> Iterator[Flask]:
    """An app with the toy in its registries, and its templates and style sheet at hand."""
    registry: Any = TITLE_PAGES
    registry[TOY.NAME] = pages
    with in_registries():
        made = create_app(folder)
        loader = cast("FileSystemLoader", made.jinja_env.loader)
        made.jinja_env.loader = ChoiceLoader([loader, FileSystemLoader(OWN_TEMPLATES)])
        made.jinja_env.globals["static_url"] = lambda name: (
            f"/static/{name}" if name.startswith(pages.FOLDER) else static.url(name)
        )
        made.add_url_rule(
            f"/rules/{TOY.NAME}",
            "rules.show_rulebook",
            show_rulebook,
            defaults={"title": TOY.NAME},
        )
        yield made
        matches(made)._database.close()
    del registry[TOY.NAME]


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

    made = device.follow(device.post("/demo", title=TOY.NAME, slip="demo-of-the-toy-1"))

    assert [item.text for item in made.all("li", "walker")] == ["Ada: 2", "Ben: 0"]
