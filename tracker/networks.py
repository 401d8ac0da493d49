"""The networks that clients come from."""

import base64
import hmac
import ipaddress
from contextlib import suppress
from typing import Final

WIDER_PREFIX: Final = 48
"""A provider gives one household up to a /48 of IPv6."""


def network_of(address: str | None) -> str:
    """The network of an address, to count clients by: one IPv4 address, or a /64 of IPv6."""
    with suppress(ValueError):
        found = ipaddress.ip_address(address or "")
        if isinstance(found, ipaddress.IPv6Address):
            if found.ipv4_mapped is not None:
                return str(found.ipv4_mapped)
            return str(ipaddress.ip_network((int(found), 64), strict=False))
        return str(found)
    return "unknown"


def wider_network(network: str) -> str | None:
    """Return the /48 of IPv6 that a network lies in; None for one of IPv4."""
    with suppress(ValueError):
        found = ipaddress.ip_network(network)
        if isinstance(found, ipaddress.IPv6Network):
            return str(found.supernet(new_prefix=WIDER_PREFIX))
    return None


def pseudonym(network: str, key: str) -> str:
    """Return a name for a network that tells nobody without the key which one it is."""
    digest = hmac.digest(key.encode(), f"network {network}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest)[:22].decode("ascii")
