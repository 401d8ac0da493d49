"""Choices that an entry leaves open: the drawn card, whom Christmas relieves, tokens, help.

Each is asked exactly where the rules look for it, with the questions that the rules ask.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache

import msgspec
from msgspec import UNSET, structs

from tracker.engine.choice import Choice, ChoiceOption
from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.grizzled import cards, hard_knocks, orders, support, tokens, traps, withdrawing
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import TOKENS, Count, Course, HardKnock, Phase, SetAside
from tracker.games.grizzled.entries import AnyEntry, Play, Support, Withdraw
from tracker.games.grizzled.position import Position, Table

NO, YES = ChoiceOption("false", Message("No")), ChoiceOption("true", Message("Yes"))
FILL = ChoiceOption("true", Message("Draw up to 3"))
STOP = ChoiceOption("false", Message("Stop for this mission"))
DRAWN_FOR = {
    SetAside.LEFT: Message("Left"),
    SetAside.MIDDLE: Message("Middle"),
    SetAside.RIGHT: Message("Right"),
    SetAside.NONE: Message("Nobody"),
}


WhyNot = Callable[[Position, AnyEntry], Refused | None]


def choices(position: Position, entry: AnyEntry, why_not: WhyNot) -> tuple[Choice, ...]:
    """Return what may still be chosen for the entry, in the order in which it is asked.

    What is chosen already narrows the rest: an option that the rules would then refuse is left
    out, unless they refuse every one because something else is still missing.
    """
    found = open_choices(position, entry, why_not)
    return tuple(narrowed(position, entry, choice, why_not) for choice in found)


def open_choices(position: Position, entry: AnyEntry, why_not: WhyNot) -> Iterator[Choice]:
    """The choices that are open, with every option: none is tried before the choice is reached."""
    for choice in _asked(Table(position), entry):
        is_open = any(_allowed(position, entry, choice, why_not))
        if is_open or why_not(position, entry) is not None:
            yield choice


def narrowed(position: Position, entry: AnyEntry, choice: Choice, why_not: WhyNot) -> Choice:
    """Return the choice with what is allowed; without its default, one option must be picked."""
    options = tuple(_allowed(position, entry, choice, why_not)) or choice.options
    has_default = choice.default.keys() <= {option.value for option in options}
    return structs.replace(
        choice,
        options=options,
        default=choice.default if has_default else {},
        required=choice.required or not has_default,
    )


def _allowed(
    position: Position, entry: AnyEntry, choice: Choice, why_not: WhyNot
) -> Iterator[ChoiceOption]:
    """The options that the rules would not refuse; amounts are not tried."""
    for option in choice.options:
        answered = entry if choice.amounts else _with_answer(entry, choice.field, option.value)
        if choice.amounts or why_not(position, answered) is None:
            yield option


def _with_answer(entry: AnyEntry, field: str, answer: str) -> AnyEntry:
    """Return the entry with the answer at the field, as a match file would write it."""
    document = msgspec.to_builtins(entry)
    inner = document
    *path, last = field.split(".")
    for step in path:
        inner = inner.setdefault(step, {})
    inner[last] = answer
    read: AnyEntry = msgspec.convert(document, AnyEntry, strict=False)
    return read


def _asked(table: Table, entry: AnyEntry) -> tuple[Choice, ...]:
    if table.phase is Phase.MISSION and isinstance(entry, Play):
        return tuple(_of_play(table, entry))
    if table.phase is Phase.MISSION and isinstance(entry, Withdraw):
        return tuple(_of_withdrawing(table, entry))
    if table.phase is Phase.SUPPORT and isinstance(entry, Support):
        return tuple(_of_support(table, entry))
    return ()


def hidden_cards(table: Table) -> tuple[ChoiceOption, ...]:
    """GR-2.4: return the cards of which a copy can still be face down."""
    return _hidden_at(table.position())


@lru_cache(60)
def _hidden_at(position: Position) -> tuple[ChoiceOption, ...]:
    """They are kept for a position, because every trap that may be played asks for them."""
    table = Table(position)
    numbers = (
        (card, cards.copies(table, card) - cards.open_copies(table, card))
        for card in CARDS.values()
    )
    return tuple(ChoiceOption(card.id, card.label, left) for card, left in numbers if left > 0)


def _of_play(table: Table, entry: Play) -> Iterator[Choice]:
    """GR-5.1, GR-4.7, GR-14.6: the drawn card, the relief, and filling the hand."""
    card = CARDS[entry.card]
    if traps.is_drawn_for(table, card):
        # The trap itself lies open by then.
        left = tuple(option for option in hidden_cards(table) if option.value != card.id)
        yield Choice("drawn", Message("The card that was drawn"), left, required=True)
    yield from _relief(table, entry)
    if table.game.is_solo and table[TABLE, Course.REFILLING]:
        label = Message("The common hand")
        yield Choice("refill", label, (FILL, STOP), default={FILL.value: 1})


def _relief(table: Table, entry: Play | Withdraw) -> Iterator[Choice]:
    """GR-4.7: the hard knock that Christmas takes away, of any soldier."""
    named = (entry.drawn, entry.card if isinstance(entry, Play) else UNSET)
    if cards.CHRISTMAS.id not in named:
        return
    there = tuple(
        ChoiceOption(f"{seat}.{knock.value}", (table.name(seat), knock))
        for seat in table.seats
        for knock in hard_knocks.of(table, seat)
        if knock is not HardKnock.RECRUIT
    )
    if there:
        label = Message("The hard knock that Christmas removes (at most 1)")
        yield Choice("relieves", label, there, amounts=True)


def _of_withdrawing(table: Table, entry: Withdraw) -> Iterator[Choice]:
    """GR-11.6, GR-6.8, GR-13.6, GR-11.9, GR-6.9: what applies to this soldier, and only that."""
    seat = entry.seat
    if orders.is_strategic_open(table) and table.hand(seat):
        label = Message("Put a card from the hand on top of the trials")
        yield Choice("returns", label, (NO, YES), default={NO.value: 1})
    if withdrawing.loses_token(table, seat):
        label = Message("The token that is lost")
        yield Choice("loses", label, _tokens(table, seat), required=True)
    left = _after_loss(table, entry)
    if seat == table.game.recruit and left.tokens(seat):
        label = Message("The token that was drawn at random")
        yield Choice("token", label, _tokens(left, seat), required=True)
    bunkers = tuple(
        ChoiceOption(str(place), mission.name)
        for place, mission in enumerate(table.in_force)
        if orders.can_take_bunker(table, place)
    )
    if bunkers:
        yield Choice("takes", Message("Take the cards of a bunker"), bunkers)
    if withdrawing.stumbles(table, seat):
        label = Message("The card that was drawn")
        yield Choice("drawn", label, hidden_cards(table), required=True)
    yield from _relief(table, entry)


def _after_loss(table: Table, entry: Withdraw) -> Table:
    """GR-6.8: the table once the Absent-minded soldier has lost the token that is named."""
    left = Table(table.position())
    with suppress(Refused):
        withdrawing.lose_token(left, entry)
    return left


def _tokens(table: Table, seat: int) -> tuple[ChoiceOption, ...]:
    """GR-1.6: return the tokens that the soldier can have."""
    can_have = (token for token in TOKENS if tokens.can_be_named(table, seat, token))
    return tuple(
        ChoiceOption(token.value, token, table.known(seat, token) + table[seat, Count.UNKNOWN])
        for token in can_have
    )


def _of_support(table: Table, entry: Support) -> Iterator[Choice]:
    """GR-14.8, GR-8.2, GR-8.5: the drawn token, the laid tokens, then the help."""
    if table.game.is_solo:
        options = tuple(
            ChoiceOption(token.word, DRAWN_FOR[token])
            for token in SetAside
            if not table[TABLE, token]
        )
        yield Choice("drawn", Message("The support token that was drawn"), options, required=True)
    for seat in table.seats:
        if support.lays_face_down(table, seat):
            label = Message("{name}'s token", {"name": table.name(seat)})
            yield Choice(f"tokens.{seat}", label, _tokens(table, seat), required=True)
    helped = support.helped_by(table, entry)
    if helped is not None:
        yield from _help(table, helped)


def _help(table: Table, seat: int) -> Iterator[Choice]:
    there = [knock for knock in hard_knocks.of(table, seat) if knock is not HardKnock.RECRUIT]
    if there:
        options = tuple(ChoiceOption(knock.value, knock) for knock in there)
        most = support.most_removed(table)
        label = Message("Hard knocks to remove (at most {most})", {"most": most})
        yield Choice("help.remove", label, options, amounts=True)
    if not table[seat, Count.CHARM] and support.may_turn_charm(table):
        yield Choice("help.charm", Message("Turn the charm up"), (NO, YES), default={NO.value: 1})
