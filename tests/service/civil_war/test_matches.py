"""The use cases: writing, taking back and amending, on real databases."""

import json
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from tests.games.civil_war.arrange import ANNA, BORIS, ROLES, entry, number, points, setup
from tests.recorded import FILES
from tests.service.arrange import joined
from tracker.engine import match_file
from tracker.engine.history import NotThere
from tracker.engine.ledger import lines_of
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import why_not
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.setup import Setup
from tracker.games.titles import TITLES
from tracker.service.match import POSITION_EVERY, NoSuchMatch, read_entry
from tracker.service.matches import Matches
from tracker.service.writing import MovedOn, Receipt, UsedAlready
from tracker.store import match_log
from tracker.store.database import Database
from tracker.store.match_log import State
from tracker.store.models import MatchRow

FINDS_FOOD: Final = entry("find", seat=ANNA, resource="food", amount=3)
FINDS_WOOD: Final = entry("find", seat=ANNA, resource="wood", amount=2)
ENDS_TURN: Final = entry("end_turn", seat=ANNA)


class Book:
    """The matches of one database, with words for what tests do to one of them."""

    def __init__(self, where: Path | str) -> None:
        self.where = where
        self.database = Database(where)
        self.matches = Matches(self.database)
        self.id = ""
        self._writes = 0

    def begin(self, made: Setup | None = None, *entries: AnyEntry) -> None:
        self.id = self.matches.make(title.NAME, made or setup(), "Friday", "tablet")
        if entries:
            self.write(*entries)

    def begin_dealt(self, made: Setup, *entries: AnyEntry) -> None:
        """A match whose tiles the program has dealt."""
        self.begin(made)
        for written in entries:
            self.matches.deal(self.id, written, self.next_id(), "tablet")

    def next_id(self) -> str:
        self._writes += 1
        return f"write-{self._writes}"

    def write(self, *entries: AnyEntry, write_id: str = "", then: Any = None) -> int:
        return self.matches.write(
            self.id, entries, write_id or self.next_id(), "tablet", then
        ).version

    def undo(self, down_to: int | None = None) -> int:
        return self.matches.undo(self.id, self.version, self.next_id(), "tablet", down_to).version

    def redo(self) -> int:
        return self.matches.redo(self.id, self.version, self.next_id(), "tablet").version

    def amend(self, n: int, new: AnyEntry | None) -> int:
        return self.matches.amend(self.id, n, new, self.version, self.next_id(), "tablet").version

    @property
    def version(self) -> int:
        return self.matches.sheet(self.id).version

    @property
    def position(self) -> Any:
        return self.matches.sheet(self.id).position

    def states(self) -> list[tuple[int, str, int | None]]:
        return [
            (written.n, str(written.state), written.amended_by)
            for written in self.matches.entries(self.id)
        ]

    def live(self) -> list[AnyEntry]:
        return [
            written.entry
            for written in self.matches.entries(self.id)
            if written.state == State.LIVE
        ]

    def reopened(self) -> "Book":
        """The same database, as a server that was stopped and started again finds it."""
        self.database.close()
        again = Book(self.where)
        again.id = self.id
        return again


@pytest.fixture
def book(where: Path | str) -> Iterator[Book]:
    opened = Book(where)
    yield opened
    opened.database.close()


@pytest.fixture
def friday(book: Book) -> Book:
    """A match of Anna and Boris with nothing on its sheet yet."""
    book.begin()
    return book


# Making a match


def test_a_new_match_stands_at_its_start(friday: Book) -> None:
    sheet = friday.matches.sheet(friday.id)

    assert sheet.position == title.start(setup()).position
    assert (sheet.version, sheet.undo, sheet.redo, sheet.name) == (0, None, None, "Friday")


def test_a_matchs_address_cannot_be_guessed(book: Book) -> None:
    addresses = {book.matches.make(title.NAME, setup(), "", "tablet") for _ in range(20)}

    assert len(addresses) == 20
    assert all(len(address) == 22 for address in addresses)


def test_the_draw_is_recorded(book: Book) -> None:
    match_id = book.matches.make(title.NAME, setup(), "Friday", "tablet", drawn=[1])

    assert book.matches.sheet(match_id).drawn == (1,)


