"""Every entry as a sentence, for the history and for "Undo: …"."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from tracker.engine.hand_seat import HandSeat, sentence
from tracker.engine.message import Message, to_translate
from tracker.games.paths_of_glory import entries
from tracker.games.paths_of_glory.columns import SIDE_TERMS
from tracker.games.paths_of_glory.entries import Written
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.names import nation_term, nation_terms
from tracker.games.paths_of_glory.setup import Setup


def entry_text(setup: Setup, entry: Written) -> Message:
    """Return the entry as a sentence."""
    if isinstance(entry, HandSeat):
        return sentence(setup, entry)
    return SENTENCES[type(entry)](entry)


PLAYED_AS: Final[Mapping[str, str]] = {
    "event": to_translate("{card} as event"),
    "ops": to_translate("{card} as OPS"),
    "sr": to_translate("{card} as SR"),
    "rp": to_translate("{card} as RP"),
}


def _play(entry: entries.Play) -> Message:
    return Message(PLAYED_AS[entry.use], {"card": card_name(entry.seat, entry.card)})


def _peace(entry: entries.Peace) -> Message:
    facts: dict[str, object] = {"side": SIDE_TERMS[entry.seat], "die": entry.die}
    if entry.accepted:
        return Message("{side} offers peace: accepted", facts)
    return Message("{side} offers peace: refused, die {die}", facts)


def _battle(entry: entries.Battle) -> Message:
    facts: dict[str, object] = {"attackers": nation_terms(entry.attackers), "space": entry.at}
    if not entry.defenders:
        return Message("{attackers} attack the fort of {space}", facts)
    return Message(
        "{attackers} attack {defenders} in {space}",
        {**facts, "defenders": nation_terms(entry.defenders)},
    )


def _take(entry: entries.Take) -> Message:
    facts = {"side": SIDE_TERMS[entry.seat], "spaces": entry.spaces}
    return Message("{side} takes {spaces}", facts)


def _besiege(entry: entries.Besiege) -> Message:
    facts = {"side": SIDE_TERMS[entry.seat], "space": entry.space}
    return Message("{side} besieges {space}", facts)


NEAR_EAST: Final[Mapping[str, str]] = {
    "br_sr": to_translate("A BR or AUS corps goes to or from the Near East by sea or reserve"),
    "ru_sr": to_translate("A RU corps goes to or from the Near East by SR"),
    "cp_sr": to_translate("A CP corps goes to or from the Near East by SR"),
    "ru_move": to_translate("A RU corps moves between the Caucasus and the Near East"),
}


def _attrition(entry: entries.Attrition) -> Message:
    if not entry.to_cp and not entry.to_ap:
        return Message("Attrition: no space changes hands")
    facts = {"spaces": (*entry.to_cp, *entry.to_ap)}
    return Message("Attrition: {spaces} change hands", facts)


def _sieges(entry: entries.Sieges) -> Message:
    if not entry.dice:
        return Message("Sieges: none")
    dice = tuple(f"{space} {die}" for space, die in entry.dice.items())
    return Message("Siege dice: {dice}", {"dice": dice})


def _replace(entry: entries.Replace) -> Message:
    return Message(
        "{nation} replaces {armies} army steps and {corps} corps steps",
        {
            "nation": nation_term(entry.nation),
            "armies": entry.army_steps,
            "corps": entry.corps_steps,
        },
    )


def _end_replacements(entry: entries.EndReplacements) -> Message:
    if entry.sedan is UNSET:
        return Message("The replacement segment ends")
    if entry.sedan:
        return Message("The replacement segment ends; CP gets the point for Sedan")
    return Message("The replacement segment ends; CP gets no point for Sedan")


def _draw(entry: entries.Draw) -> Message:
    thrown = tuple(
        card_name(seat, n) for seat, cards in enumerate((entry.cp, entry.ap)) for n in cards
    )
    if not thrown:
        return Message("Cards are drawn, and the next turn begins")
    return Message("{cards} discarded; cards are drawn", {"cards": thrown})


SENTENCES: Final[dict[type[entries.Entry], Callable[[Any], Message]]] = {
    entries.Mandates: lambda entry: Message(
        "Mandates: CP die {cp}, AP die {ap}", {"cp": entry.cp, "ap": entry.ap}
    ),
    entries.Play: _play,
    entries.OneOp: lambda entry: Message(
        "{side} takes 1 OPS without a card", {"side": SIDE_TERMS[entry.seat]}
    ),
    entries.Peace: _peace,
    entries.Battle: _battle,
    entries.Take: _take,
    entries.Besiege: _besiege,
    entries.Lift: lambda entry: Message("The siege of {space} is lifted", {"space": entry.space}),
    entries.NearEast: lambda entry: Message(NEAR_EAST[entry.what]),
    entries.Attrition: _attrition,
    entries.Sieges: _sieges,
    entries.WarStatus: lambda entry: Message("The war status phase"),
    entries.Replace: _replace,
    entries.EndReplacements: _end_replacements,
    entries.Draw: _draw,
    entries.Correct: lambda entry: Message("Correction: {reason}", {"reason": entry.reason}),
}
