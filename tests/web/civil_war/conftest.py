"""Matches of the Civil War."""

import pytest
from flask import Flask

from tests.games.civil_war.arrange import ROLES, setup
from tests.web.api.program import Program
from tests.web.arrange import Device


@pytest.fixture
def match(device: Device) -> str:
    """The address of a new match of Anna (South) and Boris (North)."""
    return device.make(setup())


@pytest.fixture
def table_of_six(device: Device) -> str:
    """The address of a new match of three against three, one of each role."""
    return device.make(setup(*ROLES))


@pytest.fixture
def program(app: Flask) -> Program:
    return Program(app)
