"""For whoever watches the server: does it live, and can it do its work?"""

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from tracker.service.writing import Unreachable
from tracker.web.services import must_take_writes

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def show_life() -> ResponseReturnValue:
    """The process answers."""
    return Response("alive\n", mimetype="text/plain")


@blueprint.get("/readyz")
def show_readiness() -> ResponseReturnValue:
    """The database can be reached, is as this release needs it, and can be written on."""
    try:
        must_take_writes()
    except Unreachable as failure:
        return Response(f"{failure.says}\n", 503, mimetype="text/plain")
    return Response("ready\n", mimetype="text/plain")
