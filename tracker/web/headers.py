"""Headers that more than one part of the program reads or adds to."""

from urllib.parse import urlsplit

from flask import Response, request


def referrer() -> str:
    """Return the page that sent the request, or nothing where the header is no address."""
    address = request.referrer or ""
    try:
        urlsplit(address)
    except ValueError:
        return ""
    return address


def vary(response: Response, *names: str) -> None:
    """Say that the answer depends on these headers of the request, besides others."""
    before = response.headers.get("Vary")
    response.headers["Vary"] = ", ".join((before, *names) if before else names)
