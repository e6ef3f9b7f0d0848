"""Draws any board without art: cells with ids and names, boxes, markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.boards.drawing.markers import markers_svg
from engines.boards.drawing.mirror import cells_layer, light
from engines.boards.drawing.palette import NAME_FONT
from engines.boards.drawing.svg import document, group, number, path, path_through, polygon, text

if TYPE_CHECKING:
    from engines.boards.chart import ChartedBoard

INKS = ("#e9e2cf", "#d9dfc9", "#cfdcdc", "#e3d3b4", "#d8cfdd", "#dfd0c6", "#cdd6e0", "#e6e6da")


def plain_board(board: ChartedBoard, lang: str) -> str:
    """Every place as its outline, tinted by terrain, with its name or id; lines through the middles; markers."""
    return document(board.size_mm, [*_layers(board, lang), markers_svg(board)])


def plain_mirror(board: ChartedBoard, lang: str) -> str:
    """The same for phones."""
    return light(document(board.size_mm, [*_layers(board, lang), cells_layer(board)]))


def _layers(board: ChartedBoard, lang: str) -> list[str]:
    tints = {name: INKS[index % len(INKS)] for index, name in enumerate(dict.fromkeys(board.chart.terrain.values()))}
    size = board.pitch_mm * 0.16
    grounds, words = [], []
    for cell, place in board.places.items():
        tint = tints[board.terrain(cell)] if cell in board.cells else "#f6f2e6"
        grounds.append(polygon(place.outline, f'fill="{tint}" stroke="#4a4238" stroke-width="0.3"'))
        words.append(text(place.centre, board.name(cell, lang) if cell in board.cells else cell, size, "#2b2620"))
    lines = [
        path_through([board.places[cell].centre for cell in line.cells], 'stroke="#7a5548" stroke-width="0.8"')
        for line in board.chart.lines
    ]
    if board.grid == "graph":
        streets = [
            path_through([place.centre, board.places[near].centre], 'stroke="#8a7f6d" stroke-width="2"')
            for cell, place in board.places.items()
            if cell in board.cells
            for near in board.neighbours(cell)
            if cell < near
        ]
        grounds = [group("streets", streets), *grounds]
    width, height = board.size_mm
    return [
        group("paper", [path(f"M0,0H{number(width)}V{number(height)}H0z", 'fill="#fbf8f0"')]),
        group("ground", grounds),
        group("lines", lines, 'fill="none"'),
        group("names", words, f'font-family="{NAME_FONT}"'),
    ]
