"""`quartermaster print`: a sheet of a match file, without a server."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.printing.arrange import FOLDER, TWO, Pdf
from tracker.command import main
from tracker.printing import pdf as pdf_module
from tracker.printing.pdf import CannotPrint

REFUSED = (
    '{"format": "quartermaster-match/1", "title": "civil-war", "setup": {"months": 6, '
    '"tiles_per_player": 4, "seats": [{"name": "A", "role": "cherokee"}, {"name": "B", '
    '"role": "volunteer"}]}, "entries": [{"do": "upkeep"}]}'
)
FILE = str(FOLDER / f"{TWO}.json")


def test_the_command_writes_the_sheet_that_was_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    command = [str(Path(sys.executable).with_name("quartermaster")), "print", FILE]
    choices = ["--sheet", "summary", "--language", "ru", "--paper", "letter", "--month", "2"]

    done = subprocess.run([*command, *choices, "-o", str(out)], capture_output=True, check=False)

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


def test_without_the_libraries_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise CannotPrint("cannot load library")

    monkeypatch.setattr(pdf_module, "_loaded", lambda paper: missing())

    assert main(["print", FILE, "-o", str(tmp_path / "out.pdf")]) == 2

    assert "apt-get install libpangoft2-1.0-0" in capsys.readouterr().err
