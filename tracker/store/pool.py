"""A pool of connections that leaves none open behind it."""

from sqlalchemy.pool import ConnectionPoolEntry, QueuePool


class ClosingPool(QueuePool):
    """A pool that, once it is disposed of, closes what it had lent as it comes back."""

    # What it logs is the library's, and is logged under its name.
    __module__ = QueuePool.__module__
    _is_disposed = False

    def dispose(self) -> None:
        self._is_disposed = True
        super().dispose()

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        if self._is_disposed:
            record.close()
        else:
            super()._do_return_conn(record)
