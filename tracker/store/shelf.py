"""The shelf of decks: what is kept of each, whole or still being made."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tracker.store.models import Deck


def decks(session: Session, title: str) -> Sequence[Deck]:
    chosen = select(Deck).where(Deck.title == title).order_by(Deck.name, Deck.id)
    return session.scalars(chosen).all()


def number_of_decks(session: Session, title: str, by: str | None = None) -> int:
    """Return how many decks there are; with `by`, those that this device made."""
    chosen = select(func.count()).select_from(Deck).where(Deck.title == title)
    return session.scalar(chosen if by is None else chosen.where(Deck.made_by == by)) or 0


def deck_of(session: Session, deck_id: str) -> Deck | None:
    return session.get(Deck, deck_id)


def deck_to_change(session: Session, deck_id: str) -> Deck | None:
    """The deck, and the right to be the only one who writes on it until the commit."""
    return session.get(Deck, deck_id, with_for_update=True)


def put(session: Session, deck: Deck) -> None:
    session.add(deck)


def take_away(session: Session, deck: Deck) -> None:
    session.delete(deck)
