"""How another device reaches this page: the address on the network, and a QR code of it."""

import io
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from flask import Flask, current_app, request
from markupsafe import Markup

from tracker.serving.addresses import EVERYWHERE, neighbouring
from tracker.web.trust import PORT, offered

LISTENS_ON = "LISTENS_ON"


def listen(app: Flask, host: str) -> None:
    """Tell this app on which address it is served; one that is not told is served on all."""
    app.config[LISTENS_ON] = host


def reachable(path: str) -> str:
    """The whole address of a path, as a phone in the same network can open it."""
    return f"{request.scheme}://{_host()}{path}"


def invited(path: str) -> str:
    """The address for a phone that comes for the first time, and need not trust us yet."""
    trust = offered()
    if trust is None:
        return reachable(path)
    return f"http://{PORT.sub('', _host())}:{trust.plain_port}{path}"


def _host() -> str:
    """As this browser calls the server; if that is this machine itself, its address outside.

    A server that listens only to this machine has none.
    """
    host, _, port = request.host.partition(":")
    if not is_here(host):
        return request.host
    outside = (*neighbouring(current_app.config.get(LISTENS_ON, EVERYWHERE)), host)[0]
    return f"{outside}:{port}" if port else outside


def is_for_phones(address: str) -> bool:
    """Whether an address leads here from another machine too."""
    return not is_here(urlsplit(address).hostname or "")


def is_here(host: str) -> bool:
    """Whether a name means nothing on another machine."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def qr(address: str) -> Markup:
    """The address as a QR code, drawn."""
    drawn = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", border=3, xmldecl=False, svgns=False, nl=False, omitsize=True)
    return Markup(drawn.getvalue().decode())  # noqa: S704 - drawn by segno, squares only
