"""The Civil War in every language: whole pages, nothing English in Russian, numbers in words."""

import re
from typing import Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import NAMES, ROLES, setup
from tests.recorded import FILES
from tests.toy.arrange import end_turn
from tests.web.arrange import Device, Page
from tests.web.civil_war.arrange import correct, find, recorded
from tests.web.test_language import must_be_whole

WORD: Final = re.compile(r"[A-Za-z]{3,}")
# Latin letters that are right on a Russian page: names, our own name, the languages' own names.
LATIN: Final = {
    *NAMES,
    *("Jack", "Beata"),
    *("Quartermaster", "English", "Polski"),
    # What stands on the keys of a keyboard.
    *("Enter", "Esc", "Ctrl"),
    # Formats of paper and of files.
    *("Letter", "CSV"),
    # Makers' names for their devices, and what is typed in the terminal.
    *("iPad", "iPhone", "Android", "http", "https", "dev", "run"),
    # What was typed: the name of the match, and the reason of its correction.
    *("match", "the", "test", "begins"),
}


def every_page(device: Device) -> list[Page]:
    """Each kind of page once, of a match with a bit of everything in it."""
    (file,) = [file for file in FILES if file.stem == "four-seats-elimination"]
    made, entries, _ = recorded(file)
    over = device.make(made)
    device.write(over, *entries)
    match = device.make(setup(*ROLES, reward="meeting"))
    device.write(
        match,
        correct(0, people={"cherokee": 5, "volunteer": 2}, resources={"water": 2}),
        {"do": "gain", "seat": 0, "bonus": "dynamite"},
        {"do": "sabotage", "seat": 0},
        find(0, "food", 3),
        find(0, "wood", 2),
        end_turn(0),
    )
    device.amend(match, 3, find(0, "food", 1))
    device.go_back(match, 5)
    pages = [
        device.open(path) for path in ("/", "/new", "/rules/CW-5.2", "/trust", "/nothing", over)
    ]
    pages += [device.open(f"{over}{path}") for path in ("/points", "/history", "/seats/0/points")]
    asked = (
        "?do=find&resource=food&amount=5",
        "?do=meet&kind=northern_officer&amount=9&choose=1",
        "?do=meet&kind=northern_officer&amount=99",
        "?do=sabotage",
        "?do=lure",
        "?do=spend_reserve",
        "?do=hand_over",
        "?do=hand_turn",
        "?do=correct",
        "?do=upkeep",
        "?view=sheet",
        "",
        "/history",
        "/points",
        "/entries/0?take_out=1",
        "/entries/6",
        "/seats/0/food",
    )
    pages += [device.open(f"{match}{path}") for path in asked]
    pages += tile_pages(device)
    pages.append(device.send(device.open("/new", title="civil-war").posting("/new")[0]))
    other = device.make(setup(*ROLES))
    device.write(other, find(0))
    pages.append(Device(device.app, **device.headers).join(other).undo(other))
    pages.append(device.write(match, end_turn(3)))
    device.write(match, {"do": "end_month"})
    pages += [device.open(f"{match}{path}") for path in ("", "?do=trade", "?do=hq_trade&seat=1")]
    pages.append(device.open(f"{match}?do=upkeep"))
    device.write(match, {"do": "upkeep"}, correct(1, people={"cherokee": 1}))
    pages += [device.open(f"{match}{path}") for path in ("", "?do=attack&seat=0&target=1")]
    pages.append(device.open(f"{match}?do=buy_off&seat=0&target=1"))
    return pages


def tile_pages(device: Device) -> list[Page]:
    """The pages of tiles and decks."""
    match = device.make(setup(*ROLES))
    pages = [device.open(f"{match}/tiles{path}") for path in ("", "?cells=0,0;2,2", "?month=3")]
    cells = [{"at": [n % 6, n // 6]} for n in range(24)]
    device.write(match, {"do": "lay_tiles", "tiles": cells})
    pages += [device.open(f"{match}/tiles{path}") for path in ("", "?at=0,0", "?at=0,0&tile=10")]
    device.write(match, {"do": "turn_over", "seat": 0, "at": [0, 0], "tile": "10"})
    pages += [device.open(f"{match}{path}") for path in ("/tiles", "/entries/1?do=turn_over")]
    (form,) = device.open("/decks").posting("/decks")
    made = device.send(form, name="the test")
    pages += [made, device.open(f"{made.path}/tiles/0"), device.open("/decks/standard")]
    return [*pages, device.open("/decks"), device.open(f"{made.path}x")]


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "ru", "pl"])
def test_each_page_is_whole_in_every_language(app: Flask, code: str) -> None:
    for page in every_page(Device(app, Accept_Language=code)):
        must_be_whole(page, code)


@pytest.mark.slow
def test_nothing_on_a_russian_page_is_english(app: Flask) -> None:
    device = Device(app, Accept_Language="ru")

    found = {}
    for page in every_page(device):
        words = set(WORD.findall(page.text)) - LATIN
        if words:
            found[page.path] = words

    assert found == {}


@pytest.mark.parametrize("code", ["ru", "pl"])
def test_a_superlative_has_a_name_and_a_story_in_every_language(app: Flask, code: str) -> None:
    device = Device(app, Accept_Language=code)
    (file,) = [file for file in FILES if file.stem == "four-seats-elimination"]
    made, entries, _ = recorded(file)
    match = device.make(made)
    device.write(match, *entries)

    page = device.open(f"{match}/points")

    assert page.all("dt")
    assert all(element.text for element in (*page.all("dt"), *page.all("dd")))


@pytest.mark.parametrize(
    ("code", "forms"),
    [
        ("en", ["1 volunteer", "2 volunteers", "5 volunteers", "21 volunteers", "22 volunteers"]),
        ("ru", ["1 волонтёр", "2 волонтёра", "5 волонтёров", "21 волонтёр", "22 волонтёра"]),
        ("pl", ["1 ochotnik", "2 ochotni", "5 ochotników", "21 ochotników", "22 ochotni"]),
    ],
)
def test_numbers_have_their_plural_forms(app: Flask, code: str, forms: list[str]) -> None:
    device = Device(app, Accept_Language=code)
    match = device.make(setup())

    for form in forms:
        number = form.split()[0]
        page = device.open(match, do="meet", seat=0, kind="volunteer", amount=number)
        (heading,) = [
            heading.text
            for heading in page.all("h2")
            if heading.attributes.get("id") == "pad-title"
        ]
        assert form in heading


def test_a_refusal_is_told_in_the_readers_language(app: Flask) -> None:
    device = Device(app, Accept_Language="ru")
    match = device.make(setup())

    (alert,) = device.write(match, end_turn(1)).alerts

    assert re.search("[а-я]", alert)
    assert "CW-3.5" in alert
