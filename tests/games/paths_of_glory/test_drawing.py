"""PG-6.0 Phases G and H: throwing away, drawing, and the next turn."""

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    at_draw,
    at_war,
    battle,
    correct,
    entry,
    event,
    in_actions,
    must_refuse,
    next_turn,
    on_turn,
    one_op,
    ops,
    play,
    seat_of,
    shown,
    start,
    with_cards,
)
from tracker.games.paths_of_glory.position import Position


def cards(position: Position, seat: int) -> tuple[int, int, int]:
    """Hand, draw pile and discard pile."""
    written = seat_of(position, seat)
    return written["hand"], written["deck"], len(written["discard"])


def test_the_start_has_seven_of_fourteen_cards() -> None:
    """PG-4."""
    assert cards(start(), CP) == (7, 7, 0)
    assert cards(start("historical"), AP) == (8, 6, 0)
    assert cards(start(hand_size=8), CP) == (8, 6, 0)
    assert cards(start("historical", hand_size=7), CP) == (7, 7, 0)
    assert cards(start(optional_cards="all"), CP) == (8, 8, 0)
    assert cards(start(optional_cards="exchanged"), CP) == (7, 7, 0)


def test_the_worked_case_of_limited_war_for_ap() -> None:
    """Turn 2, AP 14 as event, war status 4: pile 7 + 20 = 27, draws 1."""
    position = play(on_turn(2), correct(war_status={"ap": 3}))
    position = play(in_actions(position), one_op(CP), event(AP, 14))
    assert cards(position, AP) == (6, 7, 0)

    drawn = next_turn(position)

    assert cards(drawn, AP) == (7, 26, 0)
    assert seat_of(drawn, AP)["removed"] == [14]
    assert seat_of(drawn, AP)["war_status"] == 4


def test_a_new_deck_brings_the_discard_pile_back() -> None:
    """PG-16.1."""
    position = play(on_turn(2), correct(war_status={"cp": 4}))
    position = play(in_actions(position), ops(CP, 2), one_op(AP), ops(CP, 3))
    drawn = next_turn(position)

    assert cards(drawn, CP) == (7, 7 + 20 + 2 - 2, 0)
    play(in_actions(drawn), ops(CP, 2))


def test_with_all_optional_cards_the_new_deck_is_larger() -> None:
    position = play(on_turn(2, optional_cards="all"), correct(war_status={"cp": 4}))

    assert cards(next_turn(position), CP) == (8, 8 + 24, 0)


def test_a_hand_is_filled_up() -> None:
    """PG-9.1.4."""
    position = play(in_actions(start()), ops(CP, 2), one_op(AP), ops(CP, 3))

    assert cards(next_turn(position), CP) == (7, 5, 2)


def test_a_pile_that_is_just_enough_is_not_shuffled() -> None:
    position = play(in_actions(start()), ops(CP, 2), correct(hand={"cp": 13}))
    position = play(position, correct(hand={"cp": 6}))
    exact = play(with_cards(position), correct(hand={"cp": 13}))

    assert cards(position, CP) == (6, 7, 1)
    assert cards(exact, CP) == (13, 0, 1)
    assert cards(next_turn(exact), CP) == (13, 0, 1)


def test_a_pile_that_is_too_small_takes_the_discard_pile_in() -> None:
    """PG-9.1.4: after the rest was drawn."""
    position = start()
    for turn in range(2):
        position = in_actions(position)
        for place in range(4):
            card = 2 + turn * 4 + place
            position = play(position, ops(CP, card), one_op(AP))
        position = next_turn(position)

    assert cards(position, CP) == (7, 7, 0)


def test_a_hand_may_stay_short() -> None:
    position = start()
    for card in (5, 6, 7, 8, 9, 10, 11, 12, 14):
        position = with_cards(position, **{f"cp_{card}": "removed"})
    position = play(position, correct(hand={"cp": 14}))
    assert cards(position, CP) == (14, 0, 0)
    rows = list(position.rows)
    rows[CP] = (*rows[CP][:3], 5, 0, *rows[CP][5:])
    short = Position(position.game, tuple(rows), position.places)

    assert cards(next_turn(short), CP) == (5, 0, 0)


def test_combat_cards_may_be_thrown_away() -> None:
    """PG-9.5.4.6."""
    position = at_draw(start())
    thrown = play(position, entry("draw", cp=[2, 3], ap=[4]))

    assert seat_of(thrown, CP)["discard"] == [2, 3]
    assert cards(thrown, CP) == (7, 5, 2)
    assert seat_of(thrown, AP)["discard"] == [4]
    must_refuse(position, entry("draw", cp=[9]), "PG-9.5.4.6", "is not a combat card")
    must_refuse(position, entry("draw", cp=[56]), "PG-2.3", "is an optional")
    must_refuse(position, entry("draw", cp=[15]), "PG-9.1.2", "decks in play")


def test_what_is_thrown_away_must_be_in_the_hand() -> None:
    """PG-9.1.1, PG-9.5.4.2: CP first."""
    position = at_draw(start())
    one_card = play(position, correct(hand={"cp": 1}))
    none = play(position, correct(hand={"cp": 0}))
    kept = with_cards(position, cp_3="kept")

    must_refuse(one_card, entry("draw", cp=[2, 3]), "PG-9.1.1", "cards in hand")
    must_refuse(none, entry("draw", cp=[9]), "PG-9.1.1", "cards in hand")
    must_refuse(kept, entry("draw", cp=[3], ap=[9]), "PG-9.5.4.2", "lies face up on the table")
    must_refuse(position, entry("draw", cp=[2], ap=[9]), "PG-9.5.4.6", "is not a combat card")


def test_the_next_turn_starts_afresh() -> None:
    """PG-6.0: H."""
    position = play(in_actions(on_turn(2), 4, 1), event(CP, 7))
    position = play(position, ops(AP, 1), battle(AP, "Metz", "FR", "GE"))
    written = shown(next_turn(position))

    assert (written["turn"], written["season"], written["phase"]) == (3, "fall", "mandates")
    assert (written["round"], written["acting"], written["operation"]) == (0, None, False)
    assert written["last_battle"] is None
    for seat in written["seats"]:
        assert seat["mandate"] == "none"
        assert seat["actions"] == []
        assert seat["reinforced"] == []
    assert written["seats"][CP]["events"] == {"7": 2}
    assert written["seats"][CP]["missed"] == [2]


def test_the_seasons_go_round() -> None:
    seasons = [shown(on_turn(turn))["season"] for turn in range(1, 8)]

    assert seasons == [None, None, "fall", "winter", "spring", "summer", "fall"]


def test_total_war_brings_the_third_deck() -> None:
    position = play(at_war("limited"), correct(war_status={"cp": 11}))

    assert cards(next_turn(position), CP)[1] == cards(position, CP)[1] + 21
