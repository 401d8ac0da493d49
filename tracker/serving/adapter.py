"""The app, written for threads, behind a server that has one loop for all connections.

A body is read and an answer is sent on the loop, however slow the client is; a thread is held
only while the app works. A stream holds none at all.
"""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import unquote_to_bytes

from tracker.live.hub import Hub, Stream

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
Environ = dict[str, Any]
T = TypeVar("T")

# One entry is a few milliseconds of Python, and Python runs one thread at a time: more threads
# only wait for each other. Eight are enough while some wait for the disk or for the printer.
THREADS: Final = 8
# Pages that follow a match all ask for themselves at once when it changes. They wait for nothing
# but Python, which two threads keep as busy as eight would with less waiting for each other; and
# an entry never stands behind a crowd of them.
FOLLOWING: Final = 2
LIVE: Final = b"x-live"
# A name or an address, perhaps with a port; whatever else stands there no page could be made for.
HOST: Final = re.compile(
    rb"(?:\[[0-9A-Fa-f:.]{2,45}\]|(?=.{1,255}\Z)[\w-]{1,63}(?:\.[\w-]{1,63})*\.?)(?::[0-9]{1,5})?"
)
# A body up to this size is kept in memory, a larger one in a temporary file.
IN_MEMORY: Final = 1_000_000
# How much of a body that is too large is thrown away before the client is cut off.
PATIENCE: Final = 4
SLOWEST_PIECE: Final = 30.0
PIECE: Final = 65_536
CLOSE: Final = (b"connection", b"close")


class Gone(Exception):
    """The client went away, or is so slow that it might as well have."""


class Handoff:
    """What a view calls to leave the connection to us: `environ["tracker.live"]`."""

    def __init__(self, hub: Hub, loop: asyncio.AbstractEventLoop) -> None:
        self.stream: Stream | None = None
        self._hub = hub
        self._loop = loop

    def follow(self, match_id: str, device: str) -> None:
        """Send this match's versions when the view has answered; raises `TooMany`."""
        self.stream = self._hub.follow(match_id, device)

    def begin_with(self, version: int) -> None:
        """The version that there is now; read it after `follow`, so that none is missed."""
        if self.stream is not None:
            self._loop.call_soon_threadsafe(self.stream.offer, version)


class Adapter:
    """The app for the server."""

    def __init__(
        self, app: "WSGIApplication", hub: Hub, largest_body: int, threads: int = THREADS
    ) -> None:
        self._app = app
        self._hub = hub
        self._largest_body = largest_body
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self._following = ThreadPoolExecutor(FOLLOWING, thread_name_prefix="following")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if not all(HOST.fullmatch(value) for name, value in scope["headers"] if name == b"host"):
            await _refuse(send, 400)
            return
        loop = asyncio.get_running_loop()
        handoff = Handoff(self._hub, loop)
        try:
            with SpooledTemporaryFile(IN_MEMORY) as body:
                size, is_whole = await self._read(receive, body)
                environ = environ_of(scope, body, size)
                environ["tracker.live"] = handoff
                answer = Answer(self._app, environ, self._threads_for(scope))
                await self._answer(answer, handoff, is_whole, receive, send)
        except Gone:
            await _refuse(send, 408)
        finally:
            if handoff.stream is not None:
                handoff.stream.close()

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        self._following.shutdown(cancel_futures=True)

    def _threads_for(self, scope: Message) -> ThreadPoolExecutor:
        is_following = any(name == LIVE for name, _ in scope["headers"])
        return self._following if is_following else self._pool

    async def _read(self, receive: Receive, body: IO[bytes]) -> tuple[int, bool]:
        """The body, with its size. Of one that is too large only the size is kept."""
        size = 0
        while True:
            try:
                async with asyncio.timeout(SLOWEST_PIECE):
                    message = await receive()
            except TimeoutError:
                raise Gone from None
            if message["type"] == "http.disconnect":
                raise Gone
            size += len(message["body"])
            if size <= self._largest_body:
                body.write(message["body"])
            elif size > PATIENCE * self._largest_body:
                raise Gone
            if not message["more_body"]:
                break
        is_whole = size <= self._largest_body
        body.seek(0)
        if not is_whole:
            # The app answers by the size that it is told, and has nothing to read.
            body.truncate()
        return size, is_whole

    async def _answer(
        self, answer: "Answer", handoff: Handoff, is_whole: bool, receive: Receive, send: Send
    ) -> None:
        piece = await answer.run(answer.begin)
        try:
            if handoff.stream is not None and answer.status == 200:
                await _stream(handoff.stream, answer.headers, receive, send)
                return
            headers = answer.headers if is_whole else [*answer.headers, CLOSE]
            await send(_start(answer.status, headers))
            gone = None if answer.is_done else asyncio.ensure_future(receive())
            while not answer.is_done and not (gone and gone.done()):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = await answer.run(answer.next_piece)
            await send({"type": "http.response.body", "body": piece, "more_body": False})
            if gone:
                gone.cancel()
        finally:
            if not answer.is_done:
                await answer.run(answer.close)


class Answer:
    """What the app answers: begun, continued and closed in a thread, a piece at a time."""

    def __init__(
        self, app: "WSGIApplication", environ: Environ, threads: ThreadPoolExecutor
    ) -> None:
        self._app = app
        self._environ = environ
        self._threads = threads
        self._written: list[bytes] = []
        self._pieces: Iterator[bytes] = iter(())
        self._iterable: Iterable[bytes] = ()
        self.status = 500
        self.headers: Headers = []
        self.is_done = False

    async def run(self, step: Callable[[], T]) -> T:
        """One of the steps below, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, step)

    def begin(self) -> bytes:
        """Run the app; the beginning of its answer, or all of it."""
        self._iterable = self._app(self._environ, self._start_response)
        self._pieces = iter(self._iterable)
        return self.next_piece()

    def next_piece(self) -> bytes:
        """So much that is worth sending; when nothing is left, the rest, and the end is noted."""
        found, self._written = b"".join(self._written), []
        for one in self._pieces:
            found += one
            if len(found) >= PIECE:
                return found
        self.close()
        return found

    def close(self) -> None:
        self.is_done = True
        close = getattr(self._iterable, "close", None)
        if close is not None:
            close()

    def _start_response(
        self, status: str, headers: list[tuple[str, str]], exc_info: object = None
    ) -> Callable[[bytes], object]:
        # A header that cannot be sent is refused here, where the app can still answer otherwise.
        self.headers = [
            (name.encode("latin-1"), value.encode("latin-1")) for name, value in headers
        ]
        self.status = int(status.partition(" ")[0])
        return self._written.append


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


async def _refuse(send: Send, status: int) -> None:
    """An answer for whoever still listens, and the end of the connection."""
    await send(_start(status, [(b"content-length", b"0"), CLOSE]))
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _start(status: int, headers: Headers) -> Message:
    return {"type": "http.response.start", "status": status, "headers": headers}
