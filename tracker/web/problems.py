"""Problems, for a program: the problem-details format (RFC 9457), with the rule's number."""

from http import HTTPStatus
from typing import Final
from urllib.parse import quote

import msgspec
from flask import Response, request
from msgspec import UNSET, Struct, UnsetType

from tracker.engine.message import Message
from tracker.web.language import language, translate

INTERFACE: Final = "/api"
BELOW_INTERFACE: Final = f"{INTERFACE}/"
MEDIA_TYPE: Final = "application/problem+json"
A_RULE_FORBIDS = Message("A rule of the game forbids it")


class Problem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reason why something was not done. Nothing was changed."""

    type: str
    """The page of the rule that forbids it, or `about:blank`."""
    title: str
    status: int
    detail: str
    """A sentence in the reader's language."""
    instance: str
    rule: str | UnsetType = UNSET
    place: str | UnsetType = UNSET
    """The place of the problem in what was sent."""


def problem(status: int, says: Message, rule: str = "", place: str = "") -> Response:
    document = Problem(
        type=f"/rules/{rule}" if rule else "about:blank",
        title=translate(A_RULE_FORBIDS) if rule else HTTPStatus(status).phrase,
        status=status,
        detail=translate(says),
        instance=quote(request.path),
        rule=rule or UNSET,
        place=place or UNSET,
    )
    response = Response(msgspec.json.encode(document), status, mimetype=MEDIA_TYPE)
    response.content_language = language()
    return response


def is_for_a_program() -> bool:
    """Return whether the request is for the interface, even at an address that is none."""
    path = request.path
    return path == INTERFACE or path.startswith(BELOW_INTERFACE)
