"""The fields of an entry's form, filled in from the address: a tap is a link, and so is a page."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tracker.engine.clean_text import clean
from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.engine.refusal import Refused

Label = Message | Column | str
Heading = Message | str
SUM: Final = re.compile(r"[0-9]{1,4}(\+[0-9]{1,4})*\+?")
YES_OR_NO: Final = {"true": "1", "false": "0"}
LONGEST_SUM: Final = 24
LONGEST_LIST: Final = 1_000
"""The most letters of a list that an address carries."""


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
    """Any number of several, to be ticked."""

    name: str
    label: Heading
    options: list[Option]
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
    value: int | None
    """The number that stands there; None where it must be filled in."""
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
    suggestions: Sequence[str] = ()
    is_extra: bool = False
    kind: str = "text"


YES_NO: Final = (Option("true", Message("yes")), Option("false", Message("no")))
Field = Options | Checks | Keypad | NumberFields | SwitchFields | TextField


def values_of(fields: Iterable[Field]) -> dict[str, object]:
    """Return what stands in every field, by its name."""
    values: dict[str, object] = {}
    for shown in fields:
        match shown:
            case Options(name=name, options=options) | Checks(name=name, options=options):
                values[name] = {option.value for option in options if option.is_chosen}
            case Keypad(name=name, text=value) | TextField(name=name, value=value):
                values[name] = value
            case NumberFields(inputs=inputs):
                values |= {number.name: number.value for number in inputs}
            case SwitchFields(switches=switches):
                values |= {switch.name: switch.is_on for switch in switches}
    return values


def flat(arguments: Mapping[str, Any]) -> dict[str, str]:
    """Return the arguments of an address, each once: several values of a name are a list."""
    values = getattr(arguments, "getlist", None)
    if values is None:
        return dict(arguments)
    return {name: ",".join(values(name)) for name in arguments}


def listed(text: str) -> list[str]:
    """Return the values of a list that an address or a player wrote."""
    values = (clean(value) for value in text[:LONGEST_LIST].split(","))
    return list(dict.fromkeys(value for value in values if value))


def add_up(text: str) -> int | None:
    """Return what a sum such as 5+2+2 comes to; None where it is not one."""
    terms = text.replace(" ", "")
    if not SUM.fullmatch(terms):
        return None
    return sum(int(term) for term in terms.split("+") if term)


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
    if text == fresh and re.fullmatch(r"[0-9]", key):
        text = ""
    if re.fullmatch(r"[0-9]|\+", key) and len(text) < LONGEST_SUM:
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

    def has_answers(self, path: str) -> bool:
        """Return whether anything was filled in at a path or below it."""
        return any(name == path or name.startswith(f"{path}.") for name in self.arguments)

    def below(self, path: str) -> list[str]:
        """Return the rest of every path below this one that was filled in."""
        begins = f"{path}."
        return [
            name.removeprefix(begins)
            for name, answer in self.arguments.items()
            if name.startswith(begins) and answer
        ]

    def yes(self, name: str, label: Heading, *, default: bool = False) -> bool:
        """Return the answer to a question of yes or no."""
        usual = "true" if default else "false"
        return (self.choose(name, label, YES_NO, usual) or usual) == "true"

    def die(self, name: str, label: Heading) -> int | None:
        """Return the number on a die."""
        chosen = self.choose(name, label, [Option(str(die), str(die)) for die in range(1, 7)])
        return None if chosen is None else int(chosen)

    def checks(
        self, name: str, label: Heading, options: Iterable[Option], default: Iterable[str] = ()
    ) -> list[str]:
        """Return what was ticked, in the order of the options, then values that are no options.

        Those stay ticked on the page; the rules say what is wrong with them.
        """
        offered = list(options)
        asked = self.listed(name) if name in self.arguments else list(default)
        known = [option.value for option in offered if option.value in asked]
        others = [value for value in asked if value not in known]
        shown = [replace(option, is_chosen=option.value in known) for option in offered]
        shown += [Option(value, value, is_chosen=True) for value in others]
        if shown:
            self.fields.append(Checks(name, label, shown))
        return [*known, *others]

    def listed(self, name: str) -> list[str]:
        """Return the values of a list that were filled in."""
        return listed(self.arguments.get(name, ""))

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
        return asked in ("1", "true")

    def _number(self, blank: NumberInput) -> int | None:
        text = self.arguments.get(blank.name, "")
        total = number_in(YES_OR_NO.get(text, text), blank.least)
        number = blank.value if total is None else total
        is_more = self.arguments.get("more") == blank.name
        is_less = self.arguments.get("less") == blank.name
        if number is None and not is_more and not is_less:
            return None
        return max(blank.least, (number or 0) + is_more - is_less)

    def keypad(self, name: str, label: Message) -> int | None:
        """Return the number or the sum on the keypad; None while there is none."""
        before, key = self.arguments.get(name, "").strip(), self.arguments.get("key", "")
        fresh = self.arguments.get("fresh", "")
        text = pressed(before, key, fresh)
        total = add_up(text)
        is_fresh = not key and before == fresh
        self.fields.append(Keypad(name, text, total, label, fresh if is_fresh else ""))
        return total or None

    def number(self, name: str, label: Message, now: int, least: int) -> int | None:
        """Return a number that is set on the keypad: a digit replaces the one that stands there."""
        before, key = self.arguments.get(name, str(now)).strip(), self.arguments.get("key", "")
        fresh = self.arguments.get("fresh", str(now))
        text = pressed(before, key, fresh)
        number = number_in(text, least)
        is_fresh = not key and before == fresh
        shown = fresh if is_fresh else ""
        self.fields.append(Keypad(name, text, number, label, shown, is_signed=least < 0))
        return number

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
