"""The names that the server answers to.

A page of another site can have its own name lead to this machine (DNS rebinding), and would then
be as near to the sheet as its own pages are. Its requests still carry that name, so they are
refused.
"""

import ipaddress
import re
from collections.abc import Iterable
from typing import Final

# A name or an address, perhaps with a port; for anything else no page could be made.
HOST: Final = re.compile(
    rb"(?:\[[0-9A-Fa-f:.]{2,45}\]|(?=.{1,255}\Z)[\w-]{1,63}(?:\.[\w-]{1,63})*\.?)(?::[0-9]{1,5})?"
)
PORT: Final = re.compile(r":([0-9]{1,5})\Z")
ANSWERED: Final = (".local", ".localhost")
NEVER_PUBLIC: Final = (*ANSWERED, ".home", ".home.arpa", ".internal", ".lan", ".test")
NOT_OURS: Final = (
    "This server does not answer to the name {name}.\n"
    "If the name is right, whoever runs the server can allow it with this setting:\n"
    "QUARTERMASTER_HOSTS={name}\n"
)


class Hosts:
    """Addresses, localhost, names in .local, and the names that are given."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset({"localhost", *map(name_in, names)})

    def serve(self, host: bytes) -> bool:
        """Return whether a request for this host is answered."""
        name = name_in(host.decode("ascii"))
        return name in self._names or name.endswith(ANSWERED) or is_address(name)


def name_in(host: str) -> str:
    """The name or address in a `Host` header, as it is compared."""
    # An address of IPv6 without brackets has no port.
    name = host if is_address(host) else PORT.sub("", host)
    return name.lower().removeprefix("[").removesuffix("]").removesuffix(".")


def port_in(host: str) -> str:
    """Return the port in a `Host` header, or nothing."""
    found = None if is_address(host) else PORT.search(host)
    return found[1] if found else ""


def is_local(name: str) -> bool:
    """Return whether a name or an address can belong to another machine in another network."""
    return is_address(name) or "." not in name or name.endswith(NEVER_PUBLIC)


def is_loopback(name: str) -> bool:
    """Return whether a name means nothing on another machine."""
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost"


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
