"""Headers of an answer that more than one part of the program adds to."""

from flask import Response


def vary(response: Response, *names: str) -> None:
    """Say that the answer depends on these headers of the request, besides others."""
    before = response.headers.get("Vary")
    response.headers["Vary"] = ", ".join((before, *names) if before else names)
