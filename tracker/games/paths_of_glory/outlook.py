"""The tracks as the table sees them: boxes, marks, and what the next box needs."""

from collections.abc import Iterator
from dataclasses import dataclass

from tracker.engine.message import Message
from tracker.games.paths_of_glory import russia, us_entry, winning
from tracker.games.paths_of_glory.box import SEASON_OF, TABLES
from tracker.games.paths_of_glory.columns import (
    AP,
    CP,
    LEVELS,
    SIDE_NAMES,
    SIDE_TERMS,
    Level,
    Reason,
)
from tracker.games.paths_of_glory.export import missed
from tracker.games.paths_of_glory.hands import unseen_war_status
from tracker.games.paths_of_glory.pieces import TURNS
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.war_status import NEEDED, WITH_ARMISTICE

MARKS = {
    TABLES.commitment.limited_war: Message("Limited War"),
    TABLES.commitment.total_war: Message("Total War"),
    TABLES.marks.us_entry: Message("US entry"),
    TABLES.marks.fall_of_the_tsar: Message("Fall of the Tsar"),
    TABLES.marks.armistice: Message("Armistice"),
}
LONGEST = TABLES.marks.armistice


@dataclass(frozen=True)
class Box:
    """A box of a track: what it is, and the markers that lie on it."""

    number: int
    kind: str = ""
    mark: Message | None = None
    markers: tuple[str, ...] = ()


def vp_track(table: Table) -> list[Box]:
    """Return VP 0 to 20, each with whom it makes the winner if the game ended so."""
    lowest, highest = TABLES.victory.ap, TABLES.victory.cp
    shown = min(highest, max(lowest, table.vp))
    return [
        Box(vp, _winner(table, vp), markers=("VP",) if vp == shown else ())
        for vp in range(lowest, highest + 1)
    ]


def _winner(table: Table, vp: int) -> str:
    winners, _ = winning.judged(table, vp)
    return "draw" if len(winners) > 1 else "cp" if CP in winners else "ap"


def general_track(table: Table) -> list[Box]:
    """Return 0 to 40 with the war status of CP, of AP, and combined."""
    at = (
        ("CP", table.war_status(CP)),
        ("AP", table.war_status(AP)),
        ("Σ", table.combined),
    )
    ahead = _next_steps(table)
    return [
        Box(
            number,
            "next" if number in ahead else "",
            mark=MARKS.get(number),
            markers=tuple(name for name, value in at if min(LONGEST, value) == number),
        )
        for number in range(LONGEST + 1)
    ]


def _next_steps(table: Table) -> set[int]:
    """Return the marks that come next: of each side's commitment, and of both together."""
    marks = (TABLES.marks.us_entry, TABLES.marks.fall_of_the_tsar, TABLES.marks.armistice)
    steps = {mark for mark in marks if mark > table.combined}
    steps = {min(steps)} if steps else set()
    for seat in (CP, AP):
        level = table.level(seat)
        if level is not Level.TOTAL_WAR and not table.game.introductory:
            steps.add(NEEDED[LEVELS[level.value + 1].value])
    return steps


def turn_track(table: Table) -> list[Box]:
    """Return the turns with their seasons, and the sides that missed a mandate."""
    by_side = [(SIDE_NAMES[seat], missed(table, seat)) for seat in (CP, AP)]
    last = table.game.last_turn
    return [
        Box(
            turn,
            " ".join(
                part
                for part in (
                    SEASON_OF.get(turn, ""),
                    "now" if turn == table.turn else "",
                    "last" if turn == last else "",
                )
                if part
            ),
            markers=tuple(side for side, turns in by_side if turn in turns),
        )
        for turn in range(1, min(TURNS, last) + 1)
    ]


