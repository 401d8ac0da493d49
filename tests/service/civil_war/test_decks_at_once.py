"""Two processes on PostgreSQL that write on a deck at the same moment: nothing of it is lost."""

from collections.abc import Iterator

import pytest

from tests.queueing import A_DECK, NEW_DECKS, at_once
from tests.service.civil_war.test_decks import tile
from tracker.service.civil_war.decks import Decks
from tracker.store.database import Database


class Club:
    """A database that two processes write in."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.databases = Database(address), Database(address)
        self.decks, self.others_decks = map(Decks, self.databases)


@pytest.fixture
def club(address: str) -> Iterator[Club]:
    made = Club(address)
    yield made
    for database in made.databases:
        database.close()


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

    assert [drawn["id"] for drawn in club.decks.deck(deck).tiles] == ["3", "4"]


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
    assert [deck.id for deck in club.decks.all() if not deck.is_shipped] == ["twice"]
