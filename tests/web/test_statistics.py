"""The statistics as a page, on paper and for programs: the same numbers."""

from io import BytesIO

import pytest
from flask import Flask
from pypdf import PdfReader

from tests.toy.arrange import TOY, end_turn, setup, walk
from tests.web.api.program import Program
from tests.web.arrange import Device
from tracker.printing.pdf import Paper
from tracker.printing.statistics_charts import bars
from tracker.printing.statistics_report import printed
from tracker.service.statistics import Chosen
from tracker.web.titles import TITLE_PAGES

OTHER = next(iter(TITLE_PAGES))


@pytest.fixture
def players(device: Device) -> Device:
    """A device with two matches, both won by Anna."""
    for steps in (1, 5):
        match = device.make()
        device.write(match, end_turn(0), walk(1, steps), end_turn(1), walk(0, 9), walk(0, 1))
    return device


def test_the_page_has_a_chart_and_its_table_for_people(players: Device) -> None:
    page = players.open("/statistics")
    rows = [row.text for row in page.all("tr")]
    assert "Anna 2 2 100 % 10 10" in rows
    assert "Boris 2 0 0 % 3 5" in rows
    assert "Anna – Boris 2 2 0" in rows
    assert len(page.all("svg", "chart")) >= 5
    assert "How games end" in [heading.text for heading in page.all("h2")]


def test_a_device_that_has_no_match_is_told_so(app: Flask) -> None:
    assert "No match has been finished yet." in Device(app).open("/statistics").text


def test_a_group_and_a_title_are_chosen_on_the_page(players: Device) -> None:
    page = players.open("/statistics", people="boris", title=TOY.NAME)
    assert "Anna 2 2 100 % 10 10" not in [row.text for row in page.all("tr")]
    assert page.forms[0].fields["people"] == "boris"
    assert "No match has been finished yet." in players.open("/statistics", title=OTHER).text


def test_what_makes_no_sense_in_the_address_is_left_out(players: Device) -> None:
    assert players.open("/statistics", title="<b>", people="x" * 5000).status == 200
    assert "Matches: 0" in players.open("/statistics", people="nobody").text


def test_a_name_cannot_be_markup_in_a_chart(app: Flask) -> None:
    device = Device(app)
    match = device.make(setup("<svg>&", "Boris"))
    device.write(match, walk(0, 9), walk(0, 1))

    html = device.open("/statistics").html
    assert "<svg>" not in html
    assert "&lt;svg&gt;&amp;" in html


def test_a_program_reads_the_same_numbers(app: Flask, players: Device) -> None:
    program = Program(app, players.secret)
    found = program.read("/statistics?people=anna")
    assert found["matches"] == 2
    assert found["people"][0]["rate"] == 100.0
    assert found["names"]["boris"] == "Boris"
    assert program.read(f"/statistics?title={OTHER}")["matches"] == 0
    names, rows = found["names"], {row.text for row in players.open("/statistics").all("tr")}
    for person in found["people"]:
        numbers = (person["plays"], person["wins"], f"{person['rate']:g} %")
        points = (f"{person['average']:g}", person["best"])
        assert " ".join(map(str, (names[person["name"]], *numbers, *points))) in rows
    for pair in found["pairs"]:
        wins = (pair["plays"], pair["first_wins"], pair["second_wins"])
        both = f"{names[pair['first']]} – {names[pair['second']]}"
        assert " ".join(map(str, (both, *wins))) in rows


def test_on_paper_a_name_is_a_word_beside_the_chart_and_not_single_letters() -> None:
    chart = bars("People", [("مرحبا", 50, "50 %"), ("<b>", 20, "20 %")], 100)
    screen, paper = chart.on_screen(), chart.on_paper()

    assert "<text" not in paper
    assert paper.count('class="chart-label ') == screen.count("<text") == 4
    assert "<bdi>مرحبا</bdi>" in paper
    assert "<bdi>&lt;b&gt;</bdi>" in paper
    assert ">&lt;b&gt;</text>" in screen


@pytest.mark.slow
def test_the_same_is_printed(app: Flask, players: Device) -> None:
    found = app.extensions["statistics"].read(players.name, Chosen())
    pages = PdfReader(BytesIO(printed(found, "ru", Paper.A4, ""))).pages
    text = " ".join(page.extract_text() for page in pages)
    assert "Anna" in text
    assert "100 %" in text
