"""A sentence that has not been put into a language yet: its English text, and its facts."""

from collections.abc import Mapping

from msgspec import Struct


def to_translate(text: str) -> str:
    """Mark a text that is put into the reader's language later."""
    return text


class Term(Struct, frozen=True):
    """A word that is put into the reader's language as what it is: a side, a label, a role."""

    text: str
    context: str

    def __str__(self) -> str:
        return self.text


class Message(Struct, frozen=True):
    """An English text with names in braces, and what they stand for.

    They are kept apart so that the reader's language can put them together in its own way.
    """

    text: str
    facts: Mapping[str, object] = {}

    def __str__(self) -> str:
        return self.text.format(**{name: english(fact) for name, fact in self.facts.items()})


def english(fact: object) -> str:
    """A fact as it stands in an English sentence."""
    if isinstance(fact, tuple):
        return ", ".join(map(english, fact))
    return str(fact)
