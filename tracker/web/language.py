"""The reader's language: chosen from the browser, changed on any page, remembered."""

from functools import cache

from flask import g, request
from markupsafe import Markup, escape

from tracker.engine.ledger import Column
from tracker.engine.message import Message, Term
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


def tell(message: Message | Term | str) -> str:
    """A sentence in the reader's language, its facts too."""
    return _speaker().tell(message)


def shown(message: Message | str) -> str:
    """A sentence as a page shows it: names do not turn the direction of what is around them."""
    return _page_speaker(language()).tell(message)


def isolated(name: str) -> Markup:
    """Return a name in an element of its own, for its direction."""
    return Markup("<bdi>{}</bdi>").format(name)


class PageSpeaker(Speaker):
    """A language on a page: its sentences are markup."""

    def sentence(self, text: str) -> str:
        return escape(text)

    def name(self, text: str) -> str:
        return isolated(text)


@cache
def _page_speaker(language: str) -> PageSpeaker:
    return PageSpeaker(language)


def word(column: Column) -> str:
    """A column's name on a button or over a column."""
    return _speaker().word(column)
