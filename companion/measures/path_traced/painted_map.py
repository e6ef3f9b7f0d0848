"""A board that nobody has: a map of hexes or squares painted anew, its markers and its pieces, as a board's folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import cv2
import msgspec
import numpy as np

from companion.measures.path_traced import signs
from companion.measures.path_traced.luck import Luck, luck_of, one_of
from companion.measures.path_traced.signs import Canvas
from companion.measures.path_traced.terrain import (
    PALETTES,
    Picture,
    Points,
    Rgb,
    lie_of_the_land,
    painted,
    some_palette,
)
from engines.physical import Cell, Look
from vision.board_file import BoardFile, CellEntry, PieceEntry
from vision.board_model import regular_outline

MapGrid = Literal["hex-flat", "hex-pointy", "square"]

PX_PER_MM = 200 / 25.4
"""Resolution of the print: 200 dpi, as the format of recordings asks for."""
GRIDS: tuple[MapGrid, ...] = ("hex-flat", "hex-pointy", "hex-flat", "hex-pointy", "square")
SIZES_MM = ((594.0, 420.0), (420.0, 297.0), (560.0, 560.0), (700.0, 500.0), (594.0, 420.0))
PITCHES_MM, SMALL_PITCHES_MM = (20.0, 22.0, 24.0, 26.0, 28.0), (18.0, 20.0, 22.0)
"""Distances of neighbouring cells on boards wider than `WIDE_MM`, and on others."""
WIDE_MM = 500.0
SIDES_MM, BOTTOM_MM = 34.0, 42.0
"""Paper beside and below the map; above it are 32 or 40 mm."""
PAPERS: tuple[Rgb, ...] = ((248, 246, 238), (240, 232, 212), (252, 252, 250), (222, 205, 170), (60, 58, 55))
PAPER_SHARES = (0.3, 0.25, 0.25, 0.12, 0.08)
"""Colours of the paper, and how often each is taken."""
NUMBERED = 0.8
"""How often cells have their names printed in them."""
MARKER_MM, EDGE_MM, QUIET_MM = 21.0, 4.5, 3.0
"""Side of a marker, its distance to the board's edge, and the white around it."""
COLOURS: Mapping[str, Rgb] = {
    "red": (190, 28, 34),
    "orange": (234, 112, 22),
    "yellow": (240, 196, 24),
    "green": (24, 122, 56),
    "blue": (26, 66, 165),
    "violet": (104, 46, 138),
    "black": (26, 26, 28),
    "white": (234, 231, 222),
}
SHAPES_MM = {"disc": (14.0, 18.0), "square": (12.0, 15.0)}
"""Least and greatest size of pieces, by shape."""
HAS_LOOK = 0.62
"""How often there are pieces of one shape and colour."""
LOW_MM, TALL_MM = (3.0, 6.0), (8.0, 15.0)
"""Heights of pieces; those of few boards are tall, and of these not all."""
TALL_BOARDS, TALL_PIECES = 0.15, 0.4
SMALLER = 0.82
"""Size of pieces where cells are less than 22 mm apart, beside those elsewhere."""
TAG_MM, SMALL_TAG_MM = 18.0, 15.0
"""Size of tagged discs, and of those where cells are less than 22 mm apart."""
FIRST_TAG = 4


def paint(seed: int, folder: Path) -> BoardFile:
    """Paints the map of that seed, writes it into `folder` (made if missing), and answers its ``board.json``."""
    luck = luck_of(seed, "map")
    folder.mkdir(parents=True, exist_ok=True)
    grid, size_mm = one_of(GRIDS, luck), one_of(SIZES_MM, luck)
    pitch_mm = one_of(PITCHES_MM if size_mm[0] > WIDE_MM else SMALL_PITCHES_MM, luck)
    centres = _centres(grid, size_mm, pitch_mm, top_mm=40.0 if luck.random() < 0.8 else 32.0)
    markers = _markers(size_mm)
    art = _print(luck, grid, size_mm, pitch_mm, centres)
    for number, corners in markers.items():
        _put_marker(art, number, corners)
    cv2.imwrite(str(folder / "board.jpg"), art[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 90])
    cells = {cell: CellEntry(round(float(x), 3), round(float(y), 3)) for cell, (x, y) in centres.items()}
    board = BoardFile("board.jpg", grid, size_mm, cells, pitch_mm, markers, _pieces(luck, pitch_mm))
    described = {"game": None, "edition": f"painted {seed}"} | msgspec.to_builtins(board, str_keys=True)
    (folder / "board.json").write_bytes(msgspec.json.format(msgspec.json.encode(described), indent=1))
    return board


