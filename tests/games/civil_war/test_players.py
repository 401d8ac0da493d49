"""The simulated players: what each line of their plan does, and whole games of them."""

from random import Random
from typing import Any, Final

import msgspec
import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    ELENA,
    FELIX,
    ROLES,
    at_battles,
    at_trades,
    has,
    having,
    number,
    people,
    play,
    points,
    setup,
    start,
)
from tests.games.civil_war.test_tiles import deck, lay, tile
from tracker.engine.title import Decision
from tracker.games.civil_war import title
from tracker.games.civil_war.columns import Phase
from tracker.games.civil_war.deck import shipped_names
from tracker.games.civil_war.entries import (
    AnyEntry,
    Attack,
    EndTurn,
    HandTurn,
    Help,
    HqTrade,
    LayTiles,
    Lure,
    NextMonth,
    RaiseBrigade,
    Trade,
    TurnOver,
    Upkeep,
)
from tracker.games.civil_war.game_record import cast
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.players import CARELESS, PLAIN, PLAYERS, Chosen, Wish, turn_entry
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.setup import Setup
from tracker.games.civil_war.whole_game import EndlessGame, WholeGame

FEED, RAISE, POOL = PLAIN.before_upkeep
At = tuple[int, int]


def written(wish: Wish, position: Position, seat: int) -> Chosen:
    """Return the entries of this part of the plan; the rules allow them one after the other."""
    entries = wish(Table(position), seat)
    play(position, *entries)
    return entries


# --- Turning tiles over --------------------------------------------------------------------------


def plain_tiles(count: int) -> list[dict[str, Any]]:
    return [tile(f"t{n}") for n in range(count)]


def dealt(cells: list[At], tiles: list[dict[str, Any]], up: int, *roles: str) -> Position:
    """These tiles dealt on these cells, the first of them turned over, and Anna's turn."""
    ids = {at: dealt["id"] for at, dealt in zip(cells, tiles, strict=True)}
    position = play(start(*roles, deck=deck(*tiles)), lay(cells, ids))
    for at in cells[:up]:
        seat = Table(position).turn or 0
        position = play(position, TurnOver(seat=seat, at=at), EndTurn(seat))
    return play(position, HandTurn(ANNA))


def test_the_plain_player_turns_the_open_tile_with_the_most_face_up_neighbours() -> None:
    corner = [(0, 0), (1, 0), (2, 0), (0, 1)]
    rest = [(1, 1), (2, 1), (3, 0), (3, 1)]
    position = dealt(corner + rest, plain_tiles(8), 4)

    chosen = {turn_entry(PLAIN, position, Random(seed)).at for seed in range(20)}

    assert chosen == {(1, 1)}


def test_the_careless_player_turns_any_open_tile() -> None:
    row = [(x, 0) for x in (3, 4, 2, 5, 1, 6, 0, 7)]
    position = dealt(row, plain_tiles(8), 3)

    chosen = {turn_entry(CARELESS, position, Random(seed)).at for seed in range(20)}

    assert chosen == {(1, 0), (5, 0)}


def beside_enemies(left: int, right: int = 0) -> Position:
    """Anna of the South is about to turn a tile that meets Northern soldiers on its sides."""
    between = tile("b", left=("northern_soldier", left), right="cherokee")
    if right:
        between = tile("b", left=("northern_soldier", left), right="volunteer")
    ends = [tile("a"), tile("c", left=("volunteer", max(1, right)))]
    others = [(x, 1) for x in range(3)] + [(x, y) for y in range(2, 5) for x in range(6)]
    cells: list[At] = [(0, 0), (2, 0), (1, 0), *others]
    square = [tile(f"t{n}", left=("southern_officer", 1)) for n in range(21)]
    position = play(
        start(*ROLES, deck=deck(*ends, between, *square)),
        lay(cells, dict(zip(cells, ["a", "c", "b", *(t["id"] for t in square)], strict=True))),
    )
    for seat, at in ((ANNA, (0, 0)), (BORIS, (0, 1)), (CLARA, (1, 1)), (DAVID, (2, 1))):
        position = play(position, TurnOver(seat=seat, at=at), EndTurn(seat))
    position = play(position, TurnOver(seat=ELENA, at=(2, 0)), EndTurn(ELENA))
    for seat in range(6):
        position = having(position, seat, weapons=0, points=0)
    return play(position, HandTurn(ANNA))


def turned(position: Position) -> tuple[TurnOver, Position]:
    """Return the plain player's entry for the tile between the two, and the position after it."""
    asked = TurnOver(seat=ANNA, at=(1, 0))
    entry = PLAIN.choose(position, asked)
    return entry, title.decide(position, entry).position


