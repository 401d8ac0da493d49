"""Playing by the pages: cards in three taps, battles, spaces, and whole turns to the end."""

import gzip
from typing import Any

import pytest
from flask import Flask

from tests.web.arrange import Device, Page
from tests.web.paths_of_glory.arrange import asking, fill, new_match, play_action, standing
from tracker.service.rights import Undo
from tracker.service.tables import Tables


def tables(app: Flask) -> Tables:
    found: Tables = app.extensions["tables"]
    return found


def verdict_of(page: Page, use: str) -> str:
    """Return the words of the page under a use of a card."""
    return next(item.text for item in page.all("li") if f"{use} " in f"{item.text} ")


@pytest.fixture
def match(device: Device) -> str:
    """A campaign whose first mandates were diced."""
    made = new_match(device)
    fill(device, made, "mandates", cp="4", ap="6")
    return made


def test_the_dice_show_what_they_mean_before_they_are_written(app: Flask, device: Device) -> None:
    match = new_match(device)
    page = device.send(asking(device.open(match), "mandates"), cp="4", ap="1")

    assert any("GE must attack units of US, BR, FR, BE in" in line for line in page.lines)
    assert any("FR must attack" in line for line in page.lines)
    device.send(page.writing("Save"))
    assert [seat["mandate"] for seat in standing(app, match)["seats"]] == ["GE", "FR"]


@pytest.mark.parametrize("typed", ["1", "guns of"])
def test_a_card_is_found_by_its_number_or_letters_of_its_name(
    device: Device, match: str, typed: str
) -> None:
    page = device.send(asking(device.open(match), "play"), card=typed)

    assert "CP 1 Guns of August" in page.text


def test_letters_of_several_names_list_them(device: Device, match: str) -> None:
    page = device.send(asking(device.open(match), "play"), card="austrian")

    listed = [link.text for link in page.all("a", "glory-card")]
    assert [text.split()[0] for text in listed] == ["14", "20", "23"]


def test_a_card_is_played_in_three_taps(app: Flask, device: Device, match: str) -> None:
    card = next(link for link in device.open(match).links if "card=9" in link)
    asked = device.send(asking(device.open(card), "play"), use="event")

    assert any("VP 10 → 11" in line for line in asked.lines)
    assert any("War status of CP 0 → 1" in line for line in asked.lines)
    device.send(asked.writing("Save"))
    assert standing(app, match)["vp"] == 11
    assert standing(app, match)["seats"][0]["actions"] == [{"as": "event", "card": 9}]


def test_a_use_that_is_refused_shows_its_rule(device: Device, match: str) -> None:
    """A reinforcement is no event on turn 1 (PG-9.5.3.1); as OPS the card is on."""
    page = device.open(match, do="play", seat=0, card=7)

    assert "PG-9.5.3.1" in verdict_of(page, "Event")
    assert "PG-" not in verdict_of(page, "OPS")
    refused = device.send(asking(page, "play"), use="event")
    assert "PG-9.5.3.1" in refused.verdict
    assert not refused.posting("/entries")


def test_a_card_of_a_later_deck_is_refused_with_the_figures(device: Device, match: str) -> None:
    page = device.open(match, do="play", seat=0, card=33)

    assert "CP has 1 of 3 decks in" in page.text
    assert "PG-9.1.2" in page.text


def test_sr_twice_is_off_with_the_reason(device: Device, match: str) -> None:
    device.write(
        match, {"do": "play", "seat": 0, "card": 6, "as": "sr"}, {"do": "one_op", "seat": 1}
    )
    page = device.open(match, do="play", seat=0, card=7)

    assert "PG-9.3.3" in verdict_of(page, "SR")
    assert "CP: the next action cannot be SR." in device.open(match).text


FOUR_TO_TWO = {"loss_numbers.attacker": "4", "loss_numbers.defender": "2"}


def battle(device: Device, match: str, **fields: str) -> Page:
    """The form of a battle of GE against FR, filled in further."""
    page = device.open(match, do="battle", seat=0)
    given = {"at": "Cambrai", "attackers": "GE", "defenders": "FR"}
    page = device.send(asking(page, "battle"), **given)
    return device.send(asking(page, "battle"), **given | fields)


