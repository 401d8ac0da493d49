"""The fields of an entry's form, filled in from the address: a tap is a link, and so is a page."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tracker.engine.clean_text import clean
from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.engine.refusal import Refused

Label = Message | Column | str
Heading = Message | str
SUM: Final = re.compile(r"\d{1,4}(\+\d{1,4})*\+?")
LONGEST_SUM: Final = 24
LONGEST_LIST: Final = 1_000


@dataclass(frozen=True)
class Option:
    """Something to choose; off, and still to be tapped for the reason, where it is refused."""

    value: str
    label: Label
    icon: str = ""
    is_chosen: bool = False
    refused: Refused | None = None
    group: str = ""


@dataclass(frozen=True)
class Options:
    """One of several, to be tapped."""

    name: str
    label: Heading
    options: list[Option]
    is_extra: bool = False
    kind: str = "options"


@dataclass(frozen=True)
class Checks:
    """Any number of several; a page that knows no such field shows them as a text."""

    name: str
    label: Heading
    options: list[Option]
    value: str
    most: int = LONGEST_LIST
    is_extra: bool = False
    kind: str = "checks"


@dataclass(frozen=True)
class Keypad:
    """A number, or a sum of numbers, from the on-screen pad."""

    name: str
    text: str
    total: int | None
    label: Message
    fresh: str = ""
    """The number that stood there when the page was opened: a digit replaces it."""
    is_signed: bool = False
    """True where it may be below zero: a key changes the sign, and there are no sums."""
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
class NumberFields:
    """A number for each of several: people by kind, resources, allies' weapons."""

    label: Heading
    inputs: list[NumberInput]
    is_extra: bool = False
    kind: str = "numbers"


@dataclass(frozen=True)
class Switch:
    """Something that is held or not."""

    name: str
    label: Label
    icon: str
    is_on: bool


@dataclass(frozen=True)
class SwitchFields:
    """Several things that are each held or not."""

    label: Message
    switches: list[Switch]
    is_extra: bool = False
    kind: str = "switches"


@dataclass(frozen=True)
class TextField:
    name: str
    label: Heading
    value: str
    most: int
    is_extra: bool = False
    kind: str = "text"
    suggestions: Sequence[str] = ()


Field = Options | Checks | Keypad | NumberFields | SwitchFields | TextField


def add_up(text: str) -> int | None:
    """Return what a sum such as 5+2+2 comes to; None where it is not one."""
    if not SUM.fullmatch(text):
        return None
    return sum(int(part) for part in text.split("+") if part)


def number_in(text: str, least: int = 0) -> int | None:
    """Return the number or the sum that was typed; below zero only where the least number is."""
    typed = text.strip().replace("−", "-")
    if least < 0 and typed.startswith("-"):
        total = add_up(typed[1:])
        return None if total is None else -total
    return add_up(typed)


def pressed(text: str, key: str, fresh: str = "") -> str:
    """The text on the pad's display after a key; the first digit replaces what is fresh there."""
    if key == "back":
        return text[:-1]
    if key == "sign":
        return text[1:] if text.startswith("-") else f"-{text}"
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
    """The only thing that is still to be filled in, where that is known."""

    def choose(
        self,
        name: str,
        label: Heading,
        options: Iterable[Option],
        default: str = "",
        *,
        is_extra: bool = False,
    ) -> str | None:
        """Return what was chosen; until then the default of the rules is shown as chosen."""
        offered = list(options)
        asked = self.arguments.get(name)
        chosen = asked if any(option.value == asked for option in offered) else None
        shown = chosen or default
        offered = [_with_mark(option, option.value == shown) for option in offered]
        self.fields.append(Options(name, label, offered, is_extra))
        return chosen

    def numbers(
        self, label: Heading, inputs: Iterable[NumberInput], *, is_extra: bool = False
    ) -> dict[str, int]:
        """Return the numbers that were filled in and are not zero, by the inputs' names."""
        filled = [replace(blank, value=self._number(blank)) for blank in inputs]
        if filled:
            self.fields.append(NumberFields(label, filled, is_extra))
        return {number.name: number.value for number in filled if number.value}

    def switches(self, label: Message, switches: Iterable[Switch]) -> dict[str, bool]:
        """Return what each switch stands at, by its name."""
        filled = [replace(switch, is_on=self._is_on(switch)) for switch in switches]
        self.fields.append(SwitchFields(label, filled))
        return {switch.name: switch.is_on for switch in filled}

    def _is_on(self, blank: Switch) -> bool:
        """A form sends a switch only where it is on, and `switched` besides."""
        asked = self.arguments.get(blank.name)
        if asked is None:
            return blank.is_on and "switched" not in self.arguments
        return asked == "1"

    def _number(self, blank: NumberInput) -> int:
        total = number_in(self.arguments.get(blank.name, ""), blank.least)
        number = blank.value if total is None else total
        number += self.arguments.get("more") == blank.name
        number -= self.arguments.get("less") == blank.name
        return max(blank.least, number)

    def text(self, name: str, label: Heading, most: int, suggestions: Sequence[str] = ()) -> str:
        value = clean(self.arguments.get(name, ""))[:most]
        self.fields.append(TextField(name, label, value, most, suggestions=suggestions))
        return value


def _with_mark(option: Option, is_chosen: bool) -> Option:
    return option if option.is_chosen == is_chosen else replace(option, is_chosen=is_chosen)


class Answers(Filled):
    """The answers alone, where nobody sees the fields: no option is worked out."""

    def choose(
        self,
        name: str,
        label: Heading,
        options: Iterable[Option],
        default: str = "",
        *,
        is_extra: bool = False,
    ) -> str | None:
        return self.arguments.get(name)
