"""The end of the turn or of the game by an entry, said before it is saved."""

from typing import Final

from tracker.engine.message import Message
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.result_text import victory

MEANT_TO: Final = frozenset({"end_turn", "hand_turn", "end_month"})
"""Entries that are there to end a turn: of those it need not be said."""


def notes(do: str, before: Position, after: Position) -> tuple[Message, ...]:
    """Return what ends with the entry, unless that is what it is for."""
    game = ends_game(after)
    if game is not None:
        return (game,)
    was, then = Table(before), Table(after)
    if was.turn is None or then.turn == was.turn or do in MEANT_TO:
        return ()
    return (Message("This ends {name}'s turn.", {"name": was.name(was.turn)}),)


def ends_game(after: Position) -> Message | None:
    """Return that the game is over then, and who has won."""
    won = victory(after)
    return None if won is None else Message("This ends the game. {who}", {"who": won.who})
