"""Everything that happens to a request besides its view, in the order in which it happens.

`install` lists the steps before the view and after it; below, they stand in that order.
"""

import gzip
import logging
import threading
import time
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import lru_cache, partial
from typing import Any, Final

from cachetools import LRUCache
from flask import Blueprint, Flask, Request, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect, same_origin
from itsdangerous import BadSignature, URLSafeTimedSerializer

from tracker.logs import ABOUT
from tracker.service.rights import name_of
from tracker.service.writing import Unreachable
from tracker.serving.hosts import is_local, name_in
from tracker.web.answers import INTERFACE, must_be_sendable, referrer, route, vary
from tracker.web.below_path import own_path
from tracker.web.device_names import first_name
from tracker.web.page_cache import HEADER, PAGE_LEVEL
from tracker.web.services import allowance, end_reading, identity, share_reading, tables

STATIC: Final = "static.show_file"
MONTH_SECONDS: Final = 60 * 60 * 24 * 30
YEAR_SECONDS: Final = 60 * 60 * 24 * 365


def install(app: Flask, owners: Mapping[str, str], programs: Blueprint) -> None:
    """Add the steps to an app.

    `owners` says which title a blueprint or an endpoint is of, `programs` is the interface for
    programs.
    """
    app.session_interface = SecureSession()
    for before in (
        limit_forms,
        share_reading,
        begin_log,
        # Before the token of a form is checked: a refused form is answered to a device, too.
        know_device,
        refuse_odd_addresses,
        come_to_match,
        partial(refuse_other_titles, owners),
    ):
        app.before_request(before)
    # A program sends its secret itself; there is no cookie that a foreign page could misuse.
    FormTokens(app).exempt(programs)
    after: tuple[Callable[[Response], Response], ...] = (
        end_reading_after,
        must_be_sendable,
        compress,
        protect,
        remember_device,
        note,
    )
    for step in reversed(after):  # Flask runs them from the last to the first.
        app.after_request(step)
    app.teardown_request(lambda _error: end_reading())  # also where no answer was made


# --- The session ---------------------------------------------------------------------------------

COOKIE: Final = "device"
SESSION: Final = "session"
SECURED: Final = "__Host-"
SECURED_BELOW: Final = "__Secure-"
"""Browsers accept the other prefix for a whole name only."""
MOST_SESSIONS: Final = 5_000


def cookie_name(name: str) -> str:
    """Return a cookie's name. Over https it is another: no browser sends that one in the clear, and
    plain http cannot change it. A device that goes back to plain http is another device there."""
    if not request.is_secure:
        return name
    return f"{SECURED_BELOW}{name}" if own_path() else f"{SECURED}{name}"


class SecureSession(SecureCookieSessionInterface):
    """The session's cookie goes over https only where it was set over https, by another name.

    A program has no session: nothing is read, signed or set for it. A browser sends the same
    cookie with every request, so its signature is checked once.
    """

    _serializer: URLSafeTimedSerializer | None = None

    def __init__(self) -> None:
        self._known = lru_cache(MOST_SESSIONS)(self._verified)

    def get_cookie_name(self, app: Flask) -> str:
        return cookie_name(SESSION)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer, which is made once: an app has one interface and one secret."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
        return self._serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Set `g.is_for_a_program`, for all that follows; open the session of a browser."""
        path = request.path
        g.is_for_a_program = path == INTERFACE or path.startswith(f"{INTERFACE}/")
        name = self.get_cookie_name(app)
        cookie = "" if g.is_for_a_program else request.cookies.get(name, "")
        if not cookie:
            return self.session_class()
        try:
            data, signed = self._known(cookie)
        except BadSignature:
            return self.session_class()
        lifetime = app.permanent_session_lifetime.total_seconds()
        is_young = 0 <= int(time.time() - signed) <= lifetime
        # A view changes its own copy of the data, not the cached one.
        return self.session_class(deepcopy(data) if is_young else {})

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        # Every answer says already that it depends on the cookie (`protect`).
        if session.modified and not g.is_for_a_program:
            super().save_session(app, session, response)

    def _verified(self, cookie: str) -> tuple[dict[str, Any], float]:
        """Return what a cookie holds, and when it was signed; raises `BadSignature`."""
        serializer = self.get_signing_serializer(current_app)
        if serializer is None:
            raise BadSignature("there is no secret")
        data, signed = serializer.loads(cookie, return_timestamp=True)
        return data, signed.timestamp()


# --- Before the view -----------------------------------------------------------------------------

MOST_TYPED: Final = 1_000_000
"""The most bytes of a form that has no files in it."""
BEARER: Final = "Bearer "
BRINGING_BACK: Final = "table.submit_bringing_back"
"""The one thing that can be done to a match that was put away."""


def limit_forms() -> None:
    """Limit forms without files: Flask applies its limit of a form's memory to the others alone."""
    if request.mimetype == "application/x-www-form-urlencoded":
        request.max_content_length = MOST_TYPED


