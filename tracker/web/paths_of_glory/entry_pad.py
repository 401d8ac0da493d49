"""The form of an entry of this title: from what was filled in so far to what it would do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.engine.choice import Verdict
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.questions import BattleResult
from tracker.games.titles import TITLES
from tracker.web.pad.fields import Field
from tracker.web.pad.open_choices import Answers
from tracker.web.pad.pad import Pad, TriedEntries, attempt
from tracker.web.paths_of_glory import changes, old_names
from tracker.web.paths_of_glory.entry_forms import BUILDERS, HEADINGS
from tracker.web.paths_of_glory.pad_fields import FilledForm

RULES: Final = TITLES[title.NAME]


@dataclass(frozen=True, kw_only=True)
class GloryPad(Pad):
    """A form as it stands, and for a battle what the calculator says of it."""

    calculated: BattleResult | None = None

    @property
    def asked_figures(self) -> list[Field]:
        """The fields of a battle that is calculated: how its losses are entered is known."""
        return [field for field in self.fields if getattr(field, "name", "") != "way"]

    @property
    def battle(self) -> dict[str, Any] | None:
        """The battle as it would stand on the sheet: who won, the retreat, the mandate."""
        if self.do != "battle" or self.tried.position is None:
            return None
        battle: dict[str, Any] | None = title.export_position(self.tried.position)["last_battle"]
        return battle


def pad(position: Position, arguments: Mapping[str, str]) -> GloryPad:
    """Return the form of the entry that the address asks for."""
    arguments = old_names.current(arguments)
    do = arguments["do"]
    seat = seat_asked(position, arguments)
    filled = FilledForm(arguments)
    built = _built(do, filled, position, seat)
    documents: list[Answers] = [{"do": do, **answers} for answers in built]
    if do == "attrition" and documents:
        documents += _passing(position, documents[0])
    tried = _tried(position, documents)
    heading = HEADINGS[do]
    if tried.entries and do != "replacements":
        heading = title.entry_text(position.game.setup, tried.entries[0])
    after = tried.position
    return GloryPad(
        do=do,
        seat=seat,
        heading=heading,
        fields=filled.fields,
        arguments=arguments,
        tried=tried,
        shown=[] if after is None else changes.changes(position, tried.facts, after),
        # Both sides read them: what is bad news for one is good for the other.
        verdicts=[Verdict(verdict.says) for verdict in tried.verdicts],
        missing=filled.missing,
        calculated=filled.calculated,
    )


def _tried(position: Position, documents: list[Answers]) -> TriedEntries:
    return attempt(RULES, position.game.setup, position, documents)


def _built(do: str, filled: FilledForm, position: Position, seat: int) -> list[Answers]:
    built = BUILDERS[do](filled, Table(position), seat)
    if built is None:
        return []
    return built if isinstance(built, list) else [built]


def _passing(position: Position, attrition: Answers) -> list[Answers]:
    """C and D pass together where no space changes hands and no fort is besieged."""
    sieges: Answers = {"do": "sieges"}
    is_quiet = not attrition.get("to_cp") and not attrition.get("to_ap")
    if is_quiet and _tried(position, [attrition, sieges]).refused is None:
        return [sieges]
    return []


def seat_asked(position: Position, arguments: Mapping[str, str]) -> int:
    """Return the seat that an address is about: the one it names, else the one that acts."""
    asked = arguments.get("seat", "")
    if asked in ("0", "1"):
        return int(asked)
    table = Table(position)
    acting = table.acting if arguments.get("do") not in ("play", "one_op", "peace") else None
    return acting if acting is not None else table.to_act or 0
