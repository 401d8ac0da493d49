"""`quartermaster print`: a sheet of a match file, without a server."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.printing.arrange import FOLDER, TWO, Pdf, without_pango
from tests.web.arrange import Device, matches
from tests.web.civil_war.arrange import recorded
from tracker.command import main
from tracker.web import create_app

REFUSED = (
    '{"format": "quartermaster-match/1", "title": "civil-war", "setup": {"months": 6, '
    '"tiles_per_player": 4, "seats": [{"name": "A", "role": "cherokee"}, {"name": "B", '
    '"role": "volunteer"}]}, "entries": [{"do": "upkeep"}]}'
)
COMMAND = [str(Path(sys.executable).with_name("quartermaster")), "print"]
FILE = str(FOLDER / f"{TWO}.json")


def test_the_command_writes_the_sheet_that_was_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    choices = ["--sheet", "summary", "--language", "ru", "--paper", "letter", "--month", "2"]

    done = subprocess.run(
        [*COMMAND, FILE, *choices, "-o", str(out)], capture_output=True, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    made = Pdf(out.read_bytes())
    assert made.language == "ru"
    assert made.size == (612, 792)
    assert "Месяц 2" in made.text


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        ("pancakes", 2, "JSON"),
        (
            REFUSED,
            1,
            "CW-",
        ),
    ],
)
def test_what_cannot_be_played_is_said_and_nothing_is_written(
    text: str, status: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "match.json", tmp_path / "out.pdf"
    file.write_text(text)

    assert main(["print", str(file), "-o", str(out)]) == status

    assert says in capsys.readouterr().err
    assert not out.exists()


def test_without_the_libraries_it_says_what_to_install(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    environment = {"LD_LIBRARY_PATH": str(without_pango(tmp_path))}

    done = subprocess.run(
        [*COMMAND, FILE, "-o", str(out)], env=environment, capture_output=True, check=False
    )

    assert (done.returncode, done.stdout) == (2, b"")
    assert b"apt-get install libpangoft2-1.0-0" in done.stderr
    assert not out.exists()


def test_the_command_and_the_web_print_the_same(tmp_path: Path) -> None:
    exported, out = tmp_path / "match.json", tmp_path / "out.pdf"
    app = create_app(tmp_path / "data")
    device = Device(app)
    setup, entries, _ = recorded(FOLDER / f"{TWO}.json")
    match = device.make(setup)
    device.write(match, *entries)
    found = [n for n, written in enumerate(entries) if written["do"] == "find"]
    device.amend(match, found[len(found) // 2], {**entries[found[len(found) // 2]], "amount": 1})
    device.amend(match, found[2], None)
    device.undo(match)
    exported.write_bytes(device.client.get(f"{match}/match.json").data)

    for sheet in ("report", "summary"):
        made = Pdf(device.client.get(f"{match}/paper/{sheet}.pdf").data)
        assert main(["print", str(exported), "--sheet", sheet, "-o", str(out)]) == 0
        assert Pdf(out.read_bytes()).texts == made.texts
    app.extensions["press"].close()
    matches(app)._database.close()


def test_what_a_file_says_of_itself_need_not_make_sense(tmp_path: Path) -> None:
    document = json.loads((FOLDER / f"{TWO}.json").read_bytes())
    document |= {"created": "yesterday", "name": ["?"], "entries": document["entries"][:3]}
    document["entries"][0] |= {"n": "first", "at": "noon"}
    file, out = tmp_path / "match.json", tmp_path / "out.pdf"
    file.write_text(json.dumps(document))

    assert main(["print", str(file), "--sheet", "summary", "-o", str(out)]) == 0

    assert Pdf(out.read_bytes()).pages == 1
