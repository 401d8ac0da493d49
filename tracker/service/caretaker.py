"""The threads that look after the database while a server runs: check it, copy it, watch it."""

import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Final

from tracker.service import match_checks
from tracker.settings import Settings
from tracker.store.backups import Backups
from tracker.store.copying import NotACopy
from tracker.store.database import Database
from tracker.store.database_errors import Unreachable

# Of the time that a check takes, so much is left to the table before the next one.
REST_FOR_EACH_SECOND: Final = 4
CHECK_RETRY_SECONDS: Final = 60
WATCH_SECONDS: Final = 1.0
"""The longest that the deletion of SQLite's log goes unnoticed while nobody writes."""

_log = logging.getLogger(__name__)


class Caretaker:
    """Threads of their own: they delay neither the start nor an entry."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._every = settings.backup_hours * 3600
        self._backups: Backups | None = None
        if database.path is not None and settings.backups:
            self._backups = Backups(database, settings.data / "backups", settings.backups)
        self._is_closing = threading.Event()
        self._threads = [threading.Thread(target=self._run, name="caretaker", daemon=True)]
        if database.path is not None:
            self._threads += [threading.Thread(target=self._watch, name="log watch", daemon=True)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._is_closing.set()
        for thread in self._threads:
            thread.join()

    def _watch(self) -> None:
        while not self._is_closing.wait(WATCH_SECONDS):
            # The requests that meet the same failure log it.
            with contextlib.suppress(Unreachable):
                self._database.watch_log()

    def _run(self) -> None:
        self._until_it_works(self._check)
        while not self._is_closing.is_set():
            self._until_it_works(self._copy)
            self._is_closing.wait(self._every)

    def _until_it_works(self, work: Callable[[], None]) -> None:
        while not self._is_closing.is_set():
            try:
                work()
            except (Unreachable, NotACopy, OSError, sqlite3.Error) as error:
                _log.warning("The database could not be looked after: %s", error)
                self._is_closing.wait(CHECK_RETRY_SECONDS)
            else:
                return

    def _check(self) -> None:
        """Every running match, the newest first, with rests in between."""
        for trouble in match_checks.integrity(self._database):
            _log.error("%s", trouble)
        self._began = time.monotonic()
        for trouble in match_checks.check_matches(
            self._database, running_only=True, rest=self._rest
        ):
            _log.error("%s", trouble.in_the_log)

    def _rest(self) -> None:
        spent = time.monotonic() - self._began
        self._is_closing.wait(spent * REST_FOR_EACH_SECOND)
        self._began = time.monotonic()

    def _copy(self) -> None:
        if self._backups is not None:
            made = self._backups.make()
            if made is not None:
                _log.debug("Backed up as %s", made.name)
