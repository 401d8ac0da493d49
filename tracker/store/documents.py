"""Documents that players make for a title, such as a deck: finished, or still being made."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tracker.store.models import TitleDocument


def documents(session: Session, title: str) -> Sequence[TitleDocument]:
    """Return the title's documents, by name."""
    chosen = select(TitleDocument).where(TitleDocument.title == title)
    return session.scalars(chosen.order_by(TitleDocument.name, TitleDocument.id)).all()


def documents_by(session: Session, title: str, by: str) -> Sequence[TitleDocument]:
    """Return the documents of this kind that a device has made."""
    chosen = select(TitleDocument).where(TitleDocument.title == title, TitleDocument.made_by == by)
    return session.scalars(chosen.order_by(TitleDocument.id)).all()


def remove_oldest(session: Session, title: str, kept: int) -> None:
    """Delete documents of this kind beside those that were changed last."""
    oldest = select(TitleDocument).where(TitleDocument.title == title)
    for document in session.scalars(oldest.order_by(TitleDocument.changed.desc()).offset(kept)):
        session.delete(document)


def number_of_documents(
    session: Session, title: str, by: str | None = None, network: str | None = None
) -> int:
    """Return how many documents there are; those of one device, or made from one network."""
    chosen = select(func.count()).select_from(TitleDocument).where(TitleDocument.title == title)
    if by is not None:
        chosen = chosen.where(TitleDocument.made_by == by)
    if network is not None:
        chosen = chosen.where(TitleDocument.network == network)
    return session.scalar(chosen) or 0


def document_of(session: Session, document_id: str) -> TitleDocument | None:
    return session.get(TitleDocument, document_id)


def document_to_change(session: Session, document_id: str) -> TitleDocument | None:
    """Return the document, with the right to be its only writer until the commit."""
    return session.get(TitleDocument, document_id, with_for_update=True)


def put(session: Session, document: TitleDocument) -> None:
    session.add(document)


def take_away(session: Session, document: TitleDocument) -> None:
    session.delete(document)
