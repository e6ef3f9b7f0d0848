"""Which pieces lie where on a board, one a place, and how they are moved."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from companion.measures.other_drawing import Lying
from companion.measures.path_traced.luck import Luck, any_turn, one_of
from engines.physical import Cell, Look
from vision.board_file import BoardFile

LEAST, MOST = 24, 36
"""Pieces that lie on a board, the latter never reached; on small boards one on every third place at most."""
MISS, MISS_MOST = 0.06, 0.13
"""How far hands miss a place's middle, in pitches (standard deviation, each way), and the most they do."""
TILE_TURN = 0.04
"""How far tiles, which point somewhere, lie askew (radians, standard deviation)."""
APART = 0.85
"""Distance in pitches of a free place's middle to the nearest piece."""
NEAR, NEIGHBOURS = 0.35, 8
"""How often a piece moves to one of that many nearest places, and not anywhere."""


class Laying:
    """The pieces on a board: `lying` is every taken place's piece."""

    def __init__(self, board: BoardFile, luck: Luck) -> None:
        self._board, self._luck = board, luck
        self.lying: dict[Cell, Lying] = {}

    @property
    def placement(self) -> dict[Cell, list[Look]]:
        """What lies where, as recordings say it."""
        return {cell: [piece.look] for cell, piece in self.lying.items()}

    def lay(self, looks: Sequence[Look]) -> None:
        """Puts pieces on free places, anywhere, as long as there are some."""
        for look in looks:
            free = self._free(list(self._board.cells))
            if free:
                self._put(look, one_of(free, self._luck))

    def move(self) -> tuple[Cell, Cell]:
        """Moves any piece to a free place, and answers where from and where to: the same where no other is free."""
        begin = one_of(list(self.lying), self._luck)
        piece = self.lying.pop(begin)
        near = self._free(self._neighbours(begin)) if self._luck.random() < NEAR else []
        free = near or self._free([cell for cell in self._board.cells if cell != begin]) or [begin]
        end = one_of(free, self._luck)
        self._put(piece.look, end)
        return begin, end

    def _put(self, look: Look, cell: Cell) -> None:
        place, pitch = self._board.cells[cell], self._board.pitch_mm
        miss = np.clip(self._luck.normal(0, MISS * pitch, 2), -MISS_MOST * pitch, MISS_MOST * pitch)
        tile = self._board.pieces[look].shape == "tile"
        turn = self._luck.normal(0, TILE_TURN) if tile else any_turn(self._luck)
        self.lying[cell] = Lying(look, float(place.x + miss[0]), float(place.y + miss[1]), turn)

    def _free(self, cells: Sequence[Cell]) -> list[Cell]:
        """Those of the places that are empty, with no piece close by."""
        return [
            cell for cell in cells if cell not in self.lying and self._nearest_mm(cell) > APART * self._board.pitch_mm
        ]

    def _nearest_mm(self, cell: Cell) -> float:
        place = self._board.cells[cell]
        return min((math.hypot(place.x - one.x, place.y - one.y) for one in self.lying.values()), default=math.inf)

    def _neighbours(self, cell: Cell) -> list[Cell]:
        here, cells = self._board.cells[cell], self._board.cells
        by_distance = sorted(cells, key=lambda other: math.hypot(cells[other].x - here.x, cells[other].y - here.y))
        return by_distance[1 : NEIGHBOURS + 1]


def supply_for(board: BoardFile, luck: Luck) -> list[Look]:
    """The pieces of an evening: all that are tagged and others, or where pieces have faces any look at most once."""
    count = min(int(luck.integers(LEAST, MOST)), len(board.cells) // 3)
    looks = sorted(board.pieces)
    if any(piece.face for piece in board.pieces.values()):
        return [looks[number] for number in luck.permutation(len(looks))[:count].tolist()]
    tagged = [look for look in looks if look.startswith("tag:")]
    plain = [look for look in looks if not look.startswith("tag:")]
    return tagged + [one_of(plain, luck) for _ in range(count - len(tagged)) if plain]
