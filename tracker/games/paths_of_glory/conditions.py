"""The cards' own conditions, cited by the card (PG-AP13, PG-CP36): when a card may be an event."""

from collections.abc import Callable, Iterator
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.engine.message import to_translate
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import russia
from tracker.games.paths_of_glory.box import TABLES, Card, card_id, rule_of
from tracker.games.paths_of_glory.columns import CP, Course, Level
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.names import nation_term
from tracker.games.paths_of_glory.nations import is_at_war
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.russia import box, russian_vp

NEEDS_PLAYED: Final = to_translate("{card} needs {other} as an event before it.")
Why = tuple[str, dict[str, object]]
"""The sentence that says why a card may not be used, and its facts."""


def must_hold(table: Table, seat: int, printed: Card, *, normal: bool = False) -> None:
    """The condition that is printed on an event, unless an army comes as a normal one."""
    if normal and printed.or_normal:
        return
    for condition in (*SHARED, *OF_EVENTS):
        refuse(condition(table, seat, printed), seat, printed)


def refuse(why: Why | None, seat: int, printed: Card) -> None:
    """Refuse the card by its own number."""
    if why is not None:
        text, facts = why
        name = card_name(seat, printed.n)
        raise Refused(rule_of(seat, printed.n), text, card=name, **facts)


def _turns(table: Table, seat: int, printed: Card) -> Why | None:
    first, last = printed.turns
    if first <= table.turn <= last:
        return None
    if printed.or_played and table.was_played(*card_id(printed.or_played)):
        return None
    text = to_translate("{card} may be used on turns {first} to {last}; this is turn {turn}.")
    return text, {"first": first, "last": last, "turn": table.turn}


def _played(table: Table, seat: int, printed: Card) -> Why | None:
    for written in printed.played:
        if not table.was_played(*card_id(written)):
            return NEEDS_PLAYED, {"other": card_name(*card_id(written))}
    return None


def _unplayed(table: Table, seat: int, printed: Card) -> Why | None:
    for written in printed.unplayed:
        if table.was_played(*card_id(written)):
            text = to_translate("{card} cannot be played after the event {other}.")
            return text, {"other": card_name(*card_id(written))}
    return None


def _any_played(table: Table, seat: int, printed: Card) -> Why | None:
    cards = [card_id(written) for written in printed.any_played]
    if not cards or any(table.was_played(*other) for other in cards):
        return None
    text = to_translate("{card} needs one of these as an event before it: {others}.")
    return text, {"others": tuple(card_name(*other) for other in cards)}


def _earlier(table: Table, seat: int, printed: Card) -> Why | None:
    if not printed.earlier:
        return None
    other = card_id(printed.earlier)
    if 0 < table.event_turn(*other) < table.turn:
        return None
    text = to_translate("{card} needs {other} as an event on an earlier turn than {turn}.")
    return text, {"other": card_name(*other), "turn": table.turn}


def _first_action(table: Table, seat: int, printed: Card) -> Why | None:
    if not printed.first or not table.actions(seat):
        return None
    text = to_translate("{card} can be an event only in the first action, not after {actions}.")
    return text, {"actions": table.actions(seat)}


def _level(table: Table, seat: int, printed: Card) -> Why | None:
    if not printed.below or table.level(seat).value < Level[printed.below.upper()].value:
        return None
    if printed.below == "total_war":
        return to_translate("{card} cannot be played at Total War."), {}
    return to_translate("{card} can be an event only at Mobilization."), {}


def _combined(table: Table, seat: int, printed: Card) -> Why | None:
    if table.combined >= printed.combined:
        return None
    text = to_translate("{card} needs {needed}; combined war status is {combined}.")
    return text, {"needed": printed.combined, "combined": table.combined}


def _at_war(table: Table, seat: int, printed: Card) -> Why | None:
    if not printed.at_war or is_at_war(table, printed.at_war):
        return None
    text = to_translate("{card} needs {nation} at war, and {nation} is neutral.")
    return text, {"nation": nation_term(printed.at_war)}


def _holds(table: Table, seat: int, printed: Card) -> Why | None:
    if not printed.holds or table.holder(printed.holds) == seat:
        return None
    return to_translate("{card} needs {space}, which the enemy holds."), {"space": printed.holds}


def _fleet(table: Table, seat: int, printed: Card) -> Why | None:
    if not printed.answers_fleet or table[TABLE, Course.FLEET_PENDING]:
        return None
    text = to_translate("{card} can only answer {other}, and only in the next AP action.")
    return text, {"other": card_name(CP, 25)}


def _capitulation(table: Table, seat: int, printed: Card) -> Why | None:
    """PG-16.4.3, PG-16.4.4, PG-16.4.6: the box of Russian capitulation."""
    if printed.box < 0 or box(table) == printed.box:
        return None
    return WHY_NOT_IN_BOX[printed.box](table)


def _too_few_spaces(table: Table) -> Why:
    text = to_translate("{card} needs {needed} Russian spaces; CP holds {held}.")
    return text, {"needed": russia.SPACES_FOR_FIRST_BOX, "held": russian_vp(table)}


def _too_low_total(table: Table) -> Why:
    if not table.was_played(CP, russia.TSAR_TAKES_COMMAND):
        return NEEDS_PLAYED, {"other": card_name(CP, russia.TSAR_TAKES_COMMAND)}
    text = to_translate(
        "{card} needs {needed}: combined war status {combined} and {held} Russian spaces make "
        "{total}."
    )
    held = russian_vp(table)
    facts = {"combined": table.combined, "held": held, "total": table.combined + held}
    return text, {"needed": TABLES.marks.fall_of_the_tsar, **facts}


def _too_few_since(table: Table) -> Why:
    fell_at = russia.tsar_fell_at(table)
    if fell_at is None:
        return NEEDS_PLAYED, {"other": card_name(CP, russia.FALL_OF_THE_TSAR)}
    if table.event_turn(CP, russia.FALL_OF_THE_TSAR) == table.turn:
        return to_translate("{card} needs a later turn than the fall of the Tsar."), {}
    text = to_translate(
        "{card} needs more than the {fell_at} Russian spaces that CP held when the Tsar fell, or "
        "all but Baku; CP holds {held}."
    )
    return text, {"fell_at": fell_at, "held": russian_vp(table)}


WHY_NOT_IN_BOX: Final[dict[int, Callable[[Table], Why]]] = {
    1: _too_few_spaces,
    3: _too_low_total,
    5: _too_few_since,
}
Condition = Callable[[Table, int, Card], Why | None]
# What events and combat cards have in common.
SHARED: Final[tuple[Condition, ...]] = (_turns, _played, _unplayed)
OF_EVENTS: Final[tuple[Condition, ...]] = (
    _any_played,
    _earlier,
    _first_action,
    _level,
    _combined,
    _at_war,
    _holds,
    _fleet,
    _capitulation,
)


def shared(table: Table, seat: int, printed: Card) -> Iterator[Why | None]:
    """The conditions that a combat card has as an event has them."""
    return (condition(table, seat, printed) for condition in SHARED)
