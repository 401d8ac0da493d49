"""The position: how the table stands. And the table: a position that an entry is writing on."""

from typing import Final

from msgspec import Struct

from tracker.engine.ledger import TABLE, Ledger, Row
from tracker.games.grizzled.columns import (
    HELD,
    PHASES,
    Count,
    Course,
    HardKnock,
    LastMission,
    Phase,
    Token,
)
from tracker.games.grizzled.mission_cards import InForce
from tracker.games.grizzled.setup import Setup

# The places that nearly every entry asks for, found once: in Python 3.11 to find a member of an
# enumeration takes longer than to write a line.
PHASE, TURN, LEADER = Course.PHASE.at, Course.TURN.at, Course.LEADER.at
TRIALS, MORALE, COMMON_HAND = Course.TRIALS.at, Course.MORALE.at, Course.COMMON_HAND.at
HAND, WITHDRAWN = Count.HAND.at, Count.WITHDRAWN.at


class Game(Struct, frozen=True):
    """The part of a match that stays as it is."""

    setup: Setup
    is_solo: bool
    chaplain: int | None
    recruit: int | None
    has_traps: bool
    has_orders: bool
    players: tuple[int, ...]
    """The soldiers who take part in missions: all but the chaplain."""
    leaders: tuple[int, ...]
    """The soldiers who can lead: neither the chaplain nor the recruit."""
    by_hand: frozenset[HardKnock]
    left_out: frozenset[HardKnock]
    """The hard knocks that are not in the deck (GR-14.2)."""
    cards: int
    """The number of trial cards in all (GR-2.5)."""
    trials: int
    speeches: int
    """The speeches at the start."""
    tokens: tuple[int, ...]
    """The number of support tokens of each kind (GR-1.6)."""
    names: tuple[str, ...] = ()
    """The players by seat, once a seat was handed over; then the set-up has them too."""


class Position(Struct, frozen=True, gc=False):
    """The table after an entry."""

    game: Game
    rows: tuple[Row, ...]
    in_force: tuple[InForce, ...] = ()


class Table(Ledger):
    """A position being written on, and the questions that the rules ask of it."""

    __slots__ = ("acted", "failing", "fails_by_order", "game", "in_force")

    def __init__(self, position: Position) -> None:
        super().__init__(position.rows)
        self.game: Final[Game] = position.game
        self.in_force: tuple[InForce, ...] = position.in_force
        self.acted: int | None = None
        """The soldier from whom the turn passes on after the entry."""
        self.failing = 0
        """A bit for every threat that reached the limit while the entry was carried out."""
        self.fails_by_order = False

    @property
    def phase(self) -> Phase:
        return PHASES[self.rows[TABLE][PHASE]]

    @property
    def mission(self) -> int:
        return self.rows[TABLE][Course.MISSION.at]

    @property
    def leader(self) -> int:
        return self.rows[TABLE][LEADER]

    @property
    def turn(self) -> int | None:
        seat = self.rows[TABLE][TURN]
        return seat - 1 if seat else None

    @property
    def trials(self) -> int:
        return self.rows[TABLE][TRIALS]

    @property
    def morale(self) -> int:
        return self.rows[TABLE][MORALE]

    @property
    def final(self) -> LastMission | None:
        declared = self.rows[TABLE][Course.FINAL.at]
        return LastMission(declared) if declared else None

    @property
    def seats(self) -> range:
        return range(len(self.rows) - 1)

    def name(self, seat: int) -> str:
        return self.game.setup.seats[seat].name

    def hand(self, seat: int) -> int:
        """The soldier's hand; in solo the common one, also for hard knocks (GR-14.1, GR-14.9)."""
        if self.game.is_solo:
            return self.rows[TABLE][COMMON_HAND]
        return self.rows[seat][HAND]

    def change_hand(self, seat: int, by: int, rule: str) -> None:
        if self.game.is_solo:
            self.add(TABLE, Course.COMMON_HAND, by, rule)
        else:
            self.add(seat, Count.HAND, by, rule)

    def hands(self) -> int:
        """The cards in all hands."""
        return self.rows[TABLE][COMMON_HAND] + sum(row[HAND] for row in self.rows[:TABLE])

    def face_down(self) -> int:
        """The cards that nobody sees: trials, morale and hands."""
        return self.trials + self.morale + self.hands()

    def draw(self, seat: int, cards: int, rule: str) -> None:
        """Move trials into a hand."""
        self.add(TABLE, Course.TRIALS, -cards, rule)
        self.change_hand(seat, cards, rule)

    def has(self, seat: int, knock: HardKnock) -> bool:
        return self.rows[seat][knock.at] > 0

    def suffers(self, seat: int, knock: HardKnock) -> bool:
        """Return whether the hard knock lies there and the tablet carries it out (GR-2.3)."""
        return self.rows[seat][knock.at] > 0 and knock not in self.game.by_hand

    def is_withdrawn(self, seat: int) -> bool:
        return self.rows[seat][WITHDRAWN] > 0

    def all_have_withdrawn(self, *, but: int | None = None) -> bool:
        withdrawn = [row[WITHDRAWN] for row in self.rows[:TABLE]]
        if but is not None:
            withdrawn[but] = 1
        return all(withdrawn)

    def tokens(self, seat: int) -> int:
        """Return the number of support tokens that the soldier has, of all kinds."""
        return sum(self.rows[seat][HELD])

    def known(self, seat: int, token: Token) -> int:
        return self.rows[seat][token.at]

    def position(self) -> Position:
        return Position(self.game, self.closed(), self.in_force)
