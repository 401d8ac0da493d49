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
        """Return every number as filled in, zero too, by the inputs' names."""
        blanks = list(inputs)
        given = super().numbers(label, blanks, is_extra=is_extra)
        return {blank.name: given.get(blank.name, 0) for blank in blanks}

    def _number(self, blank: NumberInput) -> int:
        """Return the number that was typed, no more than there is."""
        return min(blank.most, super()._number(blank))
