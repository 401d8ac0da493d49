"""GR-11 At Your Orders: mission cards and orders."""

from typing import Any

import pytest

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    VERA,
    all_withdraw,
    card,
    entry,
    having,
    in_mission,
    is_allowed,
    must_refuse,
    play,
    refusal,
    start,
    supported,
    written,
)
from tracker.games.grizzled.position import Position

MORALE = {"kind": "hard_knock_morale"}
STAYS = {"kind": "stays"}
EMPTY = {seat: {"hand": 0} for seat in range(3)}
BY_HAND = {"kind": "judged_by_hand"}
NOTE = {"kind": "note", "text": "no talking"}


def threat(name: str) -> dict[str, str]:
    return {"kind": "threat", "threat": name}


def bunker(cards: int) -> dict[str, Any]:
    return {"kind": "bunker", "cards": cards}


def collect(*threats: str, **fields: int) -> dict[str, Any]:
    return {"kind": "collect", "threats": list(threats), **fields}


def ordered(*effects: dict[str, Any], soldiers: int = 3, **fields: Any) -> Position:
    """A mission with a card of these effects."""
    setup = {name: fields.pop(name) for name in ("difficulty", "orders") if name in fields}
    position = start(soldiers=soldiers, **{"orders": "soldier", **setup})
    return in_mission(position, mission_={"card": card(*effects)}, **fields)


def in_force(position: Position) -> list[dict[str, Any]]:
    missions: list[dict[str, Any]] = written(position)["orders"]["in_force"]
    return missions


def next_one(position: Position) -> Position:
    """All withdraw, support, drop."""
    return play(supported(all_withdraw(position)), entry("next_mission"))


def test_gr_11_1_without_orders_a_card_and_an_order_are_refused() -> None:
    position = start()

    must_refuse(position, entry("mission", card=card()), "GR-11.1", "played without orders")
    assert refusal(position, entry("order", mission=0, discard=True)) == "GR-11.1"
    assert written(position)["orders"] is None


@pytest.mark.parametrize(
    ("orders", "level", "number"),
    [("greenhorn", "hard", 0), ("veteran", "easy", 2), ("soldier", "normal", 4)],
)
def test_gr_11_2_more_of_a_level_than_there_are_is_refused(
    orders: str, level: str, number: int
) -> None:
    position = start(orders=orders)
    for _ in range(number):
        position = having(play(position, entry("mission", card=card(level=level))), trials=25)
        position = next_one(position)

    must_refuse(
        position, entry("mission", card=card(level=level)), "GR-11.2", "and all of them have been"
    )
    assert written(position)["orders"]["taken"][level] == number
    assert written(position)["orders"]["deck"] == 12 - number


def test_gr_11_3_every_mission_has_a_card_until_the_twelve_are_used() -> None:
    position = start(orders="greenhorn")
    must_refuse(position, entry("mission"), "GR-11.3", "The leader takes a mission")
    must_refuse(position, entry("mission", danger=5), "GR-11.3", "The leader takes a mission")
    for level in ("easy",) * 4 + ("normal",) * 8:
        position = play(position, entry("mission", card=card(level=level)))
        position = next_one(having(position, morale=20, seats=EMPTY))

    assert written(position)["orders"]["deck"] == 0
    must_refuse(
        position, entry("mission", card=card(level="easy")), "GR-11.2", "mission cards have been"
    )
    assert is_allowed(position, entry("mission", danger=1))


def test_gr_11_3_effects_of_several_cards_add_up() -> None:
    position = ordered(threat("gas"), STAYS)
    position = play(next_one(position), entry("mission", card=card(threat("gas"), NOTE)))

    assert written(position)["threats"]["gas"] == 2
    assert in_force(position) == [
        {
            "name": "Raid",
            "level": "easy",
            "danger": 1,
            "effects": [threat("gas"), STAYS],
            "under": [],
        },
        {
            "name": "Raid",
            "level": "easy",
            "danger": 1,
            "effects": [threat("gas"), NOTE],
            "under": [],
        },
    ]


def test_gr_11_4_the_card_gives_the_least_danger() -> None:
    position = start(orders="soldier")
    two = card(danger=2)

    must_refuse(position, entry("mission", card=two, danger=1), "GR-11.4", "The danger")
    assert written(play(position, entry("mission", card=two)))["danger"] == 2
    assert written(play(position, entry("mission", card=two, danger=4)))["danger"] == 4


def test_the_order_in_which_a_mission_is_refused() -> None:
    """The card's level comes before the danger; a last mission before both."""
    position = start(orders="greenhorn")
    hard = card(level="hard", danger=3)

    must_refuse(
        position, entry("mission", card=hard, danger=1), "GR-11.2", "and all of them have been"
    )
    must_refuse(
        position,
        entry("mission", card=hard, final="last_stand"),
        "GR-12.1",
        "last mission has neither",
    )
    solo = start("solo")
    must_refuse(
        solo, entry("mission", danger=1, final="last_stand"), "GR-14.4", "In a solo game the hand"
    )
    must_refuse(
        solo, entry("mission", final="last_stand", card=hard), "GR-12.1", "last mission is declared"
    )
    must_refuse(solo, entry("mission", card=hard), "GR-11.1", "played without orders")
    must_refuse(start(), entry("mission", card=hard, danger=1), "GR-11.1", "played without orders")


