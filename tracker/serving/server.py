"""Starting the server, and stopping it so that nobody is cut off in the middle."""

import asyncio
import errno
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import uvicorn

from tracker.networks import network_of
from tracker.serving.adapter import Adapter
from tracker.serving.limits import DEFAULT_LIMITS, ClientPlaces, Limits
from tracker.serving.protocol import Protocol

# A tablet on the table is tapped every few seconds: it keeps its connection.
KEEP_ALIVE_SECONDS: Final = 75
# Of TLS 1.2; TLS 1.3 has no weak ones. Without CBC, and with a new key for each connection.
CIPHERS: Final = "ECDHE+AESGCM:ECDHE+CHACHA20"
# Answers that are under way when the server is told to stop get this long.
LAST_ANSWERS_SECONDS: Final = 2
WARNING_PAUSE_SECONDS: Final = 60.0
TOO_MANY: Final = "Refused a connection: too many are open, in all or from %s."

_log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """The app on a port, with the streams of its hub."""

    def __init__(
        self,
        adapter: Adapter,
        host: str = "127.0.0.1",
        port: int = 8000,
        certificate: Path | None = None,
        on_stop: Callable[[], None] | None = None,
    ) -> None:
        """`on_stop` is called first when the server stops: it ends what requests wait for."""
        self._on_stop = on_stop
        self._adapter = adapter
        self._hub = adapter.hub
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
                limit_concurrency=adapter.limits.connections,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=LAST_ANSWERS_SECONDS,
                ssl_certfile=certificate,
                ssl_ciphers=CIPHERS,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.run_on(asyncio.get_running_loop())
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the streams, finish what is being answered, and close."""
        self._hub.stop()
        if self._on_stop is not None:
            self._on_stop()
        await super().shutdown(sockets)
        # A cancelled answer closes what it had begun, which needs the threads of the adapter.
        await asyncio.gather(*self.server_state.tasks, return_exceptions=True)
        self._adapter.close()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when told to, and then go on to the end of the program: being told is no fault."""
        is_main = threading.current_thread() is threading.main_thread()
        handlers = {
            signal_number: signal.signal(signal_number, self.handle_exit)
            for signal_number in STOPS
            if is_main
        }
        try:
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)


STOPS: Final[Sequence[signal.Signals]] = (signal.SIGINT, signal.SIGTERM)


class CannotListen(Exception):
    """Nobody can be served on this port, with a sentence that says why and what to do."""


@contextmanager
def listening(
    host: str, port: int, option: str, limits: Limits = DEFAULT_LIMITS
) -> Iterator[list[socket.socket]]:
    """Sockets for whoever comes to this port; the option is the one that chooses another."""
    places = ClientPlaces(limits.connections, limits.connections_by_address)
    with ExitStack() as stack:
        try:
            sockets = [stack.enter_context(socket_) for socket_ in _sockets(host, port, places)]
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                sentence = f"Port {port} is taken; choose another with {option}."
            else:
                sentence = f"Nobody can be served on {host}, port {port}: {_reason(error)}."
            raise CannotListen(sentence) from None
        yield sockets


def _sockets(host: str, port: int, places: ClientPlaces) -> Iterator[socket.socket]:
    """One for each address that the host's name stands for; this machine may not have them all."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    wanted = list(dict.fromkeys((family, address) for family, _, _, _, address in found))
    for family, address in wanted:
        try:
            yield listening_socket(address, family, places)
        except OSError as error:
            if error.errno not in NOT_HERE or len(wanted) == 1:
                raise


NOT_HERE: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def _reason(error: OSError) -> str:
    is_of_the_name = isinstance(error, socket.gaierror)
    return str(error.strerror) if is_of_the_name else os.strerror(error.errno or 0)


class ListeningSocket(socket.socket):
    """A listening socket. A connection too many is closed at once.

    Connections are counted where they are accepted: https has shaken no hands by then, and nobody
    else would see a client that never does.
    """

    places: ClientPlaces
    _warned = -WARNING_PAUSE_SECONDS

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; raises `ConnectionAbortedError` for one too many."""
        connection, address = super().accept()
        client = network_of(address[0])
        if not self.places.take(client):
            connection.close()
            self._warn(client)
            raise ConnectionAbortedError
        return AcceptedSocket.counted(connection, self.places, client), address

    def _warn(self, client: str) -> None:
        if time.monotonic() - self._warned >= WARNING_PAUSE_SECONDS:
            self._warned = time.monotonic()
            _log.warning(TOO_MANY, client)


class AcceptedSocket(socket.socket):
    """A connection that leaves its place when it is closed."""

    _places: ClientPlaces | None = None
    _client = ""

    @classmethod
    def counted(
        cls, connection: socket.socket, places: ClientPlaces, client: str
    ) -> "AcceptedSocket":
        accepted = cls(fileno=connection.detach())
        accepted._places, accepted._client = places, client
        return accepted

    def close(self) -> None:
        super().close()
        if self._places is not None:
            self._places.leave(self._client)
            self._places = None


def listening_socket(address: Any, family: int, places: ClientPlaces) -> ListeningSocket:
    """A socket that listens at this address, whose connections send small answers at once.

    Otherwise an answer on a kept connection waits up to 40 ms for the client's acknowledgement.
    Accepted connections inherit the option.
    """
    made = ListeningSocket(fileno=socket.create_server(address, family=family).detach())
    made.places = places
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


@contextmanager
def alongside(server: Server, sockets: list[socket.socket]) -> Iterator[None]:
    """Another server, in a thread of its own, as long as this lasts."""
    thread = threading.Thread(target=server.run, args=(sockets,))
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()
