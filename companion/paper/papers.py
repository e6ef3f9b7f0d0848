"""Sizes of paper, the margin that printers need, and what stands on every sheet: name, ruler, a word on printing."""

from __future__ import annotations

from collections.abc import Mapping

from companion.paper.press import INK, SOFT, Item, Line, Words
from engines.options import OptionError

PAPERS: Mapping[str, tuple[float, float]] = {
    "A4": (210.0, 297.0),
    "A3": (297.0, 420.0),
    "A2": (420.0, 594.0),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
    "Tabloid": (279.4, 431.8),
}
"""Name → width and height upright, mm (ISO 216; ANSI Y14.1)."""

SAFE_MM = 6.5
"""Nothing is printed nearer to a sheet's edge. Laser printers guarantee all but 4 mm (Konica Minolta magicolor 2490MF,
user's guide, "Guaranteed Imageable Area"), PCL printers all but 1/6 inch (4.2 mm); drivers that keep a quarter of an
inch (6.35 mm) free are served as well."""
FRAME_MM = 13.0
"""What must not be lost begins here: some drivers of old inkjets keep half an inch (12.7 mm) free at the bottom."""
HEADING_MM = 3.4
"""Height of the line above the frame, descenders included."""
RULER_MM = 100.0
RULER_PEN_MM = 0.2


class UnknownPaper(OptionError):
    """There is no paper of that name; the message lists those that there are."""


def paper(name: str, landscape: bool = False) -> tuple[float, float]:
    """Width and height of a paper in mm; raises `UnknownPaper`.

    >>> paper("A4", landscape=True)
    (297.0, 210.0)
    """
    width, height = PAPERS[known_paper(name)]
    return (height, width) if landscape else (width, height)


def known_paper(name: str) -> str:
    """The name of a paper as `PAPERS` writes it, however it was typed; raises `UnknownPaper`."""
    for known in PAPERS:
        if known.lower() == name.lower():
            return known
    raise UnknownPaper(f"there is no paper {name!r}; there are: {', '.join(PAPERS)}")


def ruler(x: float, y: float, words: str) -> tuple[Item, ...]:
    """A ruler, 100 mm from outer edge to outer edge of its end marks, with its base line from (`x`, `y`)."""
    inset = RULER_PEN_MM / 2
    places = [x + inset, *(x + step * 10 for step in range(1, 10)), x + RULER_MM - inset]
    ticks = (Line(at, y, 0, -(3.4 if step % 5 == 0 else 2.2), INK, RULER_PEN_MM) for step, at in enumerate(places))
    base = Line(x, y, RULER_MM, 0, INK, RULER_PEN_MM)
    return base, *ticks, Words(x + RULER_MM + 3, y - 3.2, 70, words, 2.8)


def heading(size_mm: tuple[float, float], name: str, place: str, printing: str) -> tuple[Item, ...]:
    """Above the frame: what the sheet is, which one of how many, and that it must be printed at 100 %."""
    width = size_mm[0] - 2 * FRAME_MM
    return (
        Words(FRAME_MM, SAFE_MM + 0.4, width * 0.4, name, 3.0, weight=700),
        Words(FRAME_MM + width * 0.4, SAFE_MM + 0.4, width * 0.25, place, 3.0, align="center"),
        Words(FRAME_MM + width * 0.65, SAFE_MM + 0.6, width * 0.35, printing, 2.6, ink=SOFT, align="right"),
    )


def footing(size_mm: tuple[float, float], words: str, how: str = "") -> tuple[Item, ...]:
    """Below the frame: the ruler, and `how` to go on, if the sheet has no room for it elsewhere."""
    base = size_mm[1] - SAFE_MM - 0.5
    left = FRAME_MM + RULER_MM + 40
    column = Words(left, base - 6.6, size_mm[0] - FRAME_MM - left, how, 2.6, 6.0, ink=SOFT, stand="bottom")
    return *ruler(FRAME_MM, base, words), *((column,) if how else ())
