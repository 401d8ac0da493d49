"""A player who writes random entries: most of them allowed, some of them not."""

from collections.abc import Callable
from random import Random
from typing import Any, Final, get_args

import msgspec

from tracker.games.paths_of_glory import entries
from tracker.games.paths_of_glory.box import CARDS, FORTS, SPACES, VP_SPACES
from tracker.games.paths_of_glory.columns import AP, CP, POINTS, Phase
from tracker.games.paths_of_glory.entries import Written
from tracker.games.paths_of_glory.forts import besieged_forts
from tracker.games.paths_of_glory.pieces import KEPT, UNSEEN
from tracker.games.paths_of_glory.position import Position, Table

NATIONS: Final = (get_args(entries.CpNation), get_args(entries.ApNation))
Document = dict[str, Any]


class Player:
    """Draws entries for a position; `boldness` is how often one is drawn without thought."""

    def __init__(self, random: Random, boldness: float = 0.2) -> None:
        self.random = random
        self.boldness = boldness

    def entry(self, position: Position) -> Written:
        table = Table(position)
        document = self._document(table)
        read: Written = msgspec.convert(document, Written)
        return read

    def is_bold(self) -> bool:
        return self.random.random() < self.boldness

    def _document(self, table: Table) -> Document:
        if self.random.random() < 0.03:
            return self.random.choice((self.correction, self.hand_seat))(table)
        if self.random.random() < self.boldness / 10:
            return self.random.choice(list(ANY.values()))(self, table)
        phase = table.phase
        if phase is Phase.MANDATES:
            return self.mandates(table)
        if phase is Phase.ACTIONS:
            return self.in_actions(table)
        if phase is Phase.SIEGES:
            return self.sieges(table)
        if phase is Phase.WAR_STATUS:
            return {"do": "war_status"}
        if phase is Phase.DRAW:
            return self.draw(table)
        return self.replacements(table)

    def hand_seat(self, table: Table) -> Document:
        """Return an entry with a name that one of the seats may have already."""
        name = self.random.choice(["Anna", "boris", "Clara", "Dora"])
        return {"do": "hand_seat", "seat": self.random.randint(0, 1), "name": name}

    def die(self) -> int:
        return self.random.randint(1, 6)

    def some(self, values: Any, most: int) -> list[Any]:
        values = list(values)
        return self.random.sample(values, min(len(values), self.random.randint(0, most)))

    def mandates(self, table: Table) -> Document:
        return {"do": "mandates", "cp": self.die(), "ap": self.die()}

    def in_actions(self, table: Table) -> Document:
        to_act = table.to_act
        chance = self.random.random()
        if table.acting is not None and chance < 0.35:
            return self.beside_actions(table)
        if to_act is None:
            return self.attrition(table)
        seat = to_act if self.random.random() > 0.05 else 1 - to_act
        if chance < 0.4:
            return {"do": "one_op", "seat": seat}
        if chance < 0.43:
            return self.peace(table, seat)
        return self.card_play(table, seat)

    def peace(self, table: Table, seat: int | None = None) -> Document:
        accepted = self.random.random() < 0.05
        document = {"do": "peace", "seat": seat or 0, "accepted": accepted}
        return document if accepted else {**document, "die": self.die()}

    def card_play(self, table: Table, seat: int | None = None) -> Document:
        seat = self.random.randint(0, 1) if seat is None else seat
        cards = [card for card in CARDS[seat] if table.lies(seat, card.n) == UNSEEN]
        card = self.random.choice(CARDS[seat] if self.is_bold() or not cards else cards)
        use = self.random.choice(("event", "event", "event", "ops", "sr", "rp"))
        document: Document = {"do": "play", "seat": seat, "card": card.n, "as": use}
        if use == "event":
            if (seat, card.n) == (CP, 32):
                document["africa"] = self.random.choice(("vp", "corps"))
            if (seat, card.n) == (AP, 62):
                document["die"] = self.die()
            if seat == AP and card.or_normal:
                document["normal"] = self.random.random() < 0.5
        return document

    def beside_actions(self, table: Table) -> Document:
        kinds = (self.battle, self.battle, self.battle, self.take, self.besiege, self.lift)
        return self.random.choice((*kinds, self.near_east))(table)

    def battle(self, table: Table) -> Document:
        acting = table.acting or 0
        seat = 1 - acting if self.is_bold() else acting
        at = self.random.choice(list(FORTS if self.random.random() < 0.5 else SPACES))
        document: Document = {
            "do": "battle",
            "seat": seat,
            "at": at,
            "attackers": self.nations(seat) or [NATIONS[seat][0]],
            "defenders": self.nations(1 - seat),
        }
        for field, side in (("attacker_cards", seat), ("defender_cards", 1 - seat)):
            if self.random.random() < 0.4:
                document[field] = self.combat_cards(table, side)
        for field in ("advance", "fort_destroyed", "with_us", "supplied_through_italy"):
            document[field] = self.random.random() < 0.3
        if self.random.random() < 0.1:
            document["take"] = self.spaces(table, 2)
        if self.random.random() < 0.5:
            losses = {"attacker": self.random.randint(0, 7), "defender": self.random.randint(0, 7)}
            zeros = {"attacker": 0, "defender": 0}
            is_off = 64 in document.get("defender_cards", ())
            return {**document, "loss_numbers": zeros if is_off else losses}
        return {**document, "calculation": self.figures(bare=not document["defenders"])}

    def nations(self, seat: int) -> list[str]:
        """Mostly the nations that are at war from the start."""
        usual = ("GE", "AH") if seat == CP else ("FR", "BR", "BE", "RU", "SB")
        return self.some(NATIONS[seat] if self.is_bold() else usual, 2)

    def combat_cards(self, table: Table, seat: int) -> list[int]:
        wanted = (UNSEEN, KEPT)
        cards = [
            card.n
            for card in CARDS[seat]
            if card.is_combat_card and table.lies(seat, card.n) in wanted
        ]
        return self.some(range(1, 66) if self.is_bold() else cards, 2)

    def figures(self, *, bare: bool) -> Document:
        document: Document = {
            "attacker": self.side(bare=False),
            "defender": self.side(bare=bare),
            "trench": self.random.choice((0, 0, 1, 2)),
            "spaces": self.random.randint(1, 3),
            "full_strength_attacker": self.random.random() < 0.8,
            "no_retreat": self.random.random() < 0.1,
            "sinai": self.random.random() < 0.1,
        }
        if self.random.random() < 0.3:
            document["flank"] = {"die": self.die(), "bonus": self.random.randint(0, 2)}
        return document

    def side(self, *, bare: bool) -> Document:
        army = not bare and self.random.random() < 0.7
        strength = 0 if bare else self.random.randint(0, 20)
        side: Document = {"strength": strength, "army": army, "die": self.die()}
        if self.random.random() < 0.3:
            side["drm"] = self.random.randint(-3, 3)
        if self.random.random() < 0.7:
            units = self.random.randint(0, 3)
            side["after"] = {"units": units, "strength": 2 * units, "army": army}
        return side

    def spaces(self, table: Table, most: int) -> list[str]:
        spaces = VP_SPACES[table.game.historical]
        russian = [space for space in spaces if SPACES[space].nation == "RU"]
        return self.some(russian if self.random.random() < 0.3 else spaces, most)

    def take(self, table: Table) -> Document:
        seat = self.random.randint(0, 1)
        enemies = [s for s in VP_SPACES[table.game.historical] if table.holder(s) != seat]
        spaces = self.spaces(table, 2) if self.is_bold() else self.some(enemies, 2)
        return {"do": "take", "seat": seat, "spaces": spaces or ["Paris"]}

    def besiege(self, table: Table) -> Document:
        seat, fort = self.random.randint(0, 1), self.random.choice(list(FORTS))
        return {"do": "besiege", "seat": seat, "space": fort}

    def lift(self, table: Table) -> Document:
        besieged = besieged_forts(table)
        forts = besieged if besieged and not self.is_bold() else list(FORTS)
        return {"do": "lift", "space": self.random.choice(forts)}

    def near_east(self, table: Table) -> Document:
        what = self.random.choice(get_args(entries.Limit))
        seat = CP if what == "cp_sr" else AP
        return {"do": "near_east", "seat": 1 - seat if self.is_bold() else seat, "what": what}

    def attrition(self, table: Table) -> Document:
        if not self.is_bold():
            return {"do": "attrition"}
        spaces = self.spaces(table, 2)
        return {"do": "attrition", self.random.choice(("to_cp", "to_ap")): spaces}

    def sieges(self, table: Table) -> Document:
        forts = besieged_forts(table)
        if self.is_bold():
            forts = [*forts, self.random.choice(list(FORTS))]
        return {"do": "sieges", "dice": {space: self.die() for space in forts}}

    def replacements(self, table: Table) -> Document:
        if self.random.random() < 0.5:
            document: Document = {"do": "end_replacements"}
            if self.is_bold():
                document["sedan"] = self.random.random() < 0.5
            return document
        return self.replace(table)

    def replace(self, table: Table) -> Document:
        seat = AP if table.phase is Phase.AP_REPLACEMENTS else CP
        seat = 1 - seat if self.is_bold() else seat
        nations = [column.name for column in POINTS[seat] if table[seat, column] or self.is_bold()]
        nation = self.random.choice(nations or [POINTS[seat][0].name])
        steps = {"army_steps": self.random.randint(0, 1), "corps_steps": self.random.randint(0, 2)}
        if not any(steps.values()):
            steps["corps_steps"] = 1
        return {"do": "replace", "seat": seat, "nation": nation, **steps}

    def draw(self, table: Table) -> Document:
        document: Document = {"do": "draw"}
        for seat, side in enumerate(("cp", "ap")):
            if self.random.random() < 0.3:
                document[side] = self.combat_cards(table, seat)
        return document

    def correction(self, table: Table) -> Document:
        spaces = VP_SPACES[table.game.historical]
        forts, random = list(FORTS), self.random
        numbers: dict[str, Callable[[], Any]] = {
            "vp": lambda: random.randint(5, 15),
            "war_status": lambda: {"cp": random.randint(0, 18), "ap": random.randint(0, 18)},
            "hand": lambda: {random.choice(("cp", "ap")): random.randint(0, 12)},
            "rp": lambda: {random.choice(("GE", "BR", "RU", "A")): random.randint(0, 9)},
            "control": lambda: {random.choice(spaces): random.choice(("cp", "ap"))},
            "forts": lambda: {random.choice(forts): random.choice(("intact", "destroyed"))},
            "mandate": lambda: {"cp": random.choice(("none", "GE", "AH_IT"))},
        }
        names = self.random.sample(sorted(numbers), self.random.randint(1, 2))
        return {"do": "correct", "set": {name: numbers[name]() for name in names}, "reason": "?"}


ANY: Final[dict[str, Callable[[Player, Table], Document]]] = {
    "mandates": Player.mandates,
    "play": Player.card_play,
    "peace": Player.peace,
    "battle": Player.battle,
    "take": Player.take,
    "besiege": Player.besiege,
    "lift": Player.lift,
    "near_east": Player.near_east,
    "attrition": Player.attrition,
    "sieges": Player.sieges,
    "war_status": lambda player, table: {"do": "war_status"},
    "replace": Player.replace,
    "end_replacements": lambda player, table: {"do": "end_replacements"},
    "draw": Player.draw,
}
