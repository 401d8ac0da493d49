"""The end-of-game report: who won and why, how it went, and everything that was written."""

from collections.abc import Callable
from typing import Any, Final

from tracker.engine.house_rule import played
from tracker.engine.ledger import Column, Line, lines_of
from tracker.engine.message import Message
from tracker.games.civil_war import battles, title, winning_chances
from tracker.games.civil_war.box import Toll
from tracker.games.civil_war.columns import RESOURCES, Count, Resource, Side
from tracker.games.civil_war.entries import Attack, BuyOff, Correct
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.result_text import victory
from tracker.games.civil_war.results import places, ranking
from tracker.games.civil_war.superlatives import superlatives
from tracker.printing import charts
from tracker.printing.charts import Frame
from tracker.printing.civil_war import causes
from tracker.printing.civil_war.line_text import Words
from tracker.printing.civil_war.seats import names, seats
from tracker.printing.civil_war.summary import is_battle, is_trade, told
from tracker.printing.entry_list import history
from tracker.printing.printed_match import Match, PrintedEntry, PrintedStep
from tracker.translations.translator import plain

LINES: Final = Frame(520, 250, 26, 400, 8, 228)
CHANCES: Final = Frame(520, 190, 30, 400, 8, 168)
SMALL: Final = Frame(118, 66, 16, 112, 5, 54)
BAR: Final = 22
OUTCOMES: Final = {
    battles.BattleOutcome.DEFENDER_RUNS: Message("The defender runs."),
    battles.BattleOutcome.ATTACKER_WINS: Message("The attacker wins."),
    battles.BattleOutcome.DEFENDER_WINS: Message("The defender wins."),
}


def _won(words: Words, position: Position) -> str:
    won = victory(position)
    if won is None:
        return ""
    fallen = f" {words.translate(won.fallen)}." if won.fallen else ""
    return f"{words.translate(won.who)}. {words.translate(won.how)}{fallen}"


def report(words: Words, match: Match) -> dict[str, Any]:
    position = match.position
    rows, place = seats(words, position), places(position)
    result = title.export_position(position)["result"]
    table = [
        {**rows[seat], "place": place[seat], "won": bool(result and seat in result["winners"])}
        for seat in ranking(position)
    ]
    return {
        **words.columns(),
        "won": _won(words, position),
        "notes": match.notes,
        "month": match.round,
        "of_months": match.setup.months,
        "table": table,
        "people": [_person(words, row) for row in table],
        "points": _points(words, match),
        "multiples": _multiples(words, match) if match.steps else [],
        "sources": _sources(words, match),
        "battles": [_battle(words, match, step) for step in match.steps if is_battle(step)],
        "trades": [_dated(words, match, step) for step in match.steps if is_trade(step)],
        "closeness": _closeness(words, match),
        "superlatives": [
            words.translate(says).partition(": ")[::2]
            for says in superlatives(title.setup_of(match.position), match.steps)
        ],
        "house_rules": [words.translate(says) for says in played(match.setup.switches).values()],
        "drawn": ", ".join(match.setup.seats[seat].name for seat in match.drawn),
        "corrections": [
            _dated(words, match, step) for step in match.steps if isinstance(step.entry, Correct)
        ],
        "history": history(words.translator, match, _did(words, match)),
    }


def _person(words: Words, row: dict[str, Any]) -> dict[str, Any]:
    """Return a player as the first page names them."""
    says = [row["role_name"], row["side_name"]]
    if row["out"]:
        says.append(words.translate(Message("out of the game")))
    number = plain(row["points"])
    return {"name": row["name"], "says": " · ".join(says), "number": number, "won": row["won"]}


def by_month(match: Match, column: Column | None) -> list[tuple[int, list[int]]]:
    """Everyone's number at the start and at the end of each month; None counts all people."""
    moments = [(0, match.start), *match.round_ends()]
    return [(month, _numbers(position, column)) for month, position in moments]


def _numbers(position: Position, column: Column | None) -> list[int]:
    table = Table(position)
    return [table.people(seat) if column is None else table[seat, column] for seat in table.seats]


def _who(match: Match) -> list[tuple[str, str]]:
    table = Table(match.position)
    return [(table.name(seat), table.side(seat).word) for seat in table.seats]


def _points(words: Words, match: Match) -> dict[str, Any] | None:
    """Return everyone's points by month; None before the first entry."""
    if not match.steps:
        return None
    rows = by_month(match, Count.POINTS)
    order = ranking(match.position)
    chart = charts.lines(_who(match), rows, _last(match), LINES, apart=14, least=20, order=order)
    return {
        "chart": chart,
        "rows": rows,
        "says": _described(words.translate(Message("Points by month")), chart),
    }


