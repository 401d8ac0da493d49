"""Choices that an entry leaves open, and verdicts: the headlines of what an entry did."""

from collections.abc import Mapping

from msgspec import Struct

from tracker.engine.message import Message


class ChoiceOption(Struct, frozen=True):
    """Something that can be chosen."""

    value: str
    label: object
    """A word for a sentence: a column, a term, a name."""
    most: int = 1
    """The most of it that can be chosen."""


class Choice(Struct, frozen=True):
    """Something that may still be chosen for an entry, with its limits and its default.

    With `amounts` every option gets a number; otherwise one option is picked.
    """

    field: str
    """The place in the entry, as a match file writes it: "casualties", "choices.left.help"."""
    label: Message
    options: tuple[ChoiceOption, ...]
    amounts: bool = False
    total: int | None = None
    """The sum of the amounts; None where any will do."""
    default: Mapping[str, int] = {}
    """The amounts, or the picked option with 1, that count if nothing is chosen."""
    required: bool = False
    """True where the entry is refused without it."""


class Verdict(Struct, frozen=True):
    """A headline of what an entry did: who wins, who flees, who is out."""

    says: Message
    is_good: bool = True
    """True where it is good news for whoever wrote the entry."""
    is_dear: bool = False
    """True where it costs more points than it brings."""
