"""The match page of this title: tracks, the grid of actions, spaces and forts, what comes next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.engine.title import why_none
from tracker.games.paths_of_glory import (
    hands,
    names,
    outlook,
    pieces,
    reminders,
    title,
    winning,
)
from tracker.games.paths_of_glory.box import CARDS, FORTS, NATIONS, VP_SPACES, Card
from tracker.games.paths_of_glory.claims import claim_of_kind
from tracker.games.paths_of_glory.columns import AP, CP, SIDE_NAMES, SIDES, Phase
from tracker.games.paths_of_glory.offers import CANDIDATES
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.titles import TITLES
from tracker.service.reading import Sheet
from tracker.service.rights import Standing
from tracker.web.frame import Player, shared_frame
from tracker.web.pad.fields import flat
from tracker.web.pad.pad import Pad
from tracker.web.paths_of_glory import warnings
from tracker.web.paths_of_glory.entry_forms import BUILDERS, PHASE_ENTRY
from tracker.web.paths_of_glory.entry_pad import pad, seat_asked
from tracker.web.paths_of_glory.template_names import cards_called

FOLDER: Final = "paths_of_glory"
RULES: Final = TITLES[title.NAME]
PHASES: Final = frozenset({"attrition", *PHASE_ENTRY.values()})
"""Entries whose form stands on the sheet itself, so that the end of a turn is one flow."""
KEYS: Final = (
    ("one_op", Message("1 OPS"), "plus"),
    ("peace", Message("Peace offer"), "hand_over"),
    ("battle", Message("Battle"), "battle"),
    ("take", Message("Spaces"), "turn"),
    ("besiege", Message("Besiege"), "fort"),
    ("lift", Message("Lift a siege"), "redo"),
    ("near_east", Message("Near East"), "hand_turn"),
)


@dataclass(frozen=True)
class Key:
    """A key for what can be written now; off, with the reason behind it, where it is refused."""

    do: str
    seat: int
    label: Message
    icon: str
    refused: Refused | None


@dataclass(frozen=True)
class Cell:
    """An action of the grid: what it was used as, and its card."""

    use: str = ""
    card: Card | None = None
    is_next: bool = False


@dataclass(frozen=True)
class Place:
    """A space or a fort: who holds it, or how it is."""

    name: str
    state: str
    is_changed: bool
    number: int = 0
    owner: int = 0

    @property
    def taker(self) -> int:
        """The side that does not hold the space, and can take it."""
        return AP if self.state == SIDES[CP] else CP


def frame(sheet: Sheet) -> dict[str, Any]:
    """Return what every page of a match of this title shows."""
    table = title.export_position(sheet.position)
    players = [Player(seat["name"], "turn") for seat in table["seats"]]
    return {**shared_frame(sheet, FOLDER, players, table["to_act"]), "table": table}


def is_entry_asked(arguments: Mapping[str, str]) -> bool:
    """Return whether an address asks for the form of an entry."""
    return arguments.get("do") in BUILDERS


def is_offered(standing: Standing, position: Position, arguments: Mapping[str, str]) -> bool:
    """Return whether what the address asks for is for this device to write."""
    claim = claim_of_kind(arguments["do"], seat_asked(position, arguments))
    return standing.why_not(claim, SIDE_NAMES) is None


def asked_pad(sheet: Sheet, standing: Standing, arguments: Mapping[str, str]) -> Pad | None:
    """Return the form that the address asks for, if it is for this device."""
    asked = flat(arguments)
    if not is_entry_asked(asked) or not is_offered(standing, sheet.position, asked):
        return None
    return pad(sheet.position, asked)


def phase_pad(position: Position, standing: Standing) -> Pad | None:
    """Return the form of the phase that is next, where it is not an action's turn."""
    table = Table(position)
    do = PHASE_ENTRY.get(table.phase)
    if table.phase is Phase.ACTIONS and table.to_act is None:
        do = "attrition"
    if do is None or not standing.writes_for_all:
        return None
    return pad(position, {"do": do})