def test_a_set_up_that_the_rules_forbid_makes_no_match(book: Book) -> None:
    with pytest.raises(Invalid):
        book.matches.make(title.NAME, setup("cherokee", "cherokee"), "Friday", "tablet")

    assert book.matches.listed("tablet", over=False) == []


NOWHERE: Final[dict[str, Callable[[Matches], object]]] = {
    "sheet": lambda found: found.sheet("nowhere"),
    "entries": lambda found: found.entries("nowhere"),
    "write": lambda found: found.write("nowhere", [ENDS_TURN], "w", "tablet"),
    "undo": lambda found: found.undo("nowhere", 0, "w", "tablet"),
    "redo": lambda found: found.redo("nowhere", 0, "w", "tablet"),
    "before": lambda found: found.before("nowhere", 0),
    "try_amending": lambda found: found.try_amending("nowhere", 0, None),
    "amend": lambda found: found.amend("nowhere", 0, None, 0, "w", "tablet"),
    "export": lambda found: found.export("nowhere"),
}


@pytest.mark.parametrize("what", NOWHERE)
def test_a_match_that_is_not_there_is_said_to_be_missing(book: Book, what: str) -> None:
    with pytest.raises(NoSuchMatch):
        NOWHERE[what](book.matches)


def test_matches_are_listed_with_their_players_until_they_are_over(book: Book) -> None:
    made, entries = read("four-seats-elimination")
    book.begin(made, *entries[:-1])
    (running,) = book.matches.listed("tablet", over=False)
    assert running.players == ("Jack", "Светлана", "Beata", "Юрий")

    book.write(entries[-1])

    assert book.matches.listed("tablet", over=False) == []
    assert [match.id for match in book.matches.listed("tablet", over=True)] == [book.id]


def test_undo_reopens_a_match_that_is_over(book: Book) -> None:
    made, entries = read("four-seats-elimination")
    book.begin(made, *entries)

    book.undo()

    assert [match.id for match in book.matches.listed("tablet", over=False)] == [book.id]
    assert book.matches.listed("tablet", over=True) == []


# Writing


def test_an_entry_is_committed_before_the_answer(friday: Book) -> None:
    friday.write(FINDS_FOOD)

    other = Book(friday.where)
    assert number(other.matches.sheet(friday.id).position, ANNA, "food") == 18
    other.database.close()


def test_a_server_that_was_stopped_finds_the_match_where_it_was(friday: Book) -> None:
    friday.write(FINDS_FOOD, ENDS_TURN)
    friday.undo()
    before = friday.matches.sheet(friday.id)

    again = friday.reopened()

    after = again.matches.sheet(friday.id)
    assert (after.position, after.version) == (before.position, before.version)
    assert (after.undo, after.redo) == (before.undo, before.redo)
    again.database.close()


def test_every_entry_counts_the_version_up(friday: Book) -> None:
    assert friday.write(FINDS_FOOD) == 1
    assert friday.write(FINDS_WOOD, ENDS_TURN) == 3


def test_a_write_says_how_many_entries_it_made(friday: Book) -> None:
    write, undo = friday.matches.write, friday.matches.undo

    assert write(friday.id, [FINDS_FOOD], "both", "tablet", ENDS_TURN) == Receipt(2, 2)
    assert write(friday.id, [FINDS_FOOD], "both", "tablet", ENDS_TURN) == Receipt(2, 0)
    assert undo(friday.id, 2, "undo", "tablet") == Receipt(4, 0)
    assert friday.matches.redo(friday.id, 4, "redo", "tablet") == Receipt(6, 2)


def test_the_same_write_sent_again_is_one_entry(friday: Book) -> None:
    first = friday.write(FINDS_FOOD, write_id="tap")
    second = friday.write(FINDS_FOOD, write_id="tap")

    assert second == first == 1
    assert friday.live() == [FINDS_FOOD]


