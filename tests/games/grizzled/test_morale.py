"""GR-9 Morale and the next leader."""

from typing import Any

import pytest

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    VERA,
    after_success,
    card,
    entry,
    having,
    play,
    seat_of,
    start,
    supported,
    written,
)
from tracker.games.grizzled import morale
from tracker.games.grizzled.position import Position, Table

NEXT = entry("next_mission")


def at_morale(mode: str = "standard", *, hands: tuple[int, ...] = (), **fields: Any) -> Position:
    """Before the drop, with these hands."""
    seats = fields.pop("seats", {})
    orders = fields.get("orders")
    begins = {"mission_": {"card": card()}} if orders else {}
    position = supported(after_success(start(mode, **fields), **begins))
    for seat, hand in enumerate(hands):
        seats.setdefault(seat, {})["hand"] = hand
    return having(position, seats=seats) if seats else position


def dropped(position: Position) -> int:
    before, after = written(position), written(play(position, NEXT))
    assert after["trials"] - before["trials"] == before["morale"] - after["morale"]
    return int(before["morale"] - after["morale"])


def test_gr_9_1_as_many_cards_as_in_all_hands_and_at_least_three() -> None:
    assert dropped(at_morale(hands=(2, 2, 1))) == 5
    assert dropped(at_morale(hands=(0, 0, 1))) == 3
    assert dropped(at_morale(hands=(4, 4, 0))) == 8


def test_gr_9_2_with_orders_at_most_six() -> None:
    assert dropped(at_morale(hands=(4, 4, 0), orders="soldier")) == 6
    assert dropped(at_morale(hands=(0, 0, 0), orders="soldier")) == 3


@pytest.mark.parametrize(
    ("hands", "orders", "expected"),
    [
        ((2, 2, 1, 0), None, 6),
        ((2, 2, 1, 0), "soldier", 6),
        ((4, 4, 0, 0), None, 9),
        ((4, 4, 0, 0), "soldier", 7),
        ((0, 0, 0, 0), None, 4),
    ],
)
def test_gr_9_3_worked_case_demoralized_moves_one_more(
    hands: tuple[int, ...], orders: str | None, expected: int
) -> None:
    demoralized = {BORIS: {"hard_knocks": ["demoralized"]}}
    position = at_morale(soldiers=4, hands=hands, orders=orders, seats=demoralized)

    assert morale.drop(Table(position)) == expected
    assert dropped(position) == expected


def test_gr_9_3_not_when_the_table_carries_it_out_by_hand() -> None:
    demoralized = {BORIS: {"hard_knocks": ["demoralized"]}}
    switches = {"by_hand": ["demoralized"]}

    assert dropped(at_morale(hands=(0, 0, 0), seats=demoralized, switches=switches)) == 3


def test_gr_9_4_the_leader_token_goes_left_and_the_old_leader_takes_a_speech() -> None:
    after = play(at_morale(leader=2), NEXT)

    assert written(after)["leader"] == ANNA
    assert seat_of(after, VERA)["speeches"] == 1
    assert written(after)["pool"] == 4


def test_gr_9_4_from_an_empty_pool_nobody_takes_a_speech() -> None:
    after = play(having(at_morale(), pool=0), NEXT)

    assert written(after)["leader"] == BORIS
    assert seat_of(after, ANNA)["speeches"] == 0


@pytest.mark.parametrize("mode", ["chaplain", "recruit"])
def test_gr_9_4_the_chaplain_and_the_recruit_are_passed_over(mode: str) -> None:
    fields = {"leader": BORIS}
    position = start(mode, **fields)
    position = play(position, entry("mission"), entry("withdraw", seat=BORIS))
    if mode == "recruit":
        position = play(position, entry("withdraw", seat=VERA, token="left"))
    position = supported(play(position, entry("withdraw", seat=ANNA)))

    assert written(play(position, NEXT))["leader"] == ANNA


def test_what_counted_for_the_mission_counts_no_more() -> None:
    position = at_morale()
    assert written(position)["outcome"] == "success"

    after = written(play(position, NEXT))

    assert (after["mission"], after["phase"]) == (2, "preparation")
    assert (after["outcome"], after["failed_by"], after["helped"]) == (None, [], None)
    assert after["danger"] is None
    assert [seat["withdrawn"] for seat in after["seats"]] == [False] * 3
    assert [seat["received"] for seat in after["seats"]] == [0, 0, 0]


def test_gr_9_5_who_is_tyrannical_keeps_leading_and_nobody_takes_a_speech() -> None:
    tyrannical = {BORIS: {"hard_knocks": ["tyrannical"]}}

    after = play(at_morale(leader=BORIS, seats=tyrannical), NEXT)

    assert written(after)["leader"] == BORIS
    assert written(after)["pool"] == 5


def test_gr_9_5_once_it_is_gone_the_token_goes_on() -> None:
    tyrannical = {BORIS: {"hard_knocks": ["tyrannical"]}}
    position = play(at_morale(leader=BORIS, seats=tyrannical), NEXT)
    position = supported(after_success(position, seats={BORIS: {"hard_knocks": []}}))

    assert written(play(position, NEXT))["leader"] == VERA


def test_gr_13_7_tyrannical_does_nothing_on_the_recruit() -> None:
    position = play(start("recruit"), entry("mission"))
    position = play(position, entry("play", seat=ANNA, card="night+gas"))
    position = play(position, entry("play", seat=BORIS, card="snow+gas"))
    position = play(position, entry("play", seat=VERA, card="tyrannical"))
    assert written(position)["leader"] == ANNA

    position = play(position, entry("withdraw", seat=ANNA), entry("withdraw", seat=BORIS))
    position = supported(play(position, entry("withdraw", seat=VERA, token="left")))
    after = play(position, NEXT)

    assert (written(after)["leader"], written(after)["pool"]) == (BORIS, 4)


@pytest.mark.parametrize(
    ("position", "steps"),
    [
        (at_morale(hands=(2, 2, 1)), ["Cards left in all hands: 5."]),
        (at_morale(hands=(0, 0, 1)), ["Cards left in all hands: 1.", "At least 3."]),
        (
            at_morale(hands=(4, 4, 0), orders="soldier"),
            ["Cards left in all hands: 8.", "With orders at most 6."],
        ),
        (
            at_morale(hands=(4, 0, 0), seats={ANNA: {"hard_knocks": ["demoralized"]}}),
            ["Cards left in all hands: 4.", "Demoralized: 1 more, at least 4 in all."],
        ),
        (start("solo"), ["Cards left in all hands: 0.", "A solo game adds 2."]),
    ],
)
def test_gr_9_1_gr_14_7_the_sum_behind_the_drop_names_every_step(
    position: Position, steps: list[str]
) -> None:
    assert list(map(str, morale.drop_sum(Table(position)))) == steps
