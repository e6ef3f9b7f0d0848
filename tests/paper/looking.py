"""Looking at printed sheets: pages as pictures of a known scale, fonts and pictures inside a PDF."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdf
import pypdfium2
from numpy.typing import NDArray

Grey = NDArray[np.uint8]

MM_PER_POINT = 25.4 / 72


@contextmanager
def opened(pdf: Path | bytes) -> Iterator[pypdfium2.PdfDocument]:
    """The document, closed again at the end."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        yield document
    finally:
        document.close()


def page_picture(page: pypdfium2.PdfPage, px_mm: float) -> Grey:
    """A page in grey, `px_mm` pixels to the millimetre. Ink fills every pixel it touches: edges are a pixel off."""
    bitmap = page.render(scale=_exact(page, px_mm), grayscale=True)
    return np.asarray(bitmap.to_numpy(), np.uint8).reshape(bitmap.height, bitmap.width).copy()


def page_colours(page: pypdfium2.PdfPage, px_mm: float) -> NDArray[np.uint8]:
    """A page in BGR."""
    return np.asarray(page.render(scale=_exact(page, px_mm)).to_numpy(), np.uint8)[:, :, :3].copy()


def _exact(page: pypdfium2.PdfPage, px_mm: float) -> float:
    """The scale at which the page's width is whole pixels; the picture is stretched to whole pixels otherwise."""
    width_px = round(page.get_width() * MM_PER_POINT * px_mm)
    return float(width_px / page.get_width() * (1 - 1e-7))


def words_on(pdf: Path) -> str:
    """All that the first page says, its line breaks as blanks."""
    with opened(pdf) as document:
        return " ".join(document[0].get_textpage().get_text_range().split())


def size_mm(page: pypdfium2.PdfPage) -> tuple[float, float]:
    """Width and height of a page."""
    return page.get_width() * MM_PER_POINT, page.get_height() * MM_PER_POINT


def inside(pdf: bytes) -> tuple[set[str], set[str], int]:
    """Names of the fonts that are embedded, of those that are not, and the number of pixel pictures."""
    embedded: set[str] = set()
    missing: set[str] = set()
    pictures = 0
    for thing in _all_objects(pypdf.PdfReader(io.BytesIO(pdf))):
        if thing.get("/Type") == "/FontDescriptor":
            name = str(thing["/FontName"])
            has_file = any(key in thing for key in ("/FontFile", "/FontFile2", "/FontFile3"))
            (embedded if has_file else missing).add(name)
        elif thing.get("/Type") == "/Font" and thing.get("/Subtype") == "/Type1" and "/FontDescriptor" not in thing:
            missing.add(str(thing.get("/BaseFont")))
        elif thing.get("/Subtype") == "/Image":
            pictures += 1
    return embedded, missing, pictures


def _all_objects(reader: pypdf.PdfReader) -> Iterator[dict[str, Any]]:
    for number in range(1, reader.trailer["/Size"]):
        found = reader.get_object(pypdf.generic.IndirectObject(number, 0, reader))
        if isinstance(found, dict):
            yield found


def blobs_mm(picture: Grey, px_mm: float, least_mm2: float) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height in mm of everything on white paper that covers `least_mm2` or more."""
    dark = (picture < 250).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    found = [stats[number] for number in range(1, count)]
    return [
        (x / px_mm, y / px_mm, w / px_mm, h / px_mm) for x, y, w, h, area in found if area >= least_mm2 * px_mm * px_mm
    ]


def longest_run_mm(picture: Grey, px_mm: float) -> float:
    """The longest horizontal black line, mm."""
    longest = 0
    for row in picture < 200:
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
        if len(edges):
            longest = max(longest, int((edges[1::2] - edges[::2]).max()))
    return longest / px_mm
