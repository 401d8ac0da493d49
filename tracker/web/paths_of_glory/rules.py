"""Every rule in a sentence, by its number; a card's own condition by its card."""

import tomllib
from collections.abc import Mapping
from typing import Final

from tracker.games.paths_of_glory.box import CARDS, DATA, Card
from tracker.games.paths_of_glory.columns import SIDE_NAMES


def _summaries() -> dict[str, str]:
    document = tomllib.loads((DATA / "summaries.toml").read_text("utf-8"))
    summaries: dict[str, str] = document["summaries"]
    return summaries


def _of_card(seat: int, card: Card) -> str:
    name = f"{SIDE_NAMES[seat]} {card.n} {card.name}"
    return f"{name}: {card.effect}." if card.effect else f"{name}."


RULES: Final[Mapping[str, str]] = {
    **_summaries(),
    **{
        f"PG-{SIDE_NAMES[seat]}{card.n}": _of_card(seat, card)
        for seat, cards in enumerate(CARDS)
        for card in cards
    },
}
