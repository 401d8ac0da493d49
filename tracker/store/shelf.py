"""The shelf of decks: what is kept of each, whole or still being made."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tracker.store.models import Deck


def decks(session: Session, title: str) -> Sequence[Deck]:
    chosen = select(Deck).where(Deck.title == title).order_by(Deck.name, Deck.id)
    return session.scalars(chosen).all()


def deck_of(session: Session, deck_id: str) -> Deck | None:
    return session.get(Deck, deck_id)


def deck_to_change(session: Session, deck_id: str) -> Deck | None:
    """The deck, and the right to be the only one who writes on it until the commit."""
    return session.get(Deck, deck_id, with_for_update=True)


def put(session: Session, deck: Deck) -> None:
    session.add(deck)


def take_away(session: Session, deck: Deck) -> None:
    session.delete(deck)
