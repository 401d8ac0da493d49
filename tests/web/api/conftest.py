"""Programs at the table."""

import pytest
from flask import Flask

from tests.web.api.program import Program


@pytest.fixture
def program(app: Flask) -> Program:
    return Program(app)


@pytest.fixture
def match(program: Program) -> str:
    """The address of a new race of Anna and Boris, which the program made."""
    return program.make()
