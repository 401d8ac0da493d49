"""A check of how a deck plays: thousands of dealt months, and what they bring (CW-4, CW-11)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from tracker.games.civil_war import shapes
from tracker.games.civil_war.box import BOX, SIDE_OF
from tracker.games.civil_war.chance import Chance
from tracker.games.civil_war.columns import KINDS, RESOURCES, Kind, Resource, Side
from tracker.games.civil_war.deck import (
    Deck,
    FindEvent,
    GainEvent,
    Half,
    LoseEvent,
    Printed,
    Tile,
    by_id,
)
from tracker.games.civil_war.figure import Placed
from tracker.games.civil_war.matching import (
    AROUND,
    Happening,
    Met,
    Place,
    face_up_around,
    happenings,
)

EVENTS: Final = ("find", "lose", "gain wagon", "gain dynamite", "fire", "sickness", "sabotage")
CAMPS: Final = tuple(range(1, 9))
MONTHS_A_GAME: Final = 6


class Figures(Struct, frozen=True):
    """The figures of the dealt months. People and resources are a player's, in a month."""

    months: int
    making: float
    """Share of tiles that make anything: a match or an event."""
    matching: float
    """Share of tiles that match on at least one side."""
    people: dict[Side, float]
    """People met of each side, by whichever player."""
    resources: dict[Side, dict[Resource, float]]
    """Found less lost, and what saved friends bring, for a player of each side."""
    fed: dict[int, float]
    """Share of months in which a camp of so many can be fed, the stock carried through a game."""
    fed_by_tiles: dict[int, float]
    """The same from the month's tiles alone."""


class Report(Struct, frozen=True):
    figures: Figures
    printed: dict[Side, int]
    """The people printed on left sides, of each side."""
    events: Counter[str]
    problems: tuple[str, ...]


def check(deck: Deck, chance: Chance, months: int, players: int, each: int) -> Report:
    """Deal so many months of the deck and count."""
    return Report(
        dealt(deck, chance, months, players, each), _printed(deck), events(deck), problems(deck)
    )


class _Tally:
    """Counts over all the months."""

    def __init__(self) -> None:
        self.tiles = self.making = self.matching = 0
        self.met: Counter[Side] = Counter()
        self.got: dict[Side, Counter[Resource]] = {side: Counter() for side in Side}
        self.fed: Counter[int] = Counter()
        self.fed_by_tiles: Counter[int] = Counter()

    def add_tile(self, made: Sequence[Happening]) -> None:
        self.tiles += 1
        self.making += bool(made)
        self.matching += any(result.place is not Place.MIDDLE for result in made)
        for result in made:
            if isinstance(result.what, Met):
                self.met[SIDE_OF[result.what.kind]] += result.what.count

    def add_player(self, side: Side, got: Counter[Resource]) -> None:
        self.got[side].update(got)
        least = min(got[Resource.WATER], got[Resource.FOOD])
        self.fed_by_tiles.update(camp for camp in CAMPS if least >= camp)


class _Larder:
    """A player's water and food through a game, with a camp of so many from the first month on."""

    def __init__(self, camp: int) -> None:
        self.camp = camp
        self.water = self.food = BOX.start.each_resource

    def can_feed(self, got: Counter[Resource]) -> bool:
        """CW-8.1: whether the month's end finds water and food for everyone; they take it."""
        self.water = max(0, self.water + got[Resource.WATER])
        self.food = max(0, self.food + got[Resource.FOOD])
        fed = min(self.camp, self.water, self.food)
        self.water, self.food = self.water - fed, self.food - fed
        return fed == self.camp


def dealt(deck: Deck, chance: Chance, months: int, players: int, each: int) -> Figures:
    tally = _Tally()
    number = min(players * each, len(deck.tiles))
    larders: list[list[_Larder]] = []
    for month in range(months):
        if month % MONTHS_A_GAME == 0:
            larders = [[_Larder(camp) for camp in CAMPS] for _ in range(players)]
        got = [Counter[Resource]() for _ in range(players)]
        for turn, made in enumerate(_month(deck, chance, number)):
            tally.add_tile(made)
            player = turn % players
            got[player].update(_brought(made, _side(player)))
        for player, what in enumerate(got):
            tally.add_player(_side(player), what)
            tally.fed.update(larder.camp for larder in larders[player] if larder.can_feed(what))
    return _figures(tally, months, players)


