"""Starting the server, and stopping it so that nobody is cut off in the middle."""

import asyncio
import signal
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvicorn

from tracker.live.hub import Hub
from tracker.serving.adapter import Adapter
from tracker.serving.protocol import Protocol

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

# A tablet on the table is tapped every few seconds: it keeps its connection.
KEEP_ALIVE: Final = 75
# Streams and idle connections are cheap, but each is an open file, of which a system gives 1,024.
CONNECTIONS: Final = 900
# Who is being answered when the server is told to stop gets so many seconds.
LAST_ANSWERS: Final = 10


class Server(uvicorn.Server):
    """The app on a port, with the streams of its hub."""

    def __init__(
        self,
        app: "WSGIApplication",
        hub: Hub,
        largest_body: int,
        host: str = "127.0.0.1",
        port: int = 8000,
        certificate: Path | None = None,
        key: Path | None = None,
    ) -> None:
        self._hub = hub
        self._adapter = Adapter(app, hub, largest_body)
        super().__init__(
            uvicorn.Config(
                self._adapter,
                host,
                port,
                loop="asyncio",
                http=Protocol,
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                log_level="warning",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                limit_concurrency=CONNECTIONS,
                timeout_keep_alive=KEEP_ALIVE,
                timeout_graceful_shutdown=LAST_ANSWERS,
                ssl_certfile=certificate,
                ssl_keyfile=key,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.run_on(asyncio.get_running_loop())
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the streams, finish what is being answered, and close."""
        self._hub.stop()
        await super().shutdown(sockets)
        self._adapter.close()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when told to, and then go on to the end of the program: being told is no fault."""
        is_main = threading.current_thread() is threading.main_thread()
        handlers = {one: signal.signal(one, self.handle_exit) for one in STOPS if is_main}
        try:
            yield
        finally:
            for one, handler in handlers.items():
                signal.signal(one, handler)


STOPS: Final[Sequence[signal.Signals]] = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def alongside(server: Server) -> Iterator[None]:
    """Another server, in a thread of its own, as long as this lasts."""
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()
