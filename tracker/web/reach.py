"""The way from another device to this page: its address on the network, and a QR code of it."""

import io
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from flask import Flask, current_app, request
from markupsafe import Markup
from werkzeug.middleware.proxy_fix import ProxyFix

from tracker.serving.addresses import EVERYWHERE, host_names, neighbouring
from tracker.serving.naming import NAME
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


def printed_address(path: str) -> str:
    """Return the address for paper. It is this server's own, whatever a request calls it: else
    every other name in a request would be another paper to print."""
    trust = offered()
    port = str(trust.plain_port) if trust else request.environ["SERVER_PORT"]
    scheme = "http" if trust else request.scheme
    if isinstance(current_app.wsgi_app, ProxyFix):
        # Outside there is another name, which the proxy knows.
        return f"{scheme}://{request.host}{path}"
    host = _own_name()
    is_usual = port == {"http": "80", "https": "443"}[scheme]
    return f"{scheme}://{host if is_usual else f'{host}:{port}'}{path}"


def _own_name() -> str:
    """Return what this server is called here: as in the request if that is a name of its own, else
    its address in the network, or this machine itself if it listens to nobody else."""
    listens_on = current_app.config.get(LISTENS_ON, EVERYWHERE)
    outside = neighbouring(listens_on)
    called = PORT.sub("", request.host).lower()
    if called in {*outside, *host_names(), f"{NAME}.local"}:
        return called
    if outside:
        return outside[0]
    return called if called in ("localhost", listens_on) else "localhost"


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
    """Return whether an address leads here from another machine too."""
    return not is_here(urlsplit(address).hostname or "")


def is_here(host: str) -> bool:
    """Return whether a name means nothing on another machine."""
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
