"""After the mission: support, morale, the history, numbers, amending, corrections, orders."""

from typing import Any

import pytest
from flask import Flask

from tests.web.arrange import Device, Entry, written
from tests.web.grizzled.arrange import Player, linked, make
from tests.web.grizzled.arrange import written as writing


def correct(**numbers: Any) -> Entry:
    return {"do": "correct", "set": numbers, "reason": "so the test begins"}


@pytest.fixture
def player(device: Device) -> Player:
    """A table of three after a mission from which all have withdrawn at once."""
    match = make(device)
    withdrawals = [{"do": "withdraw", "seat": seat} for seat in range(3)]
    device.write(match, {"do": "mission"}, *withdrawals)
    return Player(device, match)


def test_support_is_asked_with_the_name_of_who_gets_each_token(
    device: Device, player: Player
) -> None:
    knocks = {"0": {"hard_knocks": ["mute", "clumsy"]}}
    device.write(player.match, correct(trials=14, seats=knocks))

    page = player.page
    assert "Anna's token" in page.text
    page = player.tap(page, "Boris")
    page = player.tap(page, "Anna")
    page = player.tap(page, "Anna")
    assert "Anna 2, Boris 1, Vera 0" in page.text
    assert "How is Anna helped?" in page.text
    player.tap(page, "Remove Mute, Clumsy")

    assert player.table["seats"][0]["hard_knocks"] == []
    assert player.table["phase"] == "morale"


def test_help_that_the_rules_do_not_allow_is_not_offered(device: Device, player: Player) -> None:
    device.write(player.match, correct(trials=14, seats={"0": {"hard_knocks": ["mute", "clumsy"]}}))
    page = player.tap(player.tap(player.tap(player.page, "Boris"), "Anna"), "Anna")

    assert writing(page, "Turn the charm up") is None
    assert writing(page, "Nothing") is not None


def test_the_drop_shows_its_sum_and_is_one_button(player: Player) -> None:
    page = player.tap(player.tap(player.tap(player.page, "Boris"), "Vera"), "Anna")

    assert "Cards left in all hands: 9." in page.text
    page = player.tap(page, "Drop morale, next mission")
    assert player.table["morale"] == 25
    assert "Mission 2: Boris leads" in page.text


def test_a_number_tells_where_it_came_from(device: Device, player: Player) -> None:
    page = device.open(f"{player.match}/numbers/trials")

    assert page.status == 200
    assert "GR-3.3" in page.text
    assert "25" in page.text
    assert "16" in page.text
    assert device.open(f"{player.match}/seats/0/hand").status == 200
    assert device.open(f"{player.match}/numbers/nonsense").status == 404


def test_the_history_says_what_each_entry_did(device: Device, player: Player) -> None:
    page = device.open(f"{player.match}/history")

    assert "Mission 1" in page.text
    assert "Anna withdraws" in page.text
    assert "−9 trials" in page.text


def test_an_entry_is_amended_with_the_same_questions(device: Device) -> None:
    match = make(device)
    device.write(match, {"do": "mission"}, {"do": "play", "seat": 0, "card": "night+gas"})
    page = device.open(f"{match}/entries/1")

    shown = device.send(page.asking(), card="mute")
    assert "Mute" in shown.text
    (form,) = [form for form in shown.posting("/entries/1") if "entry" in form.fields]
    device.send(form)

    table = Player(device, match).table
    assert table["no_mans_land"] == []
    assert table["seats"][0]["hard_knocks"] == ["mute"]


@pytest.mark.parametrize("n", range(5))
def test_every_kind_of_entry_opens_filled_in(device: Device, player: Player, n: int) -> None:
    device.write(player.match, {"do": "support", "tokens": {"0": "left", "1": "left", "2": "left"}})

    page = device.open(f"{player.match}/entries/{n}")

    assert page.status == 200
    assert page.verdict == ""


def test_a_ready_correction_is_filled_in_and_written(device: Device, player: Player) -> None:
    link = linked(player.page, "One card too many was dealt")
    assert link is not None

    page = device.open(link)
    device.send(page.writing("Save"))

    assert player.table["seats"][0]["hand"] == 2
    assert player.table["trials"] == 17


def test_a_correction_that_makes_a_sixtieth_card_is_refused(
    app: Flask, device: Device, player: Player
) -> None:
    before = written(app, player.match)

    page = device.open(player.match, do="correct", seat=0, **{"set.trials": 17}, reason="Why not")

    assert "GR-15.2" in page.verdict
    assert written(app, player.match) == before


def test_a_mission_card_is_typed_and_offered_again_by_its_name(device: Device) -> None:
    player = Player(device, make(device, orders="greenhorn"))
    page = player.tap(player.page, "Take a mission card")
    page = device.send(page.asking(), name="Patrol", level="easy", least="2", adds_gas="1")
    page = device.send(page.writing("Save"))
    assert player.table["threats"]["gas"] == 1
    assert player.table["danger"] == 2
    assert "Patrol" in page.text
    assert "+1 gas" in page.text

    device.write(player.match, *({"do": "withdraw", "seat": seat} for seat in range(3)))
    tokens = {"0": "left", "1": "left", "2": "left"}
    device.write(player.match, {"do": "support", "tokens": tokens}, {"do": "next_mission"})
    again = device.open(player.match, do="mission", kind="card")
    filled = device.open(str(linked(again, "Patrol")))
    assert filled.asking().fields["adds_gas"] == "1"


def test_a_last_mission_stands_behind_a_question(app: Flask, device: Device) -> None:
    player = Player(device, make(device, orders="greenhorn"))
    page = player.tap(player.page, "Last mission: Last Stand")
    assert written(app, player.match) == 0

    device.send(page.writing("Save"))

    assert player.table["final"] == "last_stand"
    assert "of 4" in player.page.text


def test_an_order_discards_a_mission_card(device: Device) -> None:
    player = Player(device, make(device, orders="greenhorn"))
    card = {"name": "Mud", "level": "easy", "danger": 1, "effects": [{"kind": "stays"}]}
    device.write(player.match, {"do": "mission", "card": card})

    page = player.tap(player.page, "What a mission card asks for")
    page = device.send(page.asking(), what="discard")
    device.send(page.writing("Save"))

    assert player.table["orders"]["in_force"] == []


def test_the_season_tells_each_mission_and_the_curve(device: Device, player: Player) -> None:
    tokens = {"0": "left", "1": "left", "2": "left"}
    device.write(player.match, {"do": "support", "tokens": tokens}, {"do": "next_mission"})

    page = device.open(f"{player.match}/points")

    rows = [row.text for row in page.all("tr")]
    assert "1 Anna 3 Success Anna 3, Boris 3, Vera 3 9 25 25" in rows
    assert page.all("polyline", "curve")


@pytest.mark.parametrize("page", ["history", "table", "paper", "points", "match.json"])
def test_every_shared_page_of_a_match_opens(device: Device, player: Player, page: str) -> None:
    assert device.open(f"{player.match}/{page}").status == 200
