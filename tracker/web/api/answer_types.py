"""The answers to programs. The description is derived from these types."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tracker.service.statistics_types import Statistics

# What these are depends on the match's title: the description names the kinds there are.
AnyEntry = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Entry"})]
Position = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Position"})]
Uncovered = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Uncovered"})]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """Whatever is answered has these fields and no others."""


class NewDevice(Answer, frozen=True):
    """A device's secret, which only its keeper knows, and the name that follows from it."""

    token: str
    device: str


class MatchMade(Answer, frozen=True):
    id: str
    version: int


class ListedMatch(Answer, frozen=True):
    """A match of the list; who has won and the times of play are there when it is over."""

    id: str
    title: str
    name: str
    created: str
    changed: str
    over: bool
    players: tuple[str, ...]
    winners: tuple[str, ...]
    began: str | None
    ended: str | None
    seconds: int | None


class MatchList(Answer, frozen=True):
    """A page of the list; `next` is the number of the next one, null at the end."""

    matches: tuple[ListedMatch, ...]
    next: int | None


class NoteWritten(Answer, frozen=True):
    """A note: what it says, when and by whom; `n` is the entry that it stands beside."""

    id: str
    n: int | None
    text: str
    at: str
    by: str
    who: str


class NoteList(Answer, frozen=True):
    notes: tuple[NoteWritten, ...]


class Version(Answer, frozen=True):
    """The version of the match after what was done; it may wait for another seat's yes."""

    version: int
    waits: bool = False


class LineWritten(Answer, frozen=True):
    """One number of one seat changed, and the rule that changed it."""

    seat: int
    what: str
    by: int | float
    """Whole, or with .5 where a title counts half points."""
    rule: str


class EntryWritten(Answer, frozen=True):
    """An entry on the sheet, whether it counts (`live`) or not."""

    n: int
    at: str
    by: str
    round: int
    state: Literal["live", "undone", "crossed"]
    amended_by: int | None
    entry: AnyEntry
    says: str
    lines: tuple[LineWritten, ...]
    amends: int | None = None
    """The entry that was amended, where `undo` or `redo` is about an amendment."""


class History(Answer, frozen=True):
    """Entries in the order of play; `next` is where to go on, null at the end."""

    version: int
    entries: tuple[EntryWritten, ...]
    next: int | None


class StatisticsFound(Statistics, Answer, frozen=True):
    """Plays, wins and points of the device's matches that are over; `names` are people by key."""


class QuestionAsked(Answer, frozen=True):
    """Something that looks forgotten: the entry it is about, or the kind that would answer it."""

    says: str
    n: int | None
    do: str
    seat: int | None


class SheetCheck(Answer, frozen=True):
    """The questions of the round; `open` is whether it is being closed, the time for them."""

    version: int
    open: bool
    questions: tuple[QuestionAsked, ...]


class Refusal(Answer, frozen=True):
    """The reason for a refusal: the rule that forbids it; null where the device may not."""

    rule: str | None
    says: str


class You(Answer, frozen=True):
    """The device that asks: what it may do at the match, and for which seat alone."""

    device: str
    right: Literal["host", "scorer", "seat", "looker"]
    seat: int | None


class Request(Answer, frozen=True):
    """Something that waits for the yes of the seats that are asked, or an answer not yet read."""

    id: str
    by: str
    says: tuple[str, ...]
    asked: tuple[int, ...]
    state: Literal["waiting", "refused", "void"]


class TableAround(Answer, frozen=True):
    """The way to join the match: its short address, and for the host alone the code."""

    short: str
    code: str | None
    undo: Literal["free", "own", "ask"]
    asks: bool


class Offered(Answer, frozen=True):
    """Entries of one sort that a seat may write now, with the least amounts; or why none."""

    do: str
    entries: tuple[AnyEntry, ...]
    refused: Refusal | None


class WholeSheet(Answer, frozen=True):
    """A match as it stands, and what the seat may write now."""

    id: str
    name: str
    title: str
    version: int
    changed: str
    position: Position
    you: You
    turned: Uncovered
    """Something hidden that lies open while its choices are made; its entry comes next."""
    undo: EntryWritten | None
    redo: EntryWritten | None
    waiting: tuple[Request, ...]
    seat: int
    offers: tuple[Offered, ...]


class EntryTried(Answer, frozen=True):
    entry: AnyEntry
    says: str
    lines: tuple[LineWritten, ...]


class Preview(Answer, frozen=True):
    """A preview of entries on the version that is named, and how the table would stand."""

    version: int
    entries: tuple[EntryTried, ...]
    position: Position


class EntryChanged(Answer, frozen=True):
    """A later entry that would do something else than it did."""

    n: int
    says: str
    before: tuple[LineWritten, ...]
    after: tuple[LineWritten, ...]


class EntryDropped(Answer, frozen=True):
    """A later entry that would be refused, and so struck through."""

    n: int
    says: str
    refused: Refusal


class AmendmentPreview(Answer, frozen=True):
    """A preview of an amendment: the later entries, and how the table would stand now."""

    version: int
    changed: tuple[EntryChanged, ...]
    dropped: tuple[EntryDropped, ...]
    position: Position
