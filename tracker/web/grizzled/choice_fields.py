"""The choices that the rules leave open, asked one after another before anything is written."""

from typing import Any, Final

import msgspec

from tracker.engine.choice import Choice
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.grizzled import support, title
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import TOKENS
from tracker.games.grizzled.position import Position, Table
from tracker.service.serialization import read_entry
from tracker.web.fields import Filled, Option
from tracker.web.grizzled.drawing import card_name, token_name, word_of

Document = dict[str, Any]

NOTHING: Final = "-"
"""The answer of whoever makes no use of a choice."""
NONE = Option(NOTHING, Message("Nothing"))
TRUTHS: Final = {"true": True, "false": False}
SOLO_SEATS: Final = ("left", "middle", "right")
"""GR-14.8: whom the support tokens of a solo game are for, by seat."""
TOKENS_GIVEN: Final = ("loses", "token")


def ask_choices(filled: Filled, position: Position, do: str, document: Document) -> Document | None:
    """Return the entry with every answer; None while something is still to be asked.

    What is asked can depend on the answers before it, so the rules are asked again each time.
    """
    asked: set[str] = set()
    while choice := _next_choice(position, do, document, asked):
        asked.add(choice.field)
        answer = filled.choose(
            choice.field.replace(".", "_"), choice.label, _options(position, choice)
        )
        if answer is None:
            return None
        if answer != NOTHING:
            document = _with_answer(document, choice.field, answer)
    return document


def _next_choice(position: Position, do: str, document: Document, asked: set[str]) -> Choice | None:
    entry = read(position, {"do": do, **document})
    choices = () if entry is None else title.choices(position, entry)
    open_choices = (choice for choice in choices if not choice.field.startswith("help."))
    return next((choice for choice in open_choices if choice.field not in asked), None)


def read(position: Position, document: Document) -> Any:
    """Return the entry that a document makes; None where it makes none."""
    try:
        return read_entry(title, position.game.setup, msgspec.json.encode(document))
    except Invalid:
        return None


def _options(position: Position, choice: Choice) -> list[Option]:
    options = [
        Option(option.value, _label(position, choice.field, option), _icon(choice, option.value))
        for option in choice.options
    ]
    is_open = not choice.required and options[0].value not in TRUTHS
    return [*options, NONE] if is_open else options


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


def _with_answer(document: Document, field: str, answer: str) -> Document:
    if field == "relieves":
        seat, _, knock = answer.partition(".")
        return {**document, field: {"seat": int(seat), "hard_knock": knock}}
    if field == "takes":
        return {**document, field: int(answer)}
    first, _, rest = field.partition(".")
    if rest:
        return {**document, first: {**document.get(first, {}), rest: answer}}
    return {**document, field: TRUTHS.get(answer, answer)}
