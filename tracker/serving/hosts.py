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
PORT: Final = re.compile(r":[0-9]{1,5}\Z")
LOCAL: Final = (".local", ".localhost")
NOT_OURS: Final = (
    "This server does not answer to the name {name}.\n"
    "If the name is right, whoever runs the server can allow it with this setting:\n"
    "QUARTERMASTER_HOSTS={name}\n"
)


class Hosts:
    """Addresses, localhost, names in .local, and the names that are given."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset({"localhost", *(name.lower() for name in names)})

    def serve(self, host: bytes) -> bool:
        """Return whether a request for this host is answered."""
        name = name_in(host)
        return name in self._names or name.endswith(LOCAL) or is_address(name)


def name_in(host: bytes) -> str:
    """The name or address in a `Host` header, as it is compared."""
    name = PORT.sub("", host.decode("ascii")).lower()
    return name.removeprefix("[").removesuffix("]").removesuffix(".")


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
