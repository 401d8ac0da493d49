"""The laboratory: whole games with a deck, played in the background and kept for the next look.

The progress of a run is stored in the database, so that every page and every process of the server
shows the same, and its figures are still there on another day.
"""

import hashlib
import logging
import secrets
import threading
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.civil_war import deck as format_of
from tracker.games.civil_war import game_figures, title
from tracker.games.civil_war.deck import Deck
from tracker.games.civil_war.game_figures import GameFigures
from tracker.games.civil_war.game_record import GameRecord
from tracker.games.civil_war.whole_game import EndlessGame
from tracker.service.civil_war.simulation_worker import Plan
from tracker.service.civil_war.simulations import (
    Simulation,
    WorkerFailed,
    games_jobs,
    processors,
    records,
)
from tracker.store import documents
from tracker.store.database import Database
from tracker.store.database_errors import Unreachable
from tracker.store.models import TitleDocument

KIND: Final = f"{title.NAME}/laboratory"
"""The kind of document that a run is stored as."""
MOST_GAMES: Final = 1_000
MOST_KEPT_RUNS: Final = 200
MOST_RUNNING: Final = 8
"""Runs of all devices at once: they take turns, and one of 1,000 games takes 10 to 30 s."""
NOTED_EVERY: Final = timedelta(seconds=0.5)
SILENT: Final = timedelta(seconds=20)
"""A run that has noted nothing for so long was interrupted: its server was stopped."""
ANOTHER_RUNS = Message("Your other games are still being played. Wait for them, or stop them.")
FULL = Message("Others are playing games as well. Try again in a moment.")
TOO_SMALL = Message(
    "{seats} players with {tiles} tiles each need {needed} tiles; the deck has {there}."
)

_log = logging.getLogger(__name__)


class RunState(StrEnum):
    """The state of a run."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


OPEN: Final = frozenset({RunState.RUNNING})


class Trial(Struct, frozen=True):
    """The games that are asked for."""

    games: int = MOST_GAMES
    seats: int = 6
    months: Literal[5, 6] = 6
    tiles: Literal[3, 4] = 4
    player: str = "plain"


class Run(Struct, frozen=True):
    """Games with one deck that one device has asked for."""

    trial: Trial
    digest: str
    """The hash of the deck's tiles."""
    key: str
    """A name of the run that no other run has."""
    noted: str
    """The time of the last note."""
    state: RunState = RunState.RUNNING
    done: int = 0
    """The games that have been played."""
    figures: GameFigures | None = None

    @property
    def is_running(self) -> bool:
        return self.state in OPEN


class NotNow(Exception):
    """No run is begun, for the reason that the sentence gives."""

    def __init__(self, says: Message) -> None:
        super().__init__(str(says))
        self.says = says


