"""The services that the app was built with."""

from flask import current_app

from tracker.service.matches import Matches


def matches() -> Matches:
    found: Matches = current_app.extensions["matches"]
    return found
