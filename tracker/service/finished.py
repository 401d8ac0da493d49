"""A match that is over, as it is handed on: who played, who won, when, and how long it took."""

from msgspec import Struct

from tracker.engine.message import Message
from tracker.engine.title import Won
from tracker.service.match import must_find
from tracker.store import result_rows
from tracker.store.database import Database


class FinishedSeat(Struct, frozen=True):
    """A player of a match that is over. Role and side are words of the title's results."""

    name: str
    key: str
    """The same for the same person in every match."""
    role: str
    side: str
    points: int | None
    rank: int
    won: bool


class Finished(Struct, frozen=True):
    """A match that is over."""

    id: str
    name: str
    title: str
    began: str
    ended: str
    seconds: int
    won: Won
    says: Message
    """The result as a sentence."""
    first: int | None
    """The seat that began, where one does."""
    seats: tuple[FinishedSeat, ...]

    @property
    def has_points(self) -> bool:
        return any(seat.points is not None for seat in self.seats)

    @property
    def ranking(self) -> list[FinishedSeat]:
        """The seats by their place, and those that are level in the order of the table."""
        return sorted(self.seats, key=lambda seat: seat.rank)


class FinishedMatches:
    """The matches of one database that are over."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def analysis(self, match_id: str) -> str | None:
        """Return the title's analysis of the match; None while there is none."""
        with self._database.reading() as session:
            result = result_rows.result_of(session, match_id)
            return None if result is None else result.analysis

    def read(self, match_id: str) -> Finished | None:
        """Return the match, or None while it goes on."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            result = result_rows.result_of(session, match_id)
            if result is None:
                return None
            title, setup = match.title, match.setup
            outcome = title.outcome(match.position)
            if outcome is None:
                return None
            return Finished(
                match_id,
                match.row.name,
                match.row.title,
                result.began,
                result.ended,
                result.seconds,
                outcome.won,
                outcome.label,
                title.progress(title.start(setup).position).turn,
                tuple(
                    FinishedSeat(
                        seat.name,
                        seat.key,
                        seat.role or "",
                        seat.side or "",
                        seat.points,
                        seat.rank or 1,
                        bool(seat.won),
                    )
                    for seat in result_rows.seats_of(session, match_id)
                ),
            )
