"""Matches from files: played first, stored with names, times and notes, or refused whole."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from sqlalchemy import func, select

from tests.recorded import EVERY
from tests.toy.arrange import ANNA, BORIS, TOY, entry, setup
from tests.toy.arrange import document as race_file
from tracker.engine.refusal import Invalid, Refused
from tracker.service import archives, incoming, match_checks
from tracker.service.imports import Imports
from tracker.service.matches import Matches
from tracker.service.notes import Notes
from tracker.store.database import Database
from tracker.store.models import MatchRow, ResultRow

pytestmark = pytest.mark.usefixtures("toy")

WALKS: Final = entry("walk", seat=ANNA, steps=3)
ENDS: Final = entry("end_turn", seat=ANNA)


class Desk:
    """Matches, notes and files of one database."""

    def __init__(self, where: Path | str) -> None:
        self.database = Database(where)
        self.matches = Matches(self.database)
        self.notes = Notes(self.database)
        self.imports = Imports(self.database)

    def bring_in(self, document: dict[str, Any], by: str = "phone") -> str:
        return self.imports.bring_in(incoming.read(json.dumps(document).encode()), by).match_id

    def file_of(self, match_id: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(msgspec.json.encode(self.matches.export(match_id)))
        return document

    def number_of(self, what: Any) -> int:
        with self.database.reading() as session:
            return session.scalar(select(func.count()).select_from(what)) or 0


@pytest.fixture
def desk(where: Path | str) -> Iterator[Desk]:
    opened = Desk(where)
    yield opened
    opened.database.close()


def friday(desk: Desk) -> str:
    """A match with an amended entry, one that was taken back, and notes."""
    match_id = desk.matches.make(TOY.NAME, setup(), "Friday", "tablet")
    version = desk.matches.write(match_id, [WALKS, ENDS], "w1", "tablet").version
    more = entry("walk", seat=ANNA, steps=4)
    version = desk.matches.amend(match_id, 0, more, version, "w2", "tablet").version
    version = desk.matches.write(match_id, [entry("end_turn", seat=BORIS)], "w3", "tablet").version
    desk.matches.undo(match_id, version, "w4", "tablet")
    desk.notes.add(match_id, "At Clara's", None, "n1", "tablet")
    desk.notes.add(match_id, "Was it four?", 2, "n2", "tablet")
    return match_id


def told(document: dict[str, Any]) -> Any:
    """Return all that a file says of the match and not of the devices that wrote it."""
    entries = [
        {
            name: value
            for name, value in written.items()
            if name not in ("n", "by", "amended_by") and (name != "lines" or counts(written))
        }
        for written in document["entries"]
    ]
    keys = ("name", "created", "setup", "position", "notes")
    return [document.get(key) for key in keys], entries


def counts(written: dict[str, Any]) -> bool:
    return "undone" not in written and "amended_by" not in written


def test_what_was_exported_comes_in_with_names_times_notes_and_what_was_crossed_out(
    desk: Desk,
) -> None:
    before = desk.file_of(friday(desk))

    after = desk.file_of(desk.bring_in(before))

    assert told(after) == told(before)
    assert [written.get("amended_by") for written in after["entries"]] == [1, None, None, None]
    assert after["id"] != before["id"]
    assert list(match_checks.check_matches(desk.database)) == []


def test_the_imported_match_is_played_on_by_its_host(desk: Desk) -> None:
    match_id = desk.bring_in(desk.file_of(friday(desk)))

    version = desk.matches.undo(match_id, desk.matches.version(match_id), "u", "phone").version
    desk.matches.redo(match_id, version, "r", "phone")

    desk.matches.write(match_id, [entry("end_turn", seat=BORIS)], "w", "phone")
    assert list(match_checks.check_matches(desk.database)) == []


def test_the_same_file_is_one_match_of_a_device(desk: Desk) -> None:
    match_id = friday(desk)
    document = desk.file_of(match_id)

    assert desk.bring_in(document, "tablet") == match_id
    first = desk.bring_in(document, "phone")
    assert desk.bring_in(document, "phone") == first != match_id
    assert desk.bring_in(document, "laptop") not in (first, match_id)
    assert desk.number_of(MatchRow) == 3


def test_a_rule_that_refuses_an_entry_brings_nothing_in(desk: Desk) -> None:
    written = race_file({"do": "end_turn", "seat": ANNA}, {"do": "walk", "seat": ANNA, "steps": 1})

    found = incoming.read(json.dumps(written).encode())

    assert found.refused is not None
    assert (found.refused.n, found.refused.refusal.rule) == (1, "TR-1")
    assert "Anna" in str(found.refused.says)
    with pytest.raises(Refused):
        desk.imports.bring_in(found, "phone")
    assert desk.number_of(MatchRow) == 0


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"title": "chess"}, "title"),
        ({"entries": [{"do": "end_turn"}]}, "entries[0].seat"),
        ({"entries": [{"do": "jump"}]}, "entries[0].do"),
        ({"notes": [{"at": "x"}]}, "notes"),
        ({"notes": [{"text": "  "}]}, "notes[0].text"),
        ({"notes": [{"text": "x"}] * 501}, "notes"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_its_place(change: dict[str, Any], where: str) -> None:
    with pytest.raises(Invalid) as wrong:
        incoming.read(json.dumps({**race_file(), **change}).encode())

    assert wrong.value.where.startswith(where)


def test_times_that_cannot_be_are_left_out(desk: Desk) -> None:
    document = desk.file_of(friday(desk))
    document["created"] = "9999-12-31T23:59:59Z"
    for written, at in zip(document["entries"], ("yesterday", 7, "0001-01-01", []), strict=True):
        written["at"] = at

    after = desk.file_of(desk.bring_in(document))

    assert all(written["at"][:2] == "20" for written in after["entries"])


@pytest.mark.slow
@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_every_recorded_match_comes_in_as_it_is_replayed(path: Path, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "desk.sqlite")
    found = incoming.read(path.read_bytes())
    if found.refused is not None:
        return

    match_id = desk.imports.bring_in(found, "phone").match_id

    assert found.rules.pack(desk.matches.sheet(match_id).position) == found.position
    assert list(match_checks.check_matches(desk.database)) == []
    assert desk.number_of(ResultRow) == found.is_over
    desk.database.close()


# --- Archives ------------------------------------------------------------------------------------


def zipped(*files: tuple[str, bytes]) -> io.BytesIO:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return made


def test_everything_goes_into_a_zip_file_and_comes_back(desk: Desk) -> None:
    match_id = friday(desk)
    desk.matches.make(TOY.NAME, setup(), "../../Friday: again?", "tablet")

    archive = io.BytesIO(b"".join(archives.packed(desk.imports.exported("tablet"))))

    found = list(archives.members(archive))
    assert len(found) == 2
    assert all("/" not in row.name and ".." not in row.name[:10] for row in found)
    documents = [json.loads(row.data) for row in found]
    assert {document["id"] for document in documents} >= {match_id}
    assert all(desk.bring_in(document, "phone") for document in documents)
    assert list(archives.packed(desk.imports.exported("nobody")))


def test_an_archive_within_an_archive_is_not_opened() -> None:
    (found,) = archives.members(zipped(("inner.zip", zipped(("a.json", b"{}")).getvalue())))

    assert found.problem is not None
    assert found.data == b""


def test_an_archive_that_unpacks_to_too_much_is_refused() -> None:
    bomb = zipped(*((f"{n}.json", b" " * 1_000_000) for n in range(4)))

    with pytest.raises(Invalid) as wrong:
        list(archives.members(bomb, most_unpacked=3_000_000))

    assert "3 MB" in wrong.value.message


def test_a_member_larger_than_a_match_file_is_read_no_further_than_that() -> None:
    (found,) = archives.members(zipped(("big.json", b" " * 40_000_000)))

    assert len(found.data) == 16_000_001
    with pytest.raises(Invalid):
        incoming.read(found.data)


def test_a_damaged_archive_is_refused_or_its_member_is() -> None:
    whole = zipped(("a.json", bytes(n * n % 251 for n in range(900)))).getvalue()

    with pytest.raises(Invalid):
        list(archives.members(io.BytesIO(whole[:40])))
    broken = bytearray(whole)
    broken[36:50] = b"\xff" * 14
    (found,) = archives.members(io.BytesIO(bytes(broken)))
    assert found.problem is not None


@pytest.mark.parametrize("piece", [1, 2, 3, 50, 1_000_000])
def test_an_archive_with_too_many_files_is_refused_without_being_opened(
    piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To open one with 150,000 files takes seconds, in which other tables wait."""
    monkeypatch.setattr(archives, "MOST_MEMBERS", 3)
    monkeypatch.setattr(archives, "PIECE_BYTES", piece)
    as_many, more = (zipped(*((f"{n}", b"") for n in range(number))) for number in (3, 4))

    assert len(list(archives.members(as_many))) == 3
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(Invalid, match="more than 3 files"):
        list(archives.members(more))
