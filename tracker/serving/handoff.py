"""Handing a connection over from a view to the server, which sends it a stream."""

import asyncio

from tracker.live.hub import Hub, Stream


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
