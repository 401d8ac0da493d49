"""`quartermaster deck check`: what it prints, and how it ends."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tracker.command import main
from tracker.command.civil_war import deck_command
from tracker.games.civil_war.box import DATA

SHIPPED = DATA / "decks" / "standard.json"
FEW = ("--games", "4", "--deals", "5", "--seats", "2")


def deck_file(folder: Path, **parts: Any) -> str:
    """A file with the shipped deck, changed by a function on its tiles or cut to so many."""
    document = json.loads(SHIPPED.read_bytes())
    for tile in document["tiles"]:
        for name in parts.get("without", ()):
            tile.pop(name, None)
    document["tiles"] = document["tiles"][: parts.get("tiles", 56)]
    file = folder / "deck.json"
    file.write_text(json.dumps(document))
    return str(file)


def test_the_report_of_the_shipped_deck_names_every_figure_of_a_month(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = main(["deck", "check", "standard", *FEW])

    printed = capsys.readouterr().out
    assert status == 0
    for words in ("make something", "people of the side", "water", "can be fed", "sabotage 2"):
        assert words in printed
    assert "people printed: South" in printed


def test_without_a_file_our_sample_deck_is_checked_and_an_earlier_one_says_what_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["deck", "check", *FEW]) == 0
    assert capsys.readouterr().out.startswith("sample-2: 2 players")

    main(["deck", "check", "standard", *FEW])
    assert "standard is our first sample deck, for earlier matches" in capsys.readouterr().out


def test_the_report_names_every_figure_of_whole_games(capsys: pytest.CaptureFixture[str]) -> None:
    main(["deck", "check", "standard", *FEW, "--months", "5", "--player", "careless"])

    printed = capsys.readouterr().out
    for words in (
        *("4 games of 5 months, careless players", "games end by", "in month", "best at the table"),
        *("southern officer", "games won by the side", "games won by the role", "fort", "brigade"),
        *("gold reserve", "full domination", "a player meets in a month", "in the largest camp"),
        *("battles in a game", "lost turns in a game", "tiles that do something", "starving"),
    ):
        assert words in printed


@pytest.mark.slow
def test_the_figures_of_six_plain_players_are_printed_with_their_bands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A deck without events has no wagon, and so no full domination."""
    file = deck_file(tmp_path, without=["middle"])

    status = main(["deck", "check", file, "--games", "10", "--deals", "5"])

    printed = capsys.readouterr().out
    assert status == 1
    assert "Games in which a fort stands" in printed
    assert "(25% to 50%)" in printed
    assert "outside: Full domination hardly happens: add a wagon or dynamite" in printed


def test_the_same_seed_plays_the_same_games_and_another_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def printed(*options: str) -> str:
        main(["deck", "check", *options, *FEW])
        return capsys.readouterr().out

    shipped = printed("standard")
    assert printed(str(SHIPPED)) == shipped
    assert printed("standard", "--seed", "2") != shipped


def test_programs_read_the_same_figures_as_one_json_document(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["deck", "check", "standard", "--json", *FEW, "--seats", "3"]) == 0

    document = json.loads(capsys.readouterr().out)
    assert document["asked"] == {
        "games": 4,
        "seats": 3,
        "months": 6,
        "tiles": 4,
        "player": "plain",
        "seed": 1,
        "deals": 5,
    }
    assert document["games"]["games"] == 4
    assert sum(document["games"]["endings"].values()) == 1
    assert document["months"]["people"].keys() == {"south", "north"}
    assert document["bands"] == []
    assert document["problems"] == []


@pytest.mark.slow
def test_the_json_document_has_the_bands_of_six_plain_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = main(["deck", "check", "standard", "--json", "--games", "10", "--deals", "5"])

    bands = json.loads(capsys.readouterr().out)["bands"]
    outside = [band for band in bands if not band["low"] <= band["measured"] <= band["high"]]
    assert len(bands) == 15
    assert status == (1 if outside else 0)
    assert [band for band in bands if not band["inside"]] == outside
    assert all(bool(band["advice"]) is not band["inside"] for band in bands)


def test_a_deck_that_misses_something_says_so_in_its_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = deck_file(tmp_path, without=["middle"])

    assert main(["deck", "check", file, *FEW]) == 1
    assert "problem: no tile has the event: fire" in capsys.readouterr().out


@pytest.mark.parametrize("contents", [None, b"{", b'{"format": "quartermaster-deck/1"}'])
def test_what_is_not_a_deck_is_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], contents: bytes | None
) -> None:
    file = tmp_path / "deck.json"
    if contents is not None:
        file.write_bytes(contents)

    assert main(["deck", "check", str(file)]) == 2
    assert "deck.json" in capsys.readouterr().out


def test_a_deck_that_is_too_small_to_be_laid_is_refused_with_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deck", "check", deck_file(tmp_path, tiles=20)]) == 2
    assert "the deck has 20 tiles; 6 players with 4 tiles each need 24" in capsys.readouterr().out


def test_games_that_do_not_end_by_the_house_rules_are_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(deck_command, "MOST_ENTRIES_OF_A_GAME", 30)

    assert main(["deck", "check", "standard", *FEW]) == 2
    assert "by these house rules the game has not ended after 30 entries" in capsys.readouterr().out


def test_house_rules_are_read_from_a_file_and_change_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text('{"starting_bonus": {"cherokee": {"gold": 60}, "volunteer": {"gold": 60}}}')

    main(["deck", "check", "standard", "--json", *FEW])
    usual = json.loads(capsys.readouterr().out)["games"]
    main(["deck", "check", "standard", "--json", *FEW, "--house-rules", str(rules)])

    assert json.loads(capsys.readouterr().out)["games"] != usual


@pytest.mark.parametrize("text", ["{", '{"no_such_rule": true}', '{"fort_multiplier": 3}', None])
def test_house_rules_that_are_none_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None
) -> None:
    rules = tmp_path / "rules.json"
    if text is not None:
        rules.write_text(text)

    assert main(["deck", "check", "standard", *FEW, "--house-rules", str(rules)]) == 2
    assert capsys.readouterr().out.startswith(f"{rules}: ")


@pytest.mark.parametrize(
    ("option", "number"),
    [
        *(("--games", "0"), ("--games", "-1"), ("--games", "many"), ("--games", "1000001")),
        *(("--seats", "1"), ("--seats", "10"), ("--months", "4"), ("--months", "7")),
        *(("--tiles", "5"), ("--deals", "0"), ("--games", "²")),
    ],
)
def test_a_number_that_cannot_be_played_is_refused(
    option: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["deck", "check", "standard", option, number])

    assert ended.value.code == 2
    assert f"argument {option}: must be " in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_progress_bar_is_drawn_on_a_terminal_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["deck", "check", "standard", *FEW])
    assert capsys.readouterr().err == ""

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    main(["deck", "check", "standard", *FEW])

    drawn = terminal.getvalue().split("\r")
    assert "[##########..............................] 1/4 games" in drawn
    assert drawn[-1] == ""
    assert drawn[-2].strip() == ""
