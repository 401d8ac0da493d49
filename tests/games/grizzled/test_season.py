"""A season told by its missions, held against whole matches."""

from pathlib import Path

import pytest

from tests.games.grizzled.arrange import ANNA, BORIS, VERA, entry, setup
from tests.recorded import GRIZZLED_FILES
from tracker.engine import match_file
from tracker.engine.ledger import lines_of
from tracker.games.grizzled import season, title
from tracker.games.grizzled.columns import HardKnock
from tracker.games.grizzled.entries import AnyEntry
from tracker.games.titles import TITLES


@pytest.mark.parametrize("path", GRIZZLED_FILES, ids=lambda path: path.stem)
def test_a_season_tells_every_mission_and_ends_as_the_match_does(path: Path) -> None:
    _, document = match_file.read(path.read_bytes(), TITLES)
    played = match_file.play(title, document)
    written = [(document.entries[n], tuple(lines_of(facts))) for n, facts in played.facts]

    told = season.season(document.setup, written)

    exported = title.export_position(played.position)
    assert len(told.soldiers) == len(title.seats(document.setup))
    assert [mission.number for mission in told.missions] == sorted(
        {mission.number for mission in told.missions}
    )
    start, ends = season.piles(document.setup, told)
    assert len(start) == 2
    assert len(ends) == len(told.missions)
    if told.missions:
        assert told.missions[-1].number <= exported["mission"]


def played(*entries: AnyEntry) -> season.Season:
    """Return the season of a match with these entries, by Anna, Boris and Vera."""
    position, written = title.start(setup()).position, []
    for new in entries:
        decision = title.decide(position, new)
        written.append((new, tuple(lines_of(decision.facts))))
        position = decision.position
    return season.season(setup(), written)


LEAVE = tuple(entry("withdraw", seat=seat) for seat in (BORIS, VERA, ANNA))
MUTE = HardKnock.MUTE


def test_gr_8_5_a_hard_knock_is_taken_in_one_mission_and_cured_in_another() -> None:
    to_anna = {"0": "left", "1": "right", "2": "left"}
    told = played(
        entry("mission"),
        entry("play", seat=ANNA, card="mute"),
        *LEAVE,
        entry("support", tokens=to_anna, help={"remove": ["mute"]}),
    )

    anna, boris, _ = told.soldiers
    assert anna.knocks == [season.KnockTaken(MUTE, came_in=1, cured_in=1)]
    assert (anna.taken, anna.cured) == (1, 1)
    assert (boris.taken, boris.cured) == (0, 0)


def test_gr_15_a_hard_knock_that_a_correction_takes_away_was_never_there() -> None:
    trials = title.export_position(title.start(setup()).position)["trials"]
    hurt, healed = (
        entry("correct", set={"trials": left, "seats": {"0": its}}, reason="a slip")
        for left, its in ((trials - 1, {"hard_knocks": ["mute"]}), (trials, {"hard_knocks": []}))
    )

    told = played(hurt)
    assert (told.soldiers[ANNA].taken, told.soldiers[ANNA].cured) == (1, 0)
    assert told.missions == []
    assert played(hurt, healed).soldiers[ANNA].taken == 0
