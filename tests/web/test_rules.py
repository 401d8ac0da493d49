"""The rules in the app: by chapter, searched, marked, and the way back from a rule."""

from typing import Final

import pytest

from tests.toy.arrange import setup
from tests.web.arrange import Device, Page
from tracker.games.titles import RULEBOOKS
from tracker.web.titles import TITLE_PAGES

FILLED: Final = "?do=walk&seat=0&steps=7"


def shown_rules(page: Page) -> list[str]:
    return [
        item.attributes["id"]
        for item in page.all("li", "rules-item")
        if "hidden" not in item.attributes
    ]


def text_of(page: Page, number: str) -> str:
    return next(
        item.text for item in page.all("li", "rules-item") if item.attributes["id"] == number
    )


@pytest.mark.parametrize("title", RULEBOOKS)
def test_the_rules_of_a_title_are_read_by_chapter(device: Device, title: str) -> None:
    book = RULEBOOKS[title].RULEBOOK

    page = device.open(f"/rules/{title}")

    assert shown_rules(page) == [rule.number for rule in book.rules()]
    assert [heading.text for heading in page.all("h2")] == [
        chapter.name for chapter in book.chapters
    ]
    for rule in book.rules():
        assert str(rule.text) in text_of(page, rule.number)


def test_the_first_page_and_the_menu_of_a_match_lead_to_the_rules(device: Device) -> None:
    match = device.make()

    assert {f"/rules/{title}" for title in TITLE_PAGES} <= set(device.open("/").links)
    assert f"{match}/rules" in device.open(match).links
    assert device.open(f"{match}/rules").status == 200


@pytest.mark.parametrize("book", ["/rules/toy-race", "{match}/rules"])
def test_the_rules_are_searched_by_a_form(device: Device, book: str) -> None:
    page = device.open(book.format(match=device.make()))
    search = next(form for form in page.forms if "q" in form.fields)

    found = device.open(f"{search.action}?q=SHOES+double")

    assert shown_rules(found) == ["TR-3"]
    assert [form.fields["q"] for form in found.forms if "q" in form.fields] == ["SHOES double"]
    assert shown_rules(device.open(f"{search.action}?q=TR-5")) == ["TR-5"]
    assert "hidden" in page.html.split('id="rules-none"')[1][:10]
    nothing = device.open(f"{search.action}?q=xyzzy")
    assert shown_rules(nothing) == []
    assert "hidden" not in nothing.html.split('id="rules-none"')[1][:10]


def test_a_match_marks_the_house_rules_of_its_table(device: Device) -> None:
    match = device.make(setup(keep_order=False))

    page = device.open(f"{match}/rules")

    assert "House rule of this table: Everybody goes at any time" in text_of(page, "TR-1")
    assert [item.attributes["id"] for item in page.all("li", "rules-item-chosen")] == ["TR-1"]
    assert "House rule" not in device.open("/rules/toy-race").text


# Where a rule comes from


@pytest.mark.parametrize(
    ("number", "says"),
    [
        ("TR-1", "Our reading; your table can choose otherwise at set-up: The order of turns"),
        ("TR-2", "Printed in the rulebook"),
    ],
)
def test_a_rule_says_whether_it_is_printed_or_our_reading(
    device: Device, number: str, says: str
) -> None:
    assert says in device.open(f"/rules/{number}").text


def test_a_rule_opened_from_a_match_says_what_its_table_plays(device: Device) -> None:
    match = device.make(setup(keep_order=False))
    chosen = "Everybody goes at any time"

    assert chosen in opened_from(device, "/rules/TR-1", match).text
    assert chosen not in device.open("/rules/TR-1").text
    assert opened_from(device, "/rules/TR-1", "/m/nothing").status == 200


# The way back


def opened_from(device: Device, address: str, page: str) -> Page:
    return Page(device.client.get(address, headers={"Referer": f"http://localhost{page}"}))


def back_of(page: Page) -> str:
    return next(
        link.attributes["href"] for link in page.all("a", "btn-main") if link.text == "Back"
    )


def test_back_leads_to_the_entry_as_it_was_filled_in(device: Device) -> None:
    match = device.make()

    rule = opened_from(device, "/rules/TR-2", match + FILLED)
    assert back_of(rule) == match + FILLED

    # Through the chapter, and in another language.
    chapter = next(link for link in rule.links if link.startswith("/rules/TR-1?"))
    assert back_of(opened_from(device, chapter, "/rules/TR-2")) == match + FILLED
    form = next(form for form in rule.forms if form.action == "/language")
    assert back_of(device.open(form.fields["back"])) == match + FILLED


def test_back_leads_to_the_sheet_where_a_form_was_answered(device: Device) -> None:
    match = device.make()

    assert back_of(opened_from(device, "/rules/TR-1", f"{match}/entries")) == match
    assert back_of(opened_from(device, "/rules/TR-1", "/language")) == "/"


@pytest.mark.parametrize("back", ["//elsewhere.example/", "https://elsewhere.example/", "/\t/x"])
def test_back_never_leads_elsewhere(device: Device, back: str) -> None:
    assert back_of(device.open("/rules/TR-1", back=back)) == "/"
    elsewhere = Page(device.client.get("/rules/TR-1", headers={"Referer": back.strip("/\t")}))
    assert back_of(elsewhere) == "/"


def test_a_script_gets_the_rule_alone(device: Device) -> None:
    page = Page(device.client.get("/rules/TR-5", headers={"HX-Request": "true"}))

    assert "<html" not in page.html
    assert page.all("h1")[0].text == "TR-5"
    assert "All rules" not in page.html
