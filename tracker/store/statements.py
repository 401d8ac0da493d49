"""Statements for what happens at every entry: built by SQLAlchemy once, then run by the driver.

Between the two the library spends five times as long on such a statement as SQLite does.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Executable
from sqlalchemy.orm import Session

CURSOR: Final = "cursor"
DIALECT: Final = "dialect"
"""The names of what a session may know from its beginning: a cursor, and its dialect."""


class _StatementText(NamedTuple):
    """The statement in the words of one database, and its values that never change."""

    text: str
    names: tuple[str, ...] | None
    fixed: dict[str, Any]


class Statement:
    """A statement that takes its values by name."""

    def __init__(self, built: Executable) -> None:
        self._built = built
        self._texts: dict[str, _StatementText] = {}

    def run(self, session: Session, **values: Any) -> None:
        self._execute(session, values)

    def rows(self, session: Session, **values: Any) -> Sequence[tuple[Any, ...]]:
        # All at once: a question that is not read to its end keeps the database waiting.
        rows: Sequence[tuple[Any, ...]] = self._execute(session, values).fetchall()
        return rows

    def row(self, session: Session, **values: Any) -> tuple[Any, ...] | None:
        return next(iter(self.rows(session, **values)), None)

    def _execute(self, session: Session, values: dict[str, Any]) -> Any:
        session.flush()
        cursor = session.info.get(CURSOR) or _cursor_of(session)
        text, names, fixed = self._in_words_of(session)
        if fixed:
            values = fixed | values
        cursor.execute(text, values if names is None else [values[name] for name in names])
        return cursor

    def _in_words_of(self, session: Session) -> _StatementText:
        dialect = session.info.get(DIALECT) or session.get_bind().dialect
        if dialect.name not in self._texts:
            compiled: Any = self._built.compile(dialect=dialect)  # type: ignore[attr-defined]
            names = tuple(compiled.positiontup) if compiled.positiontup else None
            fixed = {name: value for name, value in compiled.params.items() if value is not None}
            self._texts[dialect.name] = _StatementText(str(compiled), names, fixed)
        return self._texts[dialect.name]


def _cursor_of(session: Session) -> Any:
    """A cursor in the session's transaction, for as long as the session lasts."""
    bind = session.get_bind()
    connection = bind if isinstance(bind, Connection) else session.connection()
    driver: Any = connection.connection.driver_connection
    session.info[CURSOR] = cursor = driver.cursor()
    return cursor
