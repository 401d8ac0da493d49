"""The month's end as a checklist: what each camp needs, who starves, which battles there are."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from tracker.engine.ledger import Amount
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.civil_war import battles, outlook, title
from tracker.games.civil_war.battle_table import factor
from tracker.games.civil_war.battles import BattleOutcome, Forecast
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import Count, Phase, Resource
from tracker.games.civil_war.entries import HqTrade, NextMonth, Upkeep
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.outlook import Supply
from tracker.games.civil_war.position import Position, Table
from tracker.web.civil_war import ending


@dataclass(frozen=True)
class Camp:
    """A camp before upkeep: what it lacks, and the trades that would save it."""

    supply: Supply
    name: str
    rescue: str
    says: Message
    """The trades of the rescue added up."""
    points: int
    points_after: int


@dataclass(frozen=True)
class Battle:
    """One attacker against one target."""

    target: int
    name: str
    forecast: Forecast
    refused: Refused | None

    @property
    def is_won(self) -> bool:
        return self.forecast.outcome is not BattleOutcome.DEFENDER_WINS


@dataclass(frozen=True)
class Attacker:
    seat: int
    name: str
    battles: list[Battle]
    refused: Refused | None
    has_attacked: bool


@dataclass(frozen=True)
class Factors:
    """CW-13.5: what a defender's dynamite, fort or both multiply the price by, at this table."""

    dynamite: int
    fort: int
    both: int


@dataclass(frozen=True)
class MonthEnd:
    """The steps that are left before the month can be closed."""

    camps: list[Camp]
    attackers: list[Attacker]
    can_be_saved: list[str]
    """The players whose people would starve although headquarters could save them."""
    can_attack: list[str]
    """The players who could still win a battle this month."""
    battles: list[tuple[str, Battle]]
    """Every attack that is possible by the sides, with the attacker's name."""
    factors: Factors
    refusals: Mapping[int, Mapping[str, Refused | None]]
    """The reasons why a seat in the game may not write any entry of a kind, by the kind."""
    upkeep: str = msgspec.json.encode([Upkeep()]).decode()
    next_month: str = msgspec.json.encode([NextMonth()]).decode()
    """The entries that the two buttons send."""
    may_choose_who_dies: bool = False
    """True where the upkeep leaves it open who dies in some camp."""
    ends: Message | None = None
    """The end of the game, where the next of them brings it."""


def month_end(position: Position) -> MonthEnd:
    table = Table(position)
    is_trading = table.phase is Phase.TRADES
    after = title.decide(position, Upkeep() if is_trading else NextMonth()).position
    camps = _camps(position, table, after) if is_trading else []
    everybody = _attackers(table)
    attackers = everybody if table.phase is Phase.BATTLES else []
    return MonthEnd(
        camps,
        attackers,
        [camp.name for camp in camps if camp.supply.saved],
        [
            attacker.name
            for attacker in attackers
            if any(battle.is_won and not battle.refused for battle in attacker.battles)
        ],
        [(attacker.name, battle) for attacker in everybody for battle in attacker.battles],
        _factors(table.switches),
        {seat: _refusals(position, seat) for seat in table.seats_in_game()},
        may_choose_who_dies=is_trading and bool(title.choices(position, Upkeep())),
        ends=ending.ends_game(after),
    )


def _factors(switches: Switches) -> Factors:
    return Factors(
        dynamite=factor(switches, dynamite=True, fort=False),
        fort=factor(switches, dynamite=False, fort=True),
        both=factor(switches, dynamite=True, fort=True),
    )


def _refusals(position: Position, seat: int) -> dict[str, Refused | None]:
    return {offer.do: offer.refusal for offer in title.offers(position, seat)}


def _camps(position: Position, table: Table, after_upkeep: Position) -> list[Camp]:
    after = Table(after_upkeep)
    return [
        Camp(
            supply,
            table.name(supply.seat),
            msgspec.json.encode(supply.rescue).decode(),
            _added_up(supply.rescue),
            table[supply.seat, Count.POINTS],
            after[supply.seat, Count.POINTS],
        )
        for supply in outlook.supplies(position)
    ]


def _added_up(trades: Iterable[HqTrade]) -> Message:
    give: Counter[Resource] = Counter()
    get: Counter[Resource] = Counter()
    for trade in trades:
        give[trade.give] += trade.times * BOX.headquarters.price
        get[trade.get] += trade.times
    facts = {"give": _amounts(give), "get": _amounts(get)}
    return Message("Headquarters: {give} for {get}", facts)


def _amounts(numbers: Mapping[Resource, int]) -> tuple[Amount, ...]:
    return tuple(Amount(number, resource) for resource, number in numbers.items())


def _attackers(table: Table) -> list[Attacker]:
    return [_attacker(table, seat) for seat in table.seats_in_game()]


def _attacker(table: Table, seat: int) -> Attacker:
    found = []
    for target in table.seats_in_game():
        if target == seat or not _may_be_target(table, seat, target):
            continue
        forecast = battles.forecast(table, seat, target)
        found.append(Battle(target, table.name(target), forecast, _why_not(table, seat, target)))
    refused = found[0].refused if found else None
    has_attacked = table[seat, Count.ATTACKED] > 0
    return Attacker(seat, table.name(seat), found, refused, has_attacked)


def _may_be_target(table: Table, seat: int, target: int) -> bool:
    return table.switches.attack_anyone or table.side(seat) is not table.side(target)


def _why_not(table: Table, seat: int, target: int) -> Refused | None:
    try:
        battles.must_be_attack(table, seat, target)
    except Refused as refused:
        return refused
    return None
