"""Streams that hold no thread, and a server that is told to stop."""

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pytest

from tests.processes import PATIENCE_SECONDS
from tests.serving.conftest import Running, Serve, read_all
from tracker.live.hub import Hub, TooMany
from tracker.serving import adapter

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

FOLLOW = b"GET /follow HTTP/1.1\r\nHost: table\r\n\r\n"
PLAIN = b"GET /plain HTTP/1.1\r\nHost: table\r\nConnection: close\r\n\r\n"


class App:
    """Follows at one address, answers at another; an answer at a third waits to be let go."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.let_go = threading.Event()

    def __call__(self, environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/follow":
            return self._follow(environ, start_response)
        if environ["PATH_INFO"] == "/slow":
            self.asked.set()
            self.let_go.wait(PATIENCE_SECONDS)
        start_response("200 OK", [("Content-Length", "4")])
        return [b"done"]

    def _follow(self, environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        try:
            environ["tracker.live"].follow("match", environ["QUERY_STRING"] or "tablet")
        except TooMany:
            start_response("503 Service Unavailable", [("Content-Length", "0")])
            return []
        environ["tracker.live"].begin_with(7)
        start_response("200 OK", [("Content-Type", "text/event-stream"), ("Content-Length", "0")])
        return []


@pytest.fixture
def app() -> App:
    return App()


def read_until(connection: Any, sign: bytes) -> bytes:
    found = b""
    while sign not in found:
        data = connection.recv(65_536)
        assert data, found
        found += data
    return found


def test_a_stream_tells_the_version_that_there_is_and_those_that_come(
    serve: Serve, app: App
) -> None:
    running = serve(app)
    with running.connect() as connection:
        connection.sendall(FOLLOW)
        first = read_until(connection, b"data: 7\n\n")
        running.hub.publish("another", 8)
        running.hub.publish("match", 9)
        second = read_until(connection, b"data: 9\n\n")

    assert b"content-type: text/event-stream" in first
    assert b"content-length" not in first
    assert b"event: version\ndata: 7\n\n" in first
    assert b"data: 8" not in second


def test_many_more_streams_than_threads_keep_nobody_waiting(serve: Serve, app: App) -> None:
    running = serve(app, Hub(by_device=100))
    streams = [running.connect() for _ in range(60)]
    for stream in streams:
        stream.sendall(FOLLOW)
        read_until(stream, b"data: 7\n\n")

    answers = [running.exchange(PLAIN) for _ in range(2 * adapter.THREADS)]
    running.hub.publish("match", 8)

    assert all(answer.endswith(b"done") for answer in answers)
    for stream in streams:
        read_until(stream, b"data: 8\n\n")
        stream.close()


def test_a_stream_too_many_is_refused_and_one_that_went_makes_room(serve: Serve, app: App) -> None:
    running = serve(app, Hub(in_all=2, by_device=1))
    first = running.connect()
    first.sendall(FOLLOW)
    read_until(first, b"data: 7\n\n")
    assert running.hub.here("match") == {"tablet"}

    assert b"503 Service" in follow(running, "tablet")
    assert b"200 OK" in follow(running, "phone")

    first.close()
    while running.hub.open_streams() > 0:
        pass
    assert b"200 OK" in follow(running, "tablet")


def follow(running: Running, device: str) -> bytes:
    """The first line of the answer, and the line is dropped."""
    with running.connect() as connection:
        connection.sendall(FOLLOW.replace(b"/follow", f"/follow?{device}".encode()))
        return connection.recv(100)


def test_a_server_that_stops_says_so_to_streams_and_finishes_its_answers(
    serve: Serve, app: App
) -> None:
    running = serve(app)
    stream, slow = running.connect(), running.connect()
    stream.sendall(FOLLOW)
    read_until(stream, b"data: 7\n\n")
    slow.sendall(PLAIN.replace(b"/plain", b"/slow"))
    assert app.asked.wait(PATIENCE_SECONDS)

    running.server.should_exit = True

    assert b"event: stop\n" in read_all(stream)
    app.let_go.set()
    assert read_all(slow).endswith(b"done")
    running.thread.join(PATIENCE_SECONDS)
    assert not running.thread.is_alive()
    with pytest.raises(TooMany):
        running.hub.follow("match", "late")
    stream.close()
    slow.close()
