"""The tables. Nothing that anybody wrote on a sheet is ever deleted from them."""

from typing import Annotated

from sqlalchemy import ForeignKey, Index, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

RowHash = Annotated[bytes | None, mapped_column(LargeBinary)]
"""See `row_hashes.py`; None where a release that knew of no hashes wrote the row."""
MatchId = Annotated[str, mapped_column(String(22), ForeignKey("match.id"), primary_key=True)]


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class MatchRow(Base):
    """One play of a title."""

    __tablename__ = "match"

    id: Mapped[str] = mapped_column(String(22), primary_key=True)
    title: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80))
    made_by: Mapped[str] = mapped_column(String(22))
    created: Mapped[str] = mapped_column(String(32))
    changed: Mapped[str] = mapped_column(String(32))
    setup: Mapped[bytes] = mapped_column(LargeBinary)
    setup_notes: Mapped[str] = mapped_column(Text)
    """Notes on the set-up, as JSON: for example the seats whose roles were drawn."""
    version: Mapped[int]
    """Goes up by one with every change."""
    written: Mapped[int]
    """The number of entries that were ever written, and of the next one."""
    position: Mapped[bytes] = mapped_column(LargeBinary)
    is_over: Mapped[bool]
    uncovered: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The entry that has shown what was hidden, while its choices are made."""
    trouble: Mapped[str | None] = mapped_column(Text)
    """The fault that a check found; until it is gone, the match can only be read."""
    code: Mapped[str] = mapped_column(String(6))
    """The table code: with it a device that looks becomes one that writes."""
    short: Mapped[str] = mapped_column(String(12))
    """The short address, where a device comes to look."""
    undo: Mapped[str] = mapped_column(String(4), default="free")
    """The entries that others than the host may take back."""
    asks: Mapped[bool] = mapped_column(default=False)
    """True where an entry that takes from another seat waits for its approval."""
    put_away: Mapped[str | None] = mapped_column(String(32))
    """The time when the host put it away; then only the host finds it."""
    recovery: Mapped[str | None] = mapped_column(String(64))
    """The hash of the link by which the host comes back from another device."""
    key: Mapped[str] = mapped_column(String(240), default="")
    """The name with its letters made equal, great or small, to be searched."""
    source: Mapped[str | None] = mapped_column(String(64))
    """The hash of what was in the file that it was imported from."""
    sealed: Mapped[int | None]
    """The version up to which every row of the match has its hash."""
    last_change: Mapped[RowHash]
    """The hash of the newest change, which the next one is chained to."""
    last_entry: Mapped[RowHash]
    """The part of the newest entry's hash that the next one is chained to."""
    hash: Mapped[RowHash]

    __table_args__ = (
        Index("ix_match_changed", "is_over", "changed"),
        Index("ix_match_short", "short", unique=True),
        Index("ix_match_source", "source"),
        # Everything that a list is chosen and sorted by: the rows themselves are long.
        Index("ix_match_list", "id", "changed", "is_over", "put_away", "title", "key"),
    )


class SeatRow(Base):
    """A player's place in a match; with what came of it, while the match is over."""

    __tablename__ = "seat"

    match_id: Mapped[MatchId]
    seat: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(120))
    """The name with its letters made equal, great or small: the same key is the same person."""
    role: Mapped[str | None] = mapped_column(String(40))
    side: Mapped[str | None] = mapped_column(String(40))
    points: Mapped[int | None]
    rank: Mapped[int | None]
    won: Mapped[bool | None]
    counts: Mapped[str | None] = mapped_column(Text)
    """The counts of a seat, as JSON: a number for each word of the title."""

    __table_args__ = (Index("ix_seat_key", "key"),)


