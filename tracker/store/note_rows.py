"""Notes on matches and entries."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tracker.store.models import Note


def notes(session: Session, match_id: str) -> Sequence[Note]:
    """Return the notes that were not taken off, the oldest first."""
    chosen = select(Note).where(Note.match_id == match_id, Note.removed.is_(None))
    return session.scalars(chosen.order_by(Note.at, Note.id)).all()


def note_of(session: Session, match_id: str, note_id: str) -> Note | None:
    return session.get(Note, (match_id, note_id))


def number_of_notes(session: Session, match_id: str) -> int:
    """Return how many were ever written."""
    chosen = select(func.count()).select_from(Note).where(Note.match_id == match_id)
    return session.scalar(chosen) or 0


def put(session: Session, note: Note) -> None:
    session.add(note)