def test_a_battle_shows_the_mandate_and_the_space_before_it_is_written(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, {"do": "play", "seat": 0, "card": 6, "as": "ops"})
    page = battle(device, match, **FOUR_TO_TWO, advance="true")

    assert "Space: Cambrai, clear" in page.text
    assert "The attacker wins at Cambrai." in page.text
    assert "The mandate is made." in page.text
    assert any("Cambrai AP → CP" in line for line in page.lines)
    device.send(page.writing("Save"))
    assert standing(app, match)["vp"] == 11
    assert standing(app, match)["seats"][0]["mandate"] == "made"


def test_a_battle_by_figures_is_calculated(app: Flask, device: Device, match: str) -> None:
    device.write(match, {"do": "play", "seat": 0, "card": 6, "as": "ops"})
    device.send(asking(device.open(match, do="battle", seat=0), "battle"))
    figures = {"calculation.attacker.strength": "9", "calculation.attacker.die": "5"}
    figures |= {"calculation.defender.strength": "4", "calculation.defender.die": "2"}
    figures |= {"calculation.trench": "1"}
    page = battle(device, match, way="figures", **figures)

    assert "Loss number 5 3 Strength 9 4 Fire table army army Column 6-8 5 Die 5 2" in page.text
    assert "Retreat of 2 spaces." in page.text
    assert "One more step may cancel it." in page.text
    device.send(page.writing("Save"))
    assert standing(app, match)["last_battle"]["retreat"] == 2


def test_letters_that_mean_several_spaces_ask_which(device: Device, match: str) -> None:
    device.write(match, {"do": "play", "seat": 0, "card": 6, "as": "ops"})
    page = battle(device, match, at="verd")
    assert "Space: Verdun, clear, fort 3, intact" in page.text

    assert "Which space: Nevers, Verdun, Hannover, Verona?" in battle(device, match, at="ver").text
    assert "has these letters: xyz." in battle(device, match, at="xyz").text


def test_a_battle_without_an_operation_is_refused(device: Device, match: str) -> None:
    page = battle(device, match)

    assert "PG-12.1.1" in page.verdict


def test_a_space_is_taken_in_two_taps(app: Flask, device: Device, match: str) -> None:
    home = device.write(match, {"do": "play", "seat": 0, "card": 6, "as": "ops"})
    space = next(link for link in home.links if "spaces=Brussels" in link)
    page = device.open(space)

    assert any("VP 10 → 11" in line for line in page.lines)
    device.send(page.writing("Save"))
    assert standing(app, match)["spaces"] == {"Brussels": "cp"}


def test_a_fort_is_besieged_and_diced_for(app: Flask, device: Device, match: str) -> None:
    home = device.write(match, {"do": "play", "seat": 0, "card": 6, "as": "ops"})
    fort = next(link for link in home.links if "space=Liege" in link)
    device.send(device.open(fort).writing("Save"))
    assert standing(app, match)["forts"] == {"Liege": "besieged"}

    for seat in (1, *(0, 1) * 5):
        device.write(match, {"do": "one_op", "seat": seat})
    device.send(device.open(match).writing("Save"))
    page = device.send(asking(device.open(match), "sieges"), **{"dice.Liege": "6"})
    device.send(page.writing("Save"))

    assert standing(app, match)["forts"] == {"Liege": "destroyed"}


def test_a_mandate_is_warned_of_from_round_4_on(device: Device, match: str) -> None:
    for seat in (0, 1, 0, 1, 0):
        page = device.write(match, {"do": "one_op", "seat": seat})
    assert "GE must attack. If missed: −1 VP." in page.text

    for seat in (1, 0, 1, 0):
        page = device.write(match, {"do": "one_op", "seat": seat})
    assert "Last chance; if missed: −1 VP." in page.text


def test_phase_e_says_what_it_will_do(app: Flask, device: Device, match: str) -> None:
    for seat in (0, 1) * 6:
        device.write(match, {"do": "one_op", "seat": seat})
    page = device.send(device.open(match).writing("Save"))

    assert standing(app, match)["phase"] == "war_status"
    assert "VP: mandate of CP missed 10 → 9 PG-7.1.3" in page.lines
    assert "VP: mandate of AP missed 9 → 10 PG-7.1.3" in page.lines


