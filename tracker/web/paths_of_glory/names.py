"""The names of phases, levels, states and marks on the pages, by their written names."""

from collections.abc import Mapping
from typing import Any, Final

from tracker.engine.message import Message
from tracker.games.paths_of_glory.box import TABLES
from tracker.games.paths_of_glory.columns import SIDE_NAMES
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.progress import turn_label
from tracker.web.language import tell

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
        name: Message("{nation} must attack", {"nation": name})
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


def sr_of(ops: int) -> int:
    """Return the SR points of a card with these OPS (PG-2)."""
    return TABLES.strategic_redeployment[str(ops)]


GLOBALS: Final[dict[str, Any]] = {
    "glory_phase": lambda name: tell(PHASES[name]),
    "glory_level": lambda name: tell(LEVELS[name]),
    "glory_side": lambda name: tell(SIDES[name]),
    "glory_use": lambda name: tell(USES[name]),
    "glory_mandate": lambda name: tell(MANDATES[name]),
    "glory_state": lambda name: tell(STATES[name]),
    "glory_nation": lambda name: tell(NATIONS[name]) if name in NATIONS else name,
    "glory_scenario": lambda name: tell(SCENARIOS[name]),
    "glory_terrain": lambda name: tell(TERRAINS[name]),
    "glory_turn": lambda turn: tell(turn_label(turn)),
    "glory_card": card_name,
    "GLORY_SIDES": SIDE_NAMES,
}
