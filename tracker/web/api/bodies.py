"""What a program sends."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from tracker.engine.match_file import bare
from tracker.engine.refusal import Invalid
from tracker.games.civil_war.deck import MOST_TILES
from tracker.games.civil_war.entries import AnyEntry, At, SeatNumber
from tracker.games.civil_war.setup import Setup
from tracker.service.matches import NAME_LENGTH
from tracker.service.sheets import Sheet
from tracker.service.tables import NAME_LENGTH as DEVICE_NAME_LENGTH

MOST_AT_ONCE: Final = 100

Number = Annotated[int, Meta(ge=0, le=2**53)]
WriteId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_.-]*$")]
Entries = Annotated[tuple[AnyEntry, ...], Meta(min_length=1, max_length=MOST_AT_ONCE)]
Cells = Annotated[tuple[At, ...], Meta(min_length=1, max_length=MOST_TILES)]


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Unknown fields are refused: a misspelt one would be lost without a word."""


class NewMatch(Body, frozen=True):
    """A match to be made; the set-up is as in a match file."""

    write_id: WriteId
    title: Literal["civil-war"]
    setup: Setup
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""
    """Left out, the match is named after its players."""


class Trying(Body, frozen=True):
    """Entries to be tried: shown, not written."""

    entries: Entries
    then: Literal["end_turn"] | None = None
    """The turn ends after them, if they have not ended it themselves."""


class Writing(Trying, frozen=True, kw_only=True):
    """Entries to be written, all or none."""

    write_id: WriteId
    """Chosen by the program: the same write sent twice is one act."""
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

    entry: AnyEntry | None


class Amending(TryingAmendment, frozen=True):
    """Another entry in place of one; null takes it out."""

    write_id: WriteId
    version: Number


class Dealing(Body, frozen=True):
    """The month's figure, whose tiles the server deals face down."""

    write_id: WriteId
    cells: Cells


class TurningUp(Body, frozen=True):
    """A tile that was dealt is to be shown, so that its choices can be made."""

    write_id: WriteId
    seat: SeatNumber
    at: At


class Joining(Body, frozen=True):
    """The table's code: with it the device writes, for a seat or (null) for the whole table."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=DEVICE_NAME_LENGTH)] = ""
    """What the device is to be called in the host's list."""


class Answering(Body, frozen=True):
    """Yes or no to what waits; no, from whoever asked, takes it back."""

    write_id: WriteId
    agree: bool


# Taken apart before there are threads, as in `keeping`.
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
        Dealing,
        TurningUp,
        Joining,
        Answering,
    )
}


def entries_of(sheet: Sheet, body: Trying) -> list[Any]:
    """The entries, checked as those in a match file are."""
    entries = [bare(entry) for entry in body.entries]
    sheet.title.check(sheet.setup, entries)
    return entries


def entry_of(sheet: Sheet, body: TryingAmendment) -> Any:
    """The one entry, checked; None where there is to be none."""
    return None if body.entry is None else checked(sheet, bare(body.entry), "entry.")


def checked(sheet: Sheet, entry: Any, place: str) -> Any:
    """The entry, whose fields stand at this place in what was sent."""
    try:
        sheet.title.check(sheet.setup, [entry])
    except Invalid as invalid:
        where = f"{invalid.where}.".replace("entries[0].", place, 1).rstrip(".")
        raise Invalid(where, invalid.says.text, **invalid.says.facts) from None
    return entry
