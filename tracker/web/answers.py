"""Answers that are no page of their own: to a write, to an error, to a program; and links on pages.

A page for an error says what to do, and loses nothing that was typed. A program or a script gets
the same sentence as a problem document.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec
from flask import (
    Flask,
    Response,
    current_app,
    flash,
    g,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from msgspec import UNSET, Struct, UnsetType
from werkzeug.exceptions import HTTPException

from tracker.engine.history import NotThere
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service import damage
from tracker.service.allowance import TooMuchStored
from tracker.service.guesses import TooManyGuesses
from tracker.service.match import NoSuchMatch, Quarantined
from tracker.service.rights import Forbidden
from tracker.service.tables import PutAway
from tracker.service.writing import (
    AlreadyAnswered,
    AlreadyAsked,
    AlreadyWritten,
    NoSuchDocument,
    Receipt,
    Unreachable,
    UsedAlready,
)
from tracker.web.below_path import own_path
from tracker.web.language import language, shown, translate
from tracker.web.origins import FromAnotherSite
from tracker.web.services import damage_checks

# --- Errors --------------------------------------------------------------------------------------

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


STATUSES: Final[Mapping[type[Exception], int]] = {
    NoSuchDocument: 404,
    TooManyGuesses: 429,
    Forbidden: 403,
    FromAnotherSite: 403,
    AlreadyWritten: 409,
    AlreadyAsked: 409,
    AlreadyAnswered: 409,
    UsedAlready: 409,
    Invalid: 400,
    Quarantined: 409,
}
"""The errors that tell the reader themselves what is wrong."""


def register(app: Flask) -> None:
    for error, status in STATUSES.items():
        app.register_error_handler(error, partial(_sentence, status))
    app.register_error_handler(NoSuchMatch, lambda _: _page(NO_MATCH, 404))
    app.register_error_handler(PutAway, _put_away)
    app.register_error_handler(TooMuchStored, _too_much_stored)
    app.register_error_handler(NotThere, lambda _: _page(NO_ENTRY, 409))
    app.register_error_handler(CSRFError, lambda _: _page(STALE_FORM, 400))
    app.register_error_handler(Unreachable, _unreachable)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _sentence(status: int, error: Any) -> Response:
    return _page(error.says, status)


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
    damaged = _damaged()
    if damaged is not None:
        return damaged
    current_app.logger.exception("%s %s", request.method, route())
    return _page(BROKEN, 500)


def _damaged() -> Response | None:
    """Return the sentence for a damaged match, where the error comes from one; it is checked."""
    match_id = (request.view_args or {}).get("match_id")
    if match_id is not None:
        if not damage_checks().is_met_in(match_id):
            return None
        return _page(damage.DAMAGED if request.method == "GET" else Quarantined.says, 409)
    if not damage_checks().is_met_by(g.get("device", "")):
        return None
    response = _page(damage.DAMAGED, 503)
    if request.method == "GET" and not _wants_a_document():
        # What follows from a match is right again by now.
        response.headers["Refresh"] = str(RETRY_SECONDS)
    return response


def route() -> str:
    """Return the address as the program writes it, without the parts that are a key."""
    return request.url_rule.rule if request.url_rule else "an unknown address"


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
    damaged = _damaged() if damage.may_be_of_a_match(failure) else None
    if damaged is not None:
        return damaged
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
    return bool(g.is_for_a_program) or is_for_a_script()


# --- Writes --------------------------------------------------------------------------------------

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


# --- Problems, for a program ---------------------------------------------------------------------

INTERFACE: Final = "/api"
MEDIA_TYPE: Final = "application/problem+json"
A_RULE_FORBIDS = Message("A rule of the game forbids it")


class Problem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reason why nothing was changed, with the rule's number (RFC 9457)."""

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
        type=f"{own_path()}/rules/{rule}" if rule else "about:blank",
        title=translate(A_RULE_FORBIDS) if rule else HTTPStatus(status).phrase,
        status=status,
        detail=translate(says),
        instance=quote(own_path() + request.path),
        rule=rule or UNSET,
        place=place or UNSET,
    )
    response = Response(msgspec.json.encode(document), status, mimetype=MEDIA_TYPE)
    response.content_language = language()
    return response


# --- Links and headers ---------------------------------------------------------------------------

MOST_LINKS: Final = 20_000


def link_to(endpoint: str, **values: str) -> str:
    """Return the address of a view, from the cache of the app."""
    built: Callable[..., str] = current_app.extensions["links"]
    return built(endpoint, **values)


def cached_links() -> Callable[..., str]:
    """Return `url_for` for one app, with a cache."""

    @lru_cache(MOST_LINKS)
    def built(endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return url_for(endpoint, **dict(values))

    def link(endpoint: str, **values: Any) -> str:
        if "_external" in values:  # with the host's name, which the request says
            return url_for(endpoint, **values)
        return built(endpoint, tuple(values.items()))

    return link


def referrer() -> str:
    """Return the page that sent the request, or nothing where the header is no address."""
    address = request.referrer or ""
    try:
        urlsplit(address)
    except ValueError:
        return ""
    return address


def vary(response: Response, *names: str) -> None:
    """Say that the answer depends on these headers of the request, besides others."""
    before = response.headers.get("Vary")
    response.headers["Vary"] = ", ".join((before, *names) if before else names)
