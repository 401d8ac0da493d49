"""The table around a match: who comes to look, who may write, and what the host settles."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.engine.title import AnyTitle
from tracker.games.titles import TITLES
from tracker.service import codes, guests, rights
from tracker.service.allowance import PARTS_OF_ROOM, Allowance, Stored, TooMuchStored
from tracker.service.guesses import Guesses
from tracker.service.guests import Guest
from tracker.service.match import (
    DEVICE_NAME_LETTERS,
    NoSuchMatch,
    clean_name,
    moment,
    moment_of,
    unpack_setup,
)
from tracker.service.rights import REMOVED, Forbidden, Standing
from tracker.service.writing import Publish, publish_to_nobody
from tracker.store import devices
from tracker.store.database import Database
from tracker.store.database_errors import Unreachable
from tracker.store.devices import Right, SheetMark, Undo
from tracker.store.models import MatchRow

MOST_LOOKERS: Final = 200
"""So many devices are remembered at a match; a device that comes later looks on unremembered."""
MOST_LOOKERS_OF_A_NETWORK: Final = MOST_LOOKERS // PARTS_OF_ROOM
MINUTE: Final = 60
NOTING_SECONDS: Final = 0.1
"""So long a page may wait until its device is noted as seen; else it is noted another time."""
NOTING_AGAIN: Final = 5.0
"""So many seconds after that has failed it is tried again."""

WRONG_CODE = Message("That is not the code of this table.")


class WrongCode(Exception):
    """The code that was typed is wrong, or leads nowhere."""

    says = WRONG_CODE


class PutAway(Exception):
    """The host has put the match away, and is the one who asks for it."""


class TableView(Struct, frozen=True):
    """The table around a match, as a device may see it."""

    short: str
    undo: Undo
    asks: bool
    code: str = ""
    """For the host only, as is what follows."""
    guests: tuple[Guest, ...] = ()
    has_recovery: bool = False


class Visit(Struct, frozen=True):
    """A device at a match: what it may do, and which sheet of which title it finds."""

    standing: Standing
    mark: SheetMark
    title: AnyTitle
    setup: Any


class Tables:
    """The tables of one database. The clock is the world's; a test has one of its own."""

    def __init__(
        self,
        database: Database,
        publish: Publish = publish_to_nobody,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database = database
        self._publish = publish
        self._clock = clock
        self._noting_failed = -NOTING_AGAIN

    def visit(
        self,
        match_id: str,
        device: str,
        name: Callable[[], str],
        *,
        is_known: bool,
        allowance: Allowance | None = None,
    ) -> Visit:
        """Return what a device that asks for a page may do, and of which match.

        It is remembered, and when it was here: at most once a minute, if it kept its secret. A
        device without a name is asked for one (`name`), which is noted at once.
        """
        with self._database.reading() as session:
            found = devices.visited(session, match_id, device)
            if found is None:
                raise NoSuchMatch(match_id)
        standing = rights.standing_of(device, found.device)
        if found.put_away is not None:
            raise PutAway if standing.is_host else NoSuchMatch(match_id)
        if standing.right is Right.REMOVED:
            raise Forbidden(REMOVED)
        seen = found.device.seen if found.device else ""
        is_due = seen < moment_of(self._clock() - MINUTE)
        if is_known and (is_due or (not standing.name and name())):
            self._note_visit(match_id, device, name(), allowance)
        setup = unpack_setup(found.title, found.setup)
        return Visit(standing, found.mark, TITLES[found.title], setup)

    def _note_visit(
        self, match_id: str, device: str, name: str, allowance: Allowance | None
    ) -> None:
        """Note that the device was seen, if that works at once: no page waits for it or fails."""
        if time.monotonic() < self._noting_failed + NOTING_AGAIN:
            return
        try:
            with suppress(TooMuchStored):
                self._remember(match_id, device, name, allowance)
        except Unreachable:
            self._noting_failed = time.monotonic()

    def _remember(self, match_id: str, device: str, name: str, allowance: Allowance | None) -> None:
        now = self._now()
        with self._database.writing(NOTING_SECONDS) as session:
            found = devices.device_of(session, match_id, device)
            if found is None:
                network = None if allowance is None else allowance.network
                if not _has_room(session, match_id, network):
                    return
                # Whoever adds a device locks the match first: it may be coming twice at once.
                devices.match_to_change(session, match_id)
                found = guests.at_match(session, match_id, device, self._now())
                found.network = network
                if allowance is not None:
                    allowance.use(session, Stored.LOOKERS)
            found.seen, found.name = now, found.name or clean(name)[:DEVICE_NAME_LETTERS]

    def table(self, match_id: str, by: str) -> TableView:
        """The table around a match; more of it for the host."""
        with self._database.reading() as session:
            match = devices.match_of(session, match_id)
            if match is None or match.put_away is not None:
                raise NoSuchMatch(match_id)
            if not rights.standing(session, match_id, by).is_host:
                return TableView(match.short, Undo(match.undo), match.asks)
            return TableView(
                match.short,
                Undo(match.undo),
                match.asks,
                match.code,
                tuple(guests.guest_of(device) for device in devices.devices(session, match_id)),
                match.recovery is not None,
            )

    def find(self, short: str) -> str:
        """The match with this short address, which is too long to be guessed."""
        with self._database.reading() as session:
            match = devices.match_at(session, codes.read_short(short))
            if match is None or match.put_away is not None:
                raise NoSuchMatch(short)
            return match.id

    def join(
        self, match_id: str, device: str, code: str, seat: int | None, name: str, network: str
    ) -> None:
        """With the table's code, a device writes from now on: for a seat, or for all."""
        name = clean_name(name, DEVICE_NAME_LETTERS)
        with self._guessing(network, match_id) as (session, guess, match):
            guests.must_be_seat(match, seat)
            is_right = codes.is_same(codes.read_code(code), match.code)
            if is_right:
                guess.was_right()
                found = guests.at_match(session, match_id, device, self._now())
                guests.must_be_welcome(found)
                guests.give(found, Right.SCORER if seat is None else Right.SEAT, seat)
                found.name = guests.name_at_table(session, found, name or found.name)
                version = guests.add_change(session, match, device)
                self._database.notify(session, match_id, version)
        if not is_right:
            raise WrongCode
        self._publish(match_id, version)

    def change(
        self, match_id: str, by: str, device: str, right: Right, seat: int | None, name: str
    ) -> None:
        """The host gives a device another right, or another name.

        Whoever is removed may have seen the code, so that there is a new one then.
        """
        name = clean_name(name, DEVICE_NAME_LETTERS)
        with self._as_host(match_id, by) as (session, match):
            found = guests.must_be_here(session, match_id, device)
            found.name = name
            if right != found.right or seat != found.seat:
                guests.must_be_seat(match, seat)
                guests.must_not_be_host(found, right)
                guests.give(found, right, seat)
                if right is Right.REMOVED:
                    guests.renew_code(session, match)

    def pass_on(self, match_id: str, by: str, device: str) -> None:
        """Another device is the host from now on, and this one writes for all."""
        with self._as_host(match_id, by) as (session, match):
            found = guests.must_be_here(session, match_id, device)
            if found.right == Right.REMOVED:
                raise Forbidden(guests.NOT_HERE)
            guests.make_host(session, match, found)

    def renew(self, match_id: str, by: str) -> None:
        """A new code, and a new short address; who is here stays."""
        with self._as_host(match_id, by) as (session, match):
            guests.renew_code(session, match)

    def settle(self, match_id: str, by: str, undo: Undo, *, asks: bool) -> None:
        """Store what the table chose: who takes back what, and whether seats are asked."""
        with self._as_host(match_id, by) as (_, match):
            match.undo, match.asks = undo, asks

    def make_recovery(self, match_id: str, by: str) -> str:
        """The token of a link that makes any device the host, once; an older one is dead."""
        token = codes.new_token()
        with self._as_host(match_id, by) as (_, match):
            match.recovery = codes.digest(token)
        return token

    def recover(self, token: str, device: str) -> str:
        """The device that comes with the host's link is the host; the match it is about."""
        with self._database.writing() as session:
            match = devices.match_to_recover(session, codes.digest(token))
            if match is None:
                raise WrongCode
            match.recovery = None
            guests.make_host(
                session, match, guests.at_match(session, match.id, device, self._now())
            )
            match_id, version = match.id, guests.add_change(session, match, device)
            self._database.notify(session, match_id, version)
        self._publish(match_id, version)
        return match_id

    def put_away(self, match_id: str, by: str) -> None:
        """Gone for everybody, and from every list; nothing is deleted."""
        with self._as_host(match_id, by) as (_, match):
            match.put_away = moment()

    def bring_back(self, match_id: str, by: str) -> None:
        with self._as_host(match_id, by, is_away=True) as (_, match):
            match.put_away = None

    def _now(self) -> str:
        return moment_of(self._clock())

    @contextmanager
    def _as_host(
        self, match_id: str, by: str, *, is_away: bool = False
    ) -> Iterator[tuple[Session, MatchRow]]:
        """A change that only the host makes; the others are told."""
        with self._database.writing() as session:
            match = devices.match_to_change(session, match_id)
            standing = rights.standing(session, match_id, by)
            hidden = match is not None and match.put_away is not None
            if match is None or (hidden and not (is_away and standing.is_host)):
                raise NoSuchMatch(match_id)
            rights.must_be_host(standing)
            yield session, match
            version = guests.add_change(session, match, by)
            self._database.notify(session, match_id, version)
        self._publish(match_id, version)

    @contextmanager
    def _guessing(self, network: str, match_id: str) -> Iterator[tuple[Session, Guesses, MatchRow]]:
        """A transaction in which one guess is made at a match; it counts unless it was right.

        The match is locked before its guesses are; but its code is not looked at before the guess
        is counted.
        """
        now = self._clock()
        with self._database.reading() as session:
            Guesses(session, network, match_id, now).must_be_few()
        with self._database.writing() as session:
            match = guests.match_to_change(session, match_id)
            guess = Guesses(session, network, match_id, now)
            guess.count()
            yield session, guess, match


def _has_room(session: Session, match_id: str, network: str | None) -> bool:
    """Return whether one more device can be remembered at the match, from this network."""
    if (
        network
        and devices.number_of_devices(session, match_id, network) >= MOST_LOOKERS_OF_A_NETWORK
    ):
        return False
    return devices.number_of_devices(session, match_id) < MOST_LOOKERS
