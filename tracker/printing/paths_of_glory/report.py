"""The end-of-game report: who won and why, how it went, and everything that was written."""

from collections import Counter
from typing import Any, Final

from tracker.engine.message import Message
from tracker.games.paths_of_glory import names, title
from tracker.games.paths_of_glory.columns import AP, CP, POINTS, Replacement
from tracker.games.paths_of_glory.entries import Battle, OneOp, Peace, Play
from tracker.games.paths_of_glory.position import VP_AT_START, Table
from tracker.games.paths_of_glory.rulebook import house_rules
from tracker.printing import charts
from tracker.printing.charts import Frame
from tracker.printing.entry_list import history, is_correction
from tracker.printing.paths_of_glory import causes
from tracker.printing.paths_of_glory.line_text import Words
from tracker.printing.printed_match import Match, PrintedStep
from tracker.translations.translator import plain

LINES: Final = Frame(520, 190, 26, 400, 8, 168)
USES: Final = ("event", "ops", "sr", "rp", "one_op", "peace")


def report(words: Words, match: Match) -> dict[str, Any]:
    position = match.position
    stands = title.export_position(position)
    result = stands["result"]
    return {
        **words.frame(),
        "scenario": words.translate(names.SCENARIOS[match.setup.scenario]),
        "won": words.translate(match.outcome.label) if match.outcome else "",
        "how": words.translate(names.REASONS[result["reason"]]) if result else "",
        "rule": result["rule"] if result else "",
        "notes": match.notes,
        "turn": words.turn(stands["turn"]),
        "stands": stands,
        "people": [
            {
                "name": seat["name"],
                "says": side,
                "number": "",
                "won": bool(result and number in result["winners"]),
            }
            for number, (seat, side) in enumerate(
                zip(stands["seats"], words.frame()["SIDE_NAMES"], strict=True)
            )
        ],
        "levels": [words.translate(names.LEVELS[seat["commitment"]]) for seat in stands["seats"]],
        "vp": _curve(
            words, match, Message("VP by turn"), _vp, [(words.translate(Message("VP")), "")]
        ),
        "war": _curve(words, match, Message("War status by turn"), _war, _war_lines(words)),
        "causes": _causes(words, match),
        "uses": _uses(words, match),
        "events": _events(words, match),
        "replacements": _replacements(words, match),
        "mandates": [_mandates(words, seat) for seat in stands["seats"]],
        "battles": [_battle(words, step) for step in match.steps if isinstance(step.entry, Battle)],
        "won_battles": _won_battles(match),
        "holders": _holders(words, match),
        "house_rules": [words.translate(says) for says in house_rules(match.setup).values()],
        "corrections": [
            {"turn": words.turn(step.written.round), **_told(words, match, step)}
            for step in match.steps
            if is_correction(step.entry)
        ],
        "turns": {number: words.turn(number) for number, _ in match.round_ends()},
        "history": history(words.translator, match, lambda noted: (words.did(noted.lines),)),
    }


def _vp(table: Table) -> list[int]:
    return [table.vp]


def _war(table: Table) -> list[int]:
    return [table.war_status(CP), table.war_status(AP), table.combined]


def _war_lines(words: Words) -> list[tuple[str, str]]:
    combined = words.translate(Message("Combined"))
    return [(words.side(CP), "cp"), (words.side(AP), "ap"), (combined, "")]


def _curve(
    words: Words, match: Match, label: Message, values: Any, lines: list[tuple[str, str]]
) -> dict[str, Any] | None:
    """A number over the turns, as a chart, table and words; None before the first entry."""
    if not match.steps:
        return None
    moments = [(0, match.start), *match.round_ends()]
    rows = [(turn, values(Table(position))) for turn, position in moments]
    last = match.round if match.is_over else match.start.game.last_turn
    chart = charts.lines(lines, rows, last, LINES, apart=14, least=20)
    told = "; ".join(
        f"{curve.name} {', '.join(map(plain, curve.values))}" for curve in chart.curves
    )
    return {"chart": chart, "rows": rows, "says": f"{words.translate(label)}. {told}."}


def _causes(words: Words, match: Match) -> dict[str, Any]:
    """Return the sources of VP: up for CP, down for AP."""
    lines = [line for step in match.steps for line in step.lines]
    rows = [
        (words.translate(says), up, down) for says, up, down in causes.by_cause(lines) if up or down
    ]
    return {"start": VP_AT_START, "rows": rows, "end": Table(match.position).vp}


