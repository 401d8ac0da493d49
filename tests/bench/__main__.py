"""`python -m tests.bench [PART ...]`: measure these parts, or all of them, and print a table."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from tests.bench import (
    app,
    chances,
    club,
    deck,
    glass,
    holds,
    live,
    printing,
    rules,
    tables,
    web,
)
from tests.bench.figure import Figure


class Measure(Protocol):
    def __call__(self, rounds: int = ...) -> Iterator[Figure]: ...


PARTS: Final[dict[str, Measure]] = {
    "rules": rules.measure,
    "app": app.measure,
    "web": web.measure,
    "live": live.measure,
    "holds": holds.measure,
    "club": club.measure,
    "printing": printing.measure,
    "tables": tables.measure,
    "deck": deck.measure,
    "chances": chances.measure,
    "glass": glass.measure,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure.")
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"of: {', '.join(PARTS)}")
    options = parser.parse_args(arguments)
    for name in options.parts:
        if name not in PARTS:
            parser.error(f"there is no part {name}; there are: {', '.join(PARTS)}")
    for name in options.parts or PARTS:
        print(name)
        for figure in PARTS[name]():
            print(row(figure), flush=True)


def row(figure: Figure) -> str:
    return f"  {figure.what:<44} {figure.number:>12}   {figure.verdict}".rstrip()


if __name__ == "__main__":
    main()