def _centres(grid: MapGrid, size_mm: tuple[float, float], pitch_mm: float, top_mm: float) -> dict[Cell, Points]:
    """Where cells are, mm, named by column and row."""
    outline = regular_outline(grid, pitch_mm)
    first = np.array([SIDES_MM, top_mm]) - outline.min(axis=0)
    cell = np.ptp(outline, axis=0)
    room = np.array(size_mm) - (2 * SIDES_MM, top_mm + BOTTOM_MM)
    step = cell * {"hex-flat": (0.75, 1), "hex-pointy": (1, 0.75), "square": (1, 1)}[grid]
    columns, rows = ((room - cell) // step + 1).astype(int).tolist()
    centres = {}
    for column in range(columns):
        for row in range(rows):
            shift = (0.0, pitch_mm / 2 * (column % 2)) if grid == "hex-flat" else (0.0, 0.0)
            shift = (pitch_mm / 2 * (row % 2), 0.0) if grid == "hex-pointy" else shift
            if (shift[0] and column == columns - 1) or (shift[1] and row == rows - 1):
                continue
            centres[f"{column:02}{row:02}"] = first + step * (column, row) + shift
    return centres


def _print(
    luck: Luck, grid: MapGrid, size_mm: tuple[float, float], pitch_mm: float, centres: Mapping[Cell, Points]
) -> Picture:
    """The whole print but its markers, RGB. Ground is painted at half its resolution."""
    width, height = (round(side * PX_PER_MM) for side in size_mm)
    outlines = np.stack(list(centres.values()))[:, None] + regular_outline(grid, pitch_mm)
    frame = np.stack([outlines.min(axis=(0, 1)), outlines.max(axis=(0, 1))])
    palette = some_palette(luck)
    paper = PAPERS[int(luck.choice(len(PAPERS), p=PAPER_SHARES))]
    coarse = lie_of_the_land(luck, (height // 2, width // 2), PX_PER_MM / 2, outlines)
    ground = cv2.resize(painted(luck, coarse, palette, PX_PER_MM / 2), (width, height), interpolation=cv2.INTER_LINEAR)
    land = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_NEAREST).astype(np.uint8)
    image = np.empty((height, width, 3), np.uint8)
    image[:] = paper
    (left, top), (right, bottom) = (frame * PX_PER_MM).astype(int).tolist()
    image[top:bottom, left:right] = ground[top:bottom, left:right]
    canvas = Canvas(image, PX_PER_MM)
    signs.draw_signs(luck, canvas, land, palette, frame)
    signs.draw_ways(luck, canvas, frame)
    signs.draw_lattice(luck, canvas, outlines)
    if luck.random() < NUMBERED:
        signs.draw_numbers(canvas, centres, pitch_mm, (235, 230, 220) if palette is PALETTES[-1] else (40, 35, 30))
    _print_margins(luck, canvas, size_mm, frame, (25, 25, 28) if np.mean(paper) > 120 else (225, 220, 210))
    return canvas.image


def _print_margins(luck: Luck, canvas: Canvas, size_mm: tuple[float, float], frame: Points, ink: Rgb) -> None:
    """A frame around the map, its title, a track of turns and rules."""
    canvas.box(tuple(frame[0]), tuple(frame[1]), ink, 0.6)
    canvas.write(f"THE MARCHES OF {one_of(('VARN', 'ELSE', 'ORLO', 'TESK'), luck)}", 70, 14, 8, ink)
    below = size_mm[1] - BOTTOM_MM + 14
    for turn in range(12):
        left = size_mm[0] * 0.45 + turn * 14
        canvas.box((left, below), (left + 12, below + 14), ink, 0.5)
        canvas.write(str(turn + 1), left + 6, below + 7, 5, ink, middle=True)
    for line in range(3):
        canvas.write("Rough ground +2 MP, road 1/2 MP per hex (7.3)", 40, below + line * 5, 3, ink)


def _markers(size_mm: tuple[float, float]) -> dict[int, list[tuple[float, float]]]:
    """Corners of the four markers, mm."""
    width, height = size_mm
    right, bottom = width - EDGE_MM - MARKER_MM, height - EDGE_MM - MARKER_MM
    around = ((0.0, 0.0), (MARKER_MM, 0.0), (MARKER_MM, MARKER_MM), (0.0, MARKER_MM))
    firsts = ((EDGE_MM, EDGE_MM), (right, EDGE_MM), (right, bottom), (EDGE_MM, bottom))
    return {number: [(x + dx, y + dy) for dx, dy in around] for number, (x, y) in enumerate(firsts)}


def _put_marker(art: Picture, number: int, corners: list[tuple[float, float]]) -> None:
    left, top = (round(value * PX_PER_MM) for value in corners[0])
    side, quiet = round(MARKER_MM * PX_PER_MM), int(QUIET_MM * PX_PER_MM)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    drawn = cv2.aruco.generateImageMarker(dictionary, number, side, borderBits=1)
    art[max(0, top - quiet) : top + side + quiet, max(0, left - quiet) : left + side + quiet] = 250
    art[top : top + side, left : left + side] = np.maximum(drawn, 25)[..., None]


def _pieces(luck: Luck, pitch_mm: float) -> dict[Look, PieceEntry]:
    """Discs and squares of most colours, and three to ten tagged discs."""
    small, tall = pitch_mm < 22, luck.random() < TALL_BOARDS
    pieces: dict[Look, PieceEntry] = {}
    for colour, rgb in COLOURS.items():
        for shape, sizes in SHAPES_MM.items():
            if luck.random() < HAS_LOOK:
                size_mm = luck.uniform(*sizes) * (SMALLER if small else 1)
                height_mm = luck.uniform(*(TALL_MM if tall and luck.random() < TALL_PIECES else LOW_MM))
                pieces[f"{shape}:{colour}"] = PieceEntry(shape, round(size_mm, 1), round(height_mm, 1), rgb)
    for number in range(FIRST_TAG, FIRST_TAG + int(luck.integers(3, 11))):
        rgb, height_mm = one_of(list(COLOURS.values()), luck), round(luck.uniform(*LOW_MM), 1)
        pieces[f"tag:{number}"] = PieceEntry("disc", SMALL_TAG_MM if small else TAG_MM, height_mm, rgb)
    return pieces