def test_an_id_that_belongs_to_something_else_is_told_and_nothing_is_lost(friday: Book) -> None:
    friday.write(FINDS_FOOD, write_id="tap")
    friday.matches.undo(friday.id, 1, "undo", "tablet")

    with pytest.raises(UsedAlready):
        friday.matches.write(friday.id, [FINDS_FOOD], "tap", "phone")
    with pytest.raises(UsedAlready):
        friday.write(FINDS_FOOD, write_id="undo")
    with pytest.raises(UsedAlready):
        friday.matches.redo(friday.id, 2, "undo", "tablet")

    assert friday.matches.undo(friday.id, 1, "undo", "tablet").version == 2
    friday.write(FINDS_WOOD, FINDS_FOOD, write_id="more")
    friday.matches.amend(friday.id, 1, FINDS_FOOD, 4, "mend", "tablet")
    with pytest.raises(UsedAlready):
        friday.matches.amend(friday.id, 2, None, 5, "mend", "tablet")
    assert friday.live() == [FINDS_FOOD, FINDS_FOOD]


def test_no_entry_has_a_number_that_no_database_knows(friday: Book) -> None:
    friday.write(FINDS_FOOD)

    for n in (2**31, 2**63, 10**30, -1):
        with pytest.raises(NotThere):
            friday.matches.before(friday.id, n)
        with pytest.raises(NotThere):
            friday.matches.undo(friday.id, 1, "far", "tablet", down_to=n)


def test_the_same_write_of_several_entries_sent_again_is_one_write(friday: Book) -> None:
    for _ in range(2):
        friday.write(FINDS_FOOD, FINDS_WOOD, write_id="tap", then=ENDS_TURN)

    assert friday.live() == [FINDS_FOOD, FINDS_WOOD, ENDS_TURN]


def test_the_same_write_sent_again_after_a_restart_is_one_entry(friday: Book) -> None:
    friday.write(FINDS_FOOD, write_id="tap")

    again = friday.reopened()
    again.write(FINDS_FOOD, write_id="tap")

    assert again.live() == [FINDS_FOOD]
    again.database.close()


def test_a_write_sent_again_after_it_was_undone_stays_undone(friday: Book) -> None:
    friday.write(FINDS_FOOD, write_id="tap")
    friday.undo()

    friday.write(FINDS_FOOD, write_id="tap")

    assert friday.live() == []


def test_two_writes_of_the_same_entry_are_two(friday: Book) -> None:
    friday.write(FINDS_FOOD)
    friday.write(FINDS_FOOD)

    assert friday.live() == [FINDS_FOOD, FINDS_FOOD]


def test_a_refused_entry_changes_nothing_and_names_its_rule(friday: Book) -> None:
    with pytest.raises(Refused) as refused:
        friday.write(entry("end_turn", seat=BORIS))

    assert refused.value.rule == "CW-3.5"
    assert (friday.version, friday.live()) == (0, [])


def test_entries_are_written_all_or_none(friday: Book) -> None:
    with pytest.raises(Refused):
        friday.write(FINDS_FOOD, entry("end_turn", seat=BORIS))

    assert friday.position == title.start(setup()).position
    assert (friday.version, friday.states()) == (0, [])


def test_a_refused_write_can_be_sent_again_once_it_is_allowed(friday: Book) -> None:
    with pytest.raises(Refused):
        friday.write(entry("end_turn", seat=BORIS), write_id="tap")
    friday.write(ENDS_TURN)

    friday.write(entry("end_turn", seat=BORIS), write_id="tap")

    assert len(friday.live()) == 2


def test_the_turn_is_ended_too_where_the_entry_has_not_ended_it(friday: Book) -> None:
    friday.write(FINDS_FOOD, then=ENDS_TURN)

    assert friday.live() == [FINDS_FOOD, ENDS_TURN]


def test_a_turn_that_the_entry_ended_itself_is_not_ended_twice(friday: Book) -> None:
    friday.write(ENDS_TURN, then=ENDS_TURN)

    assert friday.live() == [ENDS_TURN]


