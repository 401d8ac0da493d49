"""The form of each entry: its fields, and the entry that they make once they are filled in."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from tracker.engine.message import Message
from tracker.engine.title import why_not
from tracker.games.grizzled import cards, hard_knocks, support, title
from tracker.games.grizzled.cards import CARDS, Card
from tracker.games.grizzled.choices import hidden_cards
from tracker.games.grizzled.columns import HardKnock, Threat
from tracker.games.grizzled.position import Position, Table
from tracker.games.titles import TITLES
from tracker.web.grizzled.choice_fields import NONE, NOTHING, ask_choices, read
from tracker.web.grizzled.correction_form import correct
from tracker.web.grizzled.drawing import card_name, knock_name, threat_name
from tracker.web.grizzled.mission_form import mission, order
from tracker.web.language import translate
from tracker.web.pad.fields import Filled, Option
from tracker.web.pad.open_choices import Answers

RULES: Final = TITLES[title.NAME]
CHARM: Final = "charm"
WHICH_CARD: Final = Message("Which card?")


@dataclass(frozen=True)
class Asked:
    """The table for which an entry is filled in, and the seat that it is of."""

    position: Position
    seat: int

    @cached_property
    def table(self) -> Table:
        """The table to be asked; nothing is written on it."""
        return Table(self.position)


def _play(filled: Filled, asked: Asked) -> Answers | None:
    options = list(cards_in_hands(asked.table))
    entered = filled.arguments.get("card", "")
    if entered in CARDS and entered not in [option.value for option in options]:
        options.append(Option(entered, card_name(entered)))
    card = filled.choose("card", WHICH_CARD, options)
    if card is None:
        return None
    return ask_choices(filled, asked.position, "play", {"seat": asked.seat, "card": card})


def cards_in_hands(table: Table) -> Iterator[Option]:
    """GR-2.4: the cards of which a copy can still be in a hand.

    Novices do not look for the trap sign: they take a plain copy while there is one.
    """
    hidden = [option.value for option in hidden_cards(table)]
    if not table.game.has_traps:
        plain = {card for card in hidden if not card.endswith(cards.TRAP)}
        hidden = [card for card in hidden if card in plain or card.rstrip(cards.TRAP) not in plain]
    for card in hidden:
        yield Option(card, card_name(card))


def _charm(filled: Filled, asked: Asked) -> Answers | None:
    offered = _offered(asked, "charm")
    options = [Option(entry.card, card_name(entry.card)) for entry in offered]
    card = filled.choose("card", Message("Which card is discarded?"), options)
    return None if card is None else {"seat": asked.seat, "card": card}


def _offered(asked: Asked, do: str) -> tuple[Any, ...]:
    """Return the entries of a kind that the rules allow now."""
    offers = title.offers(asked.position, asked.seat)
    return next(offer.entries for offer in offers if offer.do == do)


def _speech(filled: Filled, asked: Asked) -> Answers | None:
    options = [Option(threat.value, threat_name(threat.value), threat.value) for threat in Threat]
    threat = filled.choose("threat", Message("Against which threat?"), options)
    if threat is None:
        return None
    discards: Answers = {}
    for seat in _listeners(asked):
        label = Message("What does {name} discard?", {"name": asked.table.name(seat)})
        shown = [
            Option(card.id, card_name(card.id)) for card in _showing(asked.table, Threat(threat))
        ]
        card = filled.choose(f"discards.{seat}", label, [NONE, *shown])
        if card is None:
            return None
        if card != NOTHING:
            discards = {**discards, f"discards.{seat}": card}
    return {"seat": asked.seat, "threat": threat, **discards}


def _listeners(asked: Asked) -> list[int]:
    """GR-4.4: return the others who have not withdrawn and hold a card."""
    table = asked.table
    return [
        seat
        for seat in table.seats
        if seat != asked.seat and not table.is_withdrawn(seat) and table.hand(seat)
    ]


def _showing(table: Table, threat: Threat) -> Iterator[Card]:
    """Return the cards with the threat of which a copy is face down."""
    for option in hidden_cards(table):
        card = CARDS[option.value]
        if threat in card.threats:
            yield card


def _withdraw(filled: Filled, asked: Asked) -> Answers | None:
    return ask_choices(filled, asked.position, "withdraw", {"seat": asked.seat})


def _support(filled: Filled, asked: Asked) -> Answers | None:
    document = ask_choices(filled, asked.position, "support", {})
    entry = None if document is None else read(asked.position, {"do": "support", **document})
    if document is None or entry is None:
        return None
    helped = support.helped_by(asked.table, entry)
    if helped is None:
        return document
    ways = dict(_ways_to_help(asked, document, helped))
    if not ways:
        return document
    label = Message("How is {name} helped?", {"name": asked.table.name(helped)})
    options = [Option(name, _help_says(way)) for name, way in ways.items()]
    begun = _way_begun(filled, ways)
    chosen = filled.choose("help", label, [*options, NONE], begun) or begun
    if not chosen or chosen == NOTHING:
        return document if chosen else None
    return {**document, "help": ways[chosen]}


def _way_begun(filled: Filled, ways: Mapping[str, Answers]) -> str:
    """Return the way to help that an amended entry names, whatever the order."""
    removed, charm = set(filled.listed("help.remove")), filled.arguments.get("help.charm") == "true"
    named = (name for name, way in ways.items() if {*way["remove"]} == removed)
    return next((name for name in named if ways[name]["charm"] == charm), "")


def _ways_to_help(asked: Asked, document: Answers, seat: int) -> Iterator[tuple[str, Answers]]:
    """GR-8.5, GR-8.6: return every way in which the soldier may be helped, and only those."""
    there = [
        knock.value for knock in hard_knocks.of(asked.table, seat) if knock is not HardKnock.RECRUIT
    ]
    for number in range(support.most_removed(asked.table) + 1):
        for removed in combinations(there, number):
            for charm in (False, True):
                way = {"remove": list(removed), "charm": charm}
                entry = read(asked.position, {"do": "support", **document, "help": way})
                if (removed or charm) and not why_not(RULES, asked.position, entry):
                    yield "+".join((*removed, *([CHARM] if charm else []))), way


def _help_says(way: Answers) -> str:
    removed = ", ".join(map(knock_name, way["remove"]))
    if not way["remove"]:
        return translate(Message("Turn the charm up"))
    facts = {"hard_knocks": removed}
    if way["charm"]:
        return translate(Message("Remove {hard_knocks} and turn the charm up", facts))
    return translate(Message("Remove {hard_knocks}", facts))


def _mission(filled: Filled, asked: Asked) -> Answers | None:
    return mission(filled, asked.position)


def _order(filled: Filled, asked: Asked) -> Answers | None:
    return order(filled, asked.position)


def _correct(filled: Filled, asked: Asked) -> Answers | None:
    return correct(filled, asked.position, asked.seat)


def _nothing(filled: Filled, asked: Asked) -> Answers:
    return {}


HEADINGS: Final = {
    "mission": Message("The next mission"),
    "play": Message("A card is played"),
    "charm": Message("The charm is used"),
    "speech": Message("A speech"),
    "withdraw": Message("Withdrawing"),
    "support": Message("Support"),
    "next_mission": Message("Morale drops"),
    "order": Message("What a mission card asks for"),
    "correct": Message("A correction"),
}
BUILDERS: Final[Mapping[str, Callable[[Filled, Asked], Answers | None]]] = {
    "mission": _mission,
    "play": _play,
    "charm": _charm,
    "speech": _speech,
    "withdraw": _withdraw,
    "support": _support,
    "next_mission": _nothing,
    "order": _order,
    "correct": _correct,
}
