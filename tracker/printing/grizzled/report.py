"""The report: how the season ended, its missions, both piles as a curve, and every entry."""

from typing import Any, Final

from tracker.engine.message import Message
from tracker.games.grizzled import title
from tracker.games.grizzled.position import Table
from tracker.games.grizzled.season import KnockTaken, Season, piles, season
from tracker.printing import charts
from tracker.printing.charts import Frame
from tracker.printing.entry_list import Did, history, is_correction
from tracker.printing.grizzled.line_text import Words
from tracker.printing.grizzled.sheet_tables import mission_row
from tracker.printing.grizzled.table_agreement import house_rules
from tracker.printing.printed_match import Match, PrintedEntry
from tracker.translations.translator import plain

LINES: Final = Frame(520, 190, 26, 410, 8, 168)
CURVES: Final = (("trials", Message("Trials")), ("morale", Message("Morale")))


def report(words: Words, match: Match) -> dict[str, Any]:
    """Return everything that the season was."""
    played = season(match.setup, ((step.entry, step.lines) for step in match.steps))
    table = title.export_position(match.position)
    names = match.players
    outcome = match.outcome
    return {
        "THREATS": words.threats(),
        "table": table,
        "ended": words.translate(outcome.label) if outcome else "",
        "rule": outcome.rule if outcome else "",
        "notes": match.notes,
        "missions": [mission_row(words, names, mission) for mission in played.missions],
        "piles": _piles(words, match, played),
        "people": [_person(words, table, seat) for seat in range(len(names))],
        "soldiers": [_soldier(words, table, played, seat) for seat in range(len(names))],
        "house_rules": house_rules(words, match.setup),
        "corrections": [
            _correction(words, match, step.written)
            for step in match.steps
            if is_correction(step.entry)
        ],
        "history": history(words.translator, match, _did(match)),
    }


def _piles(words: Words, match: Match, played: Season) -> dict[str, Any] | None:
    """Return trials and morale at the start and after each mission, as a chart and in words."""
    if not played.missions:
        return None
    start, ends = piles(match.setup, played)
    rows = [(0, start), *ends]
    labels = [(words.translate(label), name) for name, label in CURVES]
    last = max(number for number, _ in rows)
    chart = charts.lines(labels, rows, last, LINES, apart=14, least=20)
    curves = (f"{curve.name} {', '.join(map(plain, curve.values))}" for curve in chart.curves)
    heading = words.translate(Message("Trials and morale after each mission"))
    return {"chart": chart, "says": f"{heading}. {'; '.join(curves)}."}


def _person(words: Words, table: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return a soldier as the first page names them; all win or lose together."""
    row, result = table["seats"][seat], table["result"]
    says = words.soldier(row["soldier"])["soldier_name"]
    return {"name": row["name"], "says": says, "number": "", "won": bool(result and result["won"])}


def _soldier(words: Words, table: dict[str, Any], played: Season, seat: int) -> dict[str, Any]:
    row, soldier = table["seats"][seat], played.soldiers[seat]
    return {
        "name": row["name"],
        **words.soldier(row["soldier"]),
        "knocks": [_knock(words, knock) for knock in soldier.knocks],
        "taken": soldier.taken,
        "cured": soldier.cured,
        "weight": row["weight"],
        "charms": soldier.charms,
        "speeches": soldier.speeches,
        "is_broken": bool(table["result"] and seat in table["result"]["soldiers"]),
    }


def _knock(words: Words, taken: KnockTaken) -> str:
    facts = {"hard_knock": words.knock(taken.knock), "mission": taken.came_in}
    if taken.cured_in is None:
        return words.translate(Message("{hard_knock} (mission {mission})", facts))
    facts["cured"] = taken.cured_in
    return words.translate(Message("{hard_knock} (mission {mission}, cured in {cured})", facts))


def _did(match: Match) -> Did:
    """Return what says both piles after an entry."""
    after = {id(step.written): Table(step.after) for step in match.steps}

    def did(noted: PrintedEntry) -> tuple[object, ...]:
        table = after[id(noted)]
        return table.trials, table.morale

    return did


def _correction(words: Words, match: Match, noted: PrintedEntry) -> dict[str, Any]:
    says = words.translate(match.says(noted))
    return {"mission": noted.round, "n": noted.n + 1, "says": says, "did": ""}
