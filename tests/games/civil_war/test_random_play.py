"""Whole games of random entries: what must hold does hold after every one of them.

Hypothesis chooses the table, its house rules and a seed; the seed plays what is offered, with
amounts and choices of its own. A game that fails stops where it fails, and every entry is shown.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, Final

import msgspec
import pytest
from hypothesis import currently_in_test_context, event, given, note, settings, target
from hypothesis import strategies as st
from msgspec import UNSET, structs

from tests.games.civil_war.arrange import NAMES, ROLES, setup
from tracker.engine import history, match_file
from tracker.engine.hand_seat import HandSeat
from tracker.engine.history import Step
from tracker.engine.ledger import TABLE, Column, Fact, lines_of
from tracker.engine.refusal import Refused
from tracker.engine.title import why_not
from tracker.games.civil_war import title
from tracker.games.civil_war.columns import (
    KINDS,
    RESOURCES,
    Bonus,
    Count,
    Course,
    Kind,
    Phase,
    Resource,
)
from tracker.games.civil_war.entries import (
    Attack,
    BuyOff,
    CampCasualties,
    Choices,
    Correct,
    FightChoice,
    Find,
    Fire,
    HandOver,
    Help,
    HqTrade,
    Laid,
    LayTiles,
    Lose,
    Lure,
    Lured,
    Meet,
    MiddleChoice,
    Numbers,
    Sickness,
    SpendReserve,
    Trade,
    TurnOver,
    Upkeep,
    Written,
)
from tracker.games.civil_war.goods import Goods, People
from tracker.games.civil_war.offers import CANDIDATES
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.setup import Setup
from tracker.games.titles import TITLES

pytestmark = pytest.mark.slow

LONGEST: Final = 500
GAMES: Final = 50

# What carries a game on. One of these must always be there for a player, or the game is stuck.
ONWARD: Final = ("end_turn", "end_month", "upkeep", "next_month", "turn_over", "lay_tiles")
OFTEN: Final = {"turn_over": 12, "end_turn": 5, "meet": 3, "attack": 3, "spend_reserve": 4}
SELDOM: Final = frozenset({"correct", "hand_turn", "lose", "fire", "trade"})
SEAT_COLUMNS: Final = (*Resource, *Kind, *Bonus, *Count)


# --- The table -----------------------------------------------------------------------------------

flags = st.booleans()
some = st.integers(0, 25)
goods = st.dictionaries(
    st.sampled_from([resource.value for resource in RESOURCES]), some, max_size=4
)
roles = st.sampled_from([kind.value for kind in KINDS])
switches = st.fixed_dictionaries(
    {},
    optional={
        "starting_bonus": st.dictionaries(roles, goods, max_size=3),
        "reward": st.sampled_from(("each", "meeting")),
        "fire_brigade_cost": goods,
        "lure_anyone": flags,
        "fifty_points": st.sampled_from(("at_once", "month_end")),
        "one_sided_fifty": flags,
        "reserve_spends": st.sampled_from(("all", "sixty")),
        "attack_anyone": flags,
        "fort_multiplier": st.sampled_from((4, 2)),
        "fort_and_dynamite": st.sampled_from(("multiply", "larger")),
        "battle_deaths_cost_points": flags,
        "keep_order": flags,
    },
)


def at_the_table(seated: list[str]) -> list[dict[str, str]]:
    return [{"name": NAMES[seat], "role": role} for seat, role in enumerate(seated)]


tables = st.fixed_dictionaries(
    {
        "months": st.sampled_from((5, 6)),
        "tiles_per_player": st.sampled_from((3, 4)),
        "seats": st.one_of(
            st.lists(roles, min_size=2, max_size=6, unique=True),
            st.lists(roles, min_size=7, max_size=9),
        ).map(at_the_table),
        "switches": switches,
    }
)


# --- Playing -------------------------------------------------------------------------------------


def offered(position: Position, seat: int, do: str) -> tuple[Written, ...]:
    """Return the entries of this kind that the seat may write now."""
    candidates = CANDIDATES[do](Table(position), seat)
    return tuple(entry for entry in candidates if why_not(title, position, entry) is None)


def chosen(position: Position, with_tiles: bool, random: Random) -> Written:
    """Something that a player may write: mostly the one whose turn it is."""
    table = Table(position)
    seat = random.choice(list(table.seats_in_game())) if table.turn is None else table.turn
    assert any(offered(position, seat, do) for do in ONWARD), f"{table.name(seat)} is stuck"
    if with_tiles and (figures := offered(position, seat, "lay_tiles")):
        return random.choice(figures)
    writers = [random.choice(table.seats), seat] if random.random() < 0.1 else [seat]
    for writer, do in product(writers, in_random_order(random)):
        if do != "lay_tiles" and (entries := offered(position, writer, do)):
            return random.choice(entries)
    raise AssertionError(f"{table.name(seat)} can only lay tiles")


def in_random_order(random: Random) -> list[str]:
    """Everything that can be done, what is done often mostly first."""

    def turn(do: str) -> float:
        return random.expovariate(0.3 if do in SELDOM else OFTEN.get(do, 1))

    return sorted(CANDIDATES, key=turn)


def some_goods(random: Random, most: int) -> Goods[Any]:
    few = random.sample(RESOURCES, random.choice((0, 1, 1, 2)))
    return Goods(**{resource.value: random.randint(1, most) for resource in few})


def some_people(table: Table, seat: int, random: Random) -> People[Any]:
    """Some of those who are in the camp, and now and then somebody who is not."""
    there = {kind.value: table[seat, kind] for kind in KINDS if table[seat, kind]}
    taken = {kind: random.randint(1, number) for kind, number in there.items()}
    if not taken or random.random() < 0.1:
        taken = {random.choice(KINDS).value: random.randint(1, 3)}
    return People(**taken)


def some_help(table: Table, seat: int, random: Random) -> tuple[Help, ...]:
    seats = [other for other in table.seats if other != seat or random.random() < 0.1]
    helpers = random.sample(seats, min(len(seats), random.choice((0, 0, 1, 1, 2))))
    return tuple(Help(helper, random.randint(1, 12)) for helper in helpers)


def some_choice(table: Table, seat: int, random: Random) -> FightChoice:
    return FightChoice(
        help=some_help(table, seat, random),
        casualties=random.choice((UNSET, some_people(table, seat, random))),
        taken=random.choice((UNSET, UNSET, random.choice(RESOURCES))),
    )


def some_figure(table: Table, number: int, random: Random) -> tuple[Laid, ...]:
    """A connected figure of any shape; the tablet may have dealt the tiles."""
    cells = [(0, 0)]
    while len(cells) < number:
        x, y = random.choice(cells)
        right, down = random.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        if (x + right, y + down) not in cells:
            cells.append((x + right, y + down))
    if random.random() < 0.5:
        return tuple(Laid(cell) for cell in cells)
    dealt = random.sample(list(table.game.tiles), number)
    return tuple(Laid(cell, tile) for cell, tile in zip(cells, dealt, strict=True))


def some_numbers(table: Table, seat: int, random: Random) -> Numbers:
    amounts = (0, 1, 5, 30, 59, 60, 61, 75, 120)
    new: dict[str, Any] = {}
    if random.random() < 0.7:
        few = random.sample(RESOURCES, 2)
        new["resources"] = {resource.value: random.choice(amounts) for resource in few}
    if random.random() < 0.7:
        few_kinds = random.sample(KINDS, 2)
        new["people"] = {kind.value: random.randint(0, 12) for kind in few_kinds}
    if random.random() < 0.5:
        held = ("wagon", "dynamite", "fire_brigade")
        new["bonuses"] = {bonus: random.random() < 0.7 for bonus in held}
    if random.random() < 0.3 or not new:
        new["lost_turns"] = random.randint(0, 3)
    if random.random() < 0.2:
        new["points"] = random.randint(-20, 49)
    return msgspec.convert(new, Numbers)


AMOUNTS = (1, 2, 3, 5, 8, 13, 40)


def varied(position: Position, entry: Written, random: Random) -> Written:
    """The entry with amounts and choices of the player's own. A rule may forbid them."""
    table = Table(position)
    amount = random.choice(AMOUNTS)
    match entry:
        case Find():
            where = random.choice(("edge", "middle", "middle_doubled"))
            return structs.replace(entry, amount=amount, where=where)
        case Lose() | Fire():
            return structs.replace(entry, amount=amount)
        case Meet(seat=seat):
            choice = some_choice(table, seat, random)
            return structs.replace(
                entry,
                count=random.randint(1, 9),
                help=choice.help,
                casualties=choice.casualties,
                taken=choice.taken,
            )
        case Lure(camps=camps):
            more = [Lured(camp.seat, some_people(table, camp.seat, random)) for camp in camps]
            return structs.replace(entry, camps=(*camps, *more)[random.randint(0, 1) :])
        case LayTiles() | TurnOver():
            return varied_tiles(table, entry, random)
        case Trade() | HqTrade() | BuyOff() | Correct():
            return varied_goods(table, entry, random)
        case Sickness() | Upkeep() | Attack():
            return varied_casualties(table, entry, random)
    return entry


