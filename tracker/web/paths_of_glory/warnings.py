"""Warnings: mandates, barred uses, what runs, what is not kept."""

from collections.abc import Iterator

from tracker.engine.message import Message, Term
from tracker.games.paths_of_glory import names, reminders
from tracker.games.paths_of_glory.actions import is_entry_late
from tracker.games.paths_of_glory.box import CARDS, SEASON_OF, card
from tracker.games.paths_of_glory.columns import AP, CP, SIDE_TERMS, Level, Phase, SideColumn
from tracker.games.paths_of_glory.events import has_neutral_entered
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.mandates import MISSED_VP, NOT_DUE
from tracker.games.paths_of_glory.pieces import ACTIONS_A_TURN, MADE, NO_MANDATE
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.reinforcements import reinforced
from tracker.translations.translator import signed

FROM_ROUND = 4
BLOCKADE = 2
RACE_TO_THE_SEA, OBEROST = 8, 11
OPEN_AT = 4


def warnings(table: Table) -> Iterator[Message]:
    """Return what to warn of, the most pressing first."""
    if table.phase is Phase.ACTIONS:
        for seat in (CP, AP):
            yield from _mandate(table, seat)
            yield from _barred(table, seat)
    yield from _next_turn(table)
    if is_entry_late(table):
        yield Message("AP 16 and AP 17 can only be events now.")


def _mandate(table: Table, seat: int) -> Iterator[Message]:
    mark, actions = table.mandate(seat), table.actions(seat)
    if mark in NOT_DUE or actions < FROM_ROUND - 1:
        return
    facts: dict[str, object] = {
        "side": SIDE_TERMS[seat],
        "mandate": names.MANDATES[mark],
        "vp": signed(MISSED_VP[seat]),
    }
    if actions >= ACTIONS_A_TURN - 1:
        yield Message("{side}: {mandate}. Last chance; if missed: {vp} VP.", facts)
    else:
        yield Message("{side}: {mandate}. If missed: {vp} VP.", facts)


def _barred(table: Table, seat: int) -> Iterator[Message]:
    use, n = table.last_action(seat)
    facts = {"side": SIDE_TERMS[seat]}
    if use == "sr" or (seat == AP and (use, n) == ("event", 30)):
        yield Message("{side}: the next action cannot be SR.", facts)
    if use == "rp":
        yield Message("{side}: the next action cannot be RP.", facts)


def _next_turn(table: Table) -> Iterator[Message]:
    if table.was_played(AP, BLOCKADE) and SEASON_OF.get(table.turn + 1) == "winter":
        yield Message("Blockade: −1 VP next turn.")
    if table.was_played(AP, BLOCKADE) and table.season == "winter":
        yield Message("Blockade: −1 VP in phase E.")
    for seat in (CP, AP):
        cards = table.hand(seat) + table[seat, SideColumn.DECK]
        facts = {"side": SIDE_TERMS[seat], "cards": cards, "hand": table.game.hand_size}
        if cards + _discarded(table, seat) < table.game.hand_size:
            yield Message("{side}: the hand would stay short: {cards} cards of {hand}.", facts)


def _discarded(table: Table, seat: int) -> int:
    return len(table.cards_that_lie(seat, "discard", "kept", "used"))


def notes(table: Table) -> Iterator[Message]:
    """Return what is closed or used up this turn, and what the running event reminds of."""
    if table.phase is Phase.ACTIONS:
        yield from _mandated(table)
    is_open = table.war_status(CP) >= OPEN_AT
    if not is_open and not table.was_played(CP, RACE_TO_THE_SEA):
        yield Message("CP may not stop in Amiens, Calais and Ostend yet (CP 8, or war status 4).")
    if not is_open and not table.was_played(CP, OBEROST):
        yield Message("GE may not attack Russian forts yet (CP 11, or war status 4).")
    if has_neutral_entered(table):
        yield Message("A neutral nation has entered the war this turn.")
    for seat in (CP, AP):
        nations = reinforced(table, seat)
        if nations:
            yield Message(
                "Reinforced this turn: {nations}.", {"nations": names.nation_terms(nations)}
            )
    if table.level(CP) is Level.LIMITED_WAR and table.level(AP) is not Level.TOTAL_WAR:
        yield Message("AP 16 and AP 17 can only be events once CP alone is at Total War.")
    yield from _running(table)
    yield from reminders.reminders(table)


def _mandated(table: Table) -> Iterator[Message]:
    """Return the battles that would make the mandates, as long as they are not made."""
    for seat in (CP, AP):
        mark = table.mandate(seat)
        if mark not in (NO_MANDATE, MADE):
            battle = reminders.mandated_battle(table, mark)
            yield Message("{side}: {battle}.", {"side": SIDE_TERMS[seat], "battle": battle})


def _running(table: Table) -> Iterator[Message]:
    seat = table.acting
    if seat is None:
        return
    use, n = table.last_action(seat)
    if not n:
        return
    facts: dict[str, object] = {"card": card_name(seat, n)}
    ops = card(seat, n).ops
    if table.is_operation:
        yield Message("{card}: {ops} OPS.", {**facts, "ops": ops})
    elif use == "sr":
        yield Message("{card}: {sr} SR.", {**facts, "sr": names.sr_of(ops)})
    effect = CARDS[seat][n - 1].effect
    if use == "event" and effect:
        yield Message("{card}: {effect}.", {**facts, "effect": Term(effect, "effect")})
