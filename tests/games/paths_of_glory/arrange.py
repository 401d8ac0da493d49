"""Setting a table up in a test: the scenario, the turn, what was played, who holds what."""

from functools import cache
from typing import Any

import msgspec
import pytest

from tests.games import refusals
from tracker.engine.ledger import Fact
from tracker.engine.refusal import Invalid, Refused
from tracker.games.paths_of_glory import pieces, title
from tracker.games.paths_of_glory.entries import AnyEntry, Written
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.setup import Setup

CP, AP = 0, 1
NO_MANDATES = {"cp": 5, "ap": 4}
"""Dice that demand nothing while Italy is neutral."""
RUSSIAN = ("Lodz", "Warsaw", "Riga", "Vilna", "Kiev", "Odessa", "Minsk", "Baku")
"""The Russian VP spaces."""


def setup(scenario: str = "campaign", *, bid: Any = None, **switches: Any) -> Setup:
    seats = [{"name": "Anna"}, {"name": "Boris"}]
    document: dict[str, Any] = {"scenario": scenario, "seats": seats, "switches": switches}
    if bid is not None:
        document["bid"] = {"seat": bid[0], "points": bid[1]}
    read = msgspec.convert(document, Setup)
    title.check_setup(read)
    return read


def start(scenario: str = "campaign", *, bid: Any = None, **switches: Any) -> Position:
    """The position before the first entry."""
    return title.start(setup(scenario, bid=bid, **switches)).position


def entry(do: str, **fields: Any) -> AnyEntry:
    """An entry as a match file writes it; `as` is passed as `as_`."""
    document = {name.removesuffix("_"): value for name, value in fields.items()}
    read: AnyEntry = msgspec.convert({"do": do, **document}, AnyEntry)
    return read


def event(seat: int, card: int, **fields: Any) -> AnyEntry:
    return entry("play", seat=seat, card=card, as_="event", **fields)


def ops(seat: int, card: int) -> AnyEntry:
    return entry("play", seat=seat, card=card, as_="ops")


def one_op(seat: int) -> AnyEntry:
    return entry("one_op", seat=seat)


def battle(seat: int, at: str, attackers: str, defenders: str, **fields: Any) -> AnyEntry:
    """A battle; nations are written as words, and without more it ends 0 to 0."""
    if "calculation" not in fields:
        attacker, defender = fields.pop("losses", (0, 0))
        fields["loss_numbers"] = {"attacker": attacker, "defender": defender}
    return entry(
        "battle",
        seat=seat,
        at=at,
        attackers=attackers.split(),
        defenders=defenders.split(),
        **fields,
    )


def correct(**numbers: Any) -> AnyEntry:
    return entry("correct", set=numbers, reason="so the test begins")


def play(position: Position, *entries: Written) -> Position:
    """The position after these entries, which are checked as a file's are."""
    title.check_entries(position.game.setup, entries)
    for entry in entries:
        position = title.decide(position, entry).position
    return position


def facts(position: Position, written: AnyEntry) -> tuple[Fact, ...]:
    return title.decide(position, written).facts


def refused(position: Position, written: AnyEntry) -> Refused:
    """The refusal of the entry; fails where no rule forbids it."""
    title.check_entries(position.game.setup, (written,))
    with pytest.raises(Refused) as caught:
        title.decide(position, written)
    assert caught.value.message
    return caught.value


def refusal(position: Position, written: AnyEntry) -> str:
    """The number of the rule that forbids the entry."""
    return refused(position, written).rule


def must_refuse(position: Position, written: AnyEntry, rule: str, reason: str) -> None:
    """Fail unless the rule forbids the entry, for the reason: words of the sentence."""
    refusals.must_refuse(title, position, written, rule, reason)


def sentence(position: Position, written: AnyEntry) -> str:
    return refused(position, written).message


