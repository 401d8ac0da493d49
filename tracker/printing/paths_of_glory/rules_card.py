"""The reference card: the tables of the game on one sheet, and the cards of both sides."""

from typing import Any, Final

from tracker.engine.message import Message
from tracker.games.paths_of_glory import names
from tracker.games.paths_of_glory.box import CARDS, TABLES, Card, FireTable
from tracker.games.paths_of_glory.columns import AP, CP, POINTS, SIDES
from tracker.games.paths_of_glory.rulebook import house_rules
from tracker.printing.paths_of_glory.line_text import Words
from tracker.printing.printed_match import Match
from tracker.translations.translator import signed

PHASES: Final = (
    ("A", Message("mandated offensives: a die for each side")),
    ("B", Message("six action rounds, CP first: OPS, SR, RP, event, peace offer or 1 OPS")),
    ("C", Message("attrition: spaces out of supply change hands")),
    ("D", Message("sieges: a die for every besieged fort")),
    ("E", Message("war status: VP, automatic victory, armistice, commitment")),
    ("F", Message("replacements: AP, then CP; the rest is lost")),
    ("G", Message("discard combat cards, add new cards, fill the hands")),
    ("H", Message("the next turn")),
)
RUSSIA: Final = (
    Message("the start"),
    Message("3 Russian VP spaces held by CP: CP 28 allowed"),
    Message("CP 28 played"),
    Message("combined war status and Russian spaces 33: CP 52 allowed"),
    Message("CP 52 played"),
    Message("a later turn and more Russian spaces, or all but Baku: CP 53 allowed"),
    Message("CP 53 played: 1 RU RP a turn at most"),
    Message("CP 45 played: Russia has made peace"),
)
US: Final = (
    Message("neutral"),
    Message("combined war status 30: AP 54 allowed"),
    Message("AP 54 played: at war, AP 40 allowed"),
    Message("AP 55 played, on a later turn: reinforcements and RP"),
)
DICE: Final = (
    Message("Siege: die above the fort's number destroys it; −2 on turns 1 and 2."),
    Message("Entrench: die up to the loss factor; level 2 is the highest."),
    Message("Flank: 4 or more, +1 for each unpinned space beyond the first."),
    Message("Sinai: −3 for the attacker."),
    Message("Retreat 1 if the loss numbers differ by 1, else 2."),
    Message("War status 4: Limited War. 11: Total War. One level a turn, not on turn 1."),
    Message("Combined war status 40: armistice. VP 20 or 0 in E: automatic victory."),
)
COSTS: Final = (
    (Message("Army: flip, or rebuild reduced"), "1"),
    (Message("Army: rebuild full"), "2"),
    (Message("Corps: flip, or rebuild reduced"), "½"),
    (Message("Corps: rebuild full"), "1"),
)
ENDS: Final = (
    ("introductory", "introductory", None),
    ("limited", "limited", None),
    ("campaign", "campaign", None),
    ("campaign", "brest_litovsk", Message("after Brest-Litovsk")),
)


def card(words: Words, match: Match | None) -> dict[str, Any]:
    translate = words.translate
    return {
        **words.frame(),
        "phases": [(letter, translate(says)) for letter, says in PHASES],
        "points": [_points(words, ops) for ops in sorted(TABLES.strategic_redeployment)],
        "mandates": _mandates(words),
        "fire": [
            (translate(Message("Army table")), _fire(TABLES.fire.army)),
            (translate(Message("Corps and fort table")), _fire(TABLES.fire.corps)),
        ],
        "terrain": list(_terrain(words)),
        "dice": [translate(says) for says in DICE],
        "costs": [(translate(says), price) for says, price in COSTS],
        "peace": [
            ("0–19", [signed(vp) for vp in TABLES.peace.below_20]),
            ("20+", [signed(vp) for vp in TABLES.peace.from_20]),
        ],
        "ends": [_end(words, *end) for end in ENDS],
        "russia": [translate(says) for says in RUSSIA],
        "us": [translate(says) for says in US],
        "house_rules": _house_rules(words, match),
        "cards": [[_card(words, seat, card) for card in CARDS[seat]] for seat in (CP, AP)],
    }


def _house_rules(words: Words, match: Match | None) -> list[str]:
    return [words.translate(says) for says in house_rules(match.setup).values()] if match else []


def _points(words: Words, ops: str) -> dict[str, Any]:
    """Return what a card of so many OPS gives as SR and as RP."""
    given = [TABLES.replacement_points[SIDES[seat]][ops] for seat in (CP, AP)]
    rows = [
        [given[seat].get(column.name, "") for column in POINTS[seat] if column.name != "US"]
        for seat in (CP, AP)
    ]
    return {"ops": ops, "sr": TABLES.strategic_redeployment[ops], "rp": rows}


def _mandates(words: Words) -> list[tuple[str, list[str]]]:
    nobody = words.translate(Message("none"))
    dice = (TABLES.mandates.cp, TABLES.mandates.ap)
    return [
        (words.side(seat), [_mandate(words, mark, nobody) for mark in dice[seat]])
        for seat in (CP, AP)
    ]


def _mandate(words: Words, mark: str, nobody: str) -> str:
    if mark == "none":
        return nobody
    nation, _, at = mark.partition("_")
    return f"{words.nation(nation)} ({words.nation(at)})" if at else words.nation(nation)


def _fire(table: FireTable) -> dict[str, Any]:
    return {"columns": table.columns, "rows": list(enumerate(table.losses, 1))}


def _terrain(words: Words) -> Any:
    """PG-12: what each ground does, trenches too."""
    yes, no = words.translate(Message("yes")), words.translate(Message("no"))
    for name, row in TABLES.terrain.items():
        left = words.translate(Message("{number} left", {"number": row.attacker_left}))
        answers = (yes if row.difficult else no, yes if row.difficult else no)
        yield (
            words.translate(names.TERRAINS[name]),
            left if row.attacker_left else "–",
            "–",
            *answers,
            yes if row.flank else no,
        )
    for level in (1, 2):
        yield (
            words.translate(Message("trench {level}", {"level": level})),
            words.translate(Message("{number} left", {"number": level})),
            words.translate(Message("{number} right", {"number": 1})),
            yes,
            "–",
            no,
        )


def _end(words: Words, scenario: str, table: str, after: Message | None) -> dict[str, Any]:
    line = TABLES.scenarios[table]
    label = words.translate(names.SCENARIOS[scenario])
    draw = f"{line.ap + 1}–{line.cp - 1}" if line.cp - line.ap > 2 else str(line.ap + 1)
    return {
        "name": f"{label}, {words.translate(after)}" if after else label,
        "turn": line.last_turn,
        "cp": line.cp,
        "draw": draw,
        "ap": line.ap,
        "rule": line.rule,
    }


def _card(words: Words, seat: int, card: Card) -> dict[str, Any]:
    return {
        "n": card.n,
        "name": words.card_title(card) + ("*" if card.star else ""),
        "deck": card.deck,
        "ops": card.ops,
        "ws": card.ws or "",
        "kind": card.kind,
        "effect": words.effect(card),
    }
