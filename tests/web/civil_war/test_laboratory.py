"""The laboratory in the deck workshop, and how close a finished match was, as pages."""

import time
from pathlib import Path
from typing import Final

import msgspec
import pytest
from flask import Flask

from tests.web.arrange import Device, Page
from tests.web.civil_war.arrange import decks
from tests.web.civil_war.test_decks import bring_in, make
from tests.web.conftest import Tray
from tracker.games.civil_war import bands, game_figures
from tracker.games.civil_war.game_figures import GameFigures
from tracker.games.civil_war.winning_chances import MonthChance
from tracker.service import incoming
from tracker.service.civil_war.laboratory import Laboratory, Run, RunState, Trial, digest_of
from tracker.service.civil_war.simulation_worker import Plan
from tracker.service.civil_war.simulations import Simulation, games_jobs, records
from tracker.service.imports import Imports
from tracker.store import result_rows
from tracker.web.civil_war import laboratory_page

PAGE: Final = "/decks/sample-2/laboratory"
RECORDED: Final = Path(__file__).parents[2] / "recorded/civil-war"


@pytest.fixture(scope="module")
def figures() -> GameFigures:
    """The figures of some games of six plain players."""
    with Simulation(games_jobs(Plan("sample-2"), 12, 1)) as simulation:
        return game_figures.figures([record for _, record in records(simulation)])


def service(app: Flask) -> Laboratory:
    found: Laboratory = app.extensions["laboratory"]
    return found


def played(device: Device, **fields: str) -> Page:
    """Play games by the form, and look until they are over."""
    (form,) = device.open(PAGE).posting("/laboratory")
    device.send(form, **{"games": "200", "seats": "2", "months": "5", "tiles": "3", **fields})
    for _ in range(600):
        page = device.open(f"{PAGE}/run")
        if not page.all("progress"):
            return device.open(PAGE)
        time.sleep(0.1)
    raise TimeoutError


@pytest.mark.slow
def test_games_are_played_in_the_background_and_their_figures_are_shown(device: Device) -> None:
    page = played(device)

    assert "Games: 200. Players: 2. Months: 5. Tiles per player: 3. They play plainly." in page.text
    for words in ("How games end", "Games won by the side", "Battles in a game", "Fire brigade"):
        assert words in page.text
    assert "Figures and their ranges" not in page.text
    assert device.open(PAGE).text == page.text


def test_while_games_are_played_the_page_shows_how_many_and_can_stop_them(
    app: Flask, device: Device
) -> None:
    service(app).begin("sample-2", "sample-2", Trial(1_000_000), device.name)
    page = device.open(PAGE)

    (bar,) = page.all("progress")
    assert bar.attributes["max"] == "1000000"
    (part,) = page.all("div", "laboratory-run")
    assert part.attributes["hx-get"] == f"{PAGE}/run"
    assert page.all("noscript")
    (stop,) = page.posting("/stop")
    stopped = device.send(stop)

    assert "Stopped after" in stopped.text
    assert not stopped.all("progress")
    assert not stopped.all("noscript")


def test_the_games_of_another_device_are_not_shown(app: Flask, device: Device) -> None:
    other = Device(app)
    service(app).begin("sample-2", "sample-2", Trial(1_000_000), other.name)

    assert not device.open(PAGE).all("progress")
    service(app).stop("sample-2", other.name)


def test_a_second_run_of_the_same_device_is_refused_with_a_sentence(
    app: Flask, device: Device
) -> None:
    (form,) = device.open("/decks/standard/laboratory").posting("/laboratory")
    service(app).begin("sample-2", "sample-2", Trial(1_000_000), device.name)

    page = device.send(form)

    assert "Your other games are still being played" in page.text
    service(app).stop("sample-2", device.name)


def test_a_deck_that_is_too_small_for_the_table_is_refused_with_a_sentence(
    app: Flask, device: Device
) -> None:
    document = {**decks(app).deck("sample-2").document, "name": "Small"}
    tiles = document["tiles"][:24]
    page = bring_in(device, msgspec.json.encode({**document, "tiles": tiles}))
    (form,) = device.open(f"{page.path}/laboratory").posting("/laboratory")

    assert "7 players with 4 tiles each need 28 tiles; the deck has 24." in (
        device.send(form, seats="7").text
    )


@pytest.mark.parametrize(
    "fields",
    [{"games": "0"}, {"games": "5000"}, {"seats": "1"}, {"player": "cunning"}, {"months": ""}],
)
def test_games_that_are_not_offered_are_refused_with_a_sentence(
    device: Device, fields: dict[str, str]
) -> None:
    (form,) = device.open(PAGE).posting("/laboratory")

    page = device.send(form, **fields)

    assert "Choose games, players, months and tiles from those that are offered." in page.text
    assert not page.all("progress")


def test_a_deck_with_errors_leads_back_to_its_page(device: Device) -> None:
    own = make(device)

    assert f"{own}/laboratory" not in device.open(own).links
    assert f"{PAGE}" in device.open("/decks/sample-2").links
    for address in (f"{own}/laboratory", f"{own}/laboratory/run"):
        assert "This deck has errors and cannot be played yet." in device.open(address).text
    assert device.open("/decks/nowhere/laboratory").status == 404


# --- The figures ---------------------------------------------------------------------------------


def shown(app: Flask, monkeypatch: pytest.MonkeyPatch, device: Device, run: Run) -> Page:
    monkeypatch.setattr(Laboratory, "run_of", lambda *_: run)
    return device.open(PAGE)


