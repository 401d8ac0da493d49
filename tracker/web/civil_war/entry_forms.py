"""The form of each entry: its fields, and the entry that they make once they are filled in."""

from collections.abc import Callable, Mapping
from typing import Final

from tracker.engine.message import Message
from tracker.engine.title import why_not
from tracker.games.civil_war import luring, title
from tracker.games.civil_war.columns import HANDED, KINDS, Resource
from tracker.games.civil_war.entries import Attack
from tracker.games.civil_war.position import Position
from tracker.games.titles import TITLES
from tracker.web.civil_war import correction_form, trade_forms
from tracker.web.civil_war.choice_fields import Document, ask_choices
from tracker.web.civil_war.pad_fields import FilledPad, resource_options
from tracker.web.pad.fields import NumberInput, Option

RULES: Final = TITLES[title.NAME]


def _find(filled: FilledPad, _: Position) -> Document | None:
    resource = filled.choose("resource", Message("What was found?"), resource_options())
    where = filled.choose(
        "where",
        Message("Where on the tile?"),
        [
            Option("edge", Message("On an edge")),
            Option("middle", Message("In the middle")),
            Option("middle_doubled", Message("In the middle, a wagon doubles it")),
        ],
        default="edge",
        is_extra=True,
    )
    amount = filled.keypad()
    if resource is None or amount is None:
        return None
    document = {"seat": filled.seat, "resource": resource, "amount": amount}
    return {**document, "where": where} if where else document


def _lose(filled: FilledPad, _: Position) -> Document | None:
    resource = filled.choose("resource", Message("What was lost?"), resource_options())
    amount = filled.keypad()
    if resource is None or amount is None:
        return None
    return {"seat": filled.seat, "resource": resource, "amount": amount}


def _meet(filled: FilledPad, position: Position) -> Document | None:
    kind = filled.choose("kind", Message("Who was met?"), _kinds())
    amount = filled.keypad()
    met = next((met for met in KINDS if met.value == kind), None)
    if met is None:
        return None
    # Without a number yet, help that was promised stays on the pad.
    document = {"seat": filled.seat, "kind": kind, "count": amount or 1}
    document = ask_choices(filled, position, "meet", document, is_extra=True)
    return document if amount else None


def _gain(filled: FilledPad, _: Position) -> Document | None:
    bonus = filled.choose("bonus", Message("What was found?"), _handed())
    return None if bonus is None else {"seat": filled.seat, "bonus": bonus}


def _fire(filled: FilledPad, _: Position) -> Document | None:
    amount = filled.keypad()
    return None if amount is None else {"seat": filled.seat, "amount": amount}


def _sickness(filled: FilledPad, position: Position) -> Document | None:
    document = _fire(filled, position)
    if document is None:
        return None
    return ask_choices(filled, position, "sickness", document, is_extra=True)


def _only_seat(filled: FilledPad, _: Position) -> Document:
    return {"seat": filled.seat}


def _nothing(filled: FilledPad, _: Position) -> Document:
    return {}


def _lure(filled: FilledPad, _: Position) -> Document | None:
    camps = []
    for other in _enemies(filled):
        people = _lured_people(filled, other)
        if people:
            camps.append({"seat": other, "people": people})
    return {"seat": filled.seat, "from": camps} if camps else None


def _lured_people(filled: FilledPad, other: int) -> dict[str, int]:
    table = filled.table
    inputs = [
        NumberInput(f"lure_{other}_{kind.value}", kind, kind.value, 0, table[other, kind])
        for kind in KINDS
        if luring.can_be_lured(table, kind) and table[other, kind]
    ]
    label = Message("From {name}'s camp", {"name": table.name(other)})
    chosen = filled.numbers(label, inputs)
    return {name.removeprefix(f"lure_{other}_"): number for name, number in chosen.items()}


