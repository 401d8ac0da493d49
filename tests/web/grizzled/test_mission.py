"""The mission page: threats, soldiers, four actions, and the questions before anything is saved."""

from typing import Any

import pytest
from flask import Flask

from tests.web.arrange import Device, Entry, Page, written
from tests.web.grizzled.arrange import Player, linked, make
from tests.web.grizzled.arrange import written as writing

ANNA, BORIS, VERA = range(3)


def correct(**numbers: Any) -> Entry:
    return {"do": "correct", "set": numbers, "reason": "so the test begins"}


@pytest.fixture
def player(device: Device) -> Player:
    """A table of three in the first mission, each with three cards."""
    match = make(device)
    device.write(match, {"do": "mission"})
    return Player(device, match)


def counter(page: Page, threat: str) -> str:
    found = [item for item in page.all("li", "threat") if item.attributes["data-threat"] == threat]
    return found[0].text


def action(page: Page, words: str) -> str:
    """Return the words of a button that is off."""
    found = [link for link in page.all("a", "off") if words in link.text]
    return found[0].text


def test_the_danger_is_one_tap_with_the_hands_and_the_trials_it_leaves(device: Device) -> None:
    player = Player(device, make(device))

    page = player.tap(player.page, "4 hands 4, trials 13")

    assert [seat["hand"] for seat in player.table["seats"]] == [4, 4, 4]
    assert "Anna's turn" in page.text


def test_a_card_is_played_with_one_tap_in_the_picker(player: Player) -> None:
    page = player.play("night, gas")

    assert player.table["no_mans_land"] == ["night+gas"]
    assert "1 of 3" in counter(page, "night")
    assert "Boris's turn" in page.text


def test_a_counter_says_what_makes_it_and_stands_out_one_before_the_last(
    device: Device, player: Player
) -> None:
    player.play("rain, gas")
    page = player.play("Trauma: rain")

    assert "2 of 3" in counter(page, "rain")
    assert "No man's land: 1" in counter(page, "rain")
    assert "Boris: Trauma: rain" in counter(page, "rain")
    near = [item.attributes["data-threat"] for item in page.all("li", "threat-near")]
    assert near == ["rain"]


def test_a_trap_asks_for_the_drawn_card_before_anything_is_written(
    app: Flask, player: Player
) -> None:
    before = written(app, player.match)

    asked = player.play("night, gas, trap")

    assert "Anna plays night, gas, trap The card that was drawn" in asked.text
    assert written(app, player.match) == before
    player.tap(asked, "Wounded")
    assert player.table["no_mans_land"] == ["night+gas!"]
    assert player.table["seats"][ANNA]["weight"] == 2


def test_christmas_asks_whom_it_relieves(player: Player) -> None:
    player.play("Mute")
    asked = player.play("Merry Christmas")

    assert linked(asked, "Nothing") is not None or writing(asked, "Nothing") is not None
    player.tap(asked, "Anna: Mute")

    assert player.table["seats"][ANNA]["hard_knocks"] == []
    assert player.table["out"] == {"christmas": 1, "mute": 1}


def test_a_card_of_which_every_copy_is_open_is_not_offered(player: Player) -> None:
    page = player.play("night, snow")

    assert writing(page, "night, snow") is None
    assert linked(page, "night, snow") is None
    assert writing(page, "night, rain") is not None


def test_novices_are_offered_a_card_once_without_the_trap_sign(device: Device) -> None:
    match = make(device, difficulty="novice")
    device.write(match, {"do": "mission"})

    page = device.open(match)

    assert writing(page, "night, gas") is not None
    assert "night, gas, trap" not in page.text


@pytest.mark.parametrize(
    ("numbers", "words", "says"),
    [
        ({"seats": {"0": {"hand": 0}}, "trials": 19}, "Play a card", "GR-4.2"),
        ({"seats": {"0": {"charm": False}}}, "Use the charm", "GR-4.3"),
        ({"seats": {"0": {"speeches": 0}}, "trials": 16}, "Make a speech", "GR-4.4"),
        (
            {"seats": {"0": {"hard_knocks": ["hardheaded"]}}, "trials": 15},
            "Withdraw",
            "GR-6.4",
        ),
    ],
)
def test_a_refused_button_stays_and_says_why_with_its_rule(
    device: Device, player: Player, numbers: dict[str, Any], words: str, says: str
) -> None:
    device.write(player.match, correct(**numbers))

    page = player.page

    assert action(page, words).endswith(f" ({says})")
    assert f"<cite>({says})</cite>" in page.html
    assert "Anna" in action(page, words)
    step = device.open(
        player.match,
        do=words.split()[0].lower().replace("use", "charm").replace("make", "speech"),
        seat=ANNA,
    )
    assert says in step.verdict