def test_replacements_are_spent_by_steppers_and_the_rest_is_lost(
    app: Flask, device: Device, match: str
) -> None:
    device.write(
        match, {"do": "one_op", "seat": 0}, {"do": "play", "seat": 1, "card": 11, "as": "rp"}
    )
    for seat in (0, 1) * 5:
        device.write(match, {"do": "one_op", "seat": seat})
    device.write(match, {"do": "attrition"}, {"do": "sieges"}, {"do": "war_status"})
    assert standing(app, match)["seats"][1]["rp"]["RU"] == 2

    page = device.send(asking(device.open(match), "replacements"), army_RU="1", corps_FR="1")
    assert "RP of RU 2 → 1 PG-17.1.1" in page.lines
    device.send(page.writing("Save"))

    assert standing(app, match)["phase"] == "draw"
    assert standing(app, match)["seats"][1]["rp"]["RU"] == 0


@pytest.mark.slow
def test_an_introductory_scenario_is_played_to_its_end_by_the_pages(
    app: Flask, device: Device
) -> None:
    match = new_match(device, scenario="introductory")
    steps = 0
    while (now := standing(app, match))["result"] is None:
        next_step(device, match, now)
        steps += 1
        assert steps < 80, now["phase"]

    page = device.open(match)
    assert now["result"]["reason"] == "last_turn"
    assert "PG-5.3.4" in page.text
    assert f"with {now['vp']} VP" in page.text
    assert device.open(f"{match}/points").status == 200


def next_step(device: Device, match: str, now: dict[str, Any]) -> None:
    """Write what comes next, by what the sheet shows."""
    if now["phase"] == "mandates":
        fill(device, match, "mandates", cp="5", ap="4")
    elif now["to_act"] is not None:
        play_action(device, match)
    else:
        device.send(device.open(match).writing("Save"))


def test_the_page_after_an_entry_is_small(device: Device) -> None:
    demo = next(
        form
        for form in device.open("/").posting("/demo")
        if form.fields["title"] == "paths-of-glory"
    )
    page = device.send(demo)
    page = device.write(page.path, {"do": "one_op", "seat": 1})

    assert len(gzip.compress(page.html.encode(), 6)) < 25_000


def test_a_seat_is_asked_for_its_own_side_only(app: Flask, device: Device, match: str) -> None:
    boris = Device(app).join(match, seat=1)

    page = boris.open(match)
    assert not [link for link in page.links if "do=play" in link]
    device.write(match, {"do": "one_op", "seat": 0})
    assert [link for link in boris.open(match).links if "do=play" in link]


def test_the_host_corrects_a_track_with_a_reason(app: Flask, device: Device, match: str) -> None:
    page = device.open(match, do="correct")
    page = device.send(asking(page, "correct"), **{"set.vp": "12", "set.war_status.ap": "3"})
    assert "Enter a reason" in page.text

    page = device.send(asking(page, "correct"), **{"set.vp": "12"}, reason="counted again")
    device.send(page.writing("Save"))
    assert (standing(app, match)["vp"], standing(app, match)["combined"]) == (12, 3)


def test_an_accepted_peace_asks_the_other_side(app: Flask, device: Device, match: str) -> None:
    tables(app).settle(match.removeprefix("/m/"), device.name, Undo.ASK, asks=True)
    anna, boris = Device(app).join(match, 0), Device(app).join(match, 1)
    device.write(match, {"do": "correct", "set": {"vp": 12}, "reason": "so that CP may offer"})
    page = anna.open(match, do="peace", seat=0)
    page = anna.send(asking(page, "peace"), accepted="true")
    anna.send(page.writing("Ask Boris"))
    assert standing(app, match)["result"] is None

    (form,) = [form for form in boris.open(match).forms if "/table/requests/" in form.action]
    boris.send(form, answer="yes")
    assert standing(app, match)["result"]["reason"] == "peace"
