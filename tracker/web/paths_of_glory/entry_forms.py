"""The form of each entry: its fields, and the entry that they make once they are filled in."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from tracker.engine.choice import Choice
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.engine.title import why_not
from tracker.games.paths_of_glory import (
    choosing,
    entries,
    forts,
    names,
    pieces,
    replacements,
    title,
)
from tracker.games.paths_of_glory.box import FORTS, SPACES, VP_SPACES
from tracker.games.paths_of_glory.columns import AP, CP, POINTS, SIDE_TERMS, SIDES, Phase
from tracker.games.paths_of_glory.entry_text import NEAR_EAST
from tracker.games.paths_of_glory.offers import plays
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.redeployment import LIMITS
from tracker.games.titles import TITLES
from tracker.web.language import translate
from tracker.web.pad.fields import NumberInput, Option
from tracker.web.pad.open_choices import Answers, ask_choices
from tracker.web.paths_of_glory.battle_form import battle
from tracker.web.paths_of_glory.correction_form import correct
from tracker.web.paths_of_glory.pad_fields import FilledForm
from tracker.web.paths_of_glory.template_names import cards_called

Built = Answers | list[Answers] | None
MOST_STEPS: Final = 99
RULES: Final = TITLES[title.NAME]


def _mandates(filled: FilledForm, table: Table, seat: int) -> Built:
    cp = filled.die("cp", Message("CP die"))
    ap = filled.die("ap", Message("AP die"))
    return None if cp is None or ap is None else {"cp": cp, "ap": ap}


def _play(filled: FilledForm, table: Table, seat: int) -> Built:
    text = filled.text("card", Message("Number of the card, or letters of its name"), 40)
    cards = cards_called(seat, text)
    if len(cards) != 1:
        return None
    card = cards[0]
    options = [
        Option(use, names.USES[use], refused=use_refused(table, seat, card.n, use))
        for use in ("event", "ops", "sr", "rp")
    ]
    use = filled.choose("as", Message("How is it used?"), options)
    if use is None:
        return None
    asked = entries.Play(seat, card.n, use)  # type: ignore[arg-type]  # one of the four uses
    return ask_choices(
        {"seat": seat, "card": card.n, "as": use},
        lambda _: choosing.choices(table.position(), asked),
        lambda choice, _: _picked(filled, choice),
    )


def use_refused(table: Table, seat: int, n: int, use: str) -> Refused | None:
    """Return why a card cannot be used so now; None where one way to do it is allowed."""
    position = table.position()
    ways = (entry for entry in plays(seat, n) if entry.use == use)
    reasons = [why_not(RULES, position, entry) for entry in ways]
    return None if None in reasons else reasons[0]


def _picked(filled: FilledForm, choice: Choice) -> Answers | None:
    default = next(iter(choice.default), "")
    options = [Option(option.value, _label(option.label)) for option in choice.options]
    answer = filled.choose(choice.field, choice.label, options, default)
    return None if answer is None else {choice.field: answer}


def _label(label: object) -> Message | str:
    return label if isinstance(label, Message) else str(label)


def _one_op(filled: FilledForm, table: Table, seat: int) -> Built:
    return {"seat": seat}


def _peace(filled: FilledForm, table: Table, seat: int) -> Built:
    options = [Option("true", Message("accepted")), Option("false", Message("refused"))]
    accepted = filled.choose("accepted", Message("What does the other side say?"), options)
    if accepted is None:
        return None
    if accepted == "true":
        return {"seat": seat, "accepted": True}
    die = filled.die("die", Message("Die of the side that made the offer"))
    return None if die is None else {"seat": seat, "accepted": False, "die": die}


def _space_options(table: Table, seat: int | None) -> Iterator[Option]:
    """The VP spaces that a side does not hold, by nation; all of them for no side."""
    for space in VP_SPACES[table.game.historical]:
        if seat is None or table.holder(space) != seat:
            nation = translate(names.NATIONS[SPACES[space].nation])
            yield Option(space, space, group=nation)


def _take(filled: FilledForm, table: Table, seat: int) -> Built:
    label = Message("Spaces that {side} takes", {"side": SIDE_TERMS[seat]})
    spaces = filled.checks("spaces", label, _space_options(table, seat))
    return {"seat": seat, "spaces": spaces} if spaces else None


def _besiege(filled: FilledForm, table: Table, seat: int) -> Built:
    options = (
        Option(space, f"{space} {fort.fort}")
        for space, fort in FORTS.items()
        if fort.owner != seat and table.fort_state(space) == pieces.INTACT
    )
    space = filled.choose("space", Message("Which fort is besieged?"), options)
    return None if space is None else {"seat": seat, "space": space}


def _lift(filled: FilledForm, table: Table, seat: int) -> Built:
    options = [Option(space, space) for space in forts.besieged_forts(table)]
    space = filled.choose("space", Message("Which siege ends?"), options)
    return None if space is None else {"space": space}


def _near_east(filled: FilledForm, table: Table, seat: int) -> Built:
    options = [
        Option(
            what,
            Message(NEAR_EAST[what]),
            refused=why_not(RULES, table.position(), entries.NearEast(side, what)),  # type: ignore[arg-type]
        )
        for what, (side, _) in LIMITS.items()
    ]
    what = filled.choose("what", Message("Which corps?"), options)
    return None if what is None else {"seat": LIMITS[what][0], "what": what}


def _attrition(filled: FilledForm, table: Table, seat: int) -> Built:
    document: dict[str, Any] = {}
    for side in (CP, AP):
        field = f"to_{SIDES[side]}"
        label = Message("Spaces out of supply that go to {side}", {"side": SIDE_TERMS[side]})
        document[field] = filled.checks(field, label, _space_options(table, side))
    return {name: spaces for name, spaces in document.items() if spaces}


def _sieges(filled: FilledForm, table: Table, seat: int) -> Built:
    dice = {
        f"dice.{space}": filled.die(
            f"dice.{space}",
            Message("Die for {space}, fort {number}", {"space": space, "number": fort}),
        )
        for space, fort in ((space, FORTS[space].fort) for space in forts.besieged_forts(table))
    }
    if None in dice.values():
        return None
    return dice


def _nothing(filled: FilledForm, table: Table, seat: int) -> Built:
    return {}


def _replace(filled: FilledForm, table: Table, seat: int) -> Built:
    """One nation's steps, as an entry has them that is amended."""
    options = [
        Option(column.name, translate(names.nation_term(column.name)))
        for column in POINTS[seat]
        if table[seat, column] or filled.arguments.get("nation") == column.name
    ]
    nation = filled.choose("nation", Message("Nation"), options)
    steps = filled.numbers(
        Message("Steps"),
        [
            NumberInput("army_steps", Message("Army steps"), "", 0, MOST_STEPS),
            NumberInput("corps_steps", Message("Corps steps"), "", 0, MOST_STEPS),
        ],
    )
    return {"seat": seat, "nation": nation, **steps} if nation and any(steps.values()) else None


