"""The bodies that programs send."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from tracker.engine.codec import WHOLE_DOCUMENT
from tracker.engine.refusal import Invalid, SetupRefused
from tracker.service.match import DEVICE_NAME_LETTERS, MATCH_NAME_LETTERS, read_part
from tracker.service.notes import MOST_NOTE_LETTERS
from tracker.service.reading import Sheet
from tracker.service.tables import Visit

MOST_AT_ONCE: Final = 100

Number = Annotated[int, Meta(ge=0, le=2**53)]
WriteId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_.-]*$")]
SeatNumber = Annotated[int, Meta(ge=0)]
EntryText = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/Entry"})]
"""An entry as a match file writes it; what it may say depends on the match's title."""
SetupText = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/Setup"})]
Entries = Annotated[tuple[EntryText, ...], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Unknown fields are refused: a misspelt one would be lost without a word."""


class NewMatch(Body, frozen=True):
    """A match to be made; the set-up is as in a match file."""

    write_id: WriteId
    title: str
    setup: SetupText
    name: Annotated[str, Meta(max_length=MATCH_NAME_LETTERS)] = ""
    """Left out, the match is named after its players."""


class Trying(Body, frozen=True):
    """Entries to be tried: shown, not written."""

    entries: Entries
    then: Literal["end_turn"] | None = None
    """The turn ends after them, if they have not ended it themselves."""


class Writing(Trying, frozen=True, kw_only=True):
    """Entries to be written, all or none."""

    write_id: WriteId
    """Chosen by the program: the same write sent twice is one change."""
    version: Number | None = None
    """The version that the program has seen: tells a refusal from having missed something."""


class Undoing(Body, frozen=True):
    """The last entry is to be taken back; or all down to the one that is named."""

    write_id: WriteId
    version: Number
    down_to: Number | None = None


class Redoing(Body, frozen=True):
    """The entry that was taken back last is to be brought back."""

    write_id: WriteId
    version: Number


class TryingAmendment(Body, frozen=True):
    """Another entry in place of one; null takes it out. Shown, not written."""

    entry: EntryText


class Amending(TryingAmendment, frozen=True):
    """Another entry in place of one; null takes it out."""

    write_id: WriteId
    version: Number


class Joining(Body, frozen=True):
    """The table's code: with it the device writes, for a seat or (null) for the whole table."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=DEVICE_NAME_LETTERS)] = ""
    """The name of the device in the host's list."""


class Answering(Body, frozen=True):
    """Yes or no to what waits; no, from whoever asked, takes it back."""

    write_id: WriteId
    agree: bool


class NewNote(Body, frozen=True):
    """A note on the match, or beside its nth entry."""

    write_id: WriteId
    text: Annotated[str, Meta(min_length=1, max_length=MOST_NOTE_LETTERS)]
    n: Number | None = None


class RemovingNote(Body, frozen=True):
    """A note is to be taken off the sheet."""

    write_id: WriteId


# Taken apart before there are threads, as in `service/match.py`.
DECODERS: Final[dict[type[Body], msgspec.json.Decoder[Any]]] = {
    kind: msgspec.json.Decoder(kind)
    for kind in (
        NewMatch,
        Trying,
        Writing,
        Undoing,
        Redoing,
        TryingAmendment,
        Amending,
        Joining,
        Answering,
        NewNote,
        RemovingNote,
    )
}


def take_apart(*kinds: type[Body]) -> None:
    """Make the decoders of further bodies, before there are threads."""
    DECODERS.update({kind: msgspec.json.Decoder(kind) for kind in kinds})


def entries_of(match: Sheet | Visit, body: Trying) -> list[Any]:
    """Return the entries, read and checked as those in a match file are."""
    return [
        read(match, bytes(text), f"entries[{place}]") for place, text in enumerate(body.entries)
    ]


def entry_of(match: Sheet | Visit, body: TryingAmendment) -> Any:
    """Return the one entry, read and checked; None where there is to be none."""
    text = bytes(body.entry)
    return None if text == b"null" else read(match, text, "entry")


def read(match: Sheet | Visit, text: bytes, place: str) -> Any:
    """Return an entry that stands at this place in what was sent; raise `Invalid` with it."""
    try:
        return read_part(match.title, match.setup, text)
    except Invalid as invalid:
        raise moved(invalid, place) from None


def moved(invalid: Invalid, place: str) -> Invalid:
    """Return what is wrong with a part, with its place in the whole."""
    inner = invalid.where.removeprefix(WHOLE_DOCUMENT).removeprefix("entries[0]").lstrip(".")
    where = ".".join(part for part in (place, inner.removeprefix(f"{place}.")) if part)
    if isinstance(invalid, SetupRefused):
        return SetupRefused(invalid.rule, where, invalid.says.text, **invalid.says.facts)
    return Invalid(where, invalid.says.text, **invalid.says.facts)
