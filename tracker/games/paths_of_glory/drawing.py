"""PG-6.0 Phases G and H: cards are thrown away and drawn, and the next turn begins."""

from collections.abc import Sequence

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import actions, battles, mandates, redeployment
from tracker.games.paths_of_glory.actions import LATE_ENTRIES, is_entry_late
from tracker.games.paths_of_glory.box import card
from tracker.games.paths_of_glory.columns import AP, CP, Course, Level, Phase, SideColumn
from tracker.games.paths_of_glory.entries import Draw
from tracker.games.paths_of_glory.hands import card_name, must_be_at_hand, must_have_cards
from tracker.games.paths_of_glory.pieces import DISCARD, KEPT, UNSEEN, USED
from tracker.games.paths_of_glory.position import Table


def draw(table: Table, entry: Draw) -> None:
    """PG-9.5.4.5, PG-9.5.4.6: each side draws up to its hand; then the next turn."""
    for seat, thrown in ((CP, entry.cp), (AP, entry.ap)):
        _must_be_throwable(table, seat, thrown)
    for seat, thrown in ((CP, entry.cp), (AP, entry.ap)):
        _discard(table, seat, thrown)
        if has_risen(table, seat):
            _add_deck(table, seat)
        _draw(table, seat)
    _next_turn(table)


def _must_be_throwable(table: Table, seat: int, thrown: Sequence[int]) -> None:
    """PG-9.5.4.6: combat cards of the hand, and AP 16 and 17 while they are late."""
    for n in thrown:
        must_be_at_hand(table, seat, n)
        if not is_throwable(table, seat, n):
            raise Refused(
                "PG-9.5.4.6",
                "{card} is not a combat card and cannot be discarded.",
                card=card_name(seat, n),
            )
    must_have_cards(table, seat, len(thrown))


def is_throwable(table: Table, seat: int, n: int) -> bool:
    is_late = seat == AP and n in LATE_ENTRIES and may_throw_late_entries(table)
    return card(seat, n).is_combat_card or is_late


def may_throw_late_entries(table: Table) -> bool:
    """PG-9.5.2.5: also in the turn in which AP reached Total War, if CP was there before."""
    if is_entry_late(table):
        return True
    is_total = table.level(CP) is Level.TOTAL_WAR
    return is_total and table.level_turn(CP) < table.turn == table.level_turn(AP)


def has_risen(table: Table, seat: int) -> bool:
    """Return whether the side's commitment rose this turn."""
    return table.level(seat) is not Level.MOBILIZATION and table.level_turn(seat) == table.turn


def _discard(table: Table, seat: int, thrown: Sequence[int]) -> None:
    for n in table.cards_that_lie(seat, KEPT, USED):
        table.put_card(seat, n, DISCARD, "PG-9.5.4.5")
    table.add(seat, SideColumn.HAND, -len(thrown), "PG-9.5.4.6")
    for n in thrown:
        table.put_card(seat, n, DISCARD, "PG-9.5.4.6")


def _add_deck(table: Table, seat: int) -> None:
    """PG-16.1: the new deck joins the draw pile, with the discard pile shuffled in."""
    _shuffle_in(table, seat, "PG-16.1")
    new = table.game.deck_sizes[table.level(seat).value]
    table.add(seat, SideColumn.DECK, new, "PG-16.1")


def _shuffle_in(table: Table, seat: int, rule: str) -> None:
    discarded = table.cards_that_lie(seat, DISCARD)
    for n in discarded:
        table.put_card(seat, n, UNSEEN, rule)
    table.add(seat, SideColumn.DECK, len(discarded), rule)


def _draw(table: Table, seat: int) -> None:
    """PG-9.1.4: up to the hand size; where the pile is too small, the discard pile goes in."""
    wanted = max(0, table.game.hand_size - table.hand(seat))
    wanted -= _draw_up_to(table, seat, wanted)
    if wanted:
        _shuffle_in(table, seat, "PG-9.1.4")
        _draw_up_to(table, seat, wanted)


def _draw_up_to(table: Table, seat: int, wanted: int) -> int:
    drawn = min(wanted, table[seat, SideColumn.DECK])
    table.add(seat, SideColumn.DECK, -drawn, "PG-9.1.4")
    table.add(seat, SideColumn.HAND, drawn, "PG-9.1.4")
    return drawn


def _next_turn(table: Table) -> None:
    """PG-6.0: H: actions, limits, mandates and the last battle are cleared."""
    for chapter in (actions, redeployment, mandates, battles):
        chapter.clear(table)
    table.add(TABLE, Course.TURN, 1, "PG-6.0")
    table.begin(Phase.MANDATES)
