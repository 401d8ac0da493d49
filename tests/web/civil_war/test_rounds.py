"""Reading a match of the Civil War: its numbers, its end, its graph, its rules and its file."""

import json
import re
from collections import Counter
from typing import Any, Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import setup
from tests.recorded import FILES
from tests.web.arrange import Device, Page, matches, sheet, standing
from tests.web.civil_war.arrange import correct, recorded
from tests.web.test_rounds import assert_adds_up, whole
from tracker.engine import match_file
from tracker.engine.ledger import TABLE, lines_of
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import Attack
from tracker.games.civil_war.words import SUMMARIES
from tracker.games.titles import TITLES

KINDS: Final = (
    *("southern_officer", "southern_soldier", "cherokee"),
    *("northern_officer", "northern_soldier", "volunteer"),
)
BONUSES: Final = ("wagon", "dynamite", "fire_brigade", "fort", "gold_reserve")


def played(device: Device, name: str, upto: int | None = None) -> str:
    """The address of a recorded match, played as far as that."""
    (file,) = [file for file in FILES if file.stem == name]
    made, entries, _ = recorded(file)
    match = device.make(made)
    assert device.write(match, *entries[:upto]).alerts == []
    return match


@pytest.mark.slow
def test_the_history_is_newest_first_month_by_month_and_an_end_of_turn_is_one_line(
    app: Flask, device: Device
) -> None:
    match = played(device, "six-seats-most-points")

    found = matches(app).entries(match.removeprefix("/m/"))
    starts = range(0, len(found), 100)
    pages = [device.open(f"{match}/history", start=start) for start in starts]

    listed = [[int(entry.text.split()[0]) for entry in page.all("li", "entry")] for page in pages]
    assert all(numbers == sorted(numbers, reverse=True) for numbers in listed)
    folded = [line.text for page in pages for line in page.all("a", "turn-end")]
    assert all("ends the turn" in line for line in folded)
    assert sum(map(len, listed)) + len(folded) == len(found)
    assert len(folded) > 20
    heads = [heading.text for page in pages for heading in page.all("h2")]
    months = dict.fromkeys(head for head in heads if head.startswith("Month"))
    assert set(months) == {f"Month {month}" for month in range(1, 7)}
    first = [head for head in heads if head.startswith("Month")]
    assert int(first[0].split()[1]) >= int(first[1].split()[1])


def test_a_correction_stands_out_with_its_reason(device: Device, match: str) -> None:
    device.write(match, correct(0, resources={"gold": 3}))

    (listed,) = device.open(f"{match}/history").all("li", "entry")

    assert listed.has_class("entry-correct")
    assert "so the test begins" in listed.text


def test_the_side_that_has_won_is_named_and_its_fallen_are_honoured(device: Device) -> None:
    """CW-12.2."""
    page = device.open(f"{played(device, 'four-seats-won-for-the-fallen')}/points")

    assert "Victory for the South: Ирина" in page.text
    assert "Fallen for the South: Clara" in page.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "upto"),
    [("four-seats-elimination", None), ("four-seats-full-domination", None)],
)
def test_every_number_of_every_seat_is_the_total_of_its_lines(
    app: Flask, device: Device, name: str, upto: int | None
) -> None:
    match = played(device, name, upto)

    for seat, stands in enumerate(standing(app, match)["seats"]):
        for column, number in numbers(stands).items():
            page = device.open(f"{match}/seats/{seat}/{column}")
            assert whole(page.all("b", "fig")[0].text) == number
            assert_adds_up(page, number)


def numbers(stands: dict[str, Any]) -> dict[str, int]:
    """Every number of a seat, as the match file has it."""
    found = {"points": stands["points"], "lost_turns": stands["lost_turns"]}
    found |= stands["resources"]
    found |= {kind: stands["people"].get(kind, 0) for kind in KINDS}
    found |= {bonus: int(bonus in stands["bonuses"]) for bonus in BONUSES}
    return {**found, "people": sum(stands["people"].values())}


def table_rows(page: Page) -> list[str]:
    return [row.text for row in page.all("tr")]


ENDINGS: Final = {
    "four-seats-elimination": "every player of the other side is out of the game.",
    "six-seats-fifty-points": "the first to have 50 points.",
    "six-seats-most-points": "the most points after the last month.",
    "six-seats-shared-win": "the most points after the last month.",
    "three-seats-marshal": "Marshal of the Armies",
}


@pytest.mark.parametrize("name", ENDINGS)
def test_the_end_says_who_won_and_how(app: Flask, device: Device, name: str) -> None:
    match = played(device, name)
    stands = standing(app, match)
    winners = [stands["seats"][seat]["name"] for seat in stands["result"]["winners"]]

    page = device.open(f"{match}/points")

    (won,) = page.all("h2", "win")
    assert won.text.endswith(", ".join(winners))
    assert ENDINGS[name].casefold() in page.text.casefold()
    assert ", ".join(winners) in device.open(match).text


def test_the_final_table_has_the_most_points_first_and_the_eliminated_last(
    app: Flask, device: Device
) -> None:
    match = played(device, "four-seats-elimination")
    seats = standing(app, match)["seats"]
    ranked = sorted(seats, key=lambda seat: (seat["out"], -seat["points"]))

    rows = table_rows(device.open(f"{match}/points"))[1:5]

    assert [row.split()[:2] for row in rows] == [
        [str(place), seat["name"]] for place, seat in enumerate(ranked, 1)
    ]