def test_gr_11_5_a_hard_knock_that_is_played_moves_morale() -> None:
    position = ordered(MORALE, MORALE)
    before = written(position)

    after = written(play(position, entry("play", seat=ANNA, card="mute")))

    assert (after["morale"], after["trials"]) == (before["morale"] - 2, before["trials"] + 2)
    drawn = written(play(position, entry("play", seat=ANNA, card="snow+gas!", drawn="mute")))
    assert (drawn["morale"], drawn["trials"]) == (before["morale"] - 2, before["trials"] + 1)


@pytest.mark.parametrize("kind", ["christmas", "night+gas"])
def test_gr_11_5_christmas_and_threats_move_nothing(kind: str) -> None:
    position = ordered(MORALE)

    after = play(position, entry("play", seat=ANNA, card=kind))

    assert written(after)["morale"] == written(position)["morale"]


def test_gr_11_5_a_hard_knock_for_clumsy_moves_morale_too() -> None:
    position = ordered(MORALE, seats={ANNA: {"hard_knocks": ["clumsy"]}})

    after = play(position, entry("withdraw", seat=ANNA, drawn="mute"))

    assert written(after)["morale"] == written(position)["morale"] - 1


def test_gr_11_6_the_first_to_withdraw_may_put_a_card_back() -> None:
    position = ordered()
    trials = written(position)["trials"]
    assert written(position)["strategic"] is True

    after = written(play(position, entry("withdraw", seat=ANNA, returns=True)))

    assert (after["seats"][ANNA]["hand"], after["trials"]) == (
        written(position)["seats"][ANNA]["hand"] - 1,
        trials + 1,
    )
    assert after["strategic"] is False


def test_gr_11_6_nobody_else_may() -> None:
    returning = entry("withdraw", seat=ANNA, returns=True)
    second = play(ordered(), entry("withdraw", seat=ANNA))
    recruit = in_mission(start("recruit", orders="soldier"), mission_={"card": card()})

    must_refuse(
        second, entry("withdraw", seat=BORIS, returns=True), "GR-11.6", "cannot put a card back"
    )
    assert is_allowed(second, entry("withdraw", seat=BORIS, returns=False))
    must_refuse(in_mission(start()), returning, "GR-11.6", "cannot put a card back")
    must_refuse(ordered(difficulty="novice"), returning, "GR-11.6", "cannot put a card back")
    must_refuse(recruit, returning, "GR-11.6", "cannot put a card back")
    must_refuse(ordered(seats={ANNA: {"hand": 0}}), returning, "GR-11.6", "has 0 cards to put back")
    final = play(start(orders="soldier"), entry("mission", final="decisive_assault"))
    must_refuse(final, returning, "GR-11.6", "cannot put a card back")
    assert written(final)["strategic"] is False


def test_gr_11_6_comes_before_the_hard_knocks() -> None:
    position = ordered(seats={ANNA: {"hard_knocks": ["hardheaded"], "hand": 2}})

    must_refuse(position, entry("withdraw", seat=ANNA), "GR-6.4", "is Hardheaded and holds")
    assert is_allowed(position, entry("withdraw", seat=ANNA, returns=True))


def test_gr_11_7_after_support_a_card_is_discarded_unless_it_stays() -> None:
    gone = supported(all_withdraw(ordered(threat("gas"), BY_HAND, NOTE, MORALE)))
    assert in_force(gone) == []
    for effect in (STAYS, bunker(2), collect("gas")):
        assert len(in_force(supported(all_withdraw(ordered(effect))))) == 1


def test_gr_11_9_worked_case_a_bunker_is_taken_right_after_withdrawing() -> None:
    position = having(ordered(bunker(2), threat("shell")), trials=6)
    hand = written(position)["seats"][ANNA]["hand"]

    after = written(play(position, entry("withdraw", seat=ANNA, takes=0)))

    assert (after["seats"][ANNA]["hand"], after["trials"]) == (hand + 2, 4)
    assert after["threats"]["shell"] == 0
    assert after["orders"]["in_force"] == []


def test_gr_11_9_not_without_trials_enough_or_a_bunker() -> None:
    position = ordered(bunker(3))

    must_refuse(
        having(position, trials=2),
        entry("withdraw", seat=ANNA, takes=0),
        "GR-11.9",
        "The bunker takes",
    )
    must_refuse(position, entry("withdraw", seat=ANNA, takes=1), "GR-11.9", "No bunker is in force")
    must_refuse(
        ordered(NOTE), entry("withdraw", seat=ANNA, takes=0), "GR-11.9", "No bunker is in force"
    )
    must_refuse(
        in_mission(start()),
        entry("withdraw", seat=ANNA, takes=0),
        "GR-11.9",
        "No bunker is in force",
    )


