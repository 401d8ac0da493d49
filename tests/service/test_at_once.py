"""Several processes on PostgreSQL that do something at the same moment: nothing of it is lost."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from random import Random
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import select

from tests.processes import PATIENCE_SECONDS
from tests.queueing import A_MATCH, NEW_MATCHES, at_once
from tests.service.arrange import HERE
from tests.toy.arrange import ANNA, TOY, entry, setup
from tracker.service import match_checks, tables
from tracker.service.guesses import A_MATCH as AT_A_MATCH
from tracker.service.guesses import TooManyGuesses
from tracker.service.matches import Matches
from tracker.service.tables import Tables, WrongCode
from tracker.store import match_log
from tracker.store.database import Database
from tracker.store.models import CountRow

pytestmark = pytest.mark.usefixtures("toy")

WALK = entry("walk", seat=ANNA, steps=1)


class Club:
    """A database that two processes write in, and the match of a tablet."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.databases = Database(address), Database(address)
        self.matches, self.others_matches = map(Matches, self.databases)
        self.tables, self.others_tables = map(Tables, self.databases)
        self.id = self.matches.make(TOY.NAME, setup(goal=1_000), "Friday", "tablet")

    @property
    def code(self) -> str:
        return self.tables.table(self.id, "tablet").code

    @property
    def wrong_code(self) -> str:
        return "000000" if self.code != "000000" else "111111"

    def join(self, device: str, code: str, network: str = HERE) -> None:
        self.tables.join(self.id, device, code, None, "", network)

    def guess(self, network: str) -> type[Exception]:
        """Guess wrong; what was said to it."""
        try:
            self.join("guesser", self.wrong_code, network)
        except (WrongCode, TooManyGuesses) as said:
            return type(said)
        raise AssertionError

    def guesses(self) -> dict[str, int]:
        with self.databases[0].reading() as session:
            return {guess.what: guess.number for guess in session.scalars(select(CountRow))}

    def rights(self, host: str = "tablet") -> dict[str, str]:
        return {guest.id: guest.right.value for guest in self.tables.table(self.id, host).guests}


@pytest.fixture
def club(address: str) -> Iterator[Club]:
    made = Club(address)
    yield made
    for database in made.databases:
        database.close()


# Matches


def test_a_match_that_is_sent_twice_at_once_is_made_once(club: Club) -> None:
    def make(matches: Matches) -> str:
        return matches.make(TOY.NAME, setup(), "Twice", "phone", match_id="twice")

    made = at_once(
        club.address,
        NEW_MATCHES,
        [lambda: make(club.matches), lambda: make(club.others_matches)],
    )

    assert made == ["twice", "twice"]
    assert [match.id for match in club.matches.listed("phone", over=False)] == ["twice"]
    assert club.tables.table("twice", "phone").code


# Devices


