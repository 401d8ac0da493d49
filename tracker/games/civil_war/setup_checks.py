"""Checks that types cannot make of a set-up or an entry: seats and tiles that do not exist."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET

from tracker.engine import hand_seat
from tracker.engine.hand_seat import HandSeat
from tracker.engine.refusal import Invalid, SetupRefused
from tracker.games.civil_war import deck
from tracker.games.civil_war.deck import Deck
from tracker.games.civil_war.entries import (
    Correct,
    Help,
    LayTiles,
    Lure,
    Meet,
    Numbers,
    SpendReserve,
    TurnOver,
    Upkeep,
    Written,
)
from tracker.games.civil_war.setup import Setup

ROLES: Final = 6
# The fields that hold a seat's number: as they are called here, as they are written.
SEAT_FIELDS: Final = (
    ("seat", "seat"),
    ("partner", "with"),
    ("to", "to"),
    ("target", "target"),
    ("turncoat", "turncoat"),
)
SEATS_OF: Final = {
    kind: tuple((field, name) for field, name in SEAT_FIELDS if field in kind.__struct_fields__)
    for kind in Written.__args__
}


def check_setup(setup: Setup) -> None:
    """CW-1.3: up to six players, a role is used once. And the deck is one that there is."""
    taken = set()
    for place, seat in enumerate(setup.seats):
        if seat.role in taken and len(setup.seats) <= ROLES:
            raise SetupRefused(
                "CW-1.3",
                f"setup.seats[{place}].role",
                "with {players} players each role is used once, and {role} is taken (CW-1.3)",
                players=len(setup.seats),
                role=seat.role.value,
            )
        taken.add(seat.role)
    if isinstance(setup.deck, Deck):
        deck.check_deck(setup.deck, "setup.deck.")
    elif setup.deck not in deck.shipped_names():
        raise Invalid("setup.deck", "there is no deck called {name}", name=setup.deck)


def check_entries(setup: Setup, entries: Sequence[Written]) -> None:
    seats = len(setup.seats)
    for place, entry in enumerate(entries):
        for path, seat in _seats_named(entry):
            if seat >= seats:
                raise Invalid(
                    f"entries[{place}].{path}",
                    "there is no seat {seat}; the last of {seats} is {last}",
                    seat=seat,
                    seats=seats,
                    last=seats - 1,
                )
        named = tuple(_tiles_named(entry))
        tiles = _tiles_of(setup) if named else frozenset()
        for path, tile in named:
            if tile not in tiles:
                raise Invalid(f"entries[{place}].{path}", "the deck has no tile {tile}", tile=tile)
        _check_whole(entry, f"entries[{place}]")


def _tiles_of(setup: Setup) -> frozenset[str]:
    if isinstance(setup.deck, Deck):
        return frozenset(tile.id for tile in setup.deck.tiles)
    return deck.shipped_ids(setup.deck)


def _seats_named(entry: Written) -> Iterator[tuple[str, int]]:
    for field, name in SEATS_OF[type(entry)]:
        if (seat := getattr(entry, field)) is not UNSET:
            yield name, seat
    match entry:
        case Meet():
            yield from _helpers("help", entry.help)
        case Lure():
            yield from ((f"from[{i}].seat", lured.seat) for i, lured in enumerate(entry.camps))
        case SpendReserve() if entry.lure is not UNSET:
            yield "lure.seat", entry.lure.seat
        case Upkeep():
            chosen = enumerate(entry.casualties)
            yield from ((f"casualties.{i}", i) for i, named in chosen if named is not UNSET)
        case TurnOver():
            yield from _helpers("choices.left.help", entry.choices.left.help)
            yield from _helpers("choices.middle.help", entry.choices.middle.help)
            yield from _helpers("choices.right.help", entry.choices.right.help)


def _helpers(path: str, given: tuple[Help, ...]) -> Iterator[tuple[str, int]]:
    return ((f"{path}[{i}].seat", ally.seat) for i, ally in enumerate(given))


def _tiles_named(entry: Written) -> Iterator[tuple[str, str]]:
    if isinstance(entry, LayTiles):
        for place, laid in enumerate(entry.tiles):
            if laid.tile is not UNSET:
                yield f"tiles[{place}].tile", laid.tile
    elif isinstance(entry, TurnOver) and entry.tile is not UNSET:
        yield "tile", entry.tile


def _check_whole(entry: Written, where: str) -> None:
    """Fields that are right each for itself and wrong together."""
    if isinstance(entry, SpendReserve) and (entry.lure is UNSET) == (entry.turncoat is UNSET):
        raise Invalid(where, "needs either lure or turncoat, not both")
    if isinstance(entry, HandSeat):
        hand_seat.check(entry, where)
    if isinstance(entry, Correct) and entry.set == Numbers():
        raise Invalid(f"{where}.set", "sets nothing")
