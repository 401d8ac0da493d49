"""The title's words on paper, in the language of the sheet."""

from collections.abc import Iterable, Mapping
from typing import Any

from tracker.engine.ledger import Column
from tracker.engine.message import Message, Term
from tracker.games.grizzled.box import BOX, CARDS
from tracker.games.grizzled.cards import CARDS as TRIAL_CARDS
from tracker.games.grizzled.columns import HARD_KNOCK, THREATS, TOKENS, Count, HardKnock, Threat
from tracker.games.grizzled.names import EFFECTS, FEAR, SOLDIERS
from tracker.translations.translator import Translator, translator


class Words:
    """A translator that knows this title."""

    def __init__(self, language: str) -> None:
        self.translator: Translator = translator(language)
        self.translate = self.translator.translate
        self.word = self.translator.word

    def threat(self, threat: Threat) -> str:
        return self.translate(Message("{threat}", {"threat": threat.term}))

    def threats(self) -> list[tuple[str, str]]:
        """Return every threat: its icon and its name."""
        return [(threat.value, self.threat(threat)) for threat in THREATS]

    def named(self, threats: Iterable[str]) -> str:
        return ", ".join(self.threat(Threat(threat)) for threat in threats)

    def soldier(self, soldier: str) -> dict[str, str]:
        """Return a soldier's name and charm."""
        charm = BOX.soldiers[soldier]
        return {
            "soldier_name": self.translate(SOLDIERS[soldier]),
            "charm_icon": charm.value,
            "charm_name": self.threat(charm),
        }

    def knock(self, knock: HardKnock) -> str:
        return self.word(knock)

    def knocks(self, names: Iterable[str]) -> str:
        return ", ".join(self.knock(HARD_KNOCK[name]) for name in names)

    def effect(self, knock: HardKnock) -> str:
        """Return what a hard knock does; those that count as a threat say the same."""
        return self.translate(EFFECTS.get(knock.value, FEAR))

    def weight(self, knock: HardKnock) -> int:
        return CARDS.hard_knocks[knock].weight

    def tokens(self, held: Mapping[str, int]) -> str:
        """Return support tokens in words: 1 left token, 2 right tokens."""
        named = {column.value: column for column in (*TOKENS, Count.UNKNOWN)}
        return ", ".join(
            f"{number} {self.translator.counted(named[kind].singular, named[kind].plural, number)}"
            for kind, number in held.items()
            if number
        )

    def card(self, card_id: str) -> dict[str, Any]:
        """Return a trial card as it is drawn: the icons of its threats, its trap, its name."""
        card = TRIAL_CARDS[card_id]
        return {
            "icons": [threat.value for threat in card.threats],
            "is_trap": card.is_trap,
            "name": ", ".join(map(self._part, card.label)),
        }

    def _part(self, part: object) -> str:
        if isinstance(part, Term):
            return self.translator.translated_as(part.context, part.text)
        return self.word(part) if isinstance(part, Column) else str(part)