def test_gr_11_9_comes_before_clumsy() -> None:
    position = ordered(bunker(2), seats={ANNA: {"hard_knocks": ["clumsy"]}})
    position = having(position, trials=2)

    assert is_allowed(position, entry("withdraw", seat=ANNA, takes=0))
    must_refuse(
        position, entry("withdraw", seat=ANNA, takes=0, drawn="mute"), "GR-6.9", "draws no card"
    )
    must_refuse(position, entry("withdraw", seat=ANNA), "GR-6.9", "trials are left: choose")


def test_gr_11_10_after_a_success_cards_go_under_the_first_mission_that_collects_them() -> None:
    position = next_one(ordered(collect("rain", "gas")))
    position = play(position, entry("mission", card=card(collect("gas", "shell", cards=3))))
    lying = ["night+shell", "night+whistle", "rain+gas", "rain+gas"]
    position = all_withdraw(having(position, no_mans_land=lying))

    first, second = in_force(position)
    assert first["under"] == ["rain+gas", "rain+gas"]
    assert first["effects"] == [collect("rain", "gas", cards=5)]
    assert second["under"] == ["night+shell"]
    assert written(position)["out"] == {"night+whistle": 1}


def test_gr_11_10_with_enough_cards_it_is_discarded_with_them() -> None:
    position = ordered(collect("rain", cards=2), no_mans_land=["rain+gas", "rain+shell"])

    after = all_withdraw(position)

    assert in_force(after) == []
    assert written(after)["out"] == {"rain+gas": 1, "rain+shell": 1}


def test_gr_11_10_after_a_failure_nothing_is_collected() -> None:
    position = ordered(collect("rain"), no_mans_land=["rain+gas", "rain+shell"])

    after = play(position, entry("play", seat=ANNA, card="rain+whistle"))

    assert in_force(after)[0]["under"] == []


def test_gr_11_11_an_order_moves_cards_between_the_piles_and_hands() -> None:
    position = ordered(STAYS)
    before = written(position)

    def moved(**fields: Any) -> dict[str, Any]:
        return written(play(position, entry("order", mission=0, **fields)))

    assert moved(from_="trials", to="morale")["morale"] == before["morale"] + 1
    assert moved(from_="morale", to="trials", cards=3)["trials"] == before["trials"] + 3
    to_hand = moved(from_="trials", to="hand", seat=BORIS, cards=2)
    assert to_hand["seats"][BORIS]["hand"] == before["seats"][BORIS]["hand"] + 2
    from_hand = moved(from_="hand", to="morale", seat=VERA)
    assert from_hand["seats"][VERA]["hand"] == before["seats"][VERA]["hand"] - 1
    assert to_hand["turn"] == before["turn"]


def test_gr_11_11_not_more_cards_than_there_are_nor_for_a_mission_not_in_force() -> None:
    position = ordered(STAYS)

    def ordering(**fields: Any) -> str:
        return refusal(position, entry("order", **{"mission": 0, **fields}))

    assert ordering(from_="hand", to="trials", seat=0, cards=9) == "GR-11.11"
    assert ordering(from_="trials", to="morale", cards=59) == "GR-11.11"
    assert ordering(mission=1, discard=True) == "GR-11.11"


def test_gr_11_11_an_order_discards_a_mission_in_force_in_any_phase() -> None:
    position = ordered(STAYS, threat("gas"))
    for phase in (position, all_withdraw(position), supported(all_withdraw(position))):
        assert in_force(play(phase, entry("order", mission=0, discard=True))) == []


def test_gr_11_11_an_order_fails_the_mission_that_is_being_played() -> None:
    position = ordered(BY_HAND, no_mans_land=["rain+gas", "rain+shell", "rain+whistle"])
    assert written(position)["threats"]["rain"] == 3
    fails = entry("order", mission=0, fails=True)

    after = written(play(position, fails))

    assert (after["outcome"], after["failed_by"]) == ("failure", [])
    assert after["no_mans_land"] == []
    must_refuse(play(position, fails), fails, "GR-11.11", "progress that could fail")


def test_gr_11_11_without_judging_by_hand_the_mission_fails_by_itself() -> None:
    position = ordered(BY_HAND, no_mans_land=["rain+gas", "rain+shell", "rain+whistle"])

    after = written(play(position, entry("order", mission=0, discard=True)))

    assert (after["outcome"], after["failed_by"]) == ("failure", ["rain"])


def test_gr_11_5_judged_by_hand_a_mission_still_succeeds() -> None:
    position = ordered(BY_HAND, no_mans_land=["rain+gas", "rain+shell", "rain+whistle"])

    assert written(all_withdraw(position))["outcome"] == "success"


def test_gr_10_4_an_order_can_use_up_the_morale_before_it_fails_the_mission() -> None:
    position = having(ordered(STAYS), morale=2)
    tried = entry("order", mission=0, from_="morale", to="trials", cards=2, fails=True)

    after = written(play(position, tried))

    assert (after["result"]["reason"], after["outcome"]) == ("monument", None)


def test_gr_11_11_a_mission_with_cards_under_it_takes_them_out_of_the_game() -> None:
    position = all_withdraw(ordered(collect("rain"), no_mans_land=["rain+gas"]))

    after = written(play(position, entry("order", mission=0, discard=True)))

    assert after["out"] == {"rain+gas": 1}