def test_several_devices_writing_at_once_lose_nothing(book: Book) -> None:
    book.begin(setup(keep_order=False))

    names = [f"device{n}" for n in range(6)]
    for name in names:
        joined(book.database, book.id, name)
    before = book.version

    def write_ten(device: str) -> None:
        for tap in range(10):
            book.matches.write(book.id, [FINDS_FOOD], f"{device}-{tap}", device)

    devices = [threading.Thread(target=write_ten, args=(name,)) for name in names]
    for device in devices:
        device.start()
    for device in devices:
        device.join()

    assert number(book.position, ANNA, "food") == 15 + 60 * 3
    assert book.version == before + 60
    assert [written.n for written in book.matches.entries(book.id)] == list(range(60))


# Undo and redo


def test_undo_takes_back_the_last_entry_and_says_which(friday: Book) -> None:
    friday.write(FINDS_FOOD)
    friday.write(FINDS_WOOD)

    friday.undo()

    sheet = friday.matches.sheet(friday.id)
    assert sheet.position == title.decide(title.start(setup()).position, FINDS_FOOD).position
    assert sheet.undo is not None
    assert sheet.redo is not None
    assert str(sheet.undo.says) == "Anna finds 3 food"
    assert str(sheet.redo.says) == "Anna finds 2 wood"


def test_redo_brings_entries_back_in_the_order_in_which_they_were_written(friday: Book) -> None:
    friday.write(FINDS_FOOD)
    friday.write(FINDS_WOOD)
    after = friday.position
    friday.undo()
    friday.undo()

    friday.redo()
    assert friday.live() == [FINDS_FOOD]
    friday.redo()

    assert friday.position == after


def test_what_was_undone_can_no_longer_be_redone_once_something_new_is_written(
    friday: Book,
) -> None:
    friday.write(FINDS_FOOD)
    friday.undo()

    friday.write(FINDS_WOOD)

    assert friday.states() == [(0, "crossed", None), (1, "live", None)]
    with pytest.raises(NotThere):
        friday.redo()


def test_there_is_nothing_to_undo_or_redo_on_an_empty_sheet(friday: Book) -> None:
    with pytest.raises(NotThere):
        friday.undo()
    with pytest.raises(NotThere):
        friday.redo()


def test_there_is_nothing_more_to_undo_or_redo_once_all_of_it_is(friday: Book) -> None:
    friday.write(FINDS_FOOD)
    friday.undo()
    with pytest.raises(NotThere):
        friday.undo()

    friday.redo()
    with pytest.raises(NotThere):
        friday.redo()


def test_undo_and_redo_give_the_same_sheet_again(friday: Book) -> None:
    friday.write(FINDS_FOOD, FINDS_WOOD, ENDS_TURN)
    before = friday.matches.entries(friday.id), friday.position
    friday.undo()
    friday.undo()

    friday.redo()
    friday.redo()

    assert (friday.matches.entries(friday.id), friday.position) == before


def test_a_refused_entry_uses_up_no_number_and_leaves_what_can_be_redone(friday: Book) -> None:
    friday.write(FINDS_FOOD, FINDS_WOOD)
    friday.undo()
    with pytest.raises(Refused):
        friday.write(entry("end_turn", seat=BORIS))

    friday.redo()
    friday.write(ENDS_TURN)

    assert friday.states() == [(0, "live", None), (1, "live", None), (2, "live", None)]


def test_all_that_was_undone_stays_on_the_sheet_once_something_new_is_written(
    friday: Book,
) -> None:
    friday.write(FINDS_FOOD, FINDS_WOOD, ENDS_TURN)
    friday.undo()
    friday.undo()

    friday.write(FINDS_FOOD)

    assert friday.states() == [
        (0, "live", None),
        (1, "crossed", None),
        (2, "crossed", None),
        (3, "live", None),
    ]


def test_undo_after_an_amendment_takes_the_amendment_back(friday: Book) -> None:
    friday.write(FINDS_FOOD, FINDS_WOOD, ENDS_TURN)
    friday.amend(0, FINDS_WOOD)

    friday.undo()

    assert friday.live() == [FINDS_FOOD, FINDS_WOOD, ENDS_TURN]


def test_undo_goes_back_over_the_end_of_a_month(friday: Book) -> None:
    month_end = [entry("end_month"), entry("upkeep"), entry("next_month")]
    friday.write(*month_end)
    assert title.progress(friday.position).round == 2

    friday.undo()

    assert title.export_position(friday.position)["phase"] == "battles"
    assert title.progress(friday.position).round == 1


