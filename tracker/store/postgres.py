"""PostgreSQL: a pool of connections, and the notices of other processes."""

import hashlib
import logging
import queue
import re
import threading
from collections.abc import Callable
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, Engine, Text, bindparam, create_engine, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session

from tracker.store.sqlite import ClosingPool

CHANNEL: Final = "quartermaster"
# Anybody who reaches the database can say something on the channel.
OURS: Final = re.compile(r"(?P<match_id>\S{1,22}) (?P<version>[0-9]{1,10})")
WORD: Final = re.compile(r"(?P<match_id>\S{1,22}) (?P<word>[a-z]{1,10}) (?P<text>\S.{0,7000})")
# A number of our own, so that nobody else's lock is meant: only one process migrates.
MIGRATING: Final = 1861
# A network that swallows what is sent is noticed after some seconds, not after hours.
CONNECTING: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    "application_name": "quartermaster",
}
# Nobody waits for ever for a lock, nor holds one for ever who stopped in the middle of a write.
LOCK_TIMEOUTS: Final = "-c lock_timeout=5s -c idle_in_transaction_session_timeout=30s"
MATCHES_CAUGHT_UP: Final = 1000
LISTEN_RETRY_SECONDS: Final = 1.0
LISTEN_SECONDS: Final = 0.5
"""The seconds that it listens before it sends what is queued."""

OnChange = Callable[[str, int], None]
"""Is called with a match and its new version."""
OnWord = Callable[[str, str, str], None]
"""Is called with a match, a word that a process has sent about it, and a text."""

_notify = select(func.pg_notify(CHANNEL, bindparam("what", type_=Text)))
_log = logging.getLogger(__name__)


def engine_of(url: str) -> Engine:
    return create_engine(
        make_url(url).set(drivername="postgresql+psycopg"),
        connect_args=connecting(url),
        poolclass=ClosingPool,
        pool_size=16,
        max_overflow=8,
        pool_timeout=10,
        # A server that was away and is back costs nobody an error.
        pool_pre_ping=True,
    )


def connecting(url: str) -> dict[str, Any]:
    """Return the options of a connection; those that the address itself has come last and count."""
    own = make_url(url).normalized_query.get("options", ())
    return CONNECTING | {"options": " ".join((LOCK_TIMEOUTS, *own))}


def be_patient(connection: Connection) -> None:
    """In this transaction locks are waited for, however long it takes."""
    connection.execute(text("SET LOCAL lock_timeout = 0"))


def be_brief(session: Session, seconds: float) -> None:
    """In this transaction locks are waited for no longer than so many seconds."""
    session.execute(text(f"SET LOCAL lock_timeout = {int(seconds * 1000)}"))


def take_over(connection: Connection) -> None:
    """Nobody writes until the transaction ends; what was there can still be read and copied."""
    connection.execute(text("LOCK TABLE match, document, guess IN EXCLUSIVE MODE"))


def take_turn(session: Session, what: str) -> None:
    """Wait until no other transaction has taken a turn at this."""
    key = hashlib.sha256(what.encode()).digest()[:8]
    session.execute(select(func.pg_advisory_xact_lock(int.from_bytes(key, "big", signed=True))))


def notify(session: Session, match_id: str, version: int) -> None:
    """Notify the other processes, when the transaction is committed."""
    session.execute(_notify, {"what": f"{match_id} {version}"})


def ignore_word(match_id: str, word: str, text: str) -> None:
    """Ignore the words of other processes."""


class Listener:
    """Receives in a thread of its own what any process has written or sent, and passes it on."""

    def __init__(self, url: str, on_change: OnChange, on_word: OnWord) -> None:
        self._url = make_url(url).set(drivername="postgresql").render_as_string(False)
        self._connecting = connecting(url)
        self._on_change = on_change
        self._on_word = on_word
        self._outgoing: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._thread.start()

    def send(self, match_id: str, word: str, text: str) -> None:
        """Send a word about a match to every process, within a second and without waiting."""
        self._outgoing.put(f"{match_id} {word} {text}")

    def close(self) -> None:
        self._is_closing.set()
        self._thread.join()

    def _listen(self) -> None:
        while not self._is_closing.is_set():
            try:
                self._receive()
            except psycopg.Error as error:
                _log.warning("The database cannot be listened to: %s", str(error).strip())
            except Exception:  # noqa: BLE001
                # Whatever it was: without this thread no change would be noticed any more.
                _log.exception("A notice of the database could not be passed on")
            self._is_closing.wait(LISTEN_RETRY_SECONDS)

    def _receive(self) -> None:
        with psycopg.connect(self._url, autocommit=True, **self._connecting) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._catch_up(connection)
            while not self._is_closing.is_set():
                self._send_queued(connection)
                for notice in connection.notifies(timeout=LISTEN_SECONDS):
                    self._take(notice.payload)

    def _take(self, payload: str) -> None:
        if (changed := OURS.fullmatch(payload)) is not None:
            self._on_change(changed["match_id"], int(changed["version"]))
        elif (sent := WORD.fullmatch(payload)) is not None:
            self._on_word(sent["match_id"], sent["word"], sent["text"])

    def _send_queued(self, connection: psycopg.Connection[Any]) -> None:
        while not self._outgoing.empty():
            connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, self._outgoing.get()])

    def _catch_up(self, connection: psycopg.Connection[Any]) -> None:
        """Pass on the newest versions, also of before it listened: followers know what is new."""
        newest = "SELECT id, version FROM match ORDER BY changed DESC LIMIT %s"
        if connection.execute("SELECT to_regclass('match')").fetchone() != (None,):
            for match_id, version in connection.execute(newest, [MATCHES_CAUGHT_UP]):
                self._on_change(match_id, version)
