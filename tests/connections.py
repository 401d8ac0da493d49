"""Connections of SQLite as Python 3.13 wants them, on every Python.

It warns, which is an error here, of those that nobody closed, and of options without their names.
"""

import sqlite3
import sys
import warnings
from typing import Any


class Connection(sqlite3.Connection):
    """A connection that warns when it is collected without having been closed."""

    is_closed = False

    def close(self) -> None:
        self.is_closed = True
        super().close()

    def __del__(self) -> None:
        if not self.is_closed:
            message = f"unclosed database in {self!r}"
            warnings.warn(message, ResourceWarning, stacklevel=2, source=self)


def watch() -> None:
    """Let every connection from now on warn if it is not closed."""
    if sys.version_info < (3, 13):
        open_it = sqlite3.connect

        def connect(database: Any, factory: type | None = None, **options: Any) -> Any:
            watched = type("Watched", (Connection, factory), {}) if factory else Connection
            return open_it(database, factory=watched, **options)

        for module in (sqlite3, sqlite3.dbapi2):
            setattr(module, "connect", connect)  # noqa: B010
