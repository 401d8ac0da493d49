"""HTTP: views, forms, errors. No rule and no query is in here."""

from tracker.web.application import create_app

__all__ = ["create_app"]
