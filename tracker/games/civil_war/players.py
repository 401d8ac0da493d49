"""Two simulated players, for whole games without people.

The plain player, in ten lines:
1. It turns over the open tile with the most face-up neighbours.
2. It takes what the tile brings, and blows up the enemy headquarters where it may.
3. Where its weapons do not suffice it asks its allies for theirs, if all together do.
4. An officer with gold to spare lures as many volunteers as the camp can feed.
5. At the month's end it feeds its camp by the cheapest headquarters trades.
6. It raises a fire brigade when it has wood to lose and the camp stays fed.
7. Allies pool wood for a fort and gold for a reserve as soon as theirs together suffice,
8. with the one of them who has most bonuses, then most points, then most of the resource.
9. It attacks an enemy who would run and leave a good haul, or whom weapons alone defeat.
10. It buys nobody off, hands nothing over and spends no reserve.

The careless player turns over any open tile and does nothing else: the lower bound.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from tracker.engine.ledger import TABLE
from tracker.games.civil_war import battles, enemies, luring, months, outlook, tiles, trade
from tracker.games.civil_war.battles import BattleOutcome
from tracker.games.civil_war.box import BOX, SIDE_OF
from tracker.games.civil_war.chance import Chance
from tracker.games.civil_war.columns import BONUSES, KINDS, Bonus, Count, Course, Kind, Resource
from tracker.games.civil_war.entries import (
    AnyEntry,
    Attack,
    Choices,
    FightChoice,
    Help,
    Lure,
    Lured,
    MiddleChoice,
    RaiseBrigade,
    Trade,
    TurnOver,
)
from tracker.games.civil_war.figure import At
from tracker.games.civil_war.goods import Goods, People
from tracker.games.civil_war.matching import (
    AROUND,
    Happening,
    Met,
    Place,
    face_up_around,
    happenings,
)
from tracker.games.civil_war.position import Position, Table

WATER, FOOD = Resource.WATER, Resource.FOOD

GOLD_KEPT_FROM_LURING: Final = 10
GOLD_SAVED_FOR_A_RESERVE: Final = 40
"""From here on an officer saves for the reserve and lures nobody."""
WOOD_WORTH_A_BRIGADE: Final = 15
HAUL_WORTH_AN_ATTACK: Final = 10

Chosen = tuple[AnyEntry, ...]
Wish = Callable[[Table, int], Chosen]
"""A part of a player's plan: the entries that the seat writes, allowed one after the other."""


class SimulatedPlayer(Struct, frozen=True):
    """A way to play: the decisions that the rules leave to a seat."""

    name: str
    pick: Callable[[Sequence[At], frozenset[At], Chance], At]
    """The tile to turn over: of the open ones, beside those that are face up."""
    choose: Callable[[Position, TurnOver], TurnOver]
    """The entry with the choices that its tile asks for."""
    before_turn: Wish
    before_upkeep: tuple[Wish, ...]
    after_upkeep: Wish


def open_tiles(table: Table) -> tuple[list[At], frozenset[At]]:
    """CW-3.3: the tiles that may be turned over now, and those that are face up."""
    figure = table.figure or ()
    up = frozenset(placed.at for placed in figure if placed.face_up)
    down = [placed.at for placed in figure if not placed.face_up]
    beside = [at for at in down if neighbours(at, up)]
    return beside or down, up


def neighbours(at: At, up: frozenset[At]) -> int:
    """Return how many of the tiles that are face up share a side with the cell."""
    x, y = at
    return sum((x + right, y + down) in up for right, down in AROUND)


def turn_entry(player: SimulatedPlayer, position: Position, chance: Chance) -> TurnOver:
    """Return the entry by which the seat on turn turns over a tile."""
    table = Table(position)
    cells, up = open_tiles(table)
    at = player.pick(cells, up, chance)
    return player.choose(position, TurnOver(seat=table.turn or 0, at=at))