def _spend_reserve(filled: FilledPad, _: Position) -> Document | None:
    way = filled.choose(
        "way",
        Message("What is the reserve spent on?"),
        [
            Option("lure", Message("Lure up to 10 people from one camp")),
            Option("turncoat", Message("Make an enemy player change sides")),
        ],
    )
    if way == "turncoat":
        turncoat = filled.another_seat("turncoat", Message("Who changes sides?"), _enemies(filled))
        return None if turncoat is None else {"seat": filled.seat, "turncoat": turncoat}
    if way == "lure":
        other = filled.another_seat("camp", Message("From whose camp?"), _enemies(filled))
        people = {} if other is None else _lured_people(filled, other)
        if people:
            return {"seat": filled.seat, "lure": {"seat": other, "people": people}}
    return None


def _hand_over(filled: FilledPad, _: Position) -> Document | None:
    held = [bonus for bonus in _handed() if filled.table.has(filled.seat, HANDED[bonus.value])]
    bonus = filled.choose("bonus", Message("What is handed over?"), held)
    others = [seat for seat in filled.table.seats_in_game() if seat != filled.seat]
    to = filled.another_seat("to", Message("To whom?"), others)
    if bonus is None or to is None:
        return None
    return {"seat": filled.seat, "to": to, "bonus": bonus}


def _hand_turn(filled: FilledPad, _: Position) -> Document | None:
    to = filled.another_seat("to", Message("Whose turn is it?"), filled.table.seats_in_game())
    return None if to is None else {"to": to}


def _upkeep(filled: FilledPad, position: Position) -> Document:
    return ask_choices(filled, position, "upkeep", {}, is_extra=True)


def _attack(filled: FilledPad, position: Position) -> Document | None:
    table = filled.table
    target = _target(filled, position, Message("Whom?"))
    if target is None:
        return None
    document: Document = {"seat": filled.seat, "target": target}
    if filled.arguments.get("press"):
        document["press"] = True
    is_extra = bool(table.people(target) or table[target, Resource.WEAPONS])
    return ask_choices(filled, position, "attack", document, is_extra=is_extra)


def _buy_off(filled: FilledPad, position: Position) -> Document | None:
    table = filled.table
    target = _target(filled, position, Message("Who pays?"))
    if target is None:
        return None
    pay = filled.goods("pay", Message("{name} pays", {"name": table.name(target)}), target)
    return {"seat": filled.seat, "target": target, "pay": pay} if pay else None


def _target(filled: FilledPad, position: Position, label: Message) -> int | None:
    """CW-13.1: whoever may not be attacked is off."""
    others = [seat for seat in filled.table.seats_in_game() if seat != filled.seat]
    return filled.another_seat(
        "target",
        label,
        others,
        lambda other: why_not(RULES, position, Attack(filled.seat, other, press=True)),
    )


def _kinds() -> list[Option]:
    return [Option(kind.value, kind, kind.value) for kind in KINDS]


def _handed() -> list[Option]:
    return [Option(name, bonus, name) for name, bonus in HANDED.items()]


def _enemies(filled: FilledPad) -> list[int]:
    table = filled.table
    return [
        seat for seat in table.seats_in_game() if table.side(seat) is not table.side(filled.seat)
    ]


BUILDERS: Final[Mapping[str, Callable[[FilledPad, Position], Document | None]]] = {
    "find": _find,
    "lose": _lose,
    "meet": _meet,
    "gain": _gain,
    "fire": _fire,
    "sickness": _sickness,
    "sabotage": _only_seat,
    "raise_brigade": _only_seat,
    "lure": _lure,
    "spend_reserve": _spend_reserve,
    "hand_over": _hand_over,
    "end_turn": _only_seat,
    "hand_turn": _hand_turn,
    "end_month": _nothing,
    "trade": trade_forms.trade,
    "hq_trade": trade_forms.hq_trade,
    "upkeep": _upkeep,
    "attack": _attack,
    "buy_off": _buy_off,
    "next_month": _nothing,
    "correct": correction_form.correct,
}
