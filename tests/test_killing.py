"""Killed at any moment: what was acknowledged is there once, and what was not, wholly or not."""

import pytest

from tests.killing import kill_again_and_again
from tests.postgres import postgres_server

pytestmark = pytest.mark.slow

ROUNDS = 50


def test_a_server_that_is_killed_fifty_times_loses_nothing_that_it_acknowledged() -> None:
    assert kill_again_and_again(ROUNDS, None) > ROUNDS


def test_neither_does_one_on_postgresql_with_the_database_killed_too() -> None:
    with postgres_server() as postgres:
        assert kill_again_and_again(ROUNDS, postgres) > ROUNDS
