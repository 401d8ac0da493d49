"""The identity of a device: it has a secret, and a name that stands beside what it wrote."""

import base64
import hashlib
import hmac
import re
import secrets
from contextlib import suppress
from typing import Final

from tracker.store import device_secrets
from tracker.store.database import Database
from tracker.store.database_errors import Unreachable

# The first release gave out sixteen letters, the next one 43. Now a signature follows them.
SECRET: Final = re.compile(r"[\w-]{16}|[\w-]{43}(\.[\w-]{22})?", re.ASCII)
MARKING_SECONDS: Final = 0.1
"""Seconds that a page may wait to mark a secret as used; else it is marked another time."""


def name_of(secret: str) -> str:
    """Return the name that follows from a secret and tells nothing of it."""
    return _letters(hashlib.sha256(secret.encode("ascii")).digest())


def signed(chance: str, key: str) -> str:
    """Return the secret that consists of 43 letters of chance and their signature."""
    digest = hmac.digest(f"device secrets: {key}".encode(), chance.encode("ascii"), "sha256")
    return f"{chance}.{_letters(digest)}"


class Identity:
    """The secrets that the server has issued, and the devices that hold them."""

    def __init__(self, database: Database, key: str) -> None:
        """`key` signs the secrets; it is the same in all processes."""
        self._database = database
        self._key = key

    def new_secret(self) -> str:
        return signed(secrets.token_urlsafe(32), self._key)

    def device_of(self, secret: str) -> str | None:
        """Return the name of the device that holds a secret; None for a secret that is not valid.

        A secret is valid if this server signed it, or if its device is in the database: devices of
        earlier releases have no signature, and a restored database may have come without its key.
        A secret that another one has replaced is not valid.
        """
        if SECRET.fullmatch(secret) is None:
            return None
        name = name_of(secret)
        try:
            return self._look_up(name, is_signed=self._is_signed(secret))
        except Unreachable:
            return name  # No page shows or changes anything now, and the device keeps its secret.

    def replace(self, secret: str) -> tuple[str, str] | None:
        """Return a new secret for the device that holds this one, and the name of the device.

        None where the secret is not valid, or the device has nothing that it could lose. The old
        secret is valid until the new one is used: the answer that carries it may get lost.
        """
        device = self.device_of(secret)
        if device is None:
            return None
        new = self.new_secret()
        with self._database.writing() as session:
            if not device_secrets.is_in_use(session, device):
                return None
            device_secrets.add(session, name_of(new), device)
        return new, device

    def _look_up(self, name: str, *, is_signed: bool) -> str | None:
        with self._database.reading() as session:
            rows = device_secrets.about(session, name)
            own = next((row for row in rows if row.name == name), None)
            is_valid = (
                own is not None
                or is_signed
                or any(row.device == name for row in rows)
                or device_secrets.is_in_use(session, name)
            )
        if own is None:
            is_replaced = any(row.is_used for row in rows)
            return name if is_valid and not is_replaced else None
        if not own.is_used:
            with suppress(Unreachable), self._database.writing(MARKING_SECONDS) as session:
                device_secrets.mark_used(session, own)
        return own.device

    def _is_signed(self, secret: str) -> bool:
        return hmac.compare_digest(secret, signed(secret.partition(".")[0], self._key))


def _letters(digest: bytes) -> str:
    """Return 128 bits of a digest as letters."""
    return base64.urlsafe_b64encode(digest)[:22].decode("ascii")
