"""GR-8 Support."""

from typing import Any

import pytest

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    DAVID,
    VERA,
    after_success,
    all_withdraw,
    card,
    entry,
    having,
    in_mission,
    is_allowed,
    must_refuse,
    play,
    seat_of,
    start,
    written,
)
from tracker.games.grizzled.position import Position

TO_BORIS = {"0": "left", "1": "left", "2": "right"}
"""Boris receives two tokens, Vera one."""


def failed(**fields: Any) -> Position:
    """At support, after a failure before which Anna and Vera had withdrawn."""
    orders = fields.pop("orders", None)
    begins = {"mission_": {"card": card()}} if orders else {}
    position = in_mission(start(orders=orders), no_mans_land=["rain+gas", "rain+shell"], **begins)
    seats = fields.pop("seats", {})
    for seat in (ANNA, VERA):
        seats.setdefault(seat, {})["withdrawn"] = True
    position = having(position, turn=BORIS, seats=seats)
    return play(position, entry("play", seat=BORIS, card="rain+whistle"))


def supporting(**fields: Any) -> Any:
    return entry("support", tokens=TO_BORIS, **fields)


def test_gr_8_2_every_soldier_who_laid_a_token_is_named_and_nobody_else() -> None:
    position = after_success(start())

    must_refuse(position, entry("support"), "GR-8.2", "token: choose which kind")
    must_refuse(
        position,
        entry("support", tokens={"0": "left", "1": "left"}),
        "GR-8.2",
        "token: choose which kind",
    )
    assert is_allowed(position, supporting())
    must_refuse(failed(), supporting(), "GR-8.2", "laid no token face down")
    assert is_allowed(failed(), entry("support", tokens={"0": "left", "2": "right"}))


def test_gr_1_6_a_token_that_its_owner_cannot_have_is_refused() -> None:
    position = after_success(start(tokens={0: "left"}))
    double = {**TO_BORIS, "1": "double_left"}
    both = having(position, seats={0: {"tokens": {"right": 0}}})

    must_refuse(position, entry("support", tokens=double), "GR-1.6", "of this kind are known")
    must_refuse(
        both,
        entry("support", tokens={**TO_BORIS, "0": "right"}),
        "GR-1.6",
        "of this kind are known",
    )


def test_gr_1_6_more_of_a_kind_than_there_are_is_refused() -> None:
    position = after_success(start(soldiers=4, tokens={0: "double_left", 1: "double_left"}))
    third = {"0": "left", "1": "left", "2": "double_left", "3": "left"}

    must_refuse(position, entry("support", tokens=third), "GR-1.6", "of this kind are known")
    assert is_allowed(position, entry("support", tokens={**third, "2": "double_right"}))


def test_gr_1_6_a_token_comes_from_the_known_ones_else_from_the_unknown() -> None:
    known = play(after_success(start()), supporting())
    two_left = {"left": 0, "right": 1, "unknown": 2}
    position = having(after_success(start()), seats={VERA: {"tokens": two_left}})
    unknown = play(position, entry("support", tokens={"0": "right", "1": "left", "2": "left"}))

    assert seat_of(known, ANNA)["tokens"]["unknown"] == 1
    vera = seat_of(unknown, VERA)["tokens"]
    # Anna's right token and Boris's left one have reached her; her own left one was unknown.
    assert (vera["left"], vera["right"], vera["unknown"]) == (1, 2, 1)


def test_gr_8_3_a_token_that_just_arrived_is_not_the_one_that_was_laid() -> None:
    none_left = {"left": 0, "right": 1, "unknown": 1}
    position = having(after_success(start()), seats={BORIS: {"tokens": none_left}})

    boris = seat_of(play(position, supporting()), BORIS)["tokens"]

    assert (boris["left"], boris["unknown"]) == (1, 0)


def test_gr_8_3_left_goes_up_by_one_seat_and_right_down() -> None:
    after = play(after_success(start()), supporting())

    assert [seat_of(after, seat)["received"] for seat in range(3)] == [0, 2, 1]
    assert [sum(seat_of(after, seat)["tokens"].values()) for seat in range(3)] == [2, 4, 3]
    assert [seat_of(after, seat)["laid"] for seat in range(3)] == [None, None, None]


def test_gr_8_3_worked_case_a_double_token_goes_two_seats() -> None:
    position = after_success(start(soldiers=5, tokens={4: "double_left"}))
    laid = {str(seat): "left" for seat in range(4)}

    after = play(position, entry("support", tokens={**laid, "4": "double_left"}))

    assert seat_of(after, BORIS)["received"] == 2
    assert seat_of(after, BORIS)["tokens"]["double_left"] == 1
    back = after_success(start(soldiers=5, tokens={0: "double_right"}))
    laid = {str(seat): "left" for seat in range(1, 5)}
    after = play(back, entry("support", tokens={**laid, "0": "double_right"}))
    assert seat_of(after, DAVID)["received"] == 2


