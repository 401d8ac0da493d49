"""One of two server processes is killed: its tables go on at the other."""

import pytest

from tests.failover import kill_one_of_two
from tests.postgres import Postgres

pytestmark = pytest.mark.slow


def test_when_one_of_two_servers_is_killed_nothing_acknowledged_is_lost_and_all_come_back(
    postgres: Postgres,
) -> None:
    found = kill_one_of_two(postgres, 6, 2.0)

    assert found.acknowledged > 12
    assert (found.lost, found.twice) == (0, 0)
    assert found.slowest_return > 0, "half of those who follow were cut off"
