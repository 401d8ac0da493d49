"""What each entry asks for: its fields, and the entry that they make once they are filled in."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tracker.engine.ledger import Amount, Column
from tracker.engine.message import Message, to_translate
from tracker.engine.title import why_not
from tracker.games.civil_war import luring, title
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import HANDED, KINDS, RESOURCES, Bonus, Count, Resource
from tracker.games.civil_war.entries import Attack
from tracker.games.civil_war.position import Position
from tracker.games.civil_war.trade import tradable
from tracker.games.titles import TITLES
from tracker.web.civil_war.choice_fields import Document, ask_choices
from tracker.web.civil_war.fields import Filled
from tracker.web.fields import NumberInput, Option

RULES: Final = TITLES[title.NAME]
POINTS: Final = re.compile(r"-?[0-9]{1,4}")


def _find(filled: Filled, _: Position) -> Document | None:
    resource = filled.choose("resource", Message("What was found?"), _resources())
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


def _lose(filled: Filled, _: Position) -> Document | None:
    resource = filled.choose("resource", Message("What was lost?"), _resources())
    amount = filled.keypad()
    if resource is None or amount is None:
        return None
    return {"seat": filled.seat, "resource": resource, "amount": amount}


def _meet(filled: Filled, position: Position) -> Document | None:
    kind = filled.choose("kind", Message("Who was met?"), _kinds())
    amount = filled.keypad()
    met = next((one for one in KINDS if one.value == kind), None)
    if met is None:
        return None
    # Without a number yet, help that was promised stays on the pad.
    document = {"seat": filled.seat, "kind": kind, "count": amount or 1}
    document = ask_choices(filled, position, "meet", document, is_extra=True)
    return document if amount else None


def _gain(filled: Filled, _: Position) -> Document | None:
    bonus = filled.choose("bonus", Message("What was found?"), _handed())
    return None if bonus is None else {"seat": filled.seat, "bonus": bonus}


def _fire(filled: Filled, _: Position) -> Document | None:
    amount = filled.keypad()
    return None if amount is None else {"seat": filled.seat, "amount": amount}


def _sickness(filled: Filled, position: Position) -> Document | None:
    document = _fire(filled, position)
    if document is None:
        return None
    return ask_choices(filled, position, "sickness", document, is_extra=True)


def _only_seat(filled: Filled, _: Position) -> Document:
    return {"seat": filled.seat}


def _nothing(filled: Filled, _: Position) -> Document:
    return {}


def _lure(filled: Filled, _: Position) -> Document | None:
    camps = []
    for other in _enemies(filled):
        people = _lured_people(filled, other)
        if people:
            camps.append({"seat": other, "people": people})
    return {"seat": filled.seat, "from": camps} if camps else None


def _lured_people(filled: Filled, other: int) -> dict[str, int]:
    table = filled.table
    inputs = [
        NumberInput(f"lure_{other}_{kind.value}", kind, kind.value, 0, table[other, kind])
        for kind in KINDS
        if luring.can_be_lured(table, kind) and table[other, kind]
    ]
    label = Message("From {name}'s camp", {"name": table.name(other)})
    chosen = filled.numbers(label, inputs)
    return {name.removeprefix(f"lure_{other}_"): number for name, number in chosen.items()}


def _spend_reserve(filled: Filled, _: Position) -> Document | None:
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


def _hand_over(filled: Filled, _: Position) -> Document | None:
    bonus = filled.choose("bonus", Message("What is handed over?"), _handed())
    others = [seat for seat in filled.table.seats_in_game() if seat != filled.seat]
    to = filled.another_seat("to", Message("To whom?"), others)
    if bonus is None or to is None:
        return None
    return {"seat": filled.seat, "to": to, "bonus": bonus}


def _hand_turn(filled: Filled, _: Position) -> Document | None:
    to = filled.another_seat("to", Message("Whose turn is it?"), filled.table.seats_in_game())
    return None if to is None else {"to": to}


def _trade(filled: Filled, _: Position) -> Document | None:
    table = filled.table
    others = [seat for seat in table.seats_in_game() if seat != filled.seat]
    partner = filled.another_seat("with", Message("With whom?"), others)
    give = filled.goods(
        "give", Message("{name} gives", {"name": table.name(filled.seat)}), filled.seat
    )
    if partner is None:
        return None
    get = filled.goods("get", Message("{name} gives", {"name": table.name(partner)}), partner)
    if not give and not get:
        return None
    return {"seat": filled.seat, "with": partner, "give": give, "get": get}


def _hq_trade(filled: Filled, _: Position) -> Document | None:
    named = _named(filled)
    label = Message("Five of what does {name} give?", named)
    give = filled.choose("give", label, _tradable(filled))
    get = filled.choose("get", Message("For one of what?"), _resources())
    if give is None or get is None:
        return None
    times = _how_often(filled, give, get)
    return {"seat": filled.seat, "give": give, "get": get, "times": times} if times else None


def _tradable(filled: Filled) -> list[Option]:
    """CW-7.2: each resource with what the trader has of it."""
    table, seat = filled.table, filled.seat
    return [
        Option(
            one.value,
            Message("{resource}: {number}", {"resource": one, "number": table[seat, one]}),
            one.value,
        )
        for one in RESOURCES
    ]


def _how_often(filled: Filled, give: str, get: str) -> int:
    """CW-7.2: once, or as often as what is given allows."""
    given, got = (next(one for one in RESOURCES if one.value == name) for name in (give, get))
    has = tradable(filled.table, filled.seat, given)
    most = has // BOX.headquarters.price
    facts = {"has": Amount(has, given), "most": most}
    label = Message("Get how many? ({has}: up to {most})", facts)
    number = NumberInput("times", got, get, min(1, most), most)
    return filled.numbers(label, [number]).get("times", 0)


def _upkeep(filled: Filled, position: Position) -> Document:
    return ask_choices(filled, position, "upkeep", {}, is_extra=True)


def _attack(filled: Filled, position: Position) -> Document | None:
    table = filled.table
    target = _target(filled, position, Message("Whom?"))
    if target is None:
        return None
    document: Document = {"seat": filled.seat, "target": target}
    if filled.arguments.get("press"):
        document["press"] = True
    is_extra = bool(table.people(target) or table[target, Resource.WEAPONS])
    return ask_choices(filled, position, "attack", document, is_extra=is_extra)


def _buy_off(filled: Filled, position: Position) -> Document | None:
    table = filled.table
    target = _target(filled, position, Message("Who pays?"))
    if target is None:
        return None
    pay = filled.goods("pay", Message("{name} pays", {"name": table.name(target)}), target)
    return {"seat": filled.seat, "target": target, "pay": pay} if pay else None


def _target(filled: Filled, position: Position, label: Message) -> int | None:
    """CW-13.1: whoever may not be attacked is off."""
    others = [seat for seat in filled.table.seats_in_game() if seat != filled.seat]
    return filled.another_seat(
        "target",
        label,
        others,
        lambda other: why_not(RULES, position, Attack(filled.seat, other, press=True)),
    )


def _correct(filled: Filled, _: Position) -> Document | None:
    """CW-11.6: only what differs from the sheet is set."""
    table, seat = filled.table, filled.seat
    set_to: Document = {}
    points = filled.arguments.get("points", "").strip()
    now = table[seat, Count.POINTS]
    filled.text("points", Message("Points, now {points}", {"points": now}), 5)
    if POINTS.fullmatch(points) and int(points) != now:
        set_to["points"] = int(points)
    groups = (("resources", RESOURCES), ("people", KINDS), ("bonuses", HOLDABLE))
    for group, columns in (*groups, ("", (Count.LOST_TURNS,))):
        most = 1 if group == "bonuses" else 9_999
        before = {column: table[seat, column] for column in columns}
        inputs = [NumberInput(f"set_{c.value}", c, _icon(c), before[c], most) for c in columns]
        filled.numbers(CORRECTED[group], inputs)
        shown = {one.name: one.value for one in filled.fields[-1].inputs}  # type: ignore[union-attr]
        changed = {
            column.value: shown[f"set_{column.value}"]
            for column in columns
            if shown[f"set_{column.value}"] != before[column]
        }
        if group == "bonuses":
            changed = {name: bool(number) for name, number in changed.items()}
        if changed:
            set_to |= {group: changed} if group else changed
    reason = filled.text("reason", Message("Why?"), 200)
    if set_to and not reason:
        filled.missing = Message("Only the reason is missing: a correction says why.")
    if not set_to or not reason:
        return None
    return {"seat": seat, "set": set_to, "reason": reason}


def _icon(column: Column) -> str:
    return "lost_turn" if column is Count.LOST_TURNS else str(column.value)


def _named(filled: Filled) -> dict[str, object]:
    return {"name": filled.table.name(filled.seat)}


def _resources() -> list[Option]:
    return [Option(one.value, one, one.value) for one in RESOURCES]


def _kinds() -> list[Option]:
    return [Option(one.value, one, one.value) for one in KINDS]


def _handed() -> list[Option]:
    return [Option(name, bonus, name) for name, bonus in HANDED.items()]


def _enemies(filled: Filled) -> list[int]:
    table = filled.table
    return [
        seat for seat in table.seats_in_game() if table.side(seat) is not table.side(filled.seat)
    ]


HOLDABLE: Final = (Bonus.WAGON, Bonus.DYNAMITE, Bonus.FIRE_BRIGADE)
CORRECTED: Final = {
    "resources": Message("Resources"),
    "people": Message("People"),
    "bonuses": Message("Bonuses (1 has it, 0 has not)"),
    "": Message("Turns"),
}
HEADINGS: Final = {
    "find": Message("A find"),
    "lose": Message("A loss"),
    "meet": Message("An encounter"),
    "gain": Message("A wagon or dynamite is found"),
    "fire": Message("Fire"),
    "sickness": Message("Sickness"),
    "sabotage": Message("Sabotage"),
    "raise_brigade": Message("A fire brigade"),
    "lure": Message("Luring volunteers"),
    "spend_reserve": Message("Spending the gold reserve"),
    "hand_over": Message("Handing over a bonus"),
    "end_turn": Message("The end of the turn"),
    "hand_turn": Message("Handing the turn to somebody"),
    "end_month": Message("The end of the month's turns"),
    "trade": Message("A trade between players"),
    "hq_trade": Message("A 5 : 1 trade at headquarters"),
    "upkeep": Message("Upkeep"),
    "attack": Message("An attack"),
    "buy_off": Message("Buying an attacker off"),
    "next_month": Message("The next month"),
}
BEGUN: Final = {
    "find": ("resource", RESOURCES, "amount", to_translate("{name} finds {amount}")),
    "lose": ("resource", RESOURCES, "amount", to_translate("{name} loses {amount}")),
    "meet": ("kind", KINDS, "people", to_translate("{name} meets {people}")),
}


def heading(do: str, filled: Filled) -> Message:
    """What an entry is called while it is not filled in: as much as is known of it."""
    if do == "correct":
        return Message("A correction: {name}", _named(filled))
    if do not in BEGUN:
        return HEADINGS[do]
    argument, columns, fact, text = BEGUN[do]
    asked = filled.arguments.get(argument)
    what = next((one for one in columns if one.value == asked), None)
    return HEADINGS[do] if what is None else Message(text, {**_named(filled), fact: what})


BUILDERS: Final[Mapping[str, Callable[[Filled, Position], Document | None]]] = {
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
    "trade": _trade,
    "hq_trade": _hq_trade,
    "upkeep": _upkeep,
    "attack": _attack,
    "buy_off": _buy_off,
    "next_month": _nothing,
    "correct": _correct,
}
