"""The bands of a deck that plays well."""

from typing import Any

import pytest
from msgspec import structs

from tests.games.civil_war.test_game_figures import GAMES
from tracker.games.civil_war import bands, deck
from tracker.games.civil_war.bands import Judged, judged
from tracker.games.civil_war.game_figures import GameFigures, Quartiles, figures
from tracker.service.civil_war.simulation_worker import GamesJob, Plan, PlayedGame, results

SOUND = structs.replace(
    figures(GAMES),
    gained={"fort": 0.4, "gold_reserve": 0.3, "dominated": 0.05},
    fifty=0.6,
    side_wins={"south": 0.5, "north": 0.5},
    role_wins=dict.fromkeys(figures(GAMES).role_wins, 1 / 6),
    largest_camp=Quartiles(5, 8, 11),
    six_enemies=0.8,
    making=2 / 3,
    starving=0.4,
)


def outside(counted: GameFigures) -> dict[str, str]:
    """Return the names of the figures outside their bands, with the advice."""
    return {row.band.name: str(row.advice) for row in judged(counted) if not row.is_inside}


def changed(**parts: Any) -> dict[str, str]:
    return outside(structs.replace(SOUND, **parts))


def test_a_sound_deck_has_every_figure_in_its_band_and_no_advice() -> None:
    assert outside(SOUND) == {}
    assert {row.advice for row in judged(SOUND)} == {None}
    assert len(judged(SOUND)) == 9 + 6


@pytest.mark.parametrize(
    ("name", "low", "high", "field"),
    [
        ("fort", 0.25, 0.50, "gained"),
        ("gold_reserve", 0.25, 0.50, "gained"),
        ("domination", 0.01, 0.08, "gained"),
        ("fifty", 0.45, 0.75, "fifty"),
        ("wins_south", 0.45, 0.55, "side_wins"),
        ("six_enemies", 0.50, 1.0, "six_enemies"),
        ("starving", 0.20, 0.60, "starving"),
        ("wins_cherokee", 0.10, 0.25, "role_wins"),
        ("wins_northern_officer", 0.10, 0.25, "role_wins"),
    ],
)
def test_the_ends_of_a_band_belong_to_it(name: str, low: float, high: float, field: str) -> None:
    keys = {"domination": "dominated", "wins_south": "south"}
    key = keys.get(name, name.removeprefix("wins_"))

    def measured(number: float) -> dict[str, str]:
        old = getattr(SOUND, field)
        return changed(**{field: {**old, key: number} if isinstance(old, dict) else number})

    assert measured(low) == measured(high) == {}
    assert set(measured(low - 0.001)) == {name}
    if high < 1:
        assert set(measured(high + 0.001)) == {name}
        assert measured(low - 0.001) != measured(high + 0.001)


@pytest.mark.parametrize(("camp", "is_inside"), [(5.5, False), (6, True), (12, True), (13, False)])
def test_the_largest_camp_is_judged_by_its_median(camp: float, is_inside: bool) -> None:
    assert (changed(largest_camp=Quartiles(0, camp, 20)) == {}) is is_inside


@pytest.mark.parametrize(("share", "is_inside"), [(0.6, False), (2 / 3, True), (0.75, False)])
def test_two_tiles_in_three_do_something(share: float, is_inside: bool) -> None:
    assert (changed(making=share) == {}) is is_inside


def test_the_advice_says_what_to_change() -> None:
    scarce = changed(gained={"fort": 0.1, "gold_reserve": 0.9, "dominated": 0.05})

    assert scarce == {
        "fort": "Wood is rare: raise three amounts of it.",
        "gold_reserve": "Gold is common: lower three amounts of it, or cross one out.",
    }
    role = changed(role_wins={**SOUND.role_wins, "volunteer": 0.3})
    assert "African-American volunteer" in role["wins_volunteer"]


@pytest.mark.slow
def test_six_plain_players_find_the_sample_deck_in_its_bands() -> None:
    """The same seed as that of the command; `./dev bench deck` plays more."""
    job = GamesJob(Plan(deck.SAMPLE), first=0, step=1, games=400)
    records = [game.record for game in results(job) if isinstance(game, PlayedGame)]

    assert outside(figures(records)) == {}


def test_the_bands_hold_for_six_plain_players_alone() -> None:
    assert bands.hold_for(6, "plain")
    assert not bands.hold_for(6, "careless")
    assert not bands.hold_for(4, "plain")
    assert isinstance(judged(SOUND)[0], Judged)
