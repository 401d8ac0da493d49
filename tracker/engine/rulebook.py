"""A title's rules as they are read: chapters, rules, and what of them is printed."""

from enum import Enum

from msgspec import Struct


class Mark(Enum):
    """Where a rule comes from; the value is how a rules page writes it."""

    PRINTED = "P"
    READING = "D"
    """A decision of ours where the print is silent or can be read two ways."""
    BOTH = "PD"


class Rule(Struct, frozen=True):
    """A rule: its number, where it comes from, and what it says in a sentence."""

    number: str
    mark: Mark | None
    text: str
    switches: tuple[str, ...] = ()
    """The switches of the set-up that choose another reading of it."""


class Chapter(Struct, frozen=True):
    """A chapter: its introduction, which may decide something itself, and its rules."""

    name: str
    introduction: Rule
    rules: tuple[Rule, ...]