@pytest.fixture
def has_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visit is noted however long that takes: a busy machine takes longer than it may."""
    monkeypatch.setattr(tables, "NOTING_SECONDS", 30.0)


@pytest.mark.usefixtures("has_time")
def test_two_first_pages_of_a_device_at_once_remember_it_once(club: Club) -> None:
    at_once(
        club.address,
        A_MATCH,
        [
            lambda: club.tables.visit(club.id, "phone", lambda: "Phone", is_known=True),
            lambda: club.others_tables.visit(club.id, "phone", lambda: "Phone", is_known=True),
        ],
    )

    assert club.rights() == {"tablet": "host", "phone": "looker"}


@pytest.mark.usefixtures("has_time")
@pytest.mark.parametrize("is_first", [True, False])
def test_a_device_that_joins_while_its_first_page_comes_is_a_scorer(
    club: Club, *, is_first: bool
) -> None:
    code = club.code
    writes = [
        lambda: club.join("phone", code),
        lambda: club.others_tables.visit(club.id, "phone", lambda: "Phone", is_known=True),
    ]

    at_once(club.address, A_MATCH, writes if is_first else writes[::-1])

    assert club.rights() == {"tablet": "host", "phone": "scorer"}


def test_a_page_of_a_device_that_is_known_does_not_wait_for_who_writes_on_the_match(
    club: Club,
) -> None:
    club.join("phone", club.code)
    later = Tables(club.databases[1], clock=lambda: 4_000_000_000.0)
    with club.databases[0].writing() as session:
        match_log.state_to_write(session, club.id)

        later.visit(club.id, "phone", lambda: "Phone", is_known=True)

    seen = {guest.id: guest.seen for guest in club.tables.table(club.id, "tablet").guests}
    assert seen["phone"] > seen["tablet"]


# Guesses and the host's link


def test_a_code_can_be_typed_while_the_host_makes_a_new_one(club: Club) -> None:
    assert club.guess("192.0.2.1") is WrongCode
    code = club.code

    def join() -> bool:
        try:
            club.join("phone", code)
        except WrongCode:
            return False
        return True

    renew, is_in = at_once(
        club.address, A_MATCH, [lambda: club.others_tables.renew(club.id, "tablet"), join]
    )

    assert (renew, is_in) == (None, False)
    assert club.code != code
    at_this_code = [n for what, n in club.guesses().items() if club.id in what]
    assert at_this_code == [1] * 4


def test_of_the_guesses_that_are_made_at_once_none_too_many_is_looked_at(club: Club) -> None:
    most = AT_A_MATCH[0].most
    for number in range(most - 2):
        assert club.guess(f"192.0.2.{number}") is WrongCode

    said = at_once(
        club.address,
        A_MATCH,
        [partial(club.guess, f"198.51.100.{number}") for number in range(6)],
    )

    assert Counter(said) == {WrongCode: 2, TooManyGuesses: 4}
    assert club.guesses()[f"at {club.id} 3600"] == most


def test_the_hosts_link_works_while_others_write(club: Club) -> None:
    token = club.tables.make_recovery(club.id, "tablet")

    at_once(
        club.address,
        A_MATCH,
        [
            lambda: club.matches.write(club.id, [WALK], "tap", "tablet"),
            lambda: club.others_tables.recover(token, "phone"),
        ],
    )

    assert club.rights("phone") == {"tablet": "scorer", "phone": "host"}
    assert club.matches.version(club.id) == 3
    assert match_checks.check_match(club.databases[0], club.id) is None


def test_the_hosts_link_and_a_code_can_come_from_one_network(club: Club) -> None:
    token, code = club.tables.make_recovery(club.id, "tablet"), club.code

    at_once(
        club.address,
        A_MATCH,
        [
            lambda: club.join("phone", code),
            lambda: club.others_tables.recover(token, "laptop"),
        ],
    )

    expected = {"tablet": "scorer", "phone": "scorer", "laptop": "host"}
    assert club.rights("laptop") == expected


def test_of_two_that_come_with_the_hosts_link_one_is_the_host(club: Club) -> None:
    token = club.tables.make_recovery(club.id, "tablet")

    def recover(tables: Tables, device: str) -> str | None:
        try:
            return tables.recover(token, device)
        except WrongCode:
            return None

    found = at_once(
        club.address,
        A_MATCH,
        [
            lambda: recover(club.tables, "phone"),
            lambda: recover(club.others_tables, "laptop"),
        ],
    )

    assert found == [club.id, None]
    assert club.rights("phone") == {"tablet": "scorer", "phone": "host"}


# All of it


def test_eight_threads_that_do_everything_at_once_get_in_nobodys_way(club: Club) -> None:
    rounds, threads = 30, 8
    start, chance = Barrier(threads), Random(1861)

    def do(number: int, thread: int, seed: float) -> None:
        start.wait(timeout=PATIENCE_SECONDS)
        do_something(club, Random(seed), f"{thread}.{number}", f"new{number}")

    with ThreadPoolExecutor(threads) as pool:
        for number in range(rounds):
            begun = [pool.submit(do, number, place, chance.random()) for place in range(threads)]
            for thread in begun:
                thread.result()

    assert match_checks.check_match(club.databases[0], club.id) is None


def do_something(club: Club, chance: Random, write_id: str, new: str) -> None:
    """One thing, in one of the processes; what is new in a round is so for all threads."""
    database = chance.choice(club.databases)
    matches, tables = Matches(database), Tables(database)
    writes: list[Callable[[], Any]] = [
        lambda: tables.visit(club.id, new, lambda: "Phone", is_known=True),
        lambda: tables.join(club.id, new, club.code, None, "", new),
        lambda: tables.renew(club.id, "tablet"),
        lambda: tables.recover(tables.make_recovery(club.id, "tablet"), "tablet"),
        lambda: matches.write(club.id, [WALK], write_id, "tablet"),
        lambda: matches.make(TOY.NAME, setup(), "Twice", "phone", match_id=new),
    ]
    # Another thread may have made a newer code, or a newer link.
    with suppress(WrongCode):
        chance.choice(writes)()
