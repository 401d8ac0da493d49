"""Addresses of this server that a page leads back to."""

import re
from typing import Final
from urllib.parse import urlsplit

from flask import current_app, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from tracker.web.answers import referrer
from tracker.web.below_path import own_path

# `//elsewhere` would lead away, and so would an address with tabs in it.
OWN: Final = re.compile(r"/(?![/\\])[!-~]*")
OF_A_MATCH: Final = re.compile(r"/m/([^/?]+)")


def own_address(text: str) -> str:
    """Return the address if it is one of our own, or nothing."""
    return text if OWN.fullmatch(text) else ""


def came_from() -> str:
    """Return the page that this one was opened from, with its fields; the first page at worst.

    What answered a form cannot be asked for again: its match's page is the one to go back to.
    """
    back = own_address(request.args.get("back", "")) or _referrer()
    if back and _can_be_opened(back):
        return back
    match_id = match_in(back)
    if match_id:
        return url_for("matches.show_sheet", match_id=match_id)
    return url_for("pages.show_start")


def match_in(address: str) -> str:
    """Return the match that an address is of, or nothing."""
    found = OF_A_MATCH.match(_below(address))
    return found[1] if found else ""


def _below(address: str) -> str:
    return address.removeprefix(own_path())


def _referrer() -> str:
    address = referrer()
    if not address.startswith(request.host_url):
        return ""
    return own_address(address.removeprefix(request.host_url.rstrip("/")))


def _can_be_opened(address: str) -> bool:
    try:
        current_app.url_map.bind("").match(_below(urlsplit(address).path), "GET")
    except RequestRedirect:
        return True
    except HTTPException:
        return False
    return True