def test_the_graph_shows_everyones_points_at_the_end_of_every_month(
    app: Flask, device: Device
) -> None:
    match = played(device, "six-seats-most-points")
    (file,) = [file for file in FILES if file.stem == "six-seats-most-points"]
    made, entries, _ = recorded(file)
    position, ends = title.start(made).position, {}
    for entry in matches(app).entries(match.removeprefix("/m/")):
        month = title.progress(position).round
        position = title.decide(position, entry.entry).position
        ends[month] = title.progress(position).values
    assert len(entries) > 0

    page = device.open(f"{match}/points")

    rows = [row.split() for row in table_rows(page) if re.fullmatch(r"\d( −?\d+){6}", row)]
    assert {whole(month): tuple(map(whole, row)) for month, *row in rows} == ends
    curves = page.all("polyline")
    # The phone has a drawing of its own.
    assert [len(curve.attributes["points"].split()) for curve in curves] == [7] * 6 * 2
    (graph,) = page.all("svg", "graph-large")
    for seat in standing(app, match)["seats"]:
        assert (
            f"{seat['name']} {seat['points']}".replace("-", "−") in graph.attributes["aria-label"]
        )


def test_a_match_under_way_has_no_winner_yet(device: Device, match: str) -> None:
    page = device.open(f"{match}/points")

    assert page.all("h2", "win") == []
    assert "The table by points" in page.text


@pytest.mark.parametrize(
    "name", ["six-seats-most-points", "house-rules-of-battle", "four-seats-elimination"]
)
def test_the_superlatives_are_true(app: Flask, device: Device, name: str) -> None:
    match = played(device, name)
    made = sheet(app, match).setup
    saved: Counter[str] = Counter()
    starved: Counter[str] = Counter()
    battles: list[int] = []
    position = title.start(made).position
    for entry in matches(app).entries(match.removeprefix("/m/")):
        before, position = position, title.decide(position, entry.entry).position
        decided = lines_of(title.decide(before, entry.entry).facts)
        for line in decided:
            seat = "" if line.seat == TABLE else made.seats[line.seat].name
            if line.what.value in KINDS:
                saved[seat] += line.by if line.rule == "CW-5.1" else 0
                starved[seat] -= line.by if line.rule == "CW-8.2" else 0
        if isinstance(entry.entry, Attack):
            battles.append(
                -sum(
                    line.by
                    for line in decided
                    if line.rule in ("CW-13.4", "CW-13.9")
                    and (line.what.value == "weapons" or line.what.value in KINDS)
                )
            )

    told = {
        name.text: what.text
        for name, what in zip(*parts(device.open(f"{match}/points")), strict=True)
    }

    assert_names_the_best(told.get("Most people saved", ""), saved)
    assert_names_the_best(told.get("Hungriest camp", ""), starved)
    if battles and max(battles) > 0:
        assert f" {max(battles)} people and weapons spent" in told["Costliest battle"]
    else:
        assert "Costliest battle" not in told


def parts(page: Page) -> tuple[list[Any], list[Any]]:
    return page.all("dt"), page.all("dd")


def assert_names_the_best(told: str, counted: Counter[str]) -> None:
    most = max(counted.values(), default=0)
    if most <= 0:
        assert told == ""
        return
    best = [name for name, number in counted.items() if number == most]
    assert all(name in told for name in best)
    assert re.findall(r"\d+", told) == [str(most)]


def test_a_match_without_deeds_has_no_superlatives(device: Device, match: str) -> None:
    assert "Highlights" not in device.open(f"{match}/points").text


def test_house_rules_are_told_with_their_numbers(device: Device) -> None:
    match = device.make(setup(reward="meeting", keep_order=False))

    text = device.open(f"{match}/points").text

    assert "CW-5.2" in text
    assert "CW-3.8" in text


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_every_rule_has_a_page_with_its_sentence(app: Flask, language: str) -> None:
    device = Device(app, Accept_Language=language)

    for number, sentence in SUMMARIES.items():
        page = device.open(f"/rules/{number}")
        assert page.status == 200
        assert page.all("h1")[0].text == number
        if language == "en":
            assert sentence in page.text


def test_every_rule_that_a_line_can_name_has_a_page(device: Device, app: Flask) -> None:
    named = set()
    for file in FILES:
        made, entries, _ = recorded(file)
        document = match_file.read(file.read_bytes(), TITLES)[1]
        assert len(entries) <= len(document.entries)
        facts = [fact for _, some in match_file.play(title, document).facts for fact in some]
        named |= {fact.rule for fact in (*title.start(made).facts, *facts)}

    assert "QM-1" in named
    for number in named:
        assert device.open(f"/rules/{number}").status == 200, number


@pytest.mark.parametrize("name", ["four-seats-elimination", "six-seats-most-points"])
def test_the_match_file_plays_to_the_same_position(app: Flask, device: Device, name: str) -> None:
    match = played(device, name)

    response = device.client.get(f"{match}/match.json")

    assert response.mimetype == "application/json"
    assert "attachment" in response.headers["Content-Disposition"]
    again = match_file.play(*match_file.read(response.data, TITLES))
    assert again.refused is None
    assert title.export_position(again.position) == standing(app, match)
    assert json.loads(response.data)["position"] == standing(app, match)
