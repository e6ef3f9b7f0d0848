"""Writes a game's board as files: what the eyes read, what the printer takes, and the sheet that measures a lens."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.paper.beside import beside
from companion.paper.charuco import export_charuco
from companion.paper.raster import MM_PER_INCH, fitting_width, raster_board, raster_png, with_resolution
from engines.boards.board import Board, Place, Point
from engines.boards.drawing import FONTS
from engines.boards.drawing.pieces import piece_document
from engines.game import Game
from engines.physical import Cell, Look
from engines.pieces import PieceLook

__all__ = ["export_board", "raster_board"]

DPI = 200.0
"""Resolution of ``board.png``: what a recording's art must have."""
FACE_DPI = 600.0
"""Resolution of the pieces' faces: 380 pixels across a piece of 16 mm."""


def export_board(
    game: Game[Any, Any], options: Mapping[str, str], folder: Path, lang: str = "en", markers_beside: bool = False
) -> list[Path]:
    """Writes the board that `game` is played on under `options` into `folder` (made if missing).

    ``board.json``, ``board.png`` and ``board.svg`` as docs of recordings say, faces of the pieces in ``faces/``, and
    ``charuco.*``. Answers the files written. Printed words are in `lang`. `markers_beside`: ``board.json`` says where
    markers lie that are put beside the board, in place of those in its corners.
    """
    board, pieces = game.board(options), game.pieces(options)
    folder.mkdir(parents=True, exist_ok=True)
    svg = board.svg(lang)
    written = [_write(folder / "board.svg", with_fonts(svg).encode())]
    width_px = fitting_width(board.size_mm, DPI)
    exact_dpi = width_px / board.size_mm[0] * MM_PER_INCH
    written.append(_write(folder / "board.png", with_resolution(raster_png(svg, width_px), exact_dpi)))
    faces = {}
    for look, body in pieces.items():
        face = folder / "faces" / f"{look.replace(':', '-')}.png"
        face.parent.mkdir(exist_ok=True)
        face_px = math.ceil(body.size_mm / MM_PER_INCH * FACE_DPI)
        written.append(_write(face, raster_png(piece_document(look, body), face_px)))
        faces[look] = face.relative_to(folder).as_posix()
    description = board_json(game.id, board, pieces, faces)
    if markers_beside:
        description["markers"] = {str(number): corners for number, corners in beside(board).items()}
    written.append(_write(folder / "board.json", msgspec.json.format(msgspec.json.encode(description), indent=1)))
    return [*written, *export_charuco(folder)]


def board_json(
    game: str | None, board: Board, pieces: Mapping[Look, PieceLook], faces: Mapping[Look, str] | None = None
) -> dict[str, Any]:
    """What ``board.json`` says; `faces` are files of the pieces' drawings, relative to it."""
    return {
        "game": game,
        "edition": board.edition,
        "art": "board.png",
        "grid": board.grid,
        "size_mm": board.size_mm,
        "pitch_mm": board.pitch_mm,
        "cells": {cell: _cell(board, cell, place) for cell, place in board.places.items()},
        "markers": {str(number): corners for number, corners in board.markers.items()},
        "pieces": {look: _piece(body, (faces or {}).get(look)) for look, body in pieces.items()},
    }


def _cell(board: Board, cell: Cell, place: Place) -> dict[str, Any]:
    """Centre, and outline unless the cell is a regular one of the grid; holding boxes say what they are ``of``."""
    regular = cell in board.cells and board.grid in ("hex-pointy", "hex-flat", "square")
    described: dict[str, Any] = dict(zip("xy", _short(place.centre)))
    if not regular:
        described["outline"] = [_short(corner) for corner in place.outline]
    if place.of is not None:
        described["of"] = place.of
    return described


def _short(point: Point) -> tuple[float, float]:
    """To a thousandth of a millimetre."""
    return round(point[0], 3), round(point[1], 3)


def _piece(body: PieceLook, face: str | None) -> dict[str, Any]:
    described: dict[str, Any] = {
        "shape": body.shape,
        "size_mm": body.size_mm,
        "height_mm": body.height_mm,
        "rgb": body.rgb,
    }
    described |= {"stacking": body.stacking} if body.stacking else {}
    return described | ({"face": face} if face else {})


def with_fonts(svg: str) -> str:
    """`svg` with the fonts it uses inside, so that it looks the same everywhere."""
    rules = "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};"
        f"src:url(data:font/{font.suffix[1:]};base64,{base64.b64encode(font.read_bytes()).decode()})}}"
        for font in FONTS
        for family, weight, style in [_FACES[font.stem]]
    )
    head, tail = svg.split(">", 1)
    return f"{head}><style>{rules}</style>{tail}"


_FACES = {
    "Cabin-Medium": ("Cabin", 500, "normal"),
    "Cabin-SemiBold": ("Cabin", 600, "normal"),
    "Cabin-Bold": ("Cabin", 700, "normal"),
    "EBGaramond12-Italic": ("EB Garamond", 400, "italic"),
    "Limelight-Regular": ("Limelight", 400, "normal"),
}


def _write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path
