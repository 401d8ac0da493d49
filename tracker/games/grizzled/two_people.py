"""GR-13 Two people: the chaplain and the recruit."""

from msgspec import UNSET

from tracker.engine.refusal import Refused
from tracker.games.grizzled import tokens
from tracker.games.grizzled.columns import TOKENS, Count, HardKnock
from tracker.games.grizzled.entries import Withdraw
from tracker.games.grizzled.position import Table

FIRST_OPEN = 2
"""The number in the column `laid` for an open token of the first kind."""


def lay_chaplains_token(table: Table) -> None:
    """GR-13.1: the chaplain lays a token, drawn at random, before each mission."""
    if table.game.chaplain is not None:
        tokens.lay_face_down(table, table.game.chaplain, "GR-13.1")


def lay_recruits_token(table: Table, entry: Withdraw) -> None:
    """GR-13.6: the recruit's token is drawn at random and laid face up: it is named now."""
    seat, token = entry.seat, entry.token
    if token is UNSET:
        if table.tokens(seat):
            raise Refused(
                "GR-13.6",
                "{name} lays a token face up and has {number}: choose which kind.",
                name=table.name(seat),
                number=table.tokens(seat),
            )
        return
    tokens.name_token(table, seat, token)
    table.put(seat, Count.LAID, TOKENS.index(token) + FIRST_OPEN, "GR-13.6")


def obeys_tyrannical(table: Table, seat: int) -> bool:
    """GR-13.7: Tyrannical does nothing on the recruit."""
    return seat != table.game.recruit and HardKnock.TYRANNICAL not in table.game.by_hand


def must_not_be_recruits_own(table: Table, seat: int, knock: HardKnock) -> None:
    """GR-13.5: nothing removes the hard knock `recruit`, neither support nor Christmas."""
    if knock is HardKnock.RECRUIT:
        raise Refused(
            "GR-13.5", "{name} stays a recruit; nothing removes that.", name=table.name(seat)
        )


def next_leader(table: Table) -> int:
    """GR-9.4, GR-13.2, GR-13.7: the seat to the left of the leader that can lead."""
    around = len(table.seats)
    steps = ((table.leader + step) % around for step in range(1, around + 1))
    return next(seat for seat in steps if seat in table.game.leaders)
