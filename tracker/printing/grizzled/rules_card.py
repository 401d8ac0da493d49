"""The rules card: the whole game on two pages, as this table plays it."""

from typing import Any, Final

from tracker.engine.message import Message
from tracker.games.grizzled.box import CARDS
from tracker.games.grizzled.setup import Setup
from tracker.games.grizzled.words import SUMMARIES
from tracker.printing.grizzled.line_text import Words
from tracker.printing.grizzled.sheet_tables import knock_rows, starts
from tracker.printing.grizzled.table_agreement import game_played

Chapter = tuple[Message, tuple[str, ...]]
BASE: Final[tuple[Chapter, ...]] = (
    (Message("Preparation"), ("GR-3.1", "GR-3.2", "GR-3.3", "GR-3.5")),
    (Message("Actions"), ("GR-4.1", "GR-4.2", "GR-4.3", "GR-4.4", "GR-4.5", "GR-4.7")),
    (Message("Traps"), ("GR-5.1", "GR-5.2", "GR-5.3", "GR-5.4")),
    (Message("Withdrawing"), ("GR-6.1", "GR-6.2", "GR-6.3", "GR-6.10")),
    (Message("The end of the mission"), ("GR-7.1", "GR-7.2", "GR-7.3", "GR-7.4")),
    (Message("Support"), ("GR-8.1", "GR-8.3", "GR-8.4", "GR-8.5", "GR-8.6")),
    (Message("Morale and the next leader"), ("GR-9.1", "GR-9.2", "GR-9.4")),
    (Message("The ways to end, in their order"), ("GR-10.1", "GR-10.2", "GR-10.3", "GR-10.4")),
)
ORDERS: Final[tuple[Chapter, ...]] = (
    (
        Message("At Your Orders"),
        ("GR-11.2", "GR-11.3", "GR-11.4", "GR-11.6", "GR-11.7", "GR-11.9", "GR-11.10"),
    ),
    (
        Message("Decisive Assault and Last Stand"),
        ("GR-12.1", "GR-12.2", "GR-12.3", "GR-12.4", "GR-12.5"),
    ),
)
CHAPLAIN: Final = ("GR-13.1", "GR-13.2", "GR-13.3")
RECRUIT: Final = ("GR-13.5", "GR-13.6", "GR-13.7")
TWO: Final = Message("Two people")
SOLO: Final[Chapter] = (
    Message("Solo"),
    ("GR-14.1", "GR-14.2", "GR-14.4", "GR-14.5", "GR-14.6", "GR-14.7", "GR-14.8"),
)


def card(words: Words, setup: Setup | None) -> dict[str, Any]:
    """Return the rules in force; without a match those of every mode."""
    return {
        "THREATS": words.threats(),
        "plays": game_played(words, setup) if setup else [],
        "chapters": [_chapter(words, setup, chapter) for chapter in _chapters(setup)],
        "starts": starts(words),
        "knocks": knock_rows(words, setup.switches.by_hand if setup else ()),
        "cards": _cards(words),
    }


def _chapters(setup: Setup | None) -> tuple[Chapter, ...]:
    if setup is None:
        return (*BASE, *ORDERS, (TWO, (*CHAPLAIN, *RECRUIT)), SOLO)
    with_orders = ORDERS if setup.orders else ()
    of_mode: dict[str, tuple[Chapter, ...]] = {
        "chaplain": ((TWO, CHAPLAIN),),
        "recruit": ((TWO, RECRUIT),),
        "solo": (SOLO,),
    }
    return (*BASE, *with_orders, *of_mode.get(setup.mode, ()))


def _chapter(
    words: Words, setup: Setup | None, chapter: Chapter
) -> tuple[str, list[tuple[str, str, bool]]]:
    heading, rules = chapter
    said = [(rule, *_said(words, setup, rule)) for rule in rules]
    return words.translate(heading), said


def _said(words: Words, setup: Setup | None, rule: str) -> tuple[str, bool]:
    """Return a rule's sentence, and whether a switch of this table has decided it."""
    if rule != "GR-12.5":
        return words.translate(SUMMARIES[rule]), False
    limit = setup.switches.last_stand_limit if setup else 4
    text = Message("A Last Stand fails at {limit} equal threats.").text
    return words.translate(Message(text, {"limit": limit})), limit != 4


def _cards(words: Words) -> list[tuple[dict[str, Any], int]]:
    """GR-2.2: return every threat card, and how often it is in the box."""
    return [(words.card(card), copies) for card, copies in CARDS.threats.items()]