def test_allies_give_the_weapons_that_are_missing_and_no_more() -> None:
    position = having(beside_enemies(6), ANNA, weapons=4)
    position = having(having(position, CLARA, weapons=3), ELENA, weapons=9)

    entry, after = turned(position)

    assert entry.choices.left.help == (Help(ELENA, 8),)
    assert [number(after, seat, "weapons") for seat in (ANNA, CLARA, ELENA)] == [0, 3, 1]
    assert points(after, ANNA) == 6


def test_several_allies_give_where_one_has_too_few() -> None:
    position = having(having(beside_enemies(6), CLARA, weapons=3), ELENA, weapons=9)

    entry, after = turned(position)

    assert entry.choices.left.help == (Help(ELENA, 9), Help(CLARA, 3))
    assert points(after, ANNA) == 6


def test_no_ally_gives_weapons_to_a_fight_that_is_lost_all_the_same() -> None:
    position = having(having(beside_enemies(6), CLARA, weapons=3), ELENA, weapons=8)

    entry, after = turned(position)

    assert entry.choices.left.help == ()
    assert [number(after, seat, "weapons") for seat in (CLARA, ELENA)] == [3, 8]


def test_help_for_the_right_side_counts_what_the_left_side_has_spent() -> None:
    position = having(having(beside_enemies(2, right=3), ANNA, weapons=5), CLARA, weapons=9)

    entry, after = turned(position)

    assert entry.choices.left.help == ()
    assert entry.choices.right.help == (Help(CLARA, 5),)
    assert points(after, ANNA) == 5


def test_an_enemy_whom_own_weapons_beat_needs_no_help() -> None:
    position = having(having(beside_enemies(2), ANNA, weapons=4), CLARA, weapons=9)

    assert turned(position)[0].choices.left.help == ()


def test_a_player_with_dynamite_blows_up_the_enemy_headquarters() -> None:
    row = [(x, 0) for x in range(8)]
    tiles = [*plain_tiles(7), tile("s", middle={"do": "sabotage"})]
    position = having(dealt(row, tiles[::-1], 0), ANNA, bonuses=("dynamite",))

    entry = PLAIN.choose(position, TurnOver(seat=ANNA, at=(0, 0)))
    after = title.decide(position, entry).position

    assert number(after, ANNA, "destroyed_north_headquarters") == 1


# --- Before the turn -----------------------------------------------------------------------------


def rich_officer(gold: int, food: int = 20) -> Position:
    """Anna, a Southern officer; Felix of the North has 8 volunteers, Boris 3."""
    position = having(start(*ROLES), FELIX, people={"volunteer": 8})
    position = having(position, BORIS, people={"volunteer": 3})
    return having(position, ANNA, gold=gold, water=20, food=food)


def test_an_officer_lures_from_the_largest_camp_as_many_as_the_spare_gold_pays_for() -> None:
    (lure,) = written(PLAIN.before_turn, rich_officer(22), ANNA)

    assert isinstance(lure, Lure)
    after = play(rich_officer(22), lure)
    assert (people(after, ANNA), people(after, FELIX), number(after, ANNA, "gold")) == (4, 4, 10)


def test_an_officer_lures_no_more_than_the_camp_can_feed_nor_than_there_are() -> None:
    (hungry,) = written(PLAIN.before_turn, rich_officer(39, food=2), ANNA)
    (many,) = written(PLAIN.before_turn, rich_officer(39), ANNA)

    assert people(play(rich_officer(39, food=2), hungry), ANNA) == 2
    assert people(play(rich_officer(39), many), ANNA) == 8


@pytest.mark.parametrize(("gold", "lured"), [(12, 0), (40, 0), (59, 0), (62, 0), (63, 1), (70, 3)])
def test_an_officer_keeps_some_gold_saves_for_a_reserve_and_never_breaks_one(
    gold: int, lured: int
) -> None:
    entries = written(PLAIN.before_turn, rich_officer(gold), ANNA)

    assert people(play(rich_officer(gold), *entries), ANNA) == lured


def test_nobody_but_an_officer_lures_and_nobody_from_empty_camps() -> None:
    assert written(PLAIN.before_turn, having(rich_officer(30), CLARA, gold=30), CLARA) == ()
    assert written(PLAIN.before_turn, having(start(*ROLES), ANNA, gold=30), ANNA) == ()
    alone = having(start("southern_officer", "cherokee"), ANNA, gold=30)
    assert written(PLAIN.before_turn, alone, ANNA) == ()


