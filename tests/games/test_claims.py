"""Whose an entry of a kind is, asked before it is filled in: the same as when it is written."""

from pathlib import Path

import pytest

from tests.recorded import EVERY
from tracker.engine import match_file
from tracker.engine.title import Claim
from tracker.games.civil_war.claims import claim_of_kind as claim_in_civil_war
from tracker.games.paths_of_glory.claims import claim_of_kind as claim_in_paths_of_glory
from tracker.games.titles import TITLES


def asked_before(title: str, do: str, seat: int, other: int | None) -> Claim | None:
    if title == "civil-war":
        return claim_in_civil_war(do, seat, other)
    return claim_in_paths_of_glory(do, seat) if title == "paths-of-glory" else None


@pytest.mark.parametrize("file", EVERY, ids=lambda file: file.stem)
def test_a_kind_belongs_to_whom_its_entries_belong_to(file: Path) -> None:
    title, document = match_file.read(file.read_bytes(), TITLES)
    position = title.start(document.setup).position

    for entry in document.entries:
        if entry.counts:
            do = str(entry.__struct_config__.tag)
            seat, other = getattr(entry, "seat", 0), getattr(entry, "target", None)
            claim, before = title.claim(position, entry), asked_before(title.NAME, do, seat, other)
            if before is not None:
                assert (before.whose, set(before.seats)) == (claim.whose, set(claim.seats)), do
            position = title.decide(position, entry).position
