"""Small words of SVG: numbers, paths, polygons, texts, groups, a document in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from engines.boards.board import Point


def number(value: float) -> str:
    """`value` to a hundredth of a unit, without needless zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


def at(point: Point) -> str:
    """``x,y``."""
    return f"{number(point[0])},{number(point[1])}"


def points_path(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of straight lines through `points`."""
    return "M" + " ".join(at(point) for point in points) + ("Z" if closed else "")


def path(data: str, attributes: str) -> str:
    """A path element."""
    return f'<path d="{data}" {attributes}/>'


def path_through(points: Sequence[Point], attributes: str) -> str:
    """An open path of straight lines."""
    return path(points_path(points), attributes)


def polygon(points: Sequence[Point], attributes: str) -> str:
    """A closed path of straight lines."""
    return path(points_path(points, closed=True), attributes)


def text(where: Point, words: str, size: float, fill: str, attributes: str = "") -> str:
    """`words` centred on `where`, capitals `size` · 0.7 high."""
    x, y = where
    return (
        f'<text x="{number(x)}" y="{number(y + size * 0.34)}" font-size="{number(size)}" text-anchor="middle" '
        f'fill="{fill}"{" " + attributes if attributes else ""}>{escape(words)}</text>'
    )


def group(name: str, parts: Iterable[str], attributes: str = "") -> str:
    """A group whose id is `name`."""
    return f'<g id="{name}"{" " + attributes if attributes else ""}>{"".join(parts)}</g>'


def document(size_mm: tuple[float, float], parts: Iterable[str], defs: str = "") -> str:
    """A whole SVG document of `size_mm`, one user unit a millimetre."""
    width, height = (number(length) for length in size_mm)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">{f"<defs>{defs}</defs>" if defs else ""}{"".join(parts)}</svg>'
    )
