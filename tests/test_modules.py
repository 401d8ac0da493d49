"""Modules: short, on the map, with a name of their own and docstrings in plain words."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from jinja2 import Environment, nodes

from tests.test_house import ROOT, TITLES, TRACKER, name_of, parsed

LONGEST: Final = 500
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


SHARED: Final = [path for path in MODULES if not title_of(path)]


def test_a_module_has_at_most_500_lines() -> None:
    assert MODULES
    for path in MODULES:
        assert len(path.read_text("utf-8").splitlines()) <= LONGEST, name_of(path)


def test_every_shared_module_is_on_the_map() -> None:
    words = set(re.findall(r"\w+", MAP))

    assert [name_of(path) for path in SHARED if path.stem not in words] == []


@pytest.mark.parametrize("title", TITLES)
def test_the_files_of_a_title_that_every_title_has_are_on_the_map(title: str) -> None:
    in_all = set.intersection(
        *({path.stem for path in (TRACKER / "games" / each).glob("*.py")} for each in TITLES)
    )
    for stem in in_all - {"__init__"}:
        assert f"`{stem}.py`" in MAP, stem
    for path in (TRACKER / "games" / title).glob("*.py"):
        assert path.read_text("utf-8").startswith('"""'), name_of(path)


def named_alike(names: Iterable[tuple[str, Path]]) -> dict[str, list[str]]:
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


@cache
def classes() -> list[tuple[str, Path]]:
    return [
        (node.name, path)
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef)
    ]


def test_no_two_classes_of_one_title_or_of_the_shared_rooms_have_one_name() -> None:
    assert named_alike(classes()) == {}


def test_a_class_of_a_title_has_the_name_of_a_shared_one_only_in_the_contract() -> None:
    shared = {name for name, path in classes() if not title_of(path)} - {"Entry"}
    taken = [f"{name_of(path)}: {name}" for name, path in classes() if title_of(path)]

    assert [place for place in taken if place.rpartition(" ")[2] in shared] == []


# --- Variables say what they are -----------------------------------------------------------------

SAYS_NOTHING: Final = "one"
IN_SCRIPTS: Final = re.compile(r"\bone\b ?=>|(?:const|let|var|\() ?one\b(?! \w)")


def names_bound(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def with_the_word(*places: str) -> list[Path]:
    found = [path for place in places for path in sorted(ROOT.glob(place))]
    return [path for path in found if re.search(r"\bone\b", path.read_text("utf-8"))]


@pytest.mark.parametrize("folder", ["tracker", "tests", "docs"])
def test_no_variable_is_called_one(folder: str) -> None:
    found = [
        name_of(path)
        for path in with_the_word(f"{folder}/**/*.py")
        if SAYS_NOTHING in names_bound(parsed(path))
    ]

    assert found == []


@pytest.mark.parametrize("folder", ["templates", "printouts"])
def test_no_variable_of_a_template_is_called_one(folder: str) -> None:
    environment = Environment(autoescape=True, extensions=["jinja2.ext.i18n"])
    found = []
    for path in with_the_word(f"{folder}/**/*.html"):
        tree = environment.parse(path.read_text("utf-8"))
        names = {node.name for node in tree.find_all(nodes.Name)}
        names |= {node.name for node in tree.find_all(nodes.Macro)}
        found += [name_of(path)] if SAYS_NOTHING in names else []

    assert found == []


def test_no_variable_of_a_script_is_called_one() -> None:
    places = ("tracker/static/**/*.js", "tests/**/*.py")
    found = [
        name_of(path)
        for path in with_the_word(*places)
        if IN_SCRIPTS.search(path.read_text("utf-8"))
    ]

    assert found == []


# --- Coverage ------------------------------------------------------------------------------------

WITHOUT_REASON: Final = re.compile(
    r"#\s*pragma:? *no *(?:branch|cover)(?!: \S+ \S+)", re.IGNORECASE
)


def test_an_exception_from_coverage_says_its_reason_in_the_same_line() -> None:
    unexplained = [
        f"{name_of(path)}: {row.strip()}"
        for path in MODULES
        for row in path.read_text("utf-8").splitlines()
        if WITHOUT_REASON.search(row)
    ]

    assert unexplained == []
    assert WITHOUT_REASON.search("return 1  # pragma: no cover")


# --- Docstrings ----------------------------------------------------------------------------------


RIDDLES: Final = frozenset(
    {*("What", "Who", "Whom", "Whose", "Whether", "Which"), *("How", "When", "Where", "Why")}
)


Named = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def docstrings(path: Path) -> Iterator[str]:
    """Yield the docstrings of the module, its classes, its functions and its attributes."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, Named):
            yield ast.get_docstring(node) or ""
            yield from attribute_docstrings(node.body)


def attribute_docstrings(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the texts that stand right under an assignment."""
    for assignment, under in pairwise(body):
        match assignment, under:
            case ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text))):
                yield text


def is_riddle(docstring: str) -> bool:
    return docstring.lstrip().split(" ")[0].rstrip(",:") in RIDDLES


def test_a_docstring_names_the_thing_or_begins_with_a_verb() -> None:
    riddles = [
        f"{name_of(path)}: {docstring.splitlines()[0]}"
        for path in (*MODULES, *sorted((ROOT / "tests").rglob("*.py")))
        for docstring in docstrings(path)
        if is_riddle(docstring)
    ]

    assert riddles == []


def test_the_docstring_of_an_attribute_is_read_too() -> None:
    read = ast.parse('class Row:\n    """A row."""\n    at: str\n    """When it was written."""')

    (row,) = read.body
    assert isinstance(row, ast.ClassDef)
    (found,) = attribute_docstrings(row.body)
    assert is_riddle(found)