def varied_tiles(table: Table, entry: LayTiles | TurnOver, random: Random) -> Written:
    match entry:
        case LayTiles(tiles=tiles):
            return structs.replace(entry, tiles=some_figure(table, len(tiles), random))
        case TurnOver(seat=seat):
            return structs.replace(
                entry,
                tile=UNSET if entry.tile is UNSET else random.choice(list(table.game.tiles)),
                choices=Choices(
                    left=some_choice(table, seat, random),
                    middle=MiddleChoice(sabotage=random.random() < 0.5),
                    right=some_choice(table, seat, random),
                ),
            )


def varied_goods(
    table: Table, entry: Trade | HqTrade | BuyOff | Correct, random: Random
) -> Written:
    amount = random.choice(AMOUNTS)
    match entry:
        case Trade():
            return structs.replace(
                entry, give=some_goods(random, amount), get=some_goods(random, amount)
            )
        case HqTrade():
            return structs.replace(entry, times=amount)
        case BuyOff():
            return structs.replace(entry, pay=some_goods(random, amount))
        case Correct(seat=seat):
            return structs.replace(entry, set=some_numbers(table, seat, random))


def varied_casualties(table: Table, entry: Sickness | Upkeep | Attack, random: Random) -> Written:
    match entry:
        case Sickness(seat=seat):
            casualties = random.choice((UNSET, some_people(table, seat, random)))
            return structs.replace(entry, amount=random.choice(AMOUNTS), casualties=casualties)
        case Upkeep():
            seats = random.sample(table.seats, random.randint(0, len(table.seats)))
            chosen = {f"seat_{seat}": some_people(table, seat, random) for seat in seats}
            return Upkeep(casualties=CampCasualties(**chosen))
        case Attack(seat=seat, target=defender):
            return structs.replace(
                entry,
                take=random.choice((UNSET, *RESOURCES)),
                casualties=random.choice((UNSET, some_people(table, seat, random))),
                target_casualties=random.choice((UNSET, some_people(table, defender, random))),
            )


