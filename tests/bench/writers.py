"""Clients in processes of their own, each with one connection that it keeps.

A client knows its requests beforehand and reads no more of an answer than it must, so that it
takes little of the processor from the server that it measures.
"""

import json
import multiprocessing
import re
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.synchronize import Barrier
from statistics import median
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from tests.bench.device import Device, at_most, field
from tests.processes import HOST

LENGTH: Final = re.compile(rb"\r\ncontent-length: (\d+)")
ENTRY: Final = '{"do":"correct","seat":0,"set":{"lost_turns":%d},"reason":"measured"}'
SEATS: Final = [
    {"name": "Anna", "role": "southern_officer"},
    {"name": "Boris", "role": "northern_soldier"},
]
SETUP: Final = {"months": 6, "tiles_per_player": 4, "seats": SEATS}

Requests = Iterator[bytes]
Prepare = Callable[[int, int], Requests]
"""Makes the requests of one client from the port and their number."""


class Rate(NamedTuple):
    """The measurements of several clients together."""

    a_second: float
    times: list[float]

    @property
    def middle_ms(self) -> float:
        return median(self.times) * 1000

    @property
    def slowest_ms(self) -> float:
        return at_most(self.times, 0.99) * 1000


def empty_requests(port: int, number: int) -> Requests:
    """Requests for the bare view."""
    for _ in range(number):
        yield b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def json_entries(port: int, number: int) -> Requests:
    """Entries on a new match, through the JSON interface."""
    token = call(port, "/api/devices", "")["token"]
    body = {"write_id": "made", "title": "civil-war", "setup": SETUP}
    match = call(port, "/api/matches", token, body)["id"]
    for n in range(number):
        sent = f'{{"write_id":"bench-{n}","entries":[{ENTRY % (n % 2 + 1)}]}}'
        yield request("POST", f"/api/matches/{match}/entries", json_headers(token), sent)


def version_requests(port: int, number: int) -> Requests:
    """Questions for the version of a new match."""
    token = call(port, "/api/devices", "")["token"]
    body = {"write_id": "made", "title": "civil-war", "setup": SETUP}
    match = call(port, "/api/matches", token, body)["id"]
    for _ in range(number):
        yield request("GET", f"/api/matches/{match}/version", json_headers(token), "")


def form_entries(port: int, number: int) -> Requests:
    """Entries on a new match, as the script of its page sends the form."""
    device = Device(port)
    match = device.make_demo()
    _, page = device.ask("GET", match)
    device.close()
    headers = {
        "Cookie": device.cookies,
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
        "Referer": f"http://localhost{match}",
    }
    fields = {"csrf_token": field(page, "csrf_token"), "version": "0"}
    for n in range(number):
        sent = urlencode(
            {**fields, "write_id": f"bench-{n}", "entries": f"[{ENTRY % (n % 2 + 1)}]"}
        )
        yield request("POST", f"{match}/entries", headers, sent)


def json_headers(token: str) -> dict[str, str]:
    headers = {"Content-Type": "application/json"}
    return headers | {"Authorization": f"Bearer {token}"} if token else headers


def request(method: str, path: str, headers: dict[str, str], body: str) -> bytes:
    data = body.encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(data)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join((*lines, "", "")).encode() + data


def call(port: int, path: str, token: str, body: object = None) -> Any:
    """Return the answer of the JSON interface to a POST."""
    with socket.create_connection((HOST, port), timeout=30) as connection:
        connection.sendall(request("POST", path, json_headers(token), json.dumps(body or {})))
        return json.loads(read_answer(connection).partition(b"\r\n\r\n")[2])


def read_answer(connection: socket.socket) -> bytes:
    """One answer with a length; raises `ValueError` for one that failed."""
    answer = b""
    while b"\r\n\r\n" not in answer:
        data = connection.recv(65_536)
        if not data:
            raise EOFError
        answer += data
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith((b"HTTP/1.1 2", b"HTTP/1.1 303")):
        raise ValueError(answer)
    length = LENGTH.search(head.lower())
    missing = int(length[1]) - len(body) if length else 0
    while missing > 0:
        data = connection.recv(missing)
        answer += data
        missing -= len(data)
    return answer


def measured(port: int, prepare: Prepare, clients: int, number: int) -> Rate:
    """So many clients, each with its requests one after the other on a connection of its own."""
    barrier = multiprocessing.Barrier(clients)
    with ProcessPoolExecutor(clients, initializer=_begin_together, initargs=(barrier,)) as pool:
        sending = [pool.submit(_send_all, port, prepare, number) for _ in range(clients)]
        found = [client.result() for client in sending]
    began = min(start for start, _, _ in found)
    ended = max(end for _, end, _ in found)
    times = [spent for _, _, spent_times in found for spent in spent_times]
    return Rate(len(times) / (ended - began), times)


def _begin_together(barrier: Barrier) -> None:
    global _all_ready
    _all_ready = barrier


def _send_all(port: int, prepare: Prepare, number: int) -> tuple[float, float, list[float]]:
    """Send the requests; when it began, when it ended, and what each took."""
    requests, times = list(prepare(port, number)), []
    with socket.create_connection((HOST, port), timeout=30) as connection:
        _all_ready.wait(60)
        began = time.monotonic()
        for sent in requests:
            start = time.perf_counter()
            connection.sendall(sent)
            read_answer(connection)
            times.append(time.perf_counter() - start)
    return began, time.monotonic(), times


_all_ready: Barrier
"""The barrier of the clients of one measurement, each in its process."""
