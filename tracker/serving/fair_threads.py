"""Threads that clients share fairly: none holds all of them, and those that wait take turns."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
Turn = asyncio.Future[None]


class FairThreads:
    """A pool of threads, of which one client holds at most `for_one`.

    A client that waits is served after as many clients as wait, not after as many requests: a
    hundred requests of one client delay another client by one request. Call it on the loop.
    """

    def __init__(self, number: int, for_one: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(number, thread_name_prefix=name)
        self._free = number
        self._for_one = for_one
        self._held: Counter[str] = Counter()
        # In the order of the turns: a client that has had one goes to the end.
        self._waiting: dict[str, deque[Turn]] = {}

    async def run(self, client: str, step: Callable[[], T]) -> T:
        """Run the step in a thread when it is the client's turn; return its result."""
        await self._wait_for_turn(client)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, step)
        finally:
            self._release(client)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    async def _wait_for_turn(self, client: str) -> None:
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        self._give_turns()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._release(client)
            raise

    def _give_turns(self) -> None:
        while self._free and (client := self._next_client()) is not None:
            turns = self._waiting.pop(client)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns
            if not turn.cancelled():
                self._free -= 1
                self._held[client] += 1
                turn.set_result(None)

    def _release(self, client: str) -> None:
        self._free += 1
        self._held[client] -= 1
        if not self._held[client]:
            del self._held[client]
        self._give_turns()

    def _next_client(self) -> str | None:
        """Return the client whose turn is next; those that hold their share are passed over."""
        return next((name for name in self._waiting if self._held[name] < self._for_one), None)
