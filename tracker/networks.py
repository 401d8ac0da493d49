"""The networks that clients come from."""

import ipaddress
from contextlib import suppress


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