def us_needs(table: Table) -> Message:
    """Return what the next box of the US entry needs, in figures."""
    match us_entry.box(table):
        case us_entry.NEUTRAL:
            facts = {"needed": TABLES.marks.us_entry, "combined": table.combined}
            return Message("Combined war status {needed}; it is {combined}.", facts)
        case us_entry.TELEGRAM_ALLOWED:
            return Message("AP 54 Zimmermann Telegram as event.")
        case us_entry.AT_WAR:
            return Message("AP 55 Over There as event, on a later turn than AP 54.")
    return Message("US reinforcements and RP come.")


def russia_needs(table: Table) -> Message:
    """Return what the next box of Russian capitulation needs, in figures."""
    held = russia.russian_vp(table)
    facts: dict[str, object] = {"held": held, "combined": table.combined}
    match russia.box(table):
        case 0:
            needed = {**facts, "needed": russia.SPACES_FOR_FIRST_BOX}
            return Message("{needed} Russian VP spaces held by CP; there are {held}.", needed)
        case 1:
            return Message("CP 28 Tsar Takes Command as event.")
        case 2:
            needed = {
                **facts,
                "needed": TABLES.marks.fall_of_the_tsar,
                "sum": table.combined + held,
            }
            return Message(
                "{needed}: combined war status {combined} and {held} Russian spaces make {sum}.",
                needed,
            )
        case 3:
            return Message("CP 52 Fall of the Tsar as event.")
        case 4:
            needed = {**facts, "needed": (russia.tsar_fell_at(table) or 0) + 1}
            return Message(
                "A later turn, and {needed} Russian VP spaces or all but Baku; there are {held}.",
                needed,
            )
        case 5:
            return Message("CP 53 Bolshevik Revolution as event.")
        case 6:
            return Message("CP 45 Treaty of Brest-Litovsk as event.")
    return Message("Russia has made peace.")


def forecast(table: Table) -> Iterator[Message]:
    """Return what is missing to the next steps, and how the game would end now."""
    for seat in (CP, AP):
        yield from _to_next_level(table, seat)
    combined = table.combined
    if table.game.setup.scenario in WITH_ARMISTICE and combined < LONGEST:
        yield _together(table)
    yield Message(
        "Automatic victory: CP needs {cp} more VP, AP {ap} fewer.",
        {"cp": TABLES.victory.cp - table.vp, "ap": table.vp - TABLES.victory.ap},
    )
    vp = winning.final_vp(table, Reason.LAST_TURN)
    winners, _ = winning.judged(table, vp)
    yield Message("If the game ended now: {result}", {"result": winning.verdict(winners, vp)})


def _together(table: Table) -> Message:
    """Return what both sides are short of, and how much their cards can still bring."""
    marks = TABLES.marks
    facts = {
        "us": marks.us_entry - table.combined,
        "tsar": marks.fall_of_the_tsar - table.combined,
        "armistice": marks.armistice - table.combined,
        "unseen": unseen_war_status(table, CP) + unseen_war_status(table, AP),
    }
    if facts["us"] > 0:
        return Message(
            "Together: {us} more to 30, {tsar} to 33, {armistice} to 40; {unseen} in cards "
            "not seen.",
            facts,
        )
    if facts["tsar"] > 0:
        return Message(
            "Together: {tsar} more to 33, {armistice} to 40; {unseen} in cards not seen.", facts
        )
    return Message("Together: {armistice} more to 40; {unseen} in cards not seen.", facts)


def _to_next_level(table: Table, seat: int) -> Iterator[Message]:
    level = table.level(seat)
    if level is Level.TOTAL_WAR or table.game.introductory:
        return
    needed = NEEDED[LEVELS[level.value + 1].value]
    facts = {
        "side": SIDE_TERMS[seat],
        "missing": max(0, needed - table.war_status(seat)),
        "needed": needed,
        "unseen": unseen_war_status(table, seat),
    }
    if level is Level.MOBILIZATION:
        yield Message(
            "{side}: {missing} more to Limited War at {needed}; {unseen} in cards not seen.", facts
        )
    else:
        yield Message(
            "{side}: {missing} more to Total War at {needed}; {unseen} in cards not seen.", facts
        )
