"""The app, written for threads, behind a server that has one loop for all connections.

A body is read and an answer is sent on the loop, however slow the client is; a thread is held
only while the app works. A stream holds none at all.
"""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import ExitStack
from contextvars import copy_context
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import unquote_to_bytes

from tracker.live.hub import Hub, Stream
from tracker.networks import network_of
from tracker.serving.fair_threads import FairThreads
from tracker.serving.hosts import HOST, NOT_OURS, Hosts, name_in
from tracker.serving.limits import (
    DEFAULT_LIMITS,
    LARGE_ANSWERS,
    LARGE_ANSWERS_BY_ADDRESS,
    LARGE_BODIES,
    LARGE_BODIES_BY_ADDRESS,
    ClientPlaces,
    Limits,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]
Headers = list[tuple[bytes, bytes]]
T = TypeVar("T")

# One entry is a few milliseconds of Python, and Python runs one thread at a time: more threads
# only wait for each other. Eight are enough while some wait for the disk or for the printer.
THREADS: Final = 8
# The others are left three: a crowd of slow requests from one address delays none of them.
THREADS_BY_ADDRESS: Final = 5
# Pages that follow a match all ask for themselves at once when it changes. They wait for nothing
# but Python, which two threads keep as busy as eight would with less waiting for each other; and
# an entry never stands behind a crowd of them.
FOLLOWING: Final = 3
FOLLOWING_BY_ADDRESS: Final = 2
LIVE: Final = b"x-live"
PIECE: Final = 65_536
"""The fewest bytes that a piece of an answer has, except the last one."""
# A body up to this size is kept in memory, a larger one in a temporary file.
IN_MEMORY: Final = 256_000
# A body that is too large is read and discarded up to this many times the size that is allowed:
# the client gets its answer then. After that it is cut off.
DISCARDED_TIMES: Final = 4
PIECE_SECONDS: Final = 30.0
BODY_SECONDS: Final = 300.0
CLOSE: Final = (b"connection", b"close")
TEXT: Final = (b"content-type", b"text/plain; charset=utf-8")
NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
TOO_MANY: Final = "Too many requests at once from this address, or too many large ones in all.\n"


class Gone(Exception):
    """The client went away, or is so slow that it might as well have."""


class ClientBusy(Exception):
    """The client has too much under way already, or too many have something large."""


def environ_of(scope: Message, body: IO[bytes], size: int) -> Environ:
    """The request as PEP 3333 writes it: text that stands for bytes, one value for each header."""
    server = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    path = unquote_to_bytes(scope["raw_path"]).decode("latin-1")
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        # `OPTIONS *` asks about no path at all.
        "PATH_INFO": path if path.startswith("/") else f"/{path}",
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        _add_header(environ, name.decode("latin-1"), value.decode("latin-1"))
    # Its length is known by now, however it was sent.
    environ["CONTENT_LENGTH"] = str(size) if size else environ.get("CONTENT_LENGTH", "")
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ


def _add_header(environ: Environ, name: str, value: str) -> None:
    # `X_Name` would be taken for `X-Name`, which somebody in between may have vouched for.
    if "_" in name:
        return
    key = name.upper().replace("-", "_")
    if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        key = f"HTTP_{key}"
    if key in environ:
        value = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
    environ[key] = value


def client_of(scope: Message, proxies: int) -> str:
    """The network that a request comes from: as the outermost of our proxies says, if any."""
    if proxies:
        said = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
        forwarded = said.decode("latin-1").split(",")
        if len(forwarded) >= proxies:
            return network_of(forwarded[-proxies].strip())
    return network_of((scope.get("client") or ("",))[0])


class Handoff:
    """The hand-over of a connection from a view to us: `environ["tracker.live"]`."""

    def __init__(self, hub: Hub, loop: asyncio.AbstractEventLoop, client: str = "") -> None:
        self.stream: Stream | None = None
        self._hub = hub
        self._loop = loop
        self._client = client

    def follow(self, match_id: str, device: str) -> None:
        """Send this match's versions when the view has answered; raises `TooMany`."""
        self.stream = self._hub.follow(match_id, device, self._client)

    def begin_with(self, version: int) -> None:
        """The version that there is now; read it after `follow`, so that none is missed."""
        if self.stream is not None:
            self._loop.call_soon_threadsafe(self.stream.offer, version)


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


