"""Choices that the rules leave to a player: who helps, who falls, what is taken, sabotage.

A rule asks where it needs the choice. What was asked is collected while an entry is tried.
"""

from collections.abc import Iterable

from tracker.engine.choice import Choice, ChoiceOption
from tracker.engine.message import Message
from tracker.games.civil_war.columns import KINDS, Kind, Resource
from tracker.games.civil_war.position import Table


def ask_for_help(table: Table, seat: int) -> None:
    """CW-6.3: allies who have weapons may give some of them."""
    allies = [
        ChoiceOption(str(ally), table.name(ally), table[ally, Resource.WEAPONS])
        for ally in table.seats_in_game()
        if ally != seat and table.side(ally) is table.side(seat) and table[ally, Resource.WEAPONS]
    ]
    if allies:
        _ask(table, "help", Message("Weapons that allies give"), allies, amounts=True)


def ask_who_falls(
    table: Table, seat: int, dead: Iterable[tuple[Kind, int]], field: str = "casualties"
) -> None:
    """CW-6.6: who dies is the player's choice, where some live and there are several kinds."""
    default = {kind.value: number for kind, number in dead}
    there = [kind for kind in KINDS if table[seat, kind]]
    total = sum(default.values())
    if len(there) < 2 or total == table.people(seat):
        return
    options = [ChoiceOption(kind.value, kind, table[seat, kind]) for kind in there]
    label = Message("Who dies in {name}'s camp?", {"name": table.name(seat)})
    choice = Choice(table.prefix + field, label, tuple(options), True, total, default)
    table.choices.append(choice)


def ask_what_robbers_take(table: Table, most: list[Resource]) -> None:
    """CW-6.5: in a tie the player chooses what the robbers take."""
    if len(most) > 1:
        _ask(table, "taken", Message("What do they take?"), _resources(most), most[0].value)


def ask_what_attacker_takes(
    table: Table, seat: int, there: list[Resource], default: Resource
) -> None:
    """CW-13.2: the attacker takes all of one resource, by choice."""
    label = Message("What does {name} take?", {"name": table.name(seat)})
    _ask(table, "take", label, _resources(there), default.value)


def ask_for_sabotage(table: Table) -> None:
    """CW-11.4: asked only where there is dynamite, and a headquarters to blow up."""
    options = [
        ChoiceOption("true", Message("Blow it up")),
        ChoiceOption("false", Message("Leave it standing")),
    ]
    _ask(table, "sabotage", Message("The enemy headquarters"), options, "false")


def _resources(resources: Iterable[Resource]) -> list[ChoiceOption]:
    return [ChoiceOption(resource.value, resource) for resource in resources]


def _ask(
    table: Table,
    field: str,
    label: Message,
    options: list[ChoiceOption],
    default: str = "",
    *,
    amounts: bool = False,
) -> None:
    chosen = {default: 1} if default else {}
    choice = Choice(table.prefix + field, label, tuple(options), amounts, default=chosen)
    table.choices.append(choice)
