"""The sheets for a pencil: a blank one, and one on which a match is played on."""

from typing import Any, Final

from tracker.games.paths_of_glory import names, outlook, title
from tracker.games.paths_of_glory.box import FORTS, TABLES, card
from tracker.games.paths_of_glory.columns import AP, CP
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.rulebook import house_rules
from tracker.printing.paths_of_glory import record
from tracker.printing.paths_of_glory.line_text import Words
from tracker.printing.printed_match import Match
from tracker.printing.qr_code import way_back

SCENARIOS: Final = ("campaign", "limited", "introductory", "historical")
"""In the order in which the page offers them; an option is the place in this list."""


def blank(words: Words, scenario: str) -> dict[str, Any]:
    historical = scenario == "historical"
    return {
        **words.frame(),
        **record.tracks(words, scenario),
        "scenario": words.translate(names.SCENARIOS[scenario]),
        "turns": record.turns(words, 1, TABLES.scenarios[scenario].last_turn),
        "spaces": record.spaces(words, historical=historical),
        "forts": record.other_forts(historical=historical),
    }


SEATS: Final = {"cp": CP, "ap": AP}


def running(words: Words, match: Match) -> dict[str, Any]:
    position = match.position
    table = Table(position)
    stands = title.export_position(position)
    scenario = match.setup.scenario
    first = table.turn
    return {
        **words.frame(),
        **record.tracks(words, scenario),
        "scenario": words.translate(names.SCENARIOS[scenario]),
        "stands": stands,
        "turn": words.turn(table.turn),
        "phase": words.translate(names.PHASES[stands["phase"]]),
        "now": {"vp": _on_track(table.vp, 20), "general": _on_general(table)},
        "seats": [_seat(words, stands["seats"][seat], seat) for seat in (CP, AP)],
        "us_needs": words.translate(outlook.us_needs(table)),
        "russia_needs": words.translate(outlook.russia_needs(table)),
        "forecast": [words.translate(says) for says in outlook.forecast(table)],
        "changed": [(space, words.side(SEATS[side])) for space, side in stands["spaces"].items()],
        "fort_states": [
            (space, FORTS[space].fort, words.translate(names.STATES[state]))
            for space, state in stands["forts"].items()
        ],
        "turns": [] if match.is_over else record.turns(words, first, table.game.last_turn),
        **way_back(match, words.translator),
        "house_rules": [words.translate(says) for says in house_rules(match.setup).values()],
    }


def _on_track(value: int, longest: int) -> int:
    return min(longest, max(0, value))


def _on_general(table: Table) -> dict[int, list[str]]:
    """Return who stands on which box of the general track."""
    found: dict[int, list[str]] = {}
    values = (("cp", table.war_status(CP)), ("ap", table.war_status(AP)), ("sum", table.combined))
    for name, value in values:
        found.setdefault(_on_track(value, outlook.LONGEST), []).append(name)
    return found


def _seat(words: Words, seat: dict[str, Any], number: int) -> dict[str, Any]:
    return {
        **seat,
        "level": words.translate(names.LEVELS[seat["commitment"]]),
        "mandate_says": words.translate(names.MANDATES[seat["mandate"]]),
        "acted": [_action(words, number, action) for action in seat["actions"]],
        "kept_cards": [words.card(number, kept["card"]) for kept in seat["kept"]],
        "lasting": [f"{n} {words.card_title(card(number, int(n)))}" for n in seat["events"]],
        "points": [(words.nation(code), f"{value:g}") for code, value in seat["rp"].items()],
    }


def _action(words: Words, seat: int, action: dict[str, Any]) -> tuple[str, str, str]:
    """An action of this turn: its card's number, its use, and the card's name."""
    use = words.translate(names.USES[action["as"]])
    if "card" not in action:
        return "", use, ""
    n = action["card"]
    return str(n), use, words.card_title(card(seat, n))
