"""The tables. Nothing that anybody wrote on a sheet is ever deleted from them."""

from typing import Annotated

from sqlalchemy import ForeignKey, Index, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

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


class Match(Base):
    """One play of a title."""

    __tablename__ = "match"

    id: Mapped[str] = mapped_column(String(22), primary_key=True)
    title: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80))
    made_by: Mapped[str] = mapped_column(String(22))
    created: Mapped[str] = mapped_column(String(32))
    changed: Mapped[str] = mapped_column(String(32))
    setup: Mapped[bytes] = mapped_column(LargeBinary)
    drawn: Mapped[str] = mapped_column(Text)
    """The seats whose roles were drawn at random."""
    version: Mapped[int]
    """Goes up by one with every act."""
    written: Mapped[int]
    """How many entries were ever written: the number of the next one."""
    position: Mapped[bytes] = mapped_column(LargeBinary)
    is_over: Mapped[bool]
    turned: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The entry that has shown what was hidden, while its choices are made."""
    trouble: Mapped[str | None] = mapped_column(Text)
    """What a check found wrong; while it is so, the match can be read but not written on."""

    __table_args__ = (Index("ix_match_changed", "is_over", "changed"),)


class Record(Base):
    """One entry, with the lines that it wrote when it was decided."""

    __tablename__ = "entry"

    match_id: Mapped[MatchId]
    n: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[int]
    """Where it counts in the order of play: an amended entry's successor takes its place."""
    state: Mapped[str] = mapped_column(String(10))
    amended_by: Mapped[int | None]
    at: Mapped[str] = mapped_column(String(32))
    by: Mapped[str] = mapped_column(String(22))
    entry: Mapped[bytes] = mapped_column(LargeBinary)
    lines: Mapped[bytes] = mapped_column(LargeBinary)
    round: Mapped[int]
    scores: Mapped[str] = mapped_column(Text)
    """Everyone's points after it, and the round (month) it was written in: for the graph."""
    position: Mapped[bytes | None] = mapped_column(LargeBinary)
    """How the table stood after it; kept with some entries, so that an undo begins there."""

    __table_args__ = (
        Index("ix_entry_place", "match_id", "state", "place"),
        Index("ix_entry_round", "match_id", "state", "round", "place"),
    )


class Act(Base):
    """Something that happened to the sheet: an entry written, undone, redone or amended."""

    __tablename__ = "act"

    match_id: Mapped[MatchId]
    version: Mapped[int] = mapped_column(primary_key=True)
    write_id: Mapped[str] = mapped_column(String(40))
    """Chosen by the device: the same write sent twice is one act."""
    kind: Mapped[str] = mapped_column(String(10))
    n: Mapped[int]
    at: Mapped[str] = mapped_column(String(32))
    by: Mapped[str] = mapped_column(String(22))

    __table_args__ = (UniqueConstraint("match_id", "write_id"),)


class Deck(Base):
    """A deck of a title's tiles, as far as it is made: perhaps too few, perhaps with mistakes."""

    __tablename__ = "deck"

    id: Mapped[str] = mapped_column(String(22), primary_key=True)
    title: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(40))
    tiles: Mapped[bytes] = mapped_column(LargeBinary)
    """A list of tiles as the deck format writes them."""
    made_by: Mapped[str] = mapped_column(String(22))
    changed: Mapped[str] = mapped_column(String(32))
