"""The outlook beside the map: tracks, what is missing, how the game would end now."""

from pathlib import Path

import pytest

from tests.games.paths_of_glory.arrange import (
    CP,
    at_war,
    event,
    holding,
    in_actions,
    next_turn,
    play,
    with_events,
    with_status,
)
from tests.recorded import PATHS_OF_GLORY_FILES
from tracker.engine import match_file
from tracker.games.paths_of_glory import names, outlook, title
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.titles import TITLES


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS_OF_GLORY_FILES, ids=lambda path: path.stem)
def test_the_tracks_show_each_marker_once_and_the_forecast_reads_well(path: Path) -> None:
    _, document = match_file.read(path.read_bytes(), TITLES)
    position = title.start(document.setup).position
    for entry in (entry for entry in document.entries if entry.counts):
        position = title.decide(position, entry).position
        table = Table(position)

        markers = [name for box in outlook.general_track(table) for name in box.markers]
        assert sorted(markers) == ["AP", "CP", "Σ"]
        assert sum(bool(box.markers) for box in outlook.vp_track(table)) == 1
        assert sum("now" in box.kind for box in outlook.turn_track(table)) <= 1
        said = [*outlook.forecast(table), outlook.us_needs(table), outlook.russia_needs(table)]
        assert not {"{", "}"} & set("".join(map(str, said)))


def russia_needs(position: Position) -> str:
    return str(outlook.russia_needs(Table(position)))


def test_pg_16_4_every_box_of_russian_capitulation_says_what_the_next_one_needs() -> None:
    position = in_actions(at_war("total"))
    assert russia_needs(holding(position, 2)) == ("3 Russian VP spaces held by CP; there are 2.")
    assert russia_needs(holding(position, 3)) == "CP 28 Tsar Takes Command as event."
    commanded = with_events(position, "CP 28")
    assert russia_needs(holding(with_status(commanded, 13, 14), 4)) == (
        "33: combined war status 27 and 4 Russian spaces make 31."
    )
    near = holding(with_status(commanded, 14, 15), 4)
    assert russia_needs(near) == "CP 52 Fall of the Tsar as event."
    fallen = play(near, event(CP, 52))
    assert russia_needs(fallen) == (
        "A later turn, and 5 Russian VP spaces or all but Baku; there are 4."
    )
    later = holding(next_turn(fallen), 5)
    assert russia_needs(later) == "CP 53 Bolshevik Revolution as event."
    revolution = with_events(later, "CP 53")
    assert russia_needs(revolution) == "CP 45 Treaty of Brest-Litovsk as event."
    assert russia_needs(with_events(revolution, "CP 45")) == "Russia has made peace."


def test_pg_2_a_card_moves_as_many_by_strategic_redeployment_as_its_ops_say() -> None:
    assert [names.sr_of(ops) for ops in (2, 3, 4, 5)] == [2, 4, 4, 5]
