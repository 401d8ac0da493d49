"""A name that the neighbours can look up: quartermaster.local, as long as the server runs.

Some networks pass no such question on (guests are often kept apart). Then the address is still
there, and the log says in a line that the name is not.
"""

import logging
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final

from zeroconf import DNSQuestionType, Error, IPVersion, ServiceInfo, Zeroconf
from zeroconf._services.info import AddressResolverIPv4  # public only by its documentation

log = logging.getLogger(__name__)

NAME: Final = "quartermaster"
TRIES: Final = 20
WAIT: Final = 500
"""Milliseconds for somebody who has the name already to say so."""
NOT_HERE: Final = "This machine has no .local name on this network: %s"


@contextmanager
def findable(addresses: Sequence[str], port: int, kind: str, called: str = NAME) -> Iterator[str]:
    """Be found by name while this lasts, on the networks of these addresses.

    The kind is how the sheet is spoken to: `http` or `https`. Gives the name, or nothing where
    the network has none.
    """
    with ExitStack() as stack:
        try:
            network = _joined(addresses)
            stack.callback(network.close)
            name = _free_name(network, called, addresses)
        except (OSError, Error) as error:
            log.info(NOT_HERE, repr(error))
            name = ""
        if name:
            # It takes two seconds to make a name known, and nobody has to wait for it.
            service = _service(name, addresses, port, kind)
            made_known = threading.Thread(target=_make_known, args=(network, service), daemon=True)
            made_known.start()
            stack.callback(made_known.join)
        yield name


def _joined(addresses: Sequence[str]) -> Zeroconf:
    # With a thread of its own, whatever else runs in this one.
    return Zeroconf(list(addresses), ip_version=IPVersion.V4Only, use_asyncio=False)


def _make_known(network: Zeroconf, service: ServiceInfo) -> None:
    try:
        network.register_service(service, allow_name_change=True)
    except (OSError, Error) as error:
        log.info(NOT_HERE, repr(error))


def _free_name(network: Zeroconf, called: str, addresses: Sequence[str]) -> str:
    """The first of quartermaster.local, quartermaster-2.local… that is not another machine's."""
    for n in range(1, TRIES + 1):
        name = f"{called}-{n}.local" if n > 1 else f"{called}.local"
        if _addresses_of(network, name) <= set(addresses):
            return name
    raise Error(f"{TRIES} machines are called {called}")


def _addresses_of(network: Zeroconf, name: str) -> set[str]:
    asked = AddressResolverIPv4(f"{name}.")
    # An answer to all: one to us alone may go to another program that listens on this machine.
    asked.request(network, WAIT, question_type=DNSQuestionType.QM)
    return set(asked.parsed_addresses())


def _service(name: str, addresses: Sequence[str], port: int, kind: str) -> ServiceInfo:
    """Return what the neighbours are told: the addresses, and that a sheet is served there."""
    offered = f"_{kind}._tcp.local."
    return ServiceInfo(
        offered,
        f"{name.removesuffix('.local').capitalize()}.{offered}",
        addresses=[socket.inet_aton(address) for address in addresses],
        port=port,
        properties={"path": "/"},
        server=f"{name}.",
    )
