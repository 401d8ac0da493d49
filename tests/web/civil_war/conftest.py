"""Matches of the Civil War."""

import pytest

from tests.games.civil_war.arrange import ROLES, setup
from tests.web.arrange import Device


@pytest.fixture
def match(device: Device) -> str:
    """The address of a new match of Anna (South) and Boris (North)."""
    return device.make(setup())


@pytest.fixture
def table_of_six(device: Device) -> str:
    """The address of a new match of three against three, one of each role."""
    return device.make(setup(*ROLES))
