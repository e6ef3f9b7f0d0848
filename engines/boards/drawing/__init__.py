"""Draws boards as SVG at true scale: one user unit is one millimetre. Pure: a board goes in, text comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from engines.boards.drawing.plain import plain_board
from engines.boards.drawing.poster import poster_map

if TYPE_CHECKING:
    from engines.boards.chart import ChartedBoard

Artist: TypeAlias = "Callable[[ChartedBoard, str], str]"
"""Draws a board with its printed words in a language."""

ARTISTS: Mapping[str, Artist] = {"plain": plain_board, "poster-map": poster_map}


def draw(board: ChartedBoard, lang: str = "en") -> str:
    """The printed board as its file's ``art`` draws it."""
    return ARTISTS[board.chart.art](board, lang)
