"""Errors of a write: no such match, a page that is out of date, an id that was used before.

`Unreachable` is the store's; the rooms above know it from here.
"""

from collections.abc import Sequence

from tracker.engine.message import Message
from tracker.service.serialization import SheetEntry
from tracker.store.database_errors import Unreachable

__all__ = [
    "AlreadyAnswered",
    "AlreadyAsked",
    "AlreadyWritten",
    "MovedOn",
    "NoSuchDocument",
    "NoSuchMatch",
    "NoSuchNote",
    "NoSuchRequest",
    "Unreachable",
    "UsedAlready",
]


class NoSuchMatch(Exception):
    """There is no match at that address."""


class NoSuchDocument(Exception):
    """There is nothing at that address, such as a deck or a note; `says` tells it."""

    says: Message


class NoSuchNote(NoSuchDocument):
    """No note of that id was ever written on the match."""

    says = Message("There is no such note in this match.")


class NoSuchRequest(NoSuchDocument):
    """Nobody at the match ever asked for that."""

    says = Message("There is no such request in this match.")


class MovedOn(Exception):
    """Somebody wrote on the sheet since the page was made; what was asked for may mislead now."""


class AlreadyWritten(Exception):
    """Something else was sent before with this id, and is written; this is not."""

    def __init__(self, made: Sequence[SheetEntry]) -> None:
        super().__init__()
        self.made = made

    @property
    def says(self) -> Message:
        return Message(
            "This has already been entered: {entries}. Later changes were not saved.",
            {"entries": tuple(entry.says for entry in self.made)},
        )


class AlreadyAsked(Exception):
    """Something else was sent before with this id, and waits for a yes; this does not."""

    says = Message("This is already waiting for approval. Later changes were not saved.")


class AlreadyAnswered(Exception):
    """The request waits no longer: somebody else answered it, or it was taken back."""

    says = Message("This request has already been answered.")


class UsedAlready(Exception):
    """The id of this write belongs to something else that was done; this was not done."""

    says = Message("This form has already been used for something else. Nothing was saved.")
