"""A page for each error that says what to do, and loses nothing that was typed."""

from typing import Final

from flask import Flask, Response, current_app, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from tracker.engine.history import NotThere
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service.decks import NoSuchDeck
from tracker.service.matches import NoSuchMatch
from tracker.service.quarantine import Quarantined
from tracker.store.failing import Unreachable
from tracker.web import journal

Answer = tuple[str, int]

NO_PAGE = Message("There is no page at this address.")
NO_MATCH = Message("There is no match at this address. Perhaps the link is incomplete.")
NO_DECK = Message("There is no deck at this address that could be changed.")
NO_ENTRY = Message("That entry no longer counts; somebody amended it or took it back.")
TOO_LARGE = Message("That is larger than a match can be.")
STALE_FORM = Message("This form is from another browser or session. Go back and send it again.")
BROKEN = Message("Something went wrong here. Everything that was written before is kept.")
NOT_UNDERSTOOD = Message("That was not understood.")
RETRY_SECONDS: Final = 5


def register(app: Flask) -> None:
    app.register_error_handler(NoSuchMatch, lambda error: _page(NO_MATCH, 404))
    app.register_error_handler(NoSuchDeck, lambda error: _page(NO_DECK, 404))
    app.register_error_handler(NotThere, lambda error: _page(NO_ENTRY, 409))
    app.register_error_handler(CSRFError, lambda error: _page(STALE_FORM, 400))
    app.register_error_handler(Invalid, lambda error: _page(error.says, 400))
    app.register_error_handler(Quarantined, lambda error: _page(Quarantined.says, 409))
    app.register_error_handler(Unreachable, _unreachable)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _http(error: HTTPException) -> Answer:
    status = error.code or 500
    says = {404: NO_PAGE, 413: TOO_LARGE}.get(status, NOT_UNDERSTOOD if status < 500 else BROKEN)
    return _page(says, status)


def _broken(error: Exception) -> Answer:
    current_app.logger.exception("%s %s", request.method, journal.route())
    return _page(BROKEN, 500)


def _unreachable(failure: Unreachable) -> Response:
    """A page that asks again by itself; what was sent is kept in it, to be sent again."""
    g.reason = " ".join(str(failure).split())
    sent = list(request.form.items(multi=True)) if request.method == "POST" else []
    page = render_template("unreachable.html", says=failure.says, status=503, sent=sent)
    response = make_response(page, 503)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    if not sent:
        response.headers["Refresh"] = str(RETRY_SECONDS)
    return response


def _page(says: Message, status: int) -> Answer:
    return render_template("error.html", says=says, status=status), status