def test_going_back_to_before_an_entry_takes_back_everything_since(friday: Book) -> None:
    friday.write(FINDS_FOOD, FINDS_WOOD, ENDS_TURN)

    friday.undo(down_to=1)

    assert friday.live() == [FINDS_FOOD]
    assert [state for _, state, _ in friday.states()] == ["live", "undone", "undone"]
    friday.redo()
    assert friday.live() == [FINDS_FOOD, FINDS_WOOD]


def test_going_back_to_before_an_entry_that_does_not_count_does_nothing(friday: Book) -> None:
    friday.write(FINDS_FOOD)

    with pytest.raises(NotThere):
        friday.undo(down_to=7)

    assert friday.live() == [FINDS_FOOD]


def test_undo_redo_and_amend_are_refused_when_the_table_has_moved_on(friday: Book) -> None:
    friday.write(FINDS_FOOD)
    stale = friday.version
    friday.write(FINDS_WOOD)
    friday.undo()
    before = friday.states()

    with pytest.raises(MovedOn):
        friday.matches.undo(friday.id, stale, "a", "tablet")
    with pytest.raises(MovedOn):
        friday.matches.redo(friday.id, stale, "b", "tablet")
    with pytest.raises(MovedOn):
        friday.matches.undo(friday.id, stale, "c", "tablet", 0)
    with pytest.raises(MovedOn):
        friday.matches.amend(friday.id, 0, None, stale, "d", "tablet")

    assert friday.states() == before


def test_the_same_undo_or_redo_sent_again_is_one(friday: Book) -> None:
    friday.write(FINDS_FOOD, FINDS_WOOD)
    version = friday.version

    for _ in range(2):
        friday.matches.undo(friday.id, version, "undo", "tablet")
    assert friday.live() == [FINDS_FOOD]

    version = friday.version
    friday.undo()
    for _ in range(2):
        friday.matches.redo(friday.id, version + 1, "redo", "tablet")
    assert friday.live() == [FINDS_FOOD]


def test_the_same_amendment_sent_again_is_one(friday: Book) -> None:
    friday.write(FINDS_FOOD)
    version = friday.version

    for _ in range(2):
        friday.matches.amend(friday.id, 0, FINDS_WOOD, version, "amend", "tablet")
    for other in (FINDS_FOOD, None):
        with pytest.raises(UsedAlready):
            friday.matches.amend(friday.id, 0, other, friday.version, "amend", "tablet")

    assert friday.states() == [(0, "crossed", 1), (1, "live", None)]


# Amending


def test_an_amended_entry_is_crossed_out_with_its_replacement_beside_it(friday: Book) -> None:
    friday.write(FINDS_FOOD, ENDS_TURN)

    friday.amend(0, entry("find", seat=ANNA, resource="food", amount=5))

    assert friday.states() == [(0, "crossed", 2), (2, "live", None), (1, "live", None)]
    assert number(friday.position, ANNA, "food") == 20


def test_later_entries_are_decided_again_after_an_amendment(friday: Book) -> None:
    friday.write(entry("gain", seat=ANNA, bonus="wagon"), FINDS_FOOD)
    assert number(friday.position, ANNA, "food") == 21

    friday.amend(0, None)

    assert number(friday.position, ANNA, "food") == 18
    (line,) = [
        line
        for written in friday.matches.entries(friday.id)
        if written.n == 1
        for line in written.lines
        if line.what.value == "food"
    ]
    assert line.by == 3


def test_later_entries_that_are_refused_now_are_crossed_out(friday: Book) -> None:
    friday.write(entry("gain", seat=ANNA, bonus="dynamite"), entry("sabotage", seat=ANNA))

    tried = friday.matches.try_amending(friday.id, 0, None)
    friday.amend(0, None)

    assert [(step.n, refused.rule) for step, refused in tried.refused] == [(1, "CW-11.4")]
    assert friday.states() == [(0, "crossed", None), (1, "crossed", None)]
    assert friday.position == title.start(setup()).position


