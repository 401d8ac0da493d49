"""A random player: writes what people at a table might, and only what the rules allow."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from tests.games.grizzled.arrange import GRIZZLED, card, entry
from tracker.engine.title import why_not
from tracker.games.grizzled import cards, orders, support, title, tokens, traps, withdrawing
from tracker.games.grizzled.cards import CARDS, THREAT_CARDS
from tracker.games.grizzled.columns import TOKENS, Count, HardKnock, Phase
from tracker.games.grizzled.entries import Support, Written
from tracker.games.grizzled.hard_knocks import of
from tracker.games.grizzled.position import Position, Table
from tracker.games.grizzled.setup import Setup

BY_HAND: Final = ["wounded", "fearful", "clumsy", "selfish", "tyrannical"]
MODES: Final[list[dict[str, Any]]] = [
    {"soldiers": 3, "difficulty": "novice"},
    {"soldiers": 3},
    {"soldiers": 4, "difficulty": "veteran", "leader": 2},
    {"soldiers": 5},
    {"soldiers": 5, "switches": {"by_hand": BY_HAND}},
    {"soldiers": 3, "orders": "greenhorn"},
    {"soldiers": 4, "orders": "soldier", "difficulty": "novice"},
    {"soldiers": 5, "orders": "veteran", "switches": {"last_stand_limit": 6}},
    {"mode": "chaplain"},
    {"mode": "chaplain", "trials": 30, "difficulty": "novice", "leader": 1},
    {"mode": "recruit"},
    {"mode": "recruit", "difficulty": "veteran", "orders": "soldier"},
    {"mode": "solo"},
    {"mode": "solo", "difficulty": "veteran", "leader": 2},
]
EFFECTS: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "threat", "threat": "gas"},
    {"kind": "threat", "threat": "night"},
    {"kind": "hard_knock_morale"},
    {"kind": "bunker", "cards": 2},
    {"kind": "collect", "threats": ["rain", "shell"]},
    {"kind": "collect", "threats": ["snow"], "cards": 2},
    {"kind": "stays"},
    {"kind": "judged_by_hand"},
    {"kind": "note", "text": "no talking"},
)


def mode_of(mode: dict[str, Any]) -> str:
    words = [str(value) for value in mode.values() if not isinstance(value, dict)]
    return " ".join(words)


class Sheet(Struct):
    """A match as it is being written."""

    setup: Setup
    position: Position
    entries: list[Written] = []

    def write(self, written: Written, position: Position) -> None:
        self.entries.append(written)
        self.position = position


class Player:
    """Draws from the cards that are face down, chooses by chance, and corrects now and then."""

    def __init__(self, seed: int, *, corrects: bool = True) -> None:
        self.random = Random(seed)
        self.corrects = corrects

    def next_entry(self, position: Position) -> Written:
        """An entry that is allowed now."""
        for tried in self._tries(position):
            if why_not(GRIZZLED, position, tried) is None:
                return tried
        allowed = [
            written
            for seat in Table(position).seats
            for offer in title.offers(position, seat)
            for written in offer.entries
            if offer.do not in ("correct", "order")
        ]
        return self.random.choice(allowed)

    def _tries(self, position: Position) -> Iterator[Written]:
        table = Table(position)
        for _ in range(12):
            if self.corrects and self.random.random() < 0.04:
                yield self._correction(table)
            if table.in_force and self.random.random() < 0.05:
                yield self._order(table)
            document = self._document(table)
            read: Written = msgspec.convert(document, Written)
            yield read

    def _document(self, table: Table) -> dict[str, Any]:
        match table.phase:
            case Phase.PREPARATION:
                return self._mission(table)
            case Phase.MISSION:
                return self._action(table)
            case Phase.SUPPORT:
                return self._support(table)
            case _:
                return {"do": "next_mission"}

    def _mission(self, table: Table) -> dict[str, Any]:
        document: dict[str, Any] = {"do": "mission"}
        if table.game.has_orders and (table.mission > 5 and self.random.random() < 0.3):
            final = self.random.choice(("decisive_assault", "last_stand"))
            return {**document, "final": final}
        if table.game.has_orders:
            effects = self.random.sample(EFFECTS, self.random.choice((0, 1, 1, 2)))
            if all(effect["kind"] == "collect" for effect in effects):
                effects = effects[:1]
            level = self.random.choice(("easy", "normal", "hard"))
            document["card"] = card(*effects, level=level, danger=self.random.randint(1, 3))
        if not table.game.is_solo and self.random.random() < 0.6:
            document["danger"] = self.random.randint(1, 4)
        return document

    def _hidden(self, table: Table) -> str:
        """A card that can be drawn, each as likely as it is face down."""
        left = [
            (kind.id, cards.copies(table, kind) - cards.open_copies(table, kind))
            for kind in CARDS.values()
        ]
        return self.random.choices(
            [name for name, _ in left], [max(0, number) for _, number in left]
        )[0]

    def _action(self, table: Table) -> dict[str, Any]:
        seat = table.turn or 0
        roll = self.random.random()
        if roll < 0.55 and table.hand(seat):
            return self._play(table, seat)
        if roll < 0.62:
            lying = [kind.id for kind in THREAT_CARDS]
            return {"do": "charm", "seat": seat, "card": self.random.choice(lying)}
        if roll < 0.72:
            return self._speech(table, seat)
        return self._withdraw(table, seat)

    def _play(self, table: Table, seat: int) -> dict[str, Any]:
        played = CARDS[self._hidden(table)]
        document: dict[str, Any] = {"do": "play", "seat": seat, "card": played.id}
        drawn = ""
        if traps.is_drawn_for(table, played):
            drawn = document["drawn"] = self._hidden(table)
        if "christmas" in (played.id, drawn):
            document |= self._relief(table)
        if table.game.is_solo and self.random.random() < 0.3:
            document["refill"] = self.random.random() < 0.5
        return document

    def _relief(self, table: Table) -> dict[str, Any]:
        there = [
            {"seat": seat, "hard_knock": knock.value}
            for seat in table.seats
            for knock in of(table, seat)
            if knock is not HardKnock.RECRUIT
        ]
        return {"relieves": self.random.choice(there)} if there else {}

    def _speech(self, table: Table, seat: int) -> dict[str, Any]:
        threat = self.random.choice(("night", "snow", "rain", "gas", "shell", "whistle"))
        showing = [kind.id for kind in CARDS.values() if threat in [t.value for t in kind.threats]]
        listeners = [other for other in table.game.players if self.random.random() < 0.4]
        discards = {str(other): self.random.choice(showing) for other in listeners}
        return {"do": "speech", "seat": seat, "threat": threat, "discards": discards}

    def _token(self, table: Table, seat: int) -> str:
        can_have = [str(kind.value) for kind in TOKENS if tokens.can_be_named(table, seat, kind)]
        return self.random.choice(can_have or ["left"])

    def _withdraw(self, table: Table, seat: int) -> dict[str, Any]:
        document: dict[str, Any] = {"do": "withdraw", "seat": seat}
        if orders.is_strategic_open(table) and self.random.random() < 0.5:
            document["returns"] = True
        if withdrawing.loses_token(table, seat):
            document["loses"] = self._token(table, seat)
        if seat == table.game.recruit and table.tokens(seat):
            document["token"] = self.random.choice(("left", "right"))
        places = [p for p in range(len(table.in_force)) if orders.can_take_bunker(table, p)]
        if places and self.random.random() < 0.5:
            document["takes"] = self.random.choice(places)
        if withdrawing.stumbles(table, seat):
            document["drawn"] = self._hidden(table)
            if document["drawn"] == "christmas":
                document |= self._relief(table)
        return document

    def _support(self, table: Table) -> dict[str, Any]:
        document: dict[str, Any] = {"do": "support"}
        document["tokens"] = {
            str(seat): self._token(table, seat)
            for seat in table.seats
            if support.lays_face_down(table, seat)
        }
        if table.game.is_solo:
            document["drawn"] = self.random.choice(("left", "middle", "right", "none"))
        helped = support.helped_by(table, msgspec.convert(document, Support))
        if helped is not None and self.random.random() < 0.9:
            there = [knock.value for knock in of(table, helped)]
            remove = self.random.sample(there, min(len(there), self.random.randint(0, 2)))
            charm = not table[helped, Count.CHARM] and self.random.random() < 0.4
            document["help"] = {"remove": remove, "charm": charm}
        return document

    def _order(self, table: Table) -> Written:
        place = self.random.randrange(len(table.in_force))
        origin, to = self.random.sample(("trials", "morale", "hand"), 2)
        moves: dict[str, Any] = {"from_": origin, "to": to, "cards": self.random.randint(1, 3)}
        if "hand" in (origin, to):
            moves["seat"] = self.random.choice(table.seats)
        more = self.random.choice(({"discard": True}, {"fails": True}, moves, moves))
        return entry("order", mission=place, **more)

    def _correction(self, table: Table) -> Written:
        """One of the usual slips: a card too many, a token, a speech, a charm, a withdrawal."""
        seat = self.random.choice(table.seats)
        hand = table[seat, Count.HAND]
        slips: list[dict[str, Any]] = [
            {"trials": max(0, table.trials - 1), "seats": {str(seat): {"hand": hand + 1}}},
            {"trials": table.trials + 1, "seats": {str(seat): {"hand": max(0, hand - 1)}}},
            {"trials": table.trials + 1, "morale": max(0, table.morale - 1)},
            {"seats": {str(seat): {"tokens": {"left": self.random.randint(0, 2)}}}},
            {"seats": {str(seat): {"tokens": {"unknown": 0}}}},
            {"seats": {str(seat): {"charm": self.random.random() < 0.5}}},
            {"seats": {str(seat): {"speeches": self.random.randint(0, 2)}}},
            {"seats": {str(seat): {"withdrawn": self.random.random() < 0.5}}},
            {"seats": {str(seat): {"hard_knocks": [knock.value for knock in of(table, seat)]}}},
            {"leader": seat},
            {"turn": seat},
            {"pool": self.random.randint(0, 2)},
            {"mission": self.random.randint(1, 9)},
            {"no_mans_land": [], "trials": table.trials},
        ]
        numbers = self.random.choice(slips)
        its = numbers.get("seats", {}).get(str(seat), {})
        if "recruit" in its.get("hard_knocks", ()):
            its["hard_knocks"].remove("recruit")
        return entry("correct", set=numbers, reason="a slip")
