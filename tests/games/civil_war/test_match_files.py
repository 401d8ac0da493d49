"""The match file: what it may hold, what of it is played, and how large it may be."""

from typing import Any

import pytest

from tests.games.civil_war.match_files import (
    SMALL,
    Place,
    everything,
    play,
    problem,
    put,
    small,
    text,
    where,
)
from tracker.engine.ledger import lines_of

FIND: dict[str, Any] = {"do": "find", "seat": 0, "resource": "food", "amount": 4}
NOT_HIS_TURN: dict[str, Any] = {"do": "end_turn", "seat": 1}
ROLES = (
    *("southern_officer", "southern_soldier", "cherokee"),
    *("northern_officer", "northern_soldier", "volunteer"),
)
MOST_ENTRIES = 20_000


def position(document: object) -> dict[str, Any]:
    played = play(document)
    assert played.refused is None, str(played.refused)
    return played.title.export_position(played.position)


def seat(document: object, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = position(document)["seats"][number]
    return found


def seated(*roles: str) -> dict[str, Any]:
    seats = [{"name": f"Player {place}", "role": role} for place, role in enumerate(roles)]
    document: dict[str, Any] = put(SMALL, ("setup", "seats"), seats)
    document["entries"] = []
    return document


def correction(**new: Any) -> dict[str, Any]:
    return small({"do": "correct", "seat": 0, "set": new, "reason": "miscounted"})


def deck(number: int) -> dict[str, Any]:
    """A deck of this many tiles."""
    tiles = [
        {
            "id": str(place),
            "top": {"resource": "food", "amount": 4, "crossed": False},
            "left": {"kind": "cherokee", "count": 3},
            "middle": {"do": "find", "resource": "wood", "amount": 5, "doubled": True},
            "right": {"kind": "volunteer"},
            "bottom": {"resource": "gold"},
        }
        for place in range(number)
    ]
    return {"format": "quartermaster-deck/1", "name": "home-made", "tiles": tiles}


def with_deck(tiles: dict[str, Any]) -> dict[str, Any]:
    changed: dict[str, Any] = put(small(), ("setup", "deck"), tiles)
    return changed


# --- What is played ------------------------------------------------------------------------------


def test_the_example_of_the_format_can_be_played() -> None:
    found = position(small(SMALL["entries"][0]))

    assert {key: found[key] for key in ("month", "phase", "turn", "first", "result")} == {
        "month": 1,
        "phase": "turns",
        "turn": 0,
        "first": 0,
        "result": None,
    }
    assert found["headquarters"] == {"north": True, "south": True}
    assert found["seats"][0] == {
        "name": "Anna",
        "role": "southern_officer",
        "side": "south",
        "points": 2,
        "resources": {
            "gold": 20,
            "medicine": 10,
            "weapons": 15,
            "water": 10,
            "food": 21,
            "wood": 10,
        },
        "people": {"southern_soldier": 2},
        "bonuses": [],
        "lost_turns": 0,
        "attacked": False,
        "reserve_spent": False,
        "dominated": False,
        "out": False,
    }
    assert "tiles" not in found


def test_a_match_without_entries_stands_at_the_start() -> None:
    document = {**small(), "entries": []}

    assert seat(document)["points"] == 0
    assert position(document)["turn"] == 0


def test_switches_and_deck_may_be_left_out() -> None:
    document = small()
    del document["setup"]["switches"]

    assert position(document) == position(put(small(), ("setup", "deck"), "standard"))


def test_a_refused_entry_is_numbered_from_0_and_the_position_is_the_one_before_it() -> None:
    played = play(small(FIND, NOT_HIS_TURN, FIND))

    assert played.refused is not None
    assert played.refused[0] == 1
    assert played.title.export_position(played.position) == position(small(FIND))


@pytest.mark.parametrize(
    "crossed_out",
    [{"undone": True}, {"amended_by": 2}, {"amended_by": 0}, {"undone": True, "amended_by": 2}],
)
def test_an_entry_that_was_undone_or_amended_is_not_played(crossed_out: dict[str, Any]) -> None:
    document = small({**FIND, "amount": 50, **crossed_out}, FIND)

    assert position(document) == position(small(FIND))


def test_an_entry_that_was_not_undone_is_played() -> None:
    assert position(small({**FIND, "undone": False})) == position(small(FIND))


def test_an_entry_that_is_not_played_cannot_be_refused() -> None:
    assert position(small({**NOT_HIS_TURN, "undone": True})) == position({**SMALL, "entries": []})


def test_an_entry_that_is_not_played_still_counts_in_the_numbering() -> None:
    played = play(small({**FIND, "undone": True}, FIND, NOT_HIS_TURN))

    assert [n for n, _ in played.facts] == [1]
    assert played.refused is not None
    assert played.refused[0] == 2


def test_an_entry_that_is_not_played_must_be_right_all_the_same() -> None:
    assert problem(text(small({**FIND, "seat": 2, "undone": True}))).where == "entries[0].seat"
    assert problem(text(small({**FIND, "amount": 0, "amended_by": 1}))).where == "entries[0].amount"


# --- What an export adds -------------------------------------------------------------------------

ANYTHING: tuple[object, ...] = (
    *("text", "", 0, -1, 1.5, True, None, [], {}, [[{"a": [1, None]}]]),
    "2026-01-02T18:00:00Z",
    {"seats": [{"points": "many"}]},
)


@pytest.mark.parametrize("field", ["id", "name", "created", "position", "result"])
def test_what_an_export_says_of_the_match_is_ignored(field: str) -> None:
    for value in ANYTHING:
        assert position({**small(FIND), field: value}) == position(small(FIND))


@pytest.mark.parametrize("field", ["n", "at", "by", "lines"])
def test_what_an_export_says_of_an_entry_is_ignored(field: str) -> None:
    for value in ANYTHING:
        assert position(small({**FIND, field: value})) == position(small(FIND))


@pytest.mark.parametrize("field", ["n", "by", "lines"])
def test_every_kind_of_entry_may_say_what_an_export_adds(field: str) -> None:
    document = everything()
    for entry in document["entries"]:
        entry[field] = 3

    assert position(document) == position(everything())


def test_a_whole_export_can_be_played_again() -> None:
    played = play(everything())
    position_then = played.title.export_position(played.position)
    document = everything()
    document["position"], document["result"] = position_then, None
    for n, facts in played.facts:
        document["entries"][n] |= {
            "n": n,
            "by": "Anna's tablet",
            "lines": [
                {"seat": line.seat, "what": line.what.value, "by": line.by, "rule": line.rule}
                for line in lines_of(facts)
            ],
        }

    assert position(document) == position_then


def test_what_an_export_says_of_an_entry_does_not_belong_to_the_match() -> None:
    for field in ("n", "at", "by", "lines", "undone", "amended_by"):
        assert problem(text({**SMALL, field: 1})).where == field


@pytest.mark.parametrize("place", [("setup", "id"), ("setup", "seats", 0, "n")], ids=where)
def test_a_set_up_has_nothing_that_could_be_ignored(place: Place) -> None:
    assert problem(text(put(SMALL, place, 1))).where == where(place)


# --- Formats and titles --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["quartermaster-match/2", "quartermaster-match", "", "x"])
def test_a_format_that_we_do_not_know_is_named(name: str) -> None:
    found = problem(text({**SMALL, "format": name}))

    assert found.where == "format"
    assert found.message


@pytest.mark.parametrize("name", ["chess", "Civil-War", "civil_war", "", "__init__", "../x"])
def test_a_title_that_we_do_not_know_is_named(name: str) -> None:
    found = problem(text({**SMALL, "title": name}))

    assert found.where == "title"
    assert name in found.message


def test_an_unknown_format_or_title_is_said_before_what_is_inside() -> None:
    for field in ("format", "title"):
        found = problem(text({**SMALL, field: "another", "setup": {"board": 8}, "entries": [1]}))

        assert found.where == field


# --- Limits --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_match_has_at_most_20000_entries() -> None:
    whole = small(*[FIND] * MOST_ENTRIES)
    more = small(*[FIND] * (MOST_ENTRIES + 1))

    assert seat(whole)["resources"]["food"] == 15 + 4 * MOST_ENTRIES
    assert problem(text(more)).where == "entries"


@pytest.mark.parametrize("name", ["A", "A" * 40, "Ж" * 40, "😀" * 40, " ", "{name}", "<b>", "%s"])
def test_a_name_has_1_to_40_characters(name: str) -> None:
    document = put(small(FIND), ("setup", "seats", 0, "name"), name)

    assert seat(document)["name"] == name


@pytest.mark.parametrize("name", ["", "A" * 41, "Ж" * 41, "😀" * 41])
def test_a_name_is_neither_empty_nor_longer(name: str) -> None:
    document = put(small(FIND), ("setup", "seats", 1, "name"), name)

    assert problem(text(document)).where == "setup.seats[1].name"


def test_a_strange_name_does_not_upset_a_refusal() -> None:
    document = put(small(NOT_HIS_TURN), ("setup", "seats", 1, "name"), "{turn!r:>9} {0} %s")

    played = play(document)

    assert played.refused is not None
    assert "{turn!r:>9} {0} %s" in played.refused[1].message


@pytest.mark.parametrize("amount", [1, 9_999])
def test_amounts_are_from_1_to_9999(amount: int) -> None:
    assert seat(small({**FIND, "amount": amount}))["resources"]["food"] == 15 + amount


@pytest.mark.parametrize("amount", [0, -1, 10_000])
def test_amounts_are_neither_smaller_nor_larger(amount: int) -> None:
    assert problem(text(small({**FIND, "amount": amount}))).where == "entries[0].amount"


@pytest.mark.parametrize("number", [0, 9_999])
def test_a_correction_sets_numbers_from_0_to_9999(number: int) -> None:
    found = seat(
        correction(
            resources={"food": number, "water": number},
            people={"cherokee": number},
            lost_turns=number,
        )
    )

    assert found["resources"]["food"] == found["resources"]["water"] == number
    assert found["people"] == ({"cherokee": number} if number else {})
    assert found["lost_turns"] == number


@pytest.mark.parametrize("points", [-9_999, -1, 0, 9_999])
def test_a_correction_sets_points_from_minus_9999_to_9999(points: int) -> None:
    assert seat(correction(points=points))["points"] == points


@pytest.mark.parametrize(
    ("new", "place"),
    [
        ({"points": -10_000}, "points"),
        ({"points": 10_000}, "points"),
        ({"resources": {"gold": -1}}, "resources.gold"),
        ({"resources": {"gold": 10_000}}, "resources.gold"),
        ({"people": {"cherokee": -1}}, "people.cherokee"),
        ({"people": {"cherokee": 10_000}}, "people.cherokee"),
        ({"lost_turns": -1}, "lost_turns"),
        ({"lost_turns": 10_000}, "lost_turns"),
    ],
)
def test_a_correction_sets_no_other_numbers(new: dict[str, Any], place: str) -> None:
    assert problem(text(correction(**new))).where == f"entries[0].set.{place}"


def test_numbers_may_grow_beyond_what_one_entry_can_say() -> None:
    most = {**FIND, "amount": 9_999}

    assert seat(small(*[most] * 1_000))["resources"]["food"] == 15 + 9_999_000


# --- The set-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("months", [5, 6])
@pytest.mark.parametrize("tiles", [3, 4])
def test_a_game_has_5_or_6_months_and_3_or_4_tiles_a_player(months: int, tiles: int) -> None:
    document = put(small(), ("setup", "months"), months)

    assert position(put(document, ("setup", "tiles_per_player"), tiles))["month"] == 1


@pytest.mark.parametrize("players", range(2, 10))
def test_2_to_9_players_can_play(players: int) -> None:
    roles = (ROLES * 2)[:players]

    assert len(position(seated(*roles))["seats"]) == players


@pytest.mark.parametrize("players", [0, 1, 10])
def test_neither_fewer_nor_more_players_can_play(players: int) -> None:
    assert problem(text(seated(*(ROLES * 2)[:players]))).where == "setup.seats"


@pytest.mark.parametrize("players", range(2, 7))
def test_up_to_six_players_a_role_is_used_once(players: int) -> None:
    roles = [*ROLES[: players - 1], ROLES[0]]

    assert problem(text(seated(*roles))).where == f"setup.seats[{players - 1}].role"


@pytest.mark.parametrize("players", range(7, 10))
def test_from_the_seventh_player_on_roles_may_repeat(players: int) -> None:
    assert position(seated(*[ROLES[2]] * players))["seats"][-1]["role"] == ROLES[2]


def test_a_starting_bonus_replaces_the_whole_row() -> None:
    rows = {"southern_officer": {"wood": 20}}

    found = seat(put(small(FIND), ("setup", "switches", "starting_bonus"), rows))

    assert found["resources"] == {
        "gold": 10,
        "medicine": 10,
        "weapons": 10,
        "water": 10,
        "food": 14,
        "wood": 30,
    }


@pytest.mark.parametrize(
    ("bonus", "place"),
    [({"sailor": {}}, "sailor"), ({"cherokee": {"silver": 1}}, "cherokee.silver")],
)
def test_a_starting_bonus_names_roles_and_resources(bonus: dict[str, Any], place: str) -> None:
    document = put(small(), ("setup", "switches", "starting_bonus"), bonus)

    assert problem(text(document)).where == f"setup.switches.starting_bonus.{place}"


# --- A deck in the file --------------------------------------------------------------------------


@pytest.mark.parametrize("tiles", [12, 200])
def test_a_deck_has_12_to_200_tiles(tiles: int) -> None:
    assert position(with_deck(deck(tiles)))


@pytest.mark.parametrize("tiles", [0, 11, 201])
def test_a_deck_has_neither_fewer_nor_more_tiles(tiles: int) -> None:
    assert problem(text(with_deck(deck(tiles)))).where == "setup.deck.tiles"


def test_the_middle_of_a_tile_may_be_left_out() -> None:
    plain = deck(12)
    for tile in plain["tiles"]:
        del tile["middle"]

    assert position(with_deck(plain))


@pytest.mark.parametrize(
    "middle",
    [
        {"do": "find", "resource": "wood", "amount": 5, "doubled": True},
        {"do": "lose", "resource": "wood", "amount": 5},
        {"do": "gain", "bonus": "wagon"},
        {"do": "gain", "bonus": "dynamite"},
        {"do": "fire", "amount": 5},
        {"do": "sickness", "amount": 5},
        {"do": "sabotage"},
    ],
)
def test_every_event_can_stand_in_the_middle(middle: dict[str, Any]) -> None:
    assert position(with_deck(put(deck(12), ("tiles", 7, "middle"), middle)))


def test_two_tiles_of_a_deck_cannot_have_the_same_id() -> None:
    document = with_deck(put(deck(12), ("tiles", 7, "id"), "3"))

    assert problem(text(document)).where == "setup.deck.tiles[7].id"


WRONG_IN_A_TILE: tuple[tuple[Place, object], ...] = (
    (("id",), 7),
    (("id",), None),
    (("top", "resource"), "silver"),
    (("top", "amount"), 0),
    (("top", "amount"), 10_000),
    (("top", "amount"), 4.0),
    (("top", "crossed"), 0),
    (("left", "kind"), "sailor"),
    (("left", "count"), 0),
    (("left", "count"), True),
    (("right", "kind"), "sailor"),
    (("right", "count"), 3),
    (("bottom", "resource"), None),
    (("bottom", "amount"), 3),
    (("middle", "do"), "lure"),
    (("middle", "amount"), 0),
    (("middle", "doubled"), "yes"),
    (("colour",), "blue"),
)


@pytest.mark.parametrize(("place", "wrong"), WRONG_IN_A_TILE)
def test_a_wrong_value_in_a_deck_is_named_by_its_place(place: Place, wrong: object) -> None:
    document = with_deck(put(deck(12), ("tiles", 7, *place), wrong))

    assert problem(text(document)).where == f"setup.deck.tiles[7].{where(place)}"


@pytest.mark.parametrize("middle", [[], 7, "fire", True])
def test_a_middle_that_is_no_object_is_told_in_our_words(middle: object) -> None:
    invalid = problem(text(with_deck(put(deck(12), ("tiles", 7, "middle"), middle))))

    assert invalid.where == "setup.deck.tiles[7].middle"
    assert invalid.message == "must be an object in braces, or null"


def below(number: int = 12) -> dict[str, Any]:
    """A deck that has its amounts on the bottom side."""
    changed = {**deck(number), "amounts": "bottom"}
    for tile in changed["tiles"]:
        tile["bottom"] = {"resource": "gold", "amount": 3, "crossed": True}
        tile["top"] = {"resource": "food"}
    return changed


def test_a_deck_may_have_its_amounts_on_the_bottom_side() -> None:
    assert position(with_deck(below()))
    assert position(with_deck({**deck(12), "amounts": "top"}))


def test_crossed_may_be_left_out_on_either_side() -> None:
    upper, lower = deck(12), below()
    del upper["tiles"][7]["top"]["crossed"]
    del lower["tiles"][7]["bottom"]["crossed"]

    assert position(with_deck(upper))
    assert position(with_deck(lower))


WRONG_AMOUNTS: tuple[tuple[Place, object, str], ...] = (
    (("amounts",), "left", "amounts"),
    (("amounts",), None, "amounts"),
    (("amounts",), "top", "tiles[0].bottom.amount"),
    (("tiles", 7, "top"), {"resource": "food", "amount": 4}, "tiles[7].top.amount"),
    (("tiles", 7, "top"), {"resource": "food", "crossed": False}, "tiles[7].top.crossed"),
    (("tiles", 7, "bottom"), {"resource": "gold"}, "tiles[7].bottom.amount"),
    (("tiles", 7, "bottom", "amount"), 0, "tiles[7].bottom.amount"),
    (("tiles", 7, "bottom", "crossed"), None, "tiles[7].bottom.crossed"),
)


@pytest.mark.parametrize(("place", "wrong", "named"), WRONG_AMOUNTS)
def test_amounts_stand_on_the_side_that_the_deck_names(
    place: Place, wrong: object, named: str
) -> None:
    document = with_deck(put(below(), place, wrong))

    assert problem(text(document)).where == f"setup.deck.{named}"


@pytest.mark.parametrize("side", ["amount", "crossed"])
def test_the_bottom_side_has_neither_amount_nor_cross_by_default(side: str) -> None:
    document = with_deck(put(deck(12), ("tiles", 7, "bottom", side), side == "crossed" or 3))

    assert problem(text(document)).where == f"setup.deck.tiles[7].bottom.{side}"


@pytest.mark.parametrize("bonus", ["fire_brigade", "fort", "gold_reserve", "canoe"])
def test_a_tile_gives_a_wagon_or_dynamite_and_no_other_bonus(bonus: str) -> None:
    middle = {"do": "gain", "bonus": bonus}

    document = with_deck(put(deck(12), ("tiles", 7, "middle"), middle))

    assert problem(text(document)).where == "setup.deck.tiles[7].middle.bonus"


@pytest.mark.parametrize("side", ["id", "top", "left", "right", "bottom"])
def test_every_tile_has_its_four_sides_and_its_id(side: str) -> None:
    short = deck(12)
    del short["tiles"][7][side]

    assert problem(text(with_deck(short))).where == f"setup.deck.tiles[7].{side}"


def test_a_tile_that_the_deck_does_not_have_makes_the_file_invalid() -> None:
    laying = {"do": "lay_tiles", "tiles": [{"at": [0, 0]}, {"at": [1, 0], "tile": "12"}]}
    turning = {"do": "turn_over", "seat": 0, "at": [0, 0], "tile": "12"}

    for entry, place in ((laying, "tiles[1].tile"), (turning, "tile")):
        document = put(small(entry), ("setup", "deck"), deck(12))

        assert problem(text(document)).where == f"entries[0].{place}"
