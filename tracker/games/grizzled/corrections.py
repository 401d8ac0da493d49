"""GR-15 Corrections: the host sets right what is counted, with a reason."""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from tracker.engine.ledger import TABLE, Column
from tracker.engine.message import to_translate
from tracker.engine.refusal import Refused
from tracker.games.grizzled import cards, tokens
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import (
    CARD_IDS,
    HARD_KNOCKS,
    LOST,
    LYING,
    OUT,
    THREAT_CARD_IDS,
    TOKEN_COLUMNS,
    TOKENS,
    Count,
    Course,
    HardKnock,
    Phase,
)
from tracker.games.grizzled.entries import Correct, Numbers, SeatNumbers, TokenCounts
from tracker.games.grizzled.position import Table
from tracker.games.grizzled.two_people import FIRST_OPEN

RULE = "GR-15.1"


def correct(table: Table, entry: Correct) -> None:
    """GR-15.1: give what is named its new value, and leave the rest."""
    numbers = entry.set
    _must_be_settable(table, numbers)
    _set_table(table, numbers)
    for seat, its in _seats(numbers):
        _set_seat(table, seat, its)
    _must_be_in_box(table, numbers)
    _must_add_up(table)
    if any(its.tokens is not UNSET for its in numbers.seats.values()):
        _must_have_tokens(table)
    _must_have_speeches(table)
    _set_leader(table, numbers.leader)
    _set_turn(table, numbers.turn)
    if table.turn is not None and table.is_withdrawn(table.turn):
        table.acted = table.turn


def _seats(numbers: Numbers) -> Iterator[tuple[int, SeatNumbers]]:
    for seat in sorted(map(int, numbers.seats)):
        yield seat, numbers.seats[str(seat)]


# --- What may not be set -------------------------------------------------------------------------


def _must_be_settable(table: Table, numbers: Numbers) -> None:
    """GR-15.3: refuse what does not exist in this mode, or not outside a mission."""
    for name in sorted(_not_of_the_table(table)):
        if getattr(numbers, name) is not UNSET:
            raise Refused("GR-15.3", NOT_SETTABLE[name])
    for seat, its in _seats(numbers):
        if any(getattr(its, name) is not UNSET for name in _not_of_the_seat(table, seat)):
            raise Refused(
                "GR-15.3",
                "This cannot be set for {name} in this mode, or not outside a mission.",
                name=table.name(seat),
            )


NOT_SETTABLE = {
    "hand": to_translate("There is a common hand only in a solo game."),
    "pool": to_translate("In a solo game there are no speeches."),
    "turn": to_translate("The turn is set only in a mission, and in a solo game with the leader."),
    "no_mans_land": to_translate("No man's land is set only in a mission."),
}


def _not_of_the_table(table: Table) -> set[str]:
    never = {"pool", "turn"} if table.game.is_solo else {"hand"}
    return never if table.phase is Phase.MISSION else never | {"no_mans_land", "turn"}


def _not_of_the_seat(table: Table, seat: int) -> set[str]:
    never = set() if table.phase is Phase.MISSION else {"withdrawn"}
    if table.game.is_solo:
        never |= {"hand", "tokens", "speeches"}
    if seat == table.game.chaplain:
        never |= {"hand", "hard_knocks", "speeches", "withdrawn"}
    return never


# --- Setting -------------------------------------------------------------------------------------


def _set_table(table: Table, numbers: Numbers) -> None:
    _put(table, TABLE, Course.TRIALS, numbers.trials)
    _put(table, TABLE, Course.MORALE, numbers.morale)
    _put(table, TABLE, Course.COMMON_HAND, numbers.hand)
    _put(table, TABLE, Course.POOL, numbers.pool)
    _put(table, TABLE, Course.MISSION, numbers.mission)
    if numbers.no_mans_land is not UNSET:
        _put_cards(table, LYING, THREAT_CARD_IDS, numbers.no_mans_land)
    if numbers.out is not UNSET:
        _put_cards(table, OUT, CARD_IDS, numbers.out)


def _put(table: Table, seat: int, column: Column, number: int | UnsetType) -> None:
    if number is not UNSET:
        table.put(seat, column, number, RULE)


def _put_cards(
    table: Table, columns: tuple[Column, ...], ids: tuple[str, ...], named: tuple[str, ...]
) -> None:
    numbers = Counter(named)
    there = table.rows[TABLE][columns[0].at : columns[-1].at + 1]
    for column, card, number in zip(columns, ids, there, strict=True):
        if number or card in numbers:
            table.put(TABLE, column, numbers[card], RULE)


def _set_seat(table: Table, seat: int, its: SeatNumbers) -> None:
    _put(table, seat, Count.HAND, its.hand)
    _put(table, seat, Count.CHARM, its.charm)
    _put(table, seat, Count.SPEECHES, its.speeches)
    if its.hard_knocks is not UNSET:
        _put_hard_knocks(table, seat, its.hard_knocks)
    if its.tokens is not UNSET:
        _put_tokens(table, seat, its.tokens)
    if its.withdrawn is not UNSET and its.withdrawn != table.is_withdrawn(seat):
        _put_withdrawn(table, seat, its.withdrawn)


