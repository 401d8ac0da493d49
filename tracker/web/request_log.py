"""One line in the log for a request: what was asked for, what came of it, how long it took.

An address of a match is a key to it, so only its first letters are written down; of a device too.
"""

import logging
import time
from typing import Final

from flask import Response, g, request

from tracker.logs import ABOUT

LETTERS: Final = 4
_log = logging.getLogger(__name__)


def begin() -> None:
    g.began = time.perf_counter()


def note(response: Response) -> Response:
    level = _level(response.status_code)
    if _log.isEnabledFor(level):
        said = {"method": request.method, "route": route(), "status": response.status_code}
        said["ms"] = round((time.perf_counter() - g.began) * 1000)
        said |= {"match": _start_of("match_id"), "device": str(g.get("device", ""))[:LETTERS]}
        said["reason"] = g.get("reason", "")
        said = {name: value for name, value in said.items() if value != ""}
        text = "{method} {route} {status} in {ms} ms".format(**said)
        names = (f"{name} {said[name]}" for name in ("match", "device", "reason") if name in said)
        _log.log(level, "%s", ", ".join([text, *names]), extra={ABOUT: said})
    return response


def route() -> str:
    """The address as the program writes it, without what would be a key."""
    return request.url_rule.rule if request.url_rule else "an unknown address"


def _level(status: int) -> int:
    if status >= 500:
        return logging.WARNING
    return logging.DEBUG if request.method in ("GET", "HEAD") else logging.INFO


def _start_of(name: str) -> str:
    return str((request.view_args or {}).get(name, ""))[:LETTERS]
