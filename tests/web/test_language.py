"""The reader's language: chosen from the browser, changed on any page, remembered."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.toy.arrange import walk
from tests.web import shared_pages
from tests.web.arrange import Device, Page


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
    device.write(match, walk(0))
    for path in (
        "/",
        "/new",
        match,
        f"{match}/history",
        f"{match}?do=walk&seat=0&steps=1",
        "/rules/TR-1",
    ):
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


def test_an_error_is_told_in_the_readers_language(app: Flask) -> None:
    page = Device(app, Accept_Language="ru").open("/m/nowhere")

    assert page.status == 404
    assert re.search("[а-я]", page.all("h1")[0].text)


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "ru", "pl"])
def test_each_page_is_whole_in_every_language(app: Flask, code: str) -> None:
    for page in shared_pages.every_page(Device(app, Accept_Language=code)):
        must_be_whole(page, code)


def must_be_whole(page: Page, code: str) -> None:
    assert page.status in (200, 404, 422), page.path
    assert language(page) == code
    assert len(page.all("h1")) == 1, page.path
    assert page.all("title")[0].text
    assert len(page.all("main")) == 1, page.path
    # What a sentence that was not filled in looks like.
    assert not re.search(r"%\(\w+\)s|\{\w+\}", page.text)