# --- Looking -------------------------------------------------------------------------------------


def places(position: Position) -> Iterator[tuple[int, Column]]:
    """Every number of the position."""
    for seat in Table(position).seats:
        yield from ((seat, column) for column in SEAT_COLUMNS)
    yield from ((TABLE, column) for column in Course)


def check_sums(position: Position, totals: Counter[tuple[int, Column]]) -> None:
    """Every number is the sum of its lines, those of the start included."""
    table = Table(position)
    for place in places(position):
        assert table[place] == totals[place], place


def total(position: Position, *columns: Column) -> int:
    table = Table(position)
    return sum(table[seat, column] for seat in table.seats for column in columns)


def check_nothing_is_made_or_lost(before: Position, entry: Written, after: Position) -> None:
    """Check that one gets what another gives."""

    def change(*columns: Column) -> int:
        return total(after, *columns) - total(before, *columns)

    match entry:
        case Trade() | BuyOff():
            assert not any(change(resource) for resource in RESOURCES)
            assert not any(change(kind) for kind in KINDS)
        case HandOver():
            assert not any(
                change(column) for column in (*RESOURCES, *KINDS, Bonus.WAGON, Bonus.DYNAMITE)
            )
        case Lure(camps=camps):
            lured = sum(camp.people.total for camp in camps)
            assert not any(change(kind) for kind in KINDS)
            assert change(Resource.GOLD) == -3 * lured
            assert not any(
                change(resource) for resource in RESOURCES if resource is not Resource.GOLD
            )
        case SpendReserve():
            assert not any(change(kind) for kind in KINDS)
            gold = Table(before)[entry.seat, Resource.GOLD]
            kept_is_allowed = Table(before).switches.reserve_spends == "sixty"
            assert change(Resource.GOLD) == (-60 if kept_is_allowed else -gold)
            assert not Table(after).has(entry.seat, Bonus.GOLD_RESERVE)
            assert not any(
                change(resource) for resource in RESOURCES if resource is not Resource.GOLD
            )
        case HqTrade(give=give, get=get, times=times):
            assert (change(give), change(get)) == (-5 * times, times)
        case Attack():
            assert not any(
                change(resource) for resource in RESOURCES if resource is not Resource.WEAPONS
            )
            assert change(Resource.WEAPONS) <= 0


def check_refused(before: Position, entry: Written) -> None:
    """A rule forbids it, in a sentence, and nothing is changed."""
    rows, figure = before.rows, before.figure
    refusal = why_not(title, before, entry)
    assert refusal is not None
    assert refusal.rule.startswith("CW-")
    assert refusal.message

    with pytest.raises(Refused):
        title.decide(before, entry)

    assert (before.rows, before.figure) == (rows, figure)


