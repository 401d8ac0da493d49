"""The whole walk: everybody reads, a stranger tries, everybody writes, and goes home."""

import re
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import chain
from typing import Final

from tests.processes import HOST
from tests.visitor import Visitor
from tests.walk.journey import Journey, Scope, is_of_match
from tests.walk.pages import WalkedPage
from tests.walk.table import Source, Table
from tracker.translations import LANGUAGES

AT_A_TIME: Final = 8
PRINTED: Final = ("demo", "longest")
"""The matches of which every sheet is printed, for the host and in the host's language."""
ASKING: Final = ("running",)
"""The matches in which the host agrees to what others undo or take."""
ASKED_BY_SCRIPTS: Final = ("/token", "/worker.js", "/healthz", "/readyz")
SHORT: Final = re.compile(r"<span>(/j/[^<]+)</span>")
CLOSED: Final = frozenset({403, 404})
ANYWHERE: Final = ("/table/join",)
"""Forms that are for a stranger."""


@dataclass
class Seat:
    """A device at a table, and its journey through the match."""

    table: Table
    role: str
    journey: Journey


@dataclass
class Walk:
    """The walk over one server."""

    port: int
    sources: Iterable[Source]
    seats: list[Seat] = field(default_factory=list)
    others: list[Journey] = field(default_factory=list)
    """The journeys outside of matches."""
    faults: list[str] = field(default_factory=list)

    @property
    def journeys(self) -> list[Journey]:
        return [*(seat.journey for seat in self.seats), *self.others]

    def go(self) -> None:
        """Make the matches and walk; `faults` has what was wrong."""
        visitors = {
            (role, language): Visitor(self.port, language)
            for role in ("host", "scorer", "looker", "stranger")
            for language in LANGUAGES
        }
        self._sit_down(visitors)
        for visitor in visitors.values():
            # A browser has its cookies before it asks for several pages at once.
            visitor.get("/")
        with ThreadPoolExecutor(AT_A_TIME) as threads:
            list(threads.map(self._read, self.seats))
            list(threads.map(partial(self._intrude, visitors), self._hosts()))
            list(threads.map(self._write, self._hosts()))
            at_home = {key: visitors[key] for key in visitors if key[0] in ("host", "stranger")}
            list(threads.map(self._stay_at_home, at_home.items()))
        self.faults += chain.from_iterable(journey.faults for journey in self.journeys)
        for visitor in visitors.values():
            visitor.close()

    def _sit_down(self, visitors: dict[tuple[str, str], Visitor]) -> None:
        """Make each match; its devices have another language each, and another at the next one."""
        codes = list(LANGUAGES)
        for number, source in enumerate(self.sources):
            by_role = {
                role: visitors[role, codes[(number + place) % len(codes)]]
                for place, role in enumerate(("host", "scorer", "looker"))
            }
            table = Table(source, **by_role)
            for role, visitor in by_role.items():
                who = f"{role} of {source.title}, {source.name}, {visitor.language}"
                within = is_of_match(table.match)
                prints = role == "host" and source.name in PRINTED
                journey = Journey(who, visitor, within if prints else without_pdf(within))
                self.seats.append(Seat(table, role, journey))

    def _hosts(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.role == "host"]

    def _read(self, seat: Seat) -> None:
        match = seat.table.match
        seat.journey.follow([match, f"{match}/version"])

    def _intrude(self, visitors: dict[tuple[str, str], Visitor], host: Seat) -> None:
        """Let a stranger send every form that the host was shown: nothing may change."""
        visitor = visitors["stranger", host.journey.visitor.language]
        stranger = Journey(f"stranger, {host.journey.who}", visitor, host.journey.scope)
        self.others.append(stranger)
        file = f"{host.table.match}/match.json"
        before = host.journey.visitor.get(file).data
        start = WalkedPage(visitor.get("/"), self.port)
        token = next(chain.from_iterable(form.fields for form in start.forms()))
        assert token[0] == "csrf_token"
        for form in host.journey.forms.values():
            if not form.action.endswith(ANYWHERE):
                own = form.with_field(*token)
                answer = visitor.submit(own.action, own.body, own.content_type)
                stranger.check(answer, f"{form.action} of the host", CLOSED)
        for address in host.journey.kinds.values():
            seen = stranger.ask(address)
            if seen:
                stranger.check(seen, address, (200, *CLOSED))
        if host.journey.visitor.get(file).data != before:
            stranger.note(host.table.match, "a stranger has changed the match")

    def _write(self, host: Seat) -> None:
        """Let the devices of a table send their forms one after the other, the host last."""
        looker = next(
            seat for seat in self.seats if seat.table is host.table and seat.role == "looker"
        )
        match = host.table.match
        stream = Stream(looker.journey.visitor, match)
        looker.journey.kinds[f"{match}/stream"] = f"{match}/stream"
        if host.table.source.name in ASKING:
            # The host has to agree to what the scorer takes back.
            host.journey.visitor.post(f"{match}/table/settings", self._asking(host))
        for role in ("scorer", "looker", "host"):
            for seat in self.seats:
                if seat.table is host.table and seat.role == role:
                    seat.journey.look_again([match, f"{match}/table"])
                    seat.journey.send_forms()
        if fault := stream.fault():
            looker.journey.note(f"{match}/stream", fault)

    def _asking(self, host: Seat) -> dict[str, str]:
        page = WalkedPage(host.journey.visitor.get(f"{host.table.match}/table"), self.port)
        (settings,) = [form for form in page.forms() if form.action.endswith("/settings")]
        return {**dict(settings.fields), "undo": "ask", "asks": "1"}

    def _stay_at_home(self, named: tuple[tuple[str, str], Visitor]) -> None:
        """Walk through everything outside of matches, and look at the new matches."""
        (role, language), visitor = named
        found = set[str]()
        for seat in self.seats:
            if seat.journey.visitor is visitor:
                found |= seat.journey.elsewhere
                shown = visitor.get(f"{seat.table.match}/table").text
                found |= set(SHORT.findall(shown))
        prints = (role, language) == ("host", "en")
        scope = is_outside if prints else without_pdf(is_outside)
        home = Journey(f"{role} at home, {language}", visitor, scope)
        self.others.append(home)
        home.follow(["/", *ASKED_BY_SCRIPTS, *sorted(found)])
        home.send_forms()
        known = {seat.table.match for seat in self.seats}
        for match in {address.partition("?")[0] for address in home.elsewhere}:
            if re.fullmatch(r"/m/[\w-]+", match) and match not in known and role == "host":
                scope = without_pdf(is_of_match(match))
                new = Journey(f"{role} of a new match, {language}", visitor, scope)
                self.others.append(new)
                new.follow([match])


