"""The month's end: needs, the trade that saves, upkeep, battles, the next month."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import ROLES, setup
from tests.web.arrange import Device, Entry, Page, sheet, standing
from tests.web.civil_war.arrange import correct

END_MONTH: Final = {"do": "end_month"}
UPKEEP: Final = {"do": "upkeep"}
NEXT_MONTH: Final = {"do": "next_month"}
STRONG: Final = correct(0, people={"cherokee": 30}, resources={"weapons": 60})
DESTROYED: Final = (correct(0, bonuses={"dynamite": True}), {"do": "sabotage", "seat": 0})
WEAK: Final = correct(1, people={"cherokee": 3}, resources={"weapons": 5})


def at_trades(device: Device, *before: Entry, roles: tuple[str, ...] = ROLES[:2]) -> str:
    match = device.make(setup(*roles))
    assert device.write(match, *before, END_MONTH).alerts == []
    return match


def at_battles(device: Device, *after: Entry, roles: tuple[str, ...] = ROLES[:2]) -> str:
    match = device.make(setup(*roles))
    assert device.write(match, END_MONTH, UPKEEP, *after).alerts == []
    return match


def need(page: Page, name: str) -> str:
    """Return the needs of a camp, as the page says them."""
    (found,) = [item.text for item in page.all("li", "camp-row") if item.text.startswith(name)]
    return found


def battles_of(page: Page, name: str) -> str:
    (found,) = [
        battle.text for battle in page.all("section", "battle") if battle.text.startswith(name)
    ]
    return found


def link_to(page: Page, *parts: str) -> str:
    """The link whose address has all of these parts."""
    found = [link for link in page.links if all(part in link for part in parts)]
    assert found, page.links
    return found[0]


# Trades


def test_the_months_end_begins_with_a_checklist(device: Device) -> None:
    page = device.open(at_trades(device))

    steps = [step.text for step in page.all("li", "step")]
    assert [step.rsplit(maxsplit=1)[0] for step in steps] == [
        *("Turns", "Trades", "Upkeep", "Battles", "Next month")
    ]
    assert [step.rsplit(maxsplit=1)[1] for step in steps] == [
        *("done", "now", "later", "later", "later")
    ]
    assert page.posting("/entries")
    assert all({"do": "next_month"} not in form.entries for form in page.posting("/entries"))


def test_a_camp_that_has_enough_is_said_to(device: Device) -> None:
    page = device.open(at_trades(device, correct(0, people={"cherokee": 4})))

    assert "has enough" in need(page, "Anna")
    assert "People 4" in need(page, "Anna")
    assert "Water 10 → 6" in need(page, "Anna")


def test_the_trade_that_saves_a_camp_is_one_tap(app: Flask, device: Device) -> None:
    # The printed example of CW-7.2: 25 weapons, 4 people, no water.
    hungry = correct(0, people={"cherokee": 4}, resources={"weapons": 25, "water": 0})
    match = at_trades(device, hungry)
    page = device.open(match)
    assert "4 would die" in need(page, "Anna")

    after = device.send(page.writing("20 weapons for 4 water"))

    assert "has enough" in need(after, "Anna")
    device.send(after.writing("Do the upkeep"))
    anna = standing(app, match)["seats"][0]
    assert anna["people"] == {"cherokee": 4}
    assert anna["resources"]["weapons"] == 5


def test_a_rescue_of_several_trades_is_still_one_tap(app: Flask, device: Device) -> None:
    poor = {"gold": 5, "medicine": 5, "weapons": 0, "water": 1, "food": 1, "wood": 0}
    match = at_trades(device, correct(0, people={"cherokee": 2}, resources=poor))
    version = sheet(app, match).version

    after = device.send(device.open(match).writing("Headquarters:"))

    assert "has enough" in need(after, "Anna")
    assert sheet(app, match).version == version + 2


def test_the_upkeep_waits_while_headquarters_could_save_people_with_a_way_round(
    device: Device,
) -> None:
    match = at_trades(device, correct(0, people={"cherokee": 4}, resources={"water": 0}))

    page = device.open(match)

    assert "Headquarters could still save people in these camps: Anna." in page.text
    assert page.writing("Do the upkeep anyway").entries == [UPKEEP]


def test_where_headquarters_cannot_help_the_page_says_so(device: Device) -> None:
    nothing = dict.fromkeys(("gold", "medicine", "weapons", "water", "food", "wood"), 0)
    match = at_trades(device, correct(0, people={"cherokee": 4}, resources=nothing))

    page = device.open(match)

    assert "Headquarters cannot help" in need(page, "Anna")
    assert page.writing("Do the upkeep").entries == [UPKEEP]
    assert "anyway" not in page.text


@pytest.mark.parametrize("do", ["trade", "hq_trade", "raise_brigade", "correct"])
def test_every_camp_can_trade_raise_a_brigade_and_be_corrected(device: Device, do: str) -> None:
    page = device.open(at_trades(device, correct(1, people={"cherokee": 1})))

    asked = device.open(link_to(page, f"do={do}", "seat=1"))

    assert asked.status == 200
    assert asked.verdict == ""


@pytest.mark.parametrize(
    ("do", "before", "rule"),
    [
        ("hq_trade", DESTROYED, "CW-7.3"),
        ("raise_brigade", (), "CW-9.6"),
    ],
)
def test_what_a_camp_may_not_do_is_off_and_leads_to_the_reason_alone(
    device: Device, do: str, before: tuple[Entry, ...], rule: str
) -> None:
    page = device.open(at_trades(device, *before))
    buttons = {link.attributes["href"]: link for link in page.all("a", "btn")}
    button = buttons[link_to(page, f"do={do}", "seat=1")]

    asked = device.open(button.attributes["href"])

    assert button.has_class("off")
    assert button.attributes["aria-disabled"] == "true"
    assert rule in asked.verdict
    assert not any(form.fields.get("do") == do for form in asked.forms)


def test_a_trade_is_made_by_forms_alone(app: Flask, device: Device) -> None:
    match = at_trades(device)
    asked = device.open(link_to(device.open(match), "do=trade", "seat=0"))
    asked = device.send(asked.asking(), **{"with": "1"})

    shown = device.send(asked.asking(), **{"give.gold": "3", "get.wood": "2"})
    device.send(shown.writing("Save"))

    anna, boris = standing(app, match)["seats"]
    assert (anna["resources"]["gold"], anna["resources"]["wood"]) == (17, 12)
    assert (boris["resources"]["gold"], boris["resources"]["wood"]) == (13, 8)


def test_the_sheet_can_be_looked_at_in_between(device: Device) -> None:
    match = at_trades(device)

    page = device.open(link_to(device.open(match), "view=sheet"))

    assert len(page.all("article", "seat")) == 2
    assert "trades first, then the upkeep" in page.text


# Upkeep


def test_the_upkeep_of_the_whole_table_is_shown_before_it_is_done(device: Device) -> None:
    # CW-14: 5 people, 3 water, 9 food: 3 live, 2 die, −6 +3 points.
    short = correct(0, points=10, people={"volunteer": 5}, resources={"water": 3, "food": 9})
    page = device.open(at_trades(device, short))

    said = need(page, "Anna")
    for part in ("People 5", "Water 3 → 0", "Food 9 → 6", "10 → 7", "Would die: 2 volunteers"):
        assert part in said
    assert "2 would die" in said
    assert "die" not in need(page, "Boris")


def test_an_empty_camp_is_said_to_be_empty(device: Device) -> None:
    page = device.open(at_trades(device))

    assert "empty camp" in need(page, "Anna")
    assert "lacks" not in need(page, "Anna").lower()


def test_the_upkeep_is_done_as_it_was_shown(app: Flask, device: Device) -> None:
    short = correct(0, points=10, people={"volunteer": 5}, resources={"water": 3, "food": 9})
    match = at_trades(device, short)

    after = device.send(device.open(match).writing("Do the upkeep"))

    anna = standing(app, match)["seats"][0]
    assert (anna["points"], anna["people"]) == (7, {"volunteer": 3})
    assert (anna["resources"]["water"], anna["resources"]["food"]) == (0, 6)
    assert "Month's end: battles" in after.text


def test_who_dies_can_be_chosen_for_every_camp(app: Flask, device: Device) -> None:
    camps = [
        correct(seat, people={"volunteer": 2, "cherokee": 2}, resources={"water": 3})
        for seat in (0, 1)
    ]
    match = at_trades(device, *camps)
    asked = device.open(link_to(device.open(match), "do=upkeep"))
    assert asked.asking().fields["casualties.1.volunteer"] == "1"

    shown = device.send(
        asked.asking(), **{"casualties.0.volunteer": "0", "casualties.0.cherokee": "1"}
    )
    device.send(shown.writing("Save"))

    anna, boris = standing(app, match)["seats"]
    assert anna["people"] == {"volunteer": 2, "cherokee": 1}
    assert boris["people"] == {"volunteer": 1, "cherokee": 2}


def test_where_nobody_dies_nobody_is_to_be_chosen(device: Device) -> None:
    page = device.open(at_trades(device, correct(0, people={"cherokee": 4})))

    assert not [link for link in page.links if "do=upkeep" in link]


def test_where_all_who_die_are_of_one_kind_nobody_is_to_be_chosen(device: Device) -> None:
    camp = correct(0, people={"cherokee": 4}, resources={"water": 1})

    page = device.open(at_trades(device, camp))

    assert "would die" in page.text
    assert not [link for link in page.links if "do=upkeep" in link]


def test_points_after_the_upkeep_are_those_of_fifty_points_too(device: Device) -> None:
    page = device.open(at_trades(device, correct(0, points=49, people={"cherokee": 4})))

    assert "49 → 53" in need(page, "Anna")


def test_an_upkeep_that_wins_ends_the_game(device: Device) -> None:
    match = at_trades(device, correct(0, points=49, people={"cherokee": 4}))
    assert "This ends the game. Victory: Anna" in device.open(match).text

    page = device.send(device.open(match).writing("Do the upkeep"))

    assert "Victory: Anna" in page.text


# Battles


def test_the_price_of_a_battle_is_shown(device: Device) -> None:
    # CW-14: both, fort: 3 people and 5 weapons behind a fort cost 24 people and 48 weapons.
    fort = correct(1, points=0, people={"cherokee": 3}, resources={"weapons": 5, "wood": 60})

    page = device.open(at_battles(device, STRONG, fort))

    assert "Price: people 24, weapons 48" in battles_of(page, "Anna")
    assert "Anna wins" in battles_of(page, "Anna")
    assert "Boris would lose" in battles_of(page, "Boris")


@pytest.mark.parametrize("do", ["trade", "hq_trade", "raise_brigade"])
def test_trades_are_still_made_and_a_brigade_raised_after_the_upkeep(
    device: Device, do: str
) -> None:
    """CW-7.1, CW-9.6: at any moment of the month's end."""
    page = device.open(at_battles(device, correct(1, people={"cherokee": 1})))

    asked = device.open(link_to(page, f"do={do}", "seat=1"))

    assert asked.status == 200
    assert asked.verdict == ""


