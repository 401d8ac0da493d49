"""Connections of SQLite that nobody closed: a warning, and so an error, on every Python.

Python 3.13 warns by itself. Where an older one is used, this does it.
"""

import functools
import sqlite3
import sys
import warnings


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
        connect = functools.partial(sqlite3.connect, factory=Connection)
        for module in (sqlite3, sqlite3.dbapi2):
            setattr(module, "connect", connect)  # noqa: B010
