"""Sessions on SQLite whose transactions the driver begins and ends.

That takes a fifth of the library's time. The library joins such a transaction where mapped objects
are asked for, and only then has anything to close.
"""

from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

from tracker.store.statements import CURSOR, DIALECT


class ReadSession(Session):
    """A session that only reads, of one moment."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(info={DIALECT: engine.dialect})
        self._engine = engine
        self._joined: Connection | None = None
        self._lent = engine.raw_connection()
        try:
            self.info[CURSOR] = cursor = self._lent.cursor()
            cursor.execute("BEGIN")
        except BaseException:
            self._lent.close()
            raise

    def get_bind(self, *_: Any, **__: Any) -> Connection:
        if self._joined is None:
            self._joined = Connection(self._engine, self._lent)
        return self._joined

    def close(self) -> None:
        if self._joined is None:
            self._lent.close()
        else:
            super().close()
            self._joined.close()


class WriteSession(Session):
    """A session in the open transaction of a connection, which others commit or take back.

    It serves one write after the other: closed, it forgets what the last one asked for.
    """

    def __init__(self, connection: Connection) -> None:
        self.driver = driver_of(connection)
        super().__init__(
            join_transaction_mode="rollback_only",
            expire_on_commit=False,
            info={DIALECT: connection.dialect, CURSOR: self.driver.cursor()},
        )
        self._connection = connection
        self._has_joined = False

    def get_bind(self, *_: Any, **__: Any) -> Connection:
        self._has_joined = True
        if not self._connection.in_transaction():
            self._connection.begin()
        return self._connection

    def close(self) -> None:
        if self._has_joined:
            super().close()
            self._has_joined = False


def driver_of(connection: Connection) -> Any:
    return connection.connection.driver_connection
