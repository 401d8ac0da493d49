"""The fields of this title's forms: yes or no, a die, several to tick, numbers below zero."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.games.paths_of_glory.questions import BattleResult
from tracker.web.fields import LONGEST_LIST, Checks, Filled, Heading, NumberInput, Option


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
class FilledForm(Filled):
    """The fields of one entry as far as they are filled in; a default counts as filled in."""

    calculated: BattleResult | None = None
    """The calculator's answer to the figures of a battle."""

    def choose(
        self,
        name: str,
        label: Heading,
        options: Iterable[Option],
        default: str = "",
        *,
        is_extra: bool = False,
    ) -> str | None:
        """Return what was chosen, or the default."""
        return super().choose(name, label, options, default, is_extra=is_extra) or default or None

    def yes(self, name: str, label: Heading, *, default: bool = False) -> bool:
        options = [Option("true", Message("yes")), Option("false", Message("no"))]
        return self.choose(name, label, options, "true" if default else "false") == "true"

    def die(self, name: str, label: Heading) -> int | None:
        chosen = self.choose(name, label, [Option(str(die), str(die)) for die in range(1, 7)])
        return None if chosen is None else int(chosen)

    def checks(self, name: str, label: Heading, options: Iterable[Option]) -> list[str]:
        """Return what was ticked, in the order of the options; what is no option is left as it is.

        The rules say what is wrong with it.
        """
        offered = list(options)
        asked = listed(self.arguments.get(name, ""))
        shown = [replace(option, is_chosen=option.value in asked) for option in offered]
        self.fields.append(Checks(name, label, shown, ", ".join(asked)))
        known = [option.value for option in offered if option.value in asked]
        return [*known, *(value for value in asked if value not in known)]

    def numbers(
        self, label: Heading, inputs: Iterable[NumberInput], *, is_extra: bool = False
    ) -> dict[str, int]:
        """Return every number as filled in, zero too, by the inputs' names."""
        blanks = list(inputs)
        given = super().numbers(label, blanks, is_extra=is_extra)
        return {blank.name: given.get(blank.name, 0) for blank in blanks}

    def _number(self, blank: NumberInput) -> int:
        """Return the number that was typed, no more than there is."""
        return min(blank.most, super()._number(blank))
