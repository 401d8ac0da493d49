"""A page for each error that says what to do, and loses nothing that was typed.

A program or a script gets the same sentence as a problem document.
"""

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from tracker.engine.history import NotThere
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service.decks import NoSuchDeck
from tracker.service.matches import NoSuchMatch
from tracker.web.answers import is_for_a_script
from tracker.web.problems import is_for_a_program, problem

NO_PAGE = Message("There is no page at this address.")
NO_MATCH = Message("There is no match at this address. Perhaps the link is incomplete.")
NO_DECK = Message("There is no deck at this address that could be changed.")
NO_ENTRY = Message("That entry no longer counts; somebody amended it or took it back.")
TOO_LARGE = Message("That is larger than a match can be.")
STALE_FORM = Message("This form is from another browser or session. Go back and send it again.")
BROKEN = Message("Something went wrong here. Everything that was written before is kept.")
NOT_UNDERSTOOD = Message("That was not understood.")


def register(app: Flask) -> None:
    app.register_error_handler(NoSuchMatch, lambda error: _page(NO_MATCH, 404))
    app.register_error_handler(NoSuchDeck, lambda error: _page(NO_DECK, 404))
    app.register_error_handler(NotThere, lambda error: _page(NO_ENTRY, 409))
    app.register_error_handler(CSRFError, lambda error: _page(STALE_FORM, 400))
    app.register_error_handler(Invalid, lambda error: _page(error.says, 400))
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    says = {404: NO_PAGE, 413: TOO_LARGE}.get(status, NOT_UNDERSTOOD if status < 500 else BROKEN)
    return _page(says, status)


def _broken(error: Exception) -> Response:
    current_app.logger.exception("%s %s", request.method, request.path)
    return _page(BROKEN, 500)


def _page(says: Message, status: int) -> Response:
    if is_for_a_program() or is_for_a_script():
        return problem(status, says)
    return make_response(render_template("error.html", says=says, status=status), status)
