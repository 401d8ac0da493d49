"""The name on the network, asked for by a neighbour; everything stays on this machine."""

import gc
import logging
import os
import socket
import time
import warnings
from collections.abc import Iterator
from typing import Final

import pytest
from zeroconf import DNSQuestionType, IPVersion, ServiceInfo, Zeroconf
from zeroconf._services.info import AddressResolverIPv4

from tracker.serving.naming import findable

HERE: Final = "127.0.0.1"
ANOTHER: Final = "127.0.0.9"
LONG: Final = 10_000
# Other tests may run on this machine at the same time.
CALLED: Final = f"quartermaster-of-{os.getpid()}"


@pytest.fixture
def neighbour() -> Iterator[Zeroconf]:
    neighbour = Zeroconf([HERE], ip_version=IPVersion.V4Only, use_asyncio=False)
    yield neighbour
    neighbour.close()


def found(neighbour: Zeroconf, name: str, wait: int = LONG) -> list[str]:
    asked = AddressResolverIPv4(f"{name}.")
    asked.request(neighbour, wait, question_type=DNSQuestionType.QM)
    return asked.parsed_addresses()


@pytest.mark.slow
def test_a_neighbour_finds_the_name_and_the_sheet_until_the_server_stops(
    neighbour: Zeroconf,
) -> None:
    with findable([HERE], 8443, "https", CALLED) as name:
        assert name == f"{CALLED}.local"
        assert found(neighbour, name) == [HERE]
        sheet = neighbour.get_service_info(
            "_https._tcp.local.", f"{CALLED.capitalize()}._https._tcp.local.", LONG
        )
        assert sheet is not None
        assert (sheet.port, sheet.server) == (8443, f"{CALLED}.local.")

    assert found(neighbour, name, wait=500) == []


@pytest.mark.slow
def test_a_name_that_is_another_machines_is_left_to_it(neighbour: Zeroconf) -> None:
    theirs = ServiceInfo(
        "_http._tcp.local.",
        "Somebody._http._tcp.local.",
        addresses=[socket.inet_aton(ANOTHER)],
        port=80,
        server=f"{CALLED}.local.",
    )
    neighbour.register_service(theirs)
    time.sleep(1.1)  # what was said within the last second is not said again

    with findable([HERE], 8000, "http", CALLED) as name:
        assert name == f"{CALLED}-2.local"
        assert found(neighbour, name) == [HERE]
        assert found(neighbour, f"{CALLED}.local") == [ANOTHER]


@pytest.mark.slow
def test_where_the_network_has_no_names_the_log_says_so_and_all_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with (
        warnings.catch_warnings(action="ignore"),  # zeroconf leaves a socket behind
        caplog.at_level(logging.INFO, "tracker"),
        findable(["203.0.113.77"], 8000, "http", CALLED) as name,
    ):
        assert name == ""
        gc.collect()

    assert [record.levelname for record in caplog.records] == ["INFO"]
    assert "no .local name" in caplog.text
