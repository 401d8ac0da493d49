"""The reader's language: chosen from the browser, changed on any page, remembered."""

import gettext

from flask import g, request

from tracker.engine.ledger import Amount, Column
from tracker.engine.message import Message, Term
from tracker.translations import LANGUAGES, catalogue

COOKIE = "language"


def language() -> str:
    """The language of this answer."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def _catalogue() -> gettext.NullTranslations:
    if "catalogue" not in g:
        g.catalogue = catalogue(language())
    found: gettext.NullTranslations = g.catalogue
    return found


def translated(text: str) -> str:
    return _catalogue().gettext(text)


def translated_as(context: str, text: str) -> str:
    return _catalogue().pgettext(context, text)


def counted(one: str, many: str, number: int) -> str:
    return _catalogue().ngettext(one, many, number)


def tell(message: Message | str) -> str:
    """A sentence in the reader's language, its facts too."""
    if isinstance(message, str):
        return translated(message)
    facts = {name: _fact(fact) for name, fact in message.facts.items()}
    return translated(message.text).format(**facts)


def word(column: Column) -> str:
    """A column's name on a button or over a column."""
    return translated_as("label", column.label)


def _within(column: Column) -> str:
    """A column's name inside a sentence: small, unless it is a name in English too."""
    says = word(column)
    return says if column.many[:1].isupper() else says[:1].lower() + says[1:]


def _fact(fact: object) -> str:
    match fact:
        case Amount():
            return f"{fact.number} {counted(fact.what.one, fact.what.many, fact.number)}"
        case Column():
            return _within(fact)
        case Term():
            return translated_as(fact.context, fact.text)
        case Message():
            return tell(fact)
        case tuple():
            return ", ".join(map(_fact, fact))
    return str(fact)