# --- The month's end -----------------------------------------------------------------------------


def test_a_camp_is_fed_by_the_headquarters() -> None:
    position = having(at_trades(start()), ANNA, people={"cherokee": 4}, weapons=25, water=0, food=9)

    entries = written(FEED, position, ANNA)

    assert all(isinstance(entry, HqTrade) for entry in entries)
    after = play(position, *entries, Upkeep())
    assert people(after, ANNA) == 4
    assert written(FEED, having(position, ANNA, water=9), ANNA) == ()


def test_a_fire_brigade_is_raised_when_there_is_wood_to_lose_and_the_camp_stays_fed() -> None:
    position = having(at_trades(start()), ANNA, people={"cherokee": 2}, water=3, food=3, wood=15)

    assert written(RAISE, position, ANNA) == (RaiseBrigade(ANNA),)
    assert written(RAISE, having(position, ANNA, wood=14), ANNA) == ()
    assert written(RAISE, having(position, ANNA, food=2), ANNA) == ()
    assert written(RAISE, having(position, ANNA, people={"cherokee": 0}), ANNA) == ()
    assert written(RAISE, having(position, ANNA, bonuses=("fire_brigade",)), ANNA) == ()


def with_wood(*wood: int) -> Position:
    """The trades, with so much wood for the South's Anna, Clara and Elena, and no gold."""
    position = at_trades(start(*ROLES))
    for seat, amount in zip((ANNA, CLARA, ELENA), wood, strict=True):
        position = having(position, seat, wood=amount, gold=0)
    return position


def pooled(position: Position) -> Position:
    for seat in range(6):
        position = play(position, *written(POOL, position, seat))
    return position


def test_allies_pool_wood_for_a_fort_once_all_of_them_together_have_enough() -> None:
    after = pooled(with_wood(20, 30, 15))

    assert [number(after, seat, "wood") for seat in (ANNA, CLARA, ELENA)] == [0, 60, 5]
    assert has(after, CLARA, "fort")
    assert pooled(with_wood(20, 30, 9)) == with_wood(20, 30, 9)


def test_the_ally_with_most_bonuses_gets_the_fort_then_the_one_with_most_points() -> None:
    ahead = having(with_wood(20, 30, 15), ANNA, points=5)
    equipped = having(ahead, ELENA, bonuses=("wagon",))

    assert has(pooled(ahead), ANNA, "fort")
    assert has(pooled(equipped), ELENA, "fort")


def test_allies_pool_gold_for_a_reserve_and_keep_one_that_stands() -> None:
    position = with_wood(0, 0, 0)
    for seat, gold in ((ANNA, 65), (CLARA, 40), (ELENA, 25)):
        position = having(position, seat, gold=gold)

    after = pooled(position)

    assert [number(after, seat, "gold") for seat in (ANNA, CLARA, ELENA)] == [65, 60, 5]
    assert has(after, CLARA, "gold_reserve")
    assert has(after, ANNA, "gold_reserve")


def test_nobody_gives_to_the_enemy() -> None:
    entries = [entry for seat in range(6) for entry in written(POOL, with_wood(20, 30, 15), seat)]

    assert {(entry.seat, entry.partner) for entry in entries if isinstance(entry, Trade)} == {
        (ANNA, CLARA),
        (ELENA, CLARA),
    }


# --- Battles -------------------------------------------------------------------------------------


def facing(**boris: Any) -> Position:
    """The battles: Anna has 5 people and 12 weapons, Boris these people and weapons."""
    position = at_battles(start())
    position = having(position, ANNA, people={"cherokee": 5}, weapons=12)
    return having(position, BORIS, **{"weapons": 0, "people": {"volunteer": 0}, **boris})


def test_an_enemy_who_runs_is_attacked_for_a_good_haul() -> None:
    poor = dict.fromkeys(("gold", "medicine", "water", "food", "wood"), 9)

    assert written(PLAIN.after_upkeep, facing(), ANNA) == (Attack(ANNA, BORIS),)
    assert written(PLAIN.after_upkeep, facing(**poor), ANNA) == ()


@pytest.mark.parametrize(("volunteers", "is_attacked"), [(6, True), (7, False)])
def test_an_enemy_is_attacked_whom_weapons_alone_defeat(volunteers: int, is_attacked: bool) -> None:
    attacks = written(PLAIN.after_upkeep, facing(people={"volunteer": volunteers}), ANNA)

    assert bool(attacks) is is_attacked


