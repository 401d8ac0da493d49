"""The tables that stand in a margin: the start, the hard knocks, the season with its missions."""

from collections.abc import Sequence
from typing import Any, Final

from tracker.engine.message import Message
from tracker.games.grizzled.box import BOX, CARDS
from tracker.games.grizzled.columns import HARD_KNOCKS, HardKnock
from tracker.games.grizzled.entry_text import LAST_MISSIONS
from tracker.games.grizzled.modes import game
from tracker.games.grizzled.names import BY_HAND, FEAR
from tracker.games.grizzled.season import MissionPlayed
from tracker.games.grizzled.setup import Orders, Seat, Setup
from tracker.printing.grizzled.line_text import Words

FEARS: Final = Message("Trauma (3), Phobia (3)")
SOLDIERS: Final = tuple(BOX.soldiers)
STARTS: Final[tuple[tuple[Message, str, int, Orders | None], ...]] = (
    (Message("3 players"), "standard", 3, None),
    (Message("4 players"), "standard", 4, None),
    (Message("5 players"), "standard", 5, None),
    (Message("3 to 5 with orders"), "standard", 5, "soldier"),
    (Message("2 and the chaplain"), "chaplain", 3, None),
    (Message("2 and the recruit"), "recruit", 3, None),
    (Message("1 player"), "solo", 3, None),
)
"""The modes of GR-1.2, as set-ups whose numbers are printed."""


def starts(words: Words) -> list[dict[str, Any]]:
    """GR-1.2: return the trials, the morale and the speeches at the start, by mode."""
    rows = []
    for label, mode, soldiers, orders in STARTS:
        seats = tuple(Seat(name, name) for name in SOLDIERS[:soldiers])  # type: ignore[arg-type]
        start = game(Setup(mode, seats, orders=orders))  # type: ignore[arg-type]
        rows.append(
            {
                "mode": words.translate(label),
                "trials": start.trials,
                "morale": start.cards - start.trials,
                "speeches": start.speeches or "–",
            }
        )
    return rows


def knock_rows(words: Words, by_hand: Sequence[str] = ()) -> list[dict[str, Any]]:
    """GR-2.3: return the hard knocks with what they do; six that do the same stand together."""
    others = [knock for knock in HARD_KNOCKS if CARDS.hard_knocks[knock].threat is None]
    first = {"name": words.translate(FEARS), "does": words.translate(FEAR), "house": False}
    return [first, *(_knock_row(words, knock, by_hand) for knock in others)]


def _knock_row(words: Words, knock: HardKnock, by_hand: Sequence[str]) -> dict[str, Any]:
    is_by_hand = knock.value in by_hand
    does = words.effect(knock)
    if is_by_hand:
        does = f"{does} {words.translate(BY_HAND)}"
    return {"name": words.knock(knock), "does": does, "house": is_by_hand}


def mission_row(words: Words, names: Sequence[str], played: MissionPlayed) -> dict[str, Any]:
    """Return a mission of the season as a row of its table."""
    last = LAST_MISSIONS.get(played.final)
    return {
        "number": played.number,
        "leader": names[played.leader],
        "danger": played.danger or "–",
        "final": words.translate(Message("{mission}", {"mission": last})) if last else "",
        "outcome": played.outcome,
        "failed_by": list(played.failed_by),
        "failed_by_names": words.named(played.failed_by),
        "withdrew": dict(played.withdrew),
        "order": [(names[seat], cards) for seat, cards in played.withdrew],
        "helped": names[played.helped] if played.helped is not None else "",
        "drop": played.drop or "",
        "trials": played.trials,
        "morale": played.morale,
    }
