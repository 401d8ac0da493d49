"""Seats that are handed over: taken back, amended, checked, and the player of a device."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.toy.arrange import ANNA, BORIS, TOY, entry, setup
from tracker.engine.refusal import Refused
from tracker.service import match_checks
from tracker.service.match import POSITION_EVERY
from tracker.service.matches import Matches
from tracker.service.seat_holders import Holder, SeatHolders
from tracker.store.database import Database

pytestmark = pytest.mark.usefixtures("toy")

OLGA = entry("hand_seat", seat=ANNA, name="Olga")
WALK = entry("walk", seat=ANNA, steps=1)


class Evening:
    """A race of Anna and Boris, written by its host."""

    def __init__(self, path: Path | str) -> None:
        self.database = Database(path)
        self.matches = Matches(self.database)
        self.id = self.matches.make(TOY.NAME, setup(goal=1000), "Race", "tablet")
        self._writes = 0

    def next_id(self) -> str:
        self._writes += 1
        return f"write-{self._writes}"

    def write(self, *entries: object) -> None:
        self.matches.write(self.id, entries, self.next_id(), "tablet")

    def undo(self) -> None:
        version = self.matches.sheet(self.id).version
        self.matches.undo(self.id, version, self.next_id(), "tablet")

    def redo(self) -> None:
        version = self.matches.sheet(self.id).version
        self.matches.redo(self.id, version, self.next_id(), "tablet")

    def amend(self, n: int, new: object | None) -> None:
        version = self.matches.sheet(self.id).version
        self.matches.amend(self.id, n, new, version, self.next_id(), "tablet")

    @property
    def players(self) -> tuple[str, ...]:
        return self.matches.sheet(self.id).players

    def says(self) -> list[str]:
        return [str(written.says) for written in self.matches.entries(self.id)]

    def must_be_sound(self) -> None:
        assert match_checks.check_match(self.database, self.id) is None


@pytest.fixture
def evening(where: Path | str) -> Iterator[Evening]:
    made = Evening(where)
    yield made
    made.must_be_sound()
    made.database.close()


def test_undo_and_redo_change_the_player_and_the_names_of_later_entries(evening: Evening) -> None:
    evening.write(WALK, OLGA, WALK)
    assert evening.says() == ["Anna walks 1 step", "Olga takes over from Anna", "Olga walks 1 step"]

    evening.undo()
    evening.undo()
    assert evening.players[ANNA] == "Anna"

    evening.redo()
    assert evening.players[ANNA] == "Olga"


def test_an_amended_name_stands_in_every_later_sentence(evening: Evening) -> None:
    evening.write(OLGA, WALK)
    evening.amend(0, entry("hand_seat", seat=ANNA, name="Olha"))

    assert evening.players[ANNA] == "Olha"
    assert "Olha walks 1 step" in evening.says()
    evening.undo()
    assert evening.players[ANNA] == "Olga"


def test_a_name_that_a_later_entry_needs_is_dropped_with_it(evening: Evening) -> None:
    evening.write(OLGA, entry("hand_seat", seat=BORIS, name="Anna"), WALK)
    evening.amend(0, None)

    assert evening.players == ("Anna", "Boris")


def test_a_taken_name_writes_nothing_at_all(evening: Evening) -> None:
    with pytest.raises(Refused, match="QM-1"):
        evening.write(WALK, entry("hand_seat", seat=ANNA, name="boris"))

    assert evening.says() == []


def test_a_long_match_keeps_the_names_in_its_stored_positions(evening: Evening) -> None:
    evening.write(OLGA)
    for _ in range(POSITION_EVERY + 3):
        evening.write(WALK)
    evening.undo()

    assert evening.players[ANNA] == "Olga"
    assert evening.says()[-1] == "Olga walks 1 step"


def test_each_holder_has_the_entries_of_their_time(evening: Evening) -> None:
    evening.write(WALK, OLGA, WALK, WALK, WALK)

    anna, boris = SeatHolders(evening.database).of(evening.id)

    assert anna == [
        Holder("Anna", entries=1, share=25),
        Holder("Olga", since=1, round=1, entries=3, share=75),
    ]
    assert [holder.name for holder in boris] == ["Boris"]
