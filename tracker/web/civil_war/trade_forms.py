"""The forms of trades: between players, and 5 : 1 at the headquarters (CW-7)."""

from tracker.engine.ledger import Amount
from tracker.engine.message import Message
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import RESOURCES
from tracker.games.civil_war.position import Position
from tracker.games.civil_war.trade import tradable
from tracker.web.civil_war.pad_fields import FilledPad, resource_options
from tracker.web.pad.fields import NumberInput, Option
from tracker.web.pad.open_choices import Answers


def trade(filled: FilledPad, _: Position) -> Answers | None:
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
    return {"seat": filled.seat, "with": partner, "give": "", "get": "", **give, **get}


def hq_trade(filled: FilledPad, _: Position) -> Answers | None:
    named = {"name": filled.table.name(filled.seat)}
    given = Message("What does {name} give, 5 at a time?", named)
    give = filled.choose("give", given, _tradable(filled))
    got = Message("What does {name} get for it, 1 at a time?", named)
    get = filled.choose("get", got, resource_options())
    if give is None or get is None:
        return None
    times = _how_often(filled, give, get)
    return {"seat": filled.seat, "give": give, "get": get, "times": times} if times else None


def _tradable(filled: FilledPad) -> list[Option]:
    """CW-7.2: each resource of which the trader has enough for a trade, and how much."""
    table, seat = filled.table, filled.seat
    return [
        Option(
            resource.value,
            Message(
                "{resource}: {number}", {"resource": resource, "number": table[seat, resource]}
            ),
            resource.value,
        )
        for resource in RESOURCES
        if tradable(table, seat, resource) >= BOX.headquarters.price
    ]


def _how_often(filled: FilledPad, give: str, get: str) -> int:
    """CW-7.2: once, or as often as what is given allows."""
    given, got = (
        next(resource for resource in RESOURCES if resource.value == name) for name in (give, get)
    )
    has = tradable(filled.table, filled.seat, given)
    most = has // BOX.headquarters.price
    facts = {"has": Amount(has, given), "most": most}
    label = Message("Get how many? ({has}: up to {most})", facts)
    number = NumberInput("times", got, get, min(1, most), most)
    return filled.numbers(label, [number]).get("times", 0)
