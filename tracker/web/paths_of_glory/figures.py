"""The figures of a battle as fields: strengths, dice, trenches, the flank."""

from typing import Any

from tracker.engine.message import Message
from tracker.web.pad.fields import NumberInput, Option
from tracker.web.pad.open_choices import Answers
from tracker.web.paths_of_glory.pad_fields import FilledForm

STRONGEST = 60
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


def side(filled: FilledForm, path: str, who: str, *, is_bare: bool = False) -> Answers | None:
    """Return one side of a battle; None while its die is missing."""
    its = f"{path}{who}"
    answers: dict[str, Any] = {f"{its}.strength": 0, f"{its}.army": False}
    if not is_bare:
        answers |= filled.numbers(
            STRENGTH[who],
            [
                NumberInput(f"{its}.strength", Message("Strength"), "", 0, STRONGEST),
                NumberInput(f"{its}.drm", Message("Die modifier"), "", 0, 9, -9),
            ],
        )
        answers[f"{its}.army"] = filled.yes(f"{its}.army", ARMY[who], default=True)
    elif filled.has_answers(f"{its}.drm"):
        modifier = NumberInput(f"{its}.drm", Message("Die modifier"), "", 0, 9, -9)
        answers |= filled.numbers(Message("Fort of the defender"), [modifier])
    die = filled.die(f"{its}.die", DIE[who])
    return None if die is None else {**answers, f"{its}.die": die}


def fire(filled: FilledForm, path: str, *, is_bare: bool = False) -> Answers | None:
    """Return both sides and the ground that they fight on; None while a die is missing."""
    attacker = side(filled, path, "attacker")
    defender = side(filled, path, "defender", is_bare=is_bare)
    ground = _ground(filled, path, is_bare=is_bare)
    if attacker is None or defender is None:
        return None
    return {**attacker, **defender, **ground}


def _ground(filled: FilledForm, path: str, *, is_bare: bool) -> Answers:
    """Return trench, spaces and flank."""
    answers: dict[str, Any] = {}
    if not is_bare:
        levels = [Option(str(level), str(level)) for level in range(3)]
        answers[f"{path}trench"] = filled.choose(f"{path}trench", Message("Trench"), levels, "0")
    answers |= filled.numbers(
        Message("Attacked from how many spaces?"),
        [NumberInput(f"{path}spaces", Message("Spaces"), "", 1, 9, 1)],
    )
    spaces = answers[f"{path}spaces"]
    return answers if spaces == 1 else {**answers, **_flank(filled, f"{path}flank", spaces)}


def end_of_battle(filled: FilledForm, path: str) -> Answers:
    """Return what changes retreat and advance."""
    full = Message("Does the attacker have a full-strength unit left?")
    forbidden = Message("Is the retreat forbidden?")
    sinai = Message("Do all attackers come from Sinai?")
    asked = (("full_strength_attacker", full), ("no_retreat", forbidden), ("sinai", sinai))
    return {
        f"{path}{name}": filled.yes(f"{path}{name}", label, default=label is full)
        for name, label in asked
    }


def _flank(filled: FilledForm, path: str, spaces: int) -> Answers:
    dice = [Option("none", Message("none")), *(Option(str(die), str(die)) for die in range(1, 7))]
    die = filled.choose(f"{path}.die", Message("A flank attack: die"), dice, "none")
    if die in (None, "none"):
        return {}
    bonus = filled.numbers(
        Message("Other attacking spaces that are not pinned"),
        [NumberInput(f"{path}.bonus", Message("Bonus"), "", 0, spaces - 1)],
    )
    return {f"{path}.die": die, **bonus}


def second_fire(filled: FilledForm, path: str, fired: Answers, who: str) -> Answers | None:
    """Return the figures with what is left of the side that fires second; None until it is known.

    It is asked once the first fire is known.
    """
    left = f"{path}{who}.after"
    given = filled.numbers(
        LEFT[who],
        [
            NumberInput(f"{left}.units", Message("Units"), "", None, 9),
            NumberInput(f"{left}.strength", Message("Strength"), "", None, STRONGEST),
        ],
    )
    army = filled.yes(f"{left}.army", ARMY[who])
    if given.get(f"{left}.units") == 0:
        given.setdefault(f"{left}.strength", 0)
    if len(given) < len((f"{left}.units", f"{left}.strength")):
        filled.missing = Message("Enter the units and the strength that are left.")
        return None
    return {**fired, **given, f"{left}.army": army}
