"""The server's own names, from which every address on screen and on paper is made.

A request only chooses among them. Otherwise a request with a forged `Host` would put the address
of another server on the big screen and on paper.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import Flask, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

from tracker.serving.addresses import EVERYWHERE, host_names, neighbouring
from tracker.serving.hosts import is_local, is_loopback, name_in, port_in

LISTENS_ON: Final = "LISTENS_ON"
FOUND_AS: Final = "FOUND_AS"
PUBLIC_NAMES: Final = "PUBLIC_NAMES"
USUAL_PORTS: Final = {"http": "80", "https": "443"}


class OwnName(NamedTuple):
    """A name or an address of this server, with a port where users need another one."""

    host: str
    port: str = ""


def listen(app: Flask, host: str, found_as: str = "") -> None:
    """Tell this app on which address it is served, and by which name neighbours find it.

    An app that is not told is served on all addresses.
    """
    app.config.update({LISTENS_ON: host, FOUND_AS: found_as})


def name_publicly(app: Flask, names: Sequence[str]) -> None:
    """Tell this app the names that its users type, perhaps with ports; the usual name first."""
    app.config[PUBLIC_NAMES] = [OwnName(name_in(name), port_in(name)) for name in names]


def origin() -> str:
    """Return scheme, name and port of this server for another device."""
    scheme = request.scheme
    port = USUAL_PORTS[scheme] if _is_behind_a_proxy() else request.environ["SERVER_PORT"]
    return _written(scheme, _own_name(), port)


def origin_on_plain_port(port: int) -> str:
    """Return the origin of the plain port, from the sheet over https beside it.

    A browser that was told to come to a real name over https only would do so on this port too,
    so devices are led there by an address.
    """
    name = _own_name()
    outside = [] if is_local(name.host) else neighbouring(_listens_on())
    return _written("http", OwnName(outside[0]) if outside else name, str(port))


def _written(scheme: str, name: OwnName, port: str) -> str:
    host = f"[{name.host}]" if ":" in name.host else name.host
    shown = name.port or port
    return f"{scheme}://{host}" if shown == USUAL_PORTS[scheme] else f"{scheme}://{host}:{shown}"


def _own_name() -> OwnName:
    """Return the name by which the device called the server, if that is one of its own.

    Otherwise return its first public name, its address in the network, or its address on this
    machine if it listens to nobody else.
    """
    called, listens_on = name_in(request.host), _listens_on()
    public: list[OwnName] = current_app.config.get(PUBLIC_NAMES, [])
    if own := next((name for name in public if name.host == called), None):
        return own
    if public and _is_behind_a_proxy():
        return public[0]
    outside = neighbouring(listens_on)
    # The address at which the connection arrived is one of this machine's.
    arrived_at = name_in(request.environ["SERVER_NAME"])
    private = {arrived_at, *outside, *host_names(), current_app.config.get(FOUND_AS), listens_on}
    if called in private and not is_loopback(called):
        return OwnName(called)
    if public or outside:
        return public[0] if public else OwnName(outside[0])
    if is_loopback(called):
        return OwnName(called)
    return OwnName("localhost" if listens_on == EVERYWHERE else listens_on)


def _listens_on() -> str:
    listens_on: str = current_app.config.get(LISTENS_ON, EVERYWHERE)
    return listens_on


def _is_behind_a_proxy() -> bool:
    return isinstance(current_app.wsgi_app, ProxyFix)