def test_trying_an_amendment_changes_nothing(friday: Book) -> None:
    friday.write(FINDS_FOOD)

    tried = friday.matches.try_amending(friday.id, 0, None)

    assert tried.position == title.start(setup()).position
    assert (friday.live(), friday.version) == ([FINDS_FOOD], 1)


def test_an_amendment_that_is_itself_refused_changes_nothing(friday: Book) -> None:
    friday.write(FINDS_FOOD)

    with pytest.raises(Refused):
        friday.amend(0, entry("end_turn", seat=BORIS))

    assert (friday.live(), friday.version) == ([FINDS_FOOD], 1)


def test_an_entry_that_no_longer_counts_cannot_be_amended(friday: Book) -> None:
    friday.write(FINDS_FOOD)
    friday.amend(0, FINDS_WOOD)

    with pytest.raises(NotThere):
        friday.amend(0, None)


def test_an_amendment_ends_what_could_be_redone(friday: Book) -> None:
    friday.write(FINDS_FOOD, FINDS_WOOD)
    friday.undo()

    friday.amend(0, entry("find", seat=ANNA, resource="gold", amount=1))

    assert friday.matches.sheet(friday.id).redo is None
    assert (1, "crossed", None) in friday.states()


def test_an_amended_entry_can_be_amended_again_and_undone(friday: Book) -> None:
    friday.write(FINDS_FOOD, ENDS_TURN)
    friday.amend(0, FINDS_WOOD)
    friday.amend(2, FINDS_FOOD)
    assert friday.live() == [FINDS_FOOD, ENDS_TURN]

    for _ in range(4):
        friday.undo()

    assert friday.position == title.start(setup()).position


def test_the_position_before_an_entry_is_given_for_amending_it(friday: Book) -> None:
    friday.write(FINDS_FOOD, FINDS_WOOD)

    position, old = friday.matches.before(friday.id, 1)

    assert old.entry == FINDS_WOOD
    assert position == title.decide(title.start(setup()).position, FINDS_FOOD).position


# What always holds


def test_new_rules_never_move_a_number_of_an_old_match(friday: Book) -> None:
    friday.write(FINDS_FOOD)
    friday.write(FINDS_WOOD)
    with friday.database.writing() as session:
        old = match_log.record(session, friday.id, 0)
        assert old is not None
        # As if an older release had decided the find otherwise.
        old.facts = old.facts.replace(b'"food",3', b'"food",7')

    friday.undo()
    assert number(friday.position, ANNA, "food") == 22
    friday.undo()
    friday.redo()

    assert number(friday.position, ANNA, "food") == 22


def test_a_clock_that_is_put_back_turns_no_time_back_within_a_match(friday: Book) -> None:
    later = "2999-01-01T00:00:00.000+00:00"
    friday.write(FINDS_FOOD)
    with friday.database.writing() as session:
        # As if the clock had been ahead when the first entry was written.
        session.get_one(MatchRow, friday.id).changed = later

    friday.write(FINDS_WOOD)
    friday.undo()

    assert friday.matches.sheet(friday.id).changed == later
    assert [written.at <= later for written in friday.matches.entries(friday.id)] == [True, True]


def test_undo_goes_back_over_a_position_that_was_kept(book: Book) -> None:
    made, entries = read("three-seats-marshal")
    book.begin_dealt(made, *entries)
    assert len(entries) > 2 * POSITION_EVERY
    positions = [title.start(made).position]
    for written in entries:
        positions.append(title.decide(positions[-1], written).position)

    for position in reversed(positions[:-1]):
        book.undo()
        assert book.position == position


def read(name: str) -> tuple[Setup, list[AnyEntry]]:
    """A recorded match: its set-up and the entries that count."""
    (file,) = [file for file in FILES if file.stem == name]
    _, document = match_file.read(file.read_bytes(), TITLES)
    return document.setup, [written for written in document.entries if written.counts]


