"""The fields of an entry's form, filled in from the address: a tap is a link, and so is a page."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory.questions import BattleResult

Label = Message | str
NUMBER: Final = re.compile(r"-?[0-9]{1,4}")
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
    label: Label
    options: list[Option]
    is_extra: bool = False
    kind: str = "options"


@dataclass(frozen=True)
class Checks:
    """Any number of several; a page that knows no such field shows them as a text."""

    name: str
    label: Label
    options: list[Option]
    value: str
    most: int = LONGEST_LIST
    is_extra: bool = False
    kind: str = "checks"


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
    """A number for each of several."""

    label: Label
    inputs: list[NumberInput]
    is_extra: bool = False
    kind: str = "numbers"


@dataclass(frozen=True)
class Text:
    name: str
    label: Label
    value: str
    most: int
    is_extra: bool = False
    kind: str = "text"
    suggestions: Sequence[str] = ()


Field = Options | Checks | Numbers | Text


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


@dataclass
class Filled:
    """The fields of one entry as far as they are filled in."""

    arguments: Mapping[str, str]
    fields: list[Field] = field(default_factory=list)
    missing: Message | None = None
    """What alone is still to be filled in, where that can be told."""
    calculated: BattleResult | None = None
    """What the calculator answers to the figures of a battle."""

    def choose(
        self, name: str, label: Label, options: Iterable[Option], default: str = ""
    ) -> str | None:
        """Return what was chosen, or the default."""
        offered = list(options)
        asked = self.arguments.get(name, "")
        chosen = asked if any(option.value == asked for option in offered) else default
        shown = [replace(option, is_chosen=option.value == chosen) for option in offered]
        self.fields.append(Options(name, label, shown))
        return chosen or None

    def yes(self, name: str, label: Label, *, default: bool = False) -> bool:
        options = [Option("true", Message("yes")), Option("false", Message("no"))]
        return self.choose(name, label, options, "true" if default else "false") == "true"

    def die(self, name: str, label: Label) -> int | None:
        chosen = self.choose(name, label, [Option(str(die), str(die)) for die in range(1, 7)])
        return None if chosen is None else int(chosen)

    def checks(self, name: str, label: Label, options: Iterable[Option]) -> list[str]:
        """Return what was ticked, in the order of the options; what is no option is left as it is.

        The rules say what is wrong with it.
        """
        offered = list(options)
        asked = listed(self.arguments.get(name, ""))
        shown = [replace(option, is_chosen=option.value in asked) for option in offered]
        self.fields.append(Checks(name, label, shown, ", ".join(asked)))
        known = [option.value for option in offered if option.value in asked]
        return [*known, *(value for value in asked if value not in known)]

    def numbers(self, label: Label, inputs: Iterable[NumberInput]) -> dict[str, int]:
        """Return the numbers as filled in, by the inputs' names."""
        filled = [replace(blank, value=self._number(blank)) for blank in inputs]
        if filled:
            self.fields.append(Numbers(label, filled))
        return {blank.name: blank.value for blank in filled}

    def _number(self, blank: NumberInput) -> int:
        text = self.arguments.get(blank.name, "").strip()
        number = int(text) if NUMBER.fullmatch(text) else blank.value
        number += self.arguments.get("more") == blank.name
        number -= self.arguments.get("less") == blank.name
        return min(blank.most, max(blank.least, number))

    def text(self, name: str, label: Label, most: int, suggestions: Sequence[str] = ()) -> str:
        value = clean(self.arguments.get(name, ""))[:most]
        self.fields.append(Text(name, label, value, most, suggestions=suggestions))
        return value
