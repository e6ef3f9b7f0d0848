"""The ChArUco sheet by which a camera's lens is measured: a chessboard with a marker in every white square, on A4."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.paper.raster import MM_PER_INCH, fitting_width, raster_png, with_resolution
from engines.boards.drawing.svg import document, number

PAGE_MM = (297.0, 210.0)
DPI = 300.0


class CharucoSheet(msgspec.Struct, frozen=True):
    """Parameters of the sheet, as ``cv2.aruco.CharucoBoard`` takes them; lengths in mm.

    `dictionary` differs from the boards' own, so that the sheet and a board never mistake each other's markers.
    """

    squares_across: int = 10
    squares_down: int = 7
    square_mm: float = 25.0
    marker_mm: float = 18.75
    dictionary: str = "DICT_5X5_50"
    left_mm: float = 23.5
    top_mm: float = 17.5

    def board(self) -> cv2.aruco.CharucoBoard:
        """The same for OpenCV's detector and calibration."""
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary))
        size = (self.squares_across, self.squares_down)
        return cv2.aruco.CharucoBoard(size, self.square_mm, self.marker_mm, dictionary)


SHEET = CharucoSheet()


def charuco_svg(sheet: CharucoSheet = SHEET) -> str:
    """The sheet on A4 at true scale, with a ruler to check the printer by."""
    modules = _modules(sheet)
    module = sheet.marker_mm / 7
    parts = [f'<rect width="{number(PAGE_MM[0])}" height="{number(PAGE_MM[1])}" fill="#fff"/>']
    data, white = [], []
    for row in range(sheet.squares_down):
        for column in range(sheet.squares_across):
            x, y = sheet.left_mm + column * sheet.square_mm, sheet.top_mm + row * sheet.square_mm
            if (row + column) % 2 == 0:
                data.append(_square(x, y, sheet.square_mm))
                continue
            rim = (sheet.square_mm - sheet.marker_mm) / 2
            data.append(_square(x + rim, y + rim, sheet.marker_mm))
            bits = modules.pop(0)
            white += [
                _square(x + rim + across * module, y + rim + down * module, module)
                for down in range(7)
                for across in range(7)
                if bits[down, across]
            ]
    parts.append(f'<path d="{"".join(data)}" fill="#000"/><path d="{"".join(white)}" fill="#fff"/>')
    ruler = "".join(f"M{number(sheet.left_mm + step * 10)},203v-{4 if step % 5 == 0 else 2.5}" for step in range(11))
    parts.append(f'<path d="M{number(sheet.left_mm)},203h100{ruler}" stroke="#000" stroke-width="0.3" fill="none"/>')
    words = "100 mm: measure it after printing. Print at 100 %, not fitted to the page."
    parts.append(
        f'<text x="{number(sheet.left_mm + 104)}" y="203" font-size="4" font-family="Cabin" font-weight="500" '
        f'fill="#000">{words}</text>'
    )
    return document(PAGE_MM, parts)


def export_charuco(folder: Path, sheet: CharucoSheet = SHEET) -> list[Path]:
    """Writes ``charuco.svg``, ``charuco.png`` (300 dpi) and ``charuco.json`` into `folder`; answers their paths."""
    svg = charuco_svg(sheet)
    width_px = fitting_width(PAGE_MM, DPI)
    exact_dpi = width_px / PAGE_MM[0] * MM_PER_INCH
    contents = {
        "charuco.svg": svg.encode(),
        "charuco.png": with_resolution(raster_png(svg, width_px), exact_dpi),
        "charuco.json": msgspec.json.format(msgspec.json.encode(sheet), indent=1),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in contents]


def _modules(sheet: CharucoSheet) -> list[NDArray[np.bool_]]:
    """The 7 × 7 modules of each marker, in order; true is white."""
    board = sheet.board()
    markers = (sheet.squares_across * sheet.squares_down) // 2
    dictionary = board.getDictionary()
    return [np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, 7)) > 0 for marker in range(markers)]


def _square(x: float, y: float, side: float) -> str:
    # four decimals: modules are 2.6786 mm, and a sheet is measured to hundredths
    return f"M{x:.4f},{y:.4f}h{side:.4f}v{side:.4f}h{-side:.4f}z"
