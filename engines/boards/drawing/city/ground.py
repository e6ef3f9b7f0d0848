"""The ground of the city map: streets, avenues, roofs, river, gardens and buildings, joined where they touch."""

from __future__ import annotations

from collections.abc import Iterable

from engines.boards.board import Point
from engines.boards.drawing.city import inks as ink
from engines.boards.drawing.curves import inset, moved, natural, ring, smooth_closed, wobble
from engines.boards.drawing.lattice import cell_loops, outline_loops, spots_where
from engines.boards.drawing.svg import at, group, number, path, points_path, polygon
from engines.boards.hex import HexBoard
from engines.physical import Cell

BASE = 19.0
"""Pitch, mm, in which lengths of the drawing are given."""


def unit_of(board: HexBoard) -> float:
    """A millimetre of the drawing at this board's pitch."""
    return board.pitch_mm / BASE


def of_terrain(board: HexBoard, *kinds: str) -> list[Cell]:
    """Cells of those terrains, sorted."""
    return sorted(cell for cell in board.cells if board.terrain(cell) in kinds)


def merged(board: HexBoard, cells: Iterable[Cell], by: float = 0.0) -> str:
    """Path data of one outline round whatever of `cells` hangs together, `by` mm inside of it."""
    loops = cell_loops(board, cells)
    return "".join(points_path(inset(loop, by) if by else loop, closed=True) for loop in loops)


def streets_layer(board: HexBoard, rect: tuple[float, float, float, float]) -> str:
    """Group ``streets``: the white ground of the whole map and the grey avenues on it."""
    x, y, width, height = rect
    unit = unit_of(board)
    sheet = f"M{at((x, y))}h{number(width)}v{number(height)}h{number(-width)}z"
    avenues = merged(board, of_terrain(board, "avenue"))
    edge = f'stroke="{ink.AVENUE_LINE}" stroke-width="{number(0.35 * unit)}" stroke-linejoin="round"'
    return group("streets", [path(sheet, f'fill="{ink.STREET}"'), path(avenues, f'fill="{ink.AVENUE}" {edge}')])


def river_layer(board: HexBoard, rect: tuple[float, float, float, float]) -> str:
    """Group ``river``: a natural bank, with waves; it runs on to the edge of the map and no further."""
    unit = unit_of(board)
    spots = spots_where(board, lambda terrain: terrain == "river")
    banks = "".join(smooth_closed(natural(loop, 0.12, 1)) for loop in outline_loops(board, spots))
    waves = "".join(
        f"M{at(moved(board.places[cell].centre, (dx - 3.4) * unit, dy * unit))}"
        f"q{number(1.7 * unit)},{number(-1.4 * unit)} {number(3.4 * unit)},0"
        f"t{number(3.4 * unit)},0"
        for cell in of_terrain(board, "river")
        for dx, dy in ((-1.6, -2.6), (1.4, 1.8))
    )
    x, y, width, height = rect
    window = f"M{at((x, y))}h{number(width)}v{number(height)}h{number(-width)}z"
    return group(
        "river",
        [
            f'<clipPath id="river-window">{path(window, "")}</clipPath>',
            path(banks, f'fill="{ink.WATER}" stroke="{ink.WATER_EDGE}" stroke-width="{number(0.6 * unit)}"'),
            path(waves, f'fill="none" stroke="{ink.WATER_LINE}" stroke-width="{number(0.6 * unit)}"'),
        ],
        'clip-path="url(#river-window)"',
    )


def roofs_layer(board: HexBoard, fine: bool) -> str:
    """Group ``roofs``: blocks as joined roofs with ridges, here and there a green yard."""
    unit = unit_of(board)
    cells = of_terrain(board, "block")
    edge = f'stroke="{ink.ROOF_EDGE}" stroke-width="{number(0.55 * unit)}" stroke-linejoin="round"'
    parts = [path(merged(board, cells, 0.9 * unit), f'fill="{ink.ROOF}" {edge}')]
    if fine:
        ridges = "".join(_ridges(board.places[cell].centre, unit) for cell in cells)
        parts.append(path(ridges, f'fill="none" stroke="{ink.ROOF_RIDGE}" stroke-width="{number(0.4 * unit)}"'))
        yards = (board.places[cell].centre for cell in cells if wobble(board.places[cell].centre, "yard") > 0.72)
        parts.append(path("".join(_yard(spot, unit) for spot in yards), f'fill="{ink.YARD}"'))
    return group("roofs", parts)


def _ridges(centre: Point, unit: float) -> str:
    """Two or three ridges, the way the house happens to stand."""
    x, y = centre
    lean = 2.2 * wobble(centre, "lean") * unit
    if wobble(centre, "way") > 0:
        lines = ((-4.6, -3.0, 0.0, 6.0), (0.4, -4.2, 0.0, 8.0), (5.0, -2.4, 0.0, 5.4))
        return "".join(
            f"M{at((x + dx * unit, y + dy * unit + lean * 0.4))}l{number(lean * 0.2)},{number(long * unit)}"
            for dx, dy, _, long in lines
        )
    lines = ((-5.4, -2.6, 6.4, 0.0), (-4.0, 1.4, 9.0, 0.0), (-1.6, 5.0, 5.0, 0.0))
    return "".join(
        f"M{at((x + dx * unit, y + dy * unit))}l{number(long * unit)},{number(lean * 0.25)}"
        for dx, dy, long, _ in lines
    )


