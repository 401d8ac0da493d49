"""PG-6 The turn: the sequence of play, and what may be written in which phase."""

from collections.abc import Mapping
from typing import Final

from tracker.engine.message import to_translate
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import entries
from tracker.games.paths_of_glory.columns import AP, SIDE_TERMS, Phase
from tracker.games.paths_of_glory.entries import AnyEntry, Entry
from tracker.games.paths_of_glory.pieces import ACTIONS_A_TURN
from tracker.games.paths_of_glory.position import Table

# The sequence of play (PG-6.0). Corrections may be written in every phase.
SEQUENCE: Final = (
    (Phase.MANDATES, (entries.Mandates,)),
    (Phase.ACTIONS, (entries.Play, entries.OneOp, entries.Peace, entries.Battle)),
    (Phase.ACTIONS, (entries.Take, entries.Besiege, entries.Lift, entries.NearEast)),
    (Phase.ACTIONS, (entries.Attrition,)),
    (Phase.SIEGES, (entries.Sieges,)),
    (Phase.WAR_STATUS, (entries.WarStatus,)),
    (Phase.AP_REPLACEMENTS, (entries.Replace, entries.EndReplacements)),
    (Phase.CP_REPLACEMENTS, (entries.Replace, entries.EndReplacements)),
    (Phase.DRAW, (entries.Draw,)),
)
PHASES_OF: Final[Mapping[type[Entry], frozenset[Phase]]] = {
    kind: frozenset(phase for phase, kinds in SEQUENCE if kind in kinds)
    for _, kinds in SEQUENCE
    for kind in kinds
}
IN_AN_ACTION: Final = frozenset[type[Entry]](
    {entries.Take, entries.Besiege, entries.Lift, entries.NearEast}
)
NOT_NOW: Final[Mapping[Phase, str]] = {
    Phase.MANDATES: to_translate("This cannot be entered now: the mandates are rolled first."),
    Phase.ACTIONS: to_translate("This cannot be entered during the action rounds."),
    Phase.SIEGES: to_translate("This cannot be entered now: it is the siege phase."),
    Phase.WAR_STATUS: to_translate("This cannot be entered now: it is the war status phase."),
    Phase.AP_REPLACEMENTS: to_translate("This cannot be entered now: AP spends replacements."),
    Phase.CP_REPLACEMENTS: to_translate("This cannot be entered now: CP spends replacements."),
    Phase.DRAW: to_translate("This cannot be entered now: it is the draw phase."),
}


def must_be_time_for(table: Table, entry: AnyEntry) -> None:
    """PG-0.3, PG-6.0: the sheet is open, and it is the entry's phase."""
    phase, kind = table.phase, type(entry)
    if phase is Phase.OVER:
        raise Refused("PG-0.3", "The game is over; nothing more can be entered.")
    phases = PHASES_OF.get(kind)
    if phases is None:
        return
    if phase not in phases:
        raise Refused("PG-6.0", NOT_NOW[phase])
    if kind in IN_AN_ACTION and table.acting is None:
        raise Refused("PG-8.1.1", "No action has been played this turn yet.")


def must_have_had_all_actions(table: Table) -> None:
    """PG-6.0: phase C comes after six actions of each side."""
    done = table.actions(AP)
    if done < ACTIONS_A_TURN:
        raise Refused(
            "PG-6.0",
            "{side} has had {done} of {actions} actions.",
            side=SIDE_TERMS[AP],
            done=done,
            actions=ACTIONS_A_TURN,
        )
