"""GR-11 At Your Orders: mission cards, strategic withdrawal, bunkers, collecting, orders."""

from typing import Final

import msgspec
from msgspec import UNSET

from tracker.engine.ledger import TABLE, Move
from tracker.engine.refusal import Refused
from tracker.games.grizzled import cards, last_missions
from tracker.games.grizzled.box import BOX, Deck
from tracker.games.grizzled.cards import Card
from tracker.games.grizzled.columns import LEVELS, Course, Phase, Taken
from tracker.games.grizzled.entries import GiveOrder, Mission, Withdraw
from tracker.games.grizzled.mission_cards import (
    HardKnockMorale,
    InForce,
    JudgedByHand,
    MissionCard,
    put_in_force,
)
from tracker.games.grizzled.names import LEVELS as LEVEL_NAMES
from tracker.games.grizzled.position import Table

IN_FORCE: Final = "in force "
"""The place of a mission card, with its number among those in force behind it."""
_mission = msgspec.json.Decoder(InForce)


def deck(table: Table) -> Deck:
    """GR-11.2: return the numbers of mission cards at the start."""
    return BOX.decks[table.game.setup.orders or ""]


def taken(table: Table) -> int:
    return sum(table[TABLE, level] for level in LEVELS)


def must_be_in_deck(table: Table, card: MissionCard) -> None:
    """GR-11.1, GR-11.2: a card needs orders, and one of its level that was not taken yet."""
    if not table.game.has_orders:
        raise Refused("GR-11.1", "This game is played without orders: there are no mission cards.")
    there = deck(table)
    if taken(table) >= there.total:
        raise Refused("GR-11.2", "All {total} mission cards have been taken.", total=there.total)
    column = Taken[card.level.upper()]
    if table[TABLE, column] >= getattr(there, card.level):
        raise Refused(
            "GR-11.2",
            "The deck has {number} mission cards of the level {level}, and all of them have been "
            "taken.",
            number=getattr(there, card.level),
            level=LEVEL_NAMES[card.level],
        )


def must_not_be_missing(table: Table) -> None:
    """GR-11.3: every mission has a new card, until the 12 are used."""
    if table.game.has_orders and taken(table) < deck(table).total:
        raise Refused(
            "GR-11.3",
            "The leader takes a mission card; {number} are left.",
            number=deck(table).total - taken(table),
        )


def take_card(table: Table, card: MissionCard) -> None:
    """GR-11.3: the card is in force, besides those that still are."""
    table.add(TABLE, Taken[card.level.upper()], 1, "GR-11.2")
    mission = put_in_force(card)
    piece = msgspec.json.encode(mission).decode()
    table.move(piece, "", f"{IN_FORCE}{len(table.in_force)}", "GR-11.3")
    table.in_force = (*table.in_force, mission)


def least_danger(table: Table, entry: Mission) -> tuple[int, str]:
    """GR-3.1, GR-3.2, GR-11.4: return the least danger, and the rule that says so."""
    if entry.card is not UNSET:
        return entry.card.danger, "GR-11.4"
    if table.mission == 1:
        return BOX.mission.first_danger, "GR-3.2"
    return 1, "GR-3.1"


# --- While a mission is being played -------------------------------------------------------------


def is_judged_by_hand(table: Table) -> bool:
    """GR-11.5: whether no mission fails by itself now."""
    effects = (effect for card in table.in_force for effect in card.effects)
    return any(isinstance(effect, JudgedByHand) for effect in effects)


def move_morale_for_hard_knock(table: Table) -> None:
    """GR-11.5, GR-12.3: a hard knock played moves morale for every such mission in force."""
    if not table.in_force or table.final is not None:
        return
    effects = (effect for card in table.in_force for effect in card.effects)
    number = sum(isinstance(effect, HardKnockMorale) for effect in effects)
    move_morale(table, number, "GR-11.5")


def move_morale(table: Table, number: int, rule: str) -> None:
    """GR-10.4: if there are too few cards all of them go."""
    moved = min(number, table.morale)
    table.add(TABLE, Course.MORALE, -moved, rule)
    table.add(TABLE, Course.TRIALS, moved, rule)


def is_strategic_open(table: Table) -> bool:
    """GR-11.6: with traps, not with two people, not in a last mission, for the first only."""
    game = table.game
    return (
        game.has_orders
        and game.has_traps
        and game.recruit is None
        and table.phase is Phase.MISSION
        and table.final is None
        and not any(map(table.is_withdrawn, table.seats))
    )


def withdraw_strategically(table: Table, entry: Withdraw) -> None:
    """GR-11.6: the first to withdraw may put a card from the hand on top of the trials."""
    if not entry.returns:
        return
    if not is_strategic_open(table):
        raise Refused(
            "GR-11.6",
            "{name} cannot put a card back: strategic withdrawal is for the first to withdraw, "
            "in a game with orders and traps and more than two people, before the last mission.",
            name=table.name(entry.seat),
        )
    if not table.hand(entry.seat):
        raise Refused("GR-11.6", "{name} has 0 cards to put back.", name=table.name(entry.seat))
    table.change_hand(entry.seat, -1, "GR-11.6")
    table.add(TABLE, Course.TRIALS, 1, "GR-11.6")