def test_a_trade_after_the_upkeep_is_made_by_forms_alone(app: Flask, device: Device) -> None:
    match = at_battles(device)
    asked = device.open(link_to(device.open(match), "do=trade", "seat=0"))
    asked = device.send(asked.asking(), **{"with": "1"})

    shown = device.send(asked.asking(), **{"give.gold": "3", "get.wood": "2"})
    device.send(shown.writing("Save"))

    anna, boris = standing(app, match)["seats"]
    assert (anna["resources"]["gold"], boris["resources"]["wood"]) == (17, 8)
    assert standing(app, match)["phase"] == "battles"


def test_nobody_can_attack_an_ally(device: Device) -> None:
    page = device.open(at_battles(device, STRONG, WEAK, roles=ROLES))

    assert "Clara" not in battles_of(page, "Anna")
    assert "Boris" in battles_of(page, "Anna")


def test_whom_the_rules_protect_is_off_where_the_target_is_chosen(device: Device) -> None:
    match = at_battles(device, STRONG, roles=("cherokee", "southern_soldier", "volunteer"))

    page = device.open(match, do="attack", seat=0)

    off = [
        field.attributes["value"]
        for field in page.all("input")
        if "aria-disabled" in field.attributes
    ]
    assert off == ["1"]
    chosen = device.open(match, do="attack", seat=0, target=1)
    assert "are both on the South side. CW-13.1" in chosen.verdict