def over(figures: GameFigures, **changes: object) -> Run:
    run = Run(Trial(12), digest_of("sample-2"), "k", "", RunState.DONE, 12, figures)
    return msgspec.structs.replace(run, **changes)


def rare(figures: GameFigures) -> GameFigures:
    """The same games without a fort."""
    return msgspec.structs.replace(figures, gained={**figures.gained, "fort": 0.0})


def test_what_to_change_comes_before_the_figures_and_names_those_outside(
    app: Flask, device: Device, monkeypatch: pytest.MonkeyPatch, figures: GameFigures
) -> None:
    page = shown(app, monkeypatch, device, over(rare(figures)))

    (verdict,) = page.all("section", "notice-bad")
    assert "Wood is rare: raise three amounts of it." in verdict.text
    rows = page.all("tr", "band-outside")
    assert any("Games in which a fort stands" in row.text for row in rows)
    assert any("outside its range: 0 %" in row.text for row in rows)
    assert "25 % – 50 %" in page.text


def test_a_deck_within_every_range_plays_well(
    app: Flask, device: Device, monkeypatch: pytest.MonkeyPatch, figures: GameFigures
) -> None:
    inside = [row for row in bands.judged(figures) if row.is_inside]
    monkeypatch.setattr(bands, "judged", lambda _: tuple(inside))

    page = shown(app, monkeypatch, device, over(figures))

    assert "This deck plays well" in page.text
    assert not page.all("section", "notice-bad")


def test_a_figure_lies_on_its_line_where_it_is(app: Flask, figures: GameFigures) -> None:
    with app.test_request_context():
        (fort, *_) = laboratory_page.judged(rare(figures))

    assert (fort.low, fort.high, fort.at) == (75.0, 150.0, 0.0)
    assert not fort.is_inside


def test_figures_of_an_earlier_state_of_the_deck_say_so(
    app: Flask, device: Device, monkeypatch: pytest.MonkeyPatch, figures: GameFigures
) -> None:
    says = "The deck has been changed since these games."

    assert says in shown(app, monkeypatch, device, over(figures, digest="other")).text
    assert says not in shown(app, monkeypatch, device, over(figures)).text


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (RunState.INTERRUPTED, "The server was stopped after 3 of 12 games. Play them again."),
        (RunState.FAILED, "The games could not be played to their end."),
    ],
)
def test_a_run_that_came_to_nothing_says_why(
    app: Flask, device: Device, monkeypatch: pytest.MonkeyPatch, state: RunState, says: str
) -> None:
    run = msgspec.structs.replace(Run(Trial(12), "d", "k", ""), state=state, done=3)

    assert says in shown(app, monkeypatch, device, run).text


# --- How close it was ----------------------------------------------------------------------------


def finished(app: Flask, device: Device) -> str:
    """A match that is over, won by the North in its fifth month."""
    data = (RECORDED / "six-seats-second-sample-deck.json").read_bytes()
    imports: Imports = app.extensions["imports"]
    return imports.bring_in(incoming.read(data), device.name).match_id


def store(app: Flask, match_id: str, *south: float) -> None:
    chances = [MonthChance(month, share) for month, share in enumerate(south)]
    with app.extensions["database"].writing() as session:
        result_rows.put_analysis(session, match_id, msgspec.json.encode(chances).decode())


def test_the_result_page_asks_again_while_the_chances_are_computed(
    app: Flask, device: Device
) -> None:
    match_id = finished(app, device)

    page = device.open(f"/m/{match_id}/points")

    (part,) = [found for found in page.all("section") if found.attributes.get("id") == "chances"]
    assert part.attributes["hx-get"] == f"/m/{match_id}/chances"
    assert "being played on from each month's end" in part.text


def test_the_chances_stand_on_the_result_page_with_the_turning_point(
    app: Flask, device: Device
) -> None:
    match_id = finished(app, device)
    store(app, match_id, 0.5, 0.6, 0.55, 0.2, 0.1, 0.0)

    for address in (f"/m/{match_id}/points", f"/m/{match_id}/chances"):
        page = device.open(address)
        assert (
            "The turning point was month 3: "
            "the North had a chance of 45 % before it, and of 80 % after it."
        ) in page.text
        assert "if everybody had played plainly from there" in page.text
        assert "at the start 50 % 50 %" in page.text
        assert "3 80 % 20 %" in page.text
        assert not page.all("progress")


def test_a_match_that_cannot_be_played_on_says_so(app: Flask, device: Device) -> None:
    match_id = finished(app, device)
    store(app, match_id)

    assert "cannot be played on by simulated players" in device.open(f"/m/{match_id}/points").text


def test_a_match_that_goes_on_shows_nothing_of_its_chances(device: Device) -> None:
    (form,) = device.open("/new", title="civil-war").posting("/new")
    players = {"players-0-name": "Anna", "players-1-name": "Boris"}
    match = device.send(form, **players).path

    assert "How close was it?" not in device.open(f"{match}/points").text
    assert device.client.get(f"{match}/chances").get_data() == b""


def test_the_report_has_the_chances_once_they_are_computed(
    app: Flask, device: Device, tray: Tray
) -> None:
    match_id = finished(app, device)
    device.open(f"/m/{match_id}/paper/report.pdf")
    store(app, match_id, 0.5, 1.0)
    device.open(f"/m/{match_id}/paper/report.pdf")

    before, after = tray.orders
    assert before.match is not None
    assert after.match is not None
    assert before.match.analysis is None
    assert after.match.analysis == '[{"month":0,"south":0.5},{"month":1,"south":1.0}]'
