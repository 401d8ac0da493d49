"""Every entry as a sentence, for the history and for "Undo: …"."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET

from tracker.engine.hand_seat import HandSeat, sentence
from tracker.engine.message import Message, Term
from tracker.games.grizzled import entries
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import Threat
from tracker.games.grizzled.entries import Written
from tracker.games.grizzled.setup import Setup

LAST_MISSIONS: Final = {
    "decisive_assault": Term("Decisive Assault", "mission"),
    "last_stand": Term("Last Stand", "mission"),
}


def entry_text(setup: Setup, entry: Written) -> Message:
    if isinstance(entry, HandSeat):
        return sentence(setup, entry)
    return SENTENCES[type(entry)](_Names(setup), entry)


class _Names:
    """The soldiers' names, by seat."""

    def __init__(self, setup: Setup) -> None:
        self._seats = setup.seats
        self.is_solo = setup.mode == "solo"

    def __getitem__(self, seat: int) -> str:
        return self._seats[seat].name


def _mission(names: _Names, entry: entries.Mission) -> Message:
    if entry.final is not UNSET:
        return Message("The last mission: {mission}", {"mission": LAST_MISSIONS[entry.final]})
    if names.is_solo:
        return Message("A mission begins")
    facts: dict[str, object] = {}
    if entry.card is not UNSET:
        facts["mission"] = entry.card.name
    if entry.danger is not UNSET:
        facts["danger"] = entry.danger
    text = {
        (): Message("A mission with the least danger"),
        ("danger",): Message("A mission with danger {danger}"),
        ("mission",): Message("The mission {mission} with the least danger"),
        ("mission", "danger"): Message("The mission {mission} with danger {danger}"),
    }[tuple(facts)]
    return Message(text.text, facts)


def _play(names: _Names, entry: entries.Play) -> Message:
    facts = {"name": names[entry.seat], "card": CARDS[entry.card].label}
    if entry.drawn is UNSET:
        return Message("{name} plays {card}", facts)
    drawn = CARDS[entry.drawn].label
    return Message("{name} plays {card} and draws {drawn}", {**facts, "drawn": drawn})


def _charm(names: _Names, entry: entries.Charm) -> Message:
    facts = {"name": names[entry.seat], "card": CARDS[entry.card].label}
    return Message("{name} uses the charm against {card}", facts)


def _speech(names: _Names, entry: entries.Speech) -> Message:
    threat: Threat = entry.threat
    facts: dict[str, object] = {"name": names[entry.seat], "threat": threat.term}
    if not entry.discards:
        return Message("{name} makes a speech against {threat}", facts)
    facts["number"] = len(entry.discards)
    return Message("{name} makes a speech against {threat}; cards discarded: {number}", facts)


def _withdraw(names: _Names, entry: entries.Withdraw) -> Message:
    facts: dict[str, object] = {"name": names[entry.seat]}
    if entry.drawn is UNSET:
        return Message("{name} withdraws", facts)
    facts["drawn"] = CARDS[entry.drawn].label
    return Message("{name} withdraws and draws {drawn}", facts)


def _support(names: _Names, entry: entries.Support) -> Message:
    if entry.help is UNSET or not (entry.help.remove or entry.help.charm):
        return Message("Support is handed over")
    return Message("Support is handed over, and the soldier who received the most is helped")


SENTENCES: Final[dict[type[entries.Entry], Callable[[_Names, Any], Message]]] = {
    entries.Mission: _mission,
    entries.Play: _play,
    entries.Charm: _charm,
    entries.Speech: _speech,
    entries.Withdraw: _withdraw,
    entries.Support: _support,
    entries.NextMission: lambda names, entry: Message("Morale drops, the next mission begins"),
    entries.GiveOrder: lambda names, entry: Message(
        "An order of the mission in place {place} is carried out", {"place": entry.mission + 1}
    ),
    entries.Correct: lambda names, entry: Message(
        "Numbers are corrected: {reason}", {"reason": entry.reason}
    ),
}