def test_gr_8_3_who_is_selfish_keeps_the_token_and_it_counts() -> None:
    position = after_success(start(), seats={ANNA: {"hard_knocks": ["selfish"]}})

    after = play(position, entry("support", tokens={"0": "left", "1": "right", "2": "left"}))

    assert seat_of(after, ANNA)["received"] == 3
    assert seat_of(after, ANNA)["tokens"]["left"] == 2
    assert written(after)["helped"] == ANNA


def test_gr_8_4_in_a_tie_nobody_is_helped_and_even_empty_help_is_refused() -> None:
    position = after_success(start())
    around = {"0": "left", "1": "left", "2": "left"}

    must_refuse(
        position, entry("support", tokens=around, help={}), "GR-8.4", "tokens than the others"
    )
    assert written(play(position, entry("support", tokens=around)))["helped"] is None


def test_gr_8_4_without_tokens_nobody_is_helped() -> None:
    none = {"tokens": {"left": 0, "right": 0, "unknown": 0}}
    position = after_success(start(), seats=dict.fromkeys(range(3), none))

    assert written(play(position, entry("support")))["helped"] is None
    must_refuse(position, entry("support", help={}), "GR-8.4", "tokens than the others")


def test_gr_8_7_help_may_be_left_unused() -> None:
    after = play(after_success(start()), supporting(help={}))

    assert written(after)["helped"] == BORIS
    assert written(after)["phase"] == "morale"


def test_gr_8_5_after_a_success_two_hard_knocks_or_the_charm() -> None:
    burdened = {BORIS: {"hard_knocks": ["mute", "fearful", "clumsy"], "charm": False}}
    position = having(after_success(start()), seats=burdened)

    relieved = play(position, supporting(help={"remove": ["mute", "clumsy"]}))
    turned = play(position, supporting(help={"charm": True}))

    assert seat_of(relieved, BORIS)["hard_knocks"] == ["fearful"]
    assert written(relieved)["out"] == {"mute": 1, "clumsy": 1}
    assert seat_of(turned, BORIS)["charm"] is True
    both = supporting(help={"remove": ["mute"], "charm": True})
    must_refuse(position, both, "GR-8.5", "hard knocks or turns up")


def test_gr_8_5_what_is_not_there_is_not_removed_and_a_charm_that_is_up_stays_up() -> None:
    position = after_success(start())

    must_refuse(position, supporting(help={"remove": ["mute"]}), "GR-8.5", "does not have")
    must_refuse(position, supporting(help={"charm": True}), "GR-8.5", "charm is already up")
    must_refuse(position, supporting(help={"remove": ["recruit"]}), "GR-8.5", "does not have")


def test_gr_8_5_with_orders_two_hard_knocks_and_the_charm() -> None:
    burdened = {BORIS: {"hard_knocks": ["mute", "fearful"], "charm": False}}
    position = after_success(start(orders="soldier"), mission_={"card": card()})
    position = having(position, seats=burdened)

    after = play(position, supporting(help={"remove": ["mute", "fearful"], "charm": True}))

    assert seat_of(after, BORIS)["hard_knocks"] == []
    assert seat_of(after, BORIS)["charm"] is True


AFTER_FAILURE = {"0": "left", "2": "right"}
"""Boris receives both tokens."""


@pytest.mark.parametrize("orders", [None, "soldier"])
def test_gr_8_6_after_a_failure_one_hard_knock_and_the_charm_only_with_orders(
    orders: str | None,
) -> None:
    burdened = {BORIS: {"hard_knocks": ["mute", "fragile"], "charm": False}}
    position = failed(orders=orders, seats=burdened)

    def helped(**fields: Any) -> Any:
        return entry("support", tokens=AFTER_FAILURE, help=fields)

    assert is_allowed(position, helped(remove=["mute"]))
    must_refuse(position, helped(remove=["mute", "fragile"]), "GR-8.6", "knocks can be removed now")
    must_refuse(position, helped(remove=["clumsy"]), "GR-8.6", "does not have")
    if orders:
        assert is_allowed(position, helped(remove=["mute"], charm=True))
        up = having(position, seats={BORIS: {"charm": True}})
        must_refuse(up, helped(charm=True), "GR-8.6", "charm is already up")
    else:
        must_refuse(position, helped(charm=True), "GR-8.6", "charm cannot be turned up")


def test_gr_14_8_a_token_is_drawn_only_in_solo() -> None:
    position = after_success(start())

    must_refuse(position, entry("support", drawn="left"), "GR-14.8", "A support token is drawn")
    must_refuse(position, supporting(drawn="none"), "GR-14.8", "A support token is drawn")


def test_gr_8_2_comes_before_the_tokens_and_these_before_the_help() -> None:
    position = all_withdraw(in_mission(start()))

    wrong = entry("support", tokens={"0": "double_left"}, help={"charm": True})
    must_refuse(position, wrong, "GR-8.2", "token: choose which kind")
    tokens = {"0": "double_left", "1": "left", "2": "left"}
    must_refuse(
        position,
        entry("support", tokens=tokens, help={"charm": True}),
        "GR-1.6",
        "of this kind are known",
    )