def may_turn_another(table: Table, seat: int) -> bool:
    """CW-9.1: the first tile of the turn, and with a wagon a second."""
    return table[TABLE, Course.TURNED] < months.tiles_a_turn(table, seat)


# --- Turning tiles over --------------------------------------------------------------------------


def _any(cells: Sequence[At], up: frozenset[At], chance: Chance) -> At:
    return chance.choice(cells)


def _most_neighbours(cells: Sequence[At], up: frozenset[At], chance: Chance) -> At:
    counted = [(neighbours(at, up), at) for at in cells]
    most = max(number for number, _ in counted)
    return chance.choice([at for number, at in counted if number == most])


def _as_it_is(position: Position, entry: TurnOver) -> TurnOver:
    return entry


def _with_help(position: Position, entry: TurnOver) -> TurnOver:
    """CW-6.3, CW-11.4: resolve the tile on a copy, to see where help is needed."""
    dealt = next(placed.tile for placed in position.figure or () if placed.at == entry.at)
    tile = position.game.tiles[dealt or ""]
    around = face_up_around(position.figure, entry.at, position.game.tiles)
    made = happenings(tile, around)
    table, seat = Table(position), entry.seat
    chosen = Choices(middle=MiddleChoice(sabotage=True))
    if any(_is_enemy(table, seat, happening) for happening in made):
        chosen = _helped(table, seat, made, chosen)
    return TurnOver(seat=seat, at=entry.at, choices=chosen)


def _is_enemy(table: Table, seat: int, happening: Happening) -> bool:
    met = happening.what
    return isinstance(met, Met) and SIDE_OF[met.kind] is not table.side(seat)


def _helped(table: Table, seat: int, made: Sequence[Happening], chosen: Choices) -> Choices:
    left, right = FightChoice(), FightChoice()
    for happening in made:
        if _is_enemy(table, seat, happening) and isinstance(happening.what, Met):
            choice = FightChoice(help=_help(table, seat, happening.what.count))
            if happening.place is Place.LEFT:
                left = choice
            else:
                right = choice
        tiles.resolve(table, seat, happening, Choices(left, chosen.middle, right))
    return Choices(left, chosen.middle, right)


def _help(table: Table, seat: int, count: int) -> tuple[Help, ...]:
    """Return the weapons that allies give to beat off all the enemies; none where they cannot."""
    missing = count * enemies.weapons_an_enemy(table, seat) - table[seat, Resource.WEAPONS]
    allies = sorted(_allies(table, seat), key=lambda ally: -table[ally, Resource.WEAPONS])
    if missing <= 0 or missing > sum(table[ally, Resource.WEAPONS] for ally in allies):
        return ()
    given = []
    for ally in allies:
        weapons = min(missing, table[ally, Resource.WEAPONS])
        if weapons:
            given.append(Help(ally, weapons))
            missing -= weapons
    return tuple(given)


def _allies(table: Table, seat: int) -> list[int]:
    """The other seats of the side that are still in the game."""
    return [
        ally
        for ally in table.seats_in_game()
        if ally != seat and table.side(ally) is table.side(seat)
    ]


# --- Before the turn -----------------------------------------------------------------------------


def _nothing(table: Table, seat: int) -> Chosen:
    return ()


