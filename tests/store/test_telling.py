"""Telling of a change: after the commit, to this process and to others, and not of what failed."""

import queue
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.civil_war.arrange import ANNA, BORIS, entry, setup
from tests.postgres import Postgres, postgres_server
from tracker.engine.refusal import Refused
from tracker.games.civil_war import title
from tracker.service.matches import Matches
from tracker.store.database import Database
from tracker.store.failing import Unreachable

FINDS = entry("find", seat=ANNA, resource="food", amount=3)
Heard = queue.Queue[tuple[str, int]]


@pytest.fixture
def own_server() -> Iterator[Postgres]:
    with postgres_server() as server:
        yield server


def test_another_process_hears_of_a_change_and_of_nothing_else_even_after_the_database_was_away(
    own_server: Postgres,
) -> None:
    url = own_server.new_database()
    heard: Heard = queue.Queue()
    one, other = Database(url), Database(url)
    matches = Matches(one)
    match_id = matches.make(title.NAME, setup(), "Friday", "tablet")
    other.listen(lambda match, version: heard.put((match, version)))
    assert heard.get(timeout=30) == (match_id, 0)

    matches.write(match_id, [FINDS, FINDS], "tap", "tablet")
    with pytest.raises(Refused):
        matches.write(match_id, [entry("end_turn", seat=BORIS)], "no", "tablet")
    matches.undo(match_id, 2, "undo", "tablet")

    assert [heard.get(timeout=30) for _ in range(2)] == [(match_id, 2), (match_id, 3)]
    own_server.kill()
    own_server.start()
    write_when_it_is_back(matches, match_id)
    until = time.monotonic() + 30
    while heard.get(timeout=30) != (match_id, 4):
        assert time.monotonic() < until
    one.close()
    other.close()


def write_when_it_is_back(matches: Matches, match_id: str) -> None:
    for _ in range(100):
        try:
            matches.write(match_id, [FINDS], "back", "tablet")
        except Unreachable:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError


def test_a_change_is_told_in_the_process_once_it_is_committed(where: Path | str) -> None:
    database = Database(where)
    seen: list[tuple[str, int, int]] = []

    def tell(match_id: str, version: int) -> None:
        seen.append((match_id, version, Matches(database).sheet(match_id).version))

    matches = Matches(database, tell)
    match_id = matches.make(title.NAME, setup(), "Friday", "tablet")
    matches.write(match_id, [FINDS], "tap", "tablet")
    matches.write(match_id, [FINDS], "tap", "tablet")
    with pytest.raises(Refused):
        matches.write(match_id, [entry("end_turn", seat=BORIS)], "no", "tablet")

    assert seen == [(match_id, 1, 1)]
    database.close()
