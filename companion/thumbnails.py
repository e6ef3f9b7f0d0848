"""A game's board as a small picture, cheap to make and send: cells in the tones of their terrain, pieces as dots."""

from __future__ import annotations

from itertools import cycle

from companion.moment import Moment
from engines.boards.board import Board

WATERS = frozenset({"sea", "water", "lake", "ocean"})
WATER_TONE = "#35525a"
LAND_TONES = ("#b89f6d", "#8f8a5c", "#a67f52", "#77714f", "#c2b285")
DOT_PITCHES = 0.85
"""Radius of a piece's dot over the pitch of the cells: seen at the size of a stamp, and more than one fits a hex."""


def thumbnail(moment: Moment) -> str:
    """The board of `moment` as an SVG document in mm."""
    board = moment.board
    width, height = board.size_mm
    body = "".join((*_cells(board), *_dots(moment)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">'
        f'<rect width="100%" height="100%" fill="{WATER_TONE}"/>{body}</svg>'
    )


def _cells(board: Board) -> list[str]:
    side = round(board.pitch_mm)
    tones = dict.fromkeys(sorted({board.terrain(cell) for cell in board.cells} - WATERS))
    paths: dict[str, list[str]] = {}
    for cell in sorted(board.cells):
        terrain = board.terrain(cell)
        if terrain not in WATERS:
            x, y = board.places[cell].centre
            paths.setdefault(terrain, []).append(f"M{x - side / 2:.0f} {y - side / 2:.0f}h{side}v{side}h-{side}z")
    colours = dict(zip(tones, cycle(LAND_TONES)))
    return [f'<path fill="{colours[terrain]}" d="{"".join(path)}"/>' for terrain, path in paths.items()]


def _dots(moment: Moment) -> list[str]:
    bodies = moment.game.pieces(moment.row.options)
    radius = moment.board.pitch_mm * DOT_PITCHES
    dots: list[str] = []
    for cell, looks in moment.placement.items():
        x, y = moment.board.places[cell].centre
        for number, look in enumerate(looks):
            red, green, blue = bodies[look].rgb
            at = x + (number - (len(looks) - 1) / 2) * radius
            dots.append(
                f'<circle cx="{at:.0f}" cy="{y:.0f}" r="{radius:.0f}" fill="rgb({red},{green},{blue})" '
                f'stroke="#14100c" stroke-width="{radius / 6:.0f}"/>'
            )
    return dots
