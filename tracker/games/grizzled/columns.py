"""The columns of a seat's row and of the table's: everything that is counted."""

from enum import Enum
from typing import Any, Final, Literal, get_args

from tracker.engine.ledger import Column
from tracker.engine.message import Term


class Threat(Enum):
    """The six threats, always in this order (GR-2): three of weather, three of weapons."""

    __hash__ = object.__hash__  # as for `Column`

    NIGHT = "night"
    SNOW = "snow"
    RAIN = "rain"
    GAS = "gas"
    SHELL = "shell"
    WHISTLE = "whistle"

    @property
    def term(self) -> Term:
        return Term(self.value, "threat")


class Phase(Enum):
    """The part of a mission that is being played (GR-1.9)."""

    __hash__ = object.__hash__

    PREPARATION = 0
    MISSION = 1
    SUPPORT = 2
    MORALE = 3
    OVER = 4

    @property
    def word(self) -> str:
        return self.name.lower()


class Ended(Enum):
    """The end of a mission (GR-7); the value is what the table's row holds."""

    SUCCESS = 1
    FAILURE = 2

    @property
    def word(self) -> str:
        return self.name.lower()


class LastMission(Enum):
    """The two last missions (GR-12); the value is what the table's row holds."""

    DECISIVE_ASSAULT = 1
    LAST_STAND = 2

    @property
    def word(self) -> str:
        return self.name.lower()


class Count(Column):
    """The counts of a soldier."""

    HAND = ("hand", 0, "card in hand", "cards in hand")
    CHARM = ("charm", 1)
    """1 while the charm side is up."""
    SPEECHES = ("speeches", 2, "speech", "speeches")
    WITHDRAWN = ("withdrawn", 3)
    LAID = ("laid", 4, "laid token")
    """0: nothing, 1: face down, else the place of an open token, counted from 2."""
    RECEIVED = ("received", 5, "token received", "tokens received")
    UNKNOWN = ("unknown", 6, "unknown token", "unknown tokens")


class Token(Column):
    """The kinds of support token (GR-1.6)."""

    LEFT = ("left", 7, "left token", "left tokens")
    RIGHT = ("right", 8, "right token", "right tokens")
    DOUBLE_LEFT = ("double_left", 9, "double left token", "double left tokens")
    DOUBLE_RIGHT = ("double_right", 10, "double right token", "double right tokens")


class HardKnock(Column):
    """The hard knocks (GR-2.3): the place in the order of arrival, 0 where it is not there."""

    TRAUMA_NIGHT = ("trauma_night", 11, "Trauma: night")
    TRAUMA_SNOW = ("trauma_snow", 12, "Trauma: snow")
    TRAUMA_RAIN = ("trauma_rain", 13, "Trauma: rain")
    PHOBIA_GAS = ("phobia_gas", 14, "Phobia: gas")
    PHOBIA_SHELL = ("phobia_shell", 15, "Phobia: shell")
    PHOBIA_WHISTLE = ("phobia_whistle", 16, "Phobia: whistle")
    WOUNDED = ("wounded", 17, "Wounded")
    MUTE = ("mute", 18, "Mute")
    TYRANNICAL = ("tyrannical", 19, "Tyrannical")
    DEMORALIZED = ("demoralized", 20, "Demoralized")
    FRAGILE = ("fragile", 21, "Fragile")
    FEARFUL = ("fearful", 22, "Fearful")
    PANICKED = ("panicked", 23, "Panicked")
    FRENZIED = ("frenzied", 24, "Frenzied")
    SELFISH = ("selfish", 25, "Selfish")
    HARDHEADED = ("hardheaded", 26, "Hardheaded")
    PRIDEFUL = ("prideful", 27, "Prideful")
    CLUMSY = ("clumsy", 28, "Clumsy")
    ABSENT_MINDED = ("absent_minded", 29, "Absent-minded")
    RECRUIT = ("recruit", 30, "Recruit")
    """Not one of the 59 cards (GR-13.5)."""


class Course(Column):
    """The columns of the table's own row: how far the game has come."""

    MISSION = ("mission", 0, "mission", "missions")
    PHASE = ("phase", 1)
    LEADER = ("leader", 2)
    TURN = ("turn", 3)
    """The seat whose turn it is, counted from 1; 0 is nobody."""
    DANGER = ("danger", 4)
    """0 where there is none."""
    FINAL = ("final", 5, "last mission")
    TRIALS = ("trials", 6, "trial", "trials")
    MORALE = ("morale", 7)
    POOL = ("pool", 8, "speech in the pool", "speeches in the pool")
    OUTCOME = ("outcome", 9)
    FAILED_BY = ("failed_by", 10, "failed by")
    """A bit for every threat that reached the limit."""
    HELPED = ("helped", 11)
    """The seat that was helped, counted from 1."""
    REASON = ("reason", 12)
    COMMON_HAND = ("common_hand", 13, "card in the common hand", "cards in the common hand")
    REFILLING = ("refilling", 14)


