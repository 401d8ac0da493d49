"""Texts in one language: sentences with their facts, counted words, names of columns."""

from functools import cache

from tracker.engine.ledger import Amount, Column
from tracker.engine.message import Message, Term
from tracker.translations import catalogue


class Translator:
    """Translates texts into one language. It needs no request: paper uses it too."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = catalogue(language)

    def translated(self, text: str) -> str:
        return self._catalogue.gettext(text)

    def translated_as(self, context: str, text: str) -> str:
        return self._catalogue.pgettext(context, text)

    def counted(self, singular: str, plural: str, number: int) -> str:
        return self._catalogue.ngettext(singular, plural, number)

    def translate(self, message: Message | Term | str) -> str:
        """A sentence in the reader's language, its facts too."""
        if isinstance(message, str):
            return self.translated(message)
        if isinstance(message, Term):
            return self.translated_as(message.context, message.text)
        facts = {name: self._fact(fact) for name, fact in message.facts.items()}
        return self.sentence(self.translated(message.text)).format(**facts)

    def sentence(self, text: str) -> str:
        """Return a text that facts are put into; a page makes markup of it."""
        return text

    def name(self, text: str) -> str:
        """Return what somebody has typed, as it stands in a sentence."""
        return text

    def word(self, column: Column) -> str:
        """A column's name on a button or over a column."""
        return self.translated_as("label", column.label)

    def change(self, column: Column, by: int) -> str:
        """Return a change as players read it: +3 weapons, + fort, out of the game."""
        what = self.counted(column.singular, column.plural, abs(by))
        if column.is_event and by > 0:
            return what
        sign = "+" if by > 0 else "−"
        return f"{sign} {what}" if column.is_held or column.is_event else f"{signed(by)} {what}"

    def _within(self, column: Column) -> str:
        """A column's name inside a sentence: small, unless it is a name in English too."""
        says = self.word(column)
        return says if column.plural[:1].isupper() else says[:1].lower() + says[1:]

    def _fact(self, fact: object) -> str:
        match fact:
            case Amount():
                counted = self.counted(fact.what.singular, fact.what.plural, fact.number)
                return f"{fact.number} {counted}"
            case Column():
                return self._within(fact)
            case Term():
                return self.translated_as(fact.context, fact.text)
            case Message():
                return self.translate(fact)
            case tuple():
                return self.sentence(", ").join(map(self._fact, fact))
            case str():
                return self.name(fact)
        return str(fact)


@cache
def translator(language: str) -> Translator:
    return Translator(language)


def signed(number: int) -> str:
    """A change with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def plain(number: int) -> str:
    return str(number) if number >= 0 else f"−{-number}"
