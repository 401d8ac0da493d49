"""The demo: a match under way, from the match file that comes with the title."""

from tracker.engine import match_file
from tracker.games.civil_war.box import DATA
from tracker.games.titles import TITLES
from tracker.service.matches import Matches


def make(matches: Matches, by: str, match_id: str) -> None:
    title, document = match_file.read((DATA / "demo.json").read_bytes(), TITLES)
    name = "Gettysburg, Friday evening"
    matches.make(title.NAME, document.setup, name, by, match_id=match_id)
    matches.write(match_id, document.entries, "demo", by)
