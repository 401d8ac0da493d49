"""The addresses at which a browser finds this machine."""

import ipaddress
import re
import socket
from typing import Final

import ifaddr

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104
SOMEWHERE: Final = ("192.0.2.1", 9)
"""An address that leads out of the network; nothing is sent to it."""

NUMBERS: Final = re.compile(r"\d+\.\d+\.\d+\.\d+")
NAME: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.[a-z0-9-]{1,63})*")


def addresses(host: str) -> list[str]:
    """Return the addresses of the sheet: on this machine, and for a tablet on the same network."""
    if host != EVERYWHERE:
        return [host]
    return ["localhost", *own_addresses()]


def from_a_phone(host: str) -> str:
    """The one address that a phone on the same network opens."""
    return (*own_addresses(), "localhost")[0] if host == EVERYWHERE else host


def neighbouring(host: str) -> list[str]:
    """The addresses under which neighbours reach this machine; none if it listens to itself."""
    found = own_addresses() if host == EVERYWHERE else [host]
    return [
        record for record in found if NUMBERS.fullmatch(record) and not record.startswith("127.")
    ]


def own_addresses() -> list[str]:
    """The addresses of this machine on its networks, the one that a tablet most likely sees first.

    Where a network leads on, that is the table's; a laptop that makes the network itself has none
    that does, and tells them all.
    """
    towards = _address_towards(SOMEWHERE)
    return [towards] if towards else every_address()


def every_address() -> list[str]:
    """Every address that this machine has on any network."""
    found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    return sorted(str(ip) for ip in found if not ipaddress.ip_address(str(ip)).is_loopback)


def host_names() -> list[str]:
    """Return what this machine calls itself, alone and as its neighbours would look it up."""
    name = socket.gethostname().lower().removesuffix(".local")
    if not NAME.fullmatch(name):
        return []
    return [name, f"{name.partition('.')[0]}.local"]


def _address_towards(there: tuple[str, int]) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(there)
        except OSError:
            return ""
        return str(probe.getsockname()[0])