def test_the_charm_offers_only_the_cards_with_its_threat(player: Player, device: Device) -> None:
    device.write(player.match, correct(no_mans_land=["night+gas", "snow+gas"], trials=14))

    asked = player.tap(player.page, "Use the charm")

    assert writing(asked, "snow, gas") is None
    player.tap(asked, "night, gas")
    assert player.table["no_mans_land"] == ["snow+gas"]
    assert player.table["seats"][ANNA]["charm"] is False


def test_a_speech_asks_each_of_the_others_what_they_discard(player: Player, device: Device) -> None:
    device.write(player.match, correct(pool=4, seats={"0": {"speeches": 1}}))

    asked = player.tap(player.page, "Make a speech")
    asked = player.tap(asked, "rain")
    assert "What does Boris discard?" in asked.text
    assert linked(asked, "night, snow") is None
    asked = player.tap(asked, "rain, gas")
    player.tap(asked, "Nothing")

    assert [seat["hand"] for seat in player.table["seats"]] == [3, 2, 3]
    assert player.table["out"] == {"rain+gas": 1}


def test_withdrawing_is_one_tap(player: Player) -> None:
    page = player.tap(player.page, "Withdraw")

    assert player.table["seats"][ANNA]["withdrawn"]
    assert "Boris's turn" in page.text


def test_withdrawing_asks_only_what_applies(player: Player, device: Device) -> None:
    device.write(
        player.match,
        correct(trials=14, seats={"0": {"hard_knocks": ["clumsy", "absent_minded"]}}),
    )

    asked = player.tap(player.page, "Withdraw")
    assert "The token that is lost" in asked.text
    asked = player.tap(asked, "Left token")
    assert "The card that was drawn" in asked.text
    player.tap(asked, "night, gas")

    assert player.table["tokens_out"] == {"left": 1}
    assert player.table["no_mans_land"] == ["night+gas"]


def test_who_is_panicked_is_told_to_draw_the_token_at_random(
    player: Player, device: Device
) -> None:
    assert "at random" not in player.page.text

    device.write(player.match, correct(trials=15, seats={"0": {"hard_knocks": ["panicked"]}}))

    assert "Panicked: draw the token at random" in player.page.text


@pytest.mark.slow
def test_the_end_of_a_mission_says_how_and_where_the_cards_go(player: Player) -> None:
    player.play("night, gas")
    player.play("night, shell")
    page = player.play("night, whistle")

    assert player.table["phase"] == "support"
    assert "The mission failed by: night" in page.text
    assert "Shuffle the cards of no man's land into the trials" in page.text


def test_a_weight_of_four_must_be_helped(player: Player, device: Device) -> None:
    knocks = ["wounded", "mute", "clumsy"]
    device.write(player.match, correct(trials=13, seats={"0": {"hard_knocks": knocks}}))

    page = player.page

    assert "4 of 4 must be helped" in page.text
    assert "No talk, no signs and no speech (GR-4.6)." in page.text


def test_the_odds_count_what_is_open_and_can_be_switched_off(device: Device) -> None:
    match = make(device, switches={"odds": False})
    assert "face down" not in device.open(match).text.replace("token face down", "")

    player = Player(device, make(device))
    device.write(player.match, {"do": "mission"})
    page = player.play("night, snow, rain")
    assert "night: 1 open, 13 face down" in page.text
    assert "Traps: 0 open, 9 face down" in page.text
    assert "Hard knocks: 0 open, 19 face down" in page.text


def test_another_soldiers_device_sees_no_buttons(app: Flask, player: Player) -> None:
    other = Device(app).join(player.match, BORIS)

    assert "Play a card" not in other.open(player.match).text
    player.tap(player.page, "Withdraw")
    assert "Play a card" in other.open(player.match).text


def test_the_leaders_device_plays_the_recruit(app: Flask, device: Device) -> None:
    match = make(device, "recruit")
    device.write(match, {"do": "mission"}, {"do": "withdraw", "seat": 0})
    device.write(match, {"do": "withdraw", "seat": 1})

    leader, other = (Device(app).join(match, seat) for seat in (0, 1))

    assert "Lazare · recruit, played by Anna" in leader.open(match).text
    assert "Play a card" in leader.open(match).text
    assert "Play a card" not in other.open(match).text
