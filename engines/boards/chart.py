"""What is printed on a board whatever its shape: terrain, names, lines, zones, labels, and the sheet it is on."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

import msgspec

from engines.boards.board import Board, Place, Point
from engines.physical import Cell

Names = Mapping[str, str]
"""Language → name; ``en`` is always there."""
ROMAN = {"1": "I", "2": "II", "3": "III"}
"""How zones are numbered in print."""


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ground. `codes` are the characters that draw it in the map rows, each with the lines it must lie on.

    `area` puts its cells into the zone of that id. `feature`: the code itself is the cell's label of that feature.
    """

    name: str
    codes: str
    area: str = ""
    feature: str = ""
    lines: tuple[str, ...] | None = None
    """The exact kinds of lines that cells drawn so lie on; ``None`` where lines may pass or not."""


class Line(msgspec.Struct, frozen=True):
    """A railway, river, street …: consecutive `cells` are neighbours."""

    kind: str
    names: Names
    cells: tuple[Cell, ...]


class Zone(msgspec.Struct, frozen=True):
    """Cells that rules treat alike; `kind` says how (``safe``, ``area`` …)."""

    id: str
    kind: str
    names: Names
    cells: frozenset[Cell]


class Caption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words on the map that name no cell: a sea, a land, a river.

    They stand at `column` and `row` (fractions of hexes from the grid's top left), `size` mm high on a pitch of
    24 mm, turned clockwise by `turn` degrees. `style` is ``sea``, ``river``, ``land`` or ``desert``.
    """

    text: Names
    style: Literal["sea", "river", "land", "desert"]
    column: float
    row: float
    size: float
    turn: float = 0.0


class Chart(msgspec.Struct, frozen=True):
    """The content of a board, free of millimetres."""

    edition: str
    art: str
    """Name of the drawing, a key of `engines.boards.drawing.ARTISTS`."""
    status: Literal["original", "recon"]
    terrain: Mapping[Cell, str]
    codes: Mapping[Cell, str]
    names: Mapping[Cell, Names] = MappingProxyType({})
    lines: tuple[Line, ...] = ()
    zones: tuple[Zone, ...] = ()
    features: Mapping[str, Mapping[Cell, str]] = MappingProxyType({})
    captions: tuple[Caption, ...] = ()
    relief: Mapping[str, tuple[Cell, ...]] = MappingProxyType({})
    """Cells drawn with ``mountains`` or ``forest``; ornament, of no meaning to rules."""
    words: Mapping[str, Names] = MappingProxyType({})
    """What is printed in the margins: key → language → words."""
    sides: Mapping[str, tuple[tuple[Cell, Cell], ...]] = MappingProxyType({})
    """Sides of cells of a kind (``wall``), each as the two cells it parts, the lower id first."""


class PieceSizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Diameter of discs, edge of squares and height of both, mm, that suit a sheet."""

    disc_mm: float
    square_mm: float
    height_mm: float


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drawn rectangle, mm: where pieces or cards lie; `kind` is ``track``, ``holding``, ``cards`` …

    `of` as in `Place`. Boxes of kind ``track`` and ``holding`` are places of the board; a friend's box of cards has
    the id of the friend's cell.
    """

    id: str
    kind: str
    x: float
    y: float
    w: float
    h: float
    of: Cell | None = None
    stands: tuple[int, int] = (0, 0)
    """Columns and rows of faint marks where pieces stand well apart."""

    @property
    def corners(self) -> tuple[Point, ...]:
        """Top left, top right, bottom right, bottom left."""
        x, y, w, h = self.x, self.y, self.w, self.h
        return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))

    @property
    def centre(self) -> Point:
        """Its middle."""
        return (self.x + self.w / 2, self.y + self.h / 2)


class Sheet(msgspec.Struct, frozen=True):
    """A paper size and what lies where on it, mm. `origin_mm` is the top left of the grid's bounding box."""

    name: str
    size_mm: tuple[float, float]
    pitch_mm: float
    origin_mm: Point
    pieces: PieceSizes
    marker_mm: float = 0.0
    marker_inset_mm: float = 0.0
    boxes: tuple[Box, ...] = ()


PLACE_KINDS = frozenset({"track", "holding"})


class ChartedBoard(Board):
    """A board with a chart on a sheet; subclasses add the topology and set `places`.

    >>> board.named("Warsaw"), board.terrain("2702"), board.features["start"]["2602"]
    ('2702', 'city', '1')
    """

    def __init__(self, chart: Chart, sheet: Sheet) -> None:
        self.chart = chart
        self.sheet = sheet
        self.edition = chart.edition
        self.size_mm = sheet.size_mm
        self.pitch_mm = sheet.pitch_mm
        self.markers = corner_markers(sheet)
        self.zones: Mapping[str, frozenset[Cell]] = {zone.id: zone.cells for zone in chart.zones}
        self.features = chart.features
        self.pieces = sheet.pieces
        kinds = dict.fromkeys(line.kind for line in chart.lines)
        self.lines: Mapping[str, tuple[tuple[Cell, ...], ...]] = {
            kind: tuple(line.cells for line in chart.lines if line.kind == kind) for kind in kinds
        }
        self._cells = frozenset(chart.terrain)
        self._along = {kind: _joined(runs) for kind, runs in self.lines.items()}
        self._named = {name: cell for cell, names in chart.names.items() for name in names.values()}

    @property
    def cells(self) -> frozenset[Cell]:
        return self._cells

    def _box_places(self) -> dict[Cell, Place]:
        boxes = (box for box in self.sheet.boxes if box.kind in PLACE_KINDS)
        return {box.id: Place(box.centre, box.corners, box.of) for box in boxes}

    def svg(self, lang: str = "en") -> str:
        from engines.boards.drawing import draw  # drawings know boards; boards know drawings only here

        return draw(self, lang)

    def mirror_svg(self, lang: str = "en") -> str:
        from engines.boards.drawing import draw_mirror

        return draw_mirror(self, lang)

    def terrain(self, cell: Cell) -> str:
        return self.chart.terrain[cell]

    def name(self, cell: Cell, lang: str = "en") -> str:
        names = self.chart.names.get(cell)
        return cell if names is None else names.get(lang, names["en"])

    def word(self, key: str, lang: str = "en") -> str:
        """The words of the margin for `key`, the key itself where the board file has none."""
        names = self.chart.words.get(key)
        return key if names is None else names.get(lang, names["en"])

    def named(self, name: str) -> Cell:
        """The cell that bears `name` in any language; raises `KeyError`."""
        return self._named[name]

    def zones_of(self, kind: str) -> frozenset[Cell]:
        """Cells of all zones of `kind`: ``zones_of("safe")``."""
        return frozenset().union(*(zone.cells for zone in self.chart.zones if zone.kind == kind))

    def featured(self, feature: str, label: str) -> Cell:
        """The cell with that label: ``featured("landing", "6")`` is Algiers; raises `KeyError`."""
        for cell, at in self.features[feature].items():
            if at == label:
                return cell
        raise KeyError(f"no cell is labelled {label!r} for {feature!r}")

    def on_line(self, kind: str, cell: Cell) -> bool:
        """Whether a line of `kind` passes through `cell`."""
        return cell in self._along.get(kind, {})

    def along(self, kind: str, cell: Cell) -> tuple[Cell, ...]:
        """Cells joined to `cell` by lines of `kind`, sorted; empty where none passes."""
        return self._along.get(kind, {}).get(cell, ())


def corner_markers(sheet: Sheet) -> dict[int, tuple[Point, Point, Point, Point]]:
    """Markers 0–3 clockwise from the sheet's top left, each with its corners clockwise from its own top left."""
    size, inset = sheet.marker_mm, sheet.marker_inset_mm
    if not size:
        return {}
    width, height = sheet.size_mm
    near, right, low = inset, width - inset - size, height - inset - size
    tops = ((near, near), (right, near), (right, low), (near, low))
    return {number: ((x, y), (x + size, y), (x + size, y + size), (x, y + size)) for number, (x, y) in enumerate(tops)}


def _joined(runs: tuple[tuple[Cell, ...], ...]) -> dict[Cell, tuple[Cell, ...]]:
    joined: dict[Cell, set[Cell]] = {}
    for run in runs:
        for one, other in pairwise(run):
            joined.setdefault(one, set()).add(other)
            joined.setdefault(other, set()).add(one)
    return {cell: tuple(sorted(near)) for cell, near in joined.items()}
