"""The superlatives of a finished match, each by its own rule."""

import pytest

from tests.games.civil_war.arrange import ANNA, BORIS, entry, having, setup, start
from tracker.engine.ledger import Line, lines_of
from tracker.engine.message import Message
from tracker.games.civil_war import title
from tracker.games.civil_war.columns import Count, Kind, Resource
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.superlatives import superlatives


class Written:
    """An entry with its lines."""

    def __init__(self, written: AnyEntry, *lines: Line) -> None:
        self.entry = written
        self.lines = lines


UPKEEP = entry("upkeep")


def told(*written: Written) -> list[str]:
    return [str(message) for message in superlatives(setup(), written)]


def starved(seat: int, number: int, rule: str = "CW-8.2") -> Written:
    return Written(UPKEEP, Line(seat, Kind.CHEROKEE, -number, rule))


@pytest.mark.parametrize("rule", ["CW-6.4", "CW-11.5", "CW-13.8", "CW-13.9", "CW-10.3"])
def test_only_who_died_of_hunger_has_starved(rule: str) -> None:
    assert told(starved(ANNA, 9, rule)) == []
    assert told(starved(ANNA, 9, rule), starved(BORIS, 2)) == ["Hungriest camp: Boris, 2 starved"]


def test_points_lost_by_hunger_are_no_people() -> None:
    points = Written(UPKEEP, Line(ANNA, Count.POINTS, -9, "CW-8.2"))

    assert told(points, starved(BORIS, 2)) == ["Hungriest camp: Boris, 2 starved"]


@pytest.mark.parametrize(("rule", "counts"), [("CW-5.1", True), ("CW-10.3", False)])
def test_only_who_was_met_was_saved(rule: str, counts: bool) -> None:
    saved = Written(UPKEEP, Line(ANNA, Kind.CHEROKEE, 4, rule))

    assert (told(saved) == ["Most people saved: Anna, 4"]) is counts


def test_the_battle_that_cost_most_people_and_weapons_is_the_costliest() -> None:
    """CW-13.4, CW-13.9: points are no cost, and what the winner takes is none."""
    small = Written(
        entry("attack", seat=ANNA, target=BORIS),
        Line(ANNA, Resource.WEAPONS, -2, "CW-13.4"),
        Line(ANNA, Count.POINTS, -9, "CW-13.9"),
        Line(ANNA, Resource.GOLD, 9, "CW-13.4"),
        Line(BORIS, Resource.GOLD, -9, "CW-13.3"),
    )
    large = Written(
        entry("attack", seat=BORIS, target=ANNA),
        Line(BORIS, Resource.WEAPONS, -1, "CW-13.4"),
        Line(BORIS, Kind.VOLUNTEER, -3, "CW-13.9"),
    )
    says = "Costliest battle: {}, {} people and weapons spent"

    assert told(small) == [says.format("Anna attacks Boris", 2)]
    assert told(small, large) == [says.format("Boris attacks Anna", 4)]


def test_a_battle_that_cost_nothing_is_not_told() -> None:
    assert told(Written(entry("attack", seat=ANNA, target=BORIS))) == []


@pytest.mark.parametrize(
    ("rule", "counts"), [("CW-7.1", True), ("CW-7.2", True), ("CW-13.3", False)]
)
def test_only_what_was_given_in_trade_counts_as_traded(rule: str, counts: bool) -> None:
    given = Written(
        UPKEEP, Line(ANNA, Resource.WOOD, -4, rule), Line(BORIS, Resource.WOOD, 4, rule)
    )

    assert (told(given) == ["Busiest trader: Anna, 4 units given"]) is counts


def test_a_flight_and_an_upkeep_of_a_real_match_are_told_apart() -> None:
    """Anna loses 3 in a fight and Boris 1 by hunger: Boris's camp is the hungriest."""
    position = having(start(), ANNA, people={"cherokee": 3}, weapons=0)
    position = having(position, BORIS, people={"volunteer": 1}, water=0)
    fight = entry("meet", seat=ANNA, kind="northern_soldier", count=3)
    written = []
    for step in (fight, entry("end_month"), UPKEEP):
        decision = title.decide(position, step)
        written.append(Written(step, *lines_of(decision.facts)))
        position = decision.position

    assert "Hungriest camp: Boris, 1 starved" in told(*written)


def test_equals_are_all_named() -> None:
    (said,) = superlatives(setup(), (starved(ANNA, 2), starved(BORIS, 2)))

    assert isinstance(said, Message)
    assert said.facts["names"] == ("Anna", "Boris")
