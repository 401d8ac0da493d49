"""The columns of a seat's row and of the table's: everything that is counted."""

from enum import Enum
from typing import Final

from tracker.engine.ledger import Column, Noun
from tracker.engine.message import Term


class Side(Enum):
    """South or North (CW-1.1); the value is what a row holds in its column `side`."""

    SOUTH = 0
    NORTH = 1

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def enemy(self) -> "Side":
        return Side.NORTH if self is Side.SOUTH else Side.SOUTH

    @property
    def term(self) -> Term:
        return Term(self.name.capitalize(), "side")


class Phase(Enum):
    """The part of the month that is being played (CW-8)."""

    __hash__ = object.__hash__  # as for `Column`

    TURNS = 0
    TRADES = 1
    BATTLES = 2
    OVER = 3

    @property
    def word(self) -> str:
        return self.name.lower()


class Resource(Column):
    """The six resources, always in this order (CW-2.1)."""

    GOLD = ("gold", 0)
    MEDICINE = ("medicine", 1)
    WEAPONS = ("weapons", 2, "weapon", "weapons")
    WATER = ("water", 3)
    FOOD = ("food", 4)
    WOOD = ("wood", 5)


class Kind(Column):
    """The six roles of the players, and as many kinds of people in the camps (CW-1.2, CW-1.5)."""

    SOUTHERN_OFFICER = ("southern_officer", 6, "Southern officer", "Southern officers")
    SOUTHERN_SOLDIER = ("southern_soldier", 7, "Southern soldier", "Southern soldiers")
    CHEROKEE = ("cherokee", 8, "Cherokee", "Cherokee")
    NORTHERN_OFFICER = ("northern_officer", 9, "Northern officer", "Northern officers")
    NORTHERN_SOLDIER = ("northern_soldier", 10, "Northern soldier", "Northern soldiers")
    VOLUNTEER = ("volunteer", 11, "volunteer", "volunteers")


class Bonus(Column):
    """The five bonuses (CW-9), each held or not: 1 or 0."""

    WAGON = ("wagon", 12)
    DYNAMITE = ("dynamite", 13)
    FIRE_BRIGADE = ("fire_brigade", 14)
    FORT = ("fort", 15)
    GOLD_RESERVE = ("gold_reserve", 16)

    @property
    def is_held(self) -> bool:
        return True


class Count(Column):
    """Whatever else a seat's row holds."""

    POINTS = ("points", 17, "point", "points")
    LOST_TURNS = ("lost_turns", 18, "lost turn", "lost turns")
    ATTACKED = ("attacked", 19)
    RESERVE_SPENT = ("reserve_spent", 20)
    DOMINATED = ("dominated", 21, "full domination")
    OUT = ("out", 22, "eliminated")
    SIDE = ("side", 23)
    PLACE = ("place", 24)
    # Written by the seat that did it; a headquarters stands while nobody has (CW-11.4).
    DESTROYED_SOUTH = ("destroyed_south_headquarters", 25, "destroyed headquarters (South)")
    DESTROYED_NORTH = ("destroyed_north_headquarters", 26, "destroyed headquarters (North)")

    @property
    def is_held(self) -> bool:
        return self is Count.DOMINATED

    @property
    def is_score(self) -> bool:
        return self is Count.POINTS

    @property
    def is_event(self) -> bool:
        return self in {Count.OUT, Count.DESTROYED_SOUTH, Count.DESTROYED_NORTH}


class Course(Column):
    """The columns of the table's own row: how far the game has come."""

    MONTH = ("month", 0)
    PHASE = ("phase", 1)
    TURN = ("turn", 2)
    """The seat whose turn it is, counted from 1; 0 is nobody."""
    FIRST = ("first", 3)
    BEGUN = ("begun", 4)
    """1 once the turn's first tile has been turned over (CW-3.7)."""
    TURNED = ("turned", 5)
    """The number of tiles of the figure that were turned over in this turn."""
    REASON = ("reason", 6)
    MARSHAL = ("marshal", 7)


PHASES: Final = tuple(Phase)
COLUMNS: Final = {
    column.value: column for columns in (Resource, Kind, Bonus, Count, Course) for column in columns
}
HANDED: Final = {"wagon": Bonus.WAGON, "dynamite": Bonus.DYNAMITE}
"""The bonuses that are found and can be handed over, as they are written."""
RESOURCES: Final = tuple(Resource)
KINDS: Final = tuple(Kind)
BONUSES: Final = tuple(Bonus)
PERSON: Final = Noun("person", "people")
"""The word for people of any kind, after their number."""
PEOPLE: Final = slice(KINDS[0].at, KINDS[-1].at + 1)
SEAT_COLUMNS: Final = sum(len(columns) for columns in (Resource, Kind, Bonus, Count))
TABLE_COLUMNS: Final = len(Course)
