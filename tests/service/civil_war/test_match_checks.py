"""Checking what is kept: a match that is wrong is told of and left alone, and the rest runs."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy.orm import Session

from tests.games.civil_war.arrange import ANNA, entry, has, number, setup
from tests.service.civil_war.test_matches import FINDS_FOOD, FINDS_WOOD, Book
from tracker.games.civil_war import bonuses, standing, title, winning
from tracker.games.civil_war.columns import Bonus, Count, Resource
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Table
from tracker.service import match_checks
from tracker.service.match import POSITION_EVERY, Quarantined
from tracker.store.models import ChangeRow, EntryRow, MatchRow


@pytest.fixture
def book(where: Path | str) -> Iterator[Book]:
    """A match with more entries than lie between two kept positions, and one beside it."""
    opened = Book(where)
    opened.begin(setup(keep_order=False), *[FINDS_FOOD] * (POSITION_EVERY + 5))
    opened.undo()
    yield opened
    opened.database.close()


def match_of(session: Session, book: Book) -> MatchRow:
    return session.get_one(MatchRow, book.id)


def change_position(session: Session, book: Book) -> None:
    match = match_of(session, book)
    match.position = match.position.replace(b"[[", b"[[1", 1)


def make_unreadable(session: Session, book: Book) -> None:
    match_of(session, book).position = b"\x00\xff"


def change_a_line(session: Session, book: Book) -> None:
    record = session.get_one(EntryRow, (book.id, 3))
    record.facts = record.facts.replace(b'"food",3', b'"food",4')


def change_a_kept_position(session: Session, book: Book) -> None:
    record = session.get_one(EntryRow, (book.id, POSITION_EVERY - 1))
    assert record.position is not None
    record.position = record.position.replace(b"[[", b"[[1", 1)


def lose_an_entry(session: Session, book: Book) -> None:
    session.delete(session.get_one(EntryRow, (book.id, 2)))


def lose_a_change(session: Session, book: Book) -> None:
    session.delete(session.get_one(ChangeRow, (book.id, 2)))


def list_it_as_over(session: Session, book: Book) -> None:
    match_of(session, book).is_over = True


DAMAGE: Final[dict[Callable[[Session, Book], None], str]] = {
    change_position: "not the sum of its lines",
    make_unreadable: "cannot be read",
    change_a_line: "not the sum of the lines",
    change_a_kept_position: f"kept with entry {POSITION_EVERY - 1}",
    lose_an_entry: f"{POSITION_EVERY + 5} entries were written",
    lose_a_change: f"version {POSITION_EVERY + 6} after -1 changes",
    list_it_as_over: "listed as over",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_match_that_is_wrong_is_found_and_can_no_longer_be_written_on(
    book: Book, damage: Callable[[Session, Book], None]
) -> None:
    other = book.matches.make(title.NAME, setup(), "Sound", "tablet")
    with book.database.writing() as session:
        damage(session, book)

    (trouble,) = match_checks.check_matches(book.database)

    assert trouble.match_id == book.id
    assert DAMAGE[damage] in trouble.says
    for write in (book.undo, book.redo, lambda: book.write(FINDS_FOOD)):
        with pytest.raises(Quarantined):
            write()
    book.matches.write(other, [FINDS_FOOD], "write", "tablet")
    assert book.matches.export(book.id)["entries"]
    assert book.matches.sheet(book.id).trouble is Quarantined.says


def test_what_can_be_read_of_a_wrong_match_is_the_sum_of_its_lines(book: Book) -> None:
    before = book.position
    with book.database.writing() as session:
        make_unreadable(session, book)

    list(match_checks.check_matches(book.database))

    assert book.position == before
    assert number(book.position, ANNA, "food") == 15 + 3 * (POSITION_EVERY + 4)


def test_a_match_that_is_right_again_is_let_out(book: Book) -> None:
    with book.database.writing() as session:
        kept = match_of(session, book).position
        change_position(session, book)
    assert len(list(match_checks.check_matches(book.database))) == 1

    with book.database.writing() as session:
        match_of(session, book).position = kept
    (told,) = match_checks.check_matches(book.database)
    assert told.says == "it was read-only because of an error, and is right again"
    assert list(match_checks.check_matches(book.database)) == []

    book.write(FINDS_WOOD)
    assert book.matches.sheet(book.id).trouble is None


def test_nothing_is_wrong_with_matches_that_were_undone_redone_and_amended(book: Book) -> None:
    book.redo()
    book.amend(POSITION_EVERY - 2, entry("find", seat=ANNA, resource="gold", amount=1))
    book.amend(POSITION_EVERY - 1, None)
    book.undo(down_to=4)
    book.write(FINDS_WOOD)

    assert list(match_checks.check_matches(book.database)) == []


def test_where_todays_rules_would_decide_otherwise_is_told_and_nothing_changed(book: Book) -> None:
    with book.database.writing() as session:
        record = session.get_one(EntryRow, (book.id, POSITION_EVERY + 3))
        # As if an older release had decided the find otherwise.
        record.facts = record.facts.replace(b'"food",3', b'"food",7')
        forbidden = session.get_one(EntryRow, (book.id, 0))
        forbidden.entry = b'{"do":"sabotage","seat":0}'
    before = book.states()

    refused, otherwise = match_checks.decided_otherwise(book.database)

    assert "entry 0 would be refused today: " in refused.says
    assert otherwise.says == f"entry {POSITION_EVERY + 3} would do something else today"
    assert book.states() == before


# --- Matches that were saved under an older reading of the rules ---------------------------------


def pay_sixty_and_begin_again(table: Table, seat: int) -> None:
    """CW-9.8 as it was read once: 60 gold are spent, and another 60 make a reserve at once."""
    table.add(seat, Count.RESERVE_SPENT, 1, "CW-9.8")
    table.add(seat, Resource.GOLD, -60, "CW-9.8", alone=False)
    table.add(seat, Bonus.GOLD_RESERVE, -1, "CW-9.8", alone=False)
    table.add(seat, Count.POINTS, -10, "CW-9.8")
    table.follow(seat)


def dominate_for_good(table: Table, seat: int) -> None:
    """CW-9.9 as it was read once: domination is never taken back."""
    if all(table.has(seat, bonus) for bonus in Bonus) and not table[seat, Count.DOMINATED]:
        table.add(seat, Count.DOMINATED, 1, "CW-9.9")
        table.add(seat, Count.POINTS, 50, "CW-9.9")


def set_to(seat: int, **new: object) -> AnyEntry:
    return entry("correct", seat=seat, set=new, reason="so the test begins")


LURES: Final = entry("spend_reserve", seat=ANNA, lure={"seat": 1, "people": {"volunteer": 1}})
ALL_FIVE: Final = {"wagon": True, "dynamite": True, "fire_brigade": True}


def test_a_saved_match_keeps_the_gold_that_it_was_left_when_its_reserve_was_spent(
    where: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Book(where)
    with monkeypatch.context() as then:
        then.setattr(bonuses, "_pay_reserve", pay_sixty_and_begin_again)
        camp = set_to(1, people={"volunteer": 2})
        book.begin(setup(), set_to(ANNA, resources={"gold": 130}), camp, LURES)

    (told,) = match_checks.decided_otherwise(book.database)

    assert told.says == "entry 2 would do something else today"
    assert list(match_checks.check_matches(book.database)) == []
    assert number(book.position, ANNA, "gold") == 70
    assert has(book.position, ANNA, "gold_reserve")
    book.write(entry("find", seat=ANNA, resource="gold", amount=2))
    assert number(book.position, ANNA, "gold") == 72
    book.database.close()


def test_a_saved_match_keeps_the_points_of_a_domination_that_was_broken(
    where: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Book(where)
    with monkeypatch.context() as then:
        then.setattr(standing, "settle_domination", dominate_for_good)
        book.begin(
            setup(fifty_points="month_end"),
            set_to(ANNA, resources={"wood": 60, "gold": 60}, bonuses=ALL_FIVE, points=72),
            entry("lose", seat=ANNA, resource="wood", amount=1),
        )

    (told,) = match_checks.decided_otherwise(book.database)

    assert told.says == "entry 1 would do something else today"
    assert list(match_checks.check_matches(book.database)) == []
    assert number(book.position, ANNA, "points") == 62
    assert number(book.position, ANNA, "dominated") == 1
    book.database.close()


def test_a_saved_match_of_one_side_that_fifty_points_ended_stays_over(
    where: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Book(where)
    with monkeypatch.context() as then:
        then.setattr(winning, "is_one_sided", lambda table: False)
        book.begin(setup("southern_officer", "southern_soldier"), set_to(ANNA, points=50))

    (told,) = match_checks.decided_otherwise(book.database)

    assert told.says == "entry 0 would do something else today"
    assert list(match_checks.check_matches(book.database)) == []
    assert title.outcome(book.position) is not None
    book.database.close()