def _put_hard_knocks(table: Table, seat: int, named: tuple[str, ...]) -> None:
    """GR-15.1: the whole list, in order of arrival; `recruit` stays in front of it."""
    first = table[seat, HardKnock.RECRUIT] + 1
    places = {knock: place for place, knock in enumerate(named, first)}
    for knock in HARD_KNOCKS:
        table.put(seat, knock, places.get(knock.value, 0), RULE)


def _put_tokens(table: Table, seat: int, counts: TokenCounts) -> None:
    """GR-15.1: a laid token that is corrected away no longer lies there."""
    for column in TOKEN_COLUMNS:
        _put(table, seat, column, getattr(counts, column.value))
    laid = table[seat, Count.LAID]
    is_open = laid >= FIRST_OPEN
    left = table.known(seat, TOKENS[laid - FIRST_OPEN]) if is_open else table.tokens(seat)
    if not left:
        table.put(seat, Count.LAID, 0, RULE)


def _put_withdrawn(table: Table, seat: int, withdrawn: bool) -> None:
    """GR-15.1: who is set withdrawn lays a token face down, who is set back takes it up."""
    table.put(seat, Count.WITHDRAWN, int(withdrawn), RULE)
    if withdrawn:
        tokens.lay_face_down(table, seat, RULE)
    else:
        table.put(seat, Count.LAID, 0, RULE)


# --- What must hold after it ---------------------------------------------------------------------


def _must_be_in_box(table: Table, numbers: Numbers) -> None:
    """GR-15.2: no card lies open more often than it is in the box."""
    for seat, its in _seats(numbers):
        if its.hard_knocks is not UNSET and len(set(its.hard_knocks)) < len(its.hard_knocks):
            raise Refused(
                "GR-15.2",
                "{name} would have a hard knock twice; there is one of each.",
                name=table.name(seat),
            )
    for card in CARDS.values() if _names_cards(numbers) else ():
        lying, there = cards.open_copies(table, card), cards.copies(table, card)
        if lying > there:
            raise Refused(
                "GR-15.2",
                "{card} would lie open {open} times; there are {copies} in the box.",
                card=card.label,
                open=lying,
                copies=there,
            )


def _names_cards(numbers: Numbers) -> bool:
    fronts = any(its.hard_knocks is not UNSET for its in numbers.seats.values())
    return fronts or numbers.out is not UNSET or numbers.no_mans_land is not UNSET


def _must_add_up(table: Table) -> None:
    """GR-15.2, GR-2.5: the cards must still be 59, in solo 53."""
    total = cards.total(table)
    if total != table.game.cards:
        raise Refused(
            "GR-15.2",
            "There would be {total} cards in all; there are {cards}.",
            total=total,
            cards=table.game.cards,
        )


def _must_have_tokens(table: Table) -> None:
    """GR-15.3, GR-1.6: three tokens for each soldier at most, and not too many of a kind."""
    lost = sum(table[TABLE, column] for column in LOST)
    total = lost + sum(map(table.tokens, table.seats))
    most = BOX.start.tokens_each * len(table.seats)
    if total > most:
        raise Refused(
            "GR-15.3",
            "There would be {total} support tokens in all; there are {most}.",
            total=total,
            most=most,
        )
    for token in TOKENS:
        if tokens.seen(table, token) > tokens.there_are(table, token):
            raise Refused(
                "GR-15.3",
                "There would be {number} of the {token}; there are {there}.",
                number=tokens.seen(table, token),
                token=token,
                there=tokens.there_are(table, token),
            )


def _must_have_speeches(table: Table) -> None:
    """GR-15.3: not more speeches in all than at the start."""
    speeches = sum(table[seat, Count.SPEECHES] for seat in table.seats)
    total = table[TABLE, Course.POOL] + speeches
    if total > table.game.speeches:
        raise Refused(
            "GR-15.3",
            "There would be {total} speeches in all; there were {most} at the start.",
            total=total,
            most=table.game.speeches,
        )


def _set_leader(table: Table, seat: int | UnsetType) -> None:
    """GR-15.3: a leader must be able to lead; in a solo mission one who has not withdrawn."""
    if seat is UNSET:
        return
    if seat not in table.game.leaders:
        raise Refused("GR-15.3", "{name} cannot lead.", name=table.name(seat))
    table.put(TABLE, Course.LEADER, seat, RULE)
    if table.game.is_solo and table.phase is Phase.MISSION:
        _set_turn(table, seat)


def _set_turn(table: Table, seat: int | UnsetType) -> None:
    """GR-15.3: the turn goes to nobody who has withdrawn."""
    if seat is UNSET:
        return
    if table.is_withdrawn(seat):
        raise Refused(
            "GR-15.3", "{name} has withdrawn and cannot have the turn.", name=table.name(seat)
        )
    table.put(TABLE, Course.TURN, seat + 1, RULE)
