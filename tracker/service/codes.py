"""The codes of a table: six digits to write, a short address to look, a long token to recover."""

import hashlib
import hmac
import secrets
from typing import Final

DIGITS: Final = 6
LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without those that are taken for one another when they are read aloud or typed."""
SHORT: Final = 12
GROUP: Final = 4
TOKEN_BYTES: Final = 32


def new_code() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def new_short() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(SHORT))


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def read_code(text: str) -> str:
    """The digits that were typed, however they were grouped."""
    return "".join(letter for letter in text if letter.isdecimal())


def read_short(text: str) -> str:
    """A short address as it is stored: capital letters, no dash."""
    return "".join(letter for letter in text.upper() if letter.isalnum())


def shown_short(short: str) -> str:
    """A short address as it is read."""
    return "-".join(short[at : at + GROUP] for at in range(0, len(short), GROUP))


def is_same(said: str, kept: str) -> bool:
    """Compared in the same time whether much, little or nothing of it is right."""
    return hmac.compare_digest(said.encode(), kept.encode())


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
