"""PG-12, PG-15.3, PG-11.2: the calculator, which knows no match."""

from typing import Any

import msgspec
import pytest

from tracker.engine.refusal import Invalid, Refused
from tracker.games.paths_of_glory import calculator
from tracker.games.paths_of_glory.box import TABLES


def ask(kind: str = "battle", /, **fields: Any) -> dict[str, Any]:
    question = msgspec.convert({"kind": kind, **fields}, calculator.QUESTION)
    calculator.check(question, "calculate")
    answer: dict[str, Any] = msgspec.to_builtins(calculator.calculate(question))
    return answer


def side(strength: int, die: int, *, army: bool = True, **fields: Any) -> dict[str, Any]:
    return {"strength": strength, "army": army, "die": die, **fields}


def left(units: int, strength: int, *, army: bool = True) -> dict[str, Any]:
    return {"units": units, "strength": strength, "army": army}


def rule(kind: str = "battle", /, **fields: Any) -> str:
    with pytest.raises(Refused) as refused:
        ask(kind, **fields)
    assert refused.value.message
    return refused.value.rule


def where(**fields: Any) -> str:
    with pytest.raises(Invalid) as invalid:
        ask(**fields)
    return invalid.value.where


def test_the_worked_case_of_a_battle_by_figures() -> None:
    answer = ask(attacker=side(9, 5), defender=side(4, 2), trench=1)

    assert answer == {
        "flank_allowed": False,
        "flank": None,
        "order": "together",
        "attacker": {
            "strength": 9,
            "table": "army",
            "column": "6-8",
            "die": 5,
            "loss_number": 5,
        },
        "defender": {"strength": 4, "table": "army", "column": "5", "die": 2, "loss_number": 3},
        "waiting": None,
        "winner": "attacker",
        "retreat": 2,
        "may_cancel_retreat": True,
        "advance_stops": False,
    }


def test_the_worked_case_of_a_failed_flank() -> None:
    battle = {"defender": side(3, 6), "spaces": 2, "flank": {"die": 2, "bonus": 1}}
    answer = ask(attacker=side(6, 3, after=left(1, 5)), **battle)

    assert answer["flank"] == {"total": 3, "success": False}
    assert answer["order"] == "defender_first"
    assert answer["defender"]["loss_number"] == 4
    assert answer["attacker"]["loss_number"] == 3
    assert (answer["winner"], answer["retreat"]) == ("defender", 0)


def test_whoever_fires_second_is_waited_for() -> None:
    """PG-12.3.3."""
    failed = ask(attacker=side(6, 3), defender=side(3, 6), spaces=2, flank={"die": 1})
    works = ask(attacker=side(6, 3), defender=side(3, 6), spaces=2, flank={"die": 4})

    assert failed["waiting"] == "attacker"
    assert failed["attacker"] is None
    assert failed["defender"]["loss_number"] == 4
    assert works["waiting"] == "defender"
    assert works["defender"] is None
    for answer in (failed, works):
        assert answer["winner"] is None
        assert answer["retreat"] is None
        assert answer["may_cancel_retreat"] is None


def test_who_has_nobody_left_does_not_fire_but_a_fort_does() -> None:
    gone = side(3, 6, after=left(0, 0))
    first = {"attacker": side(6, 3), "attacker_first": True, "trench": 2, "occupied": True}
    nobody = ask(**first, defender=gone)
    fort = ask(**first, defender=gone, fort=3)
    some = ask(**first, defender=side(3, 6, after=left(1, 2, army=False)), fort=3)

    assert nobody["order"] == "attacker_first"
    empty = {"strength": 0, "table": None, "column": None, "die": None, "loss_number": 0}
    assert nobody["defender"] == empty
    alone = {"strength": 3, "table": "corps", "column": "3", "die": 6, "loss_number": 2}
    assert fort["defender"] == alone
    together = {"strength": 5, "table": "corps", "column": "6", "die": 6, "loss_number": 3}
    assert some["defender"] == together
    attacker_gone = ask(
        attacker=side(6, 3, after=left(0, 0)),
        defender=side(3, 6),
        spaces=2,
        flank={"die": 1},
    )
    assert attacker_gone["attacker"] == empty


