"""GR-4 Actions: playing a card, using the charm, making a speech; and Christmas."""

from msgspec import UNSET, UnsetType

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.grizzled import cards, hard_knocks, solo, traps
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.cards import CARDS, Card
from tracker.games.grizzled.columns import (
    HARD_KNOCK,
    NO_MANS_LAND,
    Count,
    Course,
    HardKnock,
    Threat,
)
from tracker.games.grizzled.entries import Charm, Play, Relief, Speech
from tracker.games.grizzled.position import Table


def play(table: Table, entry: Play) -> None:
    """GR-4.2: a threat goes to no man's land, a hard knock in front of its player."""
    seat, card = entry.seat, CARDS[entry.card]
    if not table.hand(seat):
        raise Refused("GR-4.2", "{name} has 0 cards in hand.", name=table.name(seat))
    if entry.refill is not UNSET:
        solo.must_allow_refill(table, refill=entry.refill)
    cards.must_be_hidden(table, card)
    table.change_hand(seat, -1, "GR-4.2")
    is_christmas = traps.put_down(table, seat, card, "GR-4.2")
    if card.is_trap or entry.drawn is not UNSET:
        is_christmas |= traps.spring(table, seat, card, entry.drawn)
    if is_christmas or entry.relieves is not UNSET:
        celebrate(table, is_christmas, entry.relieves)
    if table.game.is_solo:
        solo.refill(table, entry.refill)


def charm(table: Table, entry: Charm) -> None:
    """GR-4.3, GR-11.8: discard a card in no man's land with the charm's threat; no mission card."""
    seat, card = entry.seat, CARDS[entry.card]
    why = why_not_charm(table, seat, card)
    if why is not None:
        raise why
    table.add(TABLE, cards.LYING_AS[entry.card], -1, "GR-4.3")
    cards.put_out(table, card, "GR-4.3")
    table.add(seat, Count.CHARM, -1, "GR-4.3")


def threat_of_charm(table: Table, seat: int) -> Threat:
    """GR-1.5: return the threat on the soldier's charm."""
    return BOX.soldiers[table.game.setup.seats[seat].soldier]


def why_not_charm(table: Table, seat: int, card: Card) -> Refused | None:
    """GR-4.3: refuse a charm that is used up, or a card that is not there or does not show it."""
    name, threat = table.name(seat), threat_of_charm(table, seat)
    if not table[seat, Count.CHARM]:
        return Refused("GR-4.3", "{name}'s charm has already been used.", name=name)
    if not _lies_there(table, threat):
        return Refused(
            "GR-4.3",
            "{name}'s charm is {threat}; no card in no man's land shows it.",
            name=name,
            threat=threat.term,
        )
    if threat not in card.threats:
        return Refused(
            "GR-4.3",
            "{name}'s charm is {threat}; the card shows {card}.",
            name=name,
            threat=threat.term,
            card=card.label,
        )
    if card.lying is None or not table[TABLE, card.lying]:
        return Refused("GR-4.3", "There is no {card} in no man's land.", card=card.label)
    return None


def _lies_there(table: Table, threat: Threat) -> bool:
    """Return whether a card in no man's land shows the threat."""
    row = table.rows[TABLE]
    lying = zip(row[NO_MANS_LAND], cards.THREAT_CARDS, strict=True)
    return any(number and threat in card.threats for number, card in lying)


def speech(table: Table, entry: Speech) -> None:
    """GR-4.4 to GR-4.6: name a threat; the others may discard a card that shows it."""
    seat = entry.seat
    solo.must_not_speak(table)
    if table.suffers(seat, HardKnock.MUTE):
        raise Refused("GR-4.6", "{name} is Mute and makes no speech.", name=table.name(seat))
    if not table[seat, Count.SPEECHES]:
        raise Refused("GR-4.4", "{name} has 0 speech tokens.", name=table.name(seat))
    table.add(seat, Count.SPEECHES, -1, "GR-4.4")
    if table.game.has_orders or table.game.chaplain is not None:
        table.add(TABLE, Course.POOL, 1, "GR-4.5")
    for listener in sorted(map(int, entry.discards)):
        _discard(table, entry, listener, CARDS[entry.discards[str(listener)]])


def _discard(table: Table, entry: Speech, seat: int, card: Card) -> None:
    """GR-4.4: a listener in the mission discards a card from the hand with that threat."""
    name = table.name(seat)
    if seat == entry.seat:
        raise Refused("GR-4.4", "{name} makes the speech and discards nothing.", name=name)
    if table.is_withdrawn(seat):
        raise Refused("GR-4.4", "{name} has withdrawn and gains nothing.", name=name)
    if not table.hand(seat):
        raise Refused("GR-4.4", "{name} has 0 cards to discard.", name=name)
    if entry.threat not in card.threats:
        raise Refused(
            "GR-4.4",
            "The speech is against {threat}; {name}'s card shows {card}.",
            threat=entry.threat.term,
            name=name,
            card=card.label,
        )
    cards.must_be_hidden(table, card)
    table.change_hand(seat, -1, "GR-4.4")
    cards.put_out(table, card, "GR-4.4")


def celebrate(table: Table, is_christmas: bool, relief: Relief | UnsetType) -> None:
    """GR-4.7: Christmas takes one hard knock from any soldier, and leaves the game with it."""
    if not is_christmas:
        if relief is not UNSET:
            raise Refused(
                "GR-4.7", "Only Christmas removes a hard knock, and this card is not Christmas."
            )
        return
    if relief is not UNSET:
        knock = HARD_KNOCK[relief.hard_knock]
        hard_knocks.must_be_removable(table, relief.seat, knock, "GR-4.7")
        hard_knocks.remove(table, relief.seat, knock, "GR-4.7")
    cards.put_out(table, cards.CHRISTMAS, "GR-4.7")
