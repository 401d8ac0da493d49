"""The chances of both sides at each month's end of a match that is over.

They are computed once, in a thread and a process of their own, and stored beside the result.
"""

import logging
import queue
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.games.civil_war import title
from tracker.games.civil_war.entries import LayTiles
from tracker.games.civil_war.packing import pack
from tracker.games.civil_war.position import Position
from tracker.games.civil_war.whole_game import EndlessGame
from tracker.games.civil_war.winning_chances import (
    CONTINUATIONS,
    MonthChance,
    has_two_sides,
    read,
    south_share,
)
from tracker.service.civil_war.simulation_worker import ChancesJob
from tracker.service.civil_war.simulations import Simulation, WorkerFailed, played_on
from tracker.service.match import loaded, must_find, unpack_entry, unpack_facts
from tracker.store import match_log, result_rows
from tracker.store.database import Database
from tracker.store.database_errors import Unreachable

MOST_WAITING: Final = 20
"""Matches that wait for their turn; another one is asked for again by its page."""
NONE: Final[tuple[MonthChance, ...]] = ()
"""The chances of a match that cannot be played on, as its house rules let no game end."""

_log = logging.getLogger(__name__)


class ChancesShown(Struct, frozen=True):
    """The chances, or the part of the computation that is done, from 0 to 1."""

    chances: tuple[MonthChance, ...] | None = None
    done: float = 0.0


class MonthEnds(Struct, frozen=True):
    """The positions of a finished match at its start and at the end of each month."""

    id: str
    version: int
    months: tuple[int, ...]
    positions: tuple[Position, ...]
    is_dealt: bool
    """True where the tablet dealt its tiles."""


class MatchChances:
    """The chances of the matches in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._waiting: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._done: dict[str, float] = {}
        self._failed: set[str] = set()
        self._simulation: Simulation | None = None
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="chances", daemon=True)

    def start(self) -> None:
        """Begin to compute the chances of the matches that pages ask for."""
        self._thread.start()

    def close(self) -> None:
        """Leave off the match that is being computed: its page asks again another day."""
        self._is_closing.set()
        with suppress(queue.Full):
            self._waiting.put_nowait(None)
        if self._simulation is not None:
            self._simulation.stop()
        self._thread.join()

    def of(self, match_id: str) -> ChancesShown | None:
        """Return the chances, and have them computed where they are not; None while it goes on.

        There are none either where everyone is on one side.
        """
        with self._database.reading() as session:
            match = must_find(session, match_id)
            result = result_rows.result_of(session, match_id)
            if match.title.NAME != title.NAME or result is None:
                return None
            if not has_two_sides(match.setup, title.start(match.setup).position):
                return None
            analysis = result.analysis
        if analysis is not None:
            return ChancesShown(read(analysis))
        return self._ask(match_id)

    def _ask(self, match_id: str) -> ChancesShown:
        with self._lock:
            if match_id in self._failed:
                return ChancesShown(NONE)
            if match_id not in self._done:
                with suppress(queue.Full):
                    self._waiting.put_nowait(match_id)
                    self._done[match_id] = 0.0
            return ChancesShown(done=self._done.get(match_id, 0.0))

    def _work(self) -> None:
        """Compute the matches that wait, one after the other, until the server ends."""
        while (match_id := self._waiting.get()) is not None and not self._is_closing.is_set():
            try:
                self._compute(match_id)
            except (WorkerFailed, Unreachable) as error:
                if not self._is_closing.is_set():
                    _log.warning("The chances of a match could not be computed: %r", error)
                self._failed.add(match_id)
            finally:
                with self._lock:
                    self._done.pop(match_id, None)

    def _compute(self, match_id: str) -> None:
        with self._database.reading() as session:
            played = _played(session, match_id)
        if played is None:
            return
        try:
            chances = self._chances_of(played)
        except EndlessGame:
            chances = NONE
        with self._database.writing() as session:
            now = match_log.state_of(session, match_id)
            # Somebody who has written meanwhile asks for the chances of another match.
            if now is not None and now.version == played.version:
                text = msgspec.json.encode(chances).decode()
                result_rows.put_analysis(session, match_id, text)

    def _chances_of(self, played: MonthEnds) -> tuple[MonthChance, ...]:
        *open_positions, end = played.positions
        job = ChancesJob(
            open_positions[0].game.setup,
            tuple(map(pack, open_positions)),
            CONTINUATIONS,
            played.id,
            played.is_dealt,
        )
        games: Counter[int] = Counter()
        south: dict[int, float] = dict.fromkeys(range(len(open_positions)), 0.0)
        with Simulation([job]) as simulation:
            self._simulation = simulation
            if self._is_closing.is_set():
                simulation.stop()
            for number, result in enumerate(played_on(simulation), 1):
                games[result.position] += 1
                south[result.position] += result.south
                self._done[played.id] = number / (CONTINUATIONS * len(open_positions))
        shares = [south[number] / games[number] for number in south]
        return tuple(map(MonthChance, played.months, [*shares, south_share(end)]))


def _played(session: Session, match_id: str) -> MonthEnds | None:
    """Play the match by its facts; return None where it goes on again."""
    row = match_log.state_of(session, match_id)
    if row is None or not row.is_over:
        return None
    match = loaded(session, row)
    position = title.start(match.setup).position
    ends: dict[int, Position] = {0: position}
    entries: list[Any] = []
    for played in result_rows.played(session, match_id):
        position = title.apply(position, unpack_facts(match.title, played.facts))
        ends[played.round] = position
        entries.append(unpack_entry(match.title, played.entry))
    return MonthEnds(match_id, row.version, tuple(ends), tuple(ends.values()), _is_dealt(entries))


def _is_dealt(entries: Sequence[Any]) -> bool:
    return any(isinstance(entry, LayTiles) for entry in entries)
