"""Small answers leave at once."""

import socket
import ssl
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.serving.conftest import HOST, Running, Serve, running
from tracker.serving.authority import authority_in, server_certificate

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

KEPT = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def answer_shortly(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
    start_response("200 OK", [("Content-Length", "4")])
    return [b"done"] if environ["REQUEST_METHOD"] == "GET" else []


def has_no_delay(server: Running) -> list[bool]:
    """The option of every connection that the server has accepted."""
    sockets = [
        connection.transport.get_extra_info("socket")
        for connection in server.server.server_state.connections
    ]
    option = (socket.IPPROTO_TCP, socket.TCP_NODELAY)
    return [bool(accepted.getsockopt(*option)) for accepted in sockets]


def test_an_accepted_connection_sends_without_delay(serve: Serve) -> None:
    server = serve(answer_shortly)
    with server.connect() as connection:
        connection.sendall(KEPT)
        connection.recv(1000)

        assert has_no_delay(server) == [True]


def test_an_accepted_https_connection_sends_without_delay(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    authority = authority_in(tmp_path, [HOST], now)
    certificate = server_certificate(tmp_path, authority, [HOST], now)
    trusting = ssl.create_default_context(cadata=authority.certificate)
    with (
        running(answer_shortly, certificate=certificate) as server,
        trusting.wrap_socket(server.connect(), server_hostname=HOST) as connection,
    ):
        connection.sendall(KEPT)
        connection.recv(1000)

        assert has_no_delay(server) == [True]
