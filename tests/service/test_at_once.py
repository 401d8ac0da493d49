"""Several processes on PostgreSQL that do something at the same moment: nothing of it is lost."""

from collections.abc import Iterator

import pytest
from sqlalchemy import select

from tests.games.civil_war.arrange import ANNA, entry, setup
from tests.queueing import A_DECK, NEW_DECKS, NEW_MATCHES, at_once
from tests.service.arrange import HERE
from tests.service.test_decks import tile
from tracker.games.civil_war import title
from tracker.service.decks import Decks
from tracker.service.guesses import TooManyGuesses
from tracker.service.matches import Matches
from tracker.service.tables import Tables, WrongCode
from tracker.store.database import Database
from tracker.store.models import Guess

FINDS = entry("find", seat=ANNA, resource="food", amount=3)


class Club:
    """A database that two processes write in, and the match of a tablet."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.databases = Database(address), Database(address)
        self.matches, self.others_matches = map(Matches, self.databases)
        self.tables, self.others_tables = map(Tables, self.databases)
        self.decks, self.others_decks = map(Decks, self.databases)
        self.id = self.matches.make(title.NAME, setup(), "Friday", "tablet")

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
            return {one.what: one.number for one in session.scalars(select(Guess))}

    def rights(self, host: str = "tablet") -> dict[str, str]:
        return {one.id: one.right.value for one in self.tables.table(self.id, host).guests}


@pytest.fixture
def club(address: str) -> Iterator[Club]:
    made = Club(address)
    yield made
    for database in made.databases:
        database.close()


# Decks


def test_of_two_tiles_written_at_once_both_are_in_the_deck(club: Club) -> None:
    deck = club.decks.make("Ours", [tile("1"), tile("2")], "tablet")

    at_once(
        club.address,
        A_DECK,
        [
            lambda: club.decks.put_tile(deck, 0, tile("3"), "tablet"),
            lambda: club.others_decks.put_tile(deck, 1, tile("4"), "tablet"),
        ],
    )

    assert [one["id"] for one in club.decks.deck(deck).tiles] == ["3", "4"]


def test_a_deck_that_is_sent_twice_at_once_is_made_once(club: Club) -> None:
    made = at_once(
        club.address,
        NEW_DECKS,
        [
            lambda: club.decks.make("Ours", [tile()], "tablet", "twice"),
            lambda: club.others_decks.make("Ours", [tile()], "tablet", "twice"),
        ],
    )

    assert made == ["twice", "twice"]
    assert [one.id for one in club.decks.all() if not one.is_shipped] == ["twice"]


# Matches


def test_a_match_that_is_sent_twice_at_once_is_made_once(club: Club) -> None:
    def make(matches: Matches) -> str:
        return matches.make(title.NAME, setup(), "Twice", "phone", match_id="twice")

    made = at_once(
        club.address,
        NEW_MATCHES,
        [lambda: make(club.matches), lambda: make(club.others_matches)],
    )

    assert made == ["twice", "twice"]
    assert [one.id for one in club.matches.listed("phone", over=False)] == ["twice"]
    assert club.tables.table("twice", "phone").code