def is_outside(address: str) -> bool:
    """Return whether an address is of no match."""
    return not address.startswith("/m/")


def without_pdf(scope: Scope) -> Scope:
    """Return a scope without PDFs, which take a second each."""
    return lambda address: scope(address) and ".pdf" not in address


class Stream:
    """The stream of a match, which a device follows while others write."""

    def __init__(self, visitor: Visitor, match: str) -> None:
        self._connection = HTTPConnection(HOST, visitor.port, timeout=300)
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        self._connection.request("GET", f"{match}/stream", headers={"Cookie": cookies})
        self._answer = self._connection.getresponse()
        self._versions: list[int] = []
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def fault(self) -> str:
        """End the stream; return what was wrong with it, or an empty text."""
        if self._connection.sock is not None:
            self._connection.sock.shutdown(2)
        self._thread.join()
        self._connection.close()
        if self._answer.status != 200:
            return f"{self._answer.status}"
        if self._versions != sorted(self._versions) or len(self._versions) < 2:
            return f"the versions came as {self._versions}"
        return ""

    def _listen(self) -> None:
        event = b""
        with suppress(OSError, HTTPException):
            for line in self._answer:
                name, _, value = line.strip().partition(b": ")
                if name == b"event":
                    event = value
                elif name == b"data" and event == b"version":
                    self._versions.append(int(value))
