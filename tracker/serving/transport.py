"""A connection's outgoing side: joins what is sent, and ends what the client does not read."""

import asyncio
from typing import Final

STALLED_SECONDS: Final = 30.0
"""A client that reads nothing of what waits for it for so long is cut off."""


class JoiningTransport:
    """A transport that sends everything written in one turn of the loop with one system call.

    The server writes the head and the body of an answer separately. Sent separately, without
    delay, they would be two packets.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._written: list[bytes] = []
        self._unread = 0
        self._deadline: asyncio.TimerHandle | None = None

    def write(self, data: bytes) -> None:
        if not self._written:
            self._loop.call_soon(self._flush)
        self._written.append(data)

    def close(self) -> None:
        """Close when the client has read everything that waits for it."""
        self._flush()
        self._transport.close()
        if self._transport.get_write_buffer_size():
            self.expect_reading()

    def _flush(self) -> None:
        written, self._written = self._written, []
        if written and not self._transport.is_closing():
            self._transport.write(b"".join(written))

    def expect_reading(self) -> None:
        """Cut the client off if it reads nothing from now on, until `expect_nothing`."""
        self.expect_nothing()
        self._unread = self._transport.get_write_buffer_size()
        self._deadline = self._loop.call_later(STALLED_SECONDS, self._must_have_read)

    def expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _must_have_read(self) -> None:
        if self._transport.get_write_buffer_size() < self._unread:
            self.expect_reading()
        else:
            self._transport.abort()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: object = None) -> object:
        return self._transport.get_extra_info(name, default)
