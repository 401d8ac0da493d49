"""The reader's language: chosen from the browser, changed on any page, remembered."""

import re
from typing import Final
from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.games.civil_war.arrange import NAMES, ROLES, setup
from tests.recorded import FILES
from tests.web.arrange import Device, Page, correct, end_turn, find, recorded

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


def language(page: Page) -> str:
    return page.all("html")[0].attributes["lang"]


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("", "en"),
        ("en-US,en;q=0.9", "en"),
        ("ru", "ru"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8", "ru"),
        ("pl-PL", "pl"),
        ("de,pl;q=0.5,en;q=0.3", "pl"),
        ("de", "en"),
        ("uk, ru;q=0.7, en;q=0.2", "ru"),
    ],
)
def test_the_browser_chooses_the_language(app: Flask, accept: str, chosen: str) -> None:
    assert language(Device(app, Accept_Language=accept).open("/")) == chosen


def test_a_page_is_in_the_language_that_it_says(app: Flask) -> None:
    headlines = {
        code: Device(app, Accept_Language=code).open("/").all("h1")[0].text
        for code in ("en", "ru", "pl")
    }

    assert len(set(headlines.values())) == 3
    assert re.search("[а-я]", headlines["ru"])
    assert "score sheet" in headlines["en"]


def test_a_chosen_language_is_remembered_whatever_the_browser_says(app: Flask) -> None:
    device = Device(app, Accept_Language="pl")

    page = device.follow(device.post("/language", language="ru", back="/new"))

    assert language(page) == "ru"
    assert language(device.open("/")) == "ru"
    cookie = device.client.get_cookie("language")
    assert cookie is not None
    assert cookie.max_age is not None
    assert cookie.max_age > 60 * 60 * 24 * 300


def test_every_page_offers_the_other_languages_and_comes_back_to_itself(
    device: Device, match: str
) -> None:
    device.write(match, find(0))
    for path in ("/", "/new", match, f"{match}/history", f"{match}?do=find&seat=0", "/rules/CW-1"):
        page = device.open(path)
        forms = {form.buttons[0].attributes["value"]: form for form in page.posting("/language")}
        assert set(forms) == {"ru", "pl"}
        back = forms["ru"].fields["back"].rstrip("?")
        assert back.partition("?back=")[0] == page.address


def test_the_languages_are_called_by_their_own_names(device: Device) -> None:
    text = device.open("/").text

    assert "Русский" in text
    assert "Polski" in text


@pytest.mark.parametrize(
    "back",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/",
        "/\\elsewhere.example/",
        "\\\\elsewhere.example/",
        "/\t/elsewhere.example/",
        "\t//elsewhere.example/",
        "/\n/elsewhere.example/",
        "/x\r\nSet-Cookie: a=b",
        "javascript:alert(1)",
        "elsewhere",
        "",
        "/" * 5000,
    ],
)
def test_changing_the_language_leads_only_to_our_own_pages(device: Device, back: str) -> None:
    response = device.post("/language", language="ru", back=back)

    assert response.status_code == 303
    location = str(response.headers["Location"])
    # A browser drops tabs and line ends, and takes a backslash for a slash.
    seen = re.sub(r"[\t\r\n]", "", location).replace("\\", "/")
    assert seen.startswith("/")
    assert not seen.startswith("//")
    assert urlsplit(seen).netloc == ""
    assert "a=b" not in response.headers.getlist("Set-Cookie")


@pytest.mark.parametrize("chosen", ["", "de", "../ru", "x" * 3000])
def test_a_language_that_is_not_there_is_not_remembered(device: Device, chosen: str) -> None:
    response = device.post("/language", language=chosen, back="/")

    assert response.status_code == 303
    assert device.client.get_cookie("language") is None


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


@pytest.mark.parametrize("code", ["en", "ru", "pl"])
def test_each_page_is_whole_in_every_language(app: Flask, code: str) -> None:
    for page in every_page(Device(app, Accept_Language=code)):
        assert page.status in (200, 404, 422), page.path
        assert language(page) == code
        assert len(page.all("h1")) == 1
        assert page.all("title")[0].text
        assert len(page.all("main")) == 1
        # What a sentence that was not filled in looks like.
        assert not re.search(r"%\(\w+\)s|\{\w+\}", page.text)


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


def test_an_error_is_told_in_the_readers_language(app: Flask) -> None:
    page = Device(app, Accept_Language="ru").open("/m/nowhere")

    assert page.status == 404
    assert re.search("[а-я]", page.all("h1")[0].text)
