"""The choices that a half-filled entry leaves open, with their options and limits."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET, structs

from tracker.engine import match_file
from tracker.engine.choice import Choice, ChoiceOption
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import (
    combat_cards,
    drawing,
    entries,
    events,
    forts,
    replacements,
)
from tracker.games.paths_of_glory.box import CARDS
from tracker.games.paths_of_glory.checking import NORMAL_ARMIES, SIXTUS_AFFAIR, WAR_IN_AFRICA
from tracker.games.paths_of_glory.columns import AP, CP, SIDES, Replacement
from tracker.games.paths_of_glory.entries import Written
from tracker.games.paths_of_glory.hands import card_name, must_be_at_hand
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.replacements import ARMY_STEP, CORPS_STEP

DIE: Final = tuple(ChoiceOption(str(die), str(die)) for die in range(1, 7))
YES: Final = ChoiceOption("true", Message("yes"))
NO: Final = ChoiceOption("false", Message("no"))


def choices(position: Position, entry: Written) -> tuple[Choice, ...]:
    """Return what may still be chosen for the entry, in the order it is asked."""
    ask = CHOICES.get(type(entry))
    return () if ask is None else tuple(ask(Table(position), entry))


def _play(table: Table, entry: entries.Play) -> Iterator[Choice]:
    card = (entry.seat, entry.card) if entry.use == "event" else None
    if card == WAR_IN_AFRICA:
        options = (
            ChoiceOption("vp", Message("VP +1")),
            ChoiceOption("corps", Message("A BR corps is removed")),
        )
        yield Choice("africa", Message("AP chooses"), options, required=True)
    if card == SIXTUS_AFFAIR:
        yield Choice("die", Message("Die"), DIE, required=True)
    if card and card[0] == AP and card[1] in NORMAL_ARMIES:
        yield from _normal(table, entry)


def _normal(table: Table, entry: entries.Play) -> Iterator[Choice]:
    """PG-9.5.3.4: as the card says, or as a normal army, whatever of the two is allowed."""
    ways = ((NO, False), (YES, True))
    options = tuple(
        option
        for option, normal in ways
        if _is_allowed(events.must_be_allowed, table, structs.replace(entry, normal=normal))
    )
    default = {NO.value: 1} if NO in options else {}
    if options:
        label = Message("As a normal army")
        yield Choice("normal", label, options, default=default, required=not default)


def _peace(table: Table, entry: entries.Peace) -> Iterator[Choice]:
    if not entry.accepted:
        yield Choice("die", Message("Die"), DIE, required=True)


def _battle(table: Table, entry: entries.Battle) -> Iterator[Choice]:
    """PG-9.5.4: the combat cards that fit this battle."""
    attacker = fitting(table, entry, is_attacker=True)
    defender = fitting(table, entry, is_attacker=False)
    if attacker:
        yield Choice("attacker_cards", Message("The attacker's cards"), attacker, amounts=True)
    if defender:
        yield Choice("defender_cards", Message("The defender's cards"), defender, amounts=True)


def fitting(table: Table, entry: entries.Battle, *, is_attacker: bool) -> tuple[ChoiceOption, ...]:
    """Return the combat cards of a side that may be used, each taken by itself."""
    field = "attacker_cards" if is_attacker else "defender_cards"
    seat = entry.seat if is_attacker else 1 - entry.seat
    options = []
    for card in CARDS[seat]:
        if card.is_combat_card:
            tried = structs.replace(entry, **{field: (card.n,)})
            if _is_allowed(combat_cards.must_fit, table, tried):
                options.append(ChoiceOption(str(card.n), card_name(seat, card.n)))
    return tuple(options)


def _is_allowed(rule: Callable[[Table, Any], None], table: Table, entry: Written) -> bool:
    try:
        rule(table, entry)
    except Refused:
        return False
    return True


def _sieges(table: Table, entry: entries.Sieges) -> Iterator[Choice]:
    for space in forts.besieged_forts(table):
        label = Message("Die for {space}", {"space": space})
        yield Choice(f"dice.{space}", label, DIE, required=True)


def _replace(table: Table, entry: entries.Replace) -> Iterator[Choice]:
    has = table[entry.seat, Replacement[entry.nation]]
    armies = (ChoiceOption("army_steps", Message("Army steps"), has // ARMY_STEP),)
    corps = (ChoiceOption("corps_steps", Message("Corps steps"), has // CORPS_STEP),)
    yield Choice("army_steps", Message("Army steps"), armies, amounts=True)
    yield Choice("corps_steps", Message("Corps steps"), corps, amounts=True)


def _end_replacements(table: Table, entry: entries.EndReplacements) -> Iterator[Choice]:
    """PG-5.7.3: the table may say otherwise than the sheet counts."""
    is_ap = replacements.SEGMENT.get(table.phase) == AP
    if is_ap and entry.sedan is UNSET and replacements.may_have_sedan(table):
        counted = replacements.western_spaces(table) >= replacements.SEDAN_NEIGHBOURS
        default = {"true" if counted else "false": 1}
        yield Choice("sedan", Message("Sedan and two more spaces"), (YES, NO), default=default)


def _draw(table: Table, entry: entries.Draw) -> Iterator[Choice]:
    """PG-9.5.4.6: the cards that may be thrown away."""
    for seat in (CP, AP):
        options = tuple(
            ChoiceOption(str(card.n), card_name(seat, card.n))
            for card in CARDS[seat]
            if _may_throw(table, seat, card.n)
        )
        if options:
            yield Choice(SIDES[seat], Message("Cards discarded"), options, amounts=True)


def _may_throw(table: Table, seat: int, n: int) -> bool:
    try:
        must_be_at_hand(table, seat, n)
    except Refused:
        return False
    return drawing.is_throwable(table, seat, n)


CHOICES: Final[Mapping[type[match_file.Entry], Callable[[Table, Any], Iterator[Choice]]]] = {
    entries.Play: _play,
    entries.Peace: _peace,
    entries.Battle: _battle,
    entries.Sieges: _sieges,
    entries.Replace: _replace,
    entries.EndReplacements: _end_replacements,
    entries.Draw: _draw,
}
