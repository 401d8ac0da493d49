"""Building the app: settings, services, views, headers."""

import secrets
from pathlib import Path
from typing import Final

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from tracker.printing.press import Press
from tracker.service.answers import Answers
from tracker.service.decks import Decks
from tracker.service.matches import Matches
from tracker.service.tables import Tables
from tracker.store.database import Database
from tracker.translations import LANGUAGES
from tracker.web import (
    decks,
    device,
    errors,
    language,
    matches,
    pages,
    paper,
    static,
    table,
    tiles,
)
from tracker.web.civil_war import drawing, workshop
from tracker.web.settings import ROOT, proxies, secret_in

MOST_TYPED: Final = 1_000_000
"""What is typed into a form is small; only files are large."""


class SecureSession(SecureCookieSessionInterface):
    """The session's cookie goes over https only where it was set over https."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def create_app(folder: Path) -> Flask:
    """The app over the database in this folder, which is made if it is not there."""
    app = Flask("tracker", template_folder=ROOT / "templates", static_folder=None)
    app.session_interface = SecureSession()
    believed = proxies()
    if believed:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=believed, x_proto=believed, x_host=0
        )
    app.config.update(
        SECRET_KEY=secret_in(folder),
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=device.YEAR,
        MAX_CONTENT_LENGTH=17_000_000,
        MAX_FORM_MEMORY_SIZE=MOST_TYPED,
        # A page lies open on the table all evening, and a tablet's browser may be started anew:
        # its forms stay good as long as the session, and the session stays.
        WTF_CSRF_TIME_LIMIT=None,
    )
    database = Database(folder / "quartermaster.sqlite")
    app.extensions["matches"] = Matches(database)
    app.extensions["tables"] = Tables(database)
    app.extensions["answers"] = Answers(database)
    app.extensions["decks"] = Decks(database)
    app.extensions["press"] = Press()
    app.before_request(_bound)
    # Before the forms are checked: also a refused one is answered to a device.
    app.before_request(device.know)
    app.before_request(device.come_to_match)
    CSRFProtect(app)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        language.translated,
        language.counted,
        newstyle=True,
        pgettext=language.translated_as,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        languages=LANGUAGES,
        language=language.language,
        tell=language.tell,
        word=language.word,
        term=language.translated_as,
        static_url=static.url,
        write_id=lambda: secrets.token_urlsafe(12),
    )
    app.context_processor(device.standing)
    app.jinja_env.globals.update(drawing.GLOBALS, **workshop.GLOBALS)
    for blueprint in (
        pages.blueprint,
        matches.blueprint,
        tiles.blueprint,
        decks.blueprint,
        paper.blueprint,
        table.blueprint,
        static.blueprint,
    ):
        app.register_blueprint(blueprint)
    errors.register(app)
    app.after_request(device.remember)
    app.after_request(_protect)
    app.after_request(static.compress)
    return app


def _bound() -> None:
    """The limit for a form's memory is not applied to forms without files: they get one here."""
    if request.mimetype == "application/x-www-form-urlencoded":
        request.max_content_length = MOST_TYPED


def _protect(response: Response) -> Response:
    """Nothing from elsewhere, nothing inline, no framing, no sniffing, no address told."""
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = (
        "screen-wake-lock=(self), camera=(), geolocation=(), microphone=(), payment=(), usb=()"
    )
    if request.endpoint != device.STATIC:
        response.headers["Cache-Control"] = "no-store"
        response.vary.update(("Cookie", "Accept-Language"))
    return response
