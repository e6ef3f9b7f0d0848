"""Draws boards as SVG at true scale: one user unit is one millimetre. Pure: a board goes in, text comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from engines.boards.drawing.city import city_map, city_mirror
from engines.boards.drawing.medina import medina, medina_mirror
from engines.boards.drawing.plain import plain_board, plain_mirror
from engines.boards.drawing.poster import poster_map, poster_mirror
from engines.boards.drawing.rosette import rosette, rosette_mirror
from engines.boards.drawing.sea_chart import sea_chart, sea_chart_mirror

if TYPE_CHECKING:
    from engines.boards.chart import ChartedBoard

Artist: TypeAlias = "Callable[[ChartedBoard, str], str]"
"""Draws a board with its printed words in a language."""

ARTISTS: Mapping[str, tuple[Artist, Artist]] = {
    "plain": (plain_board, plain_mirror),
    "poster-map": (poster_map, poster_mirror),
    "city-map": (city_map, city_mirror),
    "medina": (medina, medina_mirror),
    "rosette": (rosette, rosette_mirror),
    "sea-chart": (sea_chart, sea_chart_mirror),
}
"""Art of a board file → who draws the print and who draws the phone's mirror of it."""

FONTS = tuple(sorted(Path(__file__).parents[1].joinpath("fonts").glob("*.[ot]tf")))
"""The fonts of the drawings; all under the SIL Open Font License, whose texts lie beside them."""


def draw(board: ChartedBoard, lang: str = "en") -> str:
    """The printed board as its file's ``art`` draws it."""
    return ARTISTS[board.chart.art][0](board, lang)


def draw_mirror(board: ChartedBoard, lang: str = "en") -> str:
    """The same for phones: light, every place an element with ``data-cell``."""
    return ARTISTS[board.chart.art][1](board, lang)
