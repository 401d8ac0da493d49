"""A result of the Civil War, handed on to BG Stats."""

from tests.games.civil_war.arrange import ROLES, setup
from tests.web.arrange import Device
from tests.web.civil_war.arrange import correct, find
from tests.web.test_share import play


def test_the_link_names_the_game_and_everybodys_role_and_side(device: Device) -> None:
    match = device.make(setup(*ROLES))
    device.write(match, correct(1, points=12), correct(0, points=49), find(0, "wood", 50))

    told = play(device, match)

    assert told["game"] == {
        "name": "Confederates against Yankees",
        "sourceGameId": "civil-war",
        "highestWins": True,
        "noPoints": False,
    }
    anna = told["players"][0]
    assert (anna["score"], anna["rank"]) == (59, 1)
    assert (anna["role"], anna["team"]) == ("Southern officer", "South")