def context(sheet: Sheet, standing: Standing) -> dict[str, Any]:
    """Return everything that the match page shows to this device."""
    position: Position = sheet.position
    table = Table(position)
    to_act = table.to_act
    is_writing = to_act is not None and standing.writes_for(to_act)
    return {
        **frame(sheet),
        "vp_track": outlook.vp_track(table),
        "general_track": outlook.general_track(table),
        "turn_track": outlook.turn_track(table),
        "us_needs": outlook.us_needs(table),
        "russia_needs": outlook.russia_needs(table),
        "forecast": list(outlook.forecast(table)),
        "in_force": list(reminders.events_in_force(table)),
        "not_seen": [list(hands.not_seen(table, seat)) for seat in (CP, AP)],
        "warnings": [] if winning.is_over(table) else list(warnings.warnings(table)),
        "notes": [] if winning.is_over(table) else list(warnings.notes(table)),
        "grid": [_row(table, seat) for seat in (CP, AP)],
        "spaces": list(_spaces(table)),
        "forts": list(_forts(table)),
        "cards": list(hands.can_be_in_hand(table, to_act or 0)) if is_writing else [],
        "sr_of": names.sr_of,
        "keys": list(_keys(position, standing)),
        "outcome": title.outcome(position),
        "pad": phase_pad(position, standing),
    }


def entry_context(sheet: Sheet, asked: Pad) -> dict[str, Any]:
    """Return what the form of an entry shows; for a card, also those that can be meant."""
    table = Table(sheet.position)
    text = asked.arguments.get("card", "")
    meant = cards_called(asked.seat, text) if asked.do == "play" else []
    return {
        **frame(sheet),
        "pad": asked,
        "card": meant[0] if len(meant) == 1 else None,
        "cards": meant if len(meant) > 1 else list(hands.can_be_in_hand(table, asked.seat)),
        "sr_of": names.sr_of,
        "others": [],
    }


def _row(table: Table, seat: int) -> list[Cell]:
    done = table.actions(seat)
    cells = []
    for number in range(done):
        use, n = table.action(seat, number)
        cells.append(Cell(use, CARDS[seat][n - 1] if n else None))
    blank = [Cell() for _ in range(pieces.ACTIONS_A_TURN - done)]
    if blank and table.to_act == seat:
        blank[0] = Cell(is_next=True)
    return cells + blank


def _spaces(table: Table) -> Iterator[tuple[str, list[Place]]]:
    """The VP spaces by nation, those that have changed hands first."""
    shown = VP_SPACES[table.game.historical]
    for code, nation in NATIONS.items():
        owner = SIDES.index(nation.side)
        places = [
            Place(name, SIDES[holder], holder != owner, owner=owner)
            for name in nation.spaces
            if name in shown and (holder := table.holder(name)) in (CP, AP)
        ]
        if places:
            yield code, sorted(places, key=lambda place: not place.is_changed)


def _forts(table: Table) -> Iterator[Place]:
    states = [(fort, table.fort_state(name)) for name, fort in FORTS.items()]
    for fort, state in sorted(states, key=lambda found: found[1] == pieces.INTACT):
        yield Place(fort.name, state, state != pieces.INTACT, fort.fort, fort.owner)


def _keys(position: Position, standing: Standing) -> Iterator[Key]:
    table = Table(position)
    if table.phase is not Phase.ACTIONS:
        return
    to_act = table.to_act
    for do, label, icon in KEYS:
        seat = to_act if do in ("one_op", "peace") else table.acting
        if seat is None:
            seat = CP if to_act is None else to_act
        if is_offered(standing, position, {"do": do, "seat": str(seat)}):
            yield Key(do, seat, label, icon, why_none(RULES, position, CANDIDATES[do](table, seat)))
