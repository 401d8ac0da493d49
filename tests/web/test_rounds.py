"""Reading a match: history, every number's lines, points and the end, rules, the match file."""

import re

import pytest
from flask import Flask

from tests.toy.arrange import TOY, end_turn, walk
from tests.web.arrange import Device, Page, standing
from tracker.engine import match_file
from tracker.games.titles import TITLES


def whole(text: str) -> int:
    return int(text.replace("−", "-"))


# The history


@pytest.mark.slow
def test_the_history_of_an_empty_sheet_says_so(device: Device, match: str) -> None:
    assert "Nothing has been entered yet." in device.open(f"{match}/history").text


def test_the_history_tells_every_entry_in_a_sentence_with_what_it_did(
    device: Device, match: str
) -> None:
    device.write(match, walk(0, 2), end_turn(0))

    page = device.open(f"{match}/history")

    (listed,) = page.all("li", "entry")
    assert re.match(r"1 Anna walks 2 steps Anna \+2 steps \d\d:\d\d$", listed.text)
    (end,) = page.all("a", "turn-end")
    assert re.match(r"Anna ends the turn \d\d:\d\d$", end.text)
    assert end.attributes["href"] == f"{match}/entries/1"


def test_a_note_on_the_end_of_a_turn_is_read_in_the_history(device: Device, match: str) -> None:
    device.write(match, walk(0, 2), end_turn(0))
    (form,) = device.open(f"{match}/entries/1").posting("/notes")
    device.send(form, text="Anna forgot her card")

    page = device.open(f"{match}/history")

    assert page.all("a", "turn-end") == []
    assert "Anna forgot her card" in page.text


def test_the_entry_that_closes_a_round_is_the_last_of_that_round(
    device: Device, match: str
) -> None:
    device.write(match, walk(0), {"do": "next_day"}, walk(0))

    html = device.open(f"{match}/history").html

    assert html.index(">Day 2<") < html.index(">Day 1<") < html.index("The next day")


def test_what_was_undone_or_written_over_stays_visible_struck_through(
    device: Device, match: str
) -> None:
    device.write(match, walk(0, 3))
    device.undo(match)
    (undone,) = device.open(f"{match}/history").all("li", "entry")
    assert undone.has_class("entry-undone")
    assert "undone" in undone.text

    device.write(match, walk(0, 2))

    live, crossed = device.open(f"{match}/history").all("li", "entry")
    assert crossed.has_class("entry-undone")
    assert not live.has_class("entry-undone")


def test_entries_dropped_by_an_amendment_stay_visible(device: Device, match: str) -> None:
    device.write(match, {"do": "deal", "cards": ["a"]}, {"do": "draw", "seat": 0})

    device.amend(match, 0, None)

    listed = device.open(f"{match}/history").all("li", "entry")
    assert [item.has_class("entry-undone") for item in listed] == [True, True]


def test_every_entry_that_counts_leads_to_its_page(device: Device, match: str) -> None:
    device.write(match, walk(0), walk(0))
    device.undo(match)

    links = device.open(f"{match}/history").links

    assert f"{match}/entries/0" in links
    assert f"{match}/entries/1" not in links


# Every number explains itself


def assert_adds_up(page: Page, number: int) -> None:
    """Newest first, each line's total is the one below it and its own change."""
    changes = [
        whole(cell.text)
        for cell in page.all("td", "num")
        if {"up", "down"} & classes(cell.attributes)
    ]
    totals = [whole(cell.text) for cell in page.all("td", "running")]
    assert len(changes) == len(totals)
    below = [*totals[1:], 0] if totals else []
    assert totals == [less + change for less, change in zip(below, changes, strict=True)]
    assert (totals[0] if totals else 0) == number


def classes(attributes: dict[str, str]) -> set[str]:
    return set(attributes.get("class", "").split())


def test_every_line_of_a_number_names_its_entry_and_its_rule(device: Device, match: str) -> None:
    device.write(match, walk(0, 3), end_turn(0))

    page = device.open(f"{match}/seats/0/steps")

    rows = [row.text for row in page.all("tr")]
    assert rows[1:] == ["1 Anna walks 3 steps +3 3 TR-2"]
    assert {f"{match}/entries/0", "/rules/TR-2"} <= set(page.links)
    assert_adds_up(page, 3)


def test_lines_that_no_longer_count_explain_nothing(device: Device, match: str) -> None:
    device.write(match, walk(0, 3))
    device.undo(match)

    assert "Anna walks" not in " ".join(
        row.text for row in device.open(f"{match}/seats/0/steps").all("tr")
    )


def test_a_number_that_nothing_changed_says_so(device: Device, match: str) -> None:
    page = device.open(f"{match}/seats/1/steps")

    assert "Nothing has changed this number yet." in page.text


@pytest.mark.parametrize("path", ["2/steps", "0/silver", "0/shoes", "x/steps"])
def test_there_is_no_page_for_a_number_that_is_not_there(
    device: Device, match: str, path: str
) -> None:
    assert device.open(f"{match}/seats/{path}").status == 404


# Points and the end


def test_the_graph_of_a_match_that_was_not_begun_is_a_page_all_the_same(
    device: Device, match: str
) -> None:
    assert device.open(f"{match}/points").status == 200


# Rules


@pytest.mark.parametrize("number", ["TR-99", "TR-5.99", "5", "tr-5", "TR-5.1", "%00"])
def test_there_is_no_page_for_a_rule_that_is_not_there(device: Device, number: str) -> None:
    assert device.open(f"/rules/{number}").status == 404


# The match file


def test_the_match_file_of_a_corrected_match_plays_to_the_same_position(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, walk(0, 3), walk(0, 2), walk(0, 1))
    device.amend(match, 0, walk(0, 4))
    device.undo(match)

    data = device.client.get(f"{match}/match.json").data

    again = match_file.play(*match_file.read(data, TITLES))
    assert TOY.export_position(again.position) == standing(app, match)
