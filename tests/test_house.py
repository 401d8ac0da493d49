"""The house rules: which way imports go, what a pure folder may do, which names must exist.

Everything is read, nothing is run: a module that breaks a rule is named before it does any harm.
"""

import ast
import fnmatch
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

ROOT: Final = Path(__file__).parents[1]
TRACKER: Final = ROOT / "tracker"
PURE: Final = ("engine", "games")
TITLES: Final = sorted(path.parent.name for path in TRACKER.glob("games/*/title.py"))

# What a pure folder may import besides our own: no web, no database, no clock, no chance, no files.
HARMLESS: Final = frozenset(
    {
        *("__future__", "abc", "bisect", "collections", "contextlib", "copy", "dataclasses"),
        *("enum", "fractions", "functools", "gc", "heapq", "itertools", "json", "math", "msgspec"),
        *("operator", "re", "string", "tomllib", "types", "typing", "unicodedata"),
    }
)
# What opens, lists or changes files, as a function or as a method of a path.
FILE_ACCESS: Final = frozenset(
    {
        *("open", "read_text", "read_bytes", "write_text", "write_bytes", "glob", "rglob"),
        *("iterdir", "mkdir", "rmdir", "touch", "unlink"),
    }
)
NEVER_CALLED: Final = frozenset({"__import__", "breakpoint", "compile", "eval", "exec", "input"})


def modules(*folders: str) -> list[Path]:
    """Every module under these folders of tracker; those right in it, where none is named."""
    if not folders:
        return sorted(TRACKER.glob("*.py"))
    return sorted(path for folder in folders for path in (TRACKER / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def package_of(path: Path) -> list[str]:
    return list(path.relative_to(ROOT).parent.parts)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), name_of(path))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Every name that the module imports, in full, wherever in it the import stands."""
    return tuple(imported(path))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            package = package_of(path)
            up = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*up, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def is_in(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def ours(path: Path) -> list[str]:
    return [name for name in imports(path) if is_in(name, "tracker")]


def tree() -> Iterator[Path]:
    """Every file of the project that git does not leave out."""
    left_out = [*ignored(), ".git"]
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [folder for folder in folders if not matches(folder, left_out)]
        yield from (Path(folder, file) for file in files if not matches(file, left_out))


def ignored() -> list[str]:
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    return [line.strip().strip("/") for line in lines if line.strip() and line[0] != "#"]


def matches(name: str, patterns: list[str]) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "ignore")


# --- Which way imports go ------------------------------------------------------------------------


def test_there_is_a_house_to_look_at() -> None:
    assert len(TITLES) > 2
    assert len(modules("engine")) > 5
    assert len(modules("games")) > 20


def test_the_engine_imports_nothing_of_ours() -> None:
    for path in modules("engine"):
        others = [name for name in ours(path) if not is_in(name, "tracker.engine")]
        assert others == [], name_of(path)


@pytest.mark.parametrize("title", TITLES)
def test_a_title_imports_the_engine_and_itself_and_no_other_title(title: str) -> None:
    allowed = ("tracker.engine", f"tracker.games.{title}")

    for path in modules(f"games/{title}"):
        others = [name for name in ours(path) if not is_in(name, *allowed)]
        assert others == [], name_of(path)


def test_the_registry_of_rules_imports_the_engine_and_the_titles() -> None:
    path = TRACKER / "games" / "titles.py"

    assert [name for name in ours(path) if not is_in(name, "tracker.engine", "tracker.games")] == []


def test_the_registry_of_cards_imports_no_rules() -> None:
    allowed = ("tracker.engine", *(f"tracker.games.{title}.card" for title in TITLES))
    path = TRACKER / "games" / "__init__.py"

    assert [name for name in ours(path) if not is_in(name, *allowed)] == []


@pytest.mark.parametrize(
    ("folder", "above"),
    [
        ("store", ("web", "service", "live", "printing", "command", "games")),
        ("live", ("web", "service", "store", "printing", "command", "games")),
        ("printing", ("web", "service", "store", "live", "command")),
        ("service", ("web", "printing", "command")),
        ("web", ("store", "command")),
        ("serving", ("web", "service", "store", "printing", "command", "games")),
    ],
)
def test_no_folder_imports_one_that_stands_above_it(folder: str, above: tuple[str, ...]) -> None:
    forbidden = [f"tracker.{room}" for room in above]

    for path in modules(folder):
        assert [name for name in ours(path) if is_in(name, *forbidden)] == [], name_of(path)


def test_only_the_service_sees_both_rules_and_store() -> None:
    for path in TRACKER.rglob("*.py"):
        sees = {name.split(".")[1] for name in ours(path) if "." in name}
        if {"games", "store"} <= sees:
            assert path.is_relative_to(TRACKER / "service"), name_of(path)


@pytest.mark.parametrize(
    ("package", "folders"),
    [
        ("weasyprint", ("printing",)),
        ("sqlalchemy", ("store", "service")),
        ("alembic", ("store",)),
        ("flask", ("web", "program.py")),
        ("wtforms", ("web",)),
        ("flask_wtf", ("web",)),
        ("cryptography", ("serving",)),
        ("zeroconf", ("serving",)),
    ],
)
def test_each_library_has_its_room(package: str, folders: tuple[str, ...]) -> None:
    for path in TRACKER.rglob("*.py"):
        if any(is_in(name, package) for name in imports(path)):
            assert any(path.is_relative_to(TRACKER / folder) for folder in folders), name_of(path)


# --- What pure means -----------------------------------------------------------------------------


def test_a_pure_module_imports_nothing_that_could_touch_the_world() -> None:
    for path in modules(*PURE):
        foreign = {name.split(".")[0] for name in imports(path)} - {"tracker"}
        allowed = HARMLESS | ({"pathlib"} if loads_data(path) else set())
        if path == TRACKER / "games" / "__init__.py":
            allowed |= {"importlib"}  # the registry imports the modules of the titles by name
        assert foreign <= allowed, name_of(path)


def test_a_pure_module_touches_no_file_but_its_titles_own_data() -> None:
    for path in modules(*PURE):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call):
                must_touch_no_other_file(node, f"{name_of(path)}:{node.lineno}")


def must_touch_no_other_file(node: ast.Call, line: str) -> None:
    assert not (isinstance(node.func, ast.Name) and called(node) in NEVER_CALLED), line
    if called(node) in FILE_ACCESS:
        assert isinstance(node.func, ast.Attribute), line
        assert "DATA" in names_in(node.func.value), line
    if called(node) == "Path":
        assert names_in(node) == {"Path", "__file__"}, line


def loads_data(path: Path) -> bool:
    """Return whether this is the module that says where a title's data files are."""
    found = re.findall(r"^DATA: Final = (.*)$", text_of(path), re.MULTILINE)
    return found == ['Path(__file__).parent / "data"']


