"""CW-4 Tiles and matching; laying the figure (CW-3.2) and turning a tile over (CW-3.3)."""

from typing import Literal

from msgspec import UNSET

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.civil_war import bonuses, encounters, events, months, shapes
from tracker.games.civil_war.columns import HANDED, Bonus, Course, Resource
from tracker.games.civil_war.deck import (
    FindEvent,
    FireEvent,
    GainEvent,
    LoseEvent,
    Printed,
    SabotageEvent,
    SicknessEvent,
    Tile,
)
from tracker.games.civil_war.entries import (
    At,
    Choices,
    Find,
    LayTiles,
    Lose,
    MiddleChoice,
    TurnOver,
)
from tracker.games.civil_war.figure import row_and_column
from tracker.games.civil_war.matching import (
    AROUND,
    Happening,
    Met,
    Place,
    face_up_around,
    happenings,
)
from tracker.games.civil_war.position import Table

Where = Literal["edge", "middle", "middle_doubled"]


def find(table: Table, entry: Find) -> None:
    take_up(table, entry.seat, entry.resource, entry.amount, entry.where)


def take_up(table: Table, seat: int, resource: Resource, amount: int, where: Where) -> None:
    """CW-4.3, CW-4.7: a find; a wagon doubles it on an edge, or where the tile says so."""
    table.add(seat, resource, amount, "CW-4.3" if where == "edge" else "CW-11.1")
    if where != "middle" and table.has(seat, Bonus.WAGON):
        table.add(seat, resource, amount, "CW-4.7")


def lose(table: Table, entry: Lose) -> None:
    forfeit(table, entry.seat, entry.resource, entry.amount, "CW-4.4")


def forfeit(table: Table, seat: int, resource: Resource, amount: int, rule: str) -> None:
    """CW-4.4: spoilt or stolen; a loss takes what there is, down to zero."""
    table.add(seat, resource, -min(amount, table[seat, resource]), rule)


def lay_tiles(table: Table, entry: LayTiles) -> None:
    """CW-3.2: 3 or 4 tiles a player, face down, in one figure that is connected side to side."""
    if table.figure is not None:
        raise Refused("CW-3.2", "This month's tiles have already been laid.")
    cells = [laid.at for laid in entry.tiles]
    number = number_to_lay(table)
    if len(cells) != number:
        raise Refused(
            "CW-3.2",
            "The figure has {laid} tiles; it needs {number}, which is {each} for each player in "
            "the game.",
            each=table.game.setup.tiles_per_player,
            number=number,
            laid=len(cells),
        )
    if number > len(table.game.tiles):
        raise Refused(
            "CW-3.2",
            "The deck has {deck} tiles; the figure needs {number}.",
            deck=len(table.game.tiles),
            number=number,
        )
    _must_be_connected(cells)
    dealt = [laid.tile for laid in entry.tiles if laid.tile is not UNSET]
    if len(set(dealt)) < len(dealt):
        raise Refused("CW-3.2", "A tile is used twice; the deck has each tile once.")
    for laid in entry.tiles:
        table.lay_tile(laid.at, None if laid.tile is UNSET else laid.tile)


def number_to_lay(table: Table) -> int:
    """CW-3.2: 3 or 4 tiles, as agreed, for each player still in the game."""
    return table.game.setup.tiles_per_player * sum(1 for _ in table.seats_in_game())


def _must_be_connected(cells: list[At]) -> None:
    """CW-3.2: tiles touch along a whole side: no gaps, no diagonals, none on top of another."""
    if len(set(cells)) < len(cells):
        raise Refused("CW-3.2", "Two tiles of the figure are in the same place.")
    apart = shapes.apart(cells)
    if apart:
        raise Refused(
            "CW-3.2",
            "{apart} of {laid} tiles do not touch the others along a whole side.",
            apart=len(apart),
            laid=len(cells),
        )


def turn_over(table: Table, entry: TurnOver) -> None:
    """CW-4.5: top, left, middle, right, bottom: what the tile makes, for whoever turned it over."""
    may_turn_over(table, entry.seat, entry.at)
    tile = tile_that_came_up(table, entry)
    around = face_up_around(table.figure, entry.at, table.game.tiles)
    for happening in happenings(tile, around):
        resolve(table, entry.seat, happening, entry.choices)
    table.turn_tile(entry.at, tile.id)


