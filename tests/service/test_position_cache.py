"""The cache of positions: one that was just written is not unpacked again."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.toy import title
from tests.toy.arrange import ANNA, TOY, entry, setup
from tracker.service.matches import Matches
from tracker.service.position_cache import PositionCache
from tracker.store import match_log
from tracker.store.database import Database
from tracker.store.match_log import MatchState

pytestmark = pytest.mark.usefixtures("toy")

WALK = entry("walk", seat=ANNA, steps=1)


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The positions that are unpacked from now on."""
    found: list[bytes] = []
    really = TOY.unpack

    def noted(setup: Any, data: bytes) -> Any:
        found.append(data)
        return really(setup, data)

    monkeypatch.setattr(title, "unpack", noted)
    return found


@pytest.fixture
def match(tmp_path: Path) -> MatchState:
    """The row of a race with one entry."""
    database = Database(tmp_path / "matches.sqlite")
    matches = Matches(database)
    match_id = matches.make(TOY.NAME, setup(goal=987), "Race", "tablet")
    matches.write(match_id, [WALK], "first", "tablet")
    with database.reading() as session:
        found = match_log.state_of(session, match_id)
    database.close()
    assert found is not None
    return found


def test_neither_the_page_nor_the_next_entry_unpacks_what_was_just_written(
    tmp_path: Path, unpacked: list[bytes]
) -> None:
    database = Database(tmp_path / "matches.sqlite")
    matches = Matches(database)
    match_id = matches.make(TOY.NAME, setup(goal=988), "Race", "tablet")
    matches.write(match_id, [WALK], "first", "tablet")
    unpacked.clear()

    matches.sheet(match_id)
    matches.write(match_id, [WALK], "second", "tablet")
    database.close()

    assert unpacked == []


def test_the_same_bytes_are_unpacked_once(match: MatchState, unpacked: list[bytes]) -> None:
    cache = PositionCache()

    positions = [cache.unpacked(match), cache.unpacked(replace(match, id="another"))]

    assert positions[0] is positions[1]
    assert unpacked == [match.position]


def test_the_oldest_is_dropped_first(match: MatchState, unpacked: list[bytes]) -> None:
    cache = PositionCache(most=2)
    position = cache.unpacked(match)
    later = TOY.decide(position, WALK).position
    latest = TOY.decide(later, WALK).position
    unpacked.clear()

    for written in (later, latest):
        cache.pack_into(match, written)
        assert cache.unpacked(match) is written
    assert unpacked == []

    match.position = TOY.pack(position)
    assert cache.unpacked(match) == position
    assert unpacked == [match.position]
