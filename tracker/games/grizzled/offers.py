"""Offers: the entries that a seat may write now, and the reason for each that it may not.

Every possible entry is asked of the rules, which also judge what is then written: so a page can
neither offer what they refuse nor hide what they allow.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Final

from msgspec import UNSET, UnsetType

from tracker.engine import hand_seat
from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.engine.title import Offer, offer
from tracker.games.grizzled import cards, entries, orders, support, tokens, traps, withdrawing
from tracker.games.grizzled.cards import CARDS, THREAT_CARDS, Card
from tracker.games.grizzled.columns import TOKENS, CardId, SetAside, Taken, Threat, Token
from tracker.games.grizzled.entries import Written
from tracker.games.grizzled.mission_cards import MissionCard
from tracker.games.grizzled.position import Position, Table

Candidates = Callable[[Table, int], Iterator[Written]]
WhyNot = Callable[[Position, Written], Refused | None]


def offers(position: Position, seat: int, why_not: WhyNot) -> tuple[Offer[Written], ...]:
    table, judge = Table(position), partial(why_not, position)
    return tuple(offer(do, candidates(table, seat), judge) for do, candidates in CANDIDATES.items())


def _missions(table: Table, seat: int) -> Iterator[Written]:
    """GR-3.1, GR-11.3, GR-12.1: from the least danger to what the trials allow."""
    if table.game.is_solo:
        yield entries.Mission()
        return
    card = _mission_card(table)
    plain = entries.Mission(card=card)
    least, _ = orders.least_danger(table, plain)
    most = max(least, -(-table.trials // len(table.game.players)))
    for danger in range(least, most + 1):
        yield entries.Mission(danger=danger, card=card)
    if table.game.has_orders:
        yield entries.Mission(final="decisive_assault")
        yield entries.Mission(final="last_stand")


def _mission_card(table: Table) -> MissionCard | UnsetType:
    """A mission card of a level that is left, for the table to fill in."""
    if not table.game.has_orders:
        return UNSET
    deck = orders.deck(table)
    if table[TABLE, Taken.EASY] < deck.easy:
        return MissionCard("…", "easy", 1, ())
    if table[TABLE, Taken.NORMAL] < deck.normal:
        return MissionCard("…", "normal", 1, ())
    return MissionCard("…", "hard", 1, ()) if table[TABLE, Taken.HARD] < deck.hard else UNSET


def _hidden(table: Table, *, but: Card | None = None) -> CardId | UnsetType:
    """A card that can be drawn: the first that has a copy face down."""
    hidden = (
        card.id
        for card in CARDS.values()
        if card is not but and cards.open_copies(table, card) < cards.copies(table, card)
    )
    return next(hidden, UNSET)


def _plays(table: Table, seat: int) -> Iterator[Written]:
    for card in CARDS.values():
        drawn = _hidden(table, but=card) if traps.is_drawn_for(table, card) else UNSET
        yield entries.Play(seat, card.id, drawn)


def _charms(table: Table, seat: int) -> Iterator[Written]:
    return (entries.Charm(seat, card.id) for card in THREAT_CARDS)  # type: ignore[arg-type]


def _speeches(table: Table, seat: int) -> Iterator[Written]:
    return (entries.Speech(seat, threat) for threat in Threat)


def _token(table: Table, seat: int) -> Token | UnsetType:
    """A token that the soldier can have."""
    can_have = (token for token in TOKENS if tokens.can_be_named(table, seat, token))
    return next(can_have, UNSET)


def _withdrawals(table: Table, seat: int) -> Iterator[Written]:
    """GR-6: with what the soldier must name; and strategically, or into a bunker."""
    loses = _token(table, seat) if withdrawing.loses_token(table, seat) else UNSET
    drawn = _hidden(table) if withdrawing.stumbles(table, seat) else UNSET
    there = range(len(table.in_force))
    bunkers = [place for place in there if orders.can_take_bunker(table, place)]
    places: list[int | UnsetType] = [UNSET, *bunkers]
    ways = product([False, True], places, _open_tokens(table, seat))
    for returns, place, token in ways:
        if not returns or orders.is_strategic_open(table):
            yield entries.Withdraw(seat, returns, loses, place, drawn, UNSET, token)


def _open_tokens(table: Table, seat: int) -> tuple[Token | UnsetType, ...]:
    """GR-13.6: the tokens that the recruit may lay; nobody else names one."""
    left = table.tokens(seat) - withdrawing.loses_token(table, seat)
    return TOKENS if seat == table.game.recruit and left else (UNSET,)


def _supports(table: Table, seat: int) -> Iterator[Written]:
    laid = {
        str(soldier): token
        for soldier in table.seats
        if support.lays_face_down(table, soldier) and (token := _token(table, soldier)) is not UNSET
    }
    if not table.game.is_solo:
        yield entries.Support(laid)
        return
    for column in SetAside:
        yield entries.Support(laid, column.word)  # type: ignore[arg-type]


def _orders(table: Table, seat: int) -> Iterator[Written]:
    for place in range(max(1, len(table.in_force))):
        yield entries.GiveOrder(place, discard=True)
        yield entries.GiveOrder(place, fails=True)
        yield entries.GiveOrder(place, "trials", "morale")
        yield entries.GiveOrder(place, "morale", "trials")


def _corrections(table: Table, seat: int) -> Iterator[Written]:
    yield entries.Correct(entries.Numbers(trials=table.trials), "as it is")


CANDIDATES: Final[dict[str, Candidates]] = {
    "mission": _missions,
    "play": _plays,
    "charm": _charms,
    "speech": _speeches,
    "withdraw": _withdrawals,
    "support": _supports,
    "next_mission": lambda _, __: iter((entries.NextMission(),)),
    "order": _orders,
    "correct": _corrections,
    "hand_seat": lambda table, seat: hand_seat.examples(table.game.setup, seat),
}
