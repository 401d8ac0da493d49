"""Change notices: after the commit, to this process and to others, and none for what failed."""

import queue
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.postgres import Postgres, postgres_server
from tests.processes import PATIENCE_SECONDS
from tests.toy.arrange import ANNA, BORIS, TOY, entry, setup
from tracker.engine.refusal import Refused
from tracker.service.matches import Matches
from tracker.store.database import Database
from tracker.store.database_errors import Unreachable
from tracker.store.postgres import CHANNEL

pytestmark = pytest.mark.usefixtures("toy")
WALKS = entry("walk", seat=ANNA, steps=1)
Heard = queue.Queue[tuple[str, int]]


@pytest.fixture
def own_server() -> Iterator[Postgres]:
    with postgres_server() as server:
        yield server


@pytest.mark.slow
def test_another_process_hears_of_a_change_and_of_nothing_else_even_after_the_database_was_away(
    own_server: Postgres,
) -> None:
    url = own_server.new_database()
    heard: Heard = queue.Queue()
    first, other = Database(url), Database(url)
    matches = Matches(first)
    match_id = matches.make(TOY.NAME, setup(), "Friday", "tablet")
    other.listen(lambda match, version: heard.put((match, version)))
    assert heard.get(timeout=PATIENCE_SECONDS) == (match_id, 0)

    matches.write(match_id, [WALKS, WALKS], "tap", "tablet")
    with pytest.raises(Refused):
        matches.write(match_id, [entry("end_turn", seat=BORIS)], "no", "tablet")
    matches.undo(match_id, 2, "undo", "tablet")

    assert [heard.get(timeout=PATIENCE_SECONDS) for _ in range(2)] == [(match_id, 2), (match_id, 3)]
    own_server.kill()
    own_server.start()
    write_when_it_is_back(matches, match_id)
    until = time.monotonic() + PATIENCE_SECONDS
    while heard.get(timeout=PATIENCE_SECONDS) != (match_id, 4):
        assert time.monotonic() < until
    first.close()
    other.close()


def test_what_others_say_on_the_channel_is_passed_over(address: str) -> None:
    heard: Heard = queue.Queue()
    database = Database(address)
    matches = Matches(database)
    match_id = matches.make(TOY.NAME, setup(), "Friday", "tablet")
    database.listen(lambda match, version: heard.put((match, version)))
    assert heard.get(timeout=PATIENCE_SECONDS) == (match_id, 0)

    for words in ("hello", "", "a match", f"{match_id} ", f"{match_id} 1 2", f"m {'1' * 5000}"):
        say(address, words)
    matches.write(match_id, [WALKS], "tap", "tablet")

    assert heard.get(timeout=PATIENCE_SECONDS) == (match_id, 1)
    database.close()


def test_processes_hear_what_one_says_of_a_match(address: str) -> None:
    heard: queue.Queue[tuple[str, str, str]] = queue.Queue()
    speaks, listens = Database(address), Database(address)
    say_to_all = speaks.listen(lambda *_: None)
    listens.listen(lambda *_: None, lambda *said: heard.put(said))
    assert say_to_all is not None

    until = time.monotonic() + PATIENCE_SECONDS
    while heard.empty():
        # What was said before the other one listened is gone.
        say_to_all("match", "here", "process tablet phone")
        time.sleep(0.2)
        assert time.monotonic() < until

    assert heard.get() == ("match", "here", "process tablet phone")
    speaks.close()
    listens.close()


def say(address: str, words: str) -> None:
    with psycopg.connect(address, autocommit=True) as another:
        another.execute("SELECT pg_notify(%s, %s)", [CHANNEL, words])


def test_who_listens_goes_on_when_something_could_not_be_told_on(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    heard: Heard = queue.Queue()
    failures = [ZeroDivisionError("no hub")]

    def tell(match_id: str, version: int) -> None:
        if failures:
            raise failures.pop()
        heard.put((match_id, version))

    database = Database(address)
    matches = Matches(database)
    match_id = matches.make(TOY.NAME, setup(), "Friday", "tablet")
    database.listen(tell)
    assert heard.get(timeout=PATIENCE_SECONDS) == (match_id, 0)

    matches.write(match_id, [WALKS], "tap", "tablet")

    assert heard.get(timeout=PATIENCE_SECONDS) == (match_id, 1)
    assert "no hub" in caplog.text
    database.close()


def write_when_it_is_back(matches: Matches, match_id: str) -> None:
    for _ in range(100):
        try:
            matches.write(match_id, [WALKS], "back", "tablet")
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
    match_id = matches.make(TOY.NAME, setup(), "Friday", "tablet")
    matches.write(match_id, [WALKS], "tap", "tablet")
    matches.write(match_id, [WALKS], "tap", "tablet")
    with pytest.raises(Refused):
        matches.write(match_id, [entry("end_turn", seat=BORIS)], "no", "tablet")

    assert seen == [(match_id, 1, 1)]
    database.close()
