"""The app's answer, made a piece at a time in threads that clients share."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextvars import copy_context
from typing import TYPE_CHECKING, Final, TypeVar

from tracker.serving.environ import Environ
from tracker.serving.fair_threads import FairThreads

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Headers = list[tuple[bytes, bytes]]
T = TypeVar("T")

PIECE: Final = 65_536
"""The fewest bytes that a piece has, except the last one."""


class AppAnswer:
    """The app's answer: begun, continued and closed in a thread, a piece at a time.

    Each step may run in another thread of the pool. All steps run in one context: Flask keeps the
    request and `g` in context variables, and would leave them behind in the thread of the first
    step, where later requests would find them.
    """

    def __init__(
        self, app: "WSGIApplication", environ: Environ, threads: FairThreads, client: str
    ) -> None:
        self.client = client
        self._app = app
        self._environ = environ
        self._threads = threads
        self._context = copy_context()
        self._is_running = threading.Lock()
        self._written: list[bytes] = []
        self._pieces: Iterator[bytes] = iter(())
        self._iterable: Iterable[bytes] = ()
        self.status = 500
        self.headers: Headers = []
        self.is_done = False

    async def run(self, step: Callable[[], T]) -> T:
        """Run one of the steps below in a thread, in the context of this answer."""
        return await self._threads.run(self.client, lambda: self._in_context(step))

    def _in_context(self, step: Callable[[], T]) -> T:
        # A server that stops cancels the wait for a step, but not the step: `close` waits for it.
        with self._is_running:
            return self._context.run(step)

    def begin(self) -> bytes:
        """Run the app; return the first piece of its answer."""
        self._iterable = self._app(self._environ, self._start_response)
        self._pieces = iter(self._iterable)
        return self.next_piece()

    def next_piece(self) -> bytes:
        """Return enough bytes to be worth sending, or all that are left, and then close."""
        data, self._written = b"".join(self._written), []
        for piece in self._pieces:
            data += piece
            if len(data) >= PIECE:
                return data
        self.close()
        return data

    def close(self) -> None:
        """Tell the app, once, that its answer is over."""
        if self.is_done:
            return
        self.is_done = True
        close = getattr(self._iterable, "close", None)
        if close is not None:
            close()
        # A large answer that the client reads slowly is in memory once, not twice.
        self._iterable, self._pieces = (), iter(())

    def _start_response(
        self, status: str, headers: list[tuple[str, str]], exc_info: object = None
    ) -> Callable[[bytes], object]:
        # A header that cannot be sent is refused here, where the app can still answer otherwise.
        self.headers = [
            (name.encode("latin-1"), value.encode("latin-1")) for name, value in headers
        ]
        self.status = int(status.partition(" ")[0])
        return self._written.append
