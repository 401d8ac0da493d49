"""Checks that types cannot make of a set-up or an entry: names, sides, fields together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, get_args

from msgspec import UNSET

from tracker.engine import hand_seat, match_file
from tracker.engine.codec import named
from tracker.engine.hand_seat import HandSeat
from tracker.engine.refusal import Invalid
from tracker.games.paths_of_glory import entries, questions
from tracker.games.paths_of_glory.box import FORTS, SPACES, VP_SPACES
from tracker.games.paths_of_glory.columns import AP, CP, POINTS, SIDE_TERMS
from tracker.games.paths_of_glory.entries import Written
from tracker.games.paths_of_glory.setup import Setup

NATIONS_OF: Final = (
    frozenset(get_args(entries.CpNation)),
    frozenset(get_args(entries.ApNation)),
)
NORMAL_ARMIES: Final = frozenset({29, 31, 50, 53})
WAR_IN_AFRICA: Final = (CP, 32)
SIXTUS_AFFAIR: Final = (AP, 62)


def check_setup(setup: Setup) -> None:
    """PG-5.6.1, PG-5.7.4, PG-9.1.4: what the scenarios and the optional cards rule out."""
    if setup.scenario == "introductory" and setup.bid is not UNSET:
        raise Invalid("setup.bid", "there is no bid in the introductory scenario (PG-5.6.1)")
    if setup.scenario == "historical" and not setup.guns_of_august:
        raise Invalid("setup.guns_of_august", "must be true in the historical scenario (PG-5.7.4)")
    if setup.switches.optional_cards == "all" and setup.switches.hand_size == 7:
        raise Invalid(
            "setup.switches.hand_size", "must be 8 with all optional cards (PG-2.3, PG-9.1.4)"
        )


def check_entries(setup: Setup, sequence: Sequence[Written]) -> None:
    vp_spaces = frozenset(VP_SPACES[setup.scenario == "historical"])
    for place, entry in enumerate(sequence):
        if getattr(entry, "seat", CP) not in (CP, AP):
            raise Invalid(f"entries[{place}].seat", "there is no such seat; the last of 2 is 1")
        check = CHECKS.get(type(entry))
        if check is not None:
            check(entry, f"entries[{place}]", vp_spaces)


VpSpaces = frozenset[str]


def _play(entry: entries.Play, where: str, _: VpSpaces) -> None:
    card = (entry.seat, entry.card) if entry.use == "event" else None
    if entry.normal and not (card and card[0] == AP and card[1] in NORMAL_ARMIES):
        raise Invalid(f"{where}.normal", "is only for AP 29, 31, 50 and 53 as event")
    _must_go_with(entry.africa, card == WAR_IN_AFRICA, f"{where}.africa", "CP 32")
    _must_go_with(entry.die, card == SIXTUS_AFFAIR, f"{where}.die", "AP 62")


def _must_go_with(value: object, is_asked: bool, where: str, card: str) -> None:
    if (value is not UNSET) == is_asked:
        return
    if is_asked:
        raise Invalid(where, "is missing: {card} as event needs it", card=card)
    raise Invalid(where, "is only for {card} as event", card=card)


def _peace(entry: entries.Peace, where: str, _: VpSpaces) -> None:
    if entry.accepted and entry.die is not UNSET:
        raise Invalid(f"{where}.die", "is not rolled for an accepted offer")
    if not entry.accepted and entry.die is UNSET:
        raise Invalid(f"{where}.die", "is missing: the offer was not accepted")


def _battle(entry: entries.Battle, where: str, vp_spaces: VpSpaces) -> None:
    if entry.at not in SPACES:
        raise Invalid(f"{where}.at", "there is no space {space} on the map", space=entry.at)
    _check_nations(entry.attackers, entry.seat, f"{where}.attackers")
    _check_nations(entry.defenders, 1 - entry.seat, f"{where}.defenders")
    _check_unique(entry.attacker_cards, f"{where}.attacker_cards")
    _check_unique(entry.defender_cards, f"{where}.defender_cards")
    _check_spaces(entry.take, f"{where}.take", vp_spaces)
    if (entry.loss_numbers is UNSET) == (entry.calculation is UNSET):
        raise Invalid(where, "needs either loss_numbers or calculation, not both")
    if entry.calculation is not UNSET and not entry.defenders:
        questions.check_bare_fort(entry.calculation.defender, f"{where}.calculation.defender")


def _check_nations(nations: Sequence[str], seat: int, where: str) -> None:
    _check_unique(nations, where)
    for place, nation in enumerate(nations):
        if nation not in NATIONS_OF[seat]:
            raise Invalid(
                f"{where}[{place}]",
                "{nation} is not a nation of {side}",
                nation=nation,
                side=SIDE_TERMS[seat],
            )


def _check_unique(values: Sequence[object], where: str) -> None:
    for place, value in enumerate(values):
        if value in values[:place]:
            raise Invalid(f"{where}[{place}]", "{value} appears twice", value=value)


def _check_spaces(spaces: Sequence[str], where: str, vp_spaces: VpSpaces) -> None:
    for place, space in enumerate(spaces):
        if space not in vp_spaces:
            raise Invalid(
                f"{where}[{place}]", "{space} is not a VP space of this scenario", space=space
            )
    _check_unique(spaces, where)


def _check_held(spaces: Iterable[str], where: str, vp_spaces: VpSpaces) -> None:
    for space in spaces:
        if space not in vp_spaces:
            raise Invalid(
                f"{where}.{named(space)}",
                "{space} is not a VP space of this scenario",
                space=space,
            )


def _check_fort(fort: str, where: str) -> None:
    if fort not in FORTS:
        raise Invalid(where, "there is no fort in {space}", space=fort)


def _check_forts(forts: Iterable[str], where: str) -> None:
    for fort in forts:
        _check_fort(fort, f"{where}.{named(fort)}")


def _take(entry: entries.Take, where: str, vp_spaces: VpSpaces) -> None:
    _check_spaces(entry.spaces, f"{where}.spaces", vp_spaces)


def _siege(entry: entries.Besiege | entries.Lift, where: str, _: VpSpaces) -> None:
    _check_fort(entry.space, f"{where}.space")


def _attrition(entry: entries.Attrition, where: str, vp_spaces: VpSpaces) -> None:
    _check_spaces(entry.to_cp, f"{where}.to_cp", vp_spaces)
    _check_spaces(entry.to_ap, f"{where}.to_ap", vp_spaces)
    for place, space in enumerate(entry.to_ap):
        if space in entry.to_cp:
            raise Invalid(f"{where}.to_ap[{place}]", "{space} is in both lists", space=space)


def _sieges(entry: entries.Sieges, where: str, _: VpSpaces) -> None:
    _check_forts(entry.dice, f"{where}.dice")


def _replace(entry: entries.Replace, where: str, _: VpSpaces) -> None:
    if entry.nation not in {column.name for column in POINTS[entry.seat]}:
        raise Invalid(
            f"{where}.nation",
            "{nation} has no replacement points of {side}",
            nation=entry.nation,
            side=SIDE_TERMS[entry.seat],
        )
    if not entry.army_steps and not entry.corps_steps:
        raise Invalid(where, "has no steps: army_steps and corps_steps are both 0")


def _draw(entry: entries.Draw, where: str, _: VpSpaces) -> None:
    _check_unique(entry.cp, f"{where}.cp")
    _check_unique(entry.ap, f"{where}.ap")


def _hand_seat(entry: HandSeat, where: str, _: VpSpaces) -> None:
    hand_seat.check(entry, where)


def _correct(entry: entries.Correct, where: str, vp_spaces: VpSpaces) -> None:
    numbers = entry.set
    if numbers == entries.Numbers():
        raise Invalid(f"{where}.set", "sets nothing")
    for field in ("war_status", "hand", "mandate"):
        both = getattr(numbers, field)
        if both is not UNSET and not entries.given(both):
            raise Invalid(f"{where}.set.{field}", "is empty")
    for field in ("rp", "control", "forts"):
        if getattr(numbers, field) == {}:
            raise Invalid(f"{where}.set.{field}", "is empty")
    if numbers.control is not UNSET:
        _check_held(numbers.control, f"{where}.set.control", vp_spaces)
    if numbers.forts is not UNSET:
        _check_forts(numbers.forts, f"{where}.set.forts")


CHECKS: Final[Mapping[type[match_file.Entry], Callable[[Any, str, VpSpaces], None]]] = {
    entries.Play: _play,
    entries.Peace: _peace,
    entries.Battle: _battle,
    entries.Take: _take,
    entries.Besiege: _siege,
    entries.Lift: _siege,
    entries.Attrition: _attrition,
    entries.Sieges: _sieges,
    entries.Replace: _replace,
    entries.Draw: _draw,
    entries.Correct: _correct,
    HandSeat: _hand_seat,
}
