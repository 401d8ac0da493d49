"""The position: how the table stands. And the table: a position that an entry is writing on."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.engine.ledger import TABLE, Ledger, Row
from tracker.games.paths_of_glory import pieces
from tracker.games.paths_of_glory.box import CARDS, SEASON_OF, SPACES, Card
from tracker.games.paths_of_glory.columns import (
    AP,
    CP,
    LEVELS,
    PHASES,
    SIDES,
    Course,
    Level,
    Phase,
    SideColumn,
)
from tracker.games.paths_of_glory.setup import Game

VP_AT_START: Final = 10
NOTHING: Final = ("", 0)


class Position(Struct, frozen=True, gc=False):
    """The table after an entry."""

    game: Game
    rows: tuple[Row, ...]
    places: tuple[str, ...]
    """The place of every piece, in the order of `pieces.PIECES`."""


class Table(Ledger):
    """A position being written on, and the questions that the rules ask of it."""

    __slots__ = ("game", "places")

    def __init__(self, position: Position) -> None:
        super().__init__(position.rows)
        self.game: Final[Game] = position.game
        self.places: tuple[str, ...] | list[str] = position.places

    def place(self, index: int, to: str, rule: str) -> None:
        """Move a piece; nothing is written where it is there already."""
        origin = self.places[index]
        if origin == to:
            return
        if not isinstance(self.places, list):
            self.places = list(self.places)
        self.places[index] = to
        self.move(pieces.PIECES[index], origin, to, rule)

    def position(self) -> Position:
        return Position(self.game, self.closed(), tuple(self.places))

    # --- The turn -------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        return self.rows[TABLE][Course.TURN.at]

    @property
    def phase(self) -> Phase:
        return PHASES[self.rows[TABLE][Course.PHASE.at]]

    @property
    def season(self) -> str | None:
        return SEASON_OF.get(self.turn)

    def begin(self, phase: Phase, rule: str = "PG-6.0") -> None:
        self.put(TABLE, Course.PHASE, phase.value, rule)

    def name(self, seat: int) -> str:
        return self.game.setup.seats[seat].name

    # --- Actions --------------------------------------------------------------------------------

    def actions(self, seat: int) -> int:
        """Return the number of actions that the side has had this turn."""
        first = pieces.ACTION[seat]
        taken = 0
        while taken < pieces.ACTIONS_A_TURN and self.places[first + taken]:
            taken += 1
        return taken

    def action(self, seat: int, number: int) -> tuple[str, int]:
        """An action of this turn, counted from 0: what it was used as, and its card."""
        use, _, card = self.places[pieces.ACTION[seat] + number].partition(" ")
        return use, int(card) if card else 0

    def last_action(self, seat: int) -> tuple[str, int]:
        """The side's last action of this turn, if it has had one."""
        taken = self.actions(seat)
        return self.action(seat, taken - 1) if taken else NOTHING

    @property
    def to_act(self) -> int | None:
        """The seat whose action is next (PG-8.1.2)."""
        if self.phase is not Phase.ACTIONS:
            return None
        done = self.actions(AP)
        if self.actions(CP) > done:
            return AP
        return CP if done < pieces.ACTIONS_A_TURN else None

    @property
    def acting(self) -> int | None:
        """The seat whose action runs (PG-8)."""
        if self.phase is not Phase.ACTIONS:
            return None
        done = self.actions(CP)
        if not done:
            return None
        return CP if done > self.actions(AP) else AP

    @property
    def is_operation(self) -> bool:
        """Return whether the running action gives OPS (PG-8)."""
        seat = self.acting
        if seat is None:
            return False
        use, n = self.last_action(seat)
        if use == "event":
            kind = CARDS[seat][n - 1].kind
            return kind == "EO" or (kind == "EH" and self.game.event_and_ops)
        return use in ("ops", "one_op")

    # --- Cards ----------------------------------------------------------------------------------

    def lies(self, seat: int, n: int) -> str:
        """Return the place of a card."""
        return self.places[pieces.card(seat, n)]

    def put_card(self, seat: int, n: int, to: str, rule: str) -> None:
        self.place(pieces.card(seat, n), to, rule)

    def cards_that_lie(self, seat: int, *where: str) -> list[int]:
        """The numbers of the cards that lie in these places, ascending."""
        first = pieces.card(seat, 1)
        cards = self.places[first : first + pieces.NUMBER_OF_CARDS]
        return [number for number, place in enumerate(cards, 1) if place in where]

    def event_turn(self, seat: int, n: int) -> int:
        """The turn in which a card was last an event; 0 is never."""
        place = self.places[pieces.event(seat, n)]
        return int(place) if place else 0

    def was_played(self, seat: int, n: int) -> bool:
        """Return whether a card was ever an event."""
        return self.places[pieces.event(seat, n)] != ""

    def is_turn_event(self, seat: int, n: int) -> bool:
        """Return whether a card was an event in this turn."""
        return self.event_turn(seat, n) == self.turn

    def runs(self, seat: int, n: int) -> bool:
        """Return whether the running action is this card as event."""
        return self.acting == seat and self.last_action(seat) == ("event", n)

    def events(self, seat: int) -> Iterator[tuple[Card, int]]:
        """The cards that were events, each with the turn of the last time."""
        first = pieces.event(seat, 1)
        places = self.places[first : first + pieces.NUMBER_OF_CARDS]
        for card, place in zip(CARDS[seat], places, strict=True):
            if place:
                yield card, int(place)

    # --- Tracks ---------------------------------------------------------------------------------

    @property
    def vp(self) -> int:
        row = self.rows[TABLE]
        return VP_AT_START + row[Course.VP_EVENTS.at] + row[Course.VP_SPACES.at]

    def score(self, by: int, rule: str) -> None:
        """Change VP by an event or a phase (PG-5.1.2)."""
        self.add(TABLE, Course.VP_EVENTS, by, rule)

    @property
    def combined(self) -> int:
        """The combined war status."""
        return self.rows[CP][SideColumn.WAR_STATUS.at] + self.rows[AP][SideColumn.WAR_STATUS.at]

    def war_status(self, seat: int) -> int:
        return self.rows[seat][SideColumn.WAR_STATUS.at]

    def level(self, seat: int) -> Level:
        return LEVELS[self.rows[seat][SideColumn.COMMITMENT.at]]

    def level_turn(self, seat: int) -> int:
        return self.rows[seat][SideColumn.COMMITMENT_TURN.at]

    def hand(self, seat: int) -> int:
        return self.rows[seat][SideColumn.HAND.at]

    # --- Spaces, forts, nations -----------------------------------------------------------------

    def holder(self, space: str) -> int:
        """The seat that holds a VP space."""
        return CP if self.places[pieces.SPACE[space]] == "cp" else AP

    def hold(self, space: str, seat: int, rule: str) -> None:
        """Give a space to a side; if it is a VP space its VP follow at once (PG-11.1.14)."""
        if space in self.game.vp_spaces and self.holder(space) != seat:
            self.place(pieces.SPACE[space], SIDES[seat], rule)
            self.add(TABLE, Course.VP_SPACES, 1 if seat == CP else -1, rule)

    def fort_state(self, space: str) -> str:
        """Return the state of a space's fort; a space without one is as if it were destroyed."""
        index = pieces.FORT.get(space)
        return pieces.DESTROYED if index is None else self.places[index]

    def stands_against(self, seat: int, space: str) -> bool:
        """Return whether an enemy's fort stands in the space, besieged or not (PG-15.1.10)."""
        return SPACES[space].owner != seat and self.fort_state(space) != pieces.DESTROYED

    def mandate(self, seat: int) -> str:
        return self.places[pieces.MANDATE[seat]]
