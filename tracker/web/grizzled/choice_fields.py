"""The choices that the rules leave open, asked one after another before anything is written."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import msgspec

from tracker.engine.choice import Choice
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.grizzled import support, title
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import TOKENS
from tracker.games.grizzled.entries import AnyEntry
from tracker.games.grizzled.position import Position, Table
from tracker.games.grizzled.setup import Setup
from tracker.games.titles import TITLES
from tracker.service.match import read_entry
from tracker.web.grizzled.drawing import card_name, token_name, word_of
from tracker.web.pad import open_choices
from tracker.web.pad.fields import Filled, Option
from tracker.web.pad.open_choices import Answers
from tracker.web.pad.pad import document_in

RULES: Final = TITLES[title.NAME]
NOTHING: Final = "-"
"""The answer of whoever makes no use of a choice."""
NONE = Option(NOTHING, Message("Nothing"))
TRUTHS: Final = frozenset({"true", "false"})
SOLO_SEATS: Final = ("left", "middle", "right")
"""GR-14.8: whom the support tokens of a solo game are for, by seat."""
TOKENS_GIVEN: Final = ("loses", "token")


def ask_choices(filled: Filled, position: Position, do: str, answers: Answers) -> Answers | None:
    """Return the entry with every answer; None while something is still to be asked."""

    def still_open(so_far: Answers) -> Iterator[Choice]:
        entry = read(position, {"do": do, **so_far})
        found = () if entry is None else title.open_choices(position, entry)
        return (choice for choice in found if not choice.field.startswith("help."))

    def draw(choice: Choice, so_far: Answers) -> Answers | None:
        options = _options(position, read(position, {"do": do, **so_far}), choice)
        answer = filled.choose(choice.field, choice.label, options)
        if answer == NOTHING:
            return {}
        return None if answer is None else {choice.field: answer}

    return open_choices.ask_choices(answers, still_open, draw)


def read(position: Position, answers: Answers) -> Any:
    """Return the entry that was filled in; None where it is none."""
    try:
        data = msgspec.json.encode(document_in(RULES, answers))
        return read_bytes(position.game.setup, data)
    except Invalid:
        return None


@lru_cache(4_000)
def read_bytes(setup: Setup, data: bytes) -> AnyEntry:
    """Return the entry of a document. Every card that can be played is read for every page."""
    entry: AnyEntry = read_entry(title, setup, data)
    return entry


def _options(position: Position, entry: AnyEntry, choice: Choice) -> Iterator[Option]:
    """The options that the rules allow; they are tried only where somebody looks at them."""
    choice = title.narrowed(position, entry, choice)
    for option in choice.options:
        label = _label(position, choice.field, option)
        yield Option(option.value, label, _icon(choice, option.value))
    if not choice.required and choice.options[0].value not in TRUTHS:
        yield NONE


def _label(position: Position, field: str, option: Any) -> str:
    if option.value in CARDS:
        return card_name(option.value)
    if field == "drawn" and option.value in SOLO_SEATS:
        name = Table(position).name(SOLO_SEATS.index(option.value))
        return f"{word_of(option.label)}: {name}"
    if field.startswith("tokens."):
        return reach(position, int(field.removeprefix("tokens.")), option.value)
    if field in TOKENS_GIVEN:
        return token_name(option.value)
    if isinstance(option.label, tuple):
        return ": ".join(map(word_of, option.label))
    return word_of(option.label)


def reach(position: Position, seat: int, token: str) -> str:
    """GR-8.3: return the name of whom a laid token goes to."""
    table = Table(position)
    kind = next(column for column in TOKENS if column.value == token)
    return table.name(support.reaches(table, seat, kind))


def _icon(choice: Choice, value: str) -> str:
    is_token = choice.field.startswith("tokens.") or choice.field in TOKENS_GIVEN
    return f"token_{value}" if is_token else ""