def begin_log() -> None:
    g.began = time.perf_counter()


def know_device() -> None:
    """Set `g.device` and its secret; a device that sends no valid secret gets a new one."""
    # Files are for everybody, and a program keeps its secret itself.
    g.keeps_cookies = request.endpoint != STATIC and not g.is_for_a_program
    if g.keeps_cookies and not session.permanent:
        session.permanent = True
    secret = sent_token() or _cookie(cookie_name(COOKIE))
    device = identity().device_of(secret)
    g.may_set_secret = True
    if device is None and request.is_secure:
        secret, device = _brought_inside()
    g.is_known = device is not None
    if device is None:
        secret = identity().new_secret()
    g.secret, g.device = secret, device or name_of(secret)


def sent_token() -> str:
    """The secret that a program sends in a header; a browser never does that by itself."""
    sent = request.headers.get("Authorization", "")
    return sent.removeprefix(BEARER) if sent.startswith(BEARER) else ""


def _cookie(name: str) -> str:
    return request.cookies.get(name, "") if g.keeps_cookies else ""


def _brought_inside() -> tuple[str, str | None]:
    """Return a new secret for the device that had one over plain http.

    Everybody in the network could read that one, or have planted it: whoever holds it must not be
    this device any longer.
    """
    try:
        return identity().replace(_cookie(COOKIE)) or ("", None)
    except Unreachable:
        # The page is shown as to a stranger. The device keeps its cookie and tries again.
        g.may_set_secret = False
        return "", None


def refuse_odd_addresses() -> None:
    """No address of ours has this letter in it, and PostgreSQL cannot be asked for it."""
    if "\0" in request.path:
        abort(404)


def come_to_match() -> None:
    """Set `g.standing`, the rights of the device at the match that it asks for.

    `g.visit` has everything that was read of the match for that, `g.mark` the sheet's version.
    """
    match_id = (request.view_args or {}).get("match_id")
    if match_id is not None and request.endpoint != BRINGING_BACK:
        g.visit = tables().visit(
            match_id, g.device, first_name, is_known=g.is_known, allowance=allowance()
        )
        g.standing, g.mark = g.visit.standing, g.visit.mark


def refuse_other_titles(owners: Mapping[str, str]) -> None:
    """Answer 404 where an address belongs to one title, and the match to another."""
    owner = owners.get(request.blueprint or "") or owners.get(request.endpoint or "")
    if owner is not None and "visit" in g and owner != g.visit.title.NAME:
        abort(404)


FIELD: Final = "csrf_token"
MOST_TOKENS: Final = 5_000


class FormTokens(CSRFProtect):
    """Checks the token that every form carries, and that no page of another site knows.

    A token that was valid for a session stays valid for it: none grows old
    (`WTF_CSRF_TIME_LIMIT`), and a page sends the same one all evening.
    """

    def __init__(self, app: Flask) -> None:
        self._lock = threading.Lock()
        self._valid: LRUCache[tuple[str, str], bool] = LRUCache(MOST_TOKENS)
        super().__init__(app)

    def protect(self, apply_exemptions: bool = False) -> None:
        """Check the token that was sent, in the cache or by its signature."""
        pair = _sent_pair()
        with self._lock:
            is_valid = pair in self._valid
        if is_valid and _is_from_here():
            return
        try:
            super().protect(apply_exemptions)
        except ValueError:  # Flask-WTF splits a referrer that is no address.
            self._error_response("The referrer is no address.")
        if pair is not None and g.get("csrf_valid"):
            with self._lock:
                self._valid[pair] = True


def _sent_pair() -> tuple[str, str] | None:
    """Return the session's own part and the token that the form sent, where there are both.

    A program has no session, and a page that is only read sends no token.
    """
    of_session = session.get(FIELD) if request.method == "POST" else None
    sent = request.form.get(FIELD) if of_session else None
    return (str(of_session), sent) if sent else None


def _is_from_here() -> bool:
    """Return whether a page of ours sent it, as far as that is asked: only over https."""
    if not request.is_secure:
        return True
    page = referrer()
    return bool(page and same_origin(page, f"https://{request.host}/"))


# --- After the view ------------------------------------------------------------------------------

