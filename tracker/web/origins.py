"""Requests that another site made a browser send: nothing is guessed by them."""

from typing import Final

from flask import request

from tracker.engine.message import Message

SITE: Final = "Sec-Fetch-Site"
CROSS_SITE: Final = "cross-site"

FROM_ANOTHER_SITE = Message("This request came from another site, so nothing was done.")


class FromAnotherSite(Exception):
    """A page of another site made the browser send this request."""

    says = FROM_ANOTHER_SITE


def is_from_another_site() -> bool:
    """Ask the browser, which no page can make say something else."""
    return request.headers.get(SITE) == CROSS_SITE


def must_not_be_from_another_site() -> None:
    """Raise where a code would be tried: it would count against the visitor's network."""
    if is_from_another_site():
        raise FromAnotherSite
