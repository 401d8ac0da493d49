"""A release: the same bytes from the same commit, and everything that belongs to it."""

import json
import re
from pathlib import Path
from typing import Final

import pytest

from deploy import release

CHANGES: Final = "# What is new\n\n## 0.3.0\n- New.\n\n## 0.2.0\n- First.\n- Second.\n"


@pytest.mark.slow
def test_a_wheel_and_its_bill_of_materials_are_the_same_when_they_are_made_again(
    tmp_path: Path,
) -> None:
    made = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        release.bill_of_materials(folder / "bill.json")
        made.append((release.wheel_in(folder).read_bytes(), (folder / "bill.json").read_bytes()))

    assert made[0] == made[1]


@pytest.mark.slow
def test_the_bill_of_materials_has_every_locked_package_by_its_hashes_and_htmx(
    tmp_path: Path,
) -> None:
    release.bill_of_materials(tmp_path / "bill.json")
    bill = json.loads((tmp_path / "bill.json").read_text("utf-8"))
    listed = {component["name"]: component for component in bill["components"]}

    assert bill["bomFormat"] == "CycloneDX"
    assert bill["metadata"]["component"]["version"] == release.VERSION
    lock = (release.ROOT / release.LOCK).read_text("utf-8")
    packages = re.findall(r"^([a-z0-9-]+)(?:\[.*\])?==(\S+)", lock, re.MULTILINE)
    assert {name: listed[name]["version"] for name, _ in packages} == dict(packages)
    assert all(listed[name]["externalReferences"][0]["hashes"] for name, _ in packages)
    assert listed.keys() - dict(packages).keys() == {"htmx"}
    assert listed["htmx"]["version"].startswith("2.")


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    assert release.notes(CHANGES, "0.2.0") == "## 0.2.0\n- First.\n- Second.\n"
    with pytest.raises(release.CannotRelease, match=r"no section for version 0\.9\.0"):
        release.notes(CHANGES, "0.9.0")


def test_the_changelog_begins_with_the_version_of_the_project() -> None:
    changes = (release.ROOT / "CHANGELOG.md").read_text("utf-8")

    assert re.findall(r"^## (\S+)", changes, re.MULTILINE)[0] == release.VERSION


def test_a_program_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(release.CannotRelease, match="no-such-program is needed"):
        release.run(["no-such-program"])
    with pytest.raises(release.CannotRelease, match="failed"):
        release.sign(tmp_path, tmp_path / "no-key")