class Adapter:
    """The app for the server."""

    def __init__(
        self,
        app: "WSGIApplication",
        hub: Hub,
        largest_body: int,
        limits: Limits = DEFAULT_LIMITS,
        hosts: Hosts | None = None,
    ) -> None:
        self._app = app
        self.hub = hub
        self.limits = limits
        self._largest_body = largest_body
        self._hosts = hosts or Hosts()
        self._proxies = limits.proxies
        self._requests = ClientPlaces(limits.connections, limits.by_address)
        self._large = ClientPlaces(LARGE_BODIES, LARGE_BODIES_BY_ADDRESS)
        self._large_answers = ClientPlaces(LARGE_ANSWERS, LARGE_ANSWERS_BY_ADDRESS)
        self._threads = FairThreads(THREADS, THREADS_BY_ADDRESS, "request")
        self._following = FairThreads(FOLLOWING, FOLLOWING_BY_ADDRESS, "following")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or not HOST.fullmatch(hosts[0]):
            await _refuse(send, 400)
            return
        if not self._hosts.serve(hosts[0]):
            await _refuse(send, 421, NOT_OURS.format(name=name_in(hosts[0].decode("ascii"))))
            return
        client = client_of(scope, self._proxies)
        if not self._requests.take(client):
            await _refuse(send, 503, TOO_MANY)
            return
        try:
            await self._serve(scope, client, receive, send)
        finally:
            self._requests.leave(client)

    async def _serve(self, scope: Message, client: str, receive: Receive, send: Send) -> None:
        """Send the app's answer, or the stream of which the answer is the beginning."""
        handoff = Handoff(self.hub, asyncio.get_running_loop(), client)
        try:
            headers = await self._respond(scope, handoff, client, receive, send)
            # A stream lasts for hours: what the app has made of the request is forgotten by now.
            if handoff.stream is not None and headers is not None:
                await _stream(handoff.stream, headers, receive, send)
        except Gone:
            await _refuse(send, 408)
        except ClientBusy:
            await _refuse(send, 503, TOO_MANY)
        finally:
            if handoff.stream is not None:
                handoff.stream.close()

    async def _respond(
        self, scope: Message, handoff: Handoff, client: str, receive: Receive, send: Send
    ) -> Headers | None:
        """Read the body, run the app and send its answer; return only the headers of a stream."""
        with SpooledTemporaryFile(IN_MEMORY) as body, ExitStack() as stack:
            size, is_whole = await self._read(receive, body, client, stack)
            environ = environ_of(scope, body, size)
            environ["tracker.live"] = handoff
            answer = AppAnswer(self._app, environ, self._threads_for(scope), client)
            return await self._answer(answer, handoff, is_whole, stack, receive, send)

    def close(self) -> None:
        self._threads.close()
        self._following.close()

    def _threads_for(self, scope: Message) -> FairThreads:
        is_following = any(name == LIVE for name, _ in scope["headers"])
        return self._following if is_following else self._threads

    async def _read(
        self, receive: Receive, body: IO[bytes], client: str, stack: ExitStack
    ) -> tuple[int, bool]:
        """Return the size of the body, and whether it was kept. Oversized bodies are discarded.

        A large body holds a place among the large ones until the stack ends.
        """
        size, is_large = 0, False
        async for piece in _pieces(receive):
            size += len(piece)
            if size > DISCARDED_TIMES * self._largest_body:
                raise Gone
            if size > IN_MEMORY and not is_large:
                is_large = True
                _take_place(self._large, client, stack)
            if size <= self._largest_body:
                body.write(piece)
        is_whole = size <= self._largest_body
        body.seek(0)
        if not is_whole:
            # The app answers by the size that it is told, and has nothing to read.
            body.truncate()
        return size, is_whole

    async def _answer(
        self,
        answer: AppAnswer,
        handoff: Handoff,
        is_whole: bool,
        stack: ExitStack,
        receive: Receive,
        send: Send,
    ) -> Headers | None:
        try:
            piece = await answer.run(answer.begin)
            if handoff.stream is not None and answer.status == 200:
                return answer.headers
            if len(piece) > IN_MEMORY:
                _take_place(self._large_answers, answer.client, stack)
            headers = answer.headers if is_whole else [*answer.headers, CLOSE]
            await send(_start(answer.status, headers))
            gone = None if answer.is_done else asyncio.ensure_future(receive())
            while not answer.is_done and not (gone and gone.done()):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = await answer.run(answer.next_piece)
            if len(piece) > PIECE:
                # The end is sent once the client has read most of the rest: a large answer that
                # waits in memory still counts as one that is being sent.
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = b""
            await send({"type": "http.response.body", "body": piece, "more_body": False})
            if gone:
                gone.cancel()
            return None
        finally:
            if not answer.is_done:
                await answer.run(answer.close)


def _take_place(places: ClientPlaces, client: str, stack: ExitStack) -> None:
    """Take a place until the stack ends; raise `ClientBusy` where none is left."""
    if not places.take(client):
        raise ClientBusy
    stack.callback(places.leave, client)


async def _stream(stream: Stream, headers: Headers, receive: Receive, send: Send) -> None:
    """Send what the stream has to say until either side ends it."""
    kept = [(name, value) for name, value in headers if name.lower() != b"content-length"]
    await send(_start(200, kept))
    listening = asyncio.ensure_future(_until_gone(stream, receive))
    try:
        async for event in stream.events():
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        listening.cancel()


async def _until_gone(stream: Stream, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.close()


async def _pieces(receive: Receive) -> AsyncIterator[bytes]:
    """A body as it comes; raises `Gone` for one that comes too slowly."""
    slowest = asyncio.get_running_loop().time() + BODY_SECONDS
    is_more = True
    while is_more:
        try:
            async with asyncio.timeout(PIECE_SECONDS):
                message = await receive()
        except TimeoutError:
            raise Gone from None
        if message["type"] == "http.disconnect" or asyncio.get_running_loop().time() > slowest:
            raise Gone
        yield message["body"]
        is_more = message["more_body"]


async def _refuse(send: Send, status: int, sentence: str = "") -> None:
    """An answer for whoever still listens, and the end of the connection."""
    body = sentence.encode()
    length = (b"content-length", b"%d" % len(body))
    headers = [length, CLOSE, *((TEXT, NO_SNIFFING) if body else ())]
    await send(_start(status, headers))
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _start(status: int, headers: Headers) -> Message:
    return {"type": "http.response.start", "status": status, "headers": headers}
