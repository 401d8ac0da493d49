"""Modules: short, on the map, with a name of their own and docstrings in plain words."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.test_house import TITLES, TRACKER, name_of

LONGEST: Final = 300
MAP: Final = (TRACKER / "README.md").read_text("utf-8")
MODULES: Final = sorted(
    path
    for path in TRACKER.rglob("*.py")
    if "migrations" not in path.parts and not path.stem.startswith("__")
)
# A title answers each of these parts of the contract in a file of the same name, in every room.
OF_THE_CONTRACT: Final = frozenset(
    {
        *("board", "calculator", "card", "pages", "results", "rulebook", "sheet_check", "sheets"),
        "title",
    }
)
# There is a registry of titles in every room that has something of theirs.
REGISTRY: Final = "titles"


def title_of(path: Path) -> str:
    """Return the title whose folder the module is in; nothing for a shared one."""
    return next((title for title in TITLES if title in path.parts), "")


def room_of(path: Path) -> str:
    return path.relative_to(TRACKER).parts[0]


SHARED: Final = [path for path in MODULES if not title_of(path)]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_has_at_most_300_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", SHARED, ids=name_of)
def test_every_shared_module_is_on_the_map(path: Path) -> None:
    assert re.search(rf"\b{path.stem}\b", MAP)


@pytest.mark.parametrize("title", TITLES)
def test_the_files_of_a_title_that_every_title_has_are_on_the_map(title: str) -> None:
    in_all = set.intersection(
        *({path.stem for path in (TRACKER / "games" / each).glob("*.py")} for each in TITLES)
    )
    for stem in in_all - {"__init__"}:
        assert f"`{stem}.py`" in MAP, stem
    for path in (TRACKER / "games" / title).glob("*.py"):
        assert path.read_text("utf-8").startswith('"""'), name_of(path)


def named_alike(names: Iterator[tuple[str, Path]]) -> dict[str, list[str]]:
    """Return the names that two shared modules have, or two rooms of one title."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, path in names:
        found[name, title_of(path)].append(name_of(path))
    return {name: paths for (name, _), paths in found.items() if len(paths) > 1}


def test_no_two_modules_have_one_name() -> None:
    names = ((path.stem, path) for path in MODULES if path.stem != REGISTRY)

    assert named_alike(names) == {}


def test_a_module_of_a_title_has_the_name_of_a_shared_one_only_in_the_contract() -> None:
    shared = {path.stem for path in SHARED} - OF_THE_CONTRACT
    taken = [name_of(path) for path in MODULES if title_of(path) and path.stem in shared]

    assert taken == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_docstring_names_the_thing_or_begins_with_a_verb(path: Path) -> None:
    riddles = [
        said.split("\n")[0]
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if (said := ast.get_docstring(node) or "").split(" ")[0] in ("What", "Who", "Whether")
    ]

    assert riddles == []
