"""The app on the plain port where the sheet is served over https: it leads there, and no more.

It has no database, no session and no cookie that says who somebody is, so that nothing that
anybody writes or reads of a match travels in the clear.
"""

from flask import Blueprint, Flask, redirect, request, url_for
from flask.typing import ResponseReturnValue

from tracker.locations import TEMPLATES
from tracker.web import static, trust
from tracker.web.application import TrackerApp, speak
from tracker.web.fonts import FontCache
from tracker.web.pipeline import compress, protect
from tracker.web.trust import INSIDE, Trust

blueprint = Blueprint("plain_port", __name__)


def create_plain_port_app(offered: Trust, fonts: FontCache) -> Flask:
    app = TrackerApp("tracker", template_folder=TEMPLATES, static_folder=None)
    app.extensions.update(trust=offered, fonts=fonts)
    speak(app)
    for routes in (blueprint, trust.blueprint, static.blueprint):
        app.register_blueprint(routes)
    app.after_request(protect)
    app.after_request(compress)
    return app


@blueprint.route("/", defaults={"path": ""}, methods=["GET", "POST"])
@blueprint.route("/<path:path>", methods=["GET", "POST"])
def show_the_way(path: str) -> ResponseReturnValue:
    """To the page over https, past the one that explains how if this device has not been there."""
    wanted = request.full_path.rstrip("?")
    page = "trust.show_secured" if INSIDE in request.cookies else "trust.show_trust"
    return redirect(url_for(page, to=wanted), 303)
