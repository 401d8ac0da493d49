"""The recorded matches, taken together: everything that can happen is in one of them."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from msgspec import UNSET, structs

from tests.recorded import FILES
from tracker.engine import match_file
from tracker.engine.ledger import Line, lines_of
from tracker.games.civil_war import deck_check, resources
from tracker.games.civil_war import title as civil_war
from tracker.games.civil_war.columns import Bonus, Count
from tracker.games.civil_war.deck import Deck
from tracker.games.civil_war.entries import (
    Correct,
    Find,
    Fire,
    Gain,
    HqTrade,
    LayTiles,
    Lose,
    NextMonth,
    Sabotage,
    Sickness,
    Trade,
    TurnOver,
    Upkeep,
    Written,
)
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.setup import Setup
from tracker.games.titles import TITLES


class Recorded(NamedTuple):
    """A match file of this folder, with what each entry that counts did."""

    setup: Setup
    all_entries: tuple[Written, ...]
    entries: tuple[Written, ...]
    lines: tuple[tuple[Line, ...], ...]
    end: dict[str, Any]

    @property
    def result(self) -> dict[str, Any]:
        result: dict[str, Any] = self.end["result"]
        return result

    @property
    def winners(self) -> list[dict[str, Any]]:
        return [self.end["seats"][seat] for seat in self.result["winners"]]


@cache
def recorded() -> tuple[Recorded, ...]:
    return tuple(_replayed(file) for file in FILES)


def _replayed(file: Path) -> Recorded:
    title, document = match_file.read(file.read_bytes(), TITLES)
    played = match_file.play(title, document)
    counting = tuple(entry for entry in document.entries if entry.counts)
    lines = tuple(lines_of(facts) for _, facts in played.facts)
    end = title.export_position(played.position)
    return Recorded(document.setup, document.entries, counting, lines, end)


def test_there_are_forty_recorded_matches() -> None:
    assert len(FILES) >= 40


ENDINGS: Final[dict[str, Callable[[Recorded], bool]]] = {
    "fifty points": lambda match: (
        match.result["reason"] == "fifty_points"
        and not any(winner["dominated"] for winner in match.winners)
    ),
    "fifty points by full domination": lambda match: (
        match.result["reason"] == "fifty_points"
        and any(line.rule == "CW-9.9" for line in match.lines[-1])
    ),
    "elimination by the South": lambda match: match.result["side"] == "south",
    "elimination by the North": lambda match: match.result["side"] == "north",
    "most points, alone": lambda match: (
        match.result["reason"] == "most_points" and len(match.winners) == 1
    ),
    "most points, shared": lambda match: (
        match.result["reason"] == "most_points" and len(match.winners) > 1
    ),
    "Marshal of the Armies by the most points": lambda match: (
        match.result["marshal"] and match.result["reason"] == "most_points"
    ),
    "Marshal of the Armies by fifty points": lambda match: (
        match.result["marshal"] and match.result["reason"] == "fifty_points"
    ),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_way_that_a_game_can_end_is_recorded_twice(ending: str) -> None:
    assert sum(bool(ENDINGS[ending](match)) for match in recorded() if match.result) >= 2


def test_games_of_five_months_and_of_six_are_recorded_to_their_last_month() -> None:
    assert {match.setup.months for match in recorded() if match.result} == {5, 6}
    assert {5, 6} <= {match.end["month"] for match in recorded()}


@pytest.mark.parametrize("seats", range(2, 10))
def test_tables_of_every_size_are_recorded_twice(seats: int) -> None:
    assert sum(len(match.setup.seats) == seats for match in recorded()) >= 2


EVENTS: Final[dict[str, Callable[[Written], bool]]] = {
    "a find in the middle": lambda entry: isinstance(entry, Find) and entry.where == "middle",
    "a find that a wagon doubles": lambda entry: (
        isinstance(entry, Find) and entry.where == "middle_doubled"
    ),
    "a loss": lambda entry: isinstance(entry, Lose),
    "a wagon": lambda entry: isinstance(entry, Gain) and entry.bonus == "wagon",
    "dynamite": lambda entry: isinstance(entry, Gain) and entry.bonus == "dynamite",
    "fire": lambda entry: isinstance(entry, Fire),
    "sickness": lambda entry: isinstance(entry, Sickness),
    "sabotage": lambda entry: isinstance(entry, Sabotage),
    "a correction": lambda entry: isinstance(entry, Correct),
}


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_is_recorded_twice(event: str) -> None:
    assert sum(any(map(EVENTS[event], match.entries)) for match in recorded()) >= 2


@pytest.mark.parametrize("event", deck_check.EVENTS)
def test_every_event_in_the_middle_of_a_tile_is_recorded_twice(event: str) -> None:
    assert sum(event in _turned_up(match) for match in recorded()) >= 2


def _turned_up(match: Recorded) -> set[str]:
    """The events of the tiles that lie face up at the end of a month or of the match."""
    tiles = resources.game(match.setup).tiles
    named = [entry.tile for entry in match.entries if isinstance(entry, TurnOver)]
    laid = {tile.at: tile.tile for figure in _laid(match) for tile in figure.tiles}
    turned = [laid.get(entry.at) for entry in match.entries if isinstance(entry, TurnOver)]
    ids = {tile for tile in (*named, *turned) if isinstance(tile, str)}
    return {event for tile in ids if (event := deck_check.event_of(tiles[tile]))}


def test_every_kind_of_entry_is_recorded() -> None:
    written = {type(entry) for match in recorded() for entry in match.entries}
    assert written == set(Written.__args__)


@pytest.mark.parametrize("switch", Switches.__struct_fields__)
def test_every_house_rule_changes_how_two_recorded_matches_go(switch: str) -> None:
    assert sum(_goes_otherwise_without(switch, match) for match in recorded()) >= 2


def test_a_deck_with_its_amounts_on_the_bottom_side_is_recorded_twice() -> None:
    decks = [match.setup.deck for match in recorded()]
    assert sum(isinstance(deck, Deck) and deck.amounts == "bottom" for deck in decks) >= 2


def test_trades_after_the_upkeep_are_recorded_twice() -> None:
    assert sum(_has_late_trade(match) for match in recorded()) >= 2


def _has_late_trade(match: Recorded) -> bool:
    is_late = False
    for entry in match.entries:
        is_late = (is_late or isinstance(entry, Upkeep)) and not isinstance(entry, NextMonth)
        if is_late and isinstance(entry, Trade | HqTrade):
            return True
    return False


def test_a_domination_that_fell_is_recorded_twice() -> None:
    assert (
        sum(
            any(
                line.what is Count.DOMINATED and line.by < 0
                for entry in match.lines
                for line in entry
            )
            for match in recorded()
        )
        >= 2
    )


def _goes_otherwise_without(switch: str, match: Recorded) -> bool:
    switches, default = match.setup.switches, getattr(Switches(), switch)
    if getattr(switches, switch) == default:
        return False
    usual = structs.replace(match.setup, switches=structs.replace(switches, **{switch: default}))
    document = match_file.Document(match_file.FORMAT, civil_war.NAME, usual, match.entries)
    played = match_file.play(civil_war, document)
    return played.refused is not None or civil_war.export_position(played.position) != match.end


def test_tiles_dealt_by_the_tablet_from_a_deck_of_the_tables_own_are_recorded() -> None:
    assert any(
        isinstance(match.setup.deck, Deck)
        and all(laid.tile is not UNSET for figure in _laid(match) for laid in figure.tiles)
        for match in recorded()
        if any(_laid(match))
    )


def test_tiles_that_are_named_as_they_are_turned_over_are_recorded() -> None:
    assert any(
        isinstance(entry, TurnOver) and entry.tile is not UNSET
        for match in recorded()
        for entry in match.entries
    )


def test_the_second_tile_of_a_wagon_is_recorded() -> None:
    assert any(
        isinstance(earlier, TurnOver)
        and isinstance(next_one, TurnOver)
        and earlier.seat == next_one.seat
        for match in recorded()
        for earlier, next_one in pairwise(match.entries)
    )


@pytest.mark.parametrize("rule", ["CW-6.2", "CW-6.3", "CW-6.4"])
def test_fights_won_helped_and_lost_while_tiles_are_turned_over_are_recorded(rule: str) -> None:
    assert any(
        isinstance(entry, TurnOver) and any(line.rule == rule for line in lines)
        for match in recorded()
        for entry, lines in zip(match.entries, match.lines, strict=True)
    )


@pytest.mark.parametrize(
    "what",
    [Count.SIDE, Count.OUT, Count.LOST_TURNS, Bonus.FORT, Bonus.GOLD_RESERVE, Count.DOMINATED],
    ids=lambda what: what.value,
)
def test_turncoats_eliminations_lost_turns_and_bonuses_that_follow_are_recorded(
    what: Count | Bonus,
) -> None:
    assert any(line.what is what for match in recorded() for entry in match.lines for line in entry)


def test_a_lost_turn_that_was_passed_over_is_recorded() -> None:
    assert any(
        line.rule == "CW-3.6" for match in recorded() for entry in match.lines for line in entry
    )


def test_corrections_and_entries_that_were_undone_or_amended_are_recorded() -> None:
    entries = [entry for match in recorded() for entry in match.all_entries]
    assert any(isinstance(entry, Correct) for entry in entries)
    assert any(entry.undone is True for entry in entries)
    assert any(entry.amended_by is not UNSET for entry in entries)


def _laid(match: Recorded) -> list[LayTiles]:
    return [entry for entry in match.entries if isinstance(entry, LayTiles)]
