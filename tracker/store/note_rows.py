"""Notes on matches and entries."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tracker.store.models import NoteRow


def notes(session: Session, match_id: str) -> Sequence[NoteRow]:
    """Return the notes that were not taken off, the oldest first."""
    chosen = select(NoteRow).where(NoteRow.match_id == match_id, NoteRow.removed.is_(None))
    return session.scalars(chosen.order_by(NoteRow.at, NoteRow.id)).all()


def note_of(session: Session, match_id: str, note_id: str) -> NoteRow | None:
    return session.get(NoteRow, (match_id, note_id))


def number_of_notes(session: Session, match_id: str) -> int:
    """Return how many were ever written."""
    chosen = select(func.count()).select_from(NoteRow).where(NoteRow.match_id == match_id)
    return session.scalar(chosen) or 0


def put(session: Session, note: NoteRow) -> None:
    session.add(note)
