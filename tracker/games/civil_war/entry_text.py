"""Every entry as a sentence, for the history and for "Undo: …"."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET

from tracker.engine.hand_seat import HandSeat, sentence
from tracker.engine.ledger import Amount
from tracker.engine.message import Message, to_translate
from tracker.games.civil_war import entries
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import HANDED, Resource
from tracker.games.civil_war.entries import Written
from tracker.games.civil_war.goods import Goods, People
from tracker.games.civil_war.setup import Setup


def entry_text(setup: Setup, entry: Written) -> Message:
    if isinstance(entry, HandSeat):
        return sentence(setup, entry)
    return SENTENCES[type(entry)](_Names(setup), entry)


class _Names:
    """The seats' names, by number."""

    def __init__(self, setup: Setup) -> None:
        self._seats = setup.seats

    def __getitem__(self, seat: int) -> str:
        return self._seats[seat].name


def _amounts(several: Goods[Any] | People[Any]) -> tuple[Amount, ...]:
    return tuple(Amount(number, what) for what, number in several)


def _meet(names: _Names, entry: entries.Meet) -> Message:
    facts = {"name": names[entry.seat], "people": Amount(entry.count, entry.kind)}
    if not entry.help:
        return Message("{name} meets {people}", facts)
    helpers = tuple(names[gift.seat] for gift in entry.help)
    return Message("{name} meets {people}, helped by {helpers}", {**facts, "helpers": helpers})


def _lure(names: _Names, entry: entries.Lure) -> Message:
    people = tuple(amount for lured in entry.camps for amount in _amounts(lured.people))
    camps = tuple(names[lured.seat] for lured in entry.camps)
    return Message(
        "{name} lures {people} from {camps}",
        {"name": names[entry.seat], "people": people, "camps": camps},
    )


def _spend_reserve(names: _Names, entry: entries.SpendReserve) -> Message:
    facts: dict[str, object] = {"name": names[entry.seat]}
    if entry.lure is not UNSET:
        facts |= {"people": _amounts(entry.lure.people), "camp": names[entry.lure.seat]}
        return Message("{name} spends the gold reserve: {people} from {camp}", facts)
    turncoat = entry.turncoat
    facts["turncoat"] = "" if turncoat is UNSET else names[turncoat]
    return Message("{name} spends the gold reserve: {turncoat} changes sides", facts)


def _trade(names: _Names, entry: entries.Trade) -> Message:
    give, get = _amounts(entry.give), _amounts(entry.get)
    facts = {"name": names[entry.seat], "other": names[entry.partner], "give": give, "get": get}
    if not get:
        return Message("{name} gives {other} {give}", facts)
    if not give:
        return Message("{other} gives {name} {get}", facts)
    return Message("{name} gives {other} {give} for {get}", facts)


def _hq_trade(names: _Names, entry: entries.HqTrade) -> Message:
    give = Amount(entry.times * BOX.headquarters.price, entry.give)
    facts = {"name": names[entry.seat], "give": give, "get": Amount(entry.times, entry.get)}
    return Message("{name} trades {give} for {get} at headquarters", facts)


def _attack(names: _Names, entry: entries.Attack) -> Message:
    facts = {"name": names[entry.seat], "target": names[entry.target]}
    return Message("{name} attacks {target}", facts)


def _named(text: str) -> Callable[[_Names, Any], Message]:
    """A sentence with nobody but the seat in it."""
    return lambda names, entry: Message(text, {"name": names[entry.seat]})


def _plain(text: str) -> Callable[[_Names, Any], Message]:
    return lambda names, entry: Message(text)


def _with_amount(text: str) -> Callable[[_Names, Any], Message]:
    def text_with_amount(names: _Names, entry: Any) -> Message:
        amount = Amount(entry.amount, entry.resource)
        return Message(text, {"name": names[entry.seat], "amount": amount})

    return text_with_amount


SENTENCES: Final[dict[type[entries.Entry], Callable[[_Names, Any], Message]]] = {
    entries.Find: _with_amount(to_translate("{name} finds {amount}")),
    entries.Lose: _with_amount(to_translate("{name} loses {amount}")),
    entries.Meet: _meet,
    entries.Gain: lambda names, entry: Message(
        "{name} finds a bonus: {bonus}",
        {"name": names[entry.seat], "bonus": HANDED[entry.bonus]},
    ),
    entries.Fire: lambda names, entry: Message(
        "Fire in {name}'s camp: {wood}",
        {"name": names[entry.seat], "wood": Amount(entry.amount, Resource.WOOD)},
    ),
    entries.Sickness: lambda names, entry: Message(
        "Sickness in {name}'s camp: {medicine}",
        {"name": names[entry.seat], "medicine": Amount(entry.amount, Resource.MEDICINE)},
    ),
    entries.Sabotage: _named(to_translate("{name} blows up the enemy headquarters")),
    entries.RaiseBrigade: _named(to_translate("{name} raises a fire brigade")),
    entries.Lure: _lure,
    entries.SpendReserve: _spend_reserve,
    entries.HandOver: lambda names, entry: Message(
        "{name} hands over to {other}: {bonus}",
        {"name": names[entry.seat], "other": names[entry.to], "bonus": HANDED[entry.bonus]},
    ),
    entries.LayTiles: lambda names, entry: Message(
        "The month's tiles are laid: {number}", {"number": len(entry.tiles)}
    ),
    entries.TurnOver: lambda names, entry: Message(
        "{name} turns over the tile in row {row}, column {column}",
        # The pages lay every figure from 0, 0 on.
        {"name": names[entry.seat], "row": entry.at[1] + 1, "column": entry.at[0] + 1},
    ),
    entries.EndTurn: _named(to_translate("{name} ends the turn")),
    entries.HandTurn: lambda names, entry: Message(
        "The turn is handed to {name}", {"name": names[entry.to]}
    ),
    entries.EndMonth: _plain(to_translate("The month's turns are over")),
    entries.Trade: _trade,
    entries.HqTrade: _hq_trade,
    entries.Upkeep: _plain(to_translate("Upkeep for all camps")),
    entries.Attack: _attack,
    entries.BuyOff: lambda names, entry: Message(
        "{target} buys {name} off with {pay}",
        {"name": names[entry.seat], "target": names[entry.target], "pay": _amounts(entry.pay)},
    ),
    entries.NextMonth: _plain(to_translate("The month is closed")),
    entries.Correct: lambda names, entry: Message(
        "{name}'s numbers are corrected: {reason}",
        {"name": names[entry.seat], "reason": entry.reason},
    ),
}
