"""The addresses of this machine for a browser: its own, those on the network, its name."""

import ipaddress
import re

import pytest

from tracker.serving.addresses import (
    EVERYWHERE,
    NAME,
    addresses,
    every_address,
    from_a_phone,
    host_names,
    neighbouring,
    own_addresses,
)


@pytest.mark.parametrize("host", ["127.0.0.1", "192.168.1.7", "localhost"])
def test_a_host_that_was_chosen_is_the_address(host: str) -> None:
    assert addresses(host) == [host]


def test_a_server_for_everybody_is_found_on_this_machine_first() -> None:
    assert addresses(EVERYWHERE)[0] == "localhost"


def test_a_server_for_everybody_tells_its_address_on_the_network() -> None:
    assert addresses(EVERYWHERE)[1:] == own_addresses()
    assert all(re.fullmatch(r"\d+\.\d+\.\d+\.\d+", address) for address in own_addresses())
    assert EVERYWHERE not in addresses(EVERYWHERE)


def test_a_phone_is_given_the_address_on_the_network() -> None:
    assert from_a_phone(EVERYWHERE) == (*own_addresses(), "localhost")[0]
    assert from_a_phone("192.168.1.7") == "192.168.1.7"


def test_neighbours_are_told_of_no_address_that_only_this_machine_can_open() -> None:
    assert neighbouring(EVERYWHERE) == own_addresses()
    assert neighbouring("192.168.1.7") == ["192.168.1.7"]
    assert neighbouring("127.0.0.1") == neighbouring("localhost") == []


def test_every_address_is_one_of_a_network() -> None:
    assert set(own_addresses()) <= set(every_address())
    assert not [address for address in every_address() if ipaddress.ip_address(address).is_loopback]


@pytest.mark.parametrize("name", ["raspberrypi", "laptop-2.home.example", "a"])
def test_a_name_that_a_certificate_can_hold(name: str) -> None:
    assert NAME.fullmatch(name)


@pytest.mark.parametrize("name", ["", "-x", "x-", "anna's ipad", "стол", "a" * 64, "a..b"])
def test_a_name_that_no_certificate_can_hold_is_left_out(name: str) -> None:
    assert not NAME.fullmatch(name)


def test_this_machine_is_looked_up_as_its_neighbours_would() -> None:
    names = host_names()

    assert all(NAME.fullmatch(name) for name in names)
    assert not names or names[-1] == f"{names[0].partition('.')[0]}.local"