def invalid(document: Any, scenario: str = "campaign") -> str:
    """The place that makes an entry invalid; fails where nothing does."""
    with pytest.raises(Invalid) as caught:
        title.check_entries(setup(scenario), (document,))
    assert caught.value.message
    return caught.value.where


def shown(position: Position) -> dict[str, Any]:
    """The position as a match file writes it."""
    return title.export_position(position)


def seat_of(position: Position, seat: int) -> dict[str, Any]:
    written: dict[str, Any] = shown(position)["seats"][seat]
    return written


def vp(position: Position) -> int:
    return Table(position).vp


def in_actions(position: Position, cp: int = 5, ap: int = 4) -> Position:
    """In the action rounds, with the mandates of these dice."""
    return play(position, entry("mandates", cp=cp, ap=ap))


def pass_actions(position: Position) -> Position:
    """Every action that is left, as 1 OPS without a card, and Guns of August where it must be."""
    table = Table(position)
    if table.game.historical and table.turn == 1 and not table.actions(CP):
        position = play(position, event(CP, 1))
    while (seat := Table(position).to_act) is not None:
        position = play(position, one_op(seat))
    return position


def at_sieges(position: Position) -> Position:
    if Table(position).phase.word == "mandates":
        position = in_actions(position)
    return play(pass_actions(position), entry("attrition"))


def at_war_status(position: Position) -> Position:
    forts = shown(position)["forts"]
    besieged = {space: 1 for space, state in forts.items() if state == "besieged"}
    return play(at_sieges(position), entry("sieges", dice=besieged))


def after_war_status(position: Position) -> Position:
    return play(at_war_status(position), entry("war_status"))


def at_draw(position: Position) -> Position:
    segments = (entry("end_replacements"), entry("end_replacements"))
    return play(after_war_status(position), *segments)


def next_turn(position: Position) -> Position:
    """The whole turn, and the draw."""
    return play(at_draw(position), entry("draw"))


def on_turn(turn: int, position: Position | None = None, **at_start: Any) -> Position:
    """At the start of a turn: every one before it passed without an event."""
    if position is None:
        return _on_turn(turn, **at_start)
    while Table(position).turn < turn:
        position = next_turn(position)
    return position


@cache
def _on_turn(turn: int, **at_start: Any) -> Position:
    return start(**at_start) if turn == 1 else next_turn(_on_turn(turn - 1, **at_start))


@cache
def at_war(level: str, turn: int = 4, **at_start: Any) -> Position:
    """At the start of a turn with both sides at Limited or Total War, and war status 0 again."""
    position = start(**at_start)
    position = next_turn(position)
    position = play(position, correct(war_status={"cp": 11, "ap": 11}))
    position = next_turn(position)
    if level == "total":
        position = next_turn(position)
    position = play(position, correct(war_status={"cp": 0, "ap": 0}))
    return on_turn(turn, position)


def holding(position: Position, number: int) -> Position:
    """CP holds as many Russian VP spaces; the forts in them are gone."""
    forts = dict.fromkeys(("Warsaw", "Riga", "Odessa"), "destroyed")
    control = {space: "cp" if place < number else "ap" for place, space in enumerate(RUSSIAN)}
    return play(position, correct(forts=forts, control=control))


def with_status(position: Position, cp: int, ap: int) -> Position:
    return play(position, correct(war_status={"cp": cp, "ap": ap}))


def with_events(position: Position, *cards: str, turn: int = 1) -> Position:
    """The position as if these cards had been events on an earlier turn: "CP 28", "AP 54"."""
    places = list(position.places)
    for card in cards:
        places[pieces.INDEX[f"{card} event"]] = str(turn)
    return Position(position.game, position.rows, tuple(places))


def with_cards(position: Position, **cards: str) -> Position:
    """The position with these cards lying elsewhere: `cp_4="kept"`."""
    places = list(position.places)
    for name, place in cards.items():
        places[pieces.INDEX[name.upper().replace("_", " ")]] = place
    return Position(position.game, position.rows, tuple(places))