def test_whoever_cannot_attack_is_told_why_with_the_rule(device: Device) -> None:
    page = device.open(at_battles(device, STRONG))

    assert "an attack needs both" in battles_of(page, "Boris")
    assert "CW-13.1" in battles_of(page, "Boris")


def test_a_battle_is_won_by_links_and_forms_alone(app: Flask, device: Device) -> None:
    match = at_battles(device, STRONG, WEAK, roles=ROLES)
    asked = device.open(link_to(device.open(match), "do=attack", "seat=0", "target=1"))
    assert any("Boris −3 Cherokee" in line for line in asked.lines)

    after = device.send(asked.writing("Save"))

    assert standing(app, match)["seats"][1]["out"] is True
    assert "has attacked this month" in battles_of(after, "Anna")


def test_a_battle_that_would_be_lost_must_be_pressed(app: Flask, device: Device) -> None:
    match = at_battles(device, STRONG, WEAK, roles=ROLES)
    refused = device.open(match, do="attack", seat=1, target=0)
    assert "must be confirmed" in refused.verdict
    assert "CW-13.7" in refused.verdict

    pressed = device.open(link_to(device.open(match), "do=attack", "seat=1", "target=0", "press"))
    device.send(pressed.writing("Save"))

    assert standing(app, match)["seats"][1]["out"] is True


