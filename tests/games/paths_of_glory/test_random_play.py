"""Whole random matches: what must hold after every entry, in every scenario."""

from collections import Counter
from random import Random
from typing import Any, Final

import msgspec
import pytest

from tests.games.paths_of_glory.arrange import setup
from tests.games.paths_of_glory.player import Player
from tracker.engine import match_file
from tracker.engine.hand_seat import HandSeat
from tracker.engine.ledger import lines_of
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.entries import Written
from tracker.games.paths_of_glory.position import Position
from tracker.games.paths_of_glory.setup import Setup
from tracker.games.titles import TITLES

SCENARIOS: Final = ("introductory", "limited", "campaign", "historical")
LONGEST: Final = 4_000


def some_setup(scenario: str, random: Random) -> Setup:
    bid = (random.randint(0, 1), random.randint(0, 3))
    has_bid = scenario != "introductory" and random.random() < 0.3
    return setup(
        scenario,
        bid=bid if has_bid else None,
        optional_cards=random.choice(("none", "all", "exchanged")),
        combat_card_use=random.choice(("round", "action")),
        late_italy=random.random() < 0.5,
        belgian_targets=random.random() < 0.5,
    )


def check_refused(position: Position, entry: Written, refusal: Refused) -> None:
    assert refusal.rule.startswith("QM-1" if isinstance(entry, HandSeat) else "PG-")
    assert refusal.message
    assert "{" not in refusal.message


def check_decided(before: Position, entry: Written) -> Position:
    decision = title.decide(before, entry)
    after = decision.position
    assert title.invariants(after) == (), entry
    assert title.apply(before, decision.facts) == after
    assert "{" not in str(title.entry_text(before.game.setup, entry))
    check_written(title.export_position(after))
    return after


def check_written(written: dict[str, Any]) -> None:
    """The sums of the position, as a match file shows them."""
    assert written["vp"] == 10 + written["vp_events"] + written["vp_spaces"]
    assert written["combined"] == sum(seat["war_status"] for seat in written["seats"])
    assert written["round"] == len(written["seats"][0]["actions"])
    assert (written["phase"] == "over") == (written["result"] is not None)
    for seat in written["seats"]:
        assert seat["discard"] == sorted(seat["discard"])
        assert not set(seat["discard"]) & set(seat["removed"])


def play(document: Setup, random: Random) -> tuple[Position, list[Written], Counter[str]]:
    """A match of random entries to its end, the entries that count, and the rules that refused."""
    position = title.start(document).position
    player, refusals, entries = Player(random), Counter[str](), list[Written]()
    for _ in range(LONGEST):
        entry = player.entry(position)
        title.check_entries(document, (entry,))
        try:
            position = check_decided(position, entry)
        except Refused as refusal:
            check_refused(position, entry, refusal)
            refusals[refusal.rule] += 1
        else:
            entries.append(entry)
        if title.outcome(position) is not None:
            break
    return position, entries, refusals


def check_replayed(document: Setup, entries: list[Written], end: Position) -> None:
    """The match, written as a match file and played again, is the same match."""
    file = {
        "format": "quartermaster-match/1",
        "title": "paths-of-glory",
        "setup": document,
        "entries": entries,
    }
    played = match_file.play(*match_file.read(msgspec.json.encode(file), TITLES))
    assert played.refused is None
    assert played.position == end


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_what_must_hold_holds_after_every_entry_of_a_match(scenario: str, seed: int) -> None:
    random = Random(f"{scenario} {seed}")
    document = some_setup(scenario, random)

    end, entries, refusals = play(document, random)

    assert title.outcome(end) is not None
    assert len(refusals) > 5
    assert title.unpack(document, title.pack(end)) == end
    check_replayed(document, entries, end)
    for entry in entries[-10:]:
        with pytest.raises(Refused) as refused:
            title.decide(end, entry)
        assert refused.value.rule == ("QM-2" if isinstance(entry, HandSeat) else "PG-0.3")


def test_every_number_is_the_sum_of_its_lines() -> None:
    random = Random(1914)
    document = some_setup("campaign", random)
    begun = title.start(document)
    totals = Counter({(line.seat, line.what): line.by for line in lines_of(begun.facts)})
    position, player = begun.position, Player(random)
    for _ in range(600):
        try:
            decision = title.decide(position, player.entry(position))
        except Refused:
            continue
        for line in lines_of(decision.facts):
            totals[line.seat, line.what] += line.by
        position = decision.position
    for (seat, column), total in totals.items():
        assert position.rows[seat][column.at] == total
