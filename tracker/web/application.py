"""Building the app: settings, services, views, headers."""

import json
import re
from pathlib import Path
from typing import Any, Final, NoReturn
from urllib.parse import urlsplit

from flask import Flask, Request, g, get_flashed_messages
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import RequestRedirect

from tracker import palette, templating
from tracker.live.hub import Hub
from tracker.locations import TEMPLATES
from tracker.printing.pdf_cache import PdfCache
from tracker.printing.print_queue import Press
from tracker.service.allowance import HourlyLimits
from tracker.service.startup import open_services
from tracker.settings import Settings, secret_in
from tracker.translations import LANGUAGES
from tracker.web import (
    answers,
    board_views,
    fonts,
    fragments,
    frame,
    health,
    history_views,
    import_views,
    language,
    list_views,
    live,
    match_views,
    note_views,
    page_cache,
    paper,
    pipeline,
    player_views,
    rule_views,
    seating,
    setup_views,
    share_views,
    start_views,
    static,
    statistics_views,
    table,
    time_views,
    trust,
    web_app,
    wording,
    write_ids,
)
from tracker.web.api import routes as api
from tracker.web.below_path import BelowPath
from tracker.web.own_names import name_publicly
from tracker.web.titles import TITLE_PAGES

ROOMS: Final = (
    api,
    start_views,
    rule_views,
    setup_views,
    import_views,
    list_views,
    match_views,
    history_views,
    note_views,
    player_views,
    board_views,
    share_views,
    statistics_views,
    live,
    paper,
    table,
    time_views,
    static,
    health,
    web_app,
    trust,
)
HTMX: Final = {
    "allowEval": False,
    "includeIndicatorStyles": False,
    "historyEnabled": False,
    "scrollIntoViewOnBoost": False,
    "timeout": 10_000,
    # For transitions htmx would lay out what comes with the classes of what it replaces first, and
    # a quick tap would hit what is about to move.
    "attributesToSettle": [],
    "defaultSettleDelay": 0,
}
RULE: Final = re.compile(r"[A-Z]+-\d+(\.\d+)*")


class TrackerApp(Flask):
    """Flask, with redirects that stay on this server."""

    def raise_routing_exception(self, request: Request) -> NoReturn:
        """Lead to the right spelling of an address on this server, whatever a request calls it."""
        if isinstance(request.routing_exception, RequestRedirect):
            target = urlsplit(request.routing_exception.new_url)
            request.routing_exception.new_url = target._replace(scheme="", netloc="").geturl()
        super().raise_routing_exception(request)


def create_app(settings: Settings | Path) -> Flask:
    """The app with these settings; or over this folder, with nothing else set."""
    if isinstance(settings, Path):
        settings = Settings(data=settings)
    app = TrackerApp("tracker", template_folder=TEMPLATES, static_folder=None)
    configure(app, settings)
    add_services(app, settings)
    pipeline.install(app, owners(), api.blueprint)
    speak(app)
    for room in ROOMS:
        app.register_blueprint(room.blueprint)
    for title in TITLE_PAGES.values():
        for blueprint in title.BLUEPRINTS:
            app.register_blueprint(blueprint)
    answers.register(app)
    return app


def configure(app: Flask, settings: Settings) -> None:
    """Cookies, limits, and whether what a proxy says is believed."""
    name_publicly(app, settings.hosts)
    if settings.path:
        app.wsgi_app = BelowPath(app.wsgi_app, settings.path)  # type: ignore[method-assign]
    if settings.proxies:
        # Only where there are proxies is believed what is said of who asks, and whether by https.
        believed = {"x_for": settings.proxies, "x_proto": settings.proxies, "x_host": 0}
        app.wsgi_app = ProxyFix(app.wsgi_app, **believed)  # type: ignore[method-assign]
    app.config.update(
        SECRET_KEY=secret_in(settings.data),
        APPLICATION_ROOT=f"{settings.path}/",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=pipeline.YEAR_SECONDS,
        # It is signed anew when something in it changes, not with every answer.
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=17_000_000,
        MAX_FORM_MEMORY_SIZE=pipeline.MOST_TYPED,
        # A page lies open on the table all evening, and a tablet's browser may be started anew:
        # its forms stay good as long as the session, and the session stays.
        WTF_CSRF_TIME_LIMIT=None,
    )


def add_services(app: Flask, settings: Settings) -> None:
    """Add what the views ask (`services.py`): one of each for the whole app."""
    hub = Hub()
    app.extensions.update(
        open_services(settings.database, hub.publish, app.config["SECRET_KEY"]),
        hub=hub,
        press=Press(PdfCache(settings.data / "printed")),
        page_cache=page_cache.PageCache(),
        fragments=fragments.Fragments(),
        fonts=fonts.FontCache(settings.data / "fonts"),
        hourly_limits=HourlyLimits(
            settings.hourly_matches,
            settings.hourly_files,
            settings.hourly_decks,
            settings.hourly_lookers,
            settings.hourly_megabytes * 1000,
        ),
    )


def owners() -> dict[str, str]:
    """Return the title of every blueprint, and of every view of the interface, that is its own."""
    blueprints = {
        blueprint.name: title
        for title, pages in TITLE_PAGES.items()
        for blueprint in pages.BLUEPRINTS
    }
    operations = {
        f"api.{operation.name}": title
        for title, pages in TITLE_PAGES.items()
        for operation in pages.INTERFACE.operations
    }
    return blueprints | operations


def speak(app: Flask) -> None:
    """Give every template the functions that speak the reader's language."""
    templating.prepare(app.jinja_env)
    app.jinja_env.add_extension(fragments.CachedParts)
    app.extensions["links"] = answers.cached_links()
    # Not by `install_gettext_callables`: its functions copy the whole context at every text.
    app.jinja_env.newstyle_gettext = True  # type: ignore[attr-defined]
    app.jinja_env.globals.update(
        _=language.text,
        gettext=language.text,
        ngettext=language.counted_text,
        pgettext=language.translated_as,
        languages=LANGUAGES,
        language=language.language,
        translate=language.shown,
        word=language.word,
        term=language.translated_as,
        url_for=app.extensions["links"],
        static_url=static.url,
        modules_of=static.modules,
        drawn_icon=static.icon,
        preloaded_fonts=fonts.preloaded,
        write_id=lambda: "" if page_cache.is_shared() else write_ids.new(),
        notices=notices,
        known_people=seating.known_people,
        play_again=lambda title: TITLE_PAGES[title].AGAIN,
        link_preview=share_views.preview,
        asked_players=frame.asked_players,
        htmx_config=json.dumps(HTMX),
        colours=palette.colours(),
    )
    app.jinja_env.filters["bdi"] = language.isolated
    app.context_processor(lambda: {"standing": g.get("standing")})
    # After those that Flask-WTF has registered, which would put a device's token into any page.
    app.jinja_env.globals["csrf_token"] = page_cache.csrf_token
    app.context_processor(lambda: {"csrf_token": page_cache.csrf_token})
    app.jinja_env.globals.update(wording.GLOBALS)
    for title in TITLE_PAGES.values():
        app.jinja_env.globals.update(title.GLOBALS)
    # Made once: as an import it would be made again for every part of every page.
    app.jinja_env.globals["m"] = app.jinja_env.get_template("macros.html").module


def notices() -> list[tuple[str, str]]:
    """Return what is to be said once on this page, each with the rule that it cites, if any."""
    if page_cache.is_shared():
        return []
    flashed: list[Any] = get_flashed_messages(with_categories=True)
    return [(kind if RULE.fullmatch(kind) else "", message) for kind, message in flashed]
