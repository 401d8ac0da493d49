"""Random match files: recorded matches with something in them changed."""

import contextlib
import copy
import io
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tracker.command import main

RECORDED: Final = Path(__file__).parents[1] / "recorded"
SLOWEST: Final = 20.0
STATUSES: Final = (0, 1, 2)
ODD_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53, 2**64, -(2**63), 0.5, 1e300),
    *("", "x", "a" * 10_000, "\0", "\ud800", "‮", "standard", [], {}, [[]], {"": None}),
)


def random_file(chance: random.Random) -> bytes:
    """A recorded match with some changes: in its values, and now and then in its bytes."""
    recorded = chance.choice(sorted(RECORDED.rglob("*.json")))
    document = json.loads(recorded.read_bytes())
    for _ in range(chance.randint(1, 4)):
        change(document, chance)
    data = bytearray(json.dumps(document).encode())
    if chance.random() < 0.2:
        for _ in range(chance.randint(1, 5)):
            data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def change(document: Any, chance: random.Random) -> None:
    """Put something else at a random place, drop it, or move something there from elsewhere."""
    places = list(_places(document))
    within, key = chance.choice(places)
    what = chance.randrange(4)
    if what == 0:
        del within[key]
    elif what == 1:
        within[key] = copy.deepcopy(chance.choice(ODD_VALUES))
    elif what == 2:
        other, other_key = chance.choice(places)
        within[key] = copy.deepcopy(other[other_key])
    elif isinstance(within, list):
        within.insert(key, copy.deepcopy(within[key]))
    else:
        within[f"{key}x"] = within.pop(key)


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Every value of a document: what holds it, and its key or index there."""
    if isinstance(document, dict | list):
        keys = list(document) if isinstance(document, dict) else range(len(document))
        for key in keys:
            yield document, key
            yield from _places(document[key])


def replayed(data: bytes, file: Path) -> str:
    """Replay a match file; what is wrong with how that went, or nothing."""
    file.write_bytes(data)
    out, start = io.TextIOWrapper(io.BytesIO()), time.monotonic()
    try:
        with contextlib.redirect_stdout(out):
            status = main(["replay", "--lines", str(file)])
        out.flush()
        printed = json.loads(out.buffer.getvalue())
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        return repr(error)
    if time.monotonic() - start > SLOWEST:
        return f"took {time.monotonic() - start:.0f} s"
    expected = ("position", "refused", "invalid")[STATUSES.index(status)]
    return "" if expected in printed else f"status {status} with {sorted(printed)}"
