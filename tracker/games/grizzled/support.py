"""GR-8 Support: tokens are handed over, and who received most is helped."""

from typing import Final

from msgspec import UNSET

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.grizzled import ending, hard_knocks, orders, solo, tokens
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.columns import (
    HARD_KNOCK,
    TOKENS,
    Count,
    Course,
    Ended,
    HardKnock,
    Phase,
    Token,
)
from tracker.games.grizzled.entries import Help, Support
from tracker.games.grizzled.position import Table
from tracker.games.grizzled.two_people import FIRST_OPEN

LAID, RECEIVED = Count.LAID, Count.RECEIVED
FACE_DOWN: Final = 1
STEPS: Final = {Token.LEFT: 1, Token.RIGHT: -1, Token.DOUBLE_LEFT: 2, Token.DOUBLE_RIGHT: -2}
"""The number of seats to the left that each kind of token goes (GR-8.3)."""


def support(table: Table, entry: Support) -> None:
    """GR-8.1: show and hand over the laid tokens, help, then judge the end."""
    _help(table, _helped(table, entry), entry)
    orders.discard_after_support(table)
    if not ending.judge_after_support(table):
        table.put(TABLE, Course.PHASE, Phase.MORALE.value, "GR-8.1")


def lays_face_down(table: Table, seat: int) -> bool:
    return table[seat, LAID] == FACE_DOWN


def _must_name_all_laid(table: Table, entry: Support) -> None:
    """GR-8.2: the token of every soldier who laid one face down, and of nobody else."""
    for seat in table.seats:
        is_named = str(seat) in entry.tokens
        if is_named and not lays_face_down(table, seat):
            raise Refused("GR-8.2", "{name} laid no token face down.", name=table.name(seat))
        if not is_named and lays_face_down(table, seat):
            raise Refused(
                "GR-8.2", "{name} laid a token: choose which kind.", name=table.name(seat)
            )


def _laid(table: Table, entry: Support) -> dict[int, Token]:
    """The tokens that were laid, by seat: those named now, and the recruit's open one."""
    laid = {int(seat): token for seat, token in entry.tokens.items()}
    recruit = table.game.recruit
    if recruit is not None and table[recruit, LAID] >= FIRST_OPEN:
        laid[recruit] = TOKENS[table[recruit, LAID] - FIRST_OPEN]
    return laid


def reaches(table: Table, seat: int, token: Token) -> int:
    """GR-8.3: return whom the token reaches; who is Selfish keeps it."""
    if table.suffers(seat, HardKnock.SELFISH):
        return seat
    return (seat + STEPS[token]) % len(table.seats)


def _hand_over(table: Table, seat: int, token: Token) -> None:
    """GR-8.3: a token belongs to whom it reaches."""
    other = reaches(table, seat, token)
    table.put(seat, LAID, 0, "GR-8.1")
    if other != seat:
        table.add(seat, token, -1, "GR-8.3")
        table.add(other, token, 1, "GR-8.3")
    table.add(other, RECEIVED, 1, "GR-8.3")


def most_supported(table: Table) -> int | None:
    """GR-8.4, GR-13.3: return who received more than each of the others, if that helps anybody."""
    received = [table[seat, RECEIVED] for seat in table.seats]
    most = max(received)
    if not most or received.count(most) > 1:
        return None
    seat = received.index(most)
    return None if seat == table.game.chaplain else seat


def helped_by(table: Table, entry: Support) -> int | None:
    """Return who would be helped by an entry that names every laid token; None for nobody yet."""
    trial = Table(table.position())
    try:
        return _helped(trial, entry)
    except Refused:
        return None


def _helped(table: Table, entry: Support) -> int | None:
    """GR-8.1 to GR-8.4, GR-14.8: hand the tokens over; return who is helped."""
    drawn_for = solo.draw_support(table, entry)
    _must_name_all_laid(table, entry)
    laid = _laid(table, entry)
    for seat in sorted(laid):
        tokens.name_token(table, seat, laid[seat])
    for seat in sorted(laid):
        _hand_over(table, seat, laid[seat])
    return drawn_for if table.game.is_solo else most_supported(table)


def _help(table: Table, seat: int | None, entry: Support) -> None:
    """GR-8.4 to GR-8.7: the hard knocks and the charm of who is helped."""
    if seat is None:
        if entry.help is not UNSET:
            raise Refused("GR-8.4", "Nobody received more tokens than the others: no help.")
        return
    table.put(TABLE, Course.HELPED, seat + 1, "GR-8.4")
    table.declare(Message("{name} is helped.", {"name": table.name(seat)}))
    if entry.help is not UNSET:
        _must_be_allowed(table, seat, entry.help)
        _carry_out(table, seat, entry.help)


def most_removed(table: Table) -> int:
    """GR-8.5, GR-8.6: return how many hard knocks may be removed."""
    return BOX.help.after_success if _is_success(table) else BOX.help.after_failure


def _is_success(table: Table) -> bool:
    return table[TABLE, Course.OUTCOME] == Ended.SUCCESS.value


def may_turn_charm(table: Table) -> bool:
    """GR-8.5, GR-8.6: after a failure the charm is turned up only with orders."""
    return _is_success(table) or table.game.has_orders


def help_rule(table: Table) -> str:
    return "GR-8.5" if _is_success(table) else "GR-8.6"


def _must_be_allowed(table: Table, seat: int, help_: Help) -> None:
    """GR-8.5, GR-8.6: so many hard knocks; the charm instead, with orders as well."""
    rule, most, name = help_rule(table), most_removed(table), table.name(seat)
    if len(help_.remove) > most:
        raise Refused(
            rule,
            "At most {most} of {name}'s hard knocks can be removed now; {number} are chosen.",
            most=most,
            name=name,
            number=len(help_.remove),
        )
    if help_.charm and not may_turn_charm(table):
        raise Refused(rule, "After a failure {name}'s charm cannot be turned up.", name=name)
    if help_.charm and help_.remove and not table.game.has_orders:
        raise Refused(rule, "{name} loses hard knocks or turns up the charm, not both.", name=name)
    for knock in help_.remove:
        hard_knocks.must_be_removable(table, seat, HARD_KNOCK[knock], rule)
    if help_.charm and table[seat, Count.CHARM]:
        raise Refused(rule, "{name}'s charm is already up.", name=name)


def _carry_out(table: Table, seat: int, help_: Help) -> None:
    """GR-8.7: removed hard knocks are out of the game."""
    rule = help_rule(table)
    for knock in help_.remove:
        hard_knocks.remove(table, seat, HARD_KNOCK[knock], rule)
    if help_.charm:
        table.add(seat, Count.CHARM, 1, rule)
