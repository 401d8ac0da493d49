"""GR-1.6 Support tokens: what a soldier can have, and naming a token that was unknown."""

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.grizzled.columns import LOST, TOKENS, Count, Token
from tracker.games.grizzled.position import Table


def there_are(table: Table, token: Token) -> int:
    """GR-1.6: return how many of the kind the game is played with."""
    return table.game.tokens[TOKENS.index(token)]


def seen(table: Table, token: Token) -> int:
    """Return how many of the kind are known: with the soldiers, or out of the game."""
    lost = table[TABLE, LOST[TOKENS.index(token)]]
    return lost + sum(table.known(seat, token) for seat in table.seats)


def can_be_named(table: Table, seat: int, token: Token) -> bool:
    """GR-1.6: whether the soldier has the token, or can have it among the unknown ones."""
    if table.known(seat, token):
        return True
    return table[seat, Count.UNKNOWN] > 0 and seen(table, token) < there_are(table, token)


def name_token(table: Table, seat: int, token: Token) -> None:
    """GR-1.6: a named token is one of those known to be there, else of the unknown ones."""
    if table.known(seat, token):
        return
    if not can_be_named(table, seat, token):
        raise Refused(
            "GR-1.6",
            "{name} has none of the {token}: {unknown} unknown, "
            "and {seen} of {there} of this kind are known already.",
            name=table.name(seat),
            token=token,
            unknown=table[seat, Count.UNKNOWN],
            seen=seen(table, token),
            there=there_are(table, token),
        )
    table.add(seat, Count.UNKNOWN, -1, "GR-1.6")
    table.add(seat, token, 1, "GR-1.6")


def lay_face_down(table: Table, seat: int, rule: str) -> None:
    """GR-6.2: a token is laid face down, if there is one."""
    table.put(seat, Count.LAID, 1 if table.tokens(seat) else 0, rule)
