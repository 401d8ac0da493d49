"""GR-3 Preparation: the danger, the dealing, the first turn."""

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    VERA,
    card,
    entry,
    having,
    is_allowed,
    must_refuse,
    play,
    seat_of,
    sentence,
    start,
    written,
)
from tracker.games.grizzled.position import Position


def hands(position: Position) -> list[int]:
    return [seat["hand"] for seat in written(position)["seats"]]


def test_worked_case_danger_4_deals_4_cards_to_each_of_three() -> None:
    position = play(start(), entry("mission", danger=4))

    assert hands(position) == [4, 4, 4]
    assert written(position)["trials"] == 13
    assert (written(position)["phase"], written(position)["turn"]) == ("mission", 0)
    assert written(position)["danger"] == 4


def test_gr_3_1_a_danger_that_is_left_out_is_the_least() -> None:
    later = having(start(), mission=2)

    assert written(play(start(), entry("mission")))["danger"] == 3
    assert written(play(later, entry("mission")))["danger"] == 1


def test_gr_3_2_worked_case_the_first_mission_has_danger_3_at_least() -> None:
    position = start()

    must_refuse(position, entry("mission", danger=1), "GR-3.2", "The danger")
    must_refuse(position, entry("mission", danger=2), "GR-3.2", "The danger")
    assert is_allowed(position, entry("mission", danger=3))
    said = sentence(position, entry("mission", danger=2))
    assert said == "The danger is 2; it must be at least 3."
    assert is_allowed(having(position, mission=2), entry("mission", danger=1))


def test_gr_3_2_does_not_hold_with_a_mission_card() -> None:
    position = start(orders="soldier")

    assert is_allowed(position, entry("mission", card=card(danger=1), danger=1))


def test_gr_3_3_when_the_trials_run_out_the_dealing_stops() -> None:
    position = having(start(leader=1), trials=7)

    after = play(position, entry("mission", danger=59))

    assert hands(after) == [2, 3, 2]
    assert written(after)["trials"] == 0
    assert written(after)["danger"] == 59


def test_gr_3_3_cards_come_on_top_of_what_is_in_the_hands() -> None:
    position = having(start(), mission=2, seats={0: {"hand": 2}})

    assert hands(play(position, entry("mission", danger=1))) == [3, 1, 1]


def test_gr_3_4_who_is_frenzied_draws_two_more() -> None:
    position = having(start(), seats={BORIS: {"hard_knocks": ["frenzied"]}})

    assert hands(play(position, entry("mission"))) == [3, 5, 3]


def test_gr_3_4_as_far_as_there_are_any() -> None:
    position = having(start(), trials=10, seats={BORIS: {"hard_knocks": ["frenzied"]}})

    assert hands(play(position, entry("mission"))) == [3, 4, 3]


def test_gr_3_4_not_when_the_table_carries_it_out_by_hand() -> None:
    position = start(switches={"by_hand": ["frenzied"]})
    position = having(position, seats={BORIS: {"hard_knocks": ["frenzied"]}})

    assert hands(play(position, entry("mission"))) == [3, 3, 3]


def test_gr_3_5_the_leader_has_the_first_turn() -> None:
    position = play(start(leader=VERA), entry("mission"))

    assert written(position)["turn"] == VERA
    must_refuse(position, entry("withdraw", seat=ANNA), "GR-4.1", "turn, not")


def test_gr_3_5_a_mission_can_fail_at_once() -> None:
    position = start(orders="soldier")
    night = {"kind": "threat", "threat": "night"}

    failed = written(play(position, entry("mission", card=card(night, night, night, danger=2))))

    assert (failed["phase"], failed["outcome"]) == ("support", "failure")
    assert failed["failed_by"] == ["night"]
    assert failed["turn"] is None
    assert failed["danger"] == 2


def test_gr_13_1_the_chaplain_is_dealt_nothing_and_lays_a_token() -> None:
    position = play(start("chaplain", leader=1), entry("mission"))

    assert hands(position) == [3, 3, 0]
    assert seat_of(position, VERA)["laid"] == "hidden"
