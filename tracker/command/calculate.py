"""`quartermaster calculate`: answer a question of a title's calculator, without a match."""

import argparse
from typing import Any

import msgspec

from tracker.command.replay import INVALID, PLAYED, REFUSED, contents, print_document
from tracker.engine.calculator import read_question
from tracker.engine.refusal import Invalid, Refused
from tracker.games.titles import TITLES


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "calculate", help="answer a question of a title's calculator"
    )
    parser.add_argument("file", metavar="FILE", help="a question; - reads standard input")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        calculator, question = read_question(contents(options.file), TITLES)
        result = calculator.calculate(question)
    except Invalid as error:
        print_document({"invalid": {"where": error.where, "message": error.message}})
        return INVALID
    except Refused as refusal:
        print_document({"refused": {"rule": refusal.rule, "message": refusal.message}})
        return REFUSED
    print_document({"result": msgspec.to_builtins(result)})
    return PLAYED