def _yard(centre: Point, unit: float) -> str:
    x, y = centre
    w, h = 3.0 * unit, 2.2 * unit
    return f"M{at((x - w / 2, y - h / 2))}h{number(w)}v{number(h)}h{number(-w)}z"


def buildings_layer(board: HexBoard) -> str:
    """Group ``buildings``: objectives, barracks, prison, housing and crowded places, hexes of one building joined."""
    unit = unit_of(board)
    parts = []
    for terrain, fill, edge in (
        ("objective", ink.OBJECTIVE, ink.OBJECTIVE_EDGE),
        ("barracks", ink.BARRACKS, ink.BARRACKS_EDGE),
        ("popular", ink.POPULAR, ink.POPULAR_EDGE),
        ("crowded", ink.CROWDED, ink.CROWDED_EDGE),
        ("prison", ink.PRISON, ink.INK),
    ):
        style = f'fill="{fill}" stroke="{edge}" stroke-width="{number(0.9 * unit)}" stroke-linejoin="round"'
        parts.append(path(merged(board, of_terrain(board, terrain), 0.8 * unit), style))
    return group("buildings", parts)


def gardens_layer(board: HexBoard, fine: bool) -> str:
    """Group ``gardens``: lawns with trees."""
    unit = unit_of(board)
    cells = of_terrain(board, "garden")
    parts = [path(merged(board, cells, 0.3 * unit), f'fill="{ink.GARDEN}"')]
    spots = ((-4, -3), (3.4, -4), (-1, 2.6), (5, 2), (-5.4, 3.4)) if fine else ((-3, -2), (3, 2))
    trees = "".join(
        ring(moved(board.places[cell].centre, dx * unit, dy * unit), (1.5 + 0.3 * wobble((dx, dy), cell)) * unit)
        for cell in cells
        for dx, dy in spots
    )
    return group("gardens", [*parts, path(trees, f'fill="{ink.TREE}"')])


def ways_layer(board: HexBoard) -> str:
    """Group ``ways``: stairs as steps, slopes as chevrons that point uphill."""
    unit = unit_of(board)
    parts = []
    for cell in of_terrain(board, "stairs"):
        x, y = board.places[cell].centre
        parts.append(polygon(board.places[cell].outline, f'fill="{ink.STAIRS}"'))
        steps = "".join(
            f"M{at((x - 5.4 * unit, y + dy * unit))}h{number(10.8 * unit)}" for dy in (-4, -2.4, -0.8, 0.8, 2.4, 4)
        )
        parts.append(path(steps, f'fill="none" stroke="{ink.INK_SOFT}" stroke-width="{number(0.55 * unit)}"'))
    for cell in of_terrain(board, "slope"):
        x, y = board.places[cell].centre
        parts.append(polygon(board.places[cell].outline, f'fill="{ink.SLOPE}"'))
        arrows = "".join(
            f"M{at((x - 4 * unit, y + (dy + 2.6) * unit))}l{number(4 * unit)},{number(-2.8 * unit)}"
            f"l{number(4 * unit)},{number(2.8 * unit)}"
            for dy in (-5, -1.2, 2.6)
        )
        parts.append(
            path(
                arrows,
                f'fill="none" stroke="{ink.INK_SOFT}" stroke-width="{number(0.9 * unit)}" stroke-linejoin="round"',
            )
        )
    return group("ways", parts)


def grid_layer(board: HexBoard) -> str:
    """Group ``grid``: the sides of hexes where units may stand."""
    unit = unit_of(board)
    cells = [cell for cell in sorted(board.cells) if board.terrain(cell) not in ("block", "river", "prison")]
    lines = "".join(points_path(board.places[cell].outline, closed=True) for cell in cells)
    style = f'fill="none" stroke="{ink.GRID}" stroke-opacity="0.5" stroke-width="{number(0.22 * unit)}"'
    return group("grid", [path(lines, style)])


def walls_layer(board: HexBoard) -> str:
    """Group ``walls``: the old walls along the sides that nobody crosses, with battlements."""
    unit = unit_of(board)
    sides = [board.edge(one, other) for one, other in board.chart.sides.get("wall", ())]
    line = "".join(f"M{at(one)}L{at(other)}" for one, other in sides)
    return group(
        "walls",
        [
            path(line, f'stroke="{ink.FRAME}" stroke-width="{number(2.9 * unit)}" stroke-linecap="round"'),
            path(line, f'stroke="{ink.WALL}" stroke-width="{number(2.2 * unit)}" stroke-linecap="round"'),
            path(
                line,
                f'stroke="{ink.HALO}" stroke-opacity="0.55" stroke-width="{number(0.7 * unit)}" '
                f'stroke-dasharray="{number(1.5 * unit)} {number(1.3 * unit)}"',
            ),
        ],
        'fill="none"',
    )
