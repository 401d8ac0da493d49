"""The device that sent a request, known by the secret in its cookie or in its token."""

from typing import Final

from flask import Response, g, request, session

from tracker.service import identity
from tracker.web.problems import is_for_a_program
from tracker.web.services import tables

COOKIE: Final = "device"
STATIC: Final = "static.show_file"
BRINGING_BACK: Final = "table.submit_bringing_back"
"""The one thing that can be done to a match that was put away."""
YEAR: Final = 60 * 60 * 24 * 365
BEARER: Final = "Bearer "
# What a browser says of the device that it runs on, and what people call that.
KINDS: Final = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def know() -> None:
    """Say in `g.device` who asks; whoever comes without a secret is given a new one."""
    if keeps_cookies() and not session.permanent:
        session.permanent = True
    cookie = "" if is_for_a_program() else request.cookies.get(COOKIE, "")
    secret = token() or cookie
    g.is_known = identity.is_secret(secret)
    g.secret = secret if g.is_known else identity.new_secret()
    g.device = identity.name_of(g.secret)


def come_to_match() -> None:
    """Say in `g.standing` what the device may do at the match that it asks for.

    And in `g.mark` which sheet of the match it is at this moment.
    """
    match_id = (request.view_args or {}).get("match_id")
    if match_id is not None and request.endpoint != BRINGING_BACK:
        g.standing, g.mark = tables().visit(match_id, g.device, kind(), is_known=g.is_known)


def standing() -> dict[str, object]:
    """What the device may do, for the pages of a match."""
    return {"standing": g.get("standing")}


def kind() -> str:
    """What the device seems to be, until somebody names it."""
    said = request.user_agent.string
    return next((name for mark, name in KINDS if mark in said), "")


def token() -> str:
    """The secret that a program sends in a header; a browser never does that by itself."""
    sent = request.headers.get("Authorization", "")
    return sent.removeprefix(BEARER) if sent.startswith(BEARER) else ""


def keeps_cookies() -> bool:
    """Files are for everybody, and a program keeps its token itself."""
    return request.endpoint != STATIC and not is_for_a_program()


def remember(response: Response) -> Response:
    if request.cookies.get(COOKIE) != g.secret and keeps_cookies() and not token():
        response.set_cookie(
            COOKIE,
            g.secret,
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    return response
