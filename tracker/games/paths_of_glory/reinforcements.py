"""PG-9.5.3 Reinforcements: none on turn 1, one event a nation a turn."""

from typing import Final

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory.box import Card
from tracker.games.paths_of_glory.columns import AP, CP
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.names import nation_term
from tracker.games.paths_of_glory.nations import is_at_war
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.us_entry import OVER_THERE

U_BOATS, CONVOY = 36, 52
FIRST_TURN: Final = 2


def are_u_boats_unleashed(table: Table) -> bool:
    """PG-CP36: from CP 36 on, until AP 52."""
    return table.was_played(CP, U_BOATS) and not table.was_played(AP, CONVOY)


def must_be_allowed(table: Table, seat: int, printed: Card) -> None:
    """PG-9.5.3.1, PG-16.3.4, PG-CP36: the turn, the nation at war, its box."""
    nation, name = printed.reinforces, card_name(seat, printed.n)
    if table.turn < FIRST_TURN:
        raise Refused("PG-9.5.3.1", "{card}: there are no reinforcements on turn 1.", card=name)
    if nation == "US":
        _must_be_over_there(table, name)
    elif not is_at_war(table, nation):
        raise Refused(
            "PG-9.5.3.1", "{card}: {nation} is neutral.", card=name, nation=nation_term(nation)
        )
    if nation in reinforced(table, seat):
        raise Refused(
            "PG-9.5.3.1",
            "{card}: {nation} already had reinforcements on turn {turn}.",
            card=name,
            nation=nation_term(nation),
            turn=table.turn,
        )


def _must_be_over_there(table: Table, name: Message) -> None:
    if not table.was_played(AP, OVER_THERE):
        raise Refused(
            "PG-16.3.4",
            "{card} needs {other} as an event before it.",
            card=name,
            other=card_name(AP, OVER_THERE),
        )
    if are_u_boats_unleashed(table):
        raise Refused(
            "PG-CP36",
            "{other} blocks {card} until {convoy}.",
            card=name,
            other=card_name(CP, U_BOATS),
            convoy=card_name(AP, CONVOY),
        )


def reinforced(table: Table, seat: int) -> list[str]:
    """The nations that had reinforcements this turn, in alphabetical order."""
    return sorted(
        card.reinforces
        for card, turn in table.events(seat)
        if turn == table.turn and card.reinforces
    )
