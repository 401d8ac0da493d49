"""The rules of every title, by its name in match files."""

from collections.abc import Mapping
from typing import Final, cast

from tracker.engine.title import AnyTitle
from tracker.games.civil_war import title as civil_war
from tracker.games.paths_of_glory import title as paths_of_glory

TITLES: Final[Mapping[str, AnyTitle]] = {
    title.NAME: cast(AnyTitle, title) for title in (civil_war, paths_of_glory)
}
