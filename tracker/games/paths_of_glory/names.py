"""The names of phases, levels, states and marks, for pages and paper."""

from collections.abc import Iterable, Mapping
from typing import Final

from tracker.engine.message import Message, Term
from tracker.games.paths_of_glory.box import TABLES

PHASES: Final[Mapping[str, Message]] = {
    "mandates": Message("A: mandated offensives"),
    "actions": Message("B: actions"),
    "sieges": Message("D: sieges"),
    "war_status": Message("E: war status"),
    "ap_replacements": Message("F: AP replacements"),
    "cp_replacements": Message("F: CP replacements"),
    "draw": Message("G: strategic cards"),
    "over": Message("The game is over"),
}
LEVELS: Final[Mapping[str, Message]] = {
    "mobilization": Message("Mobilization"),
    "limited_war": Message("Limited War"),
    "total_war": Message("Total War"),
}
SIDES: Final[Mapping[str, Message]] = {
    "cp": Message("Central Powers"),
    "ap": Message("Allied Powers"),
}
USES: Final[Mapping[str, Message]] = {
    "event": Message("Event"),
    "ops": Message("OPS"),
    "sr": Message("SR"),
    "rp": Message("RP"),
    "one_op": Message("1 OPS"),
    "peace": Message("Peace offer"),
}
MANDATES: Final[Mapping[str, Message]] = {
    "none": Message("no mandate"),
    "made": Message("mandate made"),
    "mutiny": Message("mutiny"),
    **{
        name: Message("{nation} must attack", {"nation": Term(name, "nation")})
        for name in ("AH", "TU", "GE", "FR", "BR", "IT", "RU")
    },
    "AH_IT": Message("AH must attack Italy"),
}
STATES: Final[Mapping[str, Message]] = {
    "intact": Message("intact"),
    "besieged": Message("besieged"),
    "destroyed": Message("destroyed"),
    "": Message("not seen"),
    "discard": Message("discarded"),
    "kept": Message("face up"),
    "used": Message("face up, used"),
    "removed": Message("removed"),
}
SCENARIOS: Final[Mapping[str, Message]] = {
    "introductory": Message("Introductory scenario"),
    "limited": Message("Limited War scenario"),
    "campaign": Message("Campaign"),
    "historical": Message("Historical scenario"),
}
NATIONS: Final[Mapping[str, Message]] = {
    "FR": Message("France"),
    "BE": Message("Belgium"),
    "BR": Message("Britain"),
    "GE": Message("Germany"),
    "AH": Message("Austria-Hungary"),
    "IT": Message("Italy"),
    "RU": Message("Russia"),
    "SB": Message("Serbia"),
    "MN": Message("Montenegro"),
    "AL": Message("Albania"),
    "GR": Message("Greece"),
    "BU": Message("Bulgaria"),
    "RO": Message("Romania"),
    "TU": Message("Turkey"),
    "PE": Message("Persia"),
    "EG": Message("Egypt"),
    "AR": Message("Arabia"),
}
REASONS: Final[Mapping[str, Message]] = {
    "automatic": Message("Automatic victory"),
    "armistice": Message("Armistice"),
    "commitment": Message("A side has reached Total War"),
    "last_turn": Message("The last turn has ended"),
    "peace": Message("Peace was made"),
}
TERRAINS: Final[Mapping[str, Message]] = {
    "clear": Message("clear"),
    "mountain": Message("mountain"),
    "swamp": Message("swamp"),
    "forest": Message("forest"),
    "desert": Message("desert"),
}


def nation_term(code: str) -> Term:
    """Return a nation as its counters name it, in the reader's language."""
    return Term(code, "nation")


def nation_terms(codes: Iterable[str]) -> tuple[Term, ...]:
    return tuple(map(nation_term, codes))


def sr_of(ops: int) -> int:
    """Return the SR points of a card with these OPS (PG-2)."""
    return TABLES.strategic_redeployment[str(ops)]
