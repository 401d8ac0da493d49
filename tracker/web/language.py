"""The reader's language: chosen from the browser, changed on any page, remembered."""

from flask import g, request

from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.translations import LANGUAGES
from tracker.translations.speaking import Speaker, speaker

COOKIE = "language"


def language() -> str:
    """The language of this answer."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def _speaker() -> Speaker:
    if "speaker" not in g:
        g.speaker = speaker(language())
    found: Speaker = g.speaker
    return found


def translated(text: str) -> str:
    return _speaker().translated(text)


def translated_as(context: str, text: str) -> str:
    return _speaker().translated_as(context, text)


def counted(one: str, many: str, number: int) -> str:
    return _speaker().counted(one, many, number)


def tell(message: Message | str) -> str:
    """A sentence in the reader's language, its facts too."""
    return _speaker().tell(message)


def word(column: Column) -> str:
    """A column's name on a button or over a column."""
    return _speaker().word(column)
