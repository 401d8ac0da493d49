"""The counters of the mission page: the six threats with what makes them, and the odds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.games.grizzled import cards, hard_knocks, last_missions, mission_end
from tracker.games.grizzled.box import CARDS
from tracker.games.grizzled.cards import CHRISTMAS, THREAT_CARDS, Card
from tracker.games.grizzled.columns import THREATS, Phase, Threat
from tracker.games.grizzled.position import Table
from tracker.web.grizzled.drawing import knock_name, threat_name
from tracker.web.language import translate

CARDS_THERE = Message("No man's land: {number}")
SHOWING: Final = {
    threat: tuple(card for card in THREAT_CARDS if threat in card.threats) for threat in THREATS
}
"""The threat cards with each threat."""


@dataclass(frozen=True)
class Counter:
    """An active threat: how many there are, of how many that fail the mission, and from where."""

    threat: str
    name: str
    number: int
    limit: int
    made_by: tuple[str, ...]

    @property
    def is_one_short(self) -> bool:
        return self.number == self.limit - 1


def counters(table: Table) -> list[Counter]:
    """GR-7.1: return the six threats in their order; outside a mission none is active."""
    is_mission = table.phase is Phase.MISSION
    active = mission_end.active_threats(table) if is_mission else {}
    limit = last_missions.limit(table)
    return [
        Counter(
            threat.value,
            threat_name(threat.value),
            active.get(threat, 0),
            limit,
            tuple(_made_by(table, threat)) if is_mission else (),
        )
        for threat in THREATS
    ]


def _made_by(table: Table, threat: Threat) -> Iterator[str]:
    lying = sum(table[TABLE, card.lying] for card in SHOWING[threat] if card.lying)
    if lying:
        yield translate(Message(CARDS_THERE.text, {"number": lying}))
    for seat in table.seats:
        for knock in hard_knocks.of(table, seat):
            is_feared = CARDS.hard_knocks[knock].threat is threat
            if is_feared and not table.is_withdrawn(seat):
                yield f"{table.name(seat)}: {knock_name(knock.value)}"
    for mission in table.in_force:
        if threat in mission.threats():
            yield mission.name


@dataclass(frozen=True)
class Odds:
    """The cards of a kind: how many are open, and how many are face down (GR-2.4)."""

    icon: str
    name: str
    open: int
    face_down: int


TRAPS = Message("Traps")
KNOCKS = Message("Hard knocks")
MERRY = Message("Christmas")
TRAP_CARDS: Final = tuple(card for card in THREAT_CARDS if card.is_trap)
KNOCK_CARDS: Final = tuple(card for card in cards.CARDS.values() if card.knock)


def odds(table: Table) -> list[Odds]:
    """GR-1.8: return the counts of what is open and what is not, for every threat and the rest."""
    of_threats = [
        _odds(table, threat.value, threat_name(threat.value), SHOWING[threat]) for threat in THREATS
    ]
    return [
        *of_threats,
        _odds(table, "trap", translate(TRAPS), TRAP_CARDS),
        _odds(table, "hard_knock", translate(KNOCKS), KNOCK_CARDS),
        _odds(table, "christmas", translate(MERRY), (CHRISTMAS,)),
    ]


def _odds(table: Table, icon: str, name: str, kinds: tuple[Card, ...]) -> Odds:
    is_open = sum(cards.open_copies(table, card) for card in kinds)
    return Odds(icon, name, is_open, sum(cards.copies(table, card) for card in kinds) - is_open)
