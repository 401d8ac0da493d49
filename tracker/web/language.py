"""The reader's language: chosen from the browser, changed on any page, remembered."""

from functools import cache, lru_cache

from flask import g, request
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from tracker.engine.ledger import Column
from tracker.engine.message import Message, Term
from tracker.translations import LANGUAGES
from tracker.translations.translator import Translator, translator

COOKIE = "language"


def language() -> str:
    """The language of this answer."""
    return _translator().language


def _translator() -> Translator:
    """A page asks some hundred times, so the language of an answer is found out once."""
    try:
        found: Translator = g.translator
    except AttributeError:
        found = g.translator = translator(_chosen())
    return found


def _chosen() -> str:
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return _best(request.headers.get("Accept-Language", ""))


@lru_cache(1_000)
def _best(accepted: str) -> str:
    """Browsers say this in a few ways, each with every request."""
    return parse_accept_header(accepted, LanguageAccept).best_match(list(LANGUAGES)) or "en"


def translated(text: str) -> str:
    return _translator().translated(text)


def translated_as(context: str, text: str) -> str:
    return _translator().translated_as(context, text)


def counted(singular: str, plural: str, number: int) -> str:
    return _translator().counted(singular, plural, number)


def change(column: Column, by: int) -> str:
    return _translator().change(column, by)


def translate(message: Message | Term | str) -> str:
    """A sentence in the reader's language, its facts too."""
    return _translator().translate(message)


def text(english: str, /, **values: object) -> Markup:
    """A text of a template, with its values: what `_` and `trans` stand for."""
    if values:
        return _own_markup(translated(english)) % values
    return _plain_text(language(), english)


@cache
def _plain_text(language: str, english: str) -> Markup:
    """Also without values two percent signs are one, as everywhere in Jinja."""
    return _own_markup(translator(language).translated(english)) % {}


def counted_text(singular: str, plural: str, number: int, /, **values: object) -> Markup:
    """A text of a template that counts something."""
    return _own_markup(counted(singular, plural, number)) % {"num": number, **values}


def _own_markup(text: str) -> Markup:
    """Return a text of our own as markup: only the values that are put into it are escaped."""
    return Markup(text)  # noqa: S704


def shown(message: Message | str) -> str:
    """A sentence as a page shows it: names do not turn the direction of what is around them."""
    return _page_translator(language()).translate(message)


def isolated(name: str) -> Markup:
    """Return a name in an element of its own, for its direction."""
    return Markup("<bdi>{}</bdi>").format(name)


class PageTranslator(Translator):
    """A translator for pages: its sentences are markup."""

    def sentence(self, text: str) -> str:
        return escape(text)

    def name(self, text: str) -> str:
        return isolated(text)


@cache
def _page_translator(language: str) -> PageTranslator:
    return PageTranslator(language)


def word(column: Column) -> str:
    """A column's name on a button or over a column."""
    return _translator().word(column)
