"""The id of a form, which becomes the id of what it writes.

It goes with the address from step to step. So what was filled in is written once, however often
it is sent, reloaded or gone back to.
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

from tracker.web.below_path import own_path

FIELD: Final = "form_id"
FORM_ID: Final = re.compile(r"[\w-]{1,32}", re.ASCII)


def new() -> str:
    return secrets.token_urlsafe(12)


def sent_id(sent: Mapping[str, str]) -> str:
    """Return the id of the form that was sent; a new one where none was."""
    found = sent.get(FIELD, "")
    return found if FORM_ID.fullmatch(found) else new()


def is_begun() -> bool:
    """Return whether this page may be shown as it is: going back to it finds the same id.

    Where a script fetched it there is no going back: its address is in no history.
    """
    return "HX-Request" in request.headers or bool(FORM_ID.fullmatch(request.args.get(FIELD, "")))


def begun() -> ResponseReturnValue:
    """The same address, with an id of its own."""
    return redirect(_address([*_filled(), (FIELD, new())]))


def anew() -> str:
    """The same address without its id: what was filled in, to be written as something new."""
    return _address(_filled())


def _filled() -> list[tuple[str, str]]:
    return [pair for pair in request.args.items(multi=True) if pair[0] != FIELD]


def _address(arguments: list[tuple[str, str]]) -> str:
    return f"{own_path()}{request.path}?{urlencode(arguments)}"


def address(form_id: str) -> str:
    """The address of what this device makes by a form: always the same, and nobody's guess."""
    key = str(current_app.secret_key).encode()
    digest = hmac.digest(key, f"{g.device} {form_id}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest)[:22].decode("ascii")
