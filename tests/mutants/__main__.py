"""Write small faults into the rules, one at a time, and count those that a test notices.

./dev mutants                                          300 faults in the rules
./dev mutants tracker/service --count 100 --seed 7     in other rooms or modules
"""

import argparse
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.mutants.mutations import Mutant, faultless, mutants_of
from tests.mutants.running import CollectedTests, run_each

RULES: Final = ("tracker/engine", "tracker/games")
# The tests that belong to a room: the folder of its name, and those of the rooms that use it.
TESTS: Final = {
    "engine": ("tests/engine", "tests/games", "tests/test_recorded.py"),
    "games": ("tests/engine", "tests/games", "tests/test_recorded.py"),
    "service": ("tests/service", "tests/test_safety.py"),
    "store": ("tests/store", "tests/service"),
    "printing": ("tests/printing",),
    "web": ("tests/web",),
}
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="./dev mutants", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("modules", nargs="*", default=RULES, help="modules or folders")
    parser.add_argument("--count", type=int, default=300, help="how many faults; 0 means all")
    parser.add_argument("--seed", type=int, default=1, help="chooses the faults")
    parser.add_argument("--tests", nargs="+", help="the tests to run; otherwise those of the room")
    wanted = parser.parse_args()
    modules = sorted(_modules(wanted.modules))
    mutants = _without_equivalents(
        mutant for module in modules for mutant in mutants_of(module, module.read_text("utf-8"))
    )
    if wanted.count and wanted.count < len(mutants):
        chosen = random.Random(wanted.seed).sample(range(len(mutants)), wanted.count)
        mutants = [mutants[place] for place in sorted(chosen)]
    rooms = {module.parts[1] for module in modules}
    folders = wanted.tests or sorted({folder for room in rooms for folder in TESTS[room]})
    tests = CollectedTests(modules, partial(_measure, mutants))
    options = ["-q", "-s", "--quick", "--hypothesis-profile=ci", "-p", "no:cacheprovider"]
    return int(pytest.main([*options, *folders], plugins=[tests]))


def _measure(mutants: list[Mutant], tests: CollectedTests) -> None:
    """Print each survivor as it is found, and the score of each module at the end."""
    busiest = max(mutants, key=lambda mutant: len(tests.that_run(mutant)))
    [(_, is_noticed)] = run_each([faultless(busiest)], tests)
    if is_noticed:
        print("Not measured: without a fault a test fails when it is run again.")
        return
    all_of, noticed = Counter[Path](), Counter[Path]()
    for mutant, is_noticed in run_each(mutants, tests):
        all_of[mutant.path] += 1
        noticed[mutant.path] += is_noticed
        if not is_noticed:
            print(mutant.diff, flush=True)
    print()
    for path, number in sorted(all_of.items()):
        print(f"{noticed[path]:5} of {number:5}  {noticed[path] / number:6.1%}  {path}")
    total, most = noticed.total(), all_of.total()
    print(f"{total:5} of {most:5}  {total / most:6.1%}  of all")


def _modules(names: list[str]) -> set[Path]:
    modules = set()
    for name in names:
        path = Path(name)
        found = path.rglob("*.py") if path.is_dir() else [path]
        modules |= {module for module in found if module.name != "__init__.py"}
    return modules


def _without_equivalents(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Leave out the mutants that change nothing a player or a program can notice."""
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8"))["mutant"]
    equivalent = {(each["module"], each["before"], each["after"]) for each in listed}
    return [
        mutant
        for mutant in mutants
        if (mutant.path.as_posix(), mutant.before, mutant.after) not in equivalent
    ]


if __name__ == "__main__":
    sys.exit(main())
