"""The people in a camp, by kind (CW-1.5), and who of them dies (CW-6.6)."""

from msgspec import UNSET

from tracker.engine.ledger import Amount
from tracker.engine.refusal import Refused
from tracker.games.civil_war import choices
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import Count, Kind
from tracker.games.civil_war.entries import Casualties
from tracker.games.civil_war.goods import People, Some
from tracker.games.civil_war.position import Table


def bury(
    table: Table,
    seat: int,
    dead: int,
    chosen: Casualties,
    rule: str,
    *,
    points: int | None = None,
    field: str = "casualties",
) -> None:
    """CW-6.6: who dies is the player's choice, else a fixed order; every death costs points."""
    if dead == 0:
        return
    if table.is_asking:
        choices.ask_who_falls(table, seat, who_dies(table, seat, dead), field)
    if chosen is UNSET:
        named = who_dies(table, seat, dead)
    else:
        _must_name(table, seat, dead, chosen)
        named = list(chosen)
    for kind, number in named:
        table.add(seat, kind, -number, rule)
    each = BOX.death.points if points is None else points
    table.add(seat, Count.POINTS, each * dead, rule)


def who_dies(table: Table, seat: int, dead: int) -> list[tuple[Kind, int]]:
    """The order in which people die where nobody chooses."""
    named = []
    for kind in BOX.people.die_first:
        number = min(dead, table[seat, kind])
        if number:
            named.append((kind, number))
            dead -= number
    return named


def _must_name(table: Table, seat: int, dead: int, chosen: People[Some]) -> None:
    """CW-6.6: a choice names exactly as many as die, from those who are there."""
    if chosen.total != dead:
        raise Refused(
            "CW-6.6",
            "{name} loses {dead} people from the camp, but {named} were chosen.",
            name=table.name(seat),
            dead=dead,
            named=chosen.total,
        )
    for kind, number in chosen:
        if table[seat, kind] < number:
            raise Refused(
                "CW-6.6",
                "{name} has {there} in the camp, but {named} were chosen.",
                name=table.name(seat),
                there=Amount(table[seat, kind], kind),
                named=number,
            )
