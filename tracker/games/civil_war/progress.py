"""The progress of a match, and its end, as every room of the program reads them."""

from collections.abc import Sequence
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message, to_translate
from tracker.engine.title import Outcome, Progress, Track, Won
from tracker.games.civil_war.columns import Count, Course, Phase, Side
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.setup import Setup
from tracker.games.civil_war.winning import Reason

RULES = {
    Reason.FIFTY_POINTS: "CW-12.1",
    Reason.ELIMINATION: "CW-12.2",
    Reason.MOST_POINTS: "CW-12.3",
}
SIDE_WON: Final = {
    Side.SOUTH: to_translate("Victory for the South: {names}"),
    Side.NORTH: to_translate("Victory for the North: {names}"),
}


def tracks(setup: Setup) -> tuple[Track, ...]:
    """Return the points of every seat."""
    return tuple(
        Track("points", Message("{name}", {"name": seat.name}), number)
        for number, seat in enumerate(setup.seats)
    )


def track_labels() -> tuple[Message, ...]:
    """Every seat has its points; their curves are called by the players' names."""
    return ()


def progress(position: Position) -> Progress:
    """CW-3.1: return the month, everyone's points, and everyone's side."""
    table = Table(position)
    months = position.game.setup.months
    return Progress(
        table.month,
        Message("Month {month} of {months}", {"month": table.month, "months": months}),
        tuple(table[seat, Count.POINTS] for seat in table.seats),
        tuple(table.side(seat) for seat in table.seats),
        table.turn,
    )


def outcome(position: Position) -> Outcome | None:
    """CW-12: return who has won and how, or None while the match goes on."""
    table = Table(position)
    if table.phase is not Phase.OVER:
        return None
    winners = ranked_winners(table)
    reason = Reason(table[TABLE, Course.REASON])
    side = table.side(winners[0]) if reason is Reason.ELIMINATION else None
    return Outcome(
        Won.SIDE if side else Won.SEATS,
        winners,
        reason.word,
        RULES[reason],
        _victory(table, winners, side, reason),
        side.word if side else "",
    )


def _victory(table: Table, winners: Sequence[int], side: Side | None, reason: Reason) -> Message:
    """Return who has won, for which side, or by full domination."""
    text = to_translate("Victory: {names}")
    if side:
        text = SIDE_WON[side]
    elif reason is Reason.FIFTY_POINTS and all(table[seat, Count.DOMINATED] for seat in winners):
        text = to_translate("Victory by full domination: {names}")
    return Message(text, {"names": tuple(table.name(seat) for seat in winners)})


def ranked_winners(table: Table) -> tuple[int, ...]:
    """Return the seats that have won, the best first."""
    winners = [seat for seat in table.seats if table[seat, Count.PLACE]]
    return tuple(sorted(winners, key=lambda seat: (table[seat, Count.PLACE], seat)))
