"""Loads a board file onto one of its sheets, and says which key of which file is wrong and what would be right.

>>> board = load_board(path, "A0")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from engines.boards.board import Board
from engines.boards.boardfile import BoardFile, PolarTable, SheetTable, ZoneTable
from engines.boards.chart import Box, Caption, Chart, ChartedBoard, Line, Sheet, Terrain, Zone
from engines.boards.drawing import ARTISTS
from engines.boards.graph import GraphBoard
from engines.boards.hex import HexBoard, column_row
from engines.boards.maprows import read_rows
from engines.boards.polar import PolarBoard
from engines.boards.square import SquareBoard
from engines.data import DataError, load_toml
from engines.physical import Cell
from engines.texts import LANGUAGES


@cache
def load_board(path: Path, sheet: str) -> HexBoard:
    """The hex board of the file at `path`, laid out on `sheet` (a key of the file's ``[sheet]`` tables).

    Loaded once per process. Raises `DataError` for any fault of the file, or for no such sheet.
    """
    board = load_any_board(path, sheet)
    if not isinstance(board, HexBoard):
        raise DataError(path, "grid", f"{board.grid!r} is not a board of hexes; right is: hex-pointy, hex-flat")
    return board


@cache
def load_any_board(path: Path, sheet: str) -> ChartedBoard:
    """The board of the file at `path`, of whatever grid, laid out on `sheet`; raises `DataError` as `load_board`."""
    file = load_toml(path, BoardFile)
    if file.art not in ARTISTS:
        raise DataError(path, "art", f"there is no drawing {file.art!r}; there are: {', '.join(ARTISTS)}")
    chart = _Reader(path, file).chart()
    laid_out = _sheet(path, file, sheet)
    board = _build(path, file, chart, laid_out)
    _check_lines(path, board)
    _check_boxes(path, board)
    _check_sides(path, board)
    return board


def _build(path: Path, file: BoardFile, chart: Chart, sheet: Sheet) -> ChartedBoard:
    match file.grid:
        case "hex-pointy" | "hex-flat":
            return HexBoard(chart, sheet, file.grid)
        case "square":
            return SquareBoard(chart, sheet, file.diagonals)
        case "polar":
            rays, rings = _rays_rings(path, file)
            polar = file.polar or PolarTable()
            return PolarBoard(chart, sheet, rays, rings, polar.ring_wrap, polar.hole, polar.start_degrees)
        case "graph":
            spots = {cell: (node.x, node.y) for cell, node in file.node.items()}
            radii = {cell: node.radius for cell, node in file.node.items()}
            try:
                return GraphBoard(chart, sheet, spots, radii, _edges(path, file))
            except ValueError as error:
                raise DataError(path, "edges", f"{error}; every node must be joined to the others") from error


def _rays_rings(path: Path, file: BoardFile) -> tuple[int, int]:
    """Columns and rows of a polar board's map."""
    spots = [column_row(cell) for cell in read_rows(path, file.map, _codes(file))]
    return max(column for column, _ in spots) + 1, max(row for _, row in spots) + 1


def _codes(file: BoardFile) -> str:
    return "".join(terrain.codes for terrain in file.terrain)


def _edges(path: Path, file: BoardFile) -> tuple[tuple[Cell, Cell], ...]:
    edges: list[tuple[Cell, Cell]] = []
    for pair in file.edges.split():
        one, hyphen, other = pair.partition("-")
        if not hyphen or one == other:
            raise DataError(path, "edges", f"{pair!r} is no pair of nodes; write two of them joined by a hyphen")
        for cell in (one, other):
            if cell not in file.node:
                raise DataError(path, "edges", f"{pair!r}: there is no node {cell!r}")
        if (one, other) in edges or (other, one) in edges:
            raise DataError(path, "edges", f"{pair!r} stands twice")
        edges.append((one, other))
    return tuple(edges)


class _Reader:
    """Reads the content of one file; every method raises `DataError` naming its key."""

    def __init__(self, path: Path, file: BoardFile) -> None:
        self.path = path
        self.file = file
        self.by_code = self._terrain_by_code()
        self.codes = self._drawn_codes()
        self.terrain = {cell: self.by_code[code].name for cell, code in self.codes.items()}

    def chart(self) -> Chart:
        lines = self._lines()
        self._check_codes_lie_on(lines)
        return Chart(
            edition=self.file.edition,
            art=self.file.art,
            status=self.file.status,
            terrain=self.terrain,
            codes=self.codes,
            names=self._names(),
            lines=lines,
            zones=self._zones(),
            features=self._features(),
            captions=self._captions(),
            relief={kind: self._cell_list(f"relief.{kind}", cells) for kind, cells in self.file.relief.items()},
            words={key: self._named(f"words.{key}", words) for key, words in self.file.words.items()},
            sides={kind: self._sides(kind, pairs) for kind, pairs in self.file.sides.items()},
        )

    def wrong(self, key: str, problem: str) -> DataError:
        return DataError(self.path, key, problem)

    def _terrain_by_code(self) -> dict[str, Terrain]:
        by_code: dict[str, Terrain] = {}
        for number, terrain in enumerate(self.file.terrain):
            for code in terrain.codes:
                if code in by_code or code in "_ " or not terrain.name:
                    raise self.wrong(f"terrain[{number}].codes", f"{code!r} is taken already; each needs its own")
                by_code[code] = terrain
        return by_code

    def _drawn_codes(self) -> dict[Cell, str]:
        """Cell → its code, from the map or from the nodes."""
        if self.file.grid == "graph":
            for cell, node in self.file.node.items():
                if node.code not in self.by_code:
                    raise self.wrong(
                        f"node.{cell}.code", f"{node.code!r} is no terrain; there are: {_codes(self.file)}"
                    )
            if not self.file.node:
                raise self.wrong("node", "there are none; a graph board needs nodes")
            return {cell: node.code for cell, node in self.file.node.items()}
        rows = read_rows(self.path, self.file.map, _codes(self.file))
        if self.file.grid != "polar":
            return rows
        _, rings = _rays_rings(self.path, self.file)
        numbered = {column_row(cell): code for cell, code in rows.items()}
        return {str(ray * rings + ring + 1): code for (ray, ring), code in sorted(numbered.items())}

    def _cell(self, key: str, cell: Cell) -> Cell:
        if cell not in self.terrain:
            raise self.wrong(key, f"{cell!r} is no cell of the map")
        return cell

    def _cell_list(self, key: str, cells: str) -> tuple[Cell, ...]:
        return tuple(self._cell(key, cell) for cell in cells.split())

    def _named(self, key: str, names: Mapping[str, str]) -> Mapping[str, str]:
        if not names.get("en"):
            raise self.wrong(key, 'there is no English name; write en = "…"')
        if unknown := names.keys() - set(LANGUAGES):
            raise self.wrong(key, f"unknown language {min(unknown)!r}; right is: {', '.join(LANGUAGES)}")
        return names

    def _names(self) -> dict[Cell, Mapping[str, str]]:
        owner: dict[str, Cell] = {}
        for cell, names in self.file.names.items():
            key = f"names.{cell}"
            self._cell(key, cell)
            if self.terrain[cell] == "sea":
                raise self.wrong(key, f"{names.get('en', cell)!r} stands in the sea; name a cell on land")
            for name in set(self._named(key, names).values()):
                if owner.setdefault(name, cell) != cell:
                    raise self.wrong(key, f"{name!r} is the name of {owner[name]} already; names must differ")
        return dict(self.file.names)

    def _lines(self) -> tuple[Line, ...]:
        lines = []
        for number, table in enumerate(self.file.line):
            key = f"line[{number}]"
            names = self._named(f"{key}.name", table.name)
            cells = self._cell_list(f"{key}.cells", table.cells)
            if len(cells) < 2:
                raise self.wrong(f"{key}.cells", "a line needs two cells or more")
            lines.append(Line(table.kind, names, cells))
        return tuple(lines)

    def _sides(self, kind: str, pairs: str) -> tuple[tuple[Cell, Cell], ...]:
        sides = []
        for pair in pairs.split():
            one, hyphen, other = pair.partition("-")
            if not hyphen or one == other:
                raise self.wrong(f"sides.{kind}", f"{pair!r} is no side; write two neighbours joined by a hyphen")
            low, high = sorted((self._cell(f"sides.{kind}", one), self._cell(f"sides.{kind}", other)))
            sides.append((low, high))
        return tuple(sorted(set(sides)))

    def _check_codes_lie_on(self, lines: Iterable[Line]) -> None:
        kinds: dict[Cell, set[str]] = {}
        for line in lines:
            for cell in line.cells:
                kinds.setdefault(cell, set()).add(line.kind)
        for cell, code in self.codes.items():
            wanted = self.by_code[code].lines
            has = kinds.get(cell, set())
            if wanted is not None and has != set(wanted):
                said, drawn = " and ".join(sorted(wanted)) or "none", " and ".join(sorted(has)) or "none"
                raise self.wrong("map", f"{cell} is drawn {code!r}, so its lines should be: {said}; they are: {drawn}")

    def _captions(self) -> tuple[Caption, ...]:
        for number, caption in enumerate(self.file.caption):
            self._named(f"caption[{number}].text", caption.text)
        return self.file.caption

    def _zones(self) -> tuple[Zone, ...]:
        zones = {}
        for number, table in enumerate(self.file.zone):
            key = f"zone[{number}]"
            if table.id in zones:
                raise self.wrong(f"{key}.id", f"{table.id!r} stands twice; ids of zones must differ")
            cells = frozenset(self._cell_list(f"{key}.cells", table.cells)) | self._cells_within(key, table)
            if not cells:
                raise self.wrong(key, "is empty; give cells or within")
            zones[table.id] = Zone(table.id, table.kind, self._named(f"{key}.names", table.names), cells)
        areas = dict.fromkeys(terrain.area for terrain in self.by_code.values() if terrain.area)
        for area in areas:
            if area in zones:
                raise self.wrong("zone", f"{area!r} is the area of a terrain; give the zone another id")
            cells = frozenset(cell for cell, code in self.codes.items() if self.by_code[code].area == area)
            zones[area] = Zone(area, "area", {"en": area}, cells)
        return tuple(zones.values())

    def _cells_within(self, key: str, table: ZoneTable) -> frozenset[Cell]:
        within = table.within
        if within is None:
            return frozenset()
        if self.file.grid in ("polar", "graph"):
            raise self.wrong(f"{key}.within", "needs columns and rows; list the cells instead")
        if within.terrain not in self.terrain.values():
            raise self.wrong(f"{key}.within.terrain", f"there is no terrain {within.terrain!r}")
        (left, top), (right, low) = (
            column_row(self._cell(f"{key}.within", cell)) for cell in (within.first, within.last)
        )
        return frozenset(
            cell
            for cell, name in self.terrain.items()
            if name == within.terrain and left <= int(cell[:2]) <= right and top <= int(cell[2:]) <= low
        )

    def _features(self) -> dict[str, dict[Cell, str]]:
        features = {kind: dict(labels) for kind, labels in self.file.features.items()}
        for kind, labels in features.items():
            for cell in labels:
                self._cell(f"features.{kind}", cell)
        for cell, code in self.codes.items():
            if kind := self.by_code[code].feature:
                labels = features.setdefault(kind, {})
                if code in labels.values():
                    raise self.wrong("map", f"{code!r} is drawn twice, but marks one {kind} only")
                labels[cell] = code
        return features


def _sheet(path: Path, file: BoardFile, name: str) -> Sheet:
    if name not in file.sheet:
        raise DataError(path, f"sheet.{name}", f"there is no such sheet; there are: {', '.join(file.sheet)}")
    table = file.sheet[name]
    return Sheet(
        name=name,
        size_mm=table.size,
        pitch_mm=table.pitch,
        origin_mm=table.origin,
        pieces=table.pieces,
        marker_mm=table.marker,
        marker_inset_mm=table.marker_inset,
        boxes=_boxes(path, name, table),
    )


def _boxes(path: Path, name: str, table: SheetTable) -> tuple[Box, ...]:
    boxes = [
        Box(box_id, row.kind, row.x + row.dx * step, row.y + row.dy * step, row.w, row.h)
        for row in table.rows
        for step, box_id in enumerate(row.ids.split())
    ]
    boxes += table.boxes
    width, height = table.size
    seen: set[tuple[str, str]] = set()
    for box in boxes:
        key = f"sheet.{name}.{box.id}"
        if (box.kind, box.id) in seen:
            raise DataError(path, key, "stands twice; ids of boxes must differ")
        seen.add((box.kind, box.id))
        if box.x < 0 or box.y < 0 or box.x + box.w > width or box.y + box.h > height:
            raise DataError(path, key, f"reaches over the sheet of {width:g} × {height:g} mm")
    return tuple(boxes)


def _check_lines(path: Path, board: ChartedBoard) -> None:
    for number, line in enumerate(board.chart.lines):
        for one, other in pairwise(line.cells):
            if other not in board.neighbours(one):
                problem = f"{one} and {other} are not neighbours; beside {one} are {' '.join(board.neighbours(one))}"
                raise DataError(path, f"line[{number}] ({line.names['en']})", problem)


def _check_sides(path: Path, board: ChartedBoard) -> None:
    for kind, pairs in board.chart.sides.items():
        for one, other in pairs:
            if other not in board.neighbours(one):
                raise DataError(path, f"sides.{kind}", f"{one} and {other} are not neighbours, so they share no side")


def _check_boxes(path: Path, board: Board) -> None:
    width, height = board.size_mm
    for cell, place in board.places.items():
        if place.of is not None and place.of not in board.places:
            raise DataError(path, f"box {cell}", f"belongs to {place.of!r}, which is no place of the board")
        if not all(-0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01 for x, y in place.outline):
            raise DataError(path, f"cell {cell}", f"reaches over the sheet of {width:g} × {height:g} mm")