class ResultRow(Base):
    """The result of a match. It is there exactly while the match is over."""

    __tablename__ = "result"

    match_id: Mapped[MatchId]
    title: Mapped[str] = mapped_column(String(40))
    seats: Mapped[int]
    """The number of seats."""
    began: Mapped[str] = mapped_column(String(32))
    """The time of the first entry that counts."""
    ended: Mapped[str] = mapped_column(String(32))
    seconds: Mapped[int]
    """The time at the table: from entry to entry, without long breaks."""
    won: Mapped[str] = mapped_column(String(10))
    """The kind of winner: seats, a side, everybody, nobody."""
    reason: Mapped[str] = mapped_column(String(40))
    rule: Mapped[str] = mapped_column(String(20))
    side: Mapped[str] = mapped_column(String(40))
    """The side that has won; empty where none has."""
    rounds: Mapped[str] = mapped_column(Text)
    """The numbers of the title's tracks at the end of each round, as JSON: [[round, [n, …]], …]."""
    counts: Mapped[str] = mapped_column(Text)
    """The counts of the whole table, as JSON: a number for each word of the title."""
    analysis: Mapped[str | None] = mapped_column(Text)
    """The title's analysis of the match, as JSON; None until it is computed."""
    hash: Mapped[RowHash]

    __table_args__ = (Index("ix_result_title", "title", "ended"),)


class EntryRow(Base):
    """One entry, with what it did when it was decided."""

    __tablename__ = "entry"

    match_id: Mapped[MatchId]
    n: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[int]
    """Its place in the order of play: an amended entry's successor takes it over."""
    state: Mapped[str] = mapped_column(String(10))
    amended_by: Mapped[int | None]
    at: Mapped[str] = mapped_column(String(32))
    by: Mapped[str] = mapped_column(String(22))
    entry: Mapped[bytes] = mapped_column(LargeBinary)
    facts: Mapped[bytes] = mapped_column(LargeBinary)
    """The numbers that it changed, and the things that it moved."""
    round: Mapped[int]
    """The round in which it was written."""
    track_values: Mapped[str] = mapped_column(Text)
    """The numbers of the title's tracks after it, for the graph."""
    position: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The position after it; stored with some entries, so that an undo begins there."""
    hash: Mapped[RowHash]

    __table_args__ = (
        Index("ix_entry_place", "match_id", "state", "place"),
        Index("ix_entry_round", "match_id", "state", "round", "place"),
    )


class NoteRow(Base):
    """Plain text that somebody wrote on a match, or beside one of its entries."""

    __tablename__ = "note"

    match_id: Mapped[MatchId]
    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    """The id of the write."""
    n: Mapped[int | None]
    """The entry that it stands beside; None where it is about the match."""
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[str] = mapped_column(String(32))
    by: Mapped[str] = mapped_column(String(22))
    who: Mapped[str] = mapped_column(String(40))
    """The name of the device then; empty where nobody had named it."""
    removed: Mapped[str | None] = mapped_column(String(32))
    """The time when it was taken off the sheet."""
    hash: Mapped[RowHash]


class ForgottenName(Base):
    """A name that a device no longer wants to be offered, until it is used again."""

    __tablename__ = "forgotten_name"

    device: Mapped[str] = mapped_column(String(22), primary_key=True)
    key: Mapped[str] = mapped_column(String(120), primary_key=True)
    at: Mapped[str] = mapped_column(String(32))
    hash: Mapped[RowHash]


class ChangeRow(Base):
    """A change of a match: an entry written, undone, redone or amended."""

    __tablename__ = "act"

    match_id: Mapped[MatchId]
    version: Mapped[int] = mapped_column(primary_key=True)
    write_id: Mapped[str] = mapped_column(String(40))
    """Chosen by the device: the same write sent twice is one change."""
    kind: Mapped[str] = mapped_column(String(10))
    n: Mapped[int]
    at: Mapped[str] = mapped_column(String(32))
    by: Mapped[str] = mapped_column(String(22))
    hash: Mapped[RowHash]

    __table_args__ = (UniqueConstraint("match_id", "write_id"),)


class AmendmentRow(Base):
    """An amendment: which entry it changed, and every row as it was before and after it."""

    __tablename__ = "amendment"

    match_id: Mapped[MatchId]
    version: Mapped[int] = mapped_column(primary_key=True)
    """The version that it made."""
    n: Mapped[int]
    place: Mapped[int]
    """The place of the nth entry in the order of play."""
    kept_below: Mapped[int | None]
    """The place from which on entries were undone and written over: these stay as they are."""
    replaced_by: Mapped[int | None]
    """The entry that was written in place of the nth; None where that was taken out."""
    by: Mapped[str] = mapped_column(String(22))
    state: Mapped[str] = mapped_column(String(10))
    latest: Mapped[int]
    """The version in which it was made, undone or redone last."""
    changes: Mapped[bytes] = mapped_column(LargeBinary)
    hash: Mapped[RowHash]


class DeviceRow(Base):
    """A tablet or phone at a match: what it may do there, and when it was last seen."""

    __tablename__ = "device"

    match_id: Mapped[MatchId]
    id: Mapped[str] = mapped_column(String(22), primary_key=True)
    """The name that follows from its secret, as it stands beside what it wrote."""
    right: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int | None]
    """The only seat that it writes for."""
    name: Mapped[str] = mapped_column(String(40))
    joined: Mapped[str] = mapped_column(String(32))
    seen: Mapped[str] = mapped_column(String(32))
    """The time when it last asked for a page, to the minute."""
    state: Mapped[str] = mapped_column(String(8), default="running")
    """The state of its match, as the device's list is divided; see `store/match_log.py`."""
    listed: Mapped[str] = mapped_column(String(32), default="")
    """The time of its match's last change, by which the device's list is sorted."""
    network: Mapped[str | None] = mapped_column(String(22))
    """The pseudonym of the network from which it came first to look."""
    hash: Mapped[RowHash]

    __table_args__ = (
        Index("ix_device_joined", "id", "joined"),
        # A page of a list is read from its end, however many matches the device has.
        Index("ix_device_list", "id", "state", "listed", "match_id", "right"),
    )


