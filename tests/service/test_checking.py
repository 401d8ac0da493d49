"""Checking what is kept: a match that is wrong is told of and left alone, and the rest runs."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy.orm import Session

from tests.games.civil_war.arrange import ANNA, entry, number, setup
from tests.service.test_matches import FINDS_FOOD, FINDS_WOOD, Book
from tracker.games.civil_war import title
from tracker.service import checking
from tracker.service.keeping import EVERY
from tracker.service.quarantine import Quarantined
from tracker.store.models import Act, Match, Record


@pytest.fixture
def book(where: Path | str) -> Iterator[Book]:
    """A match with more entries than lie between two kept positions, and one beside it."""
    opened = Book(where)
    opened.begin(setup(keep_order=False), *[FINDS_FOOD] * (EVERY + 5))
    opened.undo()
    yield opened
    opened.database.close()


def match_of(session: Session, book: Book) -> Match:
    return session.get_one(Match, book.id)


def change_position(session: Session, book: Book) -> None:
    match = match_of(session, book)
    match.position = match.position.replace(b"[[", b"[[1", 1)


def make_unreadable(session: Session, book: Book) -> None:
    match_of(session, book).position = b"\x00\xff"


def change_a_line(session: Session, book: Book) -> None:
    record = session.get_one(Record, (book.id, 3))
    record.facts = record.facts.replace(b'"food",3', b'"food",4')


def change_a_kept_position(session: Session, book: Book) -> None:
    record = session.get_one(Record, (book.id, EVERY - 1))
    assert record.position is not None
    record.position = record.position.replace(b"[[", b"[[1", 1)


def lose_an_entry(session: Session, book: Book) -> None:
    session.delete(session.get_one(Record, (book.id, 2)))


def lose_an_act(session: Session, book: Book) -> None:
    session.delete(session.get_one(Act, (book.id, 2)))


def list_it_as_over(session: Session, book: Book) -> None:
    match_of(session, book).is_over = True


DAMAGE: Final[dict[Callable[[Session, Book], None], str]] = {
    change_position: "not the sum of its lines",
    make_unreadable: "cannot be read",
    change_a_line: "not the sum of the lines",
    change_a_kept_position: f"kept with entry {EVERY - 1}",
    lose_an_entry: f"{EVERY + 5} entries were written",
    lose_an_act: f"version {EVERY + 6} after -1 acts",
    list_it_as_over: "listed as over",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_match_that_is_wrong_is_found_and_can_no_longer_be_written_on(
    book: Book, damage: Callable[[Session, Book], None]
) -> None:
    other = book.matches.make(title.NAME, setup(), "Sound", "tablet")
    with book.database.writing() as session:
        damage(session, book)

    (trouble,) = checking.check_matches(book.database)

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

    list(checking.check_matches(book.database))

    assert book.position == before
    assert number(book.position, ANNA, "food") == 15 + 3 * (EVERY + 4)


def test_a_match_that_is_right_again_is_let_out(book: Book) -> None:
    with book.database.writing() as session:
        kept = match_of(session, book).position
        change_position(session, book)
    assert len(list(checking.check_matches(book.database))) == 1

    with book.database.writing() as session:
        match_of(session, book).position = kept
    assert list(checking.check_matches(book.database)) == []

    book.write(FINDS_WOOD)
    assert book.matches.sheet(book.id).trouble is None


def test_nothing_is_wrong_with_matches_that_were_undone_redone_and_amended(book: Book) -> None:
    book.redo()
    book.amend(EVERY - 2, entry("find", seat=ANNA, resource="gold", amount=1))
    book.amend(EVERY - 1, None)
    book.undo(down_to=4)
    book.write(FINDS_WOOD)

    assert list(checking.check_matches(book.database)) == []


def test_where_todays_rules_would_decide_otherwise_is_told_and_nothing_changed(book: Book) -> None:
    with book.database.writing() as session:
        record = session.get_one(Record, (book.id, EVERY + 3))
        # As if an older release had decided the find otherwise.
        record.facts = record.facts.replace(b'"food",3', b'"food",7')
        forbidden = session.get_one(Record, (book.id, 0))
        forbidden.entry = b'{"do":"sabotage","seat":0}'
    before = book.states()

    refused, otherwise = checking.decided_otherwise(book.database)

    assert "entry 0 would be refused today: " in refused.says
    assert otherwise.says == f"entry {EVERY + 3} would do something else today"
    assert book.states() == before
