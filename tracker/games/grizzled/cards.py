"""GR-2 The cards: which there are, what they show, and how many of each are open."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct

from tracker.engine.ledger import TABLE, Column
from tracker.engine.message import Term
from tracker.engine.refusal import Refused
from tracker.games.grizzled import box
from tracker.games.grizzled.columns import (
    CARD_IDS,
    HARD_KNOCK,
    HARD_KNOCKS,
    IN_FRONT,
    LYING,
    OUT,
    THREAT_CARD_IDS,
    CardId,
    HardKnock,
    Threat,
)
from tracker.games.grizzled.position import Table

TRAP: Final = "!"


class Card(Struct, frozen=True, dict=True):
    """A kind of trial card (GR-2.2, GR-2.3), with its columns."""

    id: CardId
    copies: int
    out: Column
    threats: tuple[Threat, ...] = ()
    is_trap: bool = False
    lying: Column | None = None
    """The column of no man's land; None for what never lies there."""
    knock: HardKnock | None = None

    @cached_property
    def label(self) -> tuple[object, ...]:
        """The card in a sentence: its threats and its trap, or its name.

        It is kept because a page names every card that may be hidden, for every trap.
        """
        if self.lying is None:
            return (self.knock or Term("Merry Christmas", "card"),)
        trap = (Term("trap", "card"),) if self.is_trap else ()
        return (*(threat.term for threat in self.threats), *trap)


def _card(place: int, name: str) -> Card:
    out = OUT[place]
    if place < len(THREAT_CARD_IDS):
        shown = tuple(map(Threat, name.removesuffix(TRAP).split("+")))
        copies = box.CARDS.threats[name]
        return Card(name, copies, out, shown, name.endswith(TRAP), LYING[place])  # type: ignore[arg-type]
    if place < len(THREAT_CARD_IDS) + len(HARD_KNOCKS):
        knock = HARD_KNOCK[name]
        threat = box.CARDS.hard_knocks[knock].threat
        return Card(name, 1, out, (threat,) if threat else (), knock=knock)  # type: ignore[arg-type]
    return Card("christmas", 1, out)


CARDS: Final[Mapping[str, Card]] = {name: _card(place, name) for place, name in enumerate(CARD_IDS)}
THREAT_CARDS: Final = tuple(CARDS[name] for name in THREAT_CARD_IDS)
FEARS: Final = {knock: fear.threat for knock, fear in box.CARDS.hard_knocks.items() if fear.threat}
"""The Traumas and Phobias, with the threat of each."""
LYING_AS: Final[Mapping[str, Column]] = dict(zip(THREAT_CARD_IDS, LYING, strict=True))
"""The column of no man's land for each threat card."""
CHRISTMAS: Final = CARDS["christmas"]


def copies(table: Table, card: Card) -> int:
    """GR-2.1, GR-14.2: return how many of the card are in the box; in solo six are left out."""
    left_out = table.game.left_out
    return 0 if left_out and card.knock in left_out else card.copies


def open_copies(table: Table, card: Card) -> int:
    """GR-2.4: return how many are open: out, in no man's land, with soldiers, under missions."""
    row = table.rows[TABLE]
    number = row[card.out.at]
    if card.lying is not None:
        number += row[card.lying.at]
        for mission in table.in_force:
            number += mission.under.count(card.id)
    elif card.knock is not None:
        at = card.knock.at
        number += sum([seat_row[at] > 0 for seat_row in table.rows[:TABLE]])
    return number


def must_be_hidden(table: Table, card: Card) -> None:
    """GR-2.4: a card from a hand or from the trials is one that does not lie open."""
    there = copies(table, card)
    if open_copies(table, card) < there:
        return
    if not there:
        raise Refused("GR-2.4", "{card} is not in the deck of this game.", card=card.label)
    raise Refused(
        "GR-2.4",
        "Every copy of {card} is open: {open} of {copies}.",
        card=card.label,
        open=open_copies(table, card),
        copies=there,
    )


def put_out(table: Table, card: Card, rule: str) -> None:
    """GR-2.6: a discarded card is out of the game until the end."""
    table.add(TABLE, card.out, 1, rule)


def total(table: Table) -> int:
    """GR-2.5: return the sum of all cards, wherever they are; the recruit's own is not one."""
    seats = table.rows[:TABLE]
    row = table.rows[TABLE]
    fronts = sum(sum(map(bool, seat[IN_FRONT][:-1])) for seat in seats)
    under = sum(len(mission.under) for mission in table.in_force)
    return table.face_down() + sum(row[LYING[0].at :]) + fronts + under
