"""The app behind the server: what it is told of a request, and what arrives of its answer."""

import gc
import json
import threading
import weakref
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from wsgiref.validate import validator

import pytest

from tests.processes import PATIENCE_SECONDS
from tests.serving.conftest import LARGEST, Running, Serve, read_all
from tracker.serving import adapter, protocol

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

CLOSE = b"Host: table\r\nConnection: close\r\n"


def tell_all(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
    """Answers with what it was told."""
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    told = {name: value for name, value in environ.items() if isinstance(value, str)}
    answer = json.dumps({**told, "body": body.decode("latin-1")}).encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", "a=1")])
    return [answer]


@pytest.fixture
def told(serve: Serve) -> Running:
    return serve(validator(tell_all))


def asked(running: Running, *pieces: bytes) -> dict[str, Any]:
    head, _, body = running.exchange(*pieces).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK"), head
    if b"transfer-encoding: chunked" in head:
        body = unchunked(body)
    found: dict[str, Any] = json.loads(body)
    return found


def unchunked(data: bytes) -> bytes:
    found = b""
    while data:
        size, _, rest = data.partition(b"\r\n")
        found += rest[: int(size, 16)]
        data = rest[int(size, 16) + 2 :]
    return found


def test_a_path_is_told_as_the_bytes_that_it_stands_for(told: Running) -> None:
    environ = asked(told, b"GET /m/a%2Fb/%C5%BC?q=%20x&y HTTP/1.1\r\n" + CLOSE + b"\r\n")

    assert environ["PATH_INFO"].encode("latin-1").decode() == "/m/a/b/ż"
    assert environ["QUERY_STRING"] == "q=%20x&y"
    assert environ["SCRIPT_NAME"] == ""
    assert environ["REMOTE_ADDR"] == "127.0.0.1"
    assert environ["wsgi.url_scheme"] == "http"
    assert environ["SERVER_PROTOCOL"] == "HTTP/1.1"


def test_a_question_about_no_path_is_one_about_a_path_that_is_not_there(told: Running) -> None:
    assert asked(told, b"OPTIONS * HTTP/1.1\r\n" + CLOSE + b"\r\n")["PATH_INFO"] == "/*"


def test_headers_that_come_twice_are_joined_and_one_that_pretends_is_left_out(
    told: Running,
) -> None:
    headers = (
        b"Accept: a\r\nAccept: b\r\nCookie: a=1\r\nCookie: b=2\r\nX_Real: me\r\nX-Real: it\r\n"
    )

    environ = asked(told, b"GET / HTTP/1.1\r\n" + CLOSE + headers + b"\r\n")

    assert environ["HTTP_ACCEPT"] == "a,b"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["HTTP_X_REAL"] == "it"


def test_a_body_in_chunks_is_whole_and_has_a_length(told: Running) -> None:
    head = b"POST / HTTP/1.1\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\n" + CLOSE

    environ = asked(told, head + b"\r\n4\r\nAnna", b"\r\n3\r\nand\r\n", b"0\r\n\r\n")

    assert (environ["body"], environ["CONTENT_LENGTH"]) == ("Annaand", "7")
    assert environ["CONTENT_TYPE"] == "a/b"
    assert "HTTP_TRANSFER_ENCODING" not in environ


def test_two_requests_on_one_connection_are_answered_in_their_order(told: Running) -> None:
    answers = told.exchange(
        b"GET /first HTTP/1.1\r\nHost: table\r\n\r\nGET /second HTTP/1.1\r\n" + CLOSE + b"\r\n"
    )

    assert answers.count(b"HTTP/1.1 200 OK") == 2
    assert answers.index(b"/first") < answers.index(b"/second")
    assert b"server:" not in answers.lower()


def test_a_head_is_answered_without_a_body(serve: Serve) -> None:
    def app(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "12")])
        return []

    answer = serve(app).exchange(b"HEAD / HTTP/1.1\r\n" + CLOSE + b"\r\n")

    assert b"content-length: 12" in answer
    assert answer.endswith(b"\r\n\r\n")


