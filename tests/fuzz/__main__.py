"""`python -m tests.fuzz [SECONDS]`: look for faults in the interface and in reading match files.

Schemathesis sends requests that it makes from the OpenAPI document to a fresh server: each
operation on a match that is there, then whole walks along the links. After that random match
files are replayed. The exit status is 1 if anything was found.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.bench.device import ROOT, started
from tests.fuzz.checks import MATCH_ID
from tests.fuzz.match_files import random_file, replayed
from tests.processes import HOST, free_port
from tests.web.api.program import Program
from tests.web.civil_war.arrange import SETUP, TITLE
from tracker.service.rights import Undo, name_of
from tracker.web import create_app

SECONDS: Final = 60
# Of the time that there is: what each phase gets; the rest is for files. Each has its own, as one
# that takes long on a busy machine would leave nothing to the next.
SHARES: Final = {"fuzzing": 0.25, "coverage": 0.25, "stateful": 0.3}
LEAST: Final = 1
# A stream has no end that one could wait for.
ENDLESS: Final = "show_stream"
# What may answer a request that is as described, and one that is not: both can be too large, or
# come after the match is gone.
CONFIGURATION: Final = """\
[checks.positive_data_acceptance]
expected-statuses = [
  "2xx", "3xx", "400", "401", "403", "404", "409", "410", "413", "422", "429", "503",
]
[checks.negative_data_rejection]
expected-statuses = ["4xx", "503"]
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./dev fuzz", description="Look for faults by chance.")
    parser.add_argument("seconds", metavar="SECONDS", nargs="?", type=int, default=SECONDS)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    options = parser.parse_args(arguments)
    print(f"Fuzzing for {options.seconds} s; again with --seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        faults = fuzz_interface(Path(folder), options.seconds, options.seed)
        rest = options.seconds * (1 - sum(SHARES.values()))
        faults += fuzz_match_files(Path(folder), rest, options.seed)
    return 1 if faults else 0


def fuzz_interface(folder: Path, seconds: float, seed: int) -> int:
    """Send random requests to a server with one match on it; how often something was found."""
    token, match_id = seeded(folder / "data")
    port = free_port()
    app = (str(ROOT / "app.py"), "--host", HOST, "--port", str(port), "--no-name")
    with started(app, str(folder / "data"), port):
        faults = 0
        for phase, share in SHARES.items():
            on_match = {} if phase == "stateful" else {MATCH_ID: match_id}
            most = max(LEAST, seconds * share)
            faults += schemathesis(folder, port, token, phase, most, seed, on_match)
        return faults


def seeded(folder: Path) -> tuple[str, str]:
    """Make a match with entries, and a trade that waits; the host's token and the match's id."""
    app = create_app(folder)
    host, boris = Program(app), Program(app)
    match = host.make(SETUP | {"switches": {"keep_order": False}}, TITLE)
    match_id = match.removeprefix("/matches/")
    app.extensions["tables"].settle(match_id, name_of(host.token), Undo.FREE, asks=True)
    host.join(boris, match, 1)
    host.write(match, {"do": "find", "seat": 0, "resource": "food", "amount": 3})
    host.write(match, {"do": "end_month"})
    boris.write(match, {"do": "trade", "seat": 1, "with": 0, "give": {}, "get": {"wood": 1}})
    app.extensions["database"].close()
    return host.token, match_id


def schemathesis(
    folder: Path,
    port: int,
    token: str,
    phase: str,
    seconds: float,
    seed: int,
    variables: Mapping[str, str],
) -> bool:
    """Run it; whether it found something. It prints what."""
    configuration = folder / "schemathesis.toml"
    configuration.write_text(CONFIGURATION)
    command = [
        *(str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(configuration)),
        *("run", f"http://{HOST}:{port}/api/openapi.json", "--phases", phase),
        *("--header", f"Authorization: Bearer {token}", "--exclude-operation-id", ENDLESS),
        *("--max-time", str(round(seconds)), "--seed", str(seed), "--request-timeout", "20"),
        *("--warnings", "off"),
    ]
    hooks = {"SCHEMATHESIS_HOOKS": "tests.fuzz.checks", "PYTHONPATH": str(ROOT)}
    environment = {**os.environ, **hooks, **variables}
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode != 0


def fuzz_match_files(folder: Path, seconds: float, seed: int) -> int:
    """Replay random match files; the number of those that were not answered properly."""
    until, number, faults = time.monotonic() + seconds, 0, 0
    while time.monotonic() < until or not number:
        data = random_file(random.Random(f"{seed} {number}"))
        if fault := replayed(data, folder / "match.json"):
            faults += 1
            found = Path(tempfile.gettempdir()) / f"fuzz-{seed}-{number}.json"
            found.write_bytes(data)
            print(f"replay {found}: {fault}")
        number += 1
    print(f"{number} random match files replayed, {faults} not as they should be")
    return faults


if __name__ == "__main__":
    sys.exit(main())