def test_pressing_is_kept_while_the_dead_are_chosen(device: Device) -> None:
    mixed = correct(1, people={"cherokee": 2, "volunteer": 2}, resources={"weapons": 5})
    camp = correct(0, people={"cherokee": 30, "volunteer": 2}, resources={"weapons": 60})
    match = at_battles(device, camp, mixed)
    asked = device.open(match, do="attack", seat=1, target=0, press=1)

    shown = device.send(asked.asking())

    assert shown.writing("Save").entries[0]["press"] is True


def test_who_runs_leaves_what_the_attacker_chooses(app: Flask, device: Device) -> None:
    match = at_battles(device, STRONG, correct(1, resources={"weapons": 0}))
    page = device.open(match)
    assert "Boris runs" in battles_of(page, "Anna")
    asked = device.open(link_to(page, "do=attack", "seat=0", "target=1"))

    shown = device.send(asked.asking(), take="medicine")
    device.send(shown.writing("Save"))

    anna, boris = standing(app, match)["seats"]
    assert (anna["resources"]["medicine"], boris["resources"]["medicine"]) == (25, 0)
    assert boris["out"] is False


def test_an_attacker_is_bought_off(app: Flask, device: Device) -> None:
    match = at_battles(device, STRONG, WEAK)
    asked = device.open(link_to(device.open(match), "do=buy_off", "seat=0", "target=1"))

    shown = device.send(asked.asking(), **{"pay.gold": "4"})
    after = device.send(shown.writing("Save"))

    assert standing(app, match)["seats"][1]["resources"]["gold"] == 6
    assert "has attacked this month" in battles_of(after, "Anna")


# The next month


def test_the_next_month_waits_while_a_battle_could_be_won_with_a_way_round(
    app: Flask, device: Device
) -> None:
    match = at_battles(device, STRONG, WEAK)
    page = device.open(match)
    assert "These could still win a battle this month: Anna." in page.text

    device.send(page.writing("Continue without these battles"))

    assert standing(app, match)["month"] == 2


def test_a_quiet_month_ends_in_one_tap(app: Flask, device: Device) -> None:
    match = at_battles(device)

    page = device.send(device.open(match).writing("Next month"))

    assert standing(app, match)["month"] == 2
    assert "Boris's turn" in page.text


def test_the_last_months_end_ends_the_game(app: Flask, device: Device) -> None:
    match = device.make(setup(months=5))
    device.write(
        match, *(END_MONTH, UPKEEP, NEXT_MONTH) * 4, END_MONTH, UPKEEP, correct(0, points=9)
    )

    page = device.send(device.open(match).writing("End the game"))

    assert "Victory: Anna" in page.text
    assert standing(app, match)["phase"] == "over"


