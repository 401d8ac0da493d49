"""The hub: the streams that follow a match, to which its newest version is published."""

import asyncio
import secrets
import threading
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from typing import Final

from tracker.live.neighbours import MOST_NAMED, REPEAT_AFTER, Neighbours

# A table has a dozen devices, a club a few hundred; a browser has a few pages open.
IN_ALL: Final = 7_500
BY_ADDRESS: Final = 300
BY_DEVICE: Final = 12
# Two changes in this many seconds are one event for a stream.
APART: Final = 0.03
# Streams come and go in swarms, and nobody waits for the number of devices.
COUNT_AFTER: Final = 0.5
# A word now and then, so that neither a box in between nor the page takes the line for dead.
HEARTBEAT: Final = 15.0
OPENING: Final = b"retry: 2000\n\n"
STILL_HERE: Final = b"event: still\ndata: \n\n"
STOP: Final = b"event: stop\ndata: \n\n"

# The words that processes send to each other about a match.
HERE: Final = "here"
AWAY: Final = "away"
Send = Callable[[str, str, str], None]
"""Sends a word about a match to the other processes, with a text."""


class TooMany(Exception):
    """So many streams are open that this one is refused; the page asks now and then instead."""


class Stream:
    """One page that follows a match. A slow reader is sent the newest version only."""

    def __init__(self, hub: "Hub", match_id: str, device: str, address: str) -> None:
        self.match_id = match_id
        self.device = device
        self.address = address
        self.is_open = True
        self._hub = hub
        self._version = self._sent = -1
        self._here = self._here_sent = 0
        self._is_stopping = False
        self._is_heartbeat_due = False
        self._woken = asyncio.Event()

    def offer(self, version: int) -> None:
        """Send this version, unless a newer one is about to be sent. Call it on the loop.

        An older one than was sent is sent too: a backup may have been brought back.
        """
        if version > self._version or version < self._sent:
            self._version = version
            self._woken.set()

    def count(self, here: int) -> None:
        self._here = here
        self._woken.set()

    def stop(self) -> None:
        """Send a last event and end: the server is being stopped."""
        self._is_stopping = True
        self._woken.set()

    def close(self) -> None:
        """Nobody listens any more."""
        self.is_open = False
        self._woken.set()
        self._hub.leave(self)

    async def events(self) -> AsyncIterator[bytes]:
        """Yield the events that are sent, as long as the stream is open."""
        yield OPENING
        self._wait_for_heartbeat(asyncio.get_running_loop())
        while self.is_open:
            await self._woken.wait()
            self._woken.clear()
            if news := self._news():
                yield news
            if self._is_stopping:
                yield STOP
                return
            if news:
                await asyncio.sleep(APART)

    def _wait_for_heartbeat(self, loop: asyncio.AbstractEventLoop) -> None:
        """Set a timer, one for each stream, so that they do not all speak at once."""
        loop.call_later(HEARTBEAT, self._beat, loop)

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        if self.is_open:
            self._is_heartbeat_due = True
            self._woken.set()
            self._wait_for_heartbeat(loop)

    def _news(self) -> bytes:
        news = STILL_HERE if self._is_heartbeat_due else b""
        self._is_heartbeat_due = False
        if self._version != self._sent:
            self._sent = self._version
            news += b"event: version\ndata: %d\n\n" % self._sent
        if self._here != self._here_sent:
            self._here_sent = self._here
            news += b"event: here\ndata: %d\n\n" % self._here_sent
        return news


