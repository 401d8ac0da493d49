"""A server on a free port, over any app."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPResponse
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.processes import PATIENCE_SECONDS
from tracker.live.hub import Hub
from tracker.serving.adapter import Adapter
from tracker.serving.hosts import Hosts
from tracker.serving.limits import DEFAULT_LIMITS, Limits
from tracker.serving.server import Server, listening

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

HOST: Final = "127.0.0.1"
LARGEST: Final = 1_000_000
NAMES: Final = Hosts(["table", "bank.example"])


@dataclass
class Running:
    """A server that answers: its port, its hub, and how to stop it."""

    port: int
    hub: Hub
    server: Server
    thread: threading.Thread

    def connect(self) -> socket.socket:
        return socket.create_connection((HOST, self.port), timeout=PATIENCE_SECONDS)

    def exchange(self, *pieces: bytes) -> bytes:
        """Send these bytes, and read until the server closes."""
        with self.connect() as connection:
            for piece in pieces:
                connection.sendall(piece)
            return read_all(connection)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()


def read_all(connection: socket.socket) -> bytes:
    found = b""
    while data := connection.recv(65_536):
        found += data
    return found


def read_answer(connection: socket.socket) -> tuple[int, bytes]:
    """Return the status and the body of an answer, in however many pieces it comes."""
    answer = HTTPResponse(connection)
    answer.begin()
    return answer.status, answer.read()


@contextmanager
def running(
    app: "WSGIApplication",
    hub: Hub | None = None,
    certificate: Path | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Iterator[Running]:
    hub = hub or Hub()
    with listening(HOST, 0, "--port", limits) as sockets:
        port = int(sockets[0].getsockname()[1])
        adapter = Adapter(app, hub, LARGEST, limits, NAMES)
        server = Server(adapter, HOST, port, certificate)
        thread = threading.Thread(target=server.run, args=(sockets,))
        thread.start()
        try:
            yield Running(port, hub, server, thread)
        finally:
            server.should_exit = True
            thread.join()


Serve = Callable[..., Running]


@pytest.fixture
def serve() -> Iterator[Serve]:
    with ExitStack() as stack:
        yield lambda app, hub=None, limits=DEFAULT_LIMITS: stack.enter_context(
            running(app, hub, limits=limits)
        )
