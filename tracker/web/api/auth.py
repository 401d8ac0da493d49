"""Authentication of programs, reading what they send, and answering them."""

from typing import Any, Final, TypeVar

import msgspec
from flask import Blueprint, Response, abort, g, request
from msgspec import Struct

from tracker.engine import codec
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused, SetupRefused
from tracker.service.writing import MovedOn
from tracker.web.answers import INTERFACE, problem
from tracker.web.api.bodies import DECODERS, Body

blueprint = Blueprint("api", __name__, url_prefix=INTERFACE)

MOST_BODY_BYTES: Final = 1_000_000
"""Of one request: a whole deck with long names is a tenth of it."""
WITHOUT_TOKEN: Final = frozenset({"api.make_device", "api.show_description"})
IMPORT: Final = "api.import_match"
BODY: Final = "body"

NO_TOKEN = Message("This needs a device token in the Authorization header: Bearer TOKEN.")
MOVED_ON = Message("The match has changed since that version; read the sheet again.")

T = TypeVar("T", bound=Body)


@blueprint.before_request
def let_in() -> Response | None:
    """A program shows its token at every request; a cookie alone does not count here."""
    is_file = request.endpoint == IMPORT
    request.max_content_length = codec.MOST_DOCUMENT_BYTES if is_file else MOST_BODY_BYTES
    if request.endpoint in WITHOUT_TOKEN or g.is_known:
        return None
    response = problem(401, NO_TOKEN)
    response.headers["WWW-Authenticate"] = "Bearer"
    return response


def sent(kind: type[T]) -> T:
    """Return what the request brings, as this type; raises `Invalid` with the place in it."""
    if request.mimetype != "application/json":
        abort(415)
    found: T = codec.decode(request.get_data(), DECODERS[kind])
    return found


def answer(document: Struct | dict[str, Any], status: int = 200) -> Response:
    return Response(msgspec.json.encode(document), status, mimetype="application/json")


@blueprint.errorhandler(Invalid)
def _invalid(invalid: Invalid) -> Response:
    place = BODY if invalid.where == codec.WHOLE_DOCUMENT else invalid.where
    return problem(400, invalid.says, place=place)


@blueprint.errorhandler(SetupRefused)
def _setup_refused(refused: SetupRefused) -> Response:
    return problem(422, refused.says, refused.rule, refused.where)


@blueprint.errorhandler(Refused)
def _refused(refused: Refused) -> Response:
    return problem(422, refused.says, refused.rule)


@blueprint.errorhandler(MovedOn)
def _moved_on(_: MovedOn) -> Response:
    return problem(409, MOVED_ON)
