"""The hourly limits of a network, whatever devices it shows; nobody else pays for them."""

import ipaddress
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest
from msgspec import structs
from sqlalchemy import func, select

from tests.service.arrange import Clock
from tests.toy.arrange import TOY, setup
from tracker.engine.refusal import Invalid
from tracker.service.allowance import HOUR, Allowance, HourlyLimits, TooMuchStored
from tracker.service.matches import Matches
from tracker.service.tables import MOST_LOOKERS_OF_A_NETWORK, Tables
from tracker.store.database import Database
from tracker.store.models import DeviceRow, MatchRow

pytestmark = pytest.mark.usefixtures("toy")

HERE: Final = "192.0.2.7"
ELSEWHERE: Final = "198.51.100.1"
MANY: Final = 1_000_000
LIMITS: Final = HourlyLimits(3, 3, MANY, MANY, MANY)


@pytest.fixture
def database(where: Path | str) -> Iterator[Database]:
    made = Database(where)
    yield made
    made.close()


class Network:
    """Devices that come from one address, each a new one."""

    def __init__(self, database: Database, address: str = HERE, limits: HourlyLimits = LIMITS):
        self.clock = Clock()
        self.allowance = Allowance(address, limits, "key", self.clock)
        self.matches, self.tables = Matches(database), Tables(database)
        self._devices = 0

    def make(self, match_id: str = "") -> str:
        return self.matches.make(
            TOY.NAME, setup(), "Friday", self.device(), (), match_id, self.allowance
        )

    def look(self, match_id: str) -> None:
        self.tables.visit(match_id, self.device(), str, is_known=True, allowance=self.allowance)

    def device(self) -> str:
        self._devices += 1
        return f"{self.allowance.address[-6:]} {self._devices}"


def number_of_matches(database: Database) -> int:
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(MatchRow)) or 0


def number_of_lookers(database: Database) -> int:
    with database.reading() as session:
        lookers = select(func.count()).where(DeviceRow.right == "looker")
        return session.scalar(lookers) or 0


def test_new_devices_get_a_network_no_more_matches(database: Database) -> None:
    network = Network(database)
    for _ in range(LIMITS.matches):
        network.make()

    with pytest.raises(TooMuchStored) as refused:
        network.make()

    assert str(refused.value.says) == (
        f"3 matches were made from this network in this hour. "
        f"Try again in {-(-refused.value.seconds // 60)} min."
    )
    assert number_of_matches(database) == LIMITS.matches
    Network(database, ELSEWHERE).make()


def test_the_next_hour_is_a_new_one_and_begins_when_the_refusal_says(database: Database) -> None:
    network = Network(database)
    for _ in range(LIMITS.matches):
        network.make()
    with pytest.raises(TooMuchStored) as refused:
        network.make()

    network.clock.now += refused.value.seconds - 1
    with pytest.raises(TooMuchStored):
        network.make()
    network.clock.now += 1

    network.make()
    assert 0 < refused.value.seconds <= HOUR


def test_a_match_that_is_sent_again_or_refused_is_not_counted(database: Database) -> None:
    network = Network(database)
    for _ in range(2 * LIMITS.matches):
        network.make("the-same")
    for _ in range(2 * LIMITS.matches):
        with pytest.raises(Invalid):
            network.matches.make(
                TOY.NAME, setup(), "x" * 200, "tablet", allowance=network.allowance
            )

    network.make()
    network.make()
    assert number_of_matches(database) == LIMITS.matches


def test_what_is_stored_is_counted_by_its_size(database: Database) -> None:
    network = Network(database, limits=structs.replace(LIMITS, matches=MANY, kilobytes=2))
    network.make()
    network.make()

    with pytest.raises(TooMuchStored, match="kilobytes"):
        network.make()

    assert number_of_matches(database) == 2


def test_networks_of_one_household_store_twice_as_much_as_one_of_them(database: Database) -> None:
    start = int(ipaddress.ip_address("2001:db8:1::1"))
    household = [Network(database, str(ipaddress.ip_address(start + (n << 64)))) for n in range(9)]
    for network in household[: 2 * LIMITS.matches]:
        network.make()

    with pytest.raises(TooMuchStored):
        household[-1].make()

    Network(database, "2001:db8:2::1").make()


def test_two_processes_count_together(address: str) -> None:
    databases = Database(address), Database(address)
    networks = [Network(database) for database in databases] * 5

    def made(network: Network) -> bool:
        try:
            network.make()
        except TooMuchStored:
            return False
        return True

    with ThreadPoolExecutor(len(networks)) as threads:
        assert sum(threads.map(made, networks)) == LIMITS.matches

    assert number_of_matches(databases[0]) == LIMITS.matches
    for database in databases:
        database.close()


def test_without_an_allowance_nothing_is_limited(database: Database) -> None:
    for _ in range(2 * LIMITS.matches):
        Matches(database).make(TOY.NAME, setup(), "Friday", "tablet")

    assert number_of_matches(database) == 2 * LIMITS.matches


def test_invented_lookers_leave_room_for_those_of_other_networks(database: Database) -> None:
    network, other = Network(database), Network(database, ELSEWHERE)
    match_id = network.make()
    for _ in range(MOST_LOOKERS_OF_A_NETWORK + 5):
        network.look(match_id)
    assert number_of_lookers(database) == MOST_LOOKERS_OF_A_NETWORK

    other.look(match_id)

    assert number_of_lookers(database) == MOST_LOOKERS_OF_A_NETWORK + 1


def test_a_looker_too_many_in_an_hour_looks_on_unremembered(database: Database) -> None:
    network = Network(database, limits=structs.replace(LIMITS, lookers=2))
    first, second = network.make(), network.make()
    network.look(first)
    network.look(second)

    network.look(first)

    assert number_of_lookers(database) == 2


def test_no_address_stands_beside_what_is_stored(database: Database) -> None:
    network = Network(database)
    network.look(network.make())

    with database.reading() as session:
        (stored,) = session.scalars(select(DeviceRow.network).where(DeviceRow.right == "looker"))

    assert stored == network.allowance.network
    assert stored is not None
    assert HERE not in stored
    assert stored != Allowance(HERE, LIMITS, "another key").network