def totals(book: Book) -> Counter[tuple[int, str]]:
    """Every number of every seat as the sum of its lines."""
    summed: Counter[tuple[int, str]] = Counter()
    sheet = book.matches.sheet(book.id)
    lines = list(lines_of(title.start(sheet.setup).facts))
    for written in book.matches.entries(book.id):
        lines += written.lines if written.state == State.LIVE else ()
    for line in lines:
        summed[line.seat, line.what.value] += line.by
    return summed


def assert_every_number_is_its_lines(book: Book) -> None:
    table = title.export_position(book.position)
    summed = totals(book)
    for seat, stands in enumerate(table["seats"]):
        assert summed[seat, "points"] == stands["points"]
        for resource, amount in stands["resources"].items():
            assert summed[seat, resource] == amount
        for kind, people in stands["people"].items():
            assert summed[seat, kind] == people


class Paper:
    """A model of the sheet: every entry ever written, those that count, and what was before."""

    def __init__(self, made: Setup) -> None:
        self.start = title.start(made).position
        self.entries: list[AnyEntry] = []
        self.counting: list[int] = []
        self.instead: dict[int, int] = {}
        """By what each was amended."""
        self.before: list[tuple[list[int], dict[int, int]]] = []
        self.taken_back: list[tuple[list[int], dict[int, int]]] = []

    @property
    def position(self) -> Any:
        """Everything that counts, played again from the start."""
        position = self.start
        for n in self.counting:
            position = title.decide(position, self.entries[n]).position
        return position

    def write(self, new: AnyEntry) -> None:
        self._remember()
        self.counting.append(len(self.entries))
        self.entries.append(new)

    def _remember(self) -> None:
        self.before.append(([*self.counting], {**self.instead}))
        self.taken_back = []

    def undo(self) -> None:
        self.taken_back.append((self.counting, self.instead))
        self.counting, self.instead = self.before.pop()

    def redo(self) -> None:
        self.before.append((self.counting, self.instead))
        self.counting, self.instead = self.taken_back.pop()

    def amend(self, n: int, new: AnyEntry | None) -> None:
        self._remember()
        place = self.counting.index(n)
        later, self.counting = self.counting[place + 1 :], self.counting[:place]
        if new is not None:
            self.instead[n] = len(self.entries)
            self.counting.append(len(self.entries))
            self.entries.append(new)
        for again in later:
            if why_not(title, self.position, self.entries[again]) is None:
                self.counting.append(again)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_the_store_agrees_with_paper_whatever_is_done(book: Book, seed: int) -> None:
    made, entries = read("six-seats-fifty-points")
    book.begin(made)
    chance, paper = random.Random(seed), Paper(made)
    coming = list(entries[:70])
    while coming:
        act = chance.choice(["write", "write", "write", "undo", "redo", "amend", "replace"])
        new = coming[0]
        if act == "write":
            coming.pop(0)
            if why_not(title, paper.position, new) is None:
                paper.write(new)
                book.write(new)
        elif act == "undo" and paper.before:
            paper.undo()
            book.undo()
        elif act == "redo" and paper.taken_back:
            paper.redo()
            book.redo()
        elif act in ("amend", "replace") and paper.counting:
            n = chance.choice(paper.counting)
            other = chance.choice(paper.entries) if act == "replace" else None
            if other is not None and why_not(title, book.matches.before(book.id, n)[0], other):
                continue
            paper.amend(n, other)
            book.amend(n, other)
        assert book.position == paper.position
        assert book.live() == [paper.entries[n] for n in paper.counting]
    assert_every_number_is_its_lines(book)
    states = book.states()
    assert {n: by for n, _, by in states if by is not None} == paper.instead
    assert [n for n, state, _ in states if state == "live"] == paper.counting
    assert sorted(n for n, _, _ in states) == list(range(len(paper.entries)))


def test_the_scores_by_round_are_everyones_points_at_the_end_of_each_month(book: Book) -> None:
    made, entries = read("six-seats-most-points")
    book.begin(made, *entries)

    by_round = book.matches.scores_by_round(book.id)

    position, ends = title.start(made).position, {}
    for written in entries:
        position = title.decide(position, written).position
        progress = title.progress(position)
        ends[progress.round] = progress.values
    assert by_round == sorted(ends.items())
    assert [month for month, _ in by_round] == [1, 2, 3, 4, 5, 6]


