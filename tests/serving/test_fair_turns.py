"""Clients share the server fairly: threads by turns, and no memory for those who do not read."""

import asyncio
import asyncio.selector_events
import os
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.processes import PATIENCE_SECONDS
from tests.serving.conftest import Running, Serve, read_all
from tracker.serving import adapter, protocol
from tracker.serving.limits import LARGE_ANSWERS_BY_ADDRESS, Limits

if TYPE_CHECKING:
    import socket

    from _typeshed.wsgi import StartResponse

CROWD: Final = "203.0.113.1"
OTHER: Final = "203.0.113.2"
BEHIND_A_PROXY: Final = Limits(proxies=1)
LARGE: Final = 20_000_000
"""The size of an answer: more than the system takes off the server's hands."""


def send(
    server: Running, address: str, path: str, stack: ExitStack, headers: str = ""
) -> "socket.socket":
    connection = stack.enter_context(server.connect())
    said = f"Host: localhost\r\nConnection: close\r\nX-Forwarded-For: {address}\r\n{headers}"
    connection.sendall(f"GET {path} HTTP/1.1\r\n{said}\r\n".encode())
    return connection


def until(is_so: Callable[[], bool]) -> None:
    last = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < last
        time.sleep(0.01)


class SlowApp:
    """An app whose pages at /slow wait until the test is over; it notes who was served."""

    def __init__(self) -> None:
        self.is_over = threading.Event()
        self.served: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        self.served.append(environ["HTTP_X_FORWARDED_FOR"])
        if environ["PATH_INFO"] == "/slow":
            self.is_over.wait(PATIENCE_SECONDS)
        start_response("200 OK", [("Content-Length", "4")])
        return [b"done"]


@pytest.mark.parametrize("headers", ["", "X-Live: 7\r\n"], ids=["a request", "one that follows"])
def test_one_address_never_holds_all_threads(serve: Serve, headers: str) -> None:
    app = SlowApp()
    server = serve(app, limits=BEHIND_A_PROXY)
    with ExitStack() as stack:
        crowd = [send(server, CROWD, "/slow", stack, headers) for _ in range(3 * adapter.THREADS)]
        until(lambda: len(app.served) > 1)

        other = read_all(send(server, OTHER, "/", stack, headers))

        assert other.endswith(b"done")
        assert not app.is_over.is_set()
        app.is_over.set()
        assert all(read_all(connection).endswith(b"done") for connection in crowd)


def test_an_address_waits_for_one_request_of_a_crowd_not_for_all(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "THREADS", 1)
    monkeypatch.setattr(adapter, "THREADS_BY_ADDRESS", 1)
    app = SlowApp()
    server = serve(app, limits=BEHIND_A_PROXY)
    with ExitStack() as stack:
        crowd = [send(server, CROWD, "/slow", stack) for _ in range(20)]
        requests = server.server._adapter._requests
        until(lambda: requests._number == len(crowd))
        other = send(server, OTHER, "/", stack)
        until(lambda: requests._number == len(crowd) + 1)
        app.is_over.set()

        assert read_all(other).endswith(b"done")
        assert all(read_all(connection).endswith(b"done") for connection in crowd)
    assert app.served.index(OTHER) <= 2


def answer_at_length(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
    is_large = environ["PATH_INFO"] == "/large"
    body = b"x" * LARGE if is_large else b"done"
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


def test_a_client_that_reads_nothing_is_cut_off(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "STALLED_SECONDS", 0.2)
    server = serve(answer_at_length)
    with ExitStack() as stack:
        stalled = [send(server, CROWD, "/large", stack) for _ in range(3)]
        connections = server.server.server_state.connections
        until(lambda: len(connections) == len(stalled))

        until(lambda: not connections)

        assert server.server._adapter._requests._number == 0


def test_the_last_of_an_answer_has_to_be_read_too(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So little waits for the client that the server does not stop writing because of it."""
    monkeypatch.setattr(protocol, "STALLED_SECONDS", 0.2)
    closing: list[asyncio.Transport] = []
    transport = asyncio.selector_events._SelectorSocketTransport  # type: ignore[attr-defined]
    close = transport.close

    def close_with_a_rest(self: asyncio.Transport) -> None:
        if self not in closing:
            closing.append(self)
            connection = self.get_extra_info("socket")
            with suppress(BlockingIOError):
                while True:
                    os.write(connection.fileno(), b"x" * 100_000)
            self.write(b"the rest")
        close(self)

    monkeypatch.setattr(transport, "close", close_with_a_rest)
    server = serve(answer_at_length)
    with ExitStack() as stack:
        send(server, CROWD, "/", stack)
        until(lambda: bool(closing))

        until(lambda: not server.server.server_state.connections)


class Connection:
    """The server's side of a connection to a client that reads in steps."""

    def __init__(self) -> None:
        self.unread = 1000
        self.is_cut_off = False

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.is_cut_off = True


def test_a_client_that_reads_slowly_is_not_cut_off() -> None:
    connection: Any = Connection()
    loop = Loop()
    deadline = protocol.ReadingDeadline(connection, loop)  # type: ignore[arg-type]

    deadline.begin()
    for _ in range(5):
        connection.unread -= 1
        loop.run_timer()
        assert not connection.is_cut_off
    loop.run_timer()

    assert connection.is_cut_off


class Loop:
    """A loop whose only timer ends when the test says so."""

    def call_later(self, seconds: float, do: Callable[[], None]) -> "Loop":
        self._do = do
        return self

    def cancel(self) -> None:
        """Forget the timer; the test sets another before it runs one."""

    def run_timer(self) -> None:
        self._do()


def test_large_answers_that_one_address_does_not_read_are_few(serve: Serve) -> None:
    server = serve(answer_at_length, limits=BEHIND_A_PROXY)
    with ExitStack() as stack:
        unread = [send(server, CROWD, "/large", stack) for _ in range(LARGE_ANSWERS_BY_ADDRESS)]
        for connection in unread:
            assert connection.recv(12) == b"HTTP/1.1 200"

        late = read_all(send(server, CROWD, "/large", stack))
        assert late.startswith(b"HTTP/1.1 503 ")
        assert b"Too many requests at once" in late
        assert read_all(send(server, CROWD, "/", stack)).endswith(b"done")
        assert len(read_all(send(server, OTHER, "/large", stack))) > LARGE

        assert len(read_all(unread[0])) > LARGE
        assert len(read_all(send(server, CROWD, "/large", stack))) > LARGE
