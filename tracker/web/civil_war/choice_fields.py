"""The choices that the rules leave open, drawn as fields of the pad and read back from them."""

from collections.abc import Iterable
from typing import Final

from tracker.engine.choice import Choice
from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.games.civil_war import title
from tracker.games.civil_war.position import Position
from tracker.games.titles import TITLES
from tracker.web.civil_war.pad_fields import FilledPad
from tracker.web.pad import open_choices
from tracker.web.pad.fields import Label, NumberInput, Option
from tracker.web.pad.open_choices import Answers
from tracker.web.pad.pad import entry_in

RULES: Final = TITLES[title.NAME]
PLACES: Final = {
    "top": Message("Top"),
    "left": Message("Left"),
    "middle": Message("Middle"),
    "right": Message("Right"),
    "bottom": Message("Bottom"),
}
ICONS: Final = {"true": "headquarters_destroyed", "false": "headquarters"}


def ask_choices(
    filled: FilledPad, position: Position, do: str, answers: Answers, *, is_extra: bool = False
) -> Answers:
    """Draw a field for every choice that the rules leave open; return the entry with the answers.

    What nobody has chosen is left to the rules.
    """

    def still_open(so_far: Answers) -> Iterable[Choice]:
        entry = entry_in(RULES, position.game.setup, {"do": do, **so_far})
        return () if entry is None else title.choices(position, entry)

    def draw(choice: Choice, _: Answers) -> Answers:
        field = _amounts if choice.amounts else _option
        return field(filled, choice, is_extra=is_extra)

    return open_choices.ask_choices(answers, still_open, draw) or {}


def _option(filled: FilledPad, choice: Choice, *, is_extra: bool) -> Answers:
    options = [
        Option(option.value, _word(option.label), ICONS.get(option.value, option.value))
        for option in choice.options
    ]
    default = next(iter(choice.default), "")
    label = _label(choice)
    picked = filled.choose(choice.field, label, options, default=default, is_extra=is_extra)
    return {} if picked is None else {choice.field: picked}


def _amounts(filled: FilledPad, choice: Choice, *, is_extra: bool) -> Answers:
    """Return the amounts that were chosen; zeros too, which spare those who would fall."""
    is_help = choice.field.endswith("help")
    is_chosen = filled.has_answers(choice.field)
    inputs = [
        NumberInput(
            f"{choice.field}.{option.value}",
            _word(option.label),
            "weapons" if is_help else option.value,
            0 if is_chosen else choice.default.get(option.value, 0),
            option.most,
        )
        for option in choice.options
    ]
    # The first ally who is named gives first: an amended entry keeps its order.
    named = list(filled.arguments)
    inputs.sort(key=lambda field: named.index(field.name) if field.name in named else len(named))
    numbers = filled.numbers(_label(choice), inputs, is_extra=is_extra)
    return {choice.field: "", **numbers} if is_chosen else {}


def _label(choice: Choice) -> Message:
    """Return the question; for a side of a tile with the side before it."""
    _, is_tile, rest = choice.field.partition("choices.")
    if not is_tile:
        return choice.label
    place = PLACES[rest.partition(".")[0]]
    return Message("{place}: {question}", {"place": place, "question": choice.label})


def _word(label: object) -> Label:
    return label if isinstance(label, Message | Column) else str(label)
