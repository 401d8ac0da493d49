"""Decks of a table's own: making one, tile by tile or from a file, and what is wrong with it."""

import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.civil_war import deck as format_of
from tracker.games.civil_war import title
from tracker.games.civil_war.deck import Amounts, Deck, DeckProblem
from tracker.service.allowance import PARTS_OF_ROOM, Allowance, Stored, kilobytes
from tracker.service.rights import Forbidden
from tracker.service.writing import NoSuchDocument
from tracker.store import documents, models
from tracker.store.database import Database

RawTile = dict[str, Any]
ANOTHERS = Message("Another device made this deck. To change it, make a copy of it.")
DECK_NAME_LETTERS: Final = 40
MOST_DECKS: Final = 200
MOST_DECKS_OF_A_DEVICE: Final = 20
"""So many decks one device can have, a small part of all: it cannot take everybody's room."""
MOST_DECKS_OF_A_NETWORK: Final = MOST_DECKS // PARTS_OF_ROOM
ADDRESS: Final = re.compile(r"[\w-]{1,32}", re.ASCII)


class NoSuchDeck(NoSuchDocument):
    """There is no deck at that address."""

    says = Message("There is no deck at this address that you can change.")


class Shelved(Struct, frozen=True):
    """A deck as it is saved: its tiles as they are written, right or wrong."""

    id: str
    name: str
    tiles: tuple[RawTile, ...]
    problems: tuple[DeckProblem, ...]
    amounts: Amounts = "top"
    made_by: str = ""

    @property
    def is_shipped(self) -> bool:
        return not self.made_by

    @property
    def is_earlier(self) -> bool:
        """Return whether it is a sample deck that new matches no longer begin with."""
        return self.is_shipped and self.id != format_of.SAMPLE

    @property
    def document(self) -> dict[str, Any]:
        """The deck as a file."""
        where = {} if self.amounts == "top" else {"amounts": self.amounts}
        return {"format": format_of.FORMAT, "name": self.name, **where, "tiles": self.tiles}


class Content(Struct, frozen=True, omit_defaults=True):
    """The tiles of a deck as stored: a bare list where the amounts are on the top."""

    tiles: list[RawTile]
    amounts: Amounts = "top"


class Decks:
    """The decks in one database, and those that come with the title."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Shelved]:
        """The shipped decks, then the table's own by name."""
        with self._database.reading() as session:
            own = [_shelved(document) for document in documents.documents(session, title.NAME)]
        return [_shipped(name) for name in format_of.shipped_names()] + own

    def deck(self, deck_id: str) -> Shelved:
        if deck_id in format_of.shipped_names():
            return _shipped(deck_id)
        if not ADDRESS.fullmatch(deck_id):
            raise NoSuchDeck(deck_id)
        with self._database.reading() as session:
            return _shelved(_must_be_there(documents.document_of(session, deck_id), deck_id))

    def make(
        self,
        name: str,
        tiles: Sequence[RawTile],
        by: str,
        deck_id: str = "",
        amounts: Amounts = "top",
        allowance: Allowance | None = None,
    ) -> str:
        """A new deck with these tiles; its address. Sent again it is the deck that was made."""
        deck_id = deck_id or secrets.token_urlsafe(16)
        new = models.TitleDocument(id=deck_id, title=title.NAME, name=_readable(name), made_by=by)
        _keep(new, Content(list(tiles), amounts))
        new.network = None if allowance is None else allowance.network
        try:
            with self._database.writing() as session:
                if documents.document_of(session, deck_id) is None:
                    _must_have_room(session, by, new.network)
                    documents.put(session, new)
                    if allowance is not None:
                        allowance.use(session, Stored.DECKS)
                        allowance.use(session, Stored.KILOBYTES, kilobytes(new.content))
        except IntegrityError:
            # Sent twice at once, another process may be the quicker one.
            if not self._is_there(deck_id):
                raise
        return deck_id

    def bring_in(
        self, data: bytes, by: str, deck_id: str = "", allowance: Allowance | None = None
    ) -> str:
        """A deck from a file, kept as it is so that what is wrong can be put right here."""
        found = format_of.read_draft(data)
        return self.make(found.name, found.tiles, by, deck_id, found.amounts, allowance)

    def rename(self, deck_id: str, name: str, by: str) -> None:
        with self._database.writing() as session:
            _must_be_own(session, deck_id, by).name = _readable(name)

    def remove(self, deck_id: str, by: str) -> None:
        """Matches that are played with it have a copy of their own."""
        with self._database.writing() as session:
            documents.take_away(session, _must_be_own(session, deck_id, by))

    def put_tile(self, deck_id: str, place: int, tile: RawTile, by: str) -> None:
        """Write a tile in place of another, or behind the last."""
        with self._database.writing() as session:
            deck = _must_be_own(session, deck_id, by)
            content = _content(deck)
            tiles = content.tiles
            tiles[place : place + 1] = [tile]
            others = [other for n, other in enumerate(tiles) if n != place]
            format_of.check_tile(tile, content.amounts, others)
            if len(tiles) > format_of.MOST_TILES:
                raise Invalid("tiles", "has more than {most}", most=format_of.MOST_TILES)
            _keep(deck, content)

    def remove_tile(self, deck_id: str, place: int, out_of: int, by: str) -> None:
        """Take a tile out of so many. Sent again there are fewer, and another lies in its place."""
        with self._database.writing() as session:
            deck = _must_be_own(session, deck_id, by)
            content = _content(deck)
            if len(content.tiles) == out_of:
                del content.tiles[place : place + 1]
                _keep(deck, content)

    def whole(self, deck_id: str) -> Deck | str:
        """The deck for a set-up: a shipped one by its name, another whole; raises `Invalid`."""
        found = self.deck(deck_id)
        if found.is_shipped:
            return deck_id
        return format_of.read(msgspec.json.encode(found.document))

    def _is_there(self, deck_id: str) -> bool:
        with self._database.reading() as session:
            return documents.document_of(session, deck_id) is not None


