"""The app, written for threads, behind a server that has one loop for all connections.

A body is read and an answer is sent on the loop, however slow the client is; a thread is held
only while the app works. A stream holds none at all.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import ExitStack
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any, Final

from tracker.live.hub import Hub, Stream
from tracker.serving.app_answer import PIECE, AppAnswer, Headers
from tracker.serving.environ import client_of, environ_of
from tracker.serving.fair_threads import FairThreads
from tracker.serving.handoff import Handoff
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
# A body up to this size is kept in memory, a larger one in a temporary file.
IN_MEMORY: Final = 256_000
# How much of a body that is too large is thrown away before the client is cut off.
PATIENCE: Final = 4
SLOWEST_PIECE: Final = 30.0
SLOWEST_BODY: Final = 300.0
CLOSE: Final = (b"connection", b"close")
TEXT: Final = (b"content-type", b"text/plain; charset=utf-8")
NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
TOO_MANY: Final = "Too many requests at once from this address, or too many large ones in all.\n"


class Gone(Exception):
    """The client went away, or is so slow that it might as well have."""


class ClientBusy(Exception):
    """The client has too much under way already, or too many have something large."""


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
            await _refuse(send, 421, NOT_OURS.format(name=name_in(hosts[0])))
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
        """The size of the body, and whether all of it was kept: of one too large nothing is.

        A large one has a place among those, until the stack ends.
        """
        size, is_large = 0, False
        async for piece in _pieces(receive):
            size += len(piece)
            if size > PATIENCE * self._largest_body:
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
    slowest = asyncio.get_running_loop().time() + SLOWEST_BODY
    is_more = True
    while is_more:
        try:
            async with asyncio.timeout(SLOWEST_PIECE):
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