def can_take_bunker(table: Table, place: int) -> bool:
    """GR-11.9: whether a bunker is in force there, and there are trials enough for it."""
    bunker = table.in_force[place].bunker if place < len(table.in_force) else None
    return bunker is not None and table.trials >= bunker.cards


def take_bunker(table: Table, entry: Withdraw) -> None:
    """GR-11.9: right after withdrawing a soldier takes the bunker's cards and discards it."""
    place = entry.takes
    if place is UNSET:
        return
    bunker = table.in_force[place].bunker if place < len(table.in_force) else None
    if bunker is None:
        raise Refused("GR-11.9", "No bunker is in force at place {place}.", place=place)
    if not can_take_bunker(table, place):
        raise Refused(
            "GR-11.9",
            "The bunker takes {cards} trials; there are {trials}.",
            cards=bunker.cards,
            trials=table.trials,
        )
    table.draw(entry.seat, bunker.cards, "GR-11.9")
    discard(table, place, "GR-11.9")


# --- After a mission -----------------------------------------------------------------------------


def discard(table: Table, place: int, rule: str) -> None:
    """GR-11.7, GR-11.10: discard a mission card; what lies under it is out of the game."""
    mission = table.in_force[place]
    for card in mission.under:
        cards.put_out(table, cards.CARDS[card], rule)
    table.move(mission.name, f"{IN_FORCE}{place}", "", rule)
    table.in_force = table.in_force[:place] + table.in_force[place + 1 :]


def discard_after_support(table: Table) -> None:
    """GR-11.7: after support a mission card is discarded, unless it stays."""
    for place in reversed(range(len(table.in_force))):
        if not table.in_force[place].stays:
            discard(table, place, "GR-11.7")


def collects(table: Table, card: Card) -> int | None:
    """GR-11.10: return the first mission in force that collects a threat of the card."""
    for place, mission in enumerate(table.in_force):
        collect = mission.collect
        if collect is not None and not set(collect.threats).isdisjoint(card.threats):
            return place
    return None


def put_under(table: Table, card: Card, place: int) -> None:
    """GR-11.10: the card goes from no man's land under a mission in force."""
    table.move(card.id, "", f"{IN_FORCE}{place}", "GR-11.10")
    table.in_force = _with_card_under(table.in_force, card.id, place)


def discard_full(table: Table) -> None:
    """GR-11.10: a mission with cards enough under it is discarded."""
    for place in reversed(range(len(table.in_force))):
        mission = table.in_force[place]
        if mission.collect is not None and len(mission.under) >= mission.collect.cards:
            discard(table, place, "GR-11.10")


def _with_card_under(in_force: tuple[InForce, ...], card: str, place: int) -> tuple[InForce, ...]:
    mission = in_force[place].with_under(cards.CARDS[card].id)
    return (*in_force[:place], mission, *in_force[place + 1 :])


def after_move(in_force: tuple[InForce, ...], move: Move) -> tuple[InForce, ...]:
    """Return the missions in force after one came or went, or a card came under one."""
    place = int((move.origin or move.to).removeprefix(IN_FORCE))
    if move.origin:
        return in_force[:place] + in_force[place + 1 :]
    if place == len(in_force):
        return (*in_force, _mission.decode(move.piece))
    return _with_card_under(in_force, move.piece, place)


# --- The entry `order` ---------------------------------------------------------------------------


def order(table: Table, entry: GiveOrder) -> None:
    """GR-11.11: carry out what the vocabulary of effects lacks."""
    if not table.game.has_orders:
        raise Refused("GR-11.1", "This game is played without orders.")
    if entry.mission >= len(table.in_force):
        raise Refused(
            "GR-11.11",
            "There is no mission {mission} in force; there are {number}.",
            mission=entry.mission,
            number=len(table.in_force),
        )
    if entry.origin is not UNSET and entry.to is not UNSET:
        _move_cards(table, entry)
    if entry.discard:
        discard(table, entry.mission, "GR-11.11")
    if entry.fails:
        if table.phase is not Phase.MISSION:
            raise Refused("GR-11.11", "There is no mission in progress that could fail.")
        table.fails_by_order = True


PILES: Final = {"trials": Course.TRIALS, "morale": Course.MORALE}


def _move_cards(table: Table, entry: GiveOrder) -> None:
    """GR-11.11, GR-12.3: face-down cards go between trials, morale and a hand."""
    number = 1 if entry.cards is UNSET else entry.cards
    if entry.origin == "morale":
        last_missions.must_leave_morale(table)
    seat = 0 if entry.seat is UNSET else entry.seat
    pile = PILES.get(str(entry.origin))
    there = table.hand(seat) if pile is None else table[TABLE, pile]
    if there < number:
        raise Refused(
            "GR-11.11",
            "There are {there} cards; the order moves {number}.",
            there=there,
            number=number,
        )
    for side, by in ((entry.origin, -number), (entry.to, number)):
        column = PILES.get(str(side))
        if column is None:
            table.change_hand(seat, by, "GR-11.11")
        else:
            table.add(TABLE, column, by, "GR-11.11")
