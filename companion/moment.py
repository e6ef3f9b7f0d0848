"""The table as it stands between two changes: everything that pages may be made from, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.journal import Journal
from companion.referee import Mode, Ruling
from companion.store import GameRow, Phase, PlayerRow
from engines.boards.board import Board
from engines.entries import Act, Seat
from engines.game import Game
from engines.physical import Cell, Contents


class Moment(msgspec.Struct, frozen=True):
    """What holds now. `journal` is ``None`` in the lobby. `seen` is the board as last seen, place by place.

    `generation` counts all changes, hidden ones too: it must not leave the process.
    """

    generation: int
    game: Game[Any, Any]
    board: Board
    row: GameRow
    phase: Phase
    mode: Mode
    players: tuple[PlayerRow, ...]
    invited: tuple[str, ...]
    journal: Journal | None = None
    ruling: Ruling = Ruling()
    seen: Mapping[Cell, Contents] = {}
    last_cells: tuple[Cell, ...] = ()
    rematch: frozenset[Seat] = frozenset()
    """Seats that want another game after this one."""
    leaving: Mapping[Seat, frozenset[Seat]] = {}
    """Seats whose players want to leave the game, with those who have agreed."""
    overdue: frozenset[Seat] = frozenset()
    """Seats whose time is up where the rules know no default: the others may let the table choose for them."""
    keeps_pictures: bool = False
    """Whether the camera's pictures of this game are kept."""
    patience_s: int = 0
    """s after which the table answers for a player who sleeps; 0: never."""

    @property
    def placement(self) -> Mapping[Cell, Contents]:
        """The board as the engine knows it; empty in the lobby."""
        return self.game.placement(self.journal.state).cells if self.journal else {}

    @property
    def seen_as_known(self) -> Mapping[Cell, Contents]:
        """What is seen to lie just where the engine knows it: that pieces lie there is no mistake of the eye's."""
        return {cell: what for cell, what in self.placement.items() if what and self.seen.get(cell) == what}

    @property
    def laid_again(self) -> bool:
        """Whether the board is being set up for a game that is under way: it was packed away and taken out again."""
        if self.phase != "setup" or self.journal is None:
            return False
        if self.game.lays_anew(self.journal.state):
            return False
        return any(isinstance(played.entry, Act) for played in self.journal.standing)
