"""PG-12: a battle in one form: the space, the nations, loss numbers or figures, cards, advance."""

from typing import Any, cast, get_args

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import calculation, choosing, entries, names, title
from tracker.games.paths_of_glory.box import SPACES, VP_SPACES
from tracker.games.paths_of_glory.columns import AP, CP
from tracker.games.paths_of_glory.nations import is_at_war
from tracker.games.paths_of_glory.pieces import MUTINY
from tracker.games.paths_of_glory.position import Table
from tracker.games.titles import TITLES
from tracker.web.language import translate
from tracker.web.pad.fields import NumberInput, Option
from tracker.web.pad.open_choices import Answers
from tracker.web.pad.pad import entry_in
from tracker.web.paths_of_glory import figures
from tracker.web.paths_of_glory.pad_fields import FilledForm

RULES = TITLES[title.NAME]
NATIONS = (get_args(entries.CpNation), get_args(entries.ApNation))
MOST_NAMED = 8
NO_LOSSES: Answers = {"loss_numbers.attacker": 0, "loss_numbers.defender": 0}
FIGURES = "calculation."


def spaces_named(text: str) -> list[str]:
    """Return the spaces that some letters can mean."""
    wanted = text.casefold()
    exact = [space for space in SPACES if space.casefold() == wanted]
    return exact or [space for space in SPACES if wanted and wanted in space.casefold()]


def space_named(text: str) -> str:
    """Return the space that some letters mean; the text itself where they mean none or several."""
    close = spaces_named(text)
    return close[0] if len(close) == 1 else text


def _which(text: str) -> Message | None:
    """Ask which space some letters mean, where they do not mean one."""
    close = spaces_named(text)
    if len(close) == 1 or not text:
        return None
    if not close:
        return Message("No space on the map has these letters: {letters}.", {"letters": text})
    some = (*close[:MOST_NAMED], "…") if len(close) > MOST_NAMED else tuple(close)
    return Message("Which space: {spaces}?", {"spaces": some})


def battle(filled: FilledForm, table: Table, seat: int) -> Answers | None:
    """Return the battle, once space, attackers and losses are known."""
    place = filled.text("at", _ground(table, filled.arguments.get("at", "")), 40, tuple(SPACES))
    attackers = filled.checks("attackers", Message("Who attacks?"), _nations(table, seat))
    label = Message("Who defends? Tick nobody for a bare fort.")
    defenders = filled.checks("defenders", label, _nations(table, 1 - seat))
    ways = [
        Option("numbers", Message("Loss numbers")),
        Option("figures", Message("Calculate the losses")),
    ]
    begun = "figures" if filled.has_answers("calculation") else "numbers"
    way = filled.choose("way", Message("How do you enter the losses?"), ways, begun)
    filled.missing = _which(place)
    if not place or not attackers or filled.missing:
        return None
    document: Answers = {
        "seat": seat,
        "at": space_named(place),
        "attackers": attackers,
        "defenders": defenders,
    }
    cards = _cards(filled, table, document)
    if cards is None:
        return {**document, **NO_LOSSES}
    document = {**document, **cards}
    losses = _loss_numbers(filled) if way == "numbers" else _calculated(filled, table, document)
    if losses is None:
        return None
    return {**document, **losses, **_outcome(filled, table, document)}


def _ground(table: Table, text: str) -> Message:
    """The heading of the space: once it is known, its terrain and its fort."""
    space = SPACES.get(space_named(text))
    if space is None:
        return Message("Space")
    facts: list[object] = [space.name, names.TERRAINS[space.terrain]]
    if space.fort:
        state = names.STATES[table.fort_state(space.name)]
        facts += [Message("fort {fort}", {"fort": space.fort}), state]
    return Message("Space: {facts}", {"facts": tuple(facts)})


def _nations(table: Table, seat: int) -> list[Option]:
    return [
        Option(name, translate(names.nation_term(name)))
        for name in NATIONS[seat]
        if is_at_war(table, name)
    ]


def _read(table: Table, document: Answers) -> entries.Battle | None:
    entry: entries.Battle | None = entry_in(RULES, table.game.setup, {"do": "battle", **document})
    return entry


def _cards(filled: FilledForm, table: Table, document: Answers) -> Answers | None:
    """The combat cards that fit; None where the battle itself is not one."""
    entry = _read(table, {**document, **NO_LOSSES})
    if entry is None:
        return None
    chosen: dict[str, list[str]] = {}
    for choice in choosing.choices(table.position(), entry):
        options = [
            Option(option.value, translate(cast(Message, option.label)))
            for option in choice.options
        ]
        if options or filled.arguments.get(choice.field):
            chosen[choice.field] = filled.checks(choice.field, choice.label, options)
    return {name: cards for name, cards in chosen.items() if cards}


def _loss_numbers(filled: FilledForm) -> Answers:
    attacker, defender = NO_LOSSES
    return filled.numbers(
        Message("Loss numbers: what each side inflicted"),
        [
            NumberInput(attacker, Message("The attacker inflicted"), "", 0, 7),
            NumberInput(defender, Message("The defender inflicted"), "", 0, 7),
        ],
    )


def _calculated(filled: FilledForm, table: Table, document: Answers) -> Answers | None:
    asked = figures.fire(filled, FIGURES, is_bare=not document["defenders"])
    waiting = asked and _waiting(filled, table, document, asked)
    if asked and waiting:
        asked = figures.second_fire(filled, FIGURES, asked, waiting)
    end = figures.end_of_battle(filled, FIGURES)
    if asked is None:
        return None
    _waiting(filled, table, document, {**asked, **end})
    return {**asked, **end}


def _waiting(filled: FilledForm, table: Table, document: Answers, asked: Answers) -> str | None:
    """Ask the calculator; return the side whose second fire it waits for."""
    entry = _read(table, {**document, **asked})
    if entry is None or not isinstance(entry.calculation, entries.Figures):
        return None
    try:
        filled.calculated = calculation.calculate(table, entry, entry.calculation)
    except Refused:
        return None
    return filled.calculated.waiting


def _outcome(filled: FilledForm, table: Table, document: Answers) -> Answers:
    """Return what the table says of the battle's end; only what is not as usual is written."""
    seat, space = document["seat"], document["at"]
    said: dict[str, Any] = {}
    if filled.yes("advance", Message("Does the attacker advance into the space?")):
        said["advance"] = True
        label = Message("Further spaces taken")
        options = (
            Option(name, name, group=translate(names.NATIONS[SPACES[name].nation]))
            for name in VP_SPACES[table.game.historical]
            if table.holder(name) != seat and name != space
        )
        said["take"] = filled.checks("take", label, options)
    if table.stands_against(seat, space):
        said["fort_destroyed"] = filled.yes("fort_destroyed", Message("Is the fort destroyed?"))
    if seat == CP and table.mandate(CP) == "AH_IT":
        label = Message("Were the defenders supplied through Italy?")
        said["supplied_through_italy"] = filled.yes("supplied_through_italy", label)
    if seat == AP and table.mandate(AP) == MUTINY:
        label = Message("Were the French stacked with US units?")
        said["with_us"] = filled.yes("with_us", label)
    return {name: value for name, value in said.items() if value}
