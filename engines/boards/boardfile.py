"""How a board file is written: the shapes of its TOML tables, before anything in them is checked against the rest."""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.boards.board import Grid
from engines.boards.chart import Box, Caption, PieceSizes, Terrain
from engines.physical import Cell


class Within(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cells of one terrain in the rectangle of columns and rows between `first` and `last`, both included."""

    terrain: str
    first: Cell
    last: Cell


class ZoneTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[[zone]]``: `cells` (ids apart by spaces) or `within`, or both."""

    id: str
    kind: str
    names: dict[str, str]
    cells: str = ""
    within: Within | None = None


class LineTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[[line]]``: `cells` are ids apart by spaces, each next to the one before."""

    kind: str
    name: dict[str, str]
    cells: str


class BoxRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Boxes of one size in a row or column, `dx`, `dy` mm from one to the next."""

    kind: str
    ids: str
    x: float
    y: float
    w: float
    h: float
    dx: float = 0.0
    dy: float = 0.0


class SheetTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[sheet.NAME]``; lengths in mm."""

    size: tuple[float, float]
    pitch: float
    origin: tuple[float, float]
    pieces: PieceSizes
    marker: float = 0.0
    marker_inset: float = 0.0
    rows: tuple[BoxRow, ...] = ()
    boxes: tuple[Box, ...] = ()


class NodeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[node.ID]`` of a graph board: `x`, `y` and `radius` in pitches from the origin, `code` of its terrain."""

    x: float
    y: float
    code: str
    radius: float = 0.3


class PolarTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[polar]``; the map has a row for each ring, the outmost first, and a column for each ray.

    `ring_wrap`, `hole` and `start_degrees` as in `PolarBoard`.
    """

    ring_wrap: bool = False
    hole: float = 1.0
    start_degrees: float = -90.0


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole board file."""

    format: Literal[1]
    edition: str
    status: Literal["original", "recon"]
    grid: Grid
    sheet: dict[str, SheetTable]
    terrain: tuple[Terrain, ...]
    art: str = "plain"
    map: str = ""
    diagonals: bool = False
    polar: PolarTable | None = None
    node: dict[Cell, NodeTable] = {}
    edges: str = ""
    """Pairs of nodes joined by a hyphen, apart by spaces: ``1-2 1-6``."""
    names: dict[Cell, dict[str, str]] = {}
    features: dict[str, dict[Cell, str]] = {}
    zone: tuple[ZoneTable, ...] = ()
    line: tuple[LineTable, ...] = ()
    caption: tuple[Caption, ...] = ()
    relief: dict[Literal["mountains", "forest"], str] = {}
    sides: dict[str, str] = {}
    """Kind (``wall``) → pairs of neighbours joined by a hyphen: the sides between them that are of that kind."""
    words: dict[str, dict[str, str]] = {}
