"""The hub: the newest version is sent once, to those who follow the match."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.own_loop import run
from tracker.live import hub as live
from tracker.live.hub import Hub, Stream, TooMany


async def heard(stream: Stream, number: int) -> list[bytes]:
    """The next events of a stream."""
    events: AsyncIterator[bytes] = stream.events()
    return [await anext(events) for _ in range(number)]


def test_a_slow_reader_is_told_the_newest_version_only() -> None:
    async def follow() -> list[bytes]:
        hub = Hub()
        hub.run_on(asyncio.get_running_loop())
        stream = hub.follow("match", "tablet")
        for version in (3, 5, 4):
            hub.publish("match", version)
        return await heard(stream, 2)

    assert run(follow()) == [live.OPENING, b"event: version\ndata: 5\n\n"]


def test_an_older_version_than_was_told_is_told_too() -> None:
    """A backup was brought back: the page asks what is true."""

    async def follow() -> list[bytes]:
        hub = Hub()
        hub.run_on(asyncio.get_running_loop())
        stream = hub.follow("match", "tablet")
        events = stream.events()
        hub.publish("match", 5)
        told = [await anext(events), await anext(events)]
        hub.publish("match", 2)
        return [*told, await anext(events)]

    assert run(follow())[1:] == [
        b"event: version\ndata: 5\n\n",
        b"event: version\ndata: 2\n\n",
    ]


def test_a_version_is_told_from_any_thread_and_to_its_match_only() -> None:
    async def follow() -> tuple[list[bytes], bool]:
        hub = Hub()
        hub.run_on(asyncio.get_running_loop())
        stream, other = hub.follow("match", "tablet"), hub.follow("another", "phone")
        await asyncio.to_thread(hub.publish, "match", 2)
        told = await heard(stream, 2)
        return told, other._woken.is_set()

    assert run(follow()) == ([live.OPENING, b"event: version\ndata: 2\n\n"], False)


def test_a_device_that_is_sent_away_hears_why_it_should_look_and_then_nothing() -> None:
    async def follow() -> tuple[list[bytes], bool]:
        hub = Hub()
        hub.run_on(asyncio.get_running_loop())
        removed, other = hub.follow("match", "phone"), hub.follow("match", "tablet")
        hub.publish("match", 7)
        hub.send_away("match", "phone")
        await asyncio.sleep(0)
        return [event async for event in removed.events()], other._is_stopping

    told = [live.OPENING, b"event: version\ndata: 7\n\n", live.STOP]
    assert run(follow()) == (told, False)


def test_everyone_is_told_how_many_devices_are_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "COUNT_AFTER", 0.0)

    async def follow() -> list[bytes]:
        hub = Hub()
        hub.run_on(asyncio.get_running_loop())
        stream = hub.follow("match", "tablet")
        hub.follow("match", "phone")
        second_page = hub.follow("match", "phone")
        events = stream.events()
        told = [await anext(events), await anext(events)]
        second_page.close()
        for followed in list(hub._streams["match"]):
            if followed is not stream:
                followed.close()
        return [*told, await anext(events)]

    assert run(follow())[1:] == [b"event: here\ndata: 2\n\n", b"event: here\ndata: 1\n\n"]


def test_there_is_an_end_to_how_many_may_follow() -> None:
    hub = Hub(in_all=3, by_device=2)
    first = hub.follow("match", "tablet")
    hub.follow("another", "tablet")
    with pytest.raises(TooMany):
        hub.follow("match", "tablet")
    hub.follow("match", "phone")
    with pytest.raises(TooMany):
        hub.follow("match", "laptop")

    first.close()
    first.close()
    assert hub.open_streams() == 2
    hub.follow("match", "laptop")


def test_a_line_where_nothing_happens_is_kept_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)

    async def follow() -> list[bytes]:
        return await heard(Hub().follow("match", "tablet"), 2)

    assert run(follow()) == [live.OPENING, live.STILL_HERE]


def test_a_line_is_kept_alive_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)
    monkeypatch.setattr(live, "APART", 0.001)

    async def follow() -> list[bytes]:
        return await heard(Hub().follow("match", "tablet"), 4)

    assert run(follow()) == [live.OPENING, *[live.STILL_HERE] * 3]


def test_publishing_when_no_server_runs_harms_nobody() -> None:
    hub = Hub()

    hub.publish("match", 1)

    assert hub.open_streams() == 0
