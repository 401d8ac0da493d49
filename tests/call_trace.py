"""The way of a find through our modules, on the real server: `python -m tests.call_trace`.

Two devices sit at a table. Every call of a function of ours is counted while the server answers a
preview, the find, the page that follows on the device that wrote it, and that page on the other.
"""

import re
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FrameType
from typing import Final, NamedTuple
from urllib.parse import urlencode

from tests.bench.device import Device, field
from tests.processes import HOST, PATIENCE_SECONDS, served

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = f"{ROOT / 'tracker'}/"
THREADS: Final = ("MainThread", "request", "following")
"""The loop, and the threads that answer. The others (checks, backups) belong to no request."""
FOLLOW: Final = {"X-Live": "1"}
FINDS: Final = 4
"""The last find is traced: the earlier ones fill the caches, as at a table."""


class Call(NamedTuple):
    """A function of ours."""

    module: str
    function: str


class Trace(NamedTuple):
    """The calls of our functions for one request."""

    name: str
    calls: Counter[Call]

    @property
    def modules(self) -> list[str]:
        return sorted({call.module for call in self.calls})

    def __str__(self) -> str:
        counted = f"{len(self.modules)} modules, {len(self.calls)} functions"
        return f"{self.name}: {counted}, {self.calls.total()} own calls"


class Recorder:
    """Counts the calls of our functions in the server's process."""

    def __init__(self, commands: Connection) -> None:
        self._commands = commands
        self._codes: Counter[CodeType] = Counter()

    def run(self) -> None:
        """Send what was called since the last command, again and again."""
        while self._commands.recv():
            codes, self._codes = self._codes, Counter()
            self._commands.send(Counter({named(code): codes[code] for code in codes}))

    def record(self, frame: FrameType, event: str, _value: object) -> None:
        """Count a call; Python calls this in every thread."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE) and is_answering():
            self._codes[code] += 1


def is_answering() -> bool:
    return threading.current_thread().name.startswith(THREADS)


def named(code: CodeType) -> Call:
    return Call(code.co_filename.removeprefix(PACKAGE), f"{code.co_qualname}:{code.co_firstlineno}")


def begin(commands: Connection) -> None:
    """Record in the process of a server, before it starts."""
    recorder = Recorder(commands)
    threading.Thread(target=recorder.run, daemon=True).start()
    threading.setprofile(recorder.record)
    sys.setprofile(recorder.record)


class Table:
    """Two devices at one match of the demo, whose server is recorded."""

    def __init__(self, port: int, recorder: Connection) -> None:
        self._recorder = recorder
        self._writer, self._other = Device(port), Device(port)
        self._match = self._writer.make_demo()
        _, page = self._writer.ask("GET", self._match)
        self._token = field(page, "csrf_token")
        self._version = int(re.findall(r'data-version="(\d+)"', page)[0])
        find = re.search(r'href="([^"]*do=find[^"]*seat=(\d)[^"]*)"', page)
        assert find, "the demo's next entry can be a find"
        self._seat = int(find[2])
        self._other.ask("GET", self._match)
        self._stream = HTTPConnection(HOST, port, timeout=PATIENCE_SECONDS)
        headers = {"Cookie": self._other.cookies}
        self._stream.request("GET", f"{self._match}/stream", headers=headers)
        self._events = self._stream.getresponse()
        self._wait_for_version()

    def find(self, amount: int) -> Iterator[Trace]:
        """Write a find, with everything that the server answers because of it."""
        self._recorded()
        fields = {"do": "find", "seat": str(self._seat), "resource": "food", "amount": str(amount)}
        shown = self._writer.ask(
            "GET", f"{self._match}?{urlencode(fields)}", more={"HX-Request": "true"}
        )[1]
        yield Trace("preview", self._recorded())
        sent = {"csrf_token": self._token, "version": str(self._version)}
        entry = f'[{{"do":"find","seat":{self._seat},"resource":"food","amount":{amount}}}]'
        assert entry.replace('"', "&#34;") in shown, "the preview offers the entry"
        sent |= {"write_id": f"find-{amount}", "entries": entry}
        from_here = {"Accept": "application/json", "Referer": f"http://{HOST}{self._match}"}
        self._writer.ask("POST", f"{self._match}/entries", sent, from_here)
        assert self._writer.status == 200
        self._version += 1
        self._wait_for_version()
        yield Trace("POST of the find", self._recorded())
        for device, whose in ((self._writer, "the own"), (self._other, "another")):
            _, page = device.ask("GET", self._match, more=FOLLOW)
            assert f'data-version="{self._version}"' in page
            yield Trace(f"the page that follows on {whose} device", self._recorded())

    def close(self) -> None:
        self._writer.close()
        self._other.close()
        self._stream.close()

    def _wait_for_version(self) -> None:
        """Until the other device is told of the present version."""
        while self._events.readline() != b"data: %d\n" % self._version:
            pass

    def _recorded(self) -> Counter[Call]:
        self._recorder.send(True)
        calls: Counter[Call] = self._recorder.recv()
        return calls


@contextmanager
def recorded_table(folder: Path) -> Iterator[Table]:
    ours, theirs = Pipe()
    environment = {"QUARTERMASTER_DATA": str(folder)}
    with served(environment, folder / "log", partial(begin, theirs)) as server:
        table = Table(server.port, ours)
        try:
            yield table
        finally:
            table.close()


def way_of_a_find(folder: Path) -> list[Trace]:
    """Return the four traces of a find at a table that has been played at."""
    with recorded_table(folder) as table:
        for amount in range(1, FINDS):
            list(table.find(amount))
        return list(table.find(FINDS))


def listed(trace: Trace) -> str:
    """Return every module with its functions and how often they were called."""
    lines = [str(trace)]
    for module in trace.modules:
        functions = {
            call.function: number for call, number in trace.calls.items() if call.module == module
        }
        lines += [f"  {module}: {', '.join(f'{name} × {n}' for name, n in functions.items())}"]
    return "\n".join(lines)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        traces = way_of_a_find(Path(folder))
    show = listed if "--list" in sys.argv else str
    for trace in traces:
        print(show(trace))
    calls = sum((trace.calls for trace in traces), Counter[Call]())
    print(Trace("all four", calls))


if __name__ == "__main__":
    main()