WORTH_COMPRESSING_BYTES: Final = 500
FILE_LEVEL: Final = 6
KEPT: Final = "kept"
ID_LETTERS: Final = 4
_log = logging.getLogger(__name__)


def end_reading_after(response: Response) -> Response:
    """Give the connection back before anything is sent: a slow client must not hold it."""
    end_reading()
    return response


def compress(response: Response) -> Response:
    """Text travels compressed where the browser takes it."""
    kind = response.mimetype or ""
    is_text = kind.startswith("text/") or kind in (
        "image/svg+xml",
        "application/json",
        "application/manifest+json",
    )
    if not is_text or response.is_streamed or response.direct_passthrough:
        return response
    if "Content-Encoding" in response.headers:
        return response
    vary(response, "Accept-Encoding")
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return response
    data = response.get_data()
    if len(data) >= WORTH_COMPRESSING_BYTES:
        level = PAGE_LEVEL if kind == "text/html" else FILE_LEVEL
        response.set_data(gzip.compress(data, compresslevel=level, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
PARTS_OF_PAGES: Final = frozenset({"text/css", "text/javascript", "font/woff2"})
ONLY_OVER_HTTPS: Final = f"max-age={MONTH_SECONDS}"
"""A browser comes to this name over https only, for a month after each visit. Not longer, because
a table that goes back to plain http would lose its devices for as long."""
PROTECTION: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
OF_A_PAGE: Final = (
    ("Content-Security-Policy", CONTENT_POLICY),
    ("Referrer-Policy", "same-origin"),
    (
        "Permissions-Policy",
        "screen-wake-lock=(self), camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
)


def protect(response: Response) -> Response:
    """Nothing from elsewhere, nothing inline, no framing, no sniffing, no address told."""
    response.headers.extend(PROTECTION)
    # They are 0.4 kB for each of the forty files of a page, to which they mean nothing.
    if request.endpoint != STATIC or response.mimetype not in PARTS_OF_PAGES:
        response.headers.extend(OF_A_PAGE)
    if request.is_secure:  # elsewhere a browser complains of it and takes no notice
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if not is_local(name_in(request.host)):
            response.headers["Strict-Transport-Security"] = ONLY_OVER_HTTPS
    if request.endpoint != STATIC:
        response.headers["Cache-Control"] = "no-store"
        vary(response, "Cookie", "Accept-Language")
    return response


def remember_device(response: Response) -> Response:
    """Give the device its secret to keep: at first, and again every month that it is used."""
    if not g.keeps_cookies or sent_token() or not g.may_set_secret:
        return response
    is_kept = request.cookies.get(cookie_name(COOKIE)) == g.secret
    if not is_kept or (_is_due() and HEADER not in request.headers):
        response.set_cookie(
            cookie_name(COOKIE),
            g.secret,
            max_age=YEAR_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
            path=f"{own_path()}/",
        )
        session[KEPT] = int(time.time())
    if request.is_secure:
        _forget_what_went_in_the_clear(response)
    return response


def _is_due() -> bool:
    """Return whether the device was given its secret long ago; the session goes with it."""
    kept = session.get(KEPT, 0)
    return not isinstance(kept, int) or abs(time.time() - kept) > MONTH_SECONDS


def _forget_what_went_in_the_clear(response: Response) -> None:
    for name in (COOKIE, SESSION):
        if name in request.cookies:
            path = f"{own_path()}/"
            response.delete_cookie(name, path, secure=True, httponly=True, samesite="Lax")


def note(response: Response) -> Response:
    """Log a line: the request, its answer, and how long it took.

    An address of a match is a key to it, so only its first letters are logged; of a device, too.
    """
    level = _level(response.status_code)
    if _log.isEnabledFor(level):
        said = {"method": request.method, "route": route(), "status": response.status_code}
        said["ms"] = round((time.perf_counter() - g.began) * 1000)
        match_id = str((request.view_args or {}).get("match_id", ""))
        said |= {"match": match_id[:ID_LETTERS], "device": str(g.get("device", ""))[:ID_LETTERS]}
        said["reason"] = g.get("reason", "")
        said = {name: value for name, value in said.items() if value != ""}
        text = "{method} {route} {status} in {ms} ms".format(**said)
        names = (f"{name} {said[name]}" for name in ("match", "device", "reason") if name in said)
        _log.log(level, "%s", ", ".join([text, *names]), extra={ABOUT: said})
    return response


def _level(status: int) -> int:
    if status >= 500:
        return logging.WARNING
    return logging.DEBUG if request.method in ("GET", "HEAD") else logging.INFO
