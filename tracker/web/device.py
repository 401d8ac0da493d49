"""The device that sent a request, known by the secret in its cookie or in its token."""

from typing import Final

from flask import Response, g, request, session

from tracker.service import identity

COOKIE: Final = "device"
STATIC: Final = "static.show_file"
YEAR: Final = 60 * 60 * 24 * 365
BEARER: Final = "Bearer "


def know() -> None:
    """Say in `g.device` who asks; whoever comes without a secret is given a new one."""
    if request.endpoint != STATIC and not session.permanent:
        session.permanent = True
    secret = token() or request.cookies.get(COOKIE, "")
    g.secret = secret if identity.is_secret(secret) else identity.new_secret()
    g.device = identity.name_of(g.secret)


def token() -> str:
    """The secret that a program sends in a header; a browser never does that by itself."""
    sent = request.headers.get("Authorization", "")
    return sent.removeprefix(BEARER) if sent.startswith(BEARER) else ""


def remember(response: Response) -> Response:
    if request.cookies.get(COOKIE) != g.secret and request.endpoint != STATIC and not token():
        response.set_cookie(
            COOKIE,
            g.secret,
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    return response