def _closeness(words: Words, match: Match) -> dict[str, Any] | None:
    """Return the chances of both sides at each month's end, where they were computed."""
    chances = winning_chances.read(match.analysis) if match.analysis else ()
    if not chances:
        return None
    rows = winning_chances.by_month(chances)
    sides = [(words.translate(side.term), side.word) for side in (Side.NORTH, Side.SOUTH)]
    chart = charts.lines(sides, rows, _last(match), CHANCES, apart=14, least=100)
    heading = words.translate(Message("Chance to win, in %"))
    turning = winning_chances.turning_point_told(chances)
    return {
        "chart": chart,
        "rows": rows,
        "says": _described(heading, chart),
        "turning_point": words.translate(turning) if turning else "",
        "continuations": winning_chances.CONTINUATIONS,
    }


def _last(match: Match) -> int:
    """Return the last month on a chart: lines end where the match did."""
    return match.round if match.is_over else int(match.setup.months)


def _described(heading: str, chart: charts.Lines) -> str:
    """The chart in words, for who cannot see it."""
    curves = (f"{curve.name} {', '.join(map(plain, curve.values))}" for curve in chart.curves)
    return f"{heading}. {'; '.join(curves)}."


def _multiples(words: Words, match: Match) -> list[dict[str, Any]]:
    """A small chart for each resource and for the people, all seats in each."""
    whats: list[tuple[str, str, Column | None]] = [
        *((words.word(resource), resource.value, resource) for resource in RESOURCES),
        (words.translator.translated_as("label", "People"), "people", None),
    ]
    made = []
    for name, icon, column in whats:
        chart = charts.lines(_who(match), by_month(match, column), _last(match), SMALL)
        says = _described(name, chart)
        made.append({"name": name, "icon": icon, "chart": chart, "says": says})
    return made


def _sources(words: Words, match: Match) -> dict[str, Any]:
    """Return the sources of each seat's points."""
    lines = _all_lines(match)
    who = names(match.position)
    rows = [causes.points_by_cause(lines, seat) for seat in range(len(who))]
    used = [at for at in range(len(causes.POINTS)) if any(row[at] for row in rows)]
    order = ranking(match.position)
    frame = Frame(520, 24 + BAR * len(who), 92, 484, 4, 4 + BAR * len(who))
    labels = [words.translate(says) for says, _ in causes.POINTS]
    ordered = [rows[seat] for seat in order]
    return {
        "chart": charts.bars([who[seat] for seat in order], ordered, frame, BAR),
        "causes": [(at, labels[at]) for at in used],
        "rows": [(who[seat], [rows[seat][at] for at in used], sum(rows[seat])) for seat in order],
        "says": "; ".join(
            f"{who[seat]}: " + ", ".join(f"{labels[at]} {plain(rows[seat][at])}" for at in used)
            for seat in order
        ),
    }


def _all_lines(match: Match) -> list[Line]:
    start = list(lines_of(title.start(match.setup).facts))
    return start + [line for step in match.steps for line in step.lines]


def _dated(words: Words, match: Match, step: PrintedStep) -> dict[str, Any]:
    return {"month": step.written.round, "n": step.written.n + 1, **told(words, match, step)}


def _battle(words: Words, match: Match, step: PrintedStep) -> dict[str, Any]:
    """A battle with its price and what both spent; a bribe with what was paid."""
    row = _dated(words, match, step)
    entry = step.entry
    if isinstance(entry, BuyOff):
        return {**row, "price": "–", "outcome": words.translate(Message("Bought off: no battle."))}
    if not isinstance(entry, Attack):
        raise TypeError(entry)
    forecast = battles.forecast(Table(step.before), entry.seat, entry.target)
    outcome = words.translate(OUTCOMES[forecast.outcome])
    return {**row, "price": _price(words, forecast.price), "outcome": outcome}


def _price(words: Words, price: Toll) -> str:
    people = words.translator.counted("person", "people", price.people)
    weapons = words.counted(Resource.WEAPONS, price.weapons)
    return f"{price.people} {people}, {price.weapons} {weapons}"


def _did(words: Words, match: Match) -> Callable[[PrintedEntry], tuple[str]]:
    who = names(match.position)
    return lambda noted: (words.did(who, noted.lines),)
