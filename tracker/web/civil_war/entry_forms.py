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
from tracker.web.civil_war.choice_fields import ask_choices
from tracker.web.civil_war.pad_fields import FilledPad, resource_options
from tracker.web.pad.fields import NumberInput, Option
from tracker.web.pad.open_choices import Answers

RULES: Final = TITLES[title.NAME]
WAYS: Final = {"turncoat": "turncoat", "lure.seat": "lure"}
"""The way in which the gold reserve is spent, by the field that only it has."""


def _find(filled: FilledPad, _: Position) -> Answers | None:
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
    answers = {"seat": filled.seat, "resource": resource, "amount": amount}
    return {**answers, "where": where} if where else answers


def _lose(filled: FilledPad, _: Position) -> Answers | None:
    resource = filled.choose("resource", Message("What was lost?"), resource_options())
    amount = filled.keypad()
    if resource is None or amount is None:
        return None
    return {"seat": filled.seat, "resource": resource, "amount": amount}


def _meet(filled: FilledPad, position: Position) -> Answers | None:
    kind = filled.choose("kind", Message("Who was met?"), _kinds())
    count = filled.keypad("count")
    if kind is None:
        return None
    # Without a number yet, help that was promised stays on the pad.
    answers: Answers = {"seat": filled.seat, "kind": kind, "count": count or 1}
    answers = ask_choices(filled, position, "meet", answers, is_extra=True)
    return answers if count else None


def _gain(filled: FilledPad, _: Position) -> Answers | None:
    bonus = filled.choose("bonus", Message("What was found?"), _handed())
    return None if bonus is None else {"seat": filled.seat, "bonus": bonus}


def _fire(filled: FilledPad, _: Position) -> Answers | None:
    amount = filled.keypad()
    return None if amount is None else {"seat": filled.seat, "amount": amount}


def _sickness(filled: FilledPad, position: Position) -> Answers | None:
    answers = _fire(filled, position)
    if answers is None:
        return None
    return ask_choices(filled, position, "sickness", answers, is_extra=True)


def _only_seat(filled: FilledPad, _: Position) -> Answers:
    return {"seat": filled.seat}


def _nothing(filled: FilledPad, _: Position) -> Answers:
    return {}


def _lure(filled: FilledPad, _: Position) -> Answers | None:
    people: dict[str, int] = {}
    for other in _enemies(filled):
        people |= _lured_people(filled, other, f"from.{other}")
    return {"seat": filled.seat, **people} if people else None


def _lured_people(filled: FilledPad, other: int, path: str) -> dict[str, int]:
    table = filled.table
    inputs = [
        NumberInput(f"{path}.{kind.value}", kind, kind.value, 0, table[other, kind])
        for kind in KINDS
        if luring.can_be_lured(table, kind) and table[other, kind]
    ]
    label = Message("From {name}'s camp", {"name": table.name(other)})
    return filled.numbers(label, inputs)


def _spend_reserve(filled: FilledPad, _: Position) -> Answers | None:
    ways = [
        Option("lure", Message("Lure up to 10 people from one camp")),
        Option("turncoat", Message("Make an enemy player change sides")),
    ]
    begun = next((way for path, way in WAYS.items() if path in filled.arguments), "")
    label = Message("What is the reserve spent on?")
    way = filled.choose("way", label, ways, begun) or begun
    if way == "turncoat":
        turncoat = filled.another_seat("turncoat", Message("Who changes sides?"), _enemies(filled))
        return None if turncoat is None else {"seat": filled.seat, "turncoat": turncoat}
    if way == "lure":
        other = filled.another_seat("lure.seat", Message("From whose camp?"), _enemies(filled))
        people = {} if other is None else _lured_people(filled, other, "lure.people")
        if people:
            return {"seat": filled.seat, "lure.seat": other, **people}
    return None


def _hand_over(filled: FilledPad, _: Position) -> Answers | None:
    held = [bonus for bonus in _handed() if filled.table.has(filled.seat, HANDED[bonus.value])]
    bonus = filled.choose("bonus", Message("What is handed over?"), held)
    others = [seat for seat in filled.table.seats_in_game() if seat != filled.seat]
    to = filled.another_seat("to", Message("To whom?"), others)
    if bonus is None or to is None:
        return None
    return {"seat": filled.seat, "to": to, "bonus": bonus}


def _hand_turn(filled: FilledPad, _: Position) -> Answers | None:
    to = filled.another_seat("to", Message("Whose turn is it?"), filled.table.seats_in_game())
    return None if to is None else {"to": to}


def _upkeep(filled: FilledPad, position: Position) -> Answers:
    return ask_choices(filled, position, "upkeep", {}, is_extra=True)


def _attack(filled: FilledPad, position: Position) -> Answers | None:
    table = filled.table
    target = _target(filled, position, Message("Whom?"))
    if target is None:
        return None
    answers: dict[str, object] = {"seat": filled.seat, "target": target}
    if filled.arguments.get("press"):
        answers["press"] = True
    is_extra = bool(table.people(target) or table[target, Resource.WEAPONS])
    return ask_choices(filled, position, "attack", answers, is_extra=is_extra)


def _buy_off(filled: FilledPad, position: Position) -> Answers | None:
    table = filled.table
    target = _target(filled, position, Message("Who pays?"))
    if target is None:
        return None
    pay = filled.goods("pay", Message("{name} pays", {"name": table.name(target)}), target)
    return {"seat": filled.seat, "target": target, **pay} if pay else None


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


BUILDERS: Final[Mapping[str, Callable[[FilledPad, Position], Answers | None]]] = {
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
