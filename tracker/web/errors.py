"""A page for each error that says what to do, and loses nothing that was typed.

A program or a script gets the same sentence as a problem document.
"""

from typing import Final

from flask import Flask, Response, current_app, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from tracker.engine.history import NotThere
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service.access import Forbidden
from tracker.service.allowance import TooMuchStored
from tracker.service.guesses import TooManyGuesses
from tracker.service.quarantine import Quarantined
from tracker.service.tables import PutAway
from tracker.service.write_errors import (
    AlreadyAnswered,
    AlreadyAsked,
    AlreadyWritten,
    NoSuchDocument,
    NoSuchMatch,
    Unreachable,
    UsedAlready,
)
from tracker.web import request_log
from tracker.web.origins import FromAnotherSite
from tracker.web.problems import is_for_a_program, problem
from tracker.web.responses import is_for_a_script

NO_PAGE = Message("There is no page at this address.")
NO_MATCH = Message("There is no match at this address. Perhaps the link is incomplete.")
NO_ENTRY = Message("That entry no longer counts: it was amended or undone.")
PUT_AWAY = Message("This match is archived")
TOO_LARGE = Message("This file is too large for a match.")
STALE_FORM = Message("This form is from another browser or session. Go back and send it again.")
BROKEN = Message("Something went wrong. Everything entered before is saved.")
NOT_UNDERSTOOD = Message("That request was not understood.")
NOT_DONE_HERE = Message("This address does not allow that.")
NOT_JSON = Message("Send this as JSON, with the content type application/json.")
RETRY_SECONDS: Final = 5

SENTENCES: Final = {404: NO_PAGE, 405: NOT_DONE_HERE, 413: TOO_LARGE, 415: NOT_JSON}


def register(app: Flask) -> None:
    app.register_error_handler(NoSuchMatch, lambda error: _page(NO_MATCH, 404))
    app.register_error_handler(NoSuchDocument, lambda error: _page(error.says, 404))
    app.register_error_handler(PutAway, _put_away)
    app.register_error_handler(TooManyGuesses, lambda error: _page(error.says, 429))
    app.register_error_handler(TooMuchStored, _too_much_stored)
    app.register_error_handler(Forbidden, lambda error: _page(error.says, 403))
    app.register_error_handler(FromAnotherSite, lambda error: _page(error.says, 403))
    app.register_error_handler(NotThere, lambda error: _page(NO_ENTRY, 409))
    app.register_error_handler(AlreadyWritten, lambda error: _page(error.says, 409))
    app.register_error_handler(AlreadyAsked, lambda error: _page(error.says, 409))
    app.register_error_handler(AlreadyAnswered, lambda error: _page(error.says, 409))
    app.register_error_handler(UsedAlready, lambda error: _page(error.says, 409))
    app.register_error_handler(CSRFError, lambda error: _page(STALE_FORM, 400))
    app.register_error_handler(Invalid, lambda error: _page(error.says, 400))
    app.register_error_handler(Quarantined, lambda error: _page(Quarantined.says, 409))
    app.register_error_handler(Unreachable, _unreachable)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _put_away(error: PutAway) -> Response:
    if _wants_a_document():
        return problem(410, PUT_AWAY)
    match_id = (request.view_args or {})["match_id"]
    return make_response(render_template("put_away.html", match_id=match_id), 410)


def _too_much_stored(error: TooMuchStored) -> Response:
    """A page from which the form can be sent again, unless there was a file with it."""
    if _wants_a_document() or request.files:
        response = _page(error.says, 429)
    else:
        response = _to_be_sent_again(error.says, 429)
    response.headers["Retry-After"] = str(error.seconds)
    return response


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    response = _page(SENTENCES.get(status, NOT_UNDERSTOOD if status < 500 else BROKEN), status)
    response.headers.extend(header for header in error.get_headers() if header[0] != "Content-Type")
    return response


def _broken(error: Exception) -> Response:
    current_app.logger.exception("%s %s", request.method, request_log.route())
    return _page(BROKEN, 500)


def must_be_sendable(response: Response) -> Response:
    """The answer; or, where a header has letters that none can carry, the page for our faults.

    The server would find it out only when nobody can answer any more.
    """
    try:
        for header in response.headers:
            "".join(header).encode("latin-1")
    except UnicodeEncodeError as error:
        return _broken(error)
    return response


def _unreachable(failure: Unreachable) -> Response:
    """A page that asks again by itself; what was sent is kept in it, to be sent again."""
    g.reason = " ".join(str(failure).split())
    is_document = _wants_a_document()
    response = problem(503, failure.says) if is_document else _to_be_sent_again(failure.says, 503)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    if not is_document and not (request.method == "POST" and request.form):
        response.headers["Refresh"] = str(RETRY_SECONDS)
    return response


def _to_be_sent_again(says: Message, status: int) -> Response:
    sent = list(request.form.items(multi=True)) if request.method == "POST" else []
    page = render_template("unreachable.html", says=says, status=status, sent=sent)
    return make_response(page, status)


def _page(says: Message, status: int) -> Response:
    if _wants_a_document():
        return problem(status, says)
    return make_response(render_template("error.html", says=says, status=status), status)


def _wants_a_document() -> bool:
    return is_for_a_program() or is_for_a_script()
