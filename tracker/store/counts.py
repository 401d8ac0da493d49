"""Counts of an hour or a day: wrong guesses of a code, and what a network has stored."""

from typing import Final

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.orm import Session

from tracker.store.models import CountRow
from tracker.store.row_hashes import hash_of

KEPT_SECONDS: Final = 2 * 24 * 3600
"""No count is of a longer time than a day."""


def counted(session: Session, what: str, since: int) -> int:
    """Return the count since then; with those of a time that is still to come."""
    numbers = select(func.sum(CountRow.number)).where(
        CountRow.what == what, CountRow.since >= since
    )
    return session.scalar(numbers) or 0


# Counted in the database, so that two at the same moment are two in every process.
COUNT_UP = text(
    "INSERT INTO guess (what, since, number) VALUES (:what, :since, :by) "
    "ON CONFLICT (what, since) DO UPDATE SET number = guess.number + :by RETURNING number"
)


def count(session: Session, what: str, since: int, by: int = 1) -> int:
    """Add to a count; return it.

    If the clock was put back, what was counted until then counts on in the window that is now.
    """
    ahead = (
        delete(CountRow)
        .where(CountRow.what == what, CountRow.since > since)
        .returning(CountRow.number)
    )
    by += sum(session.scalars(ahead))
    number = session.execute(COUNT_UP, {"what": what, "since": since, "by": by}).scalar_one()
    new = hash_of("guess", {"what": what, "since": since, "number": number})
    counted_now = CountRow.what == what, CountRow.since == since
    session.execute(update(CountRow).where(*counted_now).values(hash=new))
    return int(number)


def forget_old(session: Session, now: int) -> None:
    session.execute(delete(CountRow).where(CountRow.since < now - KEPT_SECONDS))


def forget_beginning_with(session: Session, beginning: str) -> None:
    named = CountRow.what.startswith(beginning, autoescape=True)
    session.execute(delete(CountRow).where(named))