class Hub:
    """All open streams. `publish` may be called from any thread, the rest of it too."""

    def __init__(
        self, in_all: int = IN_ALL, by_device: int = BY_DEVICE, by_address: int = BY_ADDRESS
    ) -> None:
        self._in_all = in_all
        self._by_device = by_device
        self._by_address = by_address
        self._lock = threading.Lock()
        self._streams: defaultdict[str, set[Stream]] = defaultdict(set)
        self._devices: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._number = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_stopping = False
        self._to_count: set[str] = set()
        self._process = secrets.token_urlsafe(8)
        self._neighbours = Neighbours()
        self._send: Send | None = None

    def run_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop that the streams are served on."""
        self._loop = loop
        self._is_stopping = False
        if self._send is not None:
            loop.call_later(REPEAT_AFTER, self._repeat)

    def send_by(self, send: Send) -> None:
        """Use this to send other processes who is here, and whom they shall send away."""
        self._send = send

    def receive(self, match_id: str, word: str, text: str) -> None:
        """Take in a word that another process, or this one, has sent."""
        if word == AWAY:
            self._stop_streams(match_id, text)
        elif word == HERE:
            process, *devices = text.split()
            if process != self._process:
                with self._lock:
                    self._neighbours.note(match_id, process, devices)
                self._on_loop(self._send_count, match_id)

    def publish(self, match_id: str, version: int) -> None:
        """Send the new version of a match to every page that follows it."""
        with self._lock:
            streams = list(self._streams.get(match_id, ()))
        if streams:
            self._on_loop(_offer, streams, version)

    def allow(self, in_all: int, by_address: int) -> None:
        """Set how many streams there may be, in all and from one address."""
        self._in_all = in_all
        self._by_address = by_address

    def follow(self, match_id: str, device: str, address: str = "") -> Stream:
        """A new stream; raises `TooMany`."""
        stream = Stream(self, match_id, device, address)
        with self._lock:
            if self._is_stopping or self._has_too_many(device, address):
                raise TooMany
            self._number += 1
            self._devices[device] += 1
            self._addresses[address] += 1
            self._streams[match_id].add(stream)
        self._on_loop(self._count_soon, match_id)
        return stream

    def _has_too_many(self, device: str, address: str) -> bool:
        return (
            self._number >= self._in_all
            or self._devices[device] >= self._by_device
            or self._addresses[address] >= self._by_address
        )

    def leave(self, stream: Stream) -> None:
        with self._lock:
            streams = self._streams.get(stream.match_id, set())
            if stream not in streams:
                return
            streams.discard(stream)
            if not streams:
                del self._streams[stream.match_id]
            self._number -= 1
            for counts, name in ((self._devices, stream.device), (self._addresses, stream.address)):
                counts[name] -= 1
                if not counts[name]:
                    del counts[name]
        self._on_loop(self._count_soon, stream.match_id)

    def here(self, match_id: str) -> frozenset[str]:
        """The devices that have a page of this match open, in any process."""
        with self._lock:
            return self._here(match_id) | self._neighbours.devices(match_id)

    def _here(self, match_id: str) -> frozenset[str]:
        return frozenset(stream.device for stream in self._streams.get(match_id, ()))

    def open_streams(self) -> int:
        with self._lock:
            return self._number

    def send_away(self, match_id: str, device: str) -> None:
        """End what a device follows of a match, in any process.

        It is sent the newest version first.
        """
        self._stop_streams(match_id, device)
        if self._send is not None:
            self._send(match_id, AWAY, device)

    def _stop_streams(self, match_id: str, device: str) -> None:
        with self._lock:
            following = self._streams.get(match_id, ())
            streams = [stream for stream in following if stream.device == device]
        for stream in streams:
            self._on_loop(stream.stop)

    def stop(self) -> None:
        """Tell every stream that the server stops, and take no more. Call it on the loop."""
        with self._lock:
            self._is_stopping = True
            streams = [stream for following in self._streams.values() for stream in following]
        for stream in streams:
            stream.stop()

    def _on_loop(self, do: Callable[..., None], *arguments: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(do, *arguments)

    def _count_soon(self, match_id: str) -> None:
        if match_id not in self._to_count and self._loop is not None:
            self._to_count.add(match_id)
            self._loop.call_later(COUNT_AFTER, self._count, match_id)

    def _count(self, match_id: str) -> None:
        self._to_count.discard(match_id)
        self._send_who_is_here(match_id)
        self._send_count(match_id)

    def _send_count(self, match_id: str) -> None:
        here = len(self.here(match_id))
        with self._lock:
            streams = list(self._streams.get(match_id, ()))
        for stream in streams:
            stream.count(here)

    def _send_who_is_here(self, match_id: str) -> None:
        if self._send is not None:
            with self._lock:
                devices = sorted(self._here(match_id))[:MOST_NAMED]
            self._send(match_id, HERE, " ".join((self._process, *devices)))

    def _repeat(self) -> None:
        """Send again who is here, and count anew: a process that has died sends nothing."""
        with self._lock:
            followed = list(self._streams)
        for match_id in followed:
            self._count(match_id)
        if self._loop is not None and not self._is_stopping:
            self._loop.call_later(REPEAT_AFTER, self._repeat)


def _offer(streams: list[Stream], version: int) -> None:
    for stream in streams:
        stream.offer(version)
