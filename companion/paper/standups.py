"""Figures that stand up: a strip folded into an upside-down T, whose feet together are the piece as seen from above.

From its upper end down a strip shows the far half of the piece's face, the figure's back (upside down, so that both
sides stand upright), its front, and the near half of the face.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.paper.pieces_sheets import COUNTER_GAP_MM, Piece, face_file, filled
from companion.paper.press import SOFT, Box, Item, Line, Picture, Sheet
from companion.paper.wording import PrintWords
from engines.boards.drawing import palette
from engines.boards.drawing.pieces import piece_svg
from engines.boards.drawing.svg import number, text
from engines.game import Game
from engines.physical import Look
from engines.pieces import PieceLook

TALL = 1.5
"""Height of a figure, in widths: it stands, and hides little of what is behind it."""
NAME = 0.62
"""Mean width of a letter of Cabin bold in capitals and small letters, in sizes."""
LARGEST_NAME = 0.18
"""Size of the names, in widths of a figure, where all are short enough."""
LEADING = 1.15
"""From one line of a name to the next, in sizes."""
FOLD_MM = 1.5
"""Length of the marks beside a fold."""
GROUND, INK = "#fbf6ea", "#1a1410"


def standing(pieces: Sequence[Piece]) -> list[Piece]:
    """Those of `pieces` that may stand up."""
    return [piece for piece in pieces if piece.body.stands]


def standup_sheets(pieces: Sequence[Piece], sheet_mm: tuple[float, float], words: PrintWords) -> list[Sheet]:
    """A strip for every piece that may stand up."""
    cells = (
        (_strip(piece), piece.body.size_mm + COUNTER_GAP_MM, _length(piece.body) + COUNTER_GAP_MM)
        for piece in standing(pieces)
    )
    return filled(cells, sheet_mm, words, words.say("standups.name"), words.say("standups.how"))


def figure_pictures(game: Game[Any, Any], options: Mapping[str, str], lang: str) -> dict[str, bytes]:
    """Both sides of every figure, by `figure_file`; the names on all of them are written in one size."""
    named = [(look, body, _name(game, look, lang)) for look, body in game.pieces(options).items() if body.stands]
    size = min((_largest(body.size_mm, lines) for _, body, lines in named), default=0.0)
    return {
        figure_file(look, turned): _figure(look, body, lines, size, turned).encode()
        for look, body, lines in named
        for turned in (False, True)
    }


def _name(game: Game[Any, Any], look: Look, lang: str) -> tuple[str, ...]:
    """The lines in which a figure's name stands: two where it has several words, as even as can be."""
    key = f"look.{look}"
    words = game.texts.say(lang, key).split() if game.texts.has(key) else []
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(splits, key=lambda lines: max(map(len, lines)), default=tuple(words))


def _largest(wide: float, lines: Sequence[str]) -> float:
    """The largest size in which `lines` fit a figure so `wide`, both in mm."""
    letters = max(map(len, lines), default=1)
    return min(LARGEST_NAME * wide, 0.94 * wide / (NAME * letters))


def figure_file(look: Look, turned: bool = False) -> str:
    """The name under which sheets show a figure, or the same upside down."""
    return f"figure-{'turned-' if turned else ''}{face_file(look)}"


def _length(body: PieceLook) -> float:
    return body.size_mm * (2 * TALL + 1)


def _strip(piece: Piece) -> tuple[Item, ...]:
    """The strip of one piece, its top left corner at the origin."""
    wide, tall = piece.body.size_mm, piece.body.size_mm * TALL
    foot, face = wide / 2, face_file(piece.front)
    folds = (foot, foot + tall, foot + 2 * tall)
    marks = (Line(x, y, FOLD_MM, 0, SOFT, 0.15, dashed=True) for y in folds for x in (-FOLD_MM - 0.3, wide + 0.3))
    return (
        Picture(0, 0, wide, foot, face, wide, wide, alt=piece.front),
        Picture(0, foot, wide, tall, figure_file(piece.front, turned=True), wide, tall, alt=piece.front),
        Picture(0, foot + tall, wide, tall, figure_file(piece.front), wide, tall, alt=piece.front),
        Picture(0, foot + 2 * tall, wide, foot, face, wide, wide, from_y=foot, alt=piece.front),
        Box(0, 0, wide, _length(piece.body), stroke=SOFT, stroke_mm=0.15),
        *marks,
    )


def _figure(look: Look, body: PieceLook, lines: Sequence[str], size: float, turned: bool) -> str:
    """One side of a figure as an SVG document at true size, its name in letters of `size` mm."""
    wide, tall = body.size_mm, body.size_mm * TALL
    style = f'font-family="{palette.NAME_FONT}" font-weight="700"'
    turn = f' transform="rotate(180 {number(wide / 2)} {number(tall / 2)})"' if turned else ""
    first = wide * 1.26 - (len(lines) - 1) * LEADING * size / 2
    name = "".join(
        text((wide / 2, first + row * LEADING * size), line, size, INK, style) for row, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}mm" height="{number(tall)}mm" '
        f'viewBox="0 0 {number(wide)} {number(tall)}"><g{turn}>'
        f'<rect width="{number(wide)}" height="{number(tall)}" fill="{GROUND}"/>'
        f'<g transform="translate({number(wide / 2)} {number(wide * 0.56)}) scale(0.92)">{piece_svg(look, body)}</g>'
        f"{name}</g></svg>"
    )
