"""GR-6 Withdrawing: who may, who must, and what it costs."""

from msgspec import UNSET

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.grizzled import actions, mission_end, orders, tokens, traps, two_people
from tracker.games.grizzled.columns import LOST, TOKENS, Count, HardKnock
from tracker.games.grizzled.entries import Withdraw
from tracker.games.grizzled.position import Table

FRIGHTENING = 2
"""So many equal threats frighten who is Fearful (GR-6.7)."""


def withdraw(table: Table, entry: Withdraw) -> None:
    """GR-6.1: keep the hand, lay a token, take no further action in this mission."""
    orders.withdraw_strategically(table, entry)
    why = why_not_withdraw(table, entry.seat)
    if why is not None:
        raise why
    table.add(entry.seat, Count.WITHDRAWN, 1, "GR-6.1")
    lose_token(table, entry)
    _lay_token(table, entry)
    orders.take_bunker(table, entry)
    is_christmas = _stumble(table, entry)
    actions.celebrate(table, is_christmas, entry.relieves)


def why_not_withdraw(table: Table, seat: int) -> Refused | None:
    """GR-6.3 to GR-6.6: return the hard knock that keeps the soldier in the mission."""
    hand = table.hand(seat)
    if not hand:
        return None
    name = table.name(seat)
    fright = _fright(table, seat)
    if hand >= 2 and _holds(table, seat, HardKnock.HARDHEADED, fright):
        return Refused(
            "GR-6.4", "{name} is Hardheaded and holds {hand} cards.", name=name, hand=hand
        )
    if _holds(table, seat, HardKnock.PRIDEFUL, fright) and not table.all_have_withdrawn(but=seat):
        return Refused(
            "GR-6.5",
            "{name} is Prideful and holds {hand} cards while others are in the mission.",
            name=name,
            hand=hand,
        )
    fragile = None if fright else fragile_soldier(table, seat)
    if fragile is not None:
        return Refused(
            "GR-6.6",
            "{fragile} is Fragile and in the mission; {name} holds {hand} cards.",
            fragile=table.name(fragile),
            name=name,
            hand=hand,
        )
    return None


def _holds(table: Table, seat: int, knock: HardKnock, fright: int) -> bool:
    """GR-6.7: of two hard knocks of one soldier the earlier wins: fright, or what holds back."""
    return table.suffers(seat, knock) and (not fright or table[seat, knock] < fright)


def fragile_soldier(table: Table, seat: int) -> int | None:
    """GR-6.6, GR-6.10: return another soldier in the mission who is Fragile."""
    for other in table.seats:
        is_in_mission = other != seat and not table.is_withdrawn(other)
        if is_in_mission and table.suffers(other, HardKnock.FRAGILE):
            return other
    return None


def _fright(table: Table, seat: int) -> int:
    """GR-6.7: return the place of Fearful among the hard knocks while it works, else 0."""
    if not table.suffers(seat, HardKnock.FEARFUL):
        return 0
    if max(mission_end.active_threats(table).values()) < FRIGHTENING:
        return 0
    return table[seat, HardKnock.FEARFUL]


def must_not_be_frightened(table: Table, seat: int) -> None:
    """GR-6.7: with two equal threats active who is Fearful must withdraw, if nothing forbids it."""
    if _fright(table, seat) and why_not_withdraw(table, seat) is None:
        raise Refused(
            "GR-6.7",
            "{name} is Fearful and must withdraw: {number} equal threats are active.",
            name=table.name(seat),
            number=max(mission_end.active_threats(table).values()),
        )


def loses_token(table: Table, seat: int) -> bool:
    """GR-6.8: whether the soldier is Absent-minded and has a token to lose."""
    return table.suffers(seat, HardKnock.ABSENT_MINDED) and table.tokens(seat) > 0


def lose_token(table: Table, entry: Withdraw) -> None:
    """GR-6.8: who is Absent-minded removes a token from the game, openly."""
    seat, token = entry.seat, entry.loses
    if token is UNSET:
        if loses_token(table, seat):
            raise Refused(
                "GR-6.8",
                "{name} is Absent-minded and has {number} tokens: choose the one that is lost.",
                name=table.name(seat),
                number=table.tokens(seat),
            )
        return
    if not table.suffers(seat, HardKnock.ABSENT_MINDED):
        raise Refused(
            "GR-6.8", "{name} is not Absent-minded and loses no token.", name=table.name(seat)
        )
    tokens.name_token(table, seat, token)
    table.add(seat, token, -1, "GR-6.8")
    table.add(TABLE, LOST[TOKENS.index(token)], 1, "GR-6.8")


def _lay_token(table: Table, entry: Withdraw) -> None:
    """GR-6.2: a token is laid face down and stays secret; only the recruit's is open."""
    if entry.seat == table.game.recruit:
        two_people.lay_recruits_token(table, entry)
    elif entry.token is not UNSET:
        raise Refused(
            "GR-6.2",
            "{name}'s token is laid face down; its kind is entered at support.",
            name=table.name(entry.seat),
        )
    else:
        tokens.lay_face_down(table, entry.seat, "GR-6.2")


def stumbles(table: Table, seat: int) -> bool:
    """GR-6.9: whether the soldier is Clumsy and there is a trial to draw."""
    return table.suffers(seat, HardKnock.CLUMSY) and table.trials > 0


def _stumble(table: Table, entry: Withdraw) -> bool:
    """GR-6.9: who is Clumsy draws a trial and plays it; whether that was Christmas."""
    name = table.name(entry.seat)
    if not stumbles(table, entry.seat):
        if entry.drawn is not UNSET:
            raise Refused("GR-6.9", "{name} draws no card.", name=name)
        return False
    if entry.drawn is UNSET:
        raise Refused(
            "GR-6.9",
            "{name} is Clumsy, and {trials} trials are left: choose the card that was drawn.",
            name=name,
            trials=table.trials,
        )
    return traps.draw_and_play(table, entry.seat, entry.drawn, "GR-6.9")
