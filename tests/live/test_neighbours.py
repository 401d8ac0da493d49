"""The devices that are here, over all processes of a server."""

import asyncio

import pytest

from tests.own_loop import run
from tracker.live import hub as live
from tracker.live.hub import Hub
from tracker.live.neighbours import FRESH_FOR, Neighbours


def test_what_a_process_said_last_counts_until_it_says_otherwise() -> None:
    neighbours = Neighbours()
    neighbours.note("match", "first", ["tablet", "phone"])
    neighbours.note("match", "second", ["phone", "laptop"])
    neighbours.note("another", "first", ["watch"])

    assert neighbours.devices("match") == {"tablet", "phone", "laptop"}
    neighbours.note("match", "first", [])
    assert neighbours.devices("match") == {"phone", "laptop"}
    assert neighbours.devices("nowhere") == frozenset()


def test_a_process_that_has_died_is_forgotten() -> None:
    now = 100.0
    neighbours = Neighbours(lambda: now)
    neighbours.note("match", "dead", ["tablet"])
    now += FRESH_FOR / 2
    neighbours.note("match", "alive", ["phone"])
    now += FRESH_FOR / 2 + 1

    assert neighbours.devices("match") == {"phone"}


def connected() -> tuple[Hub, Hub]:
    """Two processes that hear all that either says, as by PostgreSQL."""
    hubs = Hub(), Hub()

    def send(match_id: str, word: str, text: str) -> None:
        for hub in hubs:
            hub.receive(match_id, word, text)

    for hub in hubs:
        hub.send_by(send)
        hub.run_on(asyncio.get_running_loop())
    return hubs


def test_devices_of_all_processes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "COUNT_AFTER", 0.0)

    async def follow() -> list[bytes]:
        here, there = connected()
        events = here.follow("match", "tablet").events()
        told = [await anext(events), await anext(events)]
        stream = there.follow("match", "phone")
        told.append(await anext(events))
        assert here.here("match") == there.here("match") == {"tablet", "phone"}
        stream.close()
        return [*told, await anext(events)]

    assert run(follow())[1:] == [
        b"event: here\ndata: 1\n\n",
        b"event: here\ndata: 2\n\n",
        b"event: here\ndata: 1\n\n",
    ]


def test_a_device_is_sent_away_whichever_process_holds_its_stream() -> None:
    async def follow() -> tuple[list[bytes], bool]:
        here, there = connected()
        removed, other = there.follow("match", "phone"), there.follow("match", "tablet")
        here.send_away("match", "phone")
        await asyncio.sleep(0)
        return [event async for event in removed.events()], other._is_stopping

    assert run(follow()) == ([live.OPENING, live.STOP], False)
