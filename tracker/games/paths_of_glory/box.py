"""The contents of the box, from the files in `data/`: cards, spaces, tables and tracks."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field

from tracker.games.paths_of_glory.columns import SIDES

DATA: Final = Path(__file__).parent / "data"

Deck = Literal["M", "L", "T"]
Terrain = Literal["clear", "mountain", "swamp", "forest", "desert"]
DECKS: Final = ("M", "L", "T")
CardId = tuple[int, int]
"""The seat whose card it is, and its number."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as `cards.toml` writes it: what it is worth, when it may be used, what it does."""

    n: int
    name: str
    deck: Deck
    ops: int
    kind: str
    ws: int = 0
    star: bool = False
    effect: str = ""
    rule: str = ""
    # The condition of an event, or of a combat card.
    turns: tuple[int, int] = (1, 20)
    or_played: str = ""
    first: bool = False
    played: tuple[str, ...] = ()
    any_played: tuple[str, ...] = ()
    unplayed: tuple[str, ...] = ()
    earlier: str = ""
    combined: int = 0
    below: Literal["limited_war", "total_war", ""] = ""
    box: int = -1
    at_war: str = ""
    holds: str = ""
    or_normal: bool = False
    answers_fleet: bool = False
    entrench: bool = False
    # The condition of a combat card alone.
    when: Literal["attack", "defence", "either", ""] = ""
    own: tuple[str, ...] = ()
    own_alone: str = ""
    enemy: str = ""
    enemy_alone: str = ""
    nations: tuple[str, ...] = field(name="in", default=())
    terrain: Terrain | Literal[""] = ""
    weather: bool = False
    fort: str = ""
    trench: bool | None = None
    not_against: int = 0
    not_running: int = 0
    # What the sheet itself does.
    vp: int = 0
    destroys: str = ""
    no_rp: str = ""
    drm: int = 0
    flank: bool = False
    army_table: bool = False
    trench_effect: Literal["none", "no_shifts", ""] = ""
    first_fire: bool = False
    withdrawal: bool = False
    no_retreat: bool = False
    stays_on_tie: bool = False
    digs: bool = False
    calls_off: bool = False

    @property
    def is_combat_card(self) -> bool:
        return self.kind in ("CC", "CC1")

    @property
    def reinforces(self) -> str:
        """The nation that gets reinforcements, if the card brings some."""
        return self.kind[2:] if self.kind.startswith("R-") else ""

    @property
    def enters(self) -> str:
        """The neutral nation that enters the war, if the card makes one do so."""
        return self.kind[2:] if self.kind.startswith("N-") else ""


class Nation(Struct, frozen=True, forbid_unknown_fields=True):
    """The spaces of a nation as `spaces.toml` writes them."""

    side: Literal["cp", "ap"]
    spaces: tuple[str, ...]
    mountain: tuple[str, ...] = ()
    swamp: tuple[str, ...] = ()
    forest: tuple[str, ...] = ()
    desert: tuple[str, ...] = ()
    forts: Mapping[str, int] = {}
    vp: tuple[str, ...] = ()
    vp_classic: tuple[str, ...] = ()
    vp_historical: tuple[str, ...] = ()

    def terrain(self, space: str) -> Terrain:
        terrains: tuple[Terrain, ...] = ("mountain", "swamp", "forest", "desert")
        return next((name for name in terrains if space in getattr(self, name)), "clear")


class Space(Struct, frozen=True):
    """A space of the map, and the fort in it: 0 is none."""

    name: str
    nation: str
    owner: int
    """The seat of its printed side."""
    terrain: Terrain
    fort: int


class FireTable(Struct, frozen=True):
    """A fire table: the loss number by column and die."""

    columns: tuple[str, ...]
    losses: tuple[tuple[int, ...], ...]


class Fire(Struct, frozen=True):
    army: FireTable
    corps: FireTable


class TerrainRow(Struct, frozen=True):
    """A row of the terrain table."""

    attacker_left: int
    difficult: bool
    """True where a retreat may be cancelled and an advance stops."""
    flank: bool


