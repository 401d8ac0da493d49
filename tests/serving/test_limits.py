"""One client cannot take the server: connections, requests, streams, large bodies, open files."""

import json
import resource
import socket
import time
from collections.abc import Iterable
from contextlib import ExitStack
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.processes import HOST, PATIENCE_SECONDS, Server, served
from tests.serving.conftest import Running, Serve, read_all, read_answer, running
from tracker.live.hub import Hub, TooMany
from tracker.serving.adapter import IN_MEMORY
from tracker.serving.authority import authority_in, server_certificate
from tracker.serving.limits import (
    FILES,
    LARGE_BODIES,
    LARGE_BODIES_BY_ADDRESS,
    Limits,
    limits_of,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

GET: Final = b"GET / HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
LARGE: Final = IN_MEMORY + 50_000
FEW_FILES: Final = 256


def answer(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
    size = len(environ["wsgi.input"].read())
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(size).encode()]


def is_answered(connection: socket.socket) -> bool:
    """Return whether a request on this connection is answered; else the connection was closed."""
    try:
        connection.sendall(GET % b"")
        return read_answer(connection)[0] == 200
    except ConnectionError:
        return False


def test_one_address_has_only_so_many_connections(serve: Serve) -> None:
    server = serve(answer, limits=Limits(connections=100, by_address=3))
    with ExitStack() as stack:
        first, *others = [stack.enter_context(server.connect()) for _ in range(3)]
        assert all(is_answered(connection) for connection in (first, *others))

        assert not is_answered(stack.enter_context(server.connect()))
        assert all(is_answered(connection) for connection in (first, *others))
        first.close()

        assert is_answered(stack.enter_context(reconnected(server)))


def reconnected(server: Running) -> socket.socket:
    """A new connection, once the server has noticed that another one is closed."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        connection = server.connect()
        if is_answered(connection):
            return connection
        connection.close()
        time.sleep(0.01)
    raise TimeoutError


def test_a_connection_that_never_begins_https_counts_too(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    authority = authority_in(tmp_path, [HOST], now)
    certificate = server_certificate(tmp_path, authority, [HOST], now)
    limits = Limits(connections=100, by_address=3)
    with (
        running(answer, certificate=certificate, limits=limits) as server,
        ExitStack() as stack,
    ):
        for _ in range(3):
            stack.enter_context(server.connect())

        late = stack.enter_context(server.connect())

        assert late.recv(1000) == b""


def forwarded(address: bytes) -> bytes:
    return b"X-Forwarded-For: 192.0.2.200, " + address + b"\r\n"


def waiting(server: Running, address: bytes, stack: ExitStack) -> socket.socket:
    """A request behind a proxy whose body does not come to its end."""
    connection = stack.enter_context(server.connect())
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"
    connection.sendall(head + forwarded(address) + b"\r\nAn")
    return connection


def test_behind_a_proxy_the_forwarded_address_has_only_so_many_requests(serve: Serve) -> None:
    server = serve(answer, limits=Limits(connections=100, by_address=2, proxies=1))
    crowd, other = b"203.0.113.1", b"203.0.113.2"
    with ExitStack() as stack:
        held = [waiting(server, crowd, stack) for _ in range(2)]
        until = time.monotonic() + PATIENCE_SECONDS
        while not (refused := ask(server, crowd)).startswith(b"HTTP/1.1 503 "):
            assert time.monotonic() < until
        assert b"Too many requests at once" in refused

        assert ask(server, other).startswith(b"HTTP/1.1 200 ")
        held[0].sendall(b"na")
        read_answer(held[0])
        assert ask(server, crowd).startswith(b"HTTP/1.1 200 ")


def ask(server: Running, address: bytes) -> bytes:
    return server.exchange(GET % (b"Connection: close\r\n" + forwarded(address)))


def test_one_address_has_only_so_many_streams() -> None:
    hub = Hub(in_all=100, by_device=100)
    hub.allow(in_all=5, by_address=2)
    streams = [hub.follow("match", f"device {n}", "192.0.2.1") for n in range(2)]

    with pytest.raises(TooMany):
        hub.follow("match", "another", "192.0.2.1")
    streams += [hub.follow("match", f"device {n}", "192.0.2.2") for n in range(2)]
    streams[0].close()

    hub.follow("match", "another", "192.0.2.1")


def test_the_address_of_a_stream_is_the_clients(serve: Serve) -> None:
    def follow(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        try:
            environ["tracker.live"].follow("match", environ["QUERY_STRING"])
        except TooMany:
            start_response("503 Service Unavailable", [("Content-Length", "0")])
            return []
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        return []

    server = serve(follow, Hub(by_address=1))
    with server.connect() as first, server.connect() as second:
        first.sendall((GET % b"").replace(b"/ ", b"/?tablet "))
        assert first.recv(1000).startswith(b"HTTP/1.1 200 ")
        second.sendall((GET % b"").replace(b"/ ", b"/?phone "))

        assert second.recv(1000).startswith(b"HTTP/1.1 503 ")


def sending(server: Running, number: int, stack: ExitStack) -> socket.socket:
    """A large body from the nth client, all but its end."""
    connection = stack.enter_context(server.connect())
    client = f"203.0.113.{number // LARGE_BODIES_BY_ADDRESS}".encode()
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n" % LARGE
    connection.sendall(head + forwarded(client) + b"\r\n" + b"x" * (LARGE - 1))
    return connection


def test_large_bodies_take_only_so_many_files_together(serve: Serve) -> None:
    server = serve(answer, limits=Limits(proxies=1))
    with ExitStack() as stack:
        held = [sending(server, number, stack) for number in range(LARGE_BODIES)]
        until = time.monotonic() + PATIENCE_SECONDS
        while server.server._adapter._large._number < LARGE_BODIES:
            assert time.monotonic() < until
            time.sleep(0.01)

        late = sending(server, 1000, stack)
        assert read_answer(late)[0] == 503
        assert ask(server, b"203.0.113.0").startswith(b"HTTP/1.1 200 ")
        held[0].sendall(b"x")

        assert read_answer(held[0]) == (200, str(LARGE).encode())
        late = sending(server, 1000, stack)
        late.sendall(b"x")
        assert read_answer(late) == (200, str(LARGE).encode())


def test_one_address_has_only_so_many_large_bodies(serve: Serve) -> None:
    server = serve(answer, limits=Limits(proxies=1))
    with ExitStack() as stack:
        for number in range(LARGE_BODIES_BY_ADDRESS):
            sending(server, number, stack)
        until = time.monotonic() + PATIENCE_SECONDS
        while server.server._adapter._large._number < LARGE_BODIES_BY_ADDRESS:
            assert time.monotonic() < until
            time.sleep(0.01)

        assert read_all(sending(server, 0, stack)).startswith(b"HTTP/1.1 503 ")


@pytest.mark.parametrize(("files", "connections", "by_address"), [(1024, 824, 400), (300, 100, 50)])
def test_no_address_may_take_more_than_half(files: int, connections: int, by_address: int) -> None:
    limits = limits_of(files, 400, 0)

    assert (limits.connections, limits.by_address) == (connections, by_address)
    assert limits.streams < limits.connections
    assert limits.connections_by_address == by_address
    assert limits_of(files, 400, 1).connections_by_address == connections


def lower_file_limit() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_FILES, hard))


@pytest.mark.slow
def test_the_server_raises_its_limit_of_open_files(tmp_path: Path) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    environment = {"QUARTERMASTER_DATA": str(tmp_path)}
    with served(environment, tmp_path / "log", lower_file_limit) as server:
        (line,) = [
            line
            for line in Path(f"/proc/{server.pid}/limits").read_text().splitlines()
            if line.startswith("Max open files")
        ]

    assert int(line.split()[3]) == min(FILES, hard)


def status_for(server: Server, host: str) -> int:
    connection = HTTPConnection(HOST, server.port, timeout=PATIENCE_SECONDS)
    connection.request("GET", "/healthz", headers={"Host": host})
    status = connection.getresponse().status
    connection.close()
    return status


def test_the_server_answers_to_its_own_names_and_those_that_are_set(tmp_path: Path) -> None:
    environment = {"QUARTERMASTER_DATA": str(tmp_path), "QUARTERMASTER_HOSTS": "sheet.example.org"}
    with served(environment, tmp_path / "log") as server:
        answered = {
            host: status_for(server, host)
            for host in (
                *("localhost", HOST, "[::1]:80", "quartermaster.local", socket.gethostname()),
                *("sheet.example.org", "other.example.org", "example.org"),
            )
        }

    assert [host for host, status in answered.items() if status == 421] == [
        "other.example.org",
        "example.org",
    ]
    assert set(answered.values()) == {200, 421}