def test_the_app_is_told_of_a_header_that_cannot_be_sent_while_it_can_answer(
    serve: Serve,
) -> None:
    def app(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        try:
            start_response("200 OK", [("X-Name", "Boles\u0142aw")])
        except UnicodeEncodeError:
            start_response("500 Internal Server Error", [("Content-Length", "5")])
        return [b"sorry"]

    answer = serve(app).exchange(b"GET / HTTP/1.1\r\n" + CLOSE + b"\r\n")

    assert answer.startswith(b"HTTP/1.1 500")
    assert answer.endswith(b"\r\n\r\nsorry")


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "in chunks"])
def test_a_body_that_is_too_large_reaches_the_app_as_its_size_only(
    told: Running, declared: bool
) -> None:
    size = LARGEST + 1
    length = f"Content-Length: {size}" if declared else "Transfer-Encoding: chunked"
    body = b"x" * size
    sent = body if declared else b"%x\r\n%s\r\n0\r\n\r\n" % (size, body)

    environ = asked(told, f"POST / HTTP/1.1\r\nHost: table\r\n{length}\r\n\r\n".encode(), sent)

    assert (environ["CONTENT_LENGTH"], environ["body"]) == (str(size), "")


@pytest.mark.slow
def test_who_goes_on_sending_is_cut_off(told: Running) -> None:
    with told.connect() as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + CLOSE + b"\r\n")
        piece = b"%x\r\n%s\r\n" % (LARGEST, b"x" * LARGEST)
        with pytest.raises(OSError, match=r"reset|Broken pipe"):
            connection.sendall(piece * 1000)


def test_a_client_that_goes_away_in_the_middle_of_its_body_reaches_no_app(serve: Serve) -> None:
    called: list[str] = []

    def app(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        called.append(environ["PATH_INFO"])
        return tell_all(environ, start_response)

    running = serve(app)
    with running.connect() as connection:
        connection.sendall(b"POST /half HTTP/1.1\r\nContent-Length: 10\r\n\r\n12345")
    asked(running, b"GET /whole HTTP/1.1\r\n" + CLOSE + b"\r\n")

    assert called == ["/whole"]


def test_slow_clients_do_not_keep_the_others_waiting(told: Running) -> None:
    slow = [told.connect() for _ in range(3 * adapter.THREADS)]
    for connection in slow:
        connection.sendall(b"POST /slow HTTP/1.1\r\n" + CLOSE + b"Content-Length: 4\r\n\r\nAn")

    assert asked(told, b"GET /quick HTTP/1.1\r\n" + CLOSE + b"\r\n")["PATH_INFO"] == "/quick"

    for connection in slow:
        connection.sendall(b"na")
        assert b'"body": "Anna"' in read_all(connection)
        connection.close()


def test_a_crowd_that_follows_does_not_keep_an_entry_waiting(serve: Serve) -> None:
    is_over = threading.Event()

    def app(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        if "HTTP_X_LIVE" in environ:
            is_over.wait(PATIENCE_SECONDS)
        return tell_all(environ, start_response)

    running = serve(app)
    crowd = [running.connect() for _ in range(3 * adapter.THREADS)]
    for connection in crowd:
        connection.sendall(b"GET /m/1 HTTP/1.1\r\nX-Live: 7\r\n" + CLOSE + b"\r\n")

    assert asked(running, b"POST /entry HTTP/1.1\r\n" + CLOSE + b"\r\n")["PATH_INFO"] == "/entry"

    is_over.set()
    for connection in crowd:
        assert b'"HTTP_X_LIVE": "7"' in read_all(connection)
        connection.close()


class Body(list[bytes]):
    """The body of an answer, which can be watched until nobody has it any more."""


def test_a_stream_holds_nothing_of_the_answer_that_it_began_with(serve: Serve) -> None:
    bodies: list[weakref.ref[Body]] = []

    def app(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        environ["tracker.live"].follow("match", "tablet")
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        body = Body()
        bodies.append(weakref.ref(body))
        return body

    running = serve(app)
    with running.connect() as connection:
        connection.sendall(b"GET /m/1/stream HTTP/1.1\r\nHost: table\r\n\r\n")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200 OK")
        running.hub.publish("match", 7)
        while b"data: 7" not in connection.recv(65_536):
            pass
        gc.collect()
        assert bodies[0]() is None


class Pieces:
    """An answer that is made as it is asked for, and wants to know when it is no longer."""

    def __init__(self, number: int) -> None:
        self.left = number
        self.closed = threading.Event()

    def __iter__(self) -> Iterator[bytes]:
        while self.left:
            self.left -= 1
            yield b"%06d" % self.left + b"." * adapter.PIECE

    def close(self) -> None:
        self.closed.set()


def sending(pieces: Pieces) -> "WSGIApplication":
    def app(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "application/pdf")])
        return pieces

    return app


def test_a_long_answer_comes_whole_and_is_closed(serve: Serve) -> None:
    pieces = Pieces(20)

    answer = serve(sending(pieces)).exchange(b"GET / HTTP/1.1\r\n" + CLOSE + b"\r\n")

    body = unchunked(answer.partition(b"\r\n\r\n")[2])
    assert len(body) == 20 * (6 + adapter.PIECE)
    assert body.startswith(b"000019")
    assert pieces.closed.is_set()


def test_a_long_answer_that_nobody_reads_any_more_is_closed_early(serve: Serve) -> None:
    pieces = Pieces(100_000)
    running = serve(sending(pieces))
    with running.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n" + CLOSE + b"\r\n")
        connection.recv(1000)

    assert pieces.closed.wait(PATIENCE_SECONDS)
    assert pieces.left > 90_000


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: a\x00b\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"CONNECT elsewhere:80 HTTP/1.1\r\n\r\n",
    ],
    ids=["two lengths", "length and chunks", "null", "not HTTP", "elsewhere"],
)
def test_what_cannot_be_understood_is_refused(told: Running, request_: bytes) -> None:
    assert told.exchange(request_).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("version", [b"1.0", b"1.1"])
