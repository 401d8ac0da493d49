"""PG-9.5.4 Combat cards: when one may be used in a battle, and where it goes afterwards."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import UNSET, Struct

from tracker.engine.message import to_translate
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import conditions, events, pieces
from tracker.games.paths_of_glory.box import SPACES, Card, card
from tracker.games.paths_of_glory.columns import AP, CP
from tracker.games.paths_of_glory.conditions import Why, refuse
from tracker.games.paths_of_glory.entries import Battle
from tracker.games.paths_of_glory.hands import (
    card_name,
    leave_hand,
    must_be_at_hand,
    must_have_cards,
)
from tracker.games.paths_of_glory.names import TERRAINS, nation_term, nation_terms
from tracker.games.paths_of_glory.pieces import DESTROYED, DISCARD, KEPT, REMOVED, USED
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.questions import Winner

# PG-AP7: the terrain and the seasons of severe weather.
SEVERE_WEATHER: Final = frozenset(
    {("mountain", "fall"), ("mountain", "winter"), ("swamp", "spring"), ("swamp", "fall")}
)


class Side(Struct, frozen=True):
    """A side of a battle, as its combat cards see it."""

    seat: int
    is_attacker: bool
    own: Sequence[str]
    enemy: Sequence[str]
    cards: Sequence[int]
    enemy_cards: Sequence[int]


def attacker_of(entry: Battle) -> Side:
    own, enemy = entry.attacker_cards, entry.defender_cards
    return Side(entry.seat, True, entry.attackers, entry.defenders, own, enemy)


def defender_of(entry: Battle) -> Side:
    own, enemy = entry.defender_cards, entry.attacker_cards
    return Side(1 - entry.seat, False, entry.defenders, entry.attackers, own, enemy)


def must_fit(table: Table, entry: Battle) -> None:
    """PG-9.5.4: the attacker's cards, then the defender's, in the order written."""
    for side in (attacker_of(entry), defender_of(entry)):
        if side.cards:
            for n in side.cards:
                _must_be_usable(table, entry, side, card(side.seat, n))
            must_have_cards(table, side.seat, sum(_is_unseen(table, side, n) for n in side.cards))


def _is_unseen(table: Table, side: Side, n: int) -> bool:
    """Return whether the card comes from the hand; otherwise it lies face up."""
    return table.lies(side.seat, n) not in (KEPT, USED)


def _must_be_usable(table: Table, entry: Battle, side: Side, printed: Card) -> None:
    name = card_name(side.seat, printed.n)
    if not side.is_attacker and not side.own:
        raise Refused("PG-3.0", "{card} cannot help a bare fort.", card=name)
    if not printed.is_combat_card:
        raise Refused("PG-9.5.4.1", "{card} is not a combat card.", card=name)
    lies = table.lies(side.seat, printed.n)
    if lies == USED:
        raise Refused("PG-9.5.4.4", "{card} has already been used this round.", card=name)
    if lies != KEPT:
        must_be_at_hand(table, side.seat, printed.n)
    for why in _conditions(table, entry, side, printed):
        refuse(why, side.seat, printed)


def _conditions(table: Table, entry: Battle, side: Side, printed: Card) -> Iterator[Why | None]:
    yield from conditions.shared(table, side.seat, printed)
    for condition in OF_NATIONS:
        yield condition(side, printed)
    for of_ground in OF_GROUND:
        yield of_ground(table, entry, printed)
    yield _against(table, side, printed)


def _when(side: Side, printed: Card) -> Why | None:
    if printed.when == "attack" and not side.is_attacker:
        return to_translate("{card} is for an attack."), {}
    if printed.when == "defence" and side.is_attacker:
        return to_translate("{card} is for a defence."), {}
    return None


def _own(side: Side, printed: Card) -> Why | None:
    if printed.own and not set(printed.own) & set(side.own):
        return to_translate("{card} needs a unit of {nations}."), {
            "nations": nation_terms(printed.own)
        }
    if printed.own_alone and set(side.own) != {printed.own_alone}:
        return to_translate("{card} needs {nation} units only."), {
            "nation": nation_term(printed.own_alone)
        }
    return None


def _enemy(side: Side, printed: Card) -> Why | None:
    if printed.enemy and printed.enemy not in side.enemy:
        return to_translate("{card} needs {nation} units as the enemy."), {
            "nation": nation_term(printed.enemy)
        }
    if printed.enemy_alone and set(side.enemy) != {printed.enemy_alone}:
        text = to_translate("{card} needs {nation} units as the only enemy.")
        return text, {"nation": nation_term(printed.enemy_alone)}
    return None


def _place(table: Table, entry: Battle, printed: Card) -> Why | None:
    space = SPACES[entry.at]
    facts: dict[str, object] = {"space": space.name}
    if printed.nations and space.nation not in printed.nations:
        text = to_translate("{card} needs a space of {nations}, not {space}.")
        return text, {**facts, "nations": nation_terms(printed.nations)}
    if printed.terrain and space.terrain != printed.terrain:
        text = to_translate("{card} needs {terrain}; {space} is {found}.")
        return text, {
            **facts,
            "terrain": TERRAINS[printed.terrain],
            "found": TERRAINS[space.terrain],
        }
    if printed.fort and not (space.nation == printed.fort and _has_standing_fort(table, entry)):
        text = to_translate("{card} needs an intact fort of {nation} in {space}.")
        return text, {**facts, "nation": nation_term(printed.fort)}
    return None


def _has_standing_fort(table: Table, entry: Battle) -> bool:
    return table.fort_state(entry.at) != DESTROYED


def _weather(table: Table, entry: Battle, printed: Card) -> Why | None:
    terrain = SPACES[entry.at].terrain
    if not printed.weather or (terrain, table.season) in SEVERE_WEATHER:
        return None
    text = to_translate(
        "{card} needs mountain in fall or winter, or swamp in spring or fall; {space} is "
        "{terrain} on turn {turn}."
    )
    return text, {"space": entry.at, "terrain": TERRAINS[terrain], "turn": table.turn}


def _trench(table: Table, entry: Battle, printed: Card) -> Why | None:
    """Checked only where the battle is calculated: else the sheet does not know the trench."""
    if printed.trench is None or entry.calculation is UNSET:
        return None
    if printed.trench and not entry.calculation.trench:
        return to_translate("{card} needs a trench."), {}
    if entry.calculation.trench and not printed.trench:
        text = to_translate("{card} needs a space without a trench; it has level {level}.")
        return text, {"level": entry.calculation.trench}
    return None


def _against(table: Table, side: Side, printed: Card) -> Why | None:
    """PG-CP64: no AP 48 in the fight, AP 35 not running as event."""
    other = 1 - side.seat
    if printed.not_against in side.enemy_cards:
        name = card_name(other, printed.not_against)
        return to_translate("{card} does nothing against {other}."), {"other": name}
    if printed.not_running and table.runs(other, printed.not_running):
        name = card_name(other, printed.not_running)
        return to_translate("{card} does nothing while {other} runs."), {"other": name}
    return None


OF_NATIONS: Final[tuple[Callable[[Side, Card], Why | None], ...]] = (_when, _own, _enemy)
OF_GROUND: Final[tuple[Callable[[Table, Battle, Card], Why | None], ...]] = (
    _place,
    _weather,
    _trench,
)


def lay_down(table: Table, entry: Battle, winner: Winner, *, is_off: bool) -> None:
    """PG-9.5.4.2, PG-9.5.4.3: the attacker's cards first; none of them in an attack that is off."""
    if not is_off:
        _lay_down(table, attacker_of(entry), has_won=winner == "attacker", tie=winner == "none")
    _lay_down(table, defender_of(entry), has_won=winner == "defender", tie=winner == "none")


def _lay_down(table: Table, side: Side, *, has_won: bool, tie: bool) -> None:
    for n in side.cards:
        printed = card(side.seat, n)
        if _is_unseen(table, side, n):
            leave_hand(table, side.seat, "PG-9.5.4.1")
            events.note(table, side.seat, printed)
        stays = has_won or (tie and printed.stays_on_tie)
        table.put_card(side.seat, n, *_goes_to(printed, stays=stays))


def _goes_to(printed: Card, *, stays: bool) -> tuple[str, str]:
    if printed.star:
        return REMOVED, "PG-9.5.4.2"
    if stays and printed.kind == "CC":
        return USED, "PG-9.5.4.2"
    return DISCARD, "PG-9.5.4.3"


def refresh(table: Table) -> None:
    """PG-9.5.4.4: cards that lie face up may be used again in a new round."""
    if USED not in table.places[: pieces.EVENTS]:
        return
    for seat in (CP, AP):
        for n in table.cards_that_lie(seat, USED):
            table.put_card(seat, n, KEPT, "PG-9.5.4.4")
