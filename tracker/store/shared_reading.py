"""One reading for all that a thread asks: a page is of one moment, and is one transaction."""

import threading
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session


class SharedReading(threading.local):
    """The session that the readings of this thread share, while that is wanted."""

    is_wanted = False
    _session: Session | None = None

    def session(self, open_reading: Callable[[], Session]) -> Session:
        """Return the session, opened by the first who reads."""
        if self._session is None:
            self._session = open_reading()
        return self._session

    def end(self) -> None:
        """Close the session; whoever reads next opens another, of a later moment."""
        session, self._session = self._session, None
        if session is None:
            return
        try:
            session.close()
        except SQLAlchemyError:
            # The connection is gone; what was read with it is not.
            session.invalidate()
