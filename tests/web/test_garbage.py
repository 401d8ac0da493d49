"""The garbage of a request: none of its frames, which would hold everything that it looked at."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from tests.web.arrange import DEMOS, Device, matches, title_folder
from tests.web.shared_pages import WITHOUT_ONE, of_match, race
from tracker.engine import match_file
from tracker.games.titles import TITLES
from tracker.locations import PACKAGE


@contextmanager
def garbage_frames() -> Iterator[list[str]]:
    """The functions of ours whose frames only the garbage collector frees."""
    found: list[str] = []
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        frames = [thing for thing in gc.garbage if isinstance(thing, FrameType)]
        ours = str(PACKAGE)
        found += [
            frame.f_code.co_qualname
            for frame in frames
            if frame.f_code.co_filename.startswith(ours)
        ]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def test_the_first_visit_of_a_device_leaves_no_frames(device: Device) -> None:
    match = race(device)
    with garbage_frames() as frames:
        for address in (*WITHOUT_ONE, match):
            Device(device.app).open(address)

    assert frames == []


def test_a_shared_page_leaves_no_frames(device: Device) -> None:
    match = race(device)
    with garbage_frames() as frames:
        for address in of_match(match):
            device.open(address)

    assert frames == []


@pytest.mark.parametrize("demo", DEMOS, ids=title_folder)
def test_a_match_page_with_keys_that_are_refused_leaves_no_frames(
    device: Device, demo: Path
) -> None:
    _, document = match_file.read(demo.read_bytes(), TITLES)
    match = device.make(document.setup)
    matches(device.app).write(match.removeprefix("/m/"), document.entries, "demo", device.name)
    with garbage_frames() as frames:
        device.open(match)

    assert frames == []
