"""The bands of a deck that plays well: where its figures should fall, and what would move them.

They hold for six plain players. A figure outside its band is not forbidden: it says that a part of
the game seldom happens, or happens in nearly every game.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from tracker.engine.message import Message, Term
from tracker.games.civil_war.columns import Bonus, Count, Kind, Side
from tracker.games.civil_war.game_figures import GameFigures
from tracker.games.civil_war.players import PLAIN
from tracker.games.civil_war.words import ROLE, ROLE_NAMES

SEATS: Final = 6
PLAYER: Final = PLAIN.name
LEAST_WINS, MOST_WINS = 0.10, 0.25
"""The range for the share of games that a role wins; an equal share is one in six."""


class FigureBand(Struct, frozen=True):
    """The range that a figure should be in, its ends included."""

    name: str
    what: Message
    low: float
    high: float
    measure: Callable[[GameFigures], float]
    too_low: Message
    """The change to the deck that raises the figure."""
    too_high: Message
    """The change to the deck that lowers it."""
    is_share: bool = True


class Judged(Struct, frozen=True):
    """A figure held against its band."""

    band: FigureBand
    measured: float

    @property
    def is_inside(self) -> bool:
        return self.band.low <= self.measured <= self.band.high

    @property
    def advice(self) -> Message | None:
        """Return the change to the deck; None where the figure is in its band."""
        if self.is_inside:
            return None
        return self.band.too_low if self.measured < self.band.low else self.band.too_high


def judged(figures: GameFigures) -> tuple[Judged, ...]:
    """Return every figure that has a band, in the order in which they are shown."""
    bands = (*BANDS, *(_of_role(kind) for kind in Kind))
    return tuple(Judged(band, band.measure(figures)) for band in bands)


def _of_role(kind: Kind) -> FigureBand:
    role = {"role": Term(ROLE_NAMES[kind], ROLE)}
    return FigureBand(
        f"wins_{kind.value}",
        Message("The winner's role: {role}", role),
        LEAST_WINS,
        MOST_WINS,
        lambda figures: figures.role_wins[kind.value],
        Message("It seldom wins: raise the numbers of its people on two tiles ({role}).", role),
        Message("It often wins: lower the numbers of its people on two tiles ({role}).", role),
    )


BANDS: Final = (
    FigureBand(
        "fort",
        Message("Games in which a fort stands"),
        0.25,
        0.50,
        lambda figures: figures.gained[Bonus.FORT.value],
        Message("Wood is rare: raise three amounts of it."),
        Message("Wood is common: lower three amounts of it, or cross one out."),
    ),
    FigureBand(
        "gold_reserve",
        Message("Games in which a gold reserve stands"),
        0.25,
        0.50,
        lambda figures: figures.gained[Bonus.GOLD_RESERVE.value],
        Message("Gold is rare: raise three amounts of it."),
        Message("Gold is common: lower three amounts of it, or cross one out."),
    ),
    FigureBand(
        "fifty",
        Message("Games in which somebody reaches 50 points"),
        0.45,
        0.75,
        lambda figures: figures.fifty,
        Message("Few games reach 50 points: raise the numbers of people on six left sides."),
        Message("Most games end early: lower the numbers of people on six left sides."),
    ),
    FigureBand(
        "domination",
        Message("Games with full domination"),
        0.01,
        0.08,
        lambda figures: figures.gained[Count.DOMINATED.value],
        Message("Full domination hardly happens: add a wagon or dynamite to a middle."),
        Message("Full domination is common: take a wagon or dynamite out of a middle."),
    ),
    FigureBand(
        "wins_south",
        Message("Games that the South wins"),
        0.45,
        0.55,
        lambda figures: figures.side_wins[Side.SOUTH.word],
        Message("The South wins too seldom: raise the numbers of its people on two left sides."),
        Message("The South wins too often: lower the numbers of its people on two left sides."),
    ),
    FigureBand(
        "largest_camp",
        Message("People in the largest camp after month 3"),
        6,
        12,
        lambda figures: figures.largest_camp.median,
        Message("Camps stay small: raise the numbers of people on six left sides."),
        Message("Camps are large: lower the numbers of people on six left sides."),
        is_share=False,
    ),
    FigureBand(
        "six_enemies",
        Message("Games in which 6 enemies or more are met at once"),
        0.50,
        1.00,
        lambda figures: figures.six_enemies,
        Message("Large groups are rare: print 6 people or more on two more left sides."),
        Message("Large groups are common: lower the numbers of people on two left sides."),
    ),
    FigureBand(
        "making",
        Message("Tiles that do something"),
        0.62,
        0.72,
        lambda figures: figures.making,
        Message("Many tiles do nothing: give three more of them an event in the middle."),
        Message("Nearly every tile does something: take the event out of three middles."),
    ),
    FigureBand(
        "starving",
        Message("Games in which somebody starves"),
        0.20,
        0.60,
        lambda figures: figures.starving,
        Message("Nobody starves: lower three amounts of food or water."),
        Message("Food or water is rare: raise three amounts of them."),
    ),
)


def hold_for(seats: int, player: str) -> bool:
    """Return whether games of this table are to be judged."""
    return seats == SEATS and player == PLAYER