def _lure(table: Table, seat: int) -> Chosen:
    """CW-10.1: lure people out of the enemy camp that has most of them."""
    if table.role(seat) not in BOX.people.officers:
        return ()
    room = min(table[seat, WATER], table[seat, FOOD]) - table.people(seat)
    wanted = min(room, _gold_to_spare(table, seat) // BOX.lure.gold_each)
    camps = [
        (table[other, kind], -other, kind)
        for other in table.seats_in_game()
        if table.side(other) is not table.side(seat)
        for kind in KINDS
        if luring.can_be_lured(table, kind)
    ]
    if wanted <= 0 or not camps:
        return ()
    there, other, kind = max(camps, key=lambda camp: camp[:2])
    number = min(wanted, there)
    return (Lure(seat, (Lured(-other, _people(kind, number)),)),) if number else ()


def _gold_to_spare(table: Table, seat: int) -> int:
    gold = table[seat, Resource.GOLD]
    if table.has(seat, Bonus.GOLD_RESERVE):
        return gold - BOX.gold_reserve.gold
    return gold - GOLD_KEPT_FROM_LURING if gold < GOLD_SAVED_FOR_A_RESERVE else 0


def _people(kind: Kind, number: int) -> People[int]:
    return People(**{kind.value: number})


# --- The month's end -----------------------------------------------------------------------------


def _feed(table: Table, seat: int) -> Chosen:
    """CW-8.4: the cheapest headquarters trades that keep the most people alive."""
    return outlook.rescue(table, seat)


def _raise_brigade(table: Table, seat: int) -> Chosen:
    """CW-9.6: once the camp is fed and the price can be paid besides."""
    people = table.people(seat)
    if (
        table.has(seat, Bonus.FIRE_BRIGADE)
        or not people
        or table[seat, Resource.WOOD] < WOOD_WORTH_A_BRIGADE
    ):
        return ()
    for resource, number in table.switches.fire_brigade_cost:
        kept = people if resource in (WATER, FOOD) else 0
        if trade.tradable(table, seat, resource) - kept < number:
            return ()
    return (RaiseBrigade(seat),)


def _pool(table: Table, seat: int) -> Chosen:
    """CW-9.5, CW-9.7: give an ally what makes a fort or a reserve, where all together have it."""
    return (
        *_give(table, seat, Resource.WOOD, Bonus.FORT, BOX.fort.wood),
        *_give(table, seat, Resource.GOLD, Bonus.GOLD_RESERVE, BOX.gold_reserve.gold),
    )


def _give(table: Table, seat: int, resource: Resource, bonus: Bonus, enough: int) -> Chosen:
    side = [seat, *_allies(table, seat)]
    without = [ally for ally in side if not table.has(ally, bonus)]
    have = {ally: trade.tradable(table, ally, resource) for ally in without}
    if sum(have.values()) < enough:
        return ()
    receiver = max(without, key=lambda ally: (*_claim(table, ally), table[ally, resource], -ally))
    number = min(have.get(seat, 0), enough - table[receiver, resource])
    if receiver == seat or number <= 0:
        return ()
    return (Trade(seat, receiver, give=Goods(**{resource.value: number}), get=Goods()),)


def _claim(table: Table, seat: int) -> tuple[int, int]:
    """Return what lets the allies choose a player: bonuses, then points."""
    return sum(table[seat, bonus] for bonus in BONUSES), table[seat, Count.POINTS]


def _attack(table: Table, seat: int) -> Chosen:
    """CW-13: the enemy with most points whom an attack clearly defeats."""
    if not table.people(seat) or not table[seat, Resource.WEAPONS] or table[seat, Count.ATTACKED]:
        return ()
    beaten = [
        enemy
        for enemy in table.seats_in_game()
        if table.side(enemy) is not table.side(seat) and _is_clear(table, seat, enemy)
    ]
    if not beaten:
        return ()
    return (Attack(seat, max(beaten, key=lambda enemy: (table[enemy, Count.POINTS], -enemy))),)


def _is_clear(table: Table, seat: int, enemy: int) -> bool:
    battle = battles.forecast(table, seat, enemy)
    if battle.outcome is BattleOutcome.DEFENDER_RUNS:
        return table[enemy, enemies.most_of(table, enemy)[0]] >= HAUL_WORTH_AN_ATTACK
    return battle.outcome is BattleOutcome.ATTACKER_WINS and not battle.attacker_spends.people


PLAIN: Final = SimulatedPlayer(
    "plain", _most_neighbours, _with_help, _lure, (_feed, _raise_brigade, _pool), _attack
)
CARELESS: Final = SimulatedPlayer("careless", _any, _as_it_is, _nothing, (), _nothing)
PLAYERS: Final = {player.name: player for player in (PLAIN, CARELESS)}
