"""Undo and redo of amendments: what was changed and what was dropped come back."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.toy.arrange import ANNA, TOY, entry, setup
from tests.toy.entries import AnyEntry
from tracker.engine import match_file
from tracker.engine.history import NotThere
from tracker.games.titles import TITLES
from tracker.service import match_checks
from tracker.service.matches import Matches
from tracker.service.rights import Forbidden, Right, Undo
from tracker.service.tables import Tables
from tracker.service.writing import UsedAlready
from tracker.store.database import Database

pytestmark = pytest.mark.usefixtures("toy")

SHOES = entry("take_shoes", seat=ANNA)
WALK = entry("walk", seat=ANNA, steps=1)
FAR = entry("walk", seat=ANNA, steps=3)
END_TURN = entry("end_turn", seat=ANNA)
DEAL = entry("deal", cards=["aa"])
DRAW = entry("draw", seat=ANNA)
HERE = "192.0.2.7"


class Race:
    """A race on a sheet, made by a tablet."""

    def __init__(self, where: Path | str) -> None:
        self.database = Database(where)
        self.matches = Matches(self.database)
        self.id = self.matches.make(TOY.NAME, setup(goal=1000), "Race", "tablet")
        self._writes = 0

    def next_id(self) -> str:
        self._writes += 1
        return f"write-{self._writes}"

    @property
    def sheet(self) -> Any:
        return self.matches.sheet(self.id)

    def write(self, *entries: AnyEntry, by: str = "tablet") -> None:
        self.matches.write(self.id, entries, self.next_id(), by)

    def write_and_end_turn(self, *entries: AnyEntry) -> None:
        """Write as the button does that ends the turn, too."""
        self.matches.write(self.id, entries, self.next_id(), "tablet", END_TURN)

    def amend(self, n: int, new: AnyEntry | None, by: str = "tablet") -> None:
        self.matches.amend(self.id, n, new, self.sheet.version, self.next_id(), by)

    def undo(self, down_to: int | None = None, by: str = "tablet") -> None:
        self.matches.undo(self.id, self.sheet.version, self.next_id(), by, down_to)

    def redo(self, by: str = "tablet") -> None:
        self.matches.redo(self.id, self.sheet.version, self.next_id(), by)

    def steps(self) -> int:
        return int(TOY.progress(self.sheet.position).values[ANNA])

    def live(self) -> list[int]:
        return [entry.n for entry in self.matches.entries(self.id) if entry.state == "live"]

    def says(self) -> tuple[str | None, str | None]:
        undo, redo = self.sheet.undo, self.sheet.redo
        return undo and str(undo.says), redo and str(redo.says)


@pytest.fixture
def race(where: Path | str) -> Iterator[Race]:
    opened = Race(where)
    yield opened
    opened.database.close()


def test_what_one_tap_wrote_one_tap_takes_back_and_another_brings_back(race: Race) -> None:
    race.write_and_end_turn(WALK, SHOES)
    assert len(states(race)) == 3
    assert str(race.sheet.undo.says).endswith("; Anna ends the turn")

    race.undo()
    assert states(race) == []
    assert str(race.sheet.redo.says).endswith("; Anna ends the turn")
    race.redo()

    assert len(states(race)) == 3
    assert race.sheet.redo is None


def test_entries_that_were_sent_together_without_the_end_of_turn_are_undone_one_by_one(
    race: Race,
) -> None:
    race.write(WALK, WALK)

    race.undo()

    assert len(states(race)) == 1


def test_the_end_of_a_turn_alone_is_taken_back_by_going_back_to_it(race: Race) -> None:
    race.write_and_end_turn(WALK)

    race.undo(down_to=1)
    assert [n for n, *_ in states(race)] == [0]
    race.redo()

    assert [n for n, *_ in states(race)] == [0, 1]


def test_an_entry_amended_since_is_taken_back_with_the_end_of_its_turn(race: Race) -> None:
    race.write_and_end_turn(WALK)
    race.amend(0, FAR)
    race.undo()
    race.redo()

    assert how_often(race.undo) == 2

    assert states(race) == []
    assert how_often(race.redo) == 2
    assert len(states(race)) == 2


def test_undo_takes_back_an_amendment_and_what_it_changed(race: Race) -> None:
    race.write(SHOES, WALK)
    race.amend(0, None)
    assert (race.steps(), race.live()) == (1, [1])

    race.undo()

    assert (race.steps(), race.live()) == (2, [0, 1])
    race.redo()
    assert (race.steps(), race.live()) == (1, [1])


def test_what_an_amendment_dropped_comes_back(race: Race) -> None:
    race.write(DEAL, DRAW, WALK)
    race.amend(0, FAR)
    assert (race.steps(), race.live()) == (4, [3, 2])

    race.undo()

    assert (race.steps(), race.live()) == (3, [0, 1, 2])
    race.redo()
    assert (race.steps(), race.live()) == (4, [3, 2])


def test_the_page_says_what_undo_and_redo_are_about(race: Race) -> None:
    race.write(WALK, WALK)
    race.amend(0, FAR)
    assert race.says() == ("the change to “Anna walks 3 steps”", None)
    race.undo()
    assert race.says() == ("Anna walks 1 step", "the change to “Anna walks 3 steps”")
    race.amend(0, None)
    assert race.says() == ("removing “Anna walks 1 step”", None)


def test_undo_goes_on_with_the_entries_before_the_amendment(race: Race) -> None:
    race.write(WALK)
    race.amend(0, FAR)
    race.write(WALK)
    steps = [race.steps()]
    for _ in range(3):
        race.undo()
        steps.append(race.steps())
    assert steps == [4, 3, 1, 0]

    for wanted in reversed(steps[:-1]):
        race.redo()
        assert race.steps() == wanted


def test_an_amendment_of_an_amendment_is_taken_back_first(race: Race) -> None:
    race.write(WALK)
    race.amend(0, FAR)
    race.amend(1, None)
    assert race.live() == []

    race.undo()
    assert race.live() == [1]
    race.undo()
    assert race.live() == [0]
    race.redo()
    race.redo()
    assert race.live() == []


def test_going_back_to_before_an_entry_leaves_amendments_of_earlier_ones(race: Race) -> None:
    race.write(SHOES, WALK, WALK)
    race.amend(0, None)

    race.undo(down_to=2)

    assert (race.steps(), race.live()) == (1, [1])
    race.redo()
    assert race.says()[0] == "Anna walks 1 step"
    race.undo()
    race.undo()
    assert (race.steps(), race.live()) == (2, [0, 1])


def test_what_was_taken_back_stays_so_when_its_amendment_is_undone(race: Race) -> None:
    race.write(DEAL, DRAW, WALK)
    race.amend(0, FAR)
    race.undo(down_to=3)
    assert race.live() == []

    race.undo()

    assert race.live() == []
    race.redo()
    race.redo()
    race.redo()
    assert (race.steps(), race.live()) == (4, [3, 2])


def test_something_new_ends_what_could_be_redone(race: Race) -> None:
    race.write(WALK)
    race.amend(0, FAR)
    race.undo()

    race.write(WALK)

    assert race.says() == ("Anna walks 1 step", None)
    with pytest.raises(NotThere):
        race.redo()


def test_the_same_undo_of_an_amendment_sent_again_is_one(race: Race) -> None:
    race.write(WALK)
    race.amend(0, FAR)
    version = race.sheet.version

    for _ in range(2):
        race.matches.undo(race.id, version, "undo", "tablet")
    assert (race.live(), race.sheet.version) == ([0], version + 1)
    with pytest.raises(UsedAlready):
        race.matches.redo(race.id, version + 1, "undo", "tablet")
    for _ in range(2):
        race.matches.redo(race.id, version + 1, "redo", "tablet")
    assert (race.live(), race.sheet.version) == ([1], version + 2)


def test_the_match_file_shows_what_counts_after_an_undone_amendment(race: Race) -> None:
    race.write(WALK)
    race.amend(0, FAR)
    race.undo()

    document = msgspec.json.encode(race.matches.export(race.id))
    played = match_file.play(*match_file.read(document, TITLES))

    assert played.position == race.sheet.position
    shown = [
        (entry["n"], entry.get("undone"), entry.get("amended_by"))
        for entry in race.matches.export(race.id)["entries"]
    ]
    assert shown == [(0, None, None), (1, True, None)]


def test_only_the_host_and_whoever_amended_take_it_back(race: Race) -> None:
    tables = Tables(race.database)
    for device in ("phone", "other"):
        code = tables.table(race.id, "tablet").code
        tables.join(race.id, device, code, None, device, HERE)
    race.write(WALK, by="phone")
    race.amend(0, FAR, by="phone")

    assert tables.table(race.id, "tablet").undo is Undo.FREE
    with pytest.raises(Forbidden, match="another device amended"):
        race.undo(by="other")
    race.undo(by="phone")
    with pytest.raises(Forbidden, match="another device amended"):
        race.redo(by="other")
    race.redo(by="tablet")
    tables.change(race.id, "tablet", "phone", Right.LOOKER, None, "phone")
    with pytest.raises(Forbidden, match="view only"):
        race.undo(by="phone")
    assert race.live() == [1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_undo_and_redo_lead_back_and_forth(race: Race, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(30):
        act = chance.choice(["write", "write", "amend", "take_out", "undo", "redo", "back"])
        do_something(race, act, chance)
        assert match_checks.check_match(race.database, race.id) is None
    after = states(race)

    undone = how_often(race.undo)
    assert race.live() == []
    redone = how_often(race.redo)

    assert redone >= undone
    for _ in range(redone - undone):
        race.undo()
    assert states(race) == after


def do_something(race: Race, act: str, chance: random.Random) -> None:
    live = race.live()
    some = chance.choice([SHOES, WALK, FAR])
    if act == "write":
        race.write(some)
    elif act in ("undo", "redo"):
        undoable, redoable = race.says()
        if undoable if act == "undo" else redoable:
            getattr(race, act)()
    elif live:
        n = chance.choice(live)
        if act == "back":
            race.undo(down_to=n)
        else:
            race.amend(n, some if act == "amend" else None)


def states(race: Race) -> list[Any]:
    return [
        (entry.n, entry.state, entry.amended_by, entry.facts)
        for entry in race.matches.entries(race.id)
        if entry.state == "live"
    ]


def how_often(act: Any) -> int:
    times = 0
    while True:
        try:
            act()
        except NotThere:
            return times
        times += 1