def resolve(table: Table, seat: int, happening: Happening, choices: Choices) -> None:
    """One thing that a tile makes, with what the player chose for its place."""
    table.prefix = f"choices.{happening.place.value}."
    match happening:
        case Happening(Place.LEFT, Met(kind, count)):
            encounters.encounter(table, seat, kind, count, choices.left)
        case Happening(Place.RIGHT, Met(kind, count)):
            encounters.encounter(table, seat, kind, count, choices.right)
        case Happening(_, Printed() as printed):
            _match_resource(table, seat, printed)
        case Happening(Place.MIDDLE, middle):  # pragma: no branch: a tile has no other place
            _resolve_middle(table, seat, middle, choices.middle)


def may_turn_over(table: Table, seat: int, at: At) -> None:
    """CW-3.3: any tile first, then one that shares a side with a face-up one; with a wagon two."""
    figure = table.figure
    if figure is None:
        raise Refused("CW-3.2", "No tiles have been laid this month.")
    face_up = {placed.at: placed.face_up for placed in figure}
    if at not in face_up:
        raise Refused(
            "CW-3.3",
            "There is no tile in row {row}, column {column}.",
            **row_and_column(figure, at),
        )
    if face_up[at]:
        raise Refused(
            "CW-3.3",
            "The tile in row {row}, column {column} is already face up.",
            **row_and_column(figure, at),
        )
    touching = any(face_up.get((at[0] + right, at[1] + down)) for right, down in AROUND)
    if any(face_up.values()) and not touching:
        raise Refused(
            "CW-3.3",
            "The tile in row {row}, column {column} does not share a side with a face-up tile.",
            **row_and_column(figure, at),
        )
    turned = table[TABLE, Course.TURNED]
    if table.switches.keep_order and turned >= months.tiles_a_turn(table, seat):
        raise Refused(
            "CW-9.1",
            "{name} has already turned over {turned} this turn; the limit is 1, or 2 with a wagon.",
            name=table.name(seat),
            turned=turned,
        )


def tile_that_came_up(table: Table, entry: TurnOver) -> Tile:
    """The tile that the tablet dealt there, or the one that the player says came up."""
    figure = table.figure or ()
    dealt = next(placed.tile for placed in figure if placed.at == entry.at)
    if entry.tile is UNSET:
        if dealt is None:
            raise Refused("CW-3.3", "The tablet did not deal this tile. Which one came up?")
        return table.game.tiles[dealt]
    if dealt is not None and dealt != entry.tile:
        raise Refused("CW-3.3", "The tablet dealt another tile there, not {tile}.", tile=entry.tile)
    if any(placed.tile == entry.tile for placed in figure if placed.at != entry.at):
        raise Refused(
            "CW-3.3", "Tile {tile} is already in another place of the figure.", tile=entry.tile
        )
    return table.game.tiles[entry.tile]


def _match_resource(table: Table, seat: int, printed: Printed) -> None:
    """CW-4.3, CW-4.4: the amount is found, or lost where it is crossed out."""
    if printed.crossed:
        forfeit(table, seat, printed.resource, printed.amount, "CW-4.4")
    else:
        take_up(table, seat, printed.resource, printed.amount, "edge")


def _resolve_middle(table: Table, seat: int, middle: object, choice: MiddleChoice) -> None:
    match middle:
        case FindEvent(resource, amount, doubled):
            take_up(table, seat, resource, amount, "middle_doubled" if doubled else "middle")
        case LoseEvent(resource, amount):
            forfeit(table, seat, resource, amount, "CW-11.1")
        case GainEvent(bonus):
            bonuses.find_bonus(table, seat, HANDED[bonus])
        case FireEvent(amount):
            events.burn(table, seat, amount)
        case SicknessEvent(amount):
            events.fall_sick(table, seat, amount, choice.casualties)
        case SabotageEvent():  # pragma: no branch: there is no other event
            events.sabotage_if_possible(table, seat, is_wanted=choice.sabotage)
