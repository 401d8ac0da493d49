"""The fields of this title's forms: a default counts as filled in."""

from collections.abc import Iterable
from dataclasses import dataclass

from tracker.games.paths_of_glory.questions import BattleResult
from tracker.web.pad.fields import Filled, Heading, NumberInput, Option


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

    def numbers(
        self, label: Heading, inputs: Iterable[NumberInput], *, is_extra: bool = False
    ) -> dict[str, int]:
        """Return every number that stands there, zero too, by the inputs' names."""
        blanks = list(inputs)
        super().numbers(label, blanks, is_extra=is_extra)
        filled = ((blank.name, self._number(blank)) for blank in blanks)
        return {name: number for name, number in filled if number is not None}

    def _number(self, blank: NumberInput) -> int | None:
        """Return the number that was typed, no more than there is."""
        number = super()._number(blank)
        return None if number is None else min(blank.most, number)
