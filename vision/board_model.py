"""What an eye knows of a printed board before it looks: cells, markers, bodies of pieces, the art; all in mm."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.boards.board import Board, Grid
from engines.physical import Cell, Look
from engines.pieces import CornerTag
from vision.board_file import CellEntry, read_board_file, read_picture

RASTER_MPX = 1.2
"""Size of the working raster in megapixels: about what a 1080p picture shows of a board that fills half of it, so that
a piece of 14 mm on an A0 board is as many px wide as there; at half of it discs and squares in a heap are confused."""
FINEST_PX_MM, COARSEST_PX_MM = 2.4, 0.8
"""Limits of the working raster's scale, px/mm: no camera of today resolves more, no piece is told apart with less."""
FACE_PX = 48
"""Width of the drawings on faces: twice what a camera shows of them."""

PALEST = 98
"""Percentile of a board's lightness that is its palest print."""


class Body(msgspec.Struct, frozen=True):
    """One look's body: `shape` as printed in its name, sizes in mm, `rgb` 0–255.

    `tag`: the ArUco id by which it is told from all others, if it has one, which `corner_tag` may say where it is. A
    tile's tag only helps to read its print. `stacking`: how many of its kind lie upon each other by the rules, 0 where
    nothing says it.
    """

    look: Look
    shape: str
    size_mm: float
    height_mm: float
    rgb: tuple[int, int, int]
    tag: int | None = None
    corner_tag: CornerTag | None = None
    stacking: int = 0

    @property
    def is_round(self) -> bool:
        """Whether its face is a disc; every other shape is taken for a square."""
        return self.shape == "disc"


class PieceShape(Protocol):
    """What `BoardModel.from_board` asks of a game's piece."""

    @property
    def shape(self) -> str: ...
    @property
    def size_mm(self) -> float: ...
    @property
    def height_mm(self) -> float: ...
    @property
    def rgb(self) -> tuple[int, int, int]: ...
    @property
    def corner_tag(self) -> CornerTag | None: ...
    @property
    def stacking(self) -> int: ...


class CellArea(msgspec.Struct, frozen=True):
    """Centre (mm) and outline (N × 2, mm) of a cell."""

    centre: tuple[float, float]
    outline: NDArray[np.float64]


