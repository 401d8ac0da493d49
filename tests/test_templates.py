"""Templates, style sheets and scripts: short lines, no word of a title, nothing dead."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from jinja2 import Environment, meta, nodes

from tracker import templating
from tracker.settings import ROOT
from tracker.web import wording
from tracker.web.fragments import CachedParts

FOLDERS: Final = (ROOT / "templates", ROOT / "printouts", ROOT / "tracker" / "static")
STATIC: Final = FOLDERS[-1]
TITLES: Final = tuple(
    path.name
    for path in sorted((ROOT / "tracker" / "games").iterdir())
    if (path / "title.py").exists()
)
LONGEST_LINE: Final = 120
OF_A_TITLE: Final = re.compile(
    r"civil.?war|\bCW-|confederate|yankee|month|headquarters|\bnorth|\bsouth|\btiles?\b|\bdecks?\b"
    r"|brigade|\bcamps?\b|volunteer|cherokee",
    re.IGNORECASE,
)
"""Words that belong to the Civil War and to no page that serves every title."""


def files(*endings: str) -> list[Path]:
    found = (path for folder in FOLDERS for path in folder.rglob("*"))
    return sorted(path for path in found if path.suffix in endings)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_line_of_a_template_is_longer_than_120_characters() -> None:
    long = [
        f"{name_of(path)}:{n}"
        for path in files(".html")
        for n, line in enumerate(path.read_text().split("\n"), 1)
        if len(line) > LONGEST_LINE
    ]

    assert files(".html")
    assert long == []


def test_a_template_holds_no_json() -> None:
    for path in files(".html"):
        assert not re.search(r"""\[\{"|\{"\w+":|tojson""", path.read_text()), name_of(path)


def is_shared(path: Path) -> bool:
    return not set(path.parts) & set(TITLES)


SHARED: Final = [path for path in files(".html", ".css", ".js") if is_shared(path)]


def test_what_serves_every_title_says_no_word_of_one() -> None:
    assert SHARED
    for path in SHARED:
        # A date is written with the month's name.
        text = path.read_text().replace('month: "long"', "")
        assert OF_A_TITLE.findall(text) == [], name_of(path)


# --- Style sheets --------------------------------------------------------------------------------

CLASS_ATTRIBUTE: Final = re.compile(r'class="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"', re.DOTALL)
BODY_CLASS: Final = re.compile(r"\{% block body_class %\}([\w -]+)")
STRING: Final = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`")
WORD: Final = re.compile(r"[\w-]+")
MADE_UP: Final = re.compile(r"([\w-]*[a-z]-?)\{\{")
"""The beginning of a class whose end is filled in, as in `step-{{ state }}`."""


def classes_used(folder: Path, *sources: Path) -> tuple[set[str], set[str]]:
    """Every word that can be a class, and every beginning of one."""
    used: set[str] = set()
    beginnings: set[str] = set()
    for path in folder.rglob("*.html"):
        text = path.read_text()
        for value in (*CLASS_ATTRIBUTE.findall(text), *BODY_CLASS.findall(text)):
            used |= set(WORD.findall(value))
            beginnings |= set(MADE_UP.findall(value))
        used |= set(words_in_strings(text))
    for path in sources:
        used |= set(words_in_strings(path.read_text()))
    return used, beginnings


def words_in_strings(text: str) -> Iterator[str]:
    for parts in STRING.findall(text):
        yield from WORD.findall(" ".join(parts))


def classes_in(sheet: str) -> set[str]:
    selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}|@[^{]*\{", " ", sheet, flags=re.DOTALL)
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors))


def dead(sheets: list[Path], used: set[str], beginnings: set[str]) -> set[str]:
    found = {name for path in sheets for name in classes_in(path.read_text())}
    return {
        name
        for name in found - used
        if not any(name.startswith(part) and name != part for part in beginnings)
    }


def test_every_class_of_a_style_sheet_is_used() -> None:
    charts = ROOT / "tracker" / "printing" / "statistics_charts.py"
    scripts = [*STATIC.rglob("*.js"), *(ROOT / "tracker" / "web").rglob("*.py"), charts]
    used, beginnings = classes_used(ROOT / "templates", *scripts)

    assert dead(sorted(STATIC.rglob("*.css")), used, beginnings) == set()


def test_every_class_of_what_is_printed_is_used() -> None:
    sources = [*(ROOT / "tracker" / "printing").rglob("*.py")]
    used, beginnings = classes_used(ROOT / "printouts", *sources)

    assert dead(sorted((ROOT / "printouts").rglob("*.css")), used, beginnings) == set()


GENERAL: Final = {"g1", "grid-table", "notice-good", "page-fits", "page-head", "steps"}
"""Classes that any title may use, though one does today."""


def classes_by_folder() -> dict[str, set[str]]:
    """Return the classes that each title's pages use, and under "" those of shared pages."""
    used: dict[str, set[str]] = {}
    for path in (*(ROOT / "templates").rglob("*.html"), *STATIC.rglob("*.js")):
        folder = next((title for title in TITLES if title in path.parts), "")
        attributes = " ".join(CLASS_ATTRIBUTE.findall(path.read_text()))
        words = {*WORD.findall(attributes), *words_in_strings(path.read_text())}
        used.setdefault(folder, set()).update(words)
    return used


def test_a_layout_of_one_title_is_in_its_folder() -> None:
    sheets = [path for path in STATIC.rglob("*.css") if is_shared(path)]
    names = {name for path in sheets for name in classes_in(path.read_text())}
    used = classes_by_folder()

    owners = {name: {folder for folder in used if name in used[folder]} for name in names}
    alone = {name for name, folders in owners.items() if folders and len(folders | {""}) == 2}
    assert len(names) > 200
    assert {name for name in alone if "" not in owners[name]} - GENERAL == set()


def test_a_dead_class_would_be_found(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.css"
    sheet.write_text(".used { color: red; } @media print { .g1, .dead:hover { color: red; } }")

    assert dead([sheet], {"used", "color"}, {"g"}) == {"dead"}


BLOCK: Final = re.compile(r"^(@?[\w-]+)[^{]*\{", re.MULTILINE)


def test_every_rule_stands_in_a_layer() -> None:
    named = re.findall(r"[\w-]+", (STATIC / "layers.css").read_text().partition("@layer ")[2])
    for path in set(STATIC.rglob("*.css")) - {STATIC / "layers.css"}:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        assert set(BLOCK.findall(text)) <= {"@layer", "@font-face"}, name_of(path)
        assert set(re.findall(r"@layer (\w+)", text)) <= set(named), name_of(path)


SCREEN: Final = re.compile(r"^   ([\w' ,]+): +(\(.*\))$", re.MULTILINE)


def test_every_screen_that_a_layout_is_made_for_has_a_name() -> None:
    named = SCREEN.findall((STATIC / "layers.css").read_text())
    styles = "".join(path.read_text() for path in STATIC.rglob("*.css"))
    asked = [" ".join(text.split()) for text in re.findall(r"@media ([^{]+)", styles)]
    used = {part for conditions in asked for part in conditions.split(", ")}

    assert {condition for _, condition in named} == used
    assert len({name for name, _ in named}) == len({where for _, where in named}) == len(named)


COLOUR: Final = re.compile(r"(?<!href=)(?<=[\s\"'(])#(?:[0-9a-f]{3}){1,2}(?=[\s\"';)])")


def test_colours_stand_in_palettes_alone() -> None:
    folders = (STATIC, ROOT / "printouts", ROOT / "templates")
    paths = [
        path for folder in folders for kind in ("css", "html") for path in folder.rglob(f"*.{kind}")
    ]
    for path in paths:
        text = path.read_text().replace("background: #fff;", "")  # behind a QR code
        assert not COLOUR.search(text), name_of(path)
        assert path.suffix == ".html" or "prefers-color-scheme" not in text, name_of(path)
        assert "data-theme" not in text, name_of(path)


# --- Scripts -------------------------------------------------------------------------------------

CLASSIC: Final = {"awake.js", "preferences.js", "worker.js"}
"""The scripts that run before the page is drawn or outside of it: no modules."""


@pytest.mark.parametrize(
    "path", [path for path in files(".js") if path.name not in CLASSIC], ids=name_of
)
def test_a_script_takes_what_it_needs_from_modules(path: Path) -> None:
    text = path.read_text()
    imported = {
        name.strip()
        for names in re.findall(r"^import \{([^}]*)\}", text, re.MULTILINE)
        for name in names.split(",")
    }

    assert all(re.search(rf"\b{name}\b", text.split("\n\n", 1)[1]) for name in imported)
    for module in re.findall(r'^import [^"]*"([^"]+)"', text, re.MULTILINE):
        assert (path.parent / module).resolve().is_file(), module


def test_every_script_of_a_page_is_a_module() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        for tag in re.findall(r"<script[^>]*>", path.read_text()):
            is_early = any(name in tag for name in (*CLASSIC, "htmx.js"))
            assert 'type="module"' in tag or is_early, name_of(path)


# --- What a shared page may ask for --------------------------------------------------------------

FRAME: Final = frozenset(
    {"sheet", "folder", "players", "turn", "back", "standing", "questions", "times"}
)
"""The names that every page of a match is given (`tracker/web/frame.py`, the device's standing)."""
PAD: Final = frozenset(
    {"pad", "form_id", "already", "anew", "others", "offline_keypad", "hand_question"}
)
"""The entry that is being filled in."""
OF_A_PAGE: Final = {
    "amendment": {"differences", "dropped"},
    "board": {
        *("board", "graph", "entries", "did", "outcome"),
        *("address", "code_drawn", "is_for_phones"),
    },
    "check": {"is_time"},
    "entry": {
        *("old", "takes_out", "later", "can_amend", "can_go_back", "goes_back_over"),
        *("is_tried", "differences", "dropped", "notes", "most", "why_fixed"),
    },
    "history": {"rounds", "instead", "did", "page", "earlier", "notes", "reason_of"},
    "notes": {"notes", "most"},
    "host": {"around", "link", "to_remove"},
    "number": {"whose", "label", "total", "lines", "newer", "older", "correction"},
    "over": {"won"},
    "players": {"holders", "round_label", "is_over", "is_name_correctable", "longest"},
    "rules": {"title_label"},
    "paper": {"sheets", "totals_view", "paper_sizes", "chosen_language", "chosen_paper"},
    "share": {"finished", "bg_stats", "play", "code_drawn", "is_for_phones", "link"},
    "time": {"spent", "round_label"},
    "table": {
        *("around", "link", "address", "code_drawn", "is_for_phones"),
        *("joining", "name_alone", "device_names"),
    },
    "watching": {"graph"},
}


GIVEN_TO_ALL: Final = frozenset(
    {
        *("_", "gettext", "ngettext", "pgettext", "request", "url_for", "csrf_token"),
        *("write_id", "super"),
        *("languages", "language", "translate", "word", "static_url", "modules_of", "caller", "m"),
        "link_preview",
        *wording.GLOBALS,
        "play_again",
        "asked_players",
    }
)


def names_asked(path: Path) -> set[str]:
    """Every name that a template takes from outside: not its own macros, sets and imports."""
    environment = Environment(autoescape=True, extensions=[CachedParts])
    templating.prepare(environment)
    environment.add_extension(CachedParts)
    environment.filters["bdi"] = str
    tree = environment.parse(path.read_text())
    own = {macro.name for macro in tree.find_all(nodes.Macro)}
    own |= {module.target for module in tree.find_all(nodes.Import)}
    own |= {name.name for name in tree.find_all(nodes.Name) if name.ctx == "store"}
    return meta.find_undeclared_variables(tree) - own - GIVEN_TO_ALL


OF_EVERY_TITLE: Final = [
    page
    for folder in ("match", "pad")
    for page in sorted((ROOT / "templates" / folder).glob("*.html"))
]
"""The templates of a match that every title is drawn by."""


@pytest.mark.parametrize("path", OF_EVERY_TITLE, ids=name_of)
def test_a_page_of_every_title_asks_for_what_every_title_gives(path: Path) -> None:
    assert names_asked(path) <= FRAME | PAD | OF_A_PAGE.get(path.stem, set())
