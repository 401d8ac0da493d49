"""House rules: the switches of a title's set-up, each described once.

A title writes its switches as the fields of a Struct, and describes each in the field's type:

    lure_anyone: Annotated[bool, HouseRule(rules=("CW-10.2",), …)] = False

The set-up form, the rules page, the rules card, the report and the reading of match files follow
from that description; the rule itself reads the field.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import get_type_hints

from msgspec import Struct

from tracker.engine.message import Message


class Variant(Struct, frozen=True):
    """A value of a switch, and its words."""

    value: object
    word: Message | str
    """The value on the set-up form."""
    played: Message | None = None
    """The sentence about a table that plays so. The default needs none."""
    card: Mapping[str, Message] = {}
    """The sentences of the rules card that depend on the switch, by rule number."""


class HouseRule(Struct, frozen=True):
    """A switch: the rules that it changes, its name, and its variants."""

    rules: tuple[str, ...]
    heading: Message
    variants: tuple[Variant, ...] = ()
    """The values that the form offers, the default first. A switch without variants has a form of
    its own."""
    hint: Message | None = None
    played: Message | None = None
    """The sentence about a table that changed a switch without variants."""

    def variant(self, value: object) -> Variant | None:
        """Return the variant with this value."""
        return next((variant for variant in self.variants if variant.value == value), None)

    def sentence(self, value: object) -> Message:
        """Return the sentence about a table that plays by this value."""
        variant = self.variant(value)
        sentence = variant.played if variant else self.played
        if sentence is None:
            raise LookupError(f"no sentence for {value!r}: {self.heading}")
        return sentence


@cache
def house_rules_of(switches: type[Struct]) -> Mapping[str, HouseRule]:
    """Return the description of every switch, by the name of its field."""
    hints = get_type_hints(switches, include_extras=True)
    return {
        name: next(part for part in hints[name].__metadata__ if isinstance(part, HouseRule))
        for name in switches.__struct_fields__
    }


def changed(switches: Struct) -> Iterator[str]:
    """Yield the names of the switches that differ from their default."""
    default = type(switches)()
    for name in switches.__struct_fields__:
        if getattr(switches, name) != getattr(default, name):
            yield name


def played(switches: Struct) -> Mapping[str, Message]:
    """Return a sentence for every switch that differs from its default."""
    rules = house_rules_of(type(switches))
    return {name: rules[name].sentence(getattr(switches, name)) for name in changed(switches)}


def switches_by_rule(house_rules: Mapping[str, HouseRule]) -> Mapping[str, tuple[str, ...]]:
    """Return the names of the switches that change a rule, by the rule's number."""
    by_rule: dict[str, tuple[str, ...]] = {}
    for name, house_rule in house_rules.items():
        for number in house_rule.rules:
            by_rule[number] = (*by_rule.get(number, ()), name)
    return by_rule
