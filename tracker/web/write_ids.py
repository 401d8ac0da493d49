"""Slips: what one thing is written on.

A slip's number goes with the address from step to step. So what was filled in is written once,
however often it is sent, reloaded or gone back to.
"""

import base64
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from flask import current_app, g, redirect, request
from flask.typing import ResponseReturnValue

FIELD: Final = "slip"
NUMBER: Final = re.compile(r"[\w-]{1,32}", re.ASCII)


def new() -> str:
    return secrets.token_urlsafe(12)


def number(sent: Mapping[str, str]) -> str:
    """The number of the slip that was sent; a new one where none was."""
    found = sent.get(FIELD, "")
    return found if NUMBER.fullmatch(found) else new()


def is_begun() -> bool:
    """Return whether this page may be shown as it is: going back to it finds the same id.

    Where a script fetched it there is no going back: its address is in no history.
    """
    return "HX-Request" in request.headers or bool(NUMBER.fullmatch(request.args.get(FIELD, "")))


def begun() -> ResponseReturnValue:
    """The same address, on a slip of its own."""
    return redirect(_address([*_filled(), (FIELD, new())]))


def anew() -> str:
    """The same address without its slip: what was filled in, to be written as something new."""
    return _address(_filled())


def _filled() -> list[tuple[str, str]]:
    return [pair for pair in request.args.items(multi=True) if pair[0] != FIELD]


def _address(arguments: list[tuple[str, str]]) -> str:
    return f"{request.path}?{urlencode(arguments)}"


def address(slip: str) -> str:
    """The address of what this device makes with a slip: always the same, and nobody's guess."""
    key = str(current_app.secret_key).encode()
    digest = hmac.digest(key, f"{g.device} {slip}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest)[:22].decode("ascii")
