"""Reminders of what the sheet does not keep: events that last, limits of the scenario, set-ups."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tracker.engine.message import Message, Term
from tracker.games.paths_of_glory import names
from tracker.games.paths_of_glory.box import card
from tracker.games.paths_of_glory.columns import AP, CP, Level
from tracker.games.paths_of_glory.events import NEUTRALS
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.mandates import WESTERN_FRONT, targets_of_ge
from tracker.games.paths_of_glory.nations import is_at_war
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.russia import FALL_OF_THE_TSAR

Printed = tuple[int, int]
"""The side and the number of a card."""
GREAT_ATTACKS: Final = ((CP, 49), (CP, 50), (CP, 51))


class Lasting(NamedTuple):
    """The time that an event lasts: its turn, the whole game, or until another event."""

    only_its_turn: bool = False
    until: tuple[Printed, ...] = ()


LASTING: Final[Mapping[Printed, Lasting]] = {
    (CP, 10): Lasting(),
    (CP, 27): Lasting(only_its_turn=True),
    (CP, 29): Lasting(),
    (CP, 33): Lasting(until=((AP, 37),)),
    (CP, 36): Lasting(until=((AP, 52),)),
    (CP, 37): Lasting(),
    (CP, 53): Lasting(),
    (CP, 55): Lasting(only_its_turn=True, until=GREAT_ATTACKS),
    (CP, 58): Lasting(only_its_turn=True),
    (CP, 61): Lasting(only_its_turn=True, until=GREAT_ATTACKS),
    (AP, 2): Lasting(),
    (AP, 9): Lasting(until=((CP, 13),)),
    (AP, 27): Lasting(only_its_turn=True),
    (AP, 40): Lasting(),
    (AP, 49): Lasting(),
    (AP, 51): Lasting(only_its_turn=True),
    (AP, 65): Lasting(only_its_turn=True),
}
"""The events whose effect goes on after their action, as the cards say it."""


def mandated_battle(table: Table, mark: str) -> Message:
    """PG-7.1.4 to PG-7.1.8: return what a mandate asks for, and the battle that would make it."""
    nation = names.nation_term(mark)
    if mark in ("FR", "BR", "GE"):
        targets = targets_of_ge(table) if mark == "GE" else ("GE",)
        facts = {
            "nation": nation,
            "targets": names.nation_terms(targets),
            "places": names.nation_terms(WESTERN_FRONT),
        }
        return Message("{nation} must attack units of {targets} in a space of {places}", facts)
    if mark in ("AH", "TU", "IT", "RU"):
        return Message("{nation} must attack units of any nation", {"nation": nation})
    return ASKS_FOR.get(mark, names.MANDATES[mark])


ASKS_FOR: Final[Mapping[str, Message]] = {
    "AH_IT": Message("AH must attack IT units, a space of Italy, or units supplied through Italy"),
    "mutiny": Message("mutiny: the first attack of FR units without US units is +1 VP"),
}


def events_in_force(table: Table) -> Iterator[Message]:
    """Return the events that last, each with the turn in which it was played."""
    for printed, lasting in LASTING.items():
        if is_in_force(table, printed, lasting):
            facts: dict[str, object] = {
                "card": card_name(*printed),
                "turn": table.event_turn(*printed),
                "effect": Term(card(*printed).effect, "effect"),
            }
            yield Message("{card} (turn {turn}): {effect}.", facts)
    if table.was_played(CP, FALL_OF_THE_TSAR):
        yield Message("RU attacks cost OPS by the unit (CP 52).")


def is_in_force(table: Table, printed: Printed, lasting: Lasting) -> bool:
    if not table.was_played(*printed) or table.runs(*printed):
        return False
    if lasting.only_its_turn and not table.is_turn_event(*printed):
        return False
    return not any(table.was_played(*other) for other in lasting.until)


def reminders(table: Table) -> Iterator[Message]:
    """Return what the players have to see to themselves now."""
    if table.game.historical:
        yield from _of_the_historical_scenario(table)
    for neutral in NEUTRALS:
        if table.is_turn_event(*neutral):
            nation = names.NATIONS[card(*neutral).enters]
            yield Message("{nation} enters the war: set up its units.", {"nation": nation})
    if _has_turkey_just_entered(table):
        yield Message(
            "Turkey enters the war: set up its units. Kermanshah goes to CP, "
            "the rest of Persia to AP."
        )
    if table.acting == AP and table.is_operation and is_at_war(table, "TU"):
        yield Message("AP may attack one space in the Near East in a round (PG-9.2.7).")


def _of_the_historical_scenario(table: Table) -> Iterator[Message]:
    """PG-5.7.1 and 5.7.4: trenches at the start, and the limits on armies in Italy."""
    if table.turn == 1:
        yield Message("Trenches at the start, CP: Strasbourg; none in Brussels (PG-5.7.1).")
        yield Message("Trenches at the start, AP: Verona, Asiago, Maggiore, Udine (PG-5.7.1).")
    if table.level(AP) is not Level.TOTAL_WAR:
        yield Message(
            "Until AP is at Total War only AH and IT armies act in Italy, "
            "and GE armies do not stop in Trent, Villach and Trieste (PG-5.7.4)."
        )


def _has_turkey_just_entered(table: Table) -> bool:
    """PG-16.1.3.1: with CP at Limited War; said until CP has acted again."""
    if table.level(CP) is not Level.LIMITED_WAR:
        return False
    turns = table.turn - table.level_turn(CP)
    return turns == 0 or (turns == 1 and not table.actions(CP))
