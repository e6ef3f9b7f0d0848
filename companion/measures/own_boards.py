"""The boards that Tavolo ships, as printed sheets: real art, to be photographed like any other map."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from companion.board_eye import usual_cache
from companion.measures.printed_maps import Kind, Picture, Sheet
from companion.pictures import board_picture
from engines import registry
from engines.options import chosen

KINDS: dict[str, Kind] = {"hex-pointy": "hex", "hex-flat": "hex", "square": "square"}
PITCH_PX = 60.0
"""Px from cell to cell at most to which a board's picture is reduced."""
LONGEST_PX = 1600.0


def with_lattice() -> list[str]:
    """Names of the games whose boards have hexes or squares, in alphabetical order."""
    found = []
    for name in sorted(registry.names()):
        game = registry.find(name)
        if game.board(chosen(game.options, {})).grid in KINDS:
            found.append(name)
    return found


def without_lattice_of_its_own() -> list[str]:
    """Names of the games whose boards have neither, in alphabetical order."""
    return sorted(set(registry.names()) - set(with_lattice()))


@cache
def sheet_of(name: str) -> Picture:
    """The picture of a game's board, its longer side reduced to `LONGEST_PX`."""
    game = registry.find(name)
    picture = board_picture(game.board(chosen(game.options, {})), usual_cache())
    smaller = LONGEST_PX / max(picture.shape[:2])
    return np.asarray(cv2.resize(picture, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA), np.uint8)


@cache
def own_board(name: str) -> Sheet:
    """The board of a game as a sheet; raises `ValueError` where it has neither hexes nor squares."""
    game = registry.find(name)
    board = game.board(chosen(game.options, {}))
    kind = KINDS.get(board.grid)
    if kind is None:
        raise ValueError(f"the board of {name} has no lattice: {board.grid}")
    picture = board_picture(board, usual_cache())
    per_mm = picture.shape[1] / board.size_mm[0]
    smaller = min(1.0, PITCH_PX / (board.pitch_mm * per_mm))
    picture = np.asarray(cv2.resize(picture, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA), np.uint8)
    per_mm = picture.shape[1] / board.size_mm[0]
    centres = np.array([board.places[cell].centre for cell in sorted(board.cells)]) * per_mm - 0.5
    pitch = board.pitch_mm * per_mm
    turn = np.eye(2) if board.grid != "hex-flat" else np.array([[0.0, -1.0], [1.0, 0.0]])
    lattice = np.eye(3)
    lattice[:2, :2], lattice[:2, 2] = pitch * turn, centres[0]
    return Sheet(picture, kind, lattice, centres, pitch, "outline", True)
