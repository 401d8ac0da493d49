"""The choices that the rules leave open, drawn as fields of the pad and read back from them."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tracker.engine.choice import Choice
from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.civil_war import title
from tracker.games.civil_war.position import Position
from tracker.service.match import read_entry
from tracker.web.civil_war.pad_fields import FilledPad
from tracker.web.pad.fields import Label, NumberInput, Option

Document = dict[str, Any]

PLACES: Final = {
    "top": Message("Top"),
    "left": Message("Left"),
    "middle": Message("Middle"),
    "right": Message("Right"),
    "bottom": Message("Bottom"),
}
ICONS: Final = {"true": "headquarters_destroyed", "false": "headquarters"}


def ask_choices(
    filled: FilledPad, position: Position, do: str, document: Document, *, is_extra: bool = False
) -> Document:
    """Draw a field for every choice that the rules leave open; return the entry with the answers.

    What is asked can depend on what was chosen before it, so the rules are asked again each time.
    """
    asked: set[str] = set()
    while choice := _next_choice(position, do, document, asked):
        asked.add(choice.field)
        answer = _answer(filled, choice, document, is_extra=is_extra)
        if answer is not None:
            document = _with_answer(document, choice.field.split("."), answer)
    return document


def _next_choice(position: Position, do: str, document: Document, asked: set[str]) -> Choice | None:
    try:
        entry = read_entry(title, position.game.setup, msgspec.json.encode({"do": do, **document}))
    except Invalid:
        return None
    choices = title.choices(position, entry)
    return next((choice for choice in choices if choice.field not in asked), None)


def _answer(filled: FilledPad, choice: Choice, document: Document, *, is_extra: bool) -> Any:
    """Return what was chosen, as the entry writes it; None where nothing was."""
    name = _name(choice, document)
    label = _label(choice)
    if not choice.amounts:
        default = next(iter(choice.default), "")
        options = [
            Option(option.value, _word(option.label), ICONS.get(option.value, option.value))
            for option in choice.options
        ]
        picked = filled.choose(name, label, options, default=default, is_extra=is_extra)
        return picked if picked not in ICONS else picked == "true"
    is_help = choice.field.endswith("help")
    inputs = [
        NumberInput(
            f"{name}_{option.value}",
            _word(option.label),
            "weapons" if is_help else option.value,
            choice.default.get(option.value, 0),
            option.most,
        )
        for option in choice.options
    ]
    given = filled.numbers(label, inputs, is_extra=is_extra)
    numbers = {key.removeprefix(f"{name}_"): number for key, number in given.items()}
    if is_help:
        gifts = [{"seat": int(seat), "weapons": number} for seat, number in numbers.items()]
        return gifts or None
    is_filled = any(field.name in filled.arguments for field in inputs)
    return numbers if is_filled else None


def _name(choice: Choice, document: Document) -> str:
    """Return the name of the field in the address: `help`, `fall_2`, `left_taken`."""
    *before, last = choice.field.split(".")
    if before and before[0] == "choices":
        return f"{before[1]}_{'fall' if last == 'casualties' else last}"
    if before and before[0] == "casualties":
        return f"fall_{last}"
    seats = {"casualties": "seat", "target_casualties": "target"}
    return f"fall_{document[seats[last]]}" if last in seats else last


def _label(choice: Choice) -> Message:
    """Return the question; for a side of a tile with the side before it."""
    _, is_tile, rest = choice.field.partition("choices.")
    if not is_tile:
        return choice.label
    place = PLACES[rest.partition(".")[0]]
    return Message("{place}: {question}", {"place": place, "question": choice.label})


def _word(label: object) -> Label:
    return label if isinstance(label, Message | Column) else str(label)


def _with_answer(document: Document, path: list[str], answer: Any) -> Document:
    """Return the document with the answer at this path."""
    first, *rest = path
    inner: Mapping[str, Any] = document.get(first, {})
    return {**document, first: _with_answer(dict(inner), rest, answer) if rest else answer}
