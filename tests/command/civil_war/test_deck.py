"""`quartermaster deck check`: what it prints, and how it ends."""

import json
from pathlib import Path

import pytest

from tracker.command import main
from tracker.games.civil_war.box import DATA

SHIPPED = DATA / "decks" / "standard.json"


def test_the_report_of_the_shipped_deck_names_every_figure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = main(["deck", "check", "standard", "--months", "20"])

    printed = capsys.readouterr().out
    assert status == 0
    for words in ("make something", "people of the side", "water", "can be fed", "sabotage 2"):
        assert words in printed
    assert "people printed: South 59, North 59" in printed


def test_a_file_is_checked_as_the_shipped_deck_is(capsys: pytest.CaptureFixture[str]) -> None:
    main(["deck", "check", "standard", "--months", "5"])
    shipped = capsys.readouterr().out

    main(["deck", "check", str(SHIPPED), "--months", "5"])

    assert capsys.readouterr().out == shipped


def test_a_deck_that_misses_something_says_so_in_its_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(SHIPPED.read_bytes())
    for tile in document["tiles"]:
        tile.pop("middle", None)
    file = tmp_path / "deck.json"
    file.write_text(json.dumps(document))

    assert main(["deck", "check", str(file), "--months", "5"]) == 1
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


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_a_number_that_cannot_be_dealt_is_refused(
    number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["deck", "check", "standard", "--months", number])
    assert "--months" in capsys.readouterr().err
