"""The match file: one JSON document that holds one match, and playing it again."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, structs

from tracker.engine.codec import decode_once, named, refuse_repeated_keys
from tracker.engine.ledger import Fact
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import AnyTitle, EntryT, SetupT

FORMAT: Final = "quartermaster-match/1"
MOST_ENTRIES: Final = 20_000

Ignored = Raw | UnsetType
"""A field of an export that is not needed to play the match."""


class DocumentHead(Struct):
    """Enough of a document to know how to read the rest."""

    format: Literal["quartermaster-match/1"]
    title: str


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The fields that every entry may carry besides those of its title."""

    n: Ignored = UNSET
    at: Ignored = UNSET
    by: Ignored = UNSET
    lines: Ignored = UNSET
    notes: Ignored = UNSET
    undone: bool | UnsetType = UNSET
    amended_by: int | UnsetType = UNSET

    @property
    def counts(self) -> bool:
        """Return whether it is to be played: it was neither undone nor amended."""
        return self.undone is not True and self.amended_by is UNSET


def bare(entry: Entry) -> Entry:
    """The entry without what an export adds to it."""
    added = ["n", "by", "lines", "notes", "undone", "amended_by"]
    if isinstance(entry.at, Raw):
        added.append("at")
    return structs.replace(entry, **dict.fromkeys(added, UNSET))


class Document(Struct, Generic[SetupT, EntryT], frozen=True, forbid_unknown_fields=True):
    """A whole match file."""

    format: str
    title: str
    setup: SetupT
    entries: Annotated[tuple[EntryT, ...], Meta(max_length=MOST_ENTRIES)]
    id: Ignored = UNSET
    name: Ignored = UNSET
    created: Ignored = UNSET
    notes: Ignored = UNSET
    pauses: Ignored = UNSET
    position: Ignored = UNSET
    result: Ignored = UNSET


class Played(Struct, frozen=True):
    """A match played to the end of its file, or to the entry that a rule forbids."""

    title: AnyTitle
    position: Any
    facts: tuple[tuple[int, tuple[Fact, ...]], ...]
    """The facts of every entry, by its number."""
    refused: tuple[int, Refused] | None = None


Known = TypeVar("Known", int, str)


def known(value: Any, kind: type[Known]) -> Known | None:
    """Return what a file says of itself, where it is of this kind: nothing checks these fields."""
    if not isinstance(value, Raw):
        return None
    found = msgspec.json.decode(value)
    return found if type(found) is kind else None


_head = msgspec.json.Decoder(DocumentHead)
_fields = msgspec.json.Decoder(dict[str, Raw])


def _refuse_unknown_fields(fields: Iterable[str]) -> None:
    """Of the document itself: msgspec names no place for these, and a name could feign one."""
    for field in fields:
        if field not in Document.__struct_fields__:
            name = named(field)
            raise Invalid(name, "unknown field {field}", field=name)


_decoders: dict[str, msgspec.json.Decoder[Document[Any, Any]]] = {}


def document_decoder(title: AnyTitle) -> msgspec.json.Decoder[Document[Any, Any]]:
    """Return the decoder of this title's match files; made before there are threads."""
    if title.NAME not in _decoders:
        document: Any = Document
        _decoders[title.NAME] = msgspec.json.Decoder(document[title.SETUP, title.ENTRY])
    return _decoders[title.NAME]


def read(data: bytes, titles: Mapping[str, AnyTitle]) -> tuple[AnyTitle, Document[Any, Any]]:
    """The match in a file, checked as far as it can be without playing it."""
    head, text = decode_once(data, _head)
    refuse_repeated_keys(text)
    _refuse_unknown_fields(decode_once(data, _fields)[0])
    if head.title not in titles:
        raise Invalid("title", "there is no game called {title}", title=head.title)
    title = titles[head.title]
    document, _ = decode_once(data, document_decoder(title))
    title.check_setup(document.setup)
    title.check_entries(document.setup, document.entries)
    return title, document


def play(title: AnyTitle, document: Document[Any, Any]) -> Played:
    """Play the entries that count through today's rules."""
    position = title.start(document.setup).position
    done: list[tuple[int, tuple[Fact, ...]]] = []
    for n, entry in enumerate(document.entries):
        if not entry.counts:
            continue
        try:
            decision = title.decide(position, entry)
        except Refused as refusal:
            return Played(title, position, tuple(done), (n, refusal))
        position = decision.position
        done.append((n, decision.facts))
    return Played(title, position, tuple(done))