def called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def names_in(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def test_one_module_of_a_title_says_where_its_data_is() -> None:
    for title in TITLES:
        assert sum(loads_data(path) for path in modules(f"games/{title}")) <= 1


# --- What every file may say ---------------------------------------------------------------------

SOMEBODYS_MACHINE: Final = re.compile(
    r"(?<![\w.])/(?:home|root|Users|work|mnt|srv)/\w|[A-Z]:\\+Users"
)
PACKAGE_HOST: Final = re.compile(
    r"pypi\.org|python[h]osted|[n]pmjs|unpkg\.com|js[d]elivr|cdn[j]s"
    r"|(?:index-url|find-links)[ =]+\w+:"
    r"|https?://[^\s\"']*/(?:simple|artifactory|nexus|pypi)\b"
)


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    here = re.compile(rf"(?<![\w.]){re.escape(str(ROOT))}/")
    for path in tree():
        text = text_of(path)
        found = SOMEBODYS_MACHINE.search(text) or here.search(text)
        assert not found, f"{name_of(path)}: {found}"


def test_no_file_names_a_host_of_packages() -> None:
    settings = (value for name, value in os.environ.items() if "INDEX" in name and "//" in value)
    hosts = [host for value in settings if (host := urlsplit(value.split()[0]).hostname)]
    for path in tree():
        text = text_of(path)
        found = PACKAGE_HOST.search(text)
        assert not found, f"{name_of(path)}: {found}"
        assert not [host for host in hosts if host in text], name_of(path)


# --- What a README names -------------------------------------------------------------------------

FENCE: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
IN_BACKTICKS: Final = re.compile(r"`([^`\n]+)`")
LINK: Final = re.compile(r"\]\(([^)#:\s]+)\)")
PATH_LIKE: Final = re.compile(
    r"\./[\w./-]+|[\w.-][\w./-]*/|[\w./-]*\.(?:py|md|toml|txt|json|html|css|js|po|sh|svg|yml)"
)


def paths_named(readme: str) -> set[str]:
    """Every file and folder that the page names, in the text, in a link or in a drawing."""
    drawings = FENCE.findall(readme)
    heads = [
        line.split()[0] for drawing in drawings for line in drawing.split("\n") if line.split()
    ]
    rest = FENCE.sub("", readme)
    spoken = [word for words in IN_BACKTICKS.findall(rest) for word in words.split()[:1]]
    return {name for name in (*heads, *spoken) if PATH_LIKE.fullmatch(name)} | set(
        LINK.findall(rest)
    )


def ends_with(path: Path, name: str) -> bool:
    parts = Path(name).parts
    return path.parts[len(path.parts) - len(parts) :] == parts


@pytest.mark.parametrize("readme", ["README.md", "tracker/README.md"])
def test_a_readme_names_only_what_there_is(readme: str) -> None:
    files = set(tree())
    there = files | {folder for path in files for folder in path.parents}
    made_later = ignored()

    named = paths_named((ROOT / readme).read_text("utf-8"))

    assert named
    for name in named:
        if not matches(Path(name).parts[0], made_later):
            assert any(ends_with(path, name) for path in there), name