class BoardModel:
    """A board as an eye knows it.

    `scale` is the working raster's scale in px/mm; a point of the board at (x, y) mm is the raster's pixel
    (x * scale - 0.5, y * scale - 0.5), the centre of the top left pixel being (0, 0).
    """

    def __init__(
        self,
        size_mm: tuple[float, float],
        pitch_mm: float,
        cells: Mapping[Cell, CellArea],
        markers: Mapping[int, NDArray[np.float64]],
        bodies: Mapping[Look, Body],
        art: NDArray[np.uint8],
        faces: Mapping[Look, NDArray[np.uint8]] | None = None,
    ) -> None:
        self.size_mm = size_mm
        drawn = ((look, face) for look, face in (faces or {}).items() if look in bodies and bodies[look].tag is None)
        self.faces = {look: _face(picture) for look, picture in drawn}
        """Drawings on the tops of pieces, BGRA, `FACE_PX` wide; looks with a plain top or a tag have none."""
        self.pitch_mm = pitch_mm
        self.cells = dict(cells)
        self.order: tuple[Cell, ...] = tuple(self.cells)
        self.markers = dict(markers)
        self.bodies = dict(bodies)
        wanted = math.sqrt(RASTER_MPX * 1e6 / (size_mm[0] * size_mm[1]))
        self.scale = min(FINEST_PX_MM, max(COARSEST_PX_MM, wanted))
        # an even size, so that the coarse raster is exactly half of it
        self.raster_size = tuple(2 * round(side * self.scale / 2) for side in size_mm)
        self.art: NDArray[np.uint8] = self._on_raster(art)
        self.supply: Mapping[Look, int] = {}
        """How many of each piece there are, by `piece_of` its looks; empty where nobody knows."""

    @classmethod
    def from_folder(cls, folder: Path) -> BoardModel:
        """The board that `folder` describes (``board.json`` and its art).

        Raises `DataError` naming file and key of what is missing or wrong.
        """
        path = folder / "board.json"
        file = read_board_file(path)
        art = read_picture(path, "art", file.art, cv2.IMREAD_COLOR)
        cells = {
            cell: CellArea((place.x, place.y), _outline(file.grid, file.pitch_mm, place))
            for cell, place in file.cells.items()
        }
        markers = {number: np.array(corners, np.float64) for number, corners in file.markers.items()}
        bodies = {look: _body(look, piece) for look, piece in file.pieces.items()}
        faces = {
            look: read_picture(path, f"pieces.{look}.face", piece.face, cv2.IMREAD_UNCHANGED)
            for look, piece in file.pieces.items()
            if piece.face
        }
        return cls(file.size_mm, file.pitch_mm, cells, markers, bodies, art, faces)

    @classmethod
    def from_board(
        cls,
        board: Board,
        pieces: Mapping[Look, PieceShape],
        art: NDArray[np.uint8],
        faces: Mapping[Look, NDArray[np.uint8]] | None = None,
    ) -> BoardModel:
        """The same of an engine's board; `art` is a BGR picture of the whole print, at any resolution.

        `faces`: BGRA pictures of the tops of pieces that have a drawing.
        """
        cells = {
            cell: CellArea(place.centre, np.array(place.outline, np.float64)) for cell, place in board.places.items()
        }
        markers = {number: np.array(corners, np.float64) for number, corners in board.markers.items()}
        bodies = {look: _body(look, piece) for look, piece in pieces.items()}
        return cls(board.size_mm, board.pitch_mm, cells, markers, bodies, art, faces)

    def reprint(self, art: NDArray[np.uint8]) -> None:
        """Takes another BGR picture of the whole print for its art, before any eye is made of this model."""
        self.art = self._on_raster(art)

    def _on_raster(self, art: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """`art` at the raster's exact scale; stretched to the raster's whole pixels its far edge would be a mm off."""
        shape = [
            round(pixels * size / self.scale / mm)
            for pixels, size, mm in zip(art.shape[1::-1], self.raster_size, self.size_mm)
        ]
        right, below = (max(0, wanted - there) for wanted, there in zip(shape, art.shape[1::-1]))
        wide = cv2.copyMakeBorder(art, 0, below, 0, right, cv2.BORDER_REPLICATE)
        fitting = wide[: shape[1], : shape[0]].astype(np.uint8, copy=False)
        return _resized(fitting, (self.raster_size[0], self.raster_size[1]))

    @cached_property
    def index(self) -> Mapping[Cell, int]:
        """Position of each cell in `order`."""
        return {cell: number for number, cell in enumerate(self.order)}

    @cached_property
    def centres(self) -> NDArray[np.float64]:
        """Centres of the cells in `order`, N × 2, mm."""
        return np.array([self.cells[cell].centre for cell in self.order], np.float64).reshape(-1, 2)

    @cached_property
    def labels(self) -> NDArray[np.uint16]:
        """The coarse raster (half of the working one): each pixel's cell as position in `order` plus 1, 0 for none."""
        width, height = self.raster_size[0] // 2, self.raster_size[1] // 2
        labels = np.zeros((height, width), np.int32)
        for number, cell in enumerate(self.order):
            points = self.cells[cell].outline * self.scale / 2 - 0.5
            cv2.fillPoly(labels, [np.round(points * 16).astype(np.int32)], number + 1, cv2.LINE_8, 4)
        return labels.astype(np.uint16)

    @cached_property
    def floor_px(self) -> NDArray[np.float64]:
        """Area of each cell on the coarse raster, px, at least 1."""
        counts = np.bincount(self.labels.ravel(), minlength=len(self.order) + 1)[1:]
        return np.maximum(counts, 1).astype(np.float64)

    @cached_property
    def tagged(self) -> int:
        """How many looks bear tags by which they are told from all others."""
        return sum(body.tag is not None for body in self.bodies.values())

    @cached_property
    def tallest_mm(self) -> float:
        """Height of the tallest piece."""
        return max((body.height_mm for body in self.bodies.values()), default=0.0)

    @property
    def smallest_mm(self) -> float:
        """Size of the smallest piece."""
        return min((body.size_mm for body in self.bodies.values()), default=0.0)

    @property
    def largest_mm(self) -> float:
        """Size of the largest piece."""
        return max((body.size_mm for body in self.bodies.values()), default=0.0)

    def cells_under(self, mask: NDArray[np.bool_]) -> frozenset[Cell]:
        """Cells of which `mask` (coarse raster) has a pixel."""
        return self.numbered(self.labels[mask])

    def numbered(self, labels: NDArray[np.uint16]) -> frozenset[Cell]:
        """The cells of `labels`, as of the raster."""
        counts = np.bincount(labels.ravel(), minlength=1)
        counts[0] = 0
        return frozenset(self.order[number - 1] for number in np.flatnonzero(counts).tolist())

    @cached_property
    def palest(self) -> float:
        """Lightness (0…255) of the palest print."""
        return float(np.percentile(cv2.cvtColor(self.art, cv2.COLOR_BGR2GRAY), PALEST))

    @cached_property
    def areas_mm2(self) -> Mapping[Cell, float]:
        """Area of each cell."""
        return dict(zip(self.order, map(cv2.contourArea, self._outlines)))

    def cells_near(self, point_mm: tuple[float, float], reach_mm: float) -> list[Cell]:
        """Cells that a circle of radius `reach_mm` around a point may touch."""
        left, top, right, bottom = self._boxes
        x, y = point_mm
        near = (left <= x + reach_mm) & (right >= x - reach_mm) & (top <= y + reach_mm) & (bottom >= y - reach_mm)
        return [self.order[number] for number in np.flatnonzero(near).tolist()]

    def room(self, cell: Cell, point_mm: tuple[float, float]) -> float:
        """How far inside the border of `cell` a point is, mm; negative outside."""
        outline = self._outlines[self.index[cell]]
        return float(cv2.pointPolygonTest(outline, (float(point_mm[0]), float(point_mm[1])), True))

    @cached_property
    def _boxes(self) -> NDArray[np.float64]:
        """Left, upper, right and lower end of every cell in `order`, 4 × N, mm."""
        ends = [(*each.min(axis=0), *each.max(axis=0)) for each in self._outlines]
        return np.ascontiguousarray(np.array(ends, np.float64).reshape(-1, 4).T)

    def cell_at(self, x_mm: float, y_mm: float) -> tuple[Cell | None, float]:
        """The cell that holds a point, with the point's distance to that cell's border in mm; (None, 0) outside all."""
        left, top, right, bottom = self._boxes
        x, y = (float(np.float32(each)) for each in (x_mm, y_mm))  # as outlines are compared with it
        for number in np.flatnonzero((left <= x) & (right >= x) & (top <= y) & (bottom >= y)).tolist():
            inside = cv2.pointPolygonTest(self._outlines[number], (x, y), True)
            if inside >= 0:
                return self.order[number], float(inside)
        return None, 0.0

    @cached_property
    def _outlines(self) -> list[NDArray[np.float32]]:
        """The outline of every cell in `order`, N × 2, mm."""
        return [self.cells[cell].outline.astype(np.float32) for cell in self.order]

    @cached_property
    def detail_mm(self) -> float:
        """What says how exactly the board must be found: its pitch, or two pieces where places are further apart."""
        sizes = [body.size_mm for body in self.bodies.values()]
        return min(self.pitch_mm, 2 * float(np.median(sizes))) if sizes else self.pitch_mm

    @cached_property
    def tag_dictionary(self) -> int:
        """OpenCV's name of the dictionary that tagged pieces use: 250 tags where an id is above 49."""
        ids = [body.tag for body in self.bodies.values() if body.tag is not None]
        return cv2.aruco.DICT_4X4_250 if max(ids, default=0) > 49 else cv2.aruco.DICT_4X4_50


def _resized(art: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    smaller = art.shape[1] > size[0]
    return cv2.resize(art, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR).astype(np.uint8)


def _face(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGRA).astype(np.uint8)
    elif picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA).astype(np.uint8)
    return _resized(picture, (FACE_PX, FACE_PX))


def _body(look: Look, piece: PieceShape) -> Body:
    kind, _, number = look.partition(":")
    tag = int(number) if kind == "tag" and number.isdigit() else None
    if piece.corner_tag is not None and piece.shape != "tile":
        tag = piece.corner_tag.number
    return Body(look, piece.shape, piece.size_mm, piece.height_mm, piece.rgb, tag, piece.corner_tag, piece.stacking)


def _outline(grid: Grid, pitch: float, place: CellEntry) -> NDArray[np.float64]:
    if place.outline:
        return np.array(place.outline, np.float64)
    return np.asarray(regular_outline(grid, pitch) + np.array([place.x, place.y]), np.float64)


def regular_outline(grid: Grid, pitch_mm: float) -> NDArray[np.float64]:
    """Outline around (0, 0) of a cell whose neighbours' centres are `pitch_mm` away; a circle on irregular grids."""
    if grid == "square":
        half = pitch_mm / 2
        return np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    if grid in ("hex-flat", "hex-pointy"):
        radius, first, count = pitch_mm / math.sqrt(3), 0.0 if grid == "hex-flat" else 30.0, 6
    else:
        radius, first, count = pitch_mm / 2, 0.0, 24
    angles = np.radians(first + np.arange(count) * 360 / count)
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