class Scenario(Struct, frozen=True):
    """The last turn of a scenario, and the VP that decide it."""

    last_turn: int
    cp: int
    ap: int
    rule: str


class DeckSize(Struct, frozen=True):
    cards: int
    optional: int


class Commitment(Struct, frozen=True):
    limited_war: int
    total_war: int


class Marks(Struct, frozen=True):
    """Marks on the track of the combined war status."""

    us_entry: int
    fall_of_the_tsar: int
    armistice: int


class Both(Struct, frozen=True):
    """A number for each side."""

    cp: int
    ap: int


class Dice(Struct, frozen=True):
    """The mandated offensive by die, for each side."""

    cp: tuple[str, ...]
    ap: tuple[str, ...]


class PeaceTable(Struct, frozen=True):
    below_20: tuple[int, ...]
    from_20: tuple[int, ...]


class NearEastNations(Struct, frozen=True):
    nations: tuple[str, ...]
    without: tuple[str, ...]
    besides: tuple[str, ...]


class Places(Struct, frozen=True):
    channel: tuple[str, ...]
    russian_siege_late: tuple[str, ...]


class PrintedTables(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in `tables.toml`, under its own names."""

    seasons: Mapping[str, tuple[int, ...]]
    decks: Mapping[str, DeckSize]
    commitment: Commitment
    marks: Marks
    victory: Both
    scenarios: Mapping[str, Scenario]
    mandates: Dice
    strategic_redeployment: Mapping[str, int]
    replacement_points: Mapping[str, Mapping[str, Mapping[str, int]]]
    peace: PeaceTable
    capitals: Mapping[str, tuple[str, ...]]
    fire: Fire
    terrain: Mapping[str, TerrainRow]
    near_east: NearEastNations
    places: Places


def _document(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text("utf-8"))


def _spaces() -> Iterator[Space]:
    for code, nation in NATIONS.items():
        owner = SIDES.index(nation.side)
        for name in nation.spaces:
            yield Space(name, code, owner, nation.terrain(name), nation.forts.get(name, 0))


def _near_east() -> Iterator[str]:
    for space in SPACES.values():
        if space.nation in TABLES.near_east.nations and space.name not in TABLES.near_east.without:
            yield space.name
    yield from TABLES.near_east.besides


_cards = _document("cards.toml")
CARDS: Final[tuple[tuple[Card, ...], tuple[Card, ...]]] = (
    msgspec.convert(_cards["cp"], tuple[Card, ...]),
    msgspec.convert(_cards["ap"], tuple[Card, ...]),
)
TABLES: Final = msgspec.convert(_document("tables.toml"), PrintedTables)
NATIONS: Final = msgspec.convert(_document("spaces.toml"), dict[str, Nation])
SPACES: Final[Mapping[str, Space]] = {space.name: space for space in _spaces()}
FORTS: Final[Mapping[str, Space]] = {space.name: space for space in SPACES.values() if space.fort}
NEAR_EAST_SPACES: Final = frozenset(_near_east())
SEASON_OF: Final[Mapping[int, str]] = {
    turn: season for season, turns in TABLES.seasons.items() for turn in turns
}


def vp_spaces(*, historical: bool) -> tuple[str, ...]:
    """The VP spaces of the scenario's set, in the order of the map."""
    return tuple(
        name
        for nation in NATIONS.values()
        for name in nation.spaces
        if name in nation.vp or name in (nation.vp_historical if historical else nation.vp_classic)
    )


VP_SPACES: Final[Mapping[bool, tuple[str, ...]]] = {
    historical: vp_spaces(historical=historical) for historical in (False, True)
}
"""The two sets of VP spaces, by whether it is the historical one (PG-5.7.2)."""


def card_id(written: str) -> CardId:
    """The card that is written as "CP 28"."""
    side, n = written.split()
    return SIDES.index(side.lower()), int(n)


def card(seat: int, n: int) -> Card:
    return CARDS[seat][n - 1]


def rule_of(seat: int, n: int) -> str:
    """The number under which a card's own condition is cited."""
    return card(seat, n).rule or f"PG-{SIDES[seat].upper()}{n}"
