"""`quartermaster calculate`: what it prints, and its exit status."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tracker.command import main

SIEGE = {"kind": "siege", "fort": 2, "die": 3, "turn": 3}


def run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, document: Any
) -> tuple[int, dict[str, Any]]:
    file = tmp_path / "question.json"
    text = document if isinstance(document, str) else json.dumps(document)
    file.write_text(text, encoding="utf-8")
    status = main(["calculate", str(file)])
    printed: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status, printed


def asked(**question: Any) -> dict[str, Any]:
    return {"title": "paths-of-glory", "calculate": question}


def test_an_answer_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = run(capsys, tmp_path, asked(**SIEGE))

    assert answer == (0, {"result": {"total": 3, "destroyed": True}})


def test_a_refusal_names_its_rule(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, printed = run(capsys, tmp_path, asked(kind="entrench", loss_factor=2, die=1, level=2))

    assert status == 1
    assert printed["refused"]["rule"] == "PG-11.2.3"
    assert printed["refused"]["message"]


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ("", "line 1 column 1"),
        ("{", "line 1 column 2"),
        ("[]", "file"),
        ({"calculate": SIEGE}, "title"),
        ({"title": "paths-of-glory"}, "calculate"),
        ({"title": "civil-war", "calculate": SIEGE}, "title"),
        ({"title": "chess", "calculate": SIEGE}, "title"),
        ({**asked(**SIEGE), "more": 1}, "more"),
        (asked(**{**SIEGE, "die": 7}), "calculate.die"),
        (asked(**{**SIEGE, "die": None}), "calculate.die"),
        (asked(fort=2, die=3, turn=3), "calculate.kind"),
        ('{"title": "paths-of-glory", "title": "paths-of-glory"}', "title"),
    ],
)
def test_what_is_no_question_is_invalid(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, document: Any, where: str
) -> None:
    status, printed = run(capsys, tmp_path, document)

    assert status == 2
    assert printed["invalid"]["where"] == where
    assert printed["invalid"]["message"]


def test_a_question_is_read_from_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tracker.command", "calculate", "-"],
        input=json.dumps(asked(**SIEGE)).encode(),
        capture_output=True,
        check=False,
    )

    assert done.returncode == 0
    assert json.loads(done.stdout) == {"result": {"total": 3, "destroyed": True}}
