"""Prints sheets as one PDF: vectors stay vectors, fonts go into the file. Knows lengths and places, no games.

>>> sheet = Sheet((210.0, 297.0), (Words(20, 20, 100, "measure me"), Line(20, 30, 100, 0)))
>>> printed("A ruler", [sheet])[:5]
b'%PDF-'
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from engines.boards.drawing import FONTS

TEMPLATE = Path(__file__).with_name("press.typ")
DATE = 0
"""Date written into every file, s since 1970: the same sheets are always the same bytes."""

INK = "#000000"
SOFT = "#6b645a"


class Picture(msgspec.Struct, frozen=True, tag_field="type", tag="picture"):
    """A window of `w` × `h` onto a drawing that measures `whole_w` × `whole_h` as a whole.

    (`from_x`, `from_y`) is the point of the drawing, in mm as printed, that lies in the window's top left corner.
    """

    x: float
    y: float
    w: float
    h: float
    file: str
    whole_w: float
    whole_h: float
    from_x: float = 0.0
    from_y: float = 0.0
    alt: str = ""


class Words(msgspec.Struct, frozen=True, tag_field="type", tag="words"):
    """Words in a column of width `w`. Where `h` is given they are set smaller, down to half, until they fit into it."""

    x: float
    y: float
    w: float
    words: str
    size_mm: float = 3.2
    h: float = 0.0
    weight: int = 500
    font: str = "Cabin"
    style: Literal["normal", "italic"] = "normal"
    ink: str = INK
    align: Literal["left", "center", "right"] = "left"
    stand: Literal["top", "horizon", "bottom"] = "top"


class Box(msgspec.Struct, frozen=True, tag_field="type", tag="box"):
    """A rectangle; its line runs along the middle of its edge."""

    x: float
    y: float
    w: float
    h: float
    fill: str = ""
    stroke: str = ""
    stroke_mm: float = 0.2
    dashed: bool = False
    round_mm: float = 0.0


class Disc(msgspec.Struct, frozen=True, tag_field="type", tag="disc"):
    """A circle round (`x`, `y`)."""

    x: float
    y: float
    radius_mm: float
    fill: str = ""
    stroke: str = ""
    stroke_mm: float = 0.2
    dashed: bool = False


class Line(msgspec.Struct, frozen=True, tag_field="type", tag="line"):
    """A straight line from (`x`, `y`), `dx` to the right and `dy` down."""

    x: float
    y: float
    dx: float
    dy: float
    stroke: str = INK
    stroke_mm: float = 0.2
    dashed: bool = False


Item: TypeAlias = Picture | Words | Box | Disc | Line


class Sheet(msgspec.Struct, frozen=True):
    """One page: its size, and what lies on it, bottom to top."""

    size_mm: tuple[float, float]
    items: tuple[Item, ...]


class _Book(msgspec.Struct, frozen=True):
    title: str
    lang: str
    sheets: Sequence[Sheet]


def printed(
    title: str, sheets: Sequence[Sheet], pictures: Mapping[str, bytes] | None = None, lang: str = "en"
) -> bytes:
    """`sheets` as a PDF. `pictures` are the files (SVG or PDF, by their names' endings) that they show.

    A picture that many sheets show is in the PDF once if it is a PDF itself.
    """
    import typst  # only here: loading it takes longer than all of `tavolo --help`

    with tempfile.TemporaryDirectory(prefix="tavolo-press-") as name:
        folder = Path(name)
        for file, content in (pictures or {}).items():
            (folder / file).write_bytes(content)
        (folder / "book.json").write_bytes(msgspec.json.encode(_Book(title, lang, sheets)))
        shutil.copy(TEMPLATE, folder / "main.typ")
        pdf = typst.compile(
            str(folder / "main.typ"),
            root=name,
            font_paths=sorted({str(font.parent) for font in FONTS}),
            ignore_system_fonts=True,
            timestamp=DATE,
        )
    assert isinstance(pdf, bytes)
    return pdf


def drawing_pdf(svg: str, size_mm: tuple[float, float], title: str, lang: str = "en") -> bytes:
    """A drawing (1 user unit = 1 mm) as a page of its own size."""
    whole = Picture(0, 0, *size_mm, "drawing.svg", *size_mm)
    return printed(title, [Sheet(size_mm, (whole,))], {"drawing.svg": svg.encode()}, lang)
