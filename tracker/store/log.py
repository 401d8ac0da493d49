"""The log of a match: its only writer, and what reads it back."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tracker.store.models import Act, Match, Record


class State(StrEnum):
    """Whether an entry counts."""

    LIVE = "live"
    UNDONE = "undone"
    """Taken back, and can be brought back until something new is written."""
    CROSSED = "crossed"
    """Struck through for good: amended, taken out, or written over after an undo."""


class Kind(StrEnum):
    """What an act did."""

    WRITE = "write"
    UNDO = "undo"
    REDO = "redo"
    AMEND = "amend"
    TURN_UP = "turn_up"
    """Something hidden was shown, and its entry is still to be written."""
    ASK = "ask"
    """Something waits for a yes."""
    ANSWER = "answer"
    TABLE = "table"
    """Somebody's rights, or the table's settings, were changed."""


def match_of(session: Session, match_id: str) -> Match | None:
    return session.get(Match, match_id)


def records(session: Session, match_id: str, *states: State) -> Sequence[Record]:
    """The entries in the order of play; of these states, or all."""
    chosen = select(Record).where(Record.match_id == match_id)
    if states:
        chosen = chosen.where(Record.state.in_(states))
    return session.scalars(chosen.order_by(Record.place, Record.n)).all()


def record(session: Session, match_id: str, n: int) -> Record | None:
    return session.get(Record, (match_id, n))


def newest(session: Session, match_id: str, number: int) -> Sequence[Record]:
    """The last so many entries that count, the newest first."""
    chosen = select(Record).where(Record.match_id == match_id, Record.state == State.LIVE)
    return session.scalars(chosen.order_by(Record.place.desc()).limit(number)).all()


def last_live(session: Session, match_id: str) -> Record | None:
    """The entry that undo takes back."""
    return next(iter(newest(session, match_id, 1)), None)


def first_undone(session: Session, match_id: str) -> Record | None:
    """The entry that redo brings back."""
    chosen = select(Record).where(Record.match_id == match_id, Record.state == State.UNDONE)
    return session.scalars(chosen.order_by(Record.place).limit(1)).first()


def round_ends(session: Session, match_id: str) -> Sequence[tuple[int, str]]:
    """Each round with everyone's scores after its last live entry."""
    last = (
        select(func.max(Record.place))
        .where(Record.match_id == match_id, Record.state == State.LIVE)
        .group_by(Record.round)
    )
    chosen = select(Record.round, Record.scores).where(
        Record.match_id == match_id, Record.state == State.LIVE, Record.place.in_(last)
    )
    return [(number, scores) for number, scores in session.execute(chosen.order_by(Record.round))]


def act_of(session: Session, match_id: str, write_id: str) -> Act | None:
    """The act that this write has already made, if it was sent before."""
    chosen = select(Act).where(Act.match_id == match_id, Act.write_id == write_id)
    return session.scalars(chosen).first()


def make(session: Session, match: Match) -> None:
    session.add(match)


def append(session: Session, new: Record) -> None:
    """Write an entry at the end; what was undone before can no longer be brought back."""
    for old in records(session, new.match_id, State.UNDONE):
        old.state = State.CROSSED
    session.add(new)


def cross_out(session: Session, entries: Iterable[Record], amended_by: int | None = None) -> None:
    for old in entries:
        old.state = State.CROSSED
        old.amended_by = amended_by


def note(session: Session, match: Match, kind: Kind, n: int, write_id: str, by: str) -> None:
    """Write down that something happened, and count the version up."""
    match.version += 1
    act = Act(match_id=match.id, version=match.version, write_id=write_id, kind=kind, n=n)
    act.at, act.by = match.changed, by
    session.add(act)
