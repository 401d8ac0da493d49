"""Following a match: a stream of its versions, and the same for pages that have to ask."""

from flask import Blueprint, Response, g, jsonify, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from tracker.live.hub import TooMany
from tracker.web.services import matches

blueprint = Blueprint("live", __name__)

ASK_AGAIN = "30"
PASSED_ON_AT_ONCE = {"X-Accel-Buffering": "no"}
"""The header that keeps nginx from collecting a stream before it passes it on."""


@blueprint.get("/m/<match_id>/stream")
def show_stream(match_id: str) -> ResponseReturnValue:
    """The match's versions as they come. The server sends them when this view has answered."""
    try:
        return followed(match_id)
    except TooMany:
        return "", 503, {"Retry-After": ASK_AGAIN}


def followed(match_id: str) -> Response:
    """The beginning of a stream, whose connection is handed over; raises `TooMany`."""
    matches().version(match_id)
    handoff = request.environ.get("tracker.live")
    if handoff is None:
        raise TooMany
    handoff.follow(match_id, g.device)
    # Read once more: what was written before `follow` is not told by the stream.
    handoff.begin_with(matches().version(match_id))
    return Response(mimetype="text/event-stream", headers=PASSED_ON_AT_ONCE)


@blueprint.get("/m/<match_id>/version")
def show_version(match_id: str) -> ResponseReturnValue:
    """The match's version, for a page that cannot follow the stream.

    It was read when the device came.
    """
    return jsonify(version=g.mark.version)


@blueprint.get("/token")
def show_token() -> ResponseReturnValue:
    """A token for the forms of a page that outlived its own, or was made for several devices."""
    return jsonify(csrf_token=generate_csrf())