class SetAside(Column):
    """The four support tokens of a solo game (GR-14.8): 1 while a token is set aside."""

    LEFT = ("set_aside_left", 15, "left token set aside")
    MIDDLE = ("set_aside_middle", 16, "middle token set aside")
    RIGHT = ("set_aside_right", 17, "right token set aside")
    NONE = ("set_aside_none", 18, "empty token set aside")

    @property
    def word(self) -> str:
        return self.name.lower()


class Taken(Column):
    """The mission cards that were taken, by level (GR-11.2)."""

    EASY = ("taken_easy", 19, "easy mission card", "easy mission cards")
    NORMAL = ("taken_normal", 20, "normal mission card", "normal mission cards")
    HARD = ("taken_hard", 21, "hard mission card", "hard mission cards")

    @property
    def word(self) -> str:
        return self.name.lower()


class Lost(Column):
    """The support tokens that left the game (GR-6.8)."""

    LEFT = ("lost_left", 22, "left token out of the game", "left tokens out of the game")
    RIGHT = ("lost_right", 23, "right token out of the game", "right tokens out of the game")
    DOUBLE_LEFT = (
        "lost_double_left",
        24,
        "double left token out of the game",
        "double left tokens out of the game",
    )
    DOUBLE_RIGHT = (
        "lost_double_right",
        25,
        "double right token out of the game",
        "double right tokens out of the game",
    )


THREATS: Final = tuple(Threat)
PHASES: Final = tuple(Phase)
TOKENS: Final = tuple(Token)
LOST: Final = tuple(Lost)
LEVELS: Final = tuple(Taken)
SET_ASIDE: Final = tuple(SetAside)
HARD_KNOCKS: Final = tuple(HardKnock)[:-1]
"""The 19 that are cards, in their order; the recruit's own is not among them."""
IN_ROW: Final = tuple(HardKnock)
"""Every hard knock in the order of the row, the recruit's own at the end."""
HARD_KNOCK: Final = {knock.value: knock for knock in HardKnock}
"""Every hard knock by its written name."""
TOKEN_COLUMNS: Final = (Count.UNKNOWN, *TOKENS)
IN_FRONT: Final = slice(HARD_KNOCKS[0].at, HardKnock.RECRUIT.at + 1)
HELD: Final = slice(Count.UNKNOWN.at, TOKENS[-1].at + 1)
SEAT_COLUMNS: Final = sum(len(columns) for columns in (Count, Token, HardKnock))

ThreatCardId = Literal[
    "night+gas",
    "night+shell",
    "night+whistle",
    "snow+gas",
    "snow+shell",
    "snow+whistle",
    "rain+gas",
    "rain+shell",
    "rain+whistle",
    "night+gas!",
    "night+shell!",
    "night+whistle!",
    "snow+gas!",
    "snow+shell!",
    "snow+whistle!",
    "rain+gas!",
    "rain+shell!",
    "rain+whistle!",
    "night+snow",
    "night+rain",
    "snow+rain",
    "gas+shell",
    "gas+whistle",
    "shell+whistle",
    "night+snow+rain",
    "gas+shell+whistle",
    "night+snow+rain+gas+shell+whistle",
]
HardKnockId = Literal[
    "trauma_night",
    "trauma_snow",
    "trauma_rain",
    "phobia_gas",
    "phobia_shell",
    "phobia_whistle",
    "wounded",
    "mute",
    "tyrannical",
    "demoralized",
    "fragile",
    "fearful",
    "panicked",
    "frenzied",
    "selfish",
    "hardheaded",
    "prideful",
    "clumsy",
    "absent_minded",
]
CardId = Literal[ThreatCardId, HardKnockId, "christmas"]
CHRISTMAS: Final = "christmas"
THREAT_CARD_IDS: Final[tuple[str, ...]] = get_args(ThreatCardId)
CARD_IDS: Final[tuple[str, ...]] = get_args(CardId)
"""Every card in the order in which cards are listed (GR-2.2, GR-2.3)."""


def _card_columns(name: str, prefix: str, ids: tuple[str, ...], first: int) -> Any:
    """Return a class with a column of the table's row for each card, one after another.

    The module must have it under its name: a line of a match travels to the printing process, and
    its column is found there by module and name.
    """
    members = [(card, (f"{prefix}{card}", first + place, card)) for place, card in enumerate(ids)]
    return Column(name, members)  # type: ignore[arg-type]


_FIRST_CARD: Final = LOST[-1].at + 1
Lying: Final = _card_columns("Lying", "no_mans_land_", THREAT_CARD_IDS, _FIRST_CARD)
LYING: Final[tuple[Column, ...]] = tuple(Lying)
"""The number of each threat card in no man's land."""
Out: Final = _card_columns("Out", "out_", CARD_IDS, _FIRST_CARD + len(LYING))
OUT: Final[tuple[Column, ...]] = tuple(Out)
"""The number of each card that is out of the game."""
NO_MANS_LAND: Final = slice(LYING[0].at, LYING[-1].at + 1)
TABLE_COLUMNS: Final = OUT[-1].at + 1

COLUMNS: Final[dict[str, Column]] = {
    column.value: column
    for columns in (Count, Token, HardKnock, Course, SetAside, Taken, Lost, LYING, OUT)
    for column in columns
}
