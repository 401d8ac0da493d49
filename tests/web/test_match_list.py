"""The list of matches: searched, sorted, a page at a time, with who has won."""

import csv
import io
import zipfile
from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from tests.toy.arrange import TOY, entry, setup
from tests.web.arrange import Device, Page, matches
from tests.web.test_downloads import asked
from tracker.store import sealing
from tracker.store.models import DeviceRow as Row
from tracker.store.models import MatchRow
from tracker.web.titles import TITLE_PAGES

OTHER = next(iter(TITLE_PAGES))


@pytest.fixture
def club(app: Flask) -> Device:
    """A device with a finished match of Anna's and three that run."""
    device = Device(app)
    for name, players, day in (
        ("Спринт", ("Anna", "Boris"), "2026-01-05"),
        ("Weekend", ("Clara", "Юлия"), "2026-02-05"),
        ("=1+1", ("Anna", "Юлия"), "2026-03-05"),
        ("100% fun_", ("Boris", "Clara"), "2026-04-05"),
    ):
        made = matches(app).make(TOY.NAME, setup(*players, goal=9), name, device.name)
        if name == "Спринт":
            wins = entry("walk", seat=0, steps=9)
            matches(app).write(made, [wins], "w", device.name)
        with matches(app)._database.writing() as session:
            at = f"{day}T20:00:00.000+00:00"
            session.execute(update(MatchRow).where(MatchRow.id == made).values(changed=at))
            session.execute(update(Row).where(Row.match_id == made).values(listed=at))
            sealing.seal(session, made)
    return device


def names(page: Page) -> list[str]:
    lists = [element for element in page.elements if element.tag == "b"]
    return [list_.text for list_ in lists if list_.text != "Quartermaster"]


def test_the_newest_is_first_and_the_winner_is_named(club: Device) -> None:
    page = club.open("/matches")

    assert names(page) == ["100% fun_", "=1+1", "Weekend", "Спринт"]
    assert [small.text for small in page.all("small", "won")] == ["Anna"]


def test_a_match_that_is_written_on_moves_to_the_top(club: Device, app: Flask) -> None:
    oldest = next(link for link in club.open("/matches", order="oldest").links if "/m/" in link)
    running = club.open("/matches", state="running", order="oldest")
    first = next(link for link in running.links if "/m/" in link)
    walks = entry("walk", seat=0, steps=1)

    matches(app).write(first.rpartition("/")[2], [walks], "later", club.name)
    assert names(club.open("/matches"))[0] == "Weekend"
    matches(app).undo(oldest.rpartition("/")[2], 1, "goes on", club.name)
    assert names(club.open("/matches"))[:2] == ["Спринт", "Weekend"]
    assert names(club.open("/matches", state="over")) == []


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "юлия"}, ["=1+1", "Weekend"]),
        ({"q": "ЮЛ anna"}, ["=1+1"]),
        ({"q": "спр"}, ["Спринт"]),
        ({"q": "%"}, ["100% fun_"]),
        ({"q": "_"}, ["100% fun_"]),
        ({"q": "nobody"}, []),
        ({"state": "over"}, ["Спринт"]),
        ({"state": "running", "order": "oldest"}, ["Weekend", "=1+1", "100% fun_"]),
        ({"order": "name"}, ["100% fun_", "=1+1", "Weekend", "Спринт"]),
        ({"since": "2026-02-05", "until": "2026-03-05"}, ["=1+1", "Weekend"]),
        ({"title": OTHER}, []),
        ({"title": TOY.NAME, "q": "boris"}, ["100% fun_", "Спринт"]),
    ],
)
def test_what_is_looked_for_is_found(club: Device, asked: dict[str, str], found: list[str]) -> None:
    assert names(club.open("/matches", **asked)) == found


def test_a_day_that_is_none_is_said(club: Device) -> None:
    page = club.open("/matches", since="yesterday")

    assert page.alerts == ["yesterday is not a date. Write it like this: 2026-12-31."]
    assert len(names(page)) == 4


def test_fifty_are_on_a_page(app: Flask) -> None:
    device = Device(app)
    for number in range(52):
        matches(app).make(TOY.NAME, setup(), f"Match {number}", device.name)

    first = device.open("/matches", q="anna")
    second = device.open("/matches", q="anna", page=2)

    assert (len(names(first)), len(names(second))) == (50, 2)
    assert any("page=2" in link and "q=anna" in link for link in first.links)
    assert any("page=1" in link for link in second.links)
    assert names(device.open("/matches", page="x")) == names(device.open("/matches"))


def test_another_device_sees_nothing_of_it(app: Flask, club: Device) -> None:
    assert names(Device(app).open("/matches")) == []


def test_tables_for_a_spreadsheet_neutralise_formulas(app: Flask, club: Device) -> None:
    with asked(app, "/matches-csv.zip", device=club) as [(_, data)]:
        archive = zipfile.ZipFile(io.BytesIO(data))

    tables: dict[str, list[dict[str, Any]]] = {}
    for name in archive.namelist():
        text = archive.read(name).decode("utf-8")
        assert text[0] == "\ufeff"
        assert text.count("\r\n") == len(text.splitlines())
        tables[name] = list(csv.DictReader(io.StringIO(text[1:], newline="")))

    assert set(tables) == {"plays.csv", "players.csv", "entries.csv"}
    plays = {row["name"]: row for row in tables["plays.csv"]}
    assert "'=1+1" in plays
    over = plays["Спринт"]
    assert (over["over"], over["winners"], over["reason"]) == ("true", "Anna", "goal")
    assert datetime.fromisoformat(over["ended"]) >= datetime.fromisoformat(over["began"])
    assert over["minutes"] == "0"
    assert plays["Weekend"]["ended"] == ""
    players = [row for row in tables["players.csv"] if row["match"] == over["match"]]
    assert [(player["name"], player["points"], player["won"]) for player in players] == [
        ("Anna", "9", "true"),
        ("Boris", "0", "false"),
    ]
    assert [row["do"] for row in tables["entries.csv"]] == ["walk"]


def test_a_formula_on_a_line_of_its_own_is_neutralised_in_what_the_server_sends(
    app: Flask, club: Device
) -> None:
    match = club.make(name="Friday;=2+2")
    (form,) = club.open(f"{match}/notes").posting("/notes")
    club.send(form, text="the cake was good\r\n=1+1")

    with asked(app, f"{match}/csv.zip") as [(answer, data)]:
        assert answer.status == 200
    plays = zipfile.ZipFile(io.BytesIO(data)).read("plays.csv").decode()

    assert "Friday;'=2+2" in plays
    assert "the cake was good\n'=1+1" in plays


def test_the_tables_of_one_match_are_for_whoever_may_look(app: Flask, club: Device) -> None:
    match = club.make()

    with asked(app, f"{match}/csv.zip", "/m/nothing/csv.zip") as [(shown, data), (unknown, _)]:
        assert (shown.status, unknown.status) == (200, 404)
    assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None