def _shipped(name: str) -> Shelved:
    deck = format_of.shipped(name)
    tiles = tuple(msgspec.to_builtins(tile) for tile in deck.tiles)
    return Shelved(name, deck.name, tiles, (), deck.amounts)


def _shelved(deck: models.TitleDocument) -> Shelved:
    content = _content(deck)
    tiles, amounts = tuple(content.tiles), content.amounts
    problems = format_of.problems(tiles, amounts)
    return Shelved(deck.id, deck.name, tiles, problems, amounts, deck.made_by)


def _content(deck: models.TitleDocument) -> Content:
    read = msgspec.json.decode(deck.content, type=list[RawTile] | Content)
    return read if isinstance(read, Content) else Content(read)


def _keep(deck: models.TitleDocument, content: Content) -> None:
    kept = content.tiles if content.amounts == "top" else content
    deck.content = msgspec.json.encode(kept)
    deck.changed = datetime.now(UTC).isoformat(timespec="milliseconds")


def _readable(name: str) -> str:
    """Return the deck's name cleaned; a dash where nothing is left of it."""
    return clean(name)[:DECK_NAME_LETTERS] or "–"


def _must_be_own(session: Session, deck_id: str, by: str) -> models.TitleDocument:
    """A deck is listed for everybody, but only its maker changes it."""
    found = _must_be_there(documents.document_to_change(session, deck_id), deck_id)
    if found.made_by != by:
        raise Forbidden(ANOTHERS)
    return found


def _must_have_room(session: Session, by: str, network: str | None) -> None:
    if documents.number_of_documents(session, title.NAME, by) >= MOST_DECKS_OF_A_DEVICE:
        raise Invalid(
            "file",
            "this device already has {most} decks; remove one first",
            most=MOST_DECKS_OF_A_DEVICE,
        )
    if network and documents.number_of_documents(session, title.NAME, network=network) >= (
        MOST_DECKS_OF_A_NETWORK
    ):
        raise Invalid(
            "file",
            "this network already has {most} decks; remove one first",
            most=MOST_DECKS_OF_A_NETWORK,
        )
    if documents.number_of_documents(session, title.NAME) >= MOST_DECKS:
        raise Invalid("file", "there are already {most} decks", most=MOST_DECKS)


def _must_be_there(found: models.TitleDocument | None, deck_id: str) -> models.TitleDocument:
    if found is None:
        raise NoSuchDeck(deck_id)
    return found
