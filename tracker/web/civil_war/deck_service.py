"""The service that keeps the decks."""

from flask import current_app

from tracker.service.civil_war.decks import Decks


def decks() -> Decks:
    found: Decks = current_app.extensions["decks"]
    return found
