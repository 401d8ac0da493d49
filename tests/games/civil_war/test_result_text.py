"""The winners in words: players, a side with its fallen, the Marshal (CW-12)."""

import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    ROLES,
    at_battles,
    beaten,
    entry,
    having,
    play,
    start,
)
from tracker.engine.house_rule import played
from tracker.games.civil_war.position import Position
from tracker.games.civil_war.result_text import victory
from tracker.games.civil_war.setup import Setup

SOUTH = ("southern_officer", "southern_soldier")


def told(position: Position) -> list[str]:
    won = victory(position)
    assert won is not None
    return [str(part) for part in (won.who, won.how, won.fallen) if part]


def test_a_side_wins_and_its_fallen_are_named() -> None:
    position = beaten(at_battles(start(*ROLES[:4])), CLARA, by=BORIS)
    position = beaten(position, BORIS, by=ANNA)
    position = at_battles(play(position, entry("next_month")))

    assert told(beaten(position, DAVID, by=ANNA)) == [
        "Victory for the South: Anna",
        "Every player of the other side is out of the game.",
        "Fallen for the South: Clara",
    ]


def test_the_north_wins_without_anybody_fallen() -> None:
    assert told(beaten(at_battles(start()), ANNA, by=BORIS)) == [
        "Victory for the North: Boris",
        "Every player of the other side is out of the game.",
    ]


def test_fifty_points_are_a_players_victory() -> None:
    assert told(having(start(), ANNA, points=50)) == [
        "Victory: Anna",
        "The first to have 50 points.",
    ]


def test_fifty_points_by_full_domination_say_so() -> None:
    """CW-9.9: the fifth bonus brings fifty points at once."""
    position = having(
        start(), ANNA, bonuses=("wagon", "dynamite", "fire_brigade"), wood=60, gold=59, points=0
    )

    ended = play(position, entry("find", seat=ANNA, resource="gold", amount=1))

    assert told(ended)[0] == "Victory by full domination: Anna"


@pytest.mark.parametrize(
    ("switch", "how"),
    [
        (True, "Marshal of the Armies: the first to have 50 points, with everyone on one side."),
        (False, "Marshal of the Armies: the most points, with everyone on one side."),
    ],
)
def test_the_marshal_is_told_with_how_it_was_won(switch: bool, how: str) -> None:
    position = having(start(*SOUTH, months=5, one_sided_fifty=switch), ANNA, points=50)
    if not switch:
        month = (entry("end_month"), entry("upkeep"), entry("next_month"))
        position = play(position, *month * 5)

    assert told(position) == ["Victory: Anna", how]


def test_nobody_has_won_yet() -> None:
    assert victory(start()) is None


def test_a_set_up_without_switches_has_todays_defaults() -> None:
    """Files without the new switches get the new defaults."""
    switches = Setup.__struct_defaults__[0]
    assert played(switches) == {}
    assert (switches.one_sided_fifty, switches.reserve_spends) == (False, "all")
    assert switches.fort_and_dynamite == "larger"
