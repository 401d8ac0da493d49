"""The commands of `quartermaster`: each is found by its name, in the module that brings it."""

import argparse
from importlib import import_module

import pytest

from tracker.command import MODULES, main, parser_of


@pytest.mark.parametrize("module", MODULES)
def test_a_module_brings_the_commands_that_it_is_listed_with(module: str) -> None:
    commands = argparse.ArgumentParser().add_subparsers()

    import_module(module).add_to(commands)

    assert sorted(commands.choices or ()) == sorted(MODULES[module])


def test_help_names_every_command() -> None:
    shown = parser_of(["--help"]).format_help()

    assert all(f"    {verb}" in shown for verbs in MODULES.values() for verb in verbs)


def test_a_command_that_does_not_exist_is_answered_with_those_that_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["pancakes"])

    said = capsys.readouterr().err
    assert "'pancakes'" in said
    assert "replay" in said
