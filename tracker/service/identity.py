"""The identity of a device: it has a secret, and a name that follows from it."""

import base64
import hashlib
import re
import secrets
from typing import Final

# Sixteen letters were what the first release gave out.
SECRET: Final = re.compile(r"[\w-]{16}|[\w-]{43}", re.ASCII)


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def is_secret(text: str) -> bool:
    return SECRET.fullmatch(text) is not None


def name_of(secret: str) -> str:
    """Its name, which stands beside what it wrote and tells nothing of the secret."""
    digest = hashlib.sha256(secret.encode("ascii")).digest()
    return base64.urlsafe_b64encode(digest)[:22].decode("ascii")
