"""The way from another device to a page of this server: an address, and a QR code of it."""

import io
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

from tracker.serving.hosts import is_loopback
from tracker.web.own_names import origin, origin_on_plain_port
from tracker.web.trust import offered


def reachable(path: str) -> str:
    """Return the whole address of a path, as another device can open it."""
    return f"{origin()}{path}"


def invited(path: str) -> str:
    """Return the address for a device that comes for the first time and need not trust us yet."""
    trust = offered()
    if trust is None:
        return reachable(path)
    return f"{origin_on_plain_port(trust.plain_port)}{path}"


def is_for_phones(address: str) -> bool:
    """Return whether an address leads here from another machine too."""
    return not is_loopback(urlsplit(address).hostname or "")


def qr(address: str) -> Markup:
    """The address as a QR code, drawn."""
    drawn = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", border=3, xmldecl=False, svgns=False, nl=False, omitsize=True)
    return Markup(drawn.getvalue().decode())  # noqa: S704 - drawn by segno, squares only
