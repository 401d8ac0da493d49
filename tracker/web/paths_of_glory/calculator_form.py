"""The calculator's questions as forms: a battle, a siege, entrenching."""

from dataclasses import dataclass
from typing import Final, get_args

import msgspec

from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.games.paths_of_glory import calculator, names
from tracker.games.paths_of_glory.questions import AnyQuestion, AnyResult, BattleResult
from tracker.web.pad.fields import Field, NumberInput, Option
from tracker.web.pad.open_choices import Answers
from tracker.web.pad.paths import document_of
from tracker.web.paths_of_glory import figures, old_names
from tracker.web.paths_of_glory.pad_fields import FilledForm

KINDS: Final = {
    "battle": Message("Battle"),
    "siege": Message("Siege"),
    "entrench": Message("Entrench"),
}


@dataclass(frozen=True)
class CalculatorAnswer:
    """The question that the calculator was asked, and its answer."""

    kind: str
    fields: list[Field]
    arguments: dict[str, str]
    result: AnyResult | None = None
    refused: Refused | None = None
    problem: Message | None = None


def answer(kind: str, arguments: dict[str, str]) -> CalculatorAnswer:
    """Return the form of a question, with its answer once it is filled in."""
    arguments = old_names.of_calculator(arguments)
    filled = FilledForm(arguments)
    question = QUESTIONS[kind](filled)
    if question is None:
        return CalculatorAnswer(kind, filled.fields, arguments)
    try:
        result = _asked({"kind": kind, **question})
    except Refused as refused:
        return CalculatorAnswer(kind, filled.fields, arguments, refused=refused)
    except Invalid as invalid:
        return CalculatorAnswer(kind, filled.fields, arguments, problem=invalid.says)
    return CalculatorAnswer(kind, filled.fields, arguments, result)


def _asked(document: Answers) -> AnyResult:
    (kind,) = (kind for kind in get_args(calculator.QUESTION) if _tag(kind) == document["kind"])
    asked = document_of(document, kind)
    question: AnyQuestion = msgspec.convert(asked, calculator.QUESTION)
    calculator.check(question, "calculate")
    return calculator.calculate(question)


def _tag(kind: type[msgspec.Struct]) -> object:
    return kind.__struct_config__.tag


def _battle(filled: FilledForm) -> Answers | None:
    place = _place(filled)
    fire = figures.fire(filled, "", is_bare="occupied" in place)
    cards = _by_cards(filled)
    asked = fire and {**fire, **place, **cards}
    waiting = asked and _waiting(asked)
    if asked and waiting:
        asked = figures.second_fire(filled, "", asked, waiting) or asked
    end = figures.end_of_battle(filled, "")
    return asked and {**asked, **end}


def _place(filled: FilledForm) -> Answers:
    """Return the terrain and the fort of the space that is attacked."""
    terrain = filled.choose(
        "terrain",
        Message("Terrain"),
        [Option(name, label) for name, label in names.TERRAINS.items()],
        "clear",
    )
    numbers = [Option(str(number), str(number)) for number in range(4)]
    fort = int(filled.choose("fort", Message("Fort of the defender"), numbers, "0") or 0)
    if not fort:
        return {"terrain": terrain}
    label = Message("Are there units in the space?")
    is_occupied = filled.yes("occupied", label, default=True)
    return {"terrain": terrain, "fort": fort} | ({} if is_occupied else {"occupied": False})


def _waiting(asked: Answers) -> str | None:
    """Return the side whose second fire the calculator waits for."""
    try:
        result = _asked({"kind": "battle", **asked})
    except (Refused, Invalid):
        return None
    return result.waiting if isinstance(result, BattleResult) else None


def _by_cards(filled: FilledForm) -> Answers:
    effects = [
        Option("full", Message("as printed")),
        Option("no_shifts", Message("no shifts")),
        Option("none", Message("ignored")),
    ]
    effect = filled.choose("trench_effect", Message("Trenches, by a card"), effects, "full")
    first = Message("Does a card let the attacker fire first?")
    return {
        "trench_effect": effect,
        "attacker_first": filled.yes("attacker_first", first),
        "withdrawal": filled.yes("withdrawal", Message("Withdrawal?")),
    }


def _siege(filled: FilledForm) -> Answers | None:
    numbers = [Option(str(number), str(number)) for number in range(1, 4)]
    fort = filled.choose("fort", Message("Number of the fort"), numbers)
    die = filled.die("die", Message("Die"))
    turn = filled.numbers(Message("Turn"), [NumberInput("turn", Message("Turn"), "", 3, 20, 1)])
    if fort is None or die is None:
        return None
    return {"fort": fort, "die": die, **turn}


def _entrench(filled: FilledForm) -> Answers | None:
    numbers = [Option(str(number), str(number)) for number in range(1, 4)]
    factor = filled.choose("loss_factor", Message("Loss factor of the army"), numbers)
    die = filled.die("die", Message("Die"))
    levels = [Option(str(number), str(number)) for number in range(3)]
    level = filled.choose("level", Message("Trench already there"), levels, "0")
    retry = filled.yes("retry", Message("A second try in the next round?"))
    if factor is None or die is None:
        return None
    return {"loss_factor": factor, "die": die, "level": level, "retry": retry}


QUESTIONS: Final = {"battle": _battle, "siege": _siege, "entrench": _entrench}