def test_a_flank_needs_two_spaces_an_army_and_open_ground() -> None:
    """PG-12.3.1."""
    battle = {"attacker": side(6, 3), "defender": side(3, 6), "spaces": 2}
    flank = {"flank": {"die": 6}}

    assert ask(**battle)["flank_allowed"]
    assert ask(**battle, terrain="forest")["flank_allowed"]
    assert ask(**battle, terrain="desert")["flank_allowed"]
    assert ask(**battle, trench=2, trench_effect="none")["flank_allowed"]
    for worse in (
        {"spaces": 1},
        {"attacker": side(6, 3, army=False)},
        {"terrain": "mountain"},
        {"terrain": "swamp"},
        {"trench": 1},
        {"trench": 2, "trench_effect": "no_shifts"},
        {"occupied": False, "fort": 2, "defender": side(0, 1, army=False)},
    ):
        assert not ask(**{**battle, **worse})["flank_allowed"]
        assert rule(**{**battle, **worse, **flank}) == "PG-12.3.1"
        assert rule(**{**battle, **worse, "flank": {"automatic": True}}) == "PG-12.3.1"


def test_a_flank_bonus_is_one_less_than_the_spaces_at_most() -> None:
    """PG-12.3.2."""
    battle = {"attacker": side(6, 3), "defender": side(3, 6), "spaces": 3}

    assert rule(**battle, flank={"die": 1, "bonus": 3}) == "PG-12.3.2"
    assert ask(**battle, flank={"die": 2, "bonus": 2})["flank"] == {"total": 4, "success": True}
    assert ask(**battle, flank={"automatic": True})["flank"] == {"total": None, "success": True}
    assert ask(**battle, flank={"automatic": True})["order"] == "attacker_first"


@pytest.mark.parametrize(
    ("strength", "column"),
    [(0, "1"), (1, "1"), (5, "5"), (6, "6-8"), (8, "6-8"), (9, "9-11"), (12, "12-14"), (15, "15")],
)
def test_the_columns_of_the_army_table(strength: int, column: str) -> None:
    answer = ask(attacker=side(strength, 1), defender=side(60, 1))

    assert answer["attacker"]["column"] == column
    assert answer["defender"]["column"] == "16+"


def test_the_columns_of_the_corps_table() -> None:
    for strength in range(8):
        answer = ask(attacker=side(strength, 1, army=False), defender=side(60, 1, army=False))
        assert answer["attacker"]["column"] == str(strength)
        assert answer["attacker"]["table"] == "corps"
        assert answer["defender"]["column"] == "8+"


def test_shifts_add_up_and_stop_at_the_ends_of_the_table() -> None:
    """PG-12.2.8."""
    uphill = {"terrain": "mountain", "trench": 2}
    answer = ask(attacker=side(9, 1), defender=side(16, 1), **uphill)

    assert answer["attacker"]["column"] == "4"
    assert answer["defender"]["column"] == "16+"
    assert ask(attacker=side(2, 1), defender=side(1, 1), **uphill)["attacker"]["column"] == "1"
    free = ask(attacker=side(9, 1), defender=side(4, 1), trench=2, trench_effect="no_shifts")
    assert (free["attacker"]["column"], free["defender"]["column"]) == ("9-11", "4")
    none = ask(attacker=side(9, 6), defender=side(4, 1), trench=2, trench_effect="none")
    assert not none["may_cancel_retreat"]


def test_dice_with_modifiers_stay_from_1_to_6() -> None:
    """PG-12.2.9, PG-12.2.7."""
    answer = ask(attacker=side(6, 3, drm=9), defender=side(3, 2, drm=-9))
    sinai = ask(attacker=side(6, 5, drm=1), defender=side(3, 2), sinai=True)

    assert (answer["attacker"]["die"], answer["defender"]["die"]) == (6, 1)
    assert (sinai["attacker"]["die"], sinai["defender"]["die"]) == (3, 2)


@pytest.mark.parametrize(
    ("attacker", "defender", "retreat"),
    [((3, 6), (3, 5), 1), ((3, 6), (3, 1), 2), ((3, 1), (3, 6), 0), ((3, 2), (3, 2), 0)],
)
def test_the_retreat_follows_the_difference(
    attacker: tuple[int, int], defender: tuple[int, int], retreat: int
) -> None:
    """PG-12.5.2."""
    battle = {"attacker": side(*attacker), "defender": side(*defender)}

    assert ask(**battle)["retreat"] == retreat
    assert ask(**battle, full_strength_attacker=False)["retreat"] == 0
    assert ask(**battle, no_retreat=True)["retreat"] == 0
    withdrawal = ask(**battle, withdrawal=True, terrain="forest")
    assert withdrawal["retreat"] == 1
    assert withdrawal["may_cancel_retreat"] is False


