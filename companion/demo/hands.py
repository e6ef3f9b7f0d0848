"""Hands at the virtual table: take pieces where they lie and carry them, in small steps as a hand does."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.repairs import body
from engines.boards.board import Board
from engines.physical import Cell, Change, Contents, Look, Lying
from web.service import VirtualTop

STEPS = 6
CARRY_S = 0.6
"""s that a hand takes from one place to another; the camera sees it on its way."""
MISS_MM = 1.2
"""How far a hand misses the middle of a cell (standard deviation)."""
BESIDE_PART = 0.28
"""A second piece is put this part of the way to the next cell from a cell's middle: well inside, whatever the board."""
TURNS = 4
"""A tile that is turned a quarter so often points as before."""


class Hands:
    """Moves pieces on a virtual table; `seed` decides how far hands miss."""

    def __init__(self, top: Callable[[], VirtualTop], board: Callable[[], Board], pace: float, seed: int) -> None:
        """`top` and `board` answer what is on the table now; `pace` scales the time that hands take."""
        self._top = top
        self._board = board
        self._pace = pace
        self._hand = random.Random(seed)

    def carry_out(self, change: Change) -> None:
        """Makes `change` on the board's cells: pieces go from one to another, or come from beside the board."""
        cells = self._board().cells
        left = [piece for piece in change.left if piece.cell in cells]
        for piece in (piece for piece in change.arrived if piece.cell in cells):
            origin = next((gone for gone in left if body(gone.look) == body(piece.look)), None)
            if origin is not None:
                left.remove(origin)
                self._carry(origin, piece)
            else:
                self._bring(piece)

    def misplace(self, look: Look, to: Cell) -> None:
        """Takes the piece of that look from wherever it lies on the cells to `to`; raises `KeyError` without one."""
        found = next(iter(self._lying(look)), None)
        if found is None:
            raise KeyError(f"no {look} lies on the board")
        self._move(found, to)

    def put_right(self, placement: Mapping[Cell, Contents], slowly: bool) -> None:
        """Puts every piece where `placement` has it, at once or cell by cell."""
        shown: dict[Cell, Contents] = {}
        if slowly:
            for cell, looks in placement.items():
                shown[cell] = looks
                self._top().lay_out(shown)
                time.sleep(CARRY_S * self._pace)
        self._top().lay_out(placement)

    def _carry(self, origin: Lying, to: Lying) -> None:
        piece = next((piece for piece in self._lying(origin.look) if self._home(piece) == origin.cell), None)
        if piece is None:
            return
        if origin.look != to.look:
            self._top().flip(str(piece["id"]))
        self._move(piece, to.cell)

    def _bring(self, to: Lying) -> None:
        """A piece from beside the board, turned as it is to lie."""
        box = [piece for piece in self._top().pieces() if self._home(piece) is None]
        piece = next((piece for piece in box if body(piece["look"]) == body(to.look)), None)
        if piece is None:
            return
        for _ in range(TURNS):
            if any(one["id"] == piece["id"] and one["look"] == to.look for one in self._top().pieces()):
                break
            self._top().flip(str(piece["id"]))
        self._move(piece, to.cell)

    def _move(self, piece: Mapping[str, Any], to: Cell) -> None:
        x, y = self._board().places[to].centre
        taken = any(self._home(other) == to for other in self._top().pieces() if other["id"] != piece["id"])
        x += self._hand.gauss(0, MISS_MM) + (BESIDE_PART * self._board().pitch_mm if taken else 0)
        y += self._hand.gauss(0, MISS_MM)
        for step in range(1, STEPS + 1):
            part = step / STEPS
            at = piece["x"] + (x - piece["x"]) * part, piece["y"] + (y - piece["y"]) * part
            self._top().move(str(piece["id"]), *at)
            time.sleep(CARRY_S * self._pace / STEPS)

    def _lying(self, look: Look) -> Sequence[Mapping[str, Any]]:
        """Pieces of that look on the board's cells."""
        return [piece for piece in self._top().pieces() if piece["look"] == look and self._home(piece) is not None]

    def _home(self, piece: Mapping[str, Any]) -> Cell | None:
        """The cell in or nearest to which a piece lies, ``None`` beside the cells."""
        board = self._board()
        away = {
            name: (place.centre[0] - piece["x"]) ** 2 + (place.centre[1] - piece["y"]) ** 2
            for name, place in board.places.items()
        }
        nearest = min(away, key=lambda name: away[name])
        home = board.home(nearest)
        return home if home in board.cells and away[nearest] < board.pitch_mm**2 else None
