"""Whole games of random entries: what must hold does hold after every one of them.

Hypothesis chooses the table and a seed; the seed plays as people would, and now and then writes
what a rule may forbid. A game that fails stops where it fails, and every entry is shown.
"""

from collections import Counter
from typing import Any, Final

import msgspec
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.games.grizzled.arrange import GRIZZLED, setup
from tests.games.grizzled.player import MODES, Player, Sheet, mode_of
from tracker.engine import match_file
from tracker.engine.ledger import TABLE, Column, Line
from tracker.engine.title import Whose, why_not
from tracker.games.grizzled import title
from tracker.games.grizzled.columns import COLUMNS, Phase
from tracker.games.grizzled.position import Position, Table
from tracker.games.grizzled.setup import Setup
from tracker.games.titles import TITLES

GAMES: Final = 40
LONGEST: Final = 700


def check_sums(position: Position, totals: Counter[tuple[int, Column]]) -> None:
    """Every number is the sum of its lines, those of the start included."""
    table = Table(position)
    for (seat, column), total in totals.items():
        assert table[seat, column] == total, (seat, column)


def add_up(totals: Counter[tuple[int, Column]], facts: tuple[Any, ...], seats: int) -> None:
    for fact in facts:
        if isinstance(fact, Line):
            assert COLUMNS[fact.what.value] is fact.what
            assert fact.seat == TABLE or 0 <= fact.seat < seats
            totals[fact.seat, fact.what] += fact.by


def check_replayed(sheet: Sheet) -> None:
    """The match, written as a match file and played again, is the same match."""
    document = {
        "format": "quartermaster-match/1",
        "title": "grizzled",
        "setup": sheet.setup,
        "entries": sheet.entries,
    }
    played = match_file.play(*match_file.read(msgspec.json.encode(document), TITLES))
    assert played.refused is None
    assert played.position == sheet.position


def check_over(sheet: Sheet) -> None:
    """GR-10.5: nothing more can be entered."""
    result = title.export_position(sheet.position)["result"]
    assert result["reason"]
    for entry in sheet.entries[-20:]:
        refused = why_not(GRIZZLED, sheet.position, entry)
        assert refused is not None
        assert refused.rule == "GR-10.5"


def play(agreed: Setup, seed: int) -> Sheet:
    """A game of random entries to its end, checked after each of them."""
    title.check_setup(agreed)
    decision = title.start(agreed)
    seats = len(agreed.seats)
    totals = Counter[tuple[int, Column]]()
    add_up(totals, decision.facts, seats)
    sheet = Sheet(agreed, decision.position)
    player = Player(seed)
    while Table(sheet.position).phase is not Phase.OVER and len(sheet.entries) < LONGEST:
        before = sheet.position
        entry = player.next_entry(sheet.position)
        title.check_entries(agreed, (entry,))
        decision = title.decide(before, entry)
        assert title.apply(before, decision.facts) == decision.position
        assert title.invariants(decision.position) == ()
        assert str(title.entry_text(agreed, entry))
        assert title.claim(before, entry).whose in Whose
        assert all(str(verdict.says) for verdict in decision.verdicts)
        add_up(totals, decision.facts, seats)
        check_sums(decision.position, totals)
        sheet.write(entry, decision.position)
        assert title.unpack(agreed, title.pack(sheet.position)) == sheet.position
        msgspec.json.encode(title.export_position(sheet.position))
    if Table(sheet.position).phase is Phase.OVER:
        check_over(sheet)
    check_replayed(sheet)
    return sheet


@pytest.mark.slow
@settings(max_examples=GAMES, deadline=None)
@given(st.sampled_from(MODES), st.integers(0, 2**32 - 1))
def test_what_must_hold_holds_after_every_entry_of_a_game(mode: dict[str, Any], seed: int) -> None:
    sheet = play(setup(**mode), seed)

    result = title.export_position(sheet.position)["result"]
    event(f"{mode_of(mode)}: {result['reason'] if result else 'not yet'}")


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES, ids=mode_of)
def test_random_games_end_in_every_mode(mode: dict[str, Any]) -> None:
    ends = Counter[str]()
    for seed in range(4):
        result = title.export_position(play(setup(**mode), seed).position)["result"]
        ends[result["reason"] if result else "not yet"] += 1

    assert ends["not yet"] <= 2
