"""Trusting this table's certificate: the page that explains it, and the certificate itself."""

from dataclasses import dataclass

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from tracker.serving.hosts import PORT
from tracker.translations import LANGUAGES
from tracker.web import language
from tracker.web.below_path import own_path
from tracker.web.own_addresses import own_address
from tracker.web.pipeline import YEAR_SECONDS

blueprint = Blueprint("trust", __name__)

INSIDE = "https"
"""The cookie of a device that has opened a sheet over https: it need not read how to. It is no
secret, and cookies do not tell ports apart, so the plain port sees it too."""
PAIRS_IN_A_ROW = 8


@dataclass(frozen=True)
class Trust:
    """The https address of the sheet, and what a device needs to trust it."""

    certificate: bytes
    name: str
    """The name of the certificate in the settings of a device."""
    fingerprint: str
    port: int
    plain_port: int
    """The port at which a device that does not trust it yet begins."""


def offer(app: Flask, trust: Trust) -> None:
    """Tell this app, which is served over https, where it is and what devices can trust."""
    app.extensions["trust"] = trust
    app.after_request(_remember_inside)


def _remember_inside(response: Response) -> Response:
    if INSIDE not in request.cookies and request.endpoint == "matches.show_sheet":
        response.set_cookie(INSIDE, "1", max_age=YEAR_SECONDS, samesite="Lax", httponly=True)
    return response


@blueprint.get("/trust")
def show_trust() -> ResponseReturnValue:
    """Show how to trust the certificate on each kind of device, and what to do without it."""
    return render_template(
        "trust.html", trust=offered(), to=_wanted_page(), fingerprint_rows=_in_rows
    )


@blueprint.get("/trust/in/<code>")
def show_trust_in(code: str) -> ResponseReturnValue:
    """The same in another language, by a link: this page has no session that a form would need."""
    if code not in LANGUAGES:
        abort(404)
    response = redirect(url_for("trust.show_trust", to=_wanted_page()), 303)
    response.set_cookie(language.COOKIE, code, max_age=YEAR_SECONDS, samesite="Lax")
    return response


@blueprint.get("/trust/quartermaster.crt")
def show_certificate() -> ResponseReturnValue:
    """Send the certificate that a device is given to trust."""
    trust = offered() or abort(404)
    return Response(trust.certificate, mimetype="application/x-x509-ca-cert")


@blueprint.get("/trust/sheet")
def show_secured() -> ResponseReturnValue:
    """On to the page that was wanted, over https."""
    trust = offered() or abort(404)
    return redirect(address_of(trust, _wanted_page()), 303)


def address_of(trust: Trust, path: str) -> str:
    """Return the address of a page over https, on the name by which this browser came."""
    return f"https://{PORT.sub('', request.host)}:{trust.port}{path}"


def _in_rows(fingerprint: str) -> list[str]:
    """A fingerprint as it can be compared by eye."""
    pairs = fingerprint.split(":")
    return [
        " ".join(pairs[at : at + PAIRS_IN_A_ROW]) for at in range(0, len(pairs), PAIRS_IN_A_ROW)
    ]


def _wanted_page() -> str:
    wanted = request.args.get("to", "/")
    return own_address(wanted) or f"{own_path()}/"


def offered() -> Trust | None:
    """Return what this app offers to be trusted; nothing where it is served over plain http."""
    found: Trust | None = current_app.extensions.get("trust")
    return found