def test_the_scores_leave_out_what_was_undone(friday: Book) -> None:
    friday.write(entry("meet", seat=ANNA, kind="cherokee", count=2))
    friday.write(entry("meet", seat=ANNA, kind="cherokee", count=2))
    friday.undo()

    assert friday.matches.scores_by_round(friday.id) == [(1, (2, 0))]


# The match file


def exported(book: Book) -> bytes:
    return msgspec.json.encode(book.matches.export(book.id))


def replayed(data: bytes) -> dict[str, Any]:
    """Return the position of the file when it is played again."""
    played = match_file.play(*match_file.read(data, TITLES))
    assert played.refused is None
    return title.export_position(played.position)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_export_of_a_recorded_match_plays_to_the_same_position(
    tmp_path: Path, file: Path
) -> None:
    book = Book(tmp_path / "matches.sqlite")

    must_export_as(book, file)

    book.database.close()


@pytest.mark.parametrize("name", ["eight-seats-dealt-tiles", "four-seats-own-tiles"])
def test_the_export_is_the_same_from_either_database(book: Book, name: str) -> None:
    (file,) = [file for file in FILES if file.stem == name]
    must_export_as(book, file)


def must_export_as(book: Book, file: Path) -> None:
    """Play the recorded match; what is exported then leads to the recorded position."""
    made, entries = read(file.stem)
    book.begin_dealt(made, *entries)

    data = exported(book)

    assert (
        replayed(data) == json.loads(file.read_bytes())["position"] == json.loads(data)["position"]
    )
    assert json.loads(data)["result"] == json.loads(data)["position"]["result"]


def test_the_export_says_what_is_known_of_the_match_and_of_every_entry(friday: Book) -> None:
    friday.write(FINDS_FOOD, FINDS_WOOD)
    friday.amend(0, entry("find", seat=ANNA, resource="gold", amount=1))
    friday.undo(down_to=1)

    document = json.loads(exported(friday))

    assert document["format"] == "quartermaster-match/1"
    assert (document["id"], document["name"]) == (friday.id, "Friday")
    assert document["created"].endswith("+00:00")
    amended, instead, undone = document["entries"]
    assert amended["amended_by"] == instead["n"] == 2
    assert undone["undone"] is True
    assert "undone" not in instead
    assert instead["by"] == "tablet"
    assert instead["at"].endswith("+00:00")
    assert instead["lines"] == [{"seat": 0, "what": "gold", "by": 1, "rule": "CW-4.3"}]


def test_the_export_of_a_corrected_match_plays_to_the_same_position(book: Book) -> None:
    made, entries = read("six-seats-fifty-points")
    book.begin(made, *entries[:60])
    book.amend(20, None)
    book.undo()
    book.amend(3, None)

    assert replayed(exported(book)) == title.export_position(book.position)


@pytest.mark.parametrize("extra", [{"undone": True}, {"amended_by": 3}, {"n": 77}, {"lines": []}])
def test_what_an_entry_says_about_itself_cannot_falsify_the_export(
    friday: Book, extra: dict[str, Any]
) -> None:
    sent = {"do": "find", "seat": ANNA, "resource": "food", "amount": 3, **extra}
    try:
        friday.write(read_entry(title, setup(), json.dumps(sent).encode()))
    except (Invalid, Refused):
        assert friday.live() == []
        return
    data = exported(friday)

    assert replayed(data) == title.export_position(friday.position)
    assert json.loads(data)["entries"][0]["n"] == 0


def test_a_running_match_is_exported_without_the_tiles_that_are_face_down(book: Book) -> None:
    made, entries = read("six-seats-dealt-tiles")
    book.begin_dealt(made, entries[0])
    assert json.loads(msgspec.json.encode(entries[0]))["tiles"][0]["tile"]

    laid = json.loads(exported(book))["entries"][0]["tiles"]

    assert not [tile for tile in laid if "tile" in tile]


def test_six_roles_can_sit_at_one_table(book: Book) -> None:
    book.begin(setup(*ROLES))

    assert points(book.position, 5) == 0
    assert len(title.export_position(book.position)["seats"]) == 6
