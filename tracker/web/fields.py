"""The fields of an entry's form, filled in from the address: a tap is a link, and so is a page."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from tracker.engine.clean_text import clean
from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.engine.refusal import Refused

Label = Message | Column | str
SUM: Final = re.compile(r"\d{1,4}(\+\d{1,4})*\+?")
LONGEST_SUM: Final = 24


@dataclass(frozen=True)
class Option:
    """Something to choose; off, and still to be tapped for the reason, where it is refused."""

    value: str
    label: Label
    icon: str = ""
    is_chosen: bool = False
    refused: Refused | None = None


@dataclass(frozen=True)
class Options:
    """One of several, to be tapped."""

    name: str
    label: Message
    options: list[Option]
    is_extra: bool = False
    kind: str = "options"


@dataclass(frozen=True)
class Keypad:
    """A number, or a sum of numbers, from the on-screen pad."""

    name: str
    text: str
    total: int | None
    label: Message
    fresh: str = ""
    """The number that stood there when the page was opened: a digit replaces it."""
    is_extra: bool = False
    kind: str = "keypad"


@dataclass(frozen=True)
class NumberInput:
    name: str
    label: Label
    icon: str
    value: int
    most: int
    least: int = 0


@dataclass(frozen=True)
class Numbers:
    """A number for each of several: people by kind, resources, allies' weapons."""

    label: Message
    inputs: list[NumberInput]
    is_extra: bool = False
    kind: str = "numbers"


@dataclass(frozen=True)
class Text:
    name: str
    label: Message
    value: str
    most: int
    is_extra: bool = False
    kind: str = "text"


Field = Options | Keypad | Numbers | Text


def add_up(text: str) -> int | None:
    """Return what a sum such as 5+2+2 comes to; None where it is not one."""
    if not SUM.fullmatch(text):
        return None
    return sum(int(part) for part in text.split("+") if part)


def pressed(text: str, key: str, fresh: str = "") -> str:
    """The text on the pad's display after a key; the first digit replaces what is fresh there."""
    if key == "back":
        return text[:-1]
    if text == fresh and key.isdecimal():
        text = ""
    if re.fullmatch(r"\d|\+", key) and len(text) < LONGEST_SUM:
        return text + key
    return text


@dataclass
class Filled:
    """The fields of one entry as far as they are filled in."""

    arguments: Mapping[str, str]
    fields: list[Field] = field(default_factory=list)
    missing: Message | None = None
    """What alone is still to be filled in, where that can be told."""

    def choose(
        self,
        name: str,
        label: Message,
        options: Iterable[Option],
        *,
        default: str = "",
        is_extra: bool = False,
    ) -> str | None:
        """Return what was chosen; until then the default of the rules is shown as chosen."""
        offered = list(options)
        asked = self.arguments.get(name)
        chosen = asked if any(one.value == asked for one in offered) else None
        shown = chosen or default
        offered = [replace(one, is_chosen=one.value == shown) for one in offered]
        self.fields.append(Options(name, label, offered, is_extra))
        return chosen

    def numbers(
        self, label: Message, inputs: Iterable[NumberInput], *, is_extra: bool = False
    ) -> dict[str, int]:
        """The numbers that were filled in and are not zero, by the inputs' names."""
        filled = [
            NumberInput(
                one.name,
                one.label,
                one.icon,
                self._number(one),
                one.most,
                one.least,
            )
            for one in inputs
        ]
        if filled:
            self.fields.append(Numbers(label, filled, is_extra))
        return {one.name: one.value for one in filled if one.value}

    def _number(self, blank: NumberInput) -> int:
        total = add_up(self.arguments.get(blank.name, "").strip())
        number = blank.value if total is None else total
        number += self.arguments.get("more") == blank.name
        number -= self.arguments.get("less") == blank.name
        return max(blank.least, number)

    def text(self, name: str, label: Message, most: int) -> str:
        value = clean(self.arguments.get(name, ""))[:most]
        self.fields.append(Text(name, label, value, most))
        return value
