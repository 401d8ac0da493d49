"""The device that sent a request, known by the secret in its cookie or in its token."""

import time
from typing import Final

from flask import Response, g, request, session

from tracker.service.identity import name_of
from tracker.service.write_errors import Unreachable
from tracker.web.device_names import first_name
from tracker.web.page_cache import HEADER
from tracker.web.problems import is_for_a_program
from tracker.web.services import allowance, identity, tables

COOKIE: Final = "device"
SESSION: Final = "session"
SECURED: Final = "__Host-"
KEPT: Final = "kept"
STATIC: Final = "static.show_file"
BRINGING_BACK: Final = "table.submit_bringing_back"
"""The one thing that can be done to a match that was put away."""
MONTH: Final = 60 * 60 * 24 * 30
YEAR: Final = 60 * 60 * 24 * 365
BEARER: Final = "Bearer "


def know() -> None:
    """Set `g.device` and its secret; a device that sends no valid secret gets a new one."""
    if keeps_cookies() and not session.permanent:
        session.permanent = True
    secret = token() or _cookie(cookie_name(COOKIE))
    device = identity().device_of(secret)
    g.may_set_secret = True
    if device is None and request.is_secure:
        secret, device = _brought_inside()
    g.is_known = device is not None
    if device is None:
        secret = identity().new_secret()
    g.secret, g.device = secret, device or name_of(secret)


def _cookie(name: str) -> str:
    return request.cookies.get(name, "") if keeps_cookies() else ""


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


def come_to_match() -> None:
    """Say in `g.standing` what the device may do at the match that it asks for.

    And in `g.visit` what was read of the match for that, in `g.mark` which sheet of it that was.
    """
    match_id = (request.view_args or {}).get("match_id")
    if match_id is not None and request.endpoint != BRINGING_BACK:
        g.visit = tables().visit(
            match_id, g.device, first_name(), is_known=g.is_known, allowance=allowance()
        )
        g.standing, g.mark = g.visit.standing, g.visit.mark


def standing() -> dict[str, object]:
    """Return what the device may do, for the pages of a match."""
    return {"standing": g.get("standing")}


def token() -> str:
    """The secret that a program sends in a header; a browser never does that by itself."""
    sent = request.headers.get("Authorization", "")
    return sent.removeprefix(BEARER) if sent.startswith(BEARER) else ""


def keeps_cookies() -> bool:
    """Files are for everybody, and a program keeps its token itself."""
    return request.endpoint != STATIC and not is_for_a_program()


def cookie_name(name: str) -> str:
    """A cookie's name. Over https it is another: no browser sends that one in the clear, and none
    lets plain http change it. So a device that goes back to plain http begins there anew."""
    return f"{SECURED}{name}" if request.is_secure else name


def remember(response: Response) -> Response:
    """Give the device its secret to keep: at first, and again every month that it is used."""
    if not keeps_cookies() or token() or not g.may_set_secret:
        return response
    is_kept = request.cookies.get(cookie_name(COOKIE)) == g.secret
    if not is_kept or (_is_due() and HEADER not in request.headers):
        response.set_cookie(
            cookie_name(COOKIE),
            g.secret,
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
        session[KEPT] = int(time.time())
    if request.is_secure:
        _forget_what_went_in_the_clear(response)
    return response


def _is_due() -> bool:
    """Return whether the device was given its secret long ago; the session goes with it."""
    kept = session.get(KEPT, 0)
    return not isinstance(kept, int) or abs(time.time() - kept) > MONTH


def _forget_what_went_in_the_clear(response: Response) -> None:
    for name in (COOKIE, SESSION):
        if name in request.cookies:
            response.delete_cookie(name, secure=True, httponly=True, samesite="Lax")