def _steps_of_nations(filled: FilledForm, table: Table, seat: int) -> list[Answers]:
    """A nation at a time would be slow: one form has them all, and makes an entry of each."""
    segment = replacements.SEGMENT.get(table.phase, seat)
    made: list[Answers] = []
    for column in POINTS[segment]:
        has = table[segment, column]
        if not has:
            continue
        facts = {"nation": names.nation_term(column.name), "points": f"{has / 2:g}"}
        label = Message("{nation}: {points} RP", facts)
        armies, corps = f"army_{column.name}", f"corps_{column.name}"
        steps = filled.numbers(
            label,
            [
                NumberInput(armies, Message("Army steps"), "", 0, has // 2),
                NumberInput(corps, Message("Corps steps"), "", 0, has),
            ],
        )
        document = {"seat": segment, "nation": column.name}
        if steps[armies] or steps[corps]:
            made.append(document | {"army_steps": steps[armies], "corps_steps": steps[corps]})
    return made


def _end_replacements(filled: FilledForm, table: Table, seat: int) -> Answers:
    entry = entries.EndReplacements()
    for choice in choosing.choices(table.position(), entry):
        default = next(iter(choice.default), "")
        options = [Option(option.value, _label(option.label)) for option in choice.options]
        answer = filled.choose(choice.field, choice.label, options, default)
        return {choice.field: answer}
    return {}


def _replacements(filled: FilledForm, table: Table, seat: int) -> Built:
    """Return a segment whole: every nation's steps, and its end.

    CP's segment passes with AP's where CP has no points.
    """
    steps = _steps_of_nations(filled, table, seat)
    end = _end_replacements(filled, table, seat)
    documents: list[Answers] = [{"do": "replace", **document} for document in steps]
    documents.append({"do": "end_replacements", **end})
    if table.phase is Phase.AP_REPLACEMENTS and not _has_cp_points(table, documents[-1]):
        documents.append({"do": "end_replacements"})
    return documents


def _has_cp_points(table: Table, end: Answers) -> bool:
    """Return whether CP can spend anything in F2, with what that segment begins with."""
    has_sedan = end.get("sedan") == "true"
    return (
        any(table[CP, column] for column in POINTS[CP])
        or has_sedan
        or replacements.is_rathenau_at_work(table)
    )


def _draw(filled: FilledForm, table: Table, seat: int) -> Built:
    document: dict[str, Any] = {}
    for choice in choosing.choices(table.position(), entries.Draw()):
        facts = {"side": choice.field.upper()}
        label = Message("Combat cards that {side} discards", facts)
        options = [Option(option.value, _label(option.label)) for option in choice.options]
        thrown = filled.checks(choice.field, label, options)
        if thrown:
            document[choice.field] = thrown
    return document


Builder = Callable[[FilledForm, Table, int], Built]
BUILDERS: Final[Mapping[str, Builder]] = {
    "mandates": _mandates,
    "play": _play,
    "one_op": _one_op,
    "peace": _peace,
    "battle": battle,
    "take": _take,
    "besiege": _besiege,
    "lift": _lift,
    "near_east": _near_east,
    "attrition": _attrition,
    "sieges": _sieges,
    "war_status": _nothing,
    "replace": _replace,
    "end_replacements": _end_replacements,
    "replacements": _replacements,
    "draw": _draw,
    "correct": correct,
}
HEADINGS: Final[Mapping[str, Message]] = {
    "mandates": Message("A: mandated offensives"),
    "play": Message("Playing a card"),
    "one_op": Message("1 OPS without a card"),
    "peace": Message("A peace offer"),
    "battle": Message("A battle"),
    "take": Message("Spaces change hands"),
    "besiege": Message("A siege begins"),
    "lift": Message("A siege is lifted"),
    "near_east": Message("To or from the Near East"),
    "attrition": Message("C: attrition"),
    "sieges": Message("D: sieges"),
    "war_status": Message("E: war status"),
    "replace": Message("F: replacements"),
    "end_replacements": Message("F: the replacement segment ends"),
    "replacements": Message("F: replacements"),
    "draw": Message("G: strategic cards"),
    "correct": Message("A correction"),
}
PHASE_ENTRY: Final[Mapping[Phase, str]] = {
    Phase.MANDATES: "mandates",
    Phase.SIEGES: "sieges",
    Phase.WAR_STATUS: "war_status",
    Phase.AP_REPLACEMENTS: "replacements",
    Phase.CP_REPLACEMENTS: "replacements",
    Phase.DRAW: "draw",
}
