"""HTTP as uvicorn reads it, with limits for the head of a request and for slow readers."""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD: Final = 32_768
HEAD_SECONDS: Final = 15.0
STALLED_SECONDS: Final = 30.0
"""A client that reads nothing for this long, although something waits for it, is cut off."""
TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Protocol(HttpToolsProtocol):
    """One connection. A client that sends no whole head in time, or too much of one, is cut off;
    so is one that does not read its answer."""

    _in_head = True
    _head = 0
    _deadline: asyncio.TimerHandle | None = None
    _reading: "ReadingDeadline"

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._reading = ReadingDeadline(transport, self.loop)
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        self._reading.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """So much waits for the client that it is expected to read."""
        self._reading.begin()
        super().pause_writing()

    def resume_writing(self) -> None:
        # Before a connection closes, the client has to read the last byte too.
        if not self.transport.is_closing():
            self._reading.cancel()
        super().resume_writing()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self._reading.begin()

    def data_received(self, data: bytes) -> None:
        was_in_head = self._in_head
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._in_head:
            # All of it belonged to a head that goes on; unless another request ended in it.
            self._head = self._head + len(data) if was_in_head else len(data)
            if self._deadline is None:
                self._expect_head()
        if self._head > LARGEST_HEAD:
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        self._head = 0

    def on_headers_complete(self) -> None:
        self._head_came()
        self._in_head = False
        # A head in a single piece has been counted by nobody yet.
        self._head = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if self._head <= LARGEST_HEAD:
            self._head = 0
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._head <= LARGEST_HEAD:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._head <= LARGEST_HEAD:
            super().on_message_complete()

    def _expect_head(self) -> None:
        self._deadline = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _head_came(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class ReadingDeadline:
    """Cuts a client off that reads nothing of what waits for it."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._unread = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Expect that the client reads something, until `cancel`."""
        self.cancel()
        self._unread = self._transport.get_write_buffer_size()
        self._timer = self._loop.call_later(STALLED_SECONDS, self._must_have_read)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _must_have_read(self) -> None:
        if self._transport.get_write_buffer_size() < self._unread:
            self.begin()
        else:
            self._transport.abort()
