"""Sockets to listen on, which accept only so many connections from one address.

Connections are counted here, where they are accepted: https has shaken no hands by then, and
whoever never does would be seen by nobody else.
"""

import logging
import socket
import time
from typing import Any, Final

from tracker.networks import network_of
from tracker.serving.limits import ClientPlaces

BETWEEN_WARNINGS: Final = 60.0
TOO_MANY: Final = "Refused a connection: too many are open, in all or from %s."

_log = logging.getLogger(__name__)


class ListeningSocket(socket.socket):
    """A listening socket. A connection too many is closed at once."""

    places: ClientPlaces
    _warned = -BETWEEN_WARNINGS

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; raises `ConnectionAbortedError` for one too many."""
        connection, address = super().accept()
        client = network_of(address[0])
        if not self.places.take(client):
            connection.close()
            self._warn(client)
            raise ConnectionAbortedError
        return AcceptedSocket.counted(connection, self.places, client), address

    def _warn(self, client: str) -> None:
        if time.monotonic() - self._warned >= BETWEEN_WARNINGS:
            self._warned = time.monotonic()
            _log.warning(TOO_MANY, client)


class AcceptedSocket(socket.socket):
    """A connection that leaves its place when it is closed."""

    _places: ClientPlaces | None = None
    _client = ""

    @classmethod
    def counted(
        cls, connection: socket.socket, places: ClientPlaces, client: str
    ) -> "AcceptedSocket":
        accepted = cls(fileno=connection.detach())
        accepted._places, accepted._client = places, client
        return accepted

    def close(self) -> None:
        super().close()
        if self._places is not None:
            self._places.leave(self._client)
            self._places = None


def listening_socket(address: Any, family: int, places: ClientPlaces) -> ListeningSocket:
    """A socket that listens at this address, whose connections send small answers at once.

    Otherwise an answer on a kept connection waits up to 40 ms for the client's acknowledgement.
    Accepted connections inherit the option.
    """
    made = ListeningSocket(fileno=socket.create_server(address, family=family).detach())
    made.places = places
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made
