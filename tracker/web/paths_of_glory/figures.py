"""The figures of a battle as fields: strengths, dice, trenches, the flank."""

from typing import Any

from tracker.engine.message import Message
from tracker.web.pad.fields import NumberInput, Option
from tracker.web.paths_of_glory.pad_fields import FilledForm

Document = dict[str, Any]
STRONGEST = 60
SIDES = ("attacker", "defender")
STRENGTH = {
    "attacker": Message("The attacker: strength of the units"),
    "defender": Message("The defender: strength of the units, without the fort"),
}
ARMY = {
    "attacker": Message("Does an army of the attacker fire?"),
    "defender": Message("Does an army of the defender fire?"),
}
DIE = {
    "attacker": Message("Attacker's die"),
    "defender": Message("Defender's die"),
}
LEFT = {
    "attacker": Message("What is left of the attacker, who fires second"),
    "defender": Message("What is left of the defender, who fires second"),
}


def side(filled: FilledForm, who: str, *, is_bare: bool = False) -> Document | None:
    """Return one side of a battle; None while its die is missing."""
    document: Document = {"strength": 0, "army": False}
    if not is_bare:
        strength = filled.numbers(
            STRENGTH[who],
            [
                NumberInput(f"{who}_strength", Message("Strength"), "", 0, STRONGEST),
                NumberInput(f"{who}_drm", Message("Die modifier"), "", 0, 9, -9),
            ],
        )
        document["strength"] = strength[f"{who}_strength"]
        document["army"] = filled.yes(f"{who}_army", ARMY[who], default=True)
        if strength[f"{who}_drm"]:
            document["drm"] = strength[f"{who}_drm"]
    die = filled.die(f"{who}_die", DIE[who])
    return None if die is None else {**document, "die": die}


def fire(filled: FilledForm, *, is_bare: bool = False) -> Document | None:
    """Return both sides and the ground that they fight on; None while a die is missing."""
    attacker = side(filled, "attacker")
    defender = side(filled, "defender", is_bare=is_bare)
    ground = _ground(filled, is_bare=is_bare)
    if attacker is None or defender is None:
        return None
    return {**ground, "attacker": attacker, "defender": defender}


def _ground(filled: FilledForm, *, is_bare: bool) -> Document:
    """Return trench, spaces and flank, as far as they are not what they usually are."""
    document: Document = {}
    levels = [Option(str(level), str(level)) for level in range(3)]
    trench = 0
    if not is_bare:
        trench = int(filled.choose("trench", Message("Trench"), levels, "0") or 0)
    spaces = filled.numbers(
        Message("Attacked from how many spaces?"),
        [NumberInput("spaces", Message("Spaces"), "", 1, 9, 1)],
    )["spaces"]
    if trench:
        document["trench"] = trench
    if spaces > 1:
        document["spaces"] = spaces
        document |= _flank(filled, spaces)
    return document


def end_of_battle(filled: FilledForm) -> Document:
    """Return what changes retreat and advance, as far as it is not as usual."""
    document: Document = {}
    if not filled.yes(
        "full_strength", Message("Does the attacker have a full-strength unit left?"), default=True
    ):
        document["full_strength_attacker"] = False
    if filled.yes("no_retreat", Message("Is the retreat forbidden?")):
        document["no_retreat"] = True
    if filled.yes("sinai", Message("Do all attackers come from Sinai?")):
        document["sinai"] = True
    return document


def _flank(filled: FilledForm, spaces: int) -> Document:
    dice = [Option("none", Message("none")), *(Option(str(die), str(die)) for die in range(1, 7))]
    die = filled.choose("flank_die", Message("A flank attack: die"), dice, "none")
    if die in (None, "none"):
        return {}
    bonus = filled.numbers(
        Message("Other attacking spaces that are not pinned"),
        [NumberInput("flank_bonus", Message("Bonus"), "", 0, spaces - 1)],
    )["flank_bonus"]
    flank: Document = {"die": int(str(die))}
    return {"flank": {**flank, "bonus": bonus} if bonus else flank}


def second_fire(filled: FilledForm, figures: Document, who: str) -> Document | None:
    """Return the figures with what is left of the side that fires second; None until it is known.

    It is asked once the first fire is known.
    """
    given = filled.numbers(
        LEFT[who],
        [
            NumberInput("after_units", Message("Units"), "", None, 9),
            NumberInput("after_strength", Message("Strength"), "", None, STRONGEST),
        ],
    )
    army = filled.yes("after_army", ARMY[who])
    units = given.get("after_units")
    strength = given.get("after_strength", 0 if units == 0 else None)
    if units is None or strength is None:
        filled.missing = Message("Enter the units and the strength that are left.")
        return None
    left = {"units": units, "strength": strength, "army": army}
    return {**figures, who: {**figures[who], "after": left}}


def as_arguments(figures: Document) -> dict[str, str]:
    """Return the fields that stand for these figures."""
    arguments: dict[str, str] = {}
    for who in SIDES:
        for name, value in figures[who].items():
            if name != "after":
                arguments[f"{who}_{name}"] = written(value)
        for name, value in figures[who].get("after", {}).items():
            arguments[f"after_{name}"] = written(value)
    flank = figures.get("flank", {})
    arguments |= {f"flank_{name}": written(value) for name, value in flank.items()}
    arguments["full_strength"] = written(figures.get("full_strength_attacker", True))
    for name in ("trench", "spaces", "no_retreat", "sinai"):
        if name in figures:
            arguments[name] = written(figures[name])
    return arguments


def written(value: object) -> str:
    """Return a value as a field has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