class Laboratory:
    """The runs in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = threading.Lock()

    def run_of(self, deck_id: str, by: str) -> Run | None:
        """Return the device's last run with a deck, as far as it has come."""
        with self._database.reading() as session:
            return _read(documents.document_of(session, _address(deck_id, by)))

    def begin(self, deck_id: str, whole: Deck | str, trial: Trial, by: str) -> None:
        """Begin a run in place of the last one; raise `Invalid` or `NotNow` where it cannot be."""
        _must_be_enough(whole, trial)
        run = Run(trial, digest_of(whole), secrets.token_hex(8), _now())
        address = _address(deck_id, by)
        with self._database.writing() as session:
            _must_be_free(session, by)
            documents.remove_oldest(session, KIND, MOST_KEPT_RUNS)
            _put(session, address, by, run)
        threading.Thread(
            target=self._work, args=(address, run, whole), name="laboratory", daemon=True
        ).start()

    def stop(self, deck_id: str, by: str) -> None:
        """Stop the device's run with a deck; its process ends with its next note."""
        with self._database.writing() as session:
            found = documents.document_to_change(session, _address(deck_id, by))
            run = _read(found)
            if found is not None and run is not None and run.is_running:
                _keep(found, msgspec.structs.replace(run, state=RunState.STOPPED))

    def _work(self, address: str, run: Run, whole: Deck | str) -> None:
        """Play the run's games when it is its turn, and store their figures."""
        try:
            while not self._turn.acquire(timeout=NOTED_EVERY.total_seconds()):
                if not self._note(address, run.key, done=0):
                    return
            try:
                self._play(address, run, whole)
            finally:
                self._turn.release()
        except (EndlessGame, WorkerFailed) as error:
            _log.warning("A run of the laboratory failed: %r", error)
            self._note(address, run.key, state=RunState.FAILED)
        except Unreachable as error:
            _log.warning("A run of the laboratory could not be stored: %s", error)

    def _play(self, address: str, run: Run, whole: Deck | str) -> None:
        trial = run.trial
        plan = Plan(whole, trial.seats, trial.months, trial.tiles, trial.player)
        played: dict[int, GameRecord] = {}
        last = datetime.now(UTC)
        with Simulation(games_jobs(plan, trial.games, _processes())) as simulation:
            for number, record in records(simulation):
                played[number] = record
                if datetime.now(UTC) - last >= NOTED_EVERY:
                    last = datetime.now(UTC)
                    if not self._note(address, run.key, done=len(played)):
                        return
        found = game_figures.figures([played[number] for number in sorted(played)])
        self._note(address, run.key, done=len(played), figures=found, state=RunState.DONE)

    def _note(self, address: str, key: str, **changes: Any) -> bool:
        """Store the progress of the run; return False where it was stopped."""
        with self._database.writing() as session:
            found = documents.document_to_change(session, address)
            run = _stored(found)
            if found is None or run is None or run.key != key or not run.is_running:
                return False
            _keep(found, msgspec.structs.replace(run, noted=_now(), **changes))
            return True


def digest_of(whole: Deck | str) -> str:
    """Return the hash of a deck's tiles: another one after any change."""
    tiles = format_of.shipped(whole).tiles if isinstance(whole, str) else whole.tiles
    return hashlib.sha256(msgspec.json.encode(tiles)).hexdigest()[:16]


def _processes() -> int:
    """Return the processors but one, which is left to the tables."""
    return max(1, processors() - 1)


def _must_be_enough(whole: Deck | str, trial: Trial) -> None:
    """CW-3.2: a deck that is too small cannot be laid."""
    tiles = format_of.shipped(whole).tiles if isinstance(whole, str) else whole.tiles
    needed = trial.seats * trial.tiles
    if needed > len(tiles):
        figures = {"seats": trial.seats, "tiles": trial.tiles, "needed": needed}
        raise Invalid("tiles", TOO_SMALL.text, **figures, there=len(tiles))


def _must_be_free(session: Session, by: str) -> None:
    """One run at a time for a device, and some for all devices together."""
    if any(_is_running(found) for found in documents.documents_by(session, KIND, by)):
        raise NotNow(ANOTHER_RUNS)
    if sum(map(_is_running, documents.documents(session, KIND))) >= MOST_RUNNING:
        raise NotNow(FULL)


def _is_running(found: TitleDocument) -> bool:
    run = _read(found)
    return run is not None and run.is_running


def _read(found: TitleDocument | None) -> Run | None:
    """Return the run as it is shown: interrupted, where its server has been stopped."""
    run = _stored(found)
    if run is not None and run.is_running:
        silence = datetime.now(UTC) - datetime.fromisoformat(run.noted)
        if silence > SILENT:
            return msgspec.structs.replace(run, state=RunState.INTERRUPTED)
    return run


def _stored(found: TitleDocument | None) -> Run | None:
    return None if found is None else msgspec.json.decode(found.content, type=Run)


def _put(session: Session, address: str, by: str, run: Run) -> None:
    found = documents.document_to_change(session, address)
    if found is None:
        found = TitleDocument(id=address, title=KIND, name="", made_by=by)
        documents.put(session, found)
    _keep(found, run)


def _keep(found: TitleDocument, run: Run) -> None:
    found.content = msgspec.json.encode(run)
    found.changed = run.noted


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _address(deck_id: str, by: str) -> str:
    """Return the same address for the same deck and device."""
    digest = hashlib.sha256(msgspec.json.encode((KIND, deck_id, by))).digest()
    return urlsafe_b64encode(digest)[:22].decode()
