"""The session: a signed cookie of a browser."""

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeTimedSerializer

from tracker.web import device
from tracker.web.problems import is_for_a_program


class SecureSession(SecureCookieSessionInterface):
    """The session's cookie goes over https only where it was set over https, by another name.

    A program has no session: nothing is read, signed or set for it.
    """

    _serializer: URLSafeTimedSerializer | None = None

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
        return self.session_class() if is_for_a_program() else super().open_session(app, request)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if not is_for_a_program():
            super().save_session(app, session, response)