def _uses(words: Words, match: Match) -> list[tuple[str, int, int]]:
    """Return the uses of actions, each with how often CP and AP chose it."""
    counts = Counter(found for step in match.steps if (found := _use(step.entry)))
    return [
        (words.translate(names.USES[use]), counts[use, CP], counts[use, AP])
        for use in USES
        if counts[use, CP] or counts[use, AP]
    ]


def _use(entry: Any) -> tuple[str, int] | None:
    if isinstance(entry, Play):
        return entry.use, entry.seat
    if isinstance(entry, OneOp):
        return "one_op", entry.seat
    return ("peace", entry.seat) if isinstance(entry, Peace) else None


def _events(words: Words, match: Match) -> list[tuple[str, str, str]]:
    """The events of each turn, by side; combat cards are among the battles."""
    turns: dict[int, tuple[list[str], list[str]]] = {}
    for step in match.steps:
        entry = step.entry
        if isinstance(entry, Play) and entry.use == "event":
            sides = turns.setdefault(step.written.round, ([], []))
            sides[entry.seat].append(words.card(entry.seat, entry.card))
    return [(words.turn(turn), "; ".join(cp), "; ".join(ap)) for turn, (cp, ap) in turns.items()]


def _replacements(words: Words, match: Match) -> dict[str, Any]:
    """Replacement points by turn and nation: what came in."""
    columns = [column for seat in POINTS for column in seat]
    turns: dict[int, Counter[Replacement]] = {}
    for step in match.steps:
        for line in step.lines:
            if isinstance(line.what, Replacement) and line.by > 0:
                turns.setdefault(step.written.round, Counter())[line.what] += line.by
    rows = [
        (words.turn(turn), [found[column] / 2 for column in columns])
        for turn, found in turns.items()
    ]
    sums = [sum(row[at] for _, row in rows) for at in range(len(columns))]
    return {"heads": [words.nation(column.name) for column in columns], "rows": rows, "sums": sums}


def _mandates(words: Words, seat: dict[str, Any]) -> str:
    return ", ".join(words.turn(turn) for turn in seat["missed"])


def _battle(words: Words, step: PrintedStep) -> dict[str, Any]:
    fought = title.export_position(step.after)["last_battle"]
    losses, entry = fought["loss_numbers"], step.entry
    return {
        "turn": words.turn(step.written.round),
        "side": words.side(entry.seat),
        "says": words.translate(title.entry_text(step.after.game.setup, entry)),
        "cards": "; ".join(_cards(words, entry)),
        "losses": f"{losses['attacker']} : {losses['defender']}",
        "winner": words.translate(WINNERS[fought["winner"]]),
        "is_mandate": fought["mandate_made"],
        "did": words.did(step.lines),
    }


WINNERS: Final = {
    "attacker": Message("the attacker"),
    "defender": Message("the defender"),
    "none": Message("nobody"),
}


def _cards(words: Words, entry: Battle) -> list[str]:
    sides = ((entry.seat, entry.attacker_cards), (1 - entry.seat, entry.defender_cards))
    return [words.card(seat, n) for seat, cards in sides for n in cards]


def _won_battles(match: Match) -> list[tuple[int, int]]:
    """Battles that each side won, and those that it fought."""
    won, fought = [0, 0], 0
    for step in match.steps:
        if isinstance(step.entry, Battle):
            fought += 1
            winner = title.export_position(step.after)["last_battle"]["winner"]
            if winner != "none":
                won[step.entry.seat if winner == "attacker" else 1 - step.entry.seat] += 1
    return [(number, fought) for number in won]


def _holders(words: Words, match: Match) -> list[tuple[str, str, str]]:
    """The VP spaces that changed hands, turn by turn: to CP, to AP."""
    rows = []
    before = title.export_position(match.start)["spaces"]
    for turn, position in match.round_ends():
        after = title.export_position(position)["spaces"]
        to = _changed(position, before, after)
        if any(to):
            rows.append((words.turn(turn), ", ".join(to[CP]), ", ".join(to[AP])))
        before = after
    return rows


def _changed(position: Any, before: dict[str, str], after: dict[str, str]) -> list[list[str]]:
    table, to = Table(position), list[list[str]]([[], []])
    for space in sorted({*before, *after}):
        if before.get(space) != after.get(space):
            to[table.holder(space)].append(space)
    return to


def _told(words: Words, match: Match, step: PrintedStep) -> dict[str, Any]:
    says = words.translate(match.says(step.written))
    return {"n": step.written.n + 1, "says": says, "did": words.did(step.lines)}