def check_step(step: Step) -> None:
    """One step further, everything holds; and it follows from the facts alone."""
    before, after = step.before, step.after
    assert title.invariants(after) == ()
    check_domination(after)
    assert title.apply(before, step.facts) == after
    assert why_not(title, before, step.entry) is None
    check_nothing_is_made_or_lost(before, step.entry, after)
    assert str(title.entry_text(after.game.setup, step.entry))
    assert (title.outcome(after) is not None) == (Table(after).phase is Phase.OVER)


def check_domination(position: Position) -> None:
    """CW-9.9: it stands as long as all five do. Matches of older rules may differ."""
    table = Table(position)
    for seat in table.seats:
        whole = all(table.has(seat, bonus) for bonus in Bonus)
        assert table[seat, Count.DOMINATED] == whole


def check_over(position: Position, entries: list[Written]) -> None:
    """CW-12.4: the sheet is closed, and somebody has won."""
    result = title.export_position(position)["result"]
    assert result["winners"]
    table = Table(position)
    assert result["marshal"] is (len({table.side(seat) for seat in table.seats}) == 1)
    assert (result["side"] is not None) is (result["reason"] == "elimination")
    for seat in Table(position).seats:
        assert not any(offer.entries for offer in title.offers(position, seat))
    for entry in entries[-30:]:
        refusal = why_not(title, position, entry)
        assert refusal is not None
        assert refusal.rule == ("QM-2" if isinstance(entry, HandSeat) else "CW-12.4")


def check_replayed(table: Setup, steps: list[Step]) -> None:
    """The match, written as a match file and played again, is the same match."""
    document = {
        "format": "quartermaster-match/1",
        "title": "civil-war",
        "setup": table,
        "entries": [step.entry for step in steps],
    }

    played = match_file.play(*match_file.read(msgspec.json.encode(document), TITLES))

    assert played.refused is None
    assert played.position == steps[-1].after
    assert [facts for _, facts in played.facts] == [step.facts for step in steps]


def check_kept(table: Setup, position: Position) -> None:
    """The position, packed for keeping and unpacked again, is the same position."""
    assert title.unpack(table, title.pack(position)) == position


# --- The games -----------------------------------------------------------------------------------


def play(table: Setup, *, with_tiles: bool, random: Random) -> Position:
    """A game of random entries to its end, or until it has become very long."""
    title.check_setup(table)
    start = title.start(table)
    position, steps = start.position, list[Step]()
    totals = Counter[tuple[int, Column]]()
    add_up(totals, start.facts)
    while len(steps) < LONGEST and not is_over(position):
        offer = chosen(position, with_tiles, random)
        entry = varied(position, offer, random) if random.random() < 0.8 else offer
        if why_not(title, position, entry) is not None:
            check_refused(position, entry)
            entry = offer
        if currently_in_test_context():
            note(entry)
        step = history.decide(title, position, len(steps), entry)
        check_step(step)
        position = step.after
        steps.append(step)
        add_up(totals, step.facts)
        check_sums(position, totals)
    if is_over(position):
        check_over(position, [step.entry for step in steps])
    check_replayed(table, steps)
    check_kept(table, position)
    return position


def add_up(totals: Counter[tuple[int, Column]], facts: tuple[Fact, ...]) -> None:
    for line in lines_of(facts):
        totals[line.seat, line.what] += line.by


def is_over(position: Position) -> bool:
    return Table(position).phase is Phase.OVER


def how_it_ended(position: Position) -> str:
    result = title.export_position(position)["result"]
    return str(result["reason"]) if result else "not yet"


@settings(max_examples=GAMES)
@given(tables, st.sampled_from((True, False)), st.integers(0, 2**32 - 1))
def test_what_must_hold_holds_after_every_entry_of_a_game(
    table: dict[str, Any], with_tiles: bool, seed: int
) -> None:
    end = play(msgspec.convert(table, Setup), with_tiles=with_tiles, random=Random(seed))

    event(f"{'tiles' if with_tiles else 'sheet'}: {how_it_ended(end)}")
    target(float(is_over(end)))


def test_most_random_games_end_and_they_end_in_every_way() -> None:
    ends = Counter[str]()
    for seed in range(16):
        table = setup(*ROLES[: 2 + seed % 5])

        end = play(table, with_tiles=seed % 2 == 0, random=Random(seed))

        ends[how_it_ended(end)] += 1

    assert ends["not yet"] <= 4
    assert ends.keys() >= {"fifty_points", "elimination", "most_points"}