def _side(player: int) -> Side:
    """South and North by turns."""
    return Side.SOUTH if player % 2 == 0 else Side.NORTH


def _month(deck: Deck, chance: Chance, number: int) -> Iterator[tuple[Happening, ...]]:
    """CW-3.3: every tile of a block turned over, each beside one that is up."""
    tiles = by_id(deck)
    down = dict(zip(shapes.block(number), chance.sample(list(tiles), number), strict=True))
    up: dict[tuple[int, int], Placed] = {}
    while down:
        beside = [(x + right, y + dy) for x, y in up for right, dy in AROUND]
        at = chance.choice([at for at in beside if at in down] or list(down))
        up[at] = Placed(at, down.pop(at), face_up=True)
        around = face_up_around(tuple(up.values()), at, tiles)
        yield happenings(tiles[str(up[at].tile)], around)


def _brought(made: Sequence[Happening], side: Side) -> Counter[Resource]:
    """Return what a tile leaves in the stock of a player of the side; fights are not counted."""
    got: Counter[Resource] = Counter()
    for result in made:
        match result.what:
            case Printed(resource, amount, crossed):
                got[resource] += -amount if crossed else amount
            case FindEvent(resource, amount):
                got[resource] += amount
            case LoseEvent(resource, amount):
                got[resource] -= amount
            case Met(kind, count) if SIDE_OF[kind] is side:
                got[BOX.roles[kind].brings] += count * BOX.reward.goods
    return got


def _figures(tally: _Tally, months: int, players: int) -> Figures:
    players_months = months * players
    of_side = Counter(_side(player) for player in range(players))
    return Figures(
        months,
        tally.making / tally.tiles,
        tally.matching / tally.tiles,
        {side: tally.met[side] / players_months for side in Side},
        {
            side: {
                resource: tally.got[side][resource] / (months * of_side[side])
                for resource in RESOURCES
            }
            for side in Side
        },
        {camp: tally.fed[camp] / players_months for camp in CAMPS},
        {camp: tally.fed_by_tiles[camp] / players_months for camp in CAMPS},
    )


def _printed(deck: Deck) -> dict[Side, int]:
    return {
        side: sum(tile.left.count for tile in deck.tiles if SIDE_OF[tile.left.kind] is side)
        for side in Side
    }


def events(deck: Deck) -> Counter[str]:
    """Return the number of tiles that have each event of CW-11 in the middle."""
    return Counter(event_of(tile) for tile in deck.tiles if tile.middle)


def event_of(tile: Tile) -> str:
    """Return the event in the middle of the tile by its name in `EVENTS`; empty where none is."""
    if tile.middle is None:
        return ""
    if isinstance(tile.middle, GainEvent):
        return f"gain {tile.middle.bonus}"
    tag: str = msgspec.to_builtins(tile.middle)["do"]
    return tag


def problems(deck: Deck) -> tuple[str, ...]:
    """Return what a table would miss: an event, a resource or people that no tile can bring."""
    missing = [f"no tile has the event: {event}" for event in EVENTS if not events(deck)[event]]
    missing += [
        f"cannot be found: {resource.value}"
        for resource in RESOURCES
        if not _can_find(deck, resource)
    ]
    missing += [f"cannot be met: {kind.value}" for kind in KINDS if not _can_meet(deck, kind)]
    south, north = _printed(deck).values()
    if 10 * abs(south - north) > south + north:
        missing.append(f"the sides' people differ: South {south}, North {north}")
    return tuple(missing)


def _can_find(deck: Deck, resource: Resource) -> bool:
    """In a middle, or by a top and the bottom of another tile, where it is not crossed out."""
    if any(
        isinstance(tile.middle, FindEvent) and tile.middle.resource is resource
        for tile in deck.tiles
    ):
        return True
    tops = [tile for tile in deck.tiles if _offers(tile.top, resource)]
    bottoms = [tile for tile in deck.tiles if _offers(tile.bottom, resource)]
    return any(lower is not upper for lower in tops for upper in bottoms)


def _offers(half: Half, resource: Resource) -> bool:
    """Return whether a half makes a find of the resource; a side without a number only shows it."""
    return half.resource is resource and half.crossed is not True


def _can_meet(deck: Deck, kind: Kind) -> bool:
    lefts = [tile for tile in deck.tiles if tile.left.kind is kind]
    return any(low is not up and up.right.kind is kind for low in lefts for up in deck.tiles)