def test_a_whole_month_is_played_by_links_and_forms_alone(app: Flask, device: Device) -> None:
    match = device.make(setup(*ROLES[:2]))
    for _ in range(2):
        page = device.open(match, do="find", resource="food", amount=2)
        page = device.send(page.writing("Save and end turn"))
    ended = device.open(link_to(page, "do=end_month"))
    page = device.send(ended.writing("Save"))
    page = device.send(page.writing("Do the upkeep"))
    device.send(page.writing("Next month"))

    stands = standing(app, match)
    assert (stands["month"], stands["phase"], stands["turn"]) == (2, "turns", 1)


# How battles work


def tables_of(page: Page) -> list[str]:
    """The rows of the battle table and of the prices, the headings left out."""
    within = page.html.split('id="how-battles-work"')[1].split("</details>")[0]
    rows = [re.sub(r"<[^>]*>", " ", row) for row in within.split("<tr>")[1:]]
    return [" ".join(row.split("</table>")[0].split()) for row in rows]


@pytest.mark.parametrize("phase", [at_trades, at_battles])
def test_the_battle_table_stands_at_the_months_end_as_printed(
    device: Device, phase: Callable[..., str]
) -> None:
    rows = tables_of(device.open(phase(device)))

    assert rows[0] == "defender has defender spends attacker spends with dynamite"
    assert rows[1] == "weapons only 1 weapon 2 people + 2 weapons 1 person + 1 weapon"
    assert rows[2] == "people only 1 person 2 weapons 1 weapon"
    assert rows[3].startswith(
        "people and weapons 1 person + 1 weapon 2 people + 4 weapons 2 people + 2 weapons"
    )


def test_beside_the_battle_table_is_the_price_for_this_attacker_and_this_defender(
    device: Device,
) -> None:
    fort = correct(1, resources={"wood": 60})
    dynamite = correct(0, bonuses={"dynamite": True})
    match = at_battles(device, STRONG, WEAK, fort, dynamite)

    prices = tables_of(device.open(match))[5:]

    assert prices[0] == (
        "Anna Boris 24 people + 24 weapons (2 people + 2 weapons) × 3 × 4 3 people + 5 weapons"
    )
    assert prices[1].startswith("Boris Anna 120 people + 240 weapons")


def test_a_defender_who_would_run_has_no_price(device: Device) -> None:
    match = at_battles(device, STRONG, correct(1, people={}, resources={"weapons": 0}))

    prices = tables_of(device.open(match))[5:]

    assert prices[0] == "Anna Boris runs: the attacker takes all of one resource"


def test_the_factors_are_those_of_this_table(device: Device) -> None:
    assert "times 2 against dynamite, 4 against a fort, 4 against both." in device.open(
        at_trades(device)
    ).html.replace("&#39;", "'")
    match = device.make(setup(fort_multiplier=2, fort_and_dynamite="multiply"))
    device.write(match, END_MONTH)
    said = device.open(match).html.replace("&#39;", "'")
    assert "times 2 against dynamite, 2 against a fort, 4 against both." in said


@pytest.mark.parametrize("phase", [at_trades, at_battles])
def test_the_headquarters_trade_is_called_five_to_one(
    device: Device, phase: Callable[..., str]
) -> None:
    match = phase(device)

    assert "HQ 5 : 1" in device.open(match).text
    assert "A 5 : 1 trade" in device.open(f"{match}?do=hq_trade&seat=0").text
    assert "The 5 : 1 trade" in device.open("/rules/CW-7.2").text


def test_headquarters_offer_only_what_is_enough_for_a_trade(device: Device) -> None:
    match = at_trades(device, correct(0, resources={"weapons": 0, "wood": 4, "gold": 5}))

    page = device.open(f"{match}?do=hq_trade&seat=0")

    given = [
        field.attributes["value"]
        for field in page.all("input")
        if field.attributes.get("name") == "give"
    ]
    assert "gold" in given
    assert not {"weapons", "wood"} & set(given)
