"""PostgreSQL: a pool of connections, and hearing what other processes have written."""

import logging
import re
import threading
from collections.abc import Callable
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, Engine, Text, bindparam, create_engine, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session

from tracker.store.pool import ClosingPool

CHANNEL: Final = "quartermaster"
# Anybody who reaches the database can say something on the channel.
OURS: Final = re.compile(r"(?P<match_id>\S{1,22}) (?P<version>[0-9]{1,10})")
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
PATIENCE: Final = "-c lock_timeout=5s -c idle_in_transaction_session_timeout=30s"
RECENT: Final = 1000
RETRY_SECONDS: Final = 1.0

Tell = Callable[[str, int], None]

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
    """How to connect; options that the address itself has come last, so that they count."""
    own = make_url(url).normalized_query.get("options", ())
    return CONNECTING | {"options": " ".join((PATIENCE, *own))}


def be_patient(connection: Connection) -> None:
    """In this transaction locks are waited for, however long it takes."""
    connection.execute(text("SET LOCAL lock_timeout = 0"))


def be_brief(session: Session, seconds: float) -> None:
    """In this transaction locks are waited for no longer than so many seconds."""
    session.execute(text(f"SET LOCAL lock_timeout = {int(seconds * 1000)}"))


def take_over(connection: Connection) -> None:
    """Nobody writes until the transaction ends; what was there can still be read and copied."""
    connection.execute(text("LOCK TABLE match, document, guess IN EXCLUSIVE MODE"))


def notify(session: Session, match_id: str, version: int) -> None:
    """Tell the other processes; they hear it when the transaction is committed, or never."""
    session.execute(_notify, {"what": f"{match_id} {version}"})


class Listener:
    """Hears in a thread of its own what any process has written, and tells it on."""

    def __init__(self, url: str, tell: Tell) -> None:
        self._url = make_url(url).set(drivername="postgresql").render_as_string(False)
        self._connecting = connecting(url)
        self._tell = tell
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._is_closing.set()
        self._thread.join()

    def _listen(self) -> None:
        while not self._is_closing.is_set():
            try:
                self._hear()
            except psycopg.Error as error:
                _log.warning("The database cannot be listened to: %s", str(error).strip())
            except Exception:  # noqa: BLE001
                # Whatever it was: without this thread nobody would hear of anything any more.
                _log.exception("What was heard in the database could not be told on")
            self._is_closing.wait(RETRY_SECONDS)

    def _hear(self) -> None:
        with psycopg.connect(self._url, autocommit=True, **self._connecting) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._catch_up(connection)
            while not self._is_closing.is_set():
                for heard in connection.notifies(timeout=RETRY_SECONDS):
                    ours = OURS.fullmatch(heard.payload)
                    if ours is not None:
                        self._tell(ours["match_id"], int(ours["version"]))

    def _catch_up(self, connection: psycopg.Connection[Any]) -> None:
        """Tell what was told before somebody listened: whoever follows knows if it is new."""
        newest = "SELECT id, version FROM match ORDER BY changed DESC LIMIT %s"
        if connection.execute("SELECT to_regclass('match')").fetchone() != (None,):
            for match_id, version in connection.execute(newest, [RECENT]):
                self._tell(match_id, version)
