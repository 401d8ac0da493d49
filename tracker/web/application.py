"""Building the app: settings, services, views, headers."""

from pathlib import Path

from flask import Flask, Response, request
from flask_wtf.csrf import CSRFProtect

from tracker.printing.drawer import Drawer
from tracker.printing.press import Press
from tracker.service.decks import Decks
from tracker.service.matches import Matches
from tracker.store.database import Database
from tracker.translations import LANGUAGES
from tracker.web import decks, device, errors, language, matches, pages, paper, slips, static, tiles
from tracker.web.civil_war import drawing, workshop
from tracker.web.settings import ROOT, secret_in


def create_app(folder: Path) -> Flask:
    """The app over the database in this folder, which is made if it is not there."""
    app = Flask("tracker", template_folder=ROOT / "templates", static_folder=None)
    app.config.update(
        SECRET_KEY=secret_in(folder),
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=device.YEAR,
        MAX_CONTENT_LENGTH=17_000_000,
        MAX_FORM_MEMORY_SIZE=1_000_000,
        # A page lies open on the table all evening, and a tablet's browser may be started anew:
        # its forms stay good as long as the session, and the session stays.
        WTF_CSRF_TIME_LIMIT=None,
    )
    database = Database(folder / "quartermaster.sqlite")
    app.extensions["matches"] = Matches(database)
    app.extensions["decks"] = Decks(database)
    app.extensions["press"] = Press(Drawer(folder / "printed"))
    # Before the forms are checked: also a refused one is answered to a device.
    app.before_request(device.know)
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
        write_id=slips.new,
    )
    app.jinja_env.globals.update(drawing.GLOBALS, **workshop.GLOBALS)
    for blueprint in (
        pages.blueprint,
        matches.blueprint,
        tiles.blueprint,
        decks.blueprint,
        paper.blueprint,
        static.blueprint,
    ):
        app.register_blueprint(blueprint)
    errors.register(app)
    app.after_request(device.remember)
    app.after_request(_protect)
    app.after_request(static.compress)
    return app


def _protect(response: Response) -> Response:
    """Nothing from elsewhere, nothing inline, no framing, no sniffing, no address told."""
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.endpoint != device.STATIC:
        response.headers["Cache-Control"] = "no-store"
        response.vary.update(("Cookie", "Accept-Language"))
    return response
