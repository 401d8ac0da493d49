"""A title is a folder in every room: nothing outside its folders and the registries names it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.test_house import ROOT, TITLES, TRACKER, imports, is_in, name_of, ours, tree

READ: Final = frozenset({".py", ".html", ".js", ".css", ".svg", ".webmanifest"})
ROOMS: Final = ("games", "web", "printing", "service", "command")
REGISTRIES: Final = frozenset(
    {
        "tracker/command/titles.py",
        "tracker/games/__init__.py",
        "tracker/games/rulebooks.py",
        "tracker/games/titles.py",
        "tracker/games/vocabularies.py",
        "tracker/printing/titles.py",
        "tracker/service/titles.py",
        "tracker/web/titles.py",
    }
)


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
def test_only_the_registries_name_a_title(title: str) -> None:
    assert naming(title) - REGISTRIES == set()


@pytest.mark.parametrize("registry", sorted(REGISTRIES))
def test_every_registry_is_there_and_knows_a_title(registry: str) -> None:
    assert any(registry in naming(title) for title in TITLES)


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
SHARED_TESTS: Final = ("engine", "service", "store", "live", "serving", "web", "toy")
OF_THE_FIRST_RELEASE: Final = frozenset(
    {
        "tests/store/test_migration.py",
        "tests/store/test_migration_of_devices.py",
        "tests/store/test_migration_of_facts.py",
    }
)
"""The database of the first release holds matches of the one title that there was."""


def shared_tests() -> list[Path]:
    """Return the tests of shared rooms: those in no title's folder."""
    found = [path for room in SHARED_TESTS for path in sorted((TESTS / room).rglob("*.py"))]
    return [path for path in found if not set(TITLES) & set(path.parts)]


def test_tests_of_a_shared_room_need_no_title_but_the_toy() -> None:
    for path in shared_tests():
        named = [title for title in TITLES if words_of(title).search(path.read_text("utf-8"))]
        of_a_title = [
            name
            for name in imports(path)
            if set(TITLES) & set(name.split(".")) or name == "tests.recorded.FILES"
        ]
        if name_of(path) in OF_THE_FIRST_RELEASE:
            assert named, name_of(path)
        else:
            assert (named, of_a_title) == ([], []), name_of(path)
