"""The ChArUco sheet by which a camera's lens is measured: a chessboard with a marker in every white square, on A4."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.paper.raster import MM_PER_INCH, fitting_width, raster_png, with_resolution
from engines.boards.drawing.svg import document, number
from vision.calibration import Sheet

PAGE_MM = (297.0, 210.0)
DPI = 300.0

SHEET = Sheet()
"""Its dictionary differs from the boards' own, so that the sheet and a board never mistake each other's markers."""


def charuco_svg(sheet: Sheet = SHEET) -> str:
    """The sheet on A4 at true scale, with a ruler to check the printer by."""
    left, top = corner_mm(sheet)
    parts = [
        f'<rect width="{number(PAGE_MM[0])}" height="{number(PAGE_MM[1])}" fill="#fff"/>',
        _squares(sheet, left, top),
    ]
    ruler = "".join(f"M{number(left + step * 10)},203v-{4 if step % 5 == 0 else 2.5}" for step in range(11))
    parts.append(f'<path d="M{number(left)},203h100{ruler}" stroke="#000" stroke-width="0.3" fill="none"/>')
    words = "100 mm: measure it after printing. Print at 100 %, not fitted to the page."
    parts.append(
        f'<text x="{number(left + 104)}" y="203" font-size="4" font-family="Cabin" font-weight="500" '
        f'fill="#000">{words}</text>'
    )
    return document(PAGE_MM, parts)


def charuco_drawing(sheet: Sheet = SHEET) -> tuple[str, tuple[float, float]]:
    """The chessboard alone as an SVG document, and its size in mm."""
    size = sheet.columns * sheet.square_mm, sheet.rows * sheet.square_mm
    return document(size, [_squares(sheet, 0, 0)]), size


def _squares(sheet: Sheet, left: float, top: float) -> str:
    """The chessboard with a marker in every white square, its top left corner at (`left`, `top`)."""
    modules = _modules(sheet)
    module = sheet.marker_mm / len(modules[0])
    count = len(modules[0])
    data, white = [], []
    for row in range(sheet.rows):
        for column in range(sheet.columns):
            x, y = left + column * sheet.square_mm, top + row * sheet.square_mm
            if (row + column) % 2 == 0:
                data.append(_square(x, y, sheet.square_mm))
                continue
            rim = (sheet.square_mm - sheet.marker_mm) / 2
            data.append(_square(x + rim, y + rim, sheet.marker_mm))
            bits = modules.pop(0)
            white += [
                _square(x + rim + across * module, y + rim + down * module, module)
                for down in range(count)
                for across in range(count)
                if bits[down, across]
            ]
    return f'<path d="{"".join(data)}" fill="#000"/><path d="{"".join(white)}" fill="#fff"/>'


def corner_mm(sheet: Sheet = SHEET) -> tuple[float, float]:
    """Where the chessboard's top left corner is on the page, mm."""
    return (PAGE_MM[0] - sheet.columns * sheet.square_mm) / 2, (PAGE_MM[1] - sheet.rows * sheet.square_mm) / 2


def export_charuco(folder: Path, sheet: Sheet = SHEET) -> list[Path]:
    """Writes ``charuco.svg``, ``charuco.png`` (300 dpi) and ``charuco.json`` into `folder`; answers their paths."""
    svg = charuco_svg(sheet)
    width_px = fitting_width(PAGE_MM, DPI)
    exact_dpi = width_px / PAGE_MM[0] * MM_PER_INCH
    left, top = corner_mm(sheet)
    described = msgspec.structs.asdict(sheet) | {"left_mm": left, "top_mm": top, "page_mm": PAGE_MM}
    contents = {
        "charuco.svg": svg.encode(),
        "charuco.png": with_resolution(raster_png(svg, width_px), exact_dpi),
        "charuco.json": msgspec.json.format(msgspec.json.encode(described), indent=1),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in contents]


def _modules(sheet: Sheet) -> list[NDArray[np.bool_]]:
    """The square of modules of each marker, its black rim included, in order; true is white."""
    dictionary = sheet.board().getDictionary()
    across = dictionary.markerSize + 2
    markers = sheet.columns * sheet.rows // 2
    return [np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, across)) > 0 for marker in range(markers)]


def _square(x: float, y: float, side: float) -> str:
    # four decimals: modules are 2.6786 mm, and a sheet is measured to hundredths
    return f"M{x:.4f},{y:.4f}h{side:.4f}v{side:.4f}h{-side:.4f}z"
