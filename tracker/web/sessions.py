"""The session: a signed cookie of a browser."""

import time
from copy import deepcopy
from functools import lru_cache
from typing import Any, Final

from flask import Flask, Request, Response, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

from tracker.web import device
from tracker.web.problems import is_for_a_program

MOST_KNOWN: Final = 5_000


class SecureSession(SecureCookieSessionInterface):
    """The session's cookie goes over https only where it was set over https, by another name.

    A program has no session: nothing is read, signed or set for it. A browser sends the same
    cookie with every request, so its signature is checked once.
    """

    _serializer: URLSafeTimedSerializer | None = None

    def __init__(self) -> None:
        self._known = lru_cache(MOST_KNOWN)(self._verified)

    def get_cookie_name(self, app: Flask) -> str:
        return device.cookie_name(device.SESSION)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer, which is made once: an app has one interface and one secret."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
        return self._serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        cookie = "" if is_for_a_program() else request.cookies.get(self.get_cookie_name(app), "")
        if not cookie:
            return self.session_class()
        try:
            data, signed = self._known(cookie)
        except BadSignature:
            return self.session_class()
        is_young = 0 <= int(time.time() - signed) <= device.YEAR
        # What a view changes in it is not changed in what is known.
        return self.session_class(deepcopy(data) if is_young else {})

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        # Every answer says already that it depends on the cookie (`protect`).
        if session.modified and not is_for_a_program():
            super().save_session(app, session, response)

    def _verified(self, cookie: str) -> tuple[dict[str, Any], float]:
        """Return what a cookie holds, and when it was signed; raises `BadSignature`."""
        serializer = self.get_signing_serializer(current_app)
        if serializer is None:
            raise BadSignature("there is no secret")
        data, signed = serializer.loads(cookie, return_timestamp=True)
        return data, signed.timestamp()
