"""A whole game of simulated players: every entry of it goes through the rules."""

from collections.abc import Callable
from typing import Final

from tracker.engine.title import Decision
from tracker.games.civil_war import shapes, tiles, title
from tracker.games.civil_war.chance import Chance
from tracker.games.civil_war.columns import Phase
from tracker.games.civil_war.entries import (
    AnyEntry,
    EndTurn,
    Laid,
    LayTiles,
    NextMonth,
    Upkeep,
)
from tracker.games.civil_war.months import has_face_down
from tracker.games.civil_war.players import SimulatedPlayer, Wish, may_turn_another, turn_entry
from tracker.games.civil_war.position import Position, Table

MOST_ENTRIES_OF_A_GAME: Final = 5_000
"""The longest game of nine players has about 700 entries."""

Watch = Callable[[Position, AnyEntry, Decision[Position]], None]


class EndlessGame(Exception):
    """The game has not ended after so many entries."""

    def __init__(self, entries: int) -> None:
        super().__init__(f"the game has not ended after {entries} entries")
        self.entries = entries


class WholeGame:
    """A game on its way from a position to its end, with the same kind of player at every seat."""

    def __init__(
        self,
        position: Position,
        player: SimulatedPlayer,
        chance: Chance,
        watch: Watch | None = None,
        most_entries: int = MOST_ENTRIES_OF_A_GAME,
    ) -> None:
        self.position = position
        self._player = player
        self._chance = chance
        self._watch = watch
        self._entries_left = self._most_entries = most_entries

    def play(self) -> Position:
        """CW-8: the turns, the trades and the upkeep, the battles, until somebody has won."""
        while (phase := self._table().phase) is not Phase.OVER:
            if phase is Phase.TURNS:
                self._take_turn()
            elif phase is Phase.TRADES:
                for wish in self._player.before_upkeep:
                    self._ask_everyone(wish)
                self._write(Upkeep())
            else:
                self._ask_everyone(self._player.after_upkeep)
                self._write(NextMonth())
        return self.position

    def _take_turn(self) -> None:
        if self.position.figure is None:
            self._write(self._deal())
        table = self._table()
        seat = table.turn or 0
        for entry in self._player.before_turn(table, seat):
            self._write(entry)
        while self._may_go_on(seat):
            self._write(turn_entry(self._player, self.position, self._chance))
        self._write(EndTurn(seat))

    def _may_go_on(self, seat: int) -> bool:
        table = self._table()
        return table.phase is Phase.TURNS and has_face_down(table) and may_turn_another(table, seat)

    def _deal(self) -> LayTiles:
        """CW-3.2: tiles drawn from the whole deck, face down in a block."""
        cells = shapes.block(tiles.number_to_lay(self._table()))
        drawn = self._chance.sample(list(self.position.game.tiles), len(cells))
        return LayTiles(tuple(map(Laid, cells, drawn)))

    def _ask_everyone(self, wish: Wish) -> None:
        for seat in range(len(self.position.game.setup.seats)):
            table = self._table()
            if not table.is_out(seat):
                for entry in wish(table, seat):
                    self._write(entry)

    def _write(self, entry: AnyEntry) -> None:
        """Write the entry, unless an earlier one has ended the game: a trade can win it."""
        if self._table().phase is Phase.OVER:
            return
        if not self._entries_left:
            raise EndlessGame(self._most_entries)
        self._entries_left -= 1
        before = self.position
        decision = title.decide(before, entry)
        self.position = decision.position
        if self._watch is not None:
            self._watch(before, entry, decision)

    def _table(self) -> Table:
        return Table(self.position)
