"""The answers to a write: a page to go to, or for a script the same as JSON."""

from urllib.parse import urlsplit

import msgspec
from flask import Response, flash, redirect, request, session
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.service.writing import Receipt
from tracker.web.headers import referrer
from tracker.web.language import shown
from tracker.web.problems import problem

JSON = "application/json"


def is_for_a_script() -> bool:
    """Return whether a script of our own pages sent this, and goes on by itself."""
    return request.headers.get("Accept") == JSON


def written(match_id: str, receipt: Receipt, address: str) -> ResponseReturnValue:
    """On to the page at this address, which shows for a moment what the new entries changed."""
    if not (is_for_a_script() and _is_open(address)):
        session["written"] = [match_id, receipt.version, receipt.entries]
    if is_for_a_script():
        data = msgspec.json.encode({"version": receipt.version, "location": address})
        return Response(data, mimetype=JSON)
    return redirect(address, 303)


def refused(status: int, says: Message, address: str, rule: str = "") -> ResponseReturnValue:
    """Nothing was written: the page at this address says why."""
    if is_for_a_script():
        return problem(status, says, rule)
    flash(shown(says), rule)
    return redirect(address, 303)


def _is_open(address: str) -> bool:
    """Return whether the script's page is this one, so that it changes in its place."""
    here, there = urlsplit(referrer()), urlsplit(address)
    return (here.path, here.query) == (there.path, there.query)