def test_no_attack_costs_people_and_nobody_attacks_without_people_or_weapons() -> None:
    assert written(PLAIN.after_upkeep, facing(weapons=1), ANNA) == ()
    assert written(PLAIN.after_upkeep, having(facing(), ANNA, weapons=0), ANNA) == ()
    assert written(PLAIN.after_upkeep, having(facing(), ANNA, people={"cherokee": 0}), ANNA) == ()


def test_of_several_enemies_the_one_with_most_points_is_attacked_and_no_ally() -> None:
    position = at_battles(start(*ROLES))
    for seat in range(6):
        position = having(position, seat, weapons=0, points=seat)
    position = having(position, ANNA, people={"cherokee": 1}, weapons=1)

    assert written(PLAIN.after_upkeep, position, ANNA) == (Attack(ANNA, FELIX),)
    after = play(position, Attack(ANNA, FELIX))
    assert written(PLAIN.after_upkeep, after, ANNA) == ()


# --- Whole games ---------------------------------------------------------------------------------

GAMES: Final = 300


def some_setup(seed: int, chance: Random) -> Setup:
    """All numbers of seats and months in turn, with house rules and the deck drawn by lot."""
    rules: dict[str, Any] = {
        "starting_bonus": {"volunteer": {"wood": chance.randint(0, 30)}},
        "reward": chance.choice(("each", "meeting")),
        "fire_brigade_cost": chance.choice(({}, {"wood": 3}, {"gold": 2, "food": 1})),
        "fifty_points": chance.choice(("at_once", "month_end")),
        "reserve_spends": chance.choice(("all", "sixty")),
        "fort_multiplier": chance.choice((2, 4)),
        "fort_and_dynamite": chance.choice(("larger", "multiply")),
    }
    flags = ("lure_anyone", "one_sided_fifty", "attack_anyone", "keep_order")
    for flag in (*flags, "battle_deaths_cost_points"):
        rules[flag] = chance.random() < 0.5
    seats = cast(2 + seed % 8, chance)
    if seed % 10 == 0:
        seats = tuple(seat for seat in cast(6, chance) if "south" in seat.role.value)
    switches = msgspec.convert(rules, Switches) if seed % 3 else Switches()
    shipped = chance.choice(shipped_names())
    return Setup((5, 6)[seed // 8 % 2], (3, 4)[seed // 16 % 2], seats, switches, shipped)


def game(seed: int) -> tuple[Position, list[AnyEntry]]:
    """A whole game; an entry that a rule forbids ends the test."""
    chance = Random(seed)
    chosen = some_setup(seed, chance)
    entries: list[AnyEntry] = []

    def watch(_: Position, entry: AnyEntry, __: Decision[Position]) -> None:
        entries.append(entry)

    player = tuple(PLAYERS.values())[seed // 32 % 2]
    end = WholeGame(title.start(chosen).position, player, chance, watch).play()
    return end, entries


@pytest.mark.slow
def test_300_whole_games_end_without_a_refusal() -> None:
    written_kinds = set()
    for seed in range(GAMES):
        end, entries = game(seed)

        assert Table(end).phase is Phase.OVER
        assert title.invariants(end) == ()
        assert title.outcome(end) is not None
        written_kinds |= {type(entry) for entry in entries}

    assert written_kinds == {
        *(Attack, EndTurn, HqTrade, LayTiles, Lure, NextMonth, RaiseBrigade),
        *(Trade, TurnOver, Upkeep),
    }


def test_the_same_chance_plays_the_same_game_and_another_one_another() -> None:
    assert game(6) == game(6)
    assert game(6) != game(14)


def test_the_careless_player_trades_with_nobody_and_attacks_nobody() -> None:
    kinds = set[type]()

    def watch(_: Position, entry: AnyEntry, __: Decision[Position]) -> None:
        kinds.add(type(entry))

    WholeGame(title.start(setup(*ROLES)).position, CARELESS, Random(1), watch).play()

    assert kinds == {LayTiles, TurnOver, EndTurn, Upkeep, NextMonth}


def test_a_game_that_does_not_end_is_given_up() -> None:
    with pytest.raises(EndlessGame, match="has not ended after 40 entries"):
        WholeGame(title.start(setup()).position, PLAIN, Random(1), most_entries=40).play()


def test_a_game_goes_on_from_any_position_to_its_end() -> None:
    end = WholeGame(at_battles(start(*ROLES)), PLAIN, Random(1)).play()

    assert Table(end).phase is Phase.OVER
    assert Table(end).month >= 2
