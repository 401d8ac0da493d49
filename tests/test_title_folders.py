"""A title is a folder in every room: nothing outside its folders and the registry names it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.test_house import ROOT, TITLES, TRACKER, imports, is_in, name_of, ours, tree

READ: Final = frozenset({".py", ".html", ".js", ".css", ".svg", ".webmanifest"})
ROOMS: Final = ("games", "web", "printing", "service", "command")
REGISTRY: Final = "tracker/games/__init__.py"


def words_of(title: str) -> re.Pattern[str]:
    """Return what names the title: its folder, its name in files, or as people write it."""
    return re.compile(title.replace("_", "[ _-]"), re.IGNORECASE)


def rooms() -> Iterator[Path]:
    """Yield what is shared: every module, template, script and style sheet in no title's folder.

    A migration stays as it was written, and knows the titles of its day.
    """
    for path in tree():
        place = path.relative_to(ROOT)
        is_ours = place.parts[0] in ("tracker", "templates", "printouts")
        if is_ours and path.suffix in READ and not {"migrations", *TITLES} & set(place.parts):
            yield path


def naming(title: str) -> set[str]:
    words = words_of(title)
    return {name_of(path) for path in rooms() if words.search(path.read_text("utf-8"))}


def test_there_are_titles_and_rooms() -> None:
    assert len(TITLES) > 2
    assert len(list(rooms())) > 100


@pytest.mark.parametrize("title", TITLES)
def test_only_the_registry_names_a_title(title: str) -> None:
    assert naming(title) == {REGISTRY}


@pytest.mark.parametrize("title", TITLES)
def test_a_titles_pages_and_sheets_import_no_other_title(title: str) -> None:
    others = [f"tracker.{room}.{other}" for room in ROOMS for other in TITLES if other != title]
    for room in ROOMS[1:]:
        for path in (TRACKER / room / title).rglob("*.py"):
            assert [name for name in ours(path) if is_in(name, *others)] == [], name_of(path)


@pytest.mark.parametrize("title", TITLES)
def test_a_card_imports_nothing_of_its_rules(title: str) -> None:
    card = TRACKER / "games" / title / "card.py"

    assert [name for name in imports(card) if is_in(name, "tracker.games")] == []


def test_the_folder_of_the_games_holds_cards_only() -> None:
    cards = [f"tracker.games.{title}.card" for title in TITLES]

    for name in ours(TRACKER / "games" / "__init__.py"):
        assert is_in(name, "tracker.engine.card", *cards), name


@pytest.mark.parametrize("title", TITLES)
def test_the_templates_of_a_title_name_no_other(title: str) -> None:
    for folder in (ROOT / "templates", ROOT / "printouts", TRACKER / "static"):
        for path in (folder / title).rglob("*"):
            if path.suffix in READ:
                text = path.read_text("utf-8")
                others = [other for other in TITLES if other != title]
                assert not [other for other in others if words_of(other).search(text)], path


# --- Tests of what is shared ---------------------------------------------------------------------

TESTS: Final = ROOT / "tests"
OF_THE_FIRST_RELEASE: Final = "the first release's database holds matches of the one title it had"
NEEDS_TITLES: Final = {
    "tests/bench": "it measures the titles that are shipped",
    "tests/browser": "it plays the titles that are shipped, with their own scripts and styles",
    "tests/command/test_replay.py": "it runs the command as it is installed, which knows no toy",
    "tests/fuzz": "it sends requests to a server as it is installed, which knows no toy",
    "tests/printing": "it looks at printed sheets, and the toy has none",
    "tests/recorded": "it has a folder of whole matches for each title",
    "tests/store/test_flipped_bits.py": "it stores rows of every kind, a deck and a result too",
    "tests/store/test_migration.py": OF_THE_FIRST_RELEASE,
    "tests/store/test_migration_of_devices.py": OF_THE_FIRST_RELEASE,
    "tests/store/test_migration_of_facts.py": OF_THE_FIRST_RELEASE,
    "tests/test_title_types.py": "it compares the types of every title's modules",
    "tests/test_templates.py": "it knows the words that belong to one title alone",
    "tests/translations": "it knows the words of the Russian rulebook",
}
"""Tests in no title's folder that need a title other than the toy, and why."""


def shared_tests() -> list[Path]:
    """Return the modules of tests that are in no title's folder."""
    found = sorted(TESTS.rglob("*.py"))
    return [path for path in found if not set(TITLES) & set(path.relative_to(TESTS).parts)]


def needs_a_title(path: Path) -> bool:
    text = path.read_text("utf-8")
    of_a_title = [
        name
        for name in imports(path)
        if set(TITLES) & set(name.split(".")) or name == "tests.recorded.FILES"
    ]
    return bool(of_a_title) or any(words_of(title).search(text) for title in TITLES)


def test_a_test_in_no_titles_folder_needs_no_title_but_the_toy() -> None:
    excused = [ROOT / place for place in NEEDS_TITLES]
    tests = [path for path in shared_tests() if not any(map(path.is_relative_to, excused))]

    assert len(tests) > 100
    assert [name_of(path) for path in tests if needs_a_title(path)] == []


@pytest.mark.parametrize("place", NEEDS_TITLES)
def test_an_exception_is_one_only_as_long_as_it_needs_a_title(place: str) -> None:
    there = [path for path in shared_tests() if path.is_relative_to(ROOT / place)]

    assert any(map(needs_a_title, there))