class SecretRow(Base):
    """A secret that replaced a device's first one, by the name that follows from it."""

    __tablename__ = "secret"

    name: Mapped[str] = mapped_column(String(22), primary_key=True)
    device: Mapped[str] = mapped_column(String(22))
    """The name of the device, which follows from its first secret."""
    is_used: Mapped[bool]
    """True once the device has sent it; from then on the first secret is not valid."""
    hash: Mapped[RowHash]

    __table_args__ = (Index("ix_secret_device", "device"),)


class RequestRow(Base):
    """Something that a device wants to do and others have to agree to."""

    __tablename__ = "request"

    match_id: Mapped[MatchId]
    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    """The id of the write."""
    by: Mapped[str] = mapped_column(String(22))
    kind: Mapped[str] = mapped_column(String(10))
    """The kind of change that it asks for: write, undo or redo."""
    at: Mapped[str] = mapped_column(String(32))
    entries: Mapped[bytes] = mapped_column(LargeBinary)
    """The entries that would be written, taken back or brought back."""
    then: Mapped[bytes | None] = mapped_column(LargeBinary)
    last: Mapped[int | None]
    """The entry that undo or redo begins with; when it is another, the table has moved on."""
    down_to: Mapped[int | None]
    asked: Mapped[str] = mapped_column(Text)
    """The seats that have not said yes yet."""
    state: Mapped[str] = mapped_column(String(10))
    hash: Mapped[RowHash]


class CountRow(Base):
    """A count of an hour or a day: wrong guesses of a code, or what a network has stored."""

    __tablename__ = "guess"

    what: Mapped[str] = mapped_column(String(80), primary_key=True)
    since: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int]
    hash: Mapped[RowHash]

    __table_args__ = (Index("ix_guess_since", "since"),)


class TitleDocument(Base):
    """Something that players make for a title, such as a deck: perhaps not finished yet."""

    __tablename__ = "document"

    id: Mapped[str] = mapped_column(String(22), primary_key=True)
    title: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(40))
    content: Mapped[bytes] = mapped_column(LargeBinary)
    """The document as its title writes it: of a deck, the list of its tiles."""
    made_by: Mapped[str] = mapped_column(String(22))
    changed: Mapped[str] = mapped_column(String(32))
    network: Mapped[str | None] = mapped_column(String(22))
    """The pseudonym of the network from which it was made."""
    hash: Mapped[RowHash]
