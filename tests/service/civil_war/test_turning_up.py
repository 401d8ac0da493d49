"""A dealt tile lies face up for everybody before its entry is written, and stays so until then."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.civil_war.arrange import ANNA, BORIS, entry, setup
from tracker.engine.refusal import Refused
from tracker.games.civil_war import title
from tracker.service.matches import Matches
from tracker.store.database import Database

TILES = [{"at": [n, 0], "tile": str(n + 1)} for n in range(8)]


class Table:
    """A match with eight tiles dealt, and words for what is done to it."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path)
        self.matches = Matches(self.database)
        self.id = self.matches.make(title.NAME, setup(), "Friday", "tablet")
        self.writes = 0
        deal = entry("lay_tiles", tiles=TILES)
        self.matches.deal(self.id, deal, self.next_id(), "tablet")

    def next_id(self) -> str:
        self.writes += 1
        return f"write-{self.writes}"

    def write(self, *entries: Any) -> int:
        return self.matches.write(self.id, entries, self.next_id(), "tablet").version

    def turn_up(self, at: int, seat: int = ANNA, write_id: str = "") -> int:
        turned = entry("turn_over", seat=seat, at=[at, 0])
        return self.matches.turn_up(self.id, turned, write_id or self.next_id(), "tablet").version

    @property
    def turned(self) -> Any:
        return self.matches.sheet(self.id).turned

    @property
    def version(self) -> int:
        return self.matches.sheet(self.id).version


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "matches.sqlite")
    yield made
    made.database.close()


def test_a_tile_is_turned_up_and_nothing_is_written(table: Table) -> None:
    table.turn_up(3)

    assert table.turned.at == (3, 0)
    assert len(table.matches.entries(table.id)) == 1
    assert not any(tile["face_up"] for tile in table.matches.export(table.id)["position"]["tiles"])


def test_other_devices_learn_of_it_by_the_version(table: Table) -> None:
    before = table.version

    assert table.turn_up(3) == table.version == before + 1


def test_the_same_tap_sent_twice_is_one(table: Table) -> None:
    first = table.turn_up(3, write_id="tap")

    assert table.turn_up(3, write_id="tap") == first


def test_only_that_tile_can_be_written_now(table: Table) -> None:
    table.turn_up(3)

    with pytest.raises(Refused, match="finish that one first"):
        table.write(entry("turn_over", seat=ANNA, at=[4, 0]))
    with pytest.raises(Refused, match="finish that one first"):
        table.turn_up(4)

    table.write(entry("turn_over", seat=ANNA, at=[3, 0]))
    assert table.turned is None


def test_what_else_is_written_meanwhile_leaves_it_up(table: Table) -> None:
    table.turn_up(3)

    table.write(entry("find", seat=ANNA, resource="food", amount=2))

    assert table.turned.at == (3, 0)


def test_when_the_deal_is_taken_back_it_is_up_no_longer(table: Table) -> None:
    table.turn_up(3)

    table.matches.undo(table.id, table.version, table.next_id(), "tablet")

    assert table.turned is None


def test_what_the_rules_forbid_is_not_turned_up(table: Table) -> None:
    with pytest.raises(Refused) as refused:
        table.turn_up(3, seat=BORIS)

    assert refused.value.rule == "CW-3.5"
    assert table.turned is None