@pytest.mark.parametrize(
    "hosts", [b"", b"Host: table\r\nHost: table\r\n", b"Host: table\r\nHost: 127.0.0.1\r\n"]
)
def test_a_request_names_exactly_one_host(told: Running, hosts: bytes, version: bytes) -> None:
    request_ = b"GET / HTTP/" + version + b"\r\n" + hosts + b"Connection: close\r\n\r\n"

    assert told.exchange(request_).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "host", [b"a..b", b"x" * 64, b".", b"table:port", b"a b", b"tab/le", b".".join([b"ab"] * 100)]
)
def test_a_host_that_cannot_be_one_is_refused(told: Running, host: bytes) -> None:
    request_ = b"GET / HTTP/1.1\r\nConnection: close\r\nHost: " + host + b"\r\n\r\n"

    assert told.exchange(request_).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "host", [b"127.0.0.1:8000", b"[::1]:8000", b"[fe80::1]", b"my_table.local", b"table."]
)
def test_a_host_by_an_address_or_a_name_of_ours_is_served(told: Running, host: bytes) -> None:
    request_ = b"GET / HTTP/1.1\r\nConnection: close\r\nHost: " + host + b"\r\n\r\n"

    assert asked(told, request_)["HTTP_HOST"] == host.decode()


@pytest.mark.parametrize(
    "host",
    [b"rebound.example", b"rebound.example:8000", b"localhost.example", b"127.0.0.1.example"],
)
def test_a_host_by_another_name_is_told_which_setting_allows_it(told: Running, host: bytes) -> None:
    request_ = b"GET / HTTP/1.1\r\nConnection: close\r\nHost: " + host + b"\r\n\r\n"

    head, _, page = told.exchange(request_).partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 421 ")
    assert b"content-type: text/plain" in head
    assert b"\nQUARTERMASTER_HOSTS=" + host.partition(b":")[0] + b"\n" in page


@pytest.mark.parametrize("in_one_piece", [True, False])
def test_a_head_that_is_too_large_is_refused(told: Running, in_one_piece: bool) -> None:
    large = b"X-Large: " + b"x" * protocol.LARGEST_HEAD
    pieces = [large + b"\r\n\r\n"] if in_one_piece else [large[:20_000], large[20_000:]]

    assert told.exchange(b"GET / HTTP/1.1\r\n", *pieces).startswith(b"HTTP/1.1 431 ")


def test_an_app_that_fails_is_a_plain_error(serve: Serve) -> None:
    def app(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        raise ZeroDivisionError

    answer = serve(app).exchange(b"GET / HTTP/1.1\r\n" + CLOSE + b"\r\n")

    assert answer.startswith(b"HTTP/1.1 500 ")
    assert b"ZeroDivision" not in answer