def test_a_retreat_may_be_cancelled_in_cover() -> None:
    """PG-12.5.3."""
    battle = {"attacker": side(9, 6), "defender": side(1, 1)}

    assert not ask(**battle)["may_cancel_retreat"]
    for terrain in ("forest", "desert", "mountain", "swamp"):
        answer = ask(**battle, terrain=terrain)
        assert answer["may_cancel_retreat"]
        assert answer["advance_stops"]
    assert ask(**battle, trench=1)["may_cancel_retreat"]
    assert ask(**battle, trench=1, trench_effect="no_shifts")["may_cancel_retreat"]


def test_a_bare_fort_fires_on_the_corps_table_and_does_not_retreat() -> None:
    answer = ask(
        attacker=side(9, 6),
        defender=side(0, 6, army=False),
        fort=3,
        occupied=False,
        trench=2,
        withdrawal=True,
    )

    alone = {"strength": 3, "table": "corps", "column": "3", "die": 6, "loss_number": 2}
    assert answer["defender"] == alone
    assert answer["attacker"]["column"] == "9-11"
    assert answer["retreat"] == 0


def test_a_bare_fort_needs_a_number_and_has_no_units() -> None:
    bare = {"attacker": side(9, 6), "occupied": False}

    assert where(**bare, defender=side(0, 6, army=False)) == "calculate.fort"
    assert where(**bare, fort=1, defender=side(1, 6, army=False)) == "calculate.defender.strength"
    assert where(**bare, fort=1, defender=side(0, 6)) == "calculate.defender.army"


def test_a_flank_is_diced_for_or_automatic() -> None:
    battle = {"attacker": side(9, 6), "defender": side(3, 1), "spaces": 2}

    assert where(**battle, flank={}) == "calculate.flank"
    assert where(**battle, flank={"die": 1, "automatic": True}) == "calculate.flank"
    assert where(**battle, flank={"automatic": True, "bonus": 1}) == "calculate.flank.bonus"


@pytest.mark.parametrize(
    "wrong",
    [
        {"attacker": side(61, 1)},
        {"attacker": side(1, 7)},
        {"attacker": side(1, 0)},
        {"attacker": side(1, 1, drm=10)},
        {"attacker": side(1, 1, after=left(10, 1))},
        {"attacker": {"strength": 1, "die": 1}},
        {"terrain": "hill"},
        {"trench": 3},
        {"trench_effect": "some"},
        {"fort": 4},
        {"spaces": 0},
        {"flank": {"automatic": False}},
        {"occupied": None},
        {"kind": "raid"},
        {"more": 1},
    ],
)
def test_a_wrong_field_makes_a_question_invalid(wrong: dict[str, Any]) -> None:
    battle = {"kind": "battle", "attacker": side(9, 6), "defender": side(3, 1)}

    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**battle, **wrong}, calculator.QUESTION)


def test_a_siege_die_must_be_above_the_forts_number() -> None:
    """PG-15.3.2, PG-15.3.3."""
    assert ask("siege", fort=2, die=3, turn=3) == {"total": 3, "destroyed": True}
    assert ask("siege", fort=2, die=2, turn=3) == {"total": 2, "destroyed": False}
    assert ask("siege", fort=3, die=5, turn=2) == {"total": 3, "destroyed": False}
    assert ask("siege", fort=3, die=6, turn=1) == {"total": 4, "destroyed": True}


def test_entrenching_needs_the_loss_factor_or_less() -> None:
    """PG-11.2.2, PG-11.2.10, PG-11.2.3."""
    assert ask("entrench", loss_factor=3, die=3) == {"total": 3, "success": True, "level": 1}
    failed = {"total": 4, "success": False, "level": 1}
    assert ask("entrench", loss_factor=3, die=4, level=1) == failed
    again = {"total": 3, "success": True, "level": 2}
    assert ask("entrench", loss_factor=3, die=4, level=1, retry=True) == again
    assert rule("entrench", loss_factor=3, die=1, level=2) == "PG-11.2.3"


def test_the_fire_tables_are_whole() -> None:
    for table in (TABLES.fire.army, TABLES.fire.corps):
        assert len(table.losses) == 6
        for row, above in zip(table.losses[1:], table.losses, strict=False):
            assert len(row) == len(table.columns)
            assert list(row) == sorted(row)
            assert all(now >= before for now, before in zip(row, above, strict=True))
