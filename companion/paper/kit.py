"""Everything that can be printed for a game, as files: which there are, and writing them one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from companion.paper.beside import beside_sheets, marker_pictures
from companion.paper.board_sheets import BOARD_FILE, markers_apart_mm, tiled
from companion.paper.cards_sheets import card_sheets
from companion.paper.charuco import SHEET, charuco_drawing
from companion.paper.directory_sheets import directory_sheets
from companion.paper.mats_sheets import mat_sheets
from companion.paper.papers import footing, heading, known_paper, paper
from companion.paper.parts import Part
from companion.paper.pieces_sheets import counter_sheets, face_pictures, pieces_of, sticker_sheets
from companion.paper.press import Picture, Sheet, drawing_pdf, printed
from companion.paper.standups import figure_pictures, standing, standup_sheets
from companion.paper.tiles import tiling
from companion.paper.wording import PrintWords
from engines.boards.board import Board
from engines.entries import Seat
from engines.game import Game
from engines.options import chosen

CORE_MM = 2.0
"""Thickness of grey board, as bookbinders use it and drawing pads have for a back."""


class Order(msgspec.Struct, frozen=True):
    """What is to be printed: a game under its options (as from `engines.options.chosen`), for seats, on a paper."""

    game: Game[Any, Any]
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    paper: str = "A4"
    lang: str = "en"
    core_mm: float = CORE_MM

    @property
    def words(self) -> PrintWords:
        """What the sheets say."""
        return PrintWords(self.game, self.lang)


class Printed(msgspec.Struct, frozen=True):
    """A file that was written: the `part` it is, its number of sheets and their size in mm.

    `markers_mm`: how far the outer edges of the board's markers are apart, across and down, to check the print by;
    other parts have a ruler.
    """

    part: Part
    file: str
    sheets: int
    size_mm: tuple[float, float]
    markers_mm: tuple[float, float] | None = None


Maker: TypeAlias = Callable[[Order, Board], tuple[Sequence[Sheet], Mapping[str, bytes]]]


def print_kit(order: Order, parts: Sequence[Part], folder: Path) -> Iterator[Printed]:
    """Writes the `parts` that the game has into `folder` (made if missing), each as it is finished.

    The board and its tiles show the same drawing, which is made once. Raises `UnknownPaper`.
    """
    order = msgspec.structs.replace(order, paper=known_paper(order.paper))
    board = order.game.board(order.options)
    folder.mkdir(parents=True, exist_ok=True)
    title = order.words.title
    drawn: dict[str, bytes] = {}
    if {"board", "tiles"} & set(parts):
        drawn[BOARD_FILE] = drawing_pdf(board.svg(order.lang), board.size_mm, title, order.lang)
    for part in parts:
        if part == "board":
            whole = _written(folder / "board.pdf", drawn[BOARD_FILE], part, 1, board.size_mm)
            yield msgspec.structs.replace(whole, markers_mm=markers_apart_mm(board))
            continue
        sheets, pictures = _tiles(order, board, drawn) if part == "tiles" else MAKERS[part](order, board)
        if sheets:
            file = folder / f"{part}-{order.paper}.pdf"
            pdf = printed(title, sheets, pictures, order.lang)
            yield _written(file, pdf, part, len(sheets), sheets[0].size_mm)


def lacking(order: Order, parts: Iterable[Part]) -> tuple[Part, ...]:
    """Those of `parts` that the game has not. Raises `UnknownPaper`."""
    order = msgspec.structs.replace(order, paper=known_paper(order.paper))
    board = order.game.board(order.options)
    return tuple(part for part in parts if part in MAKERS and not MAKERS[part](order, board)[0])


def _written(path: Path, pdf: bytes, part: Part, sheets: int, size_mm: tuple[float, float]) -> Printed:
    path.write_bytes(pdf)
    return Printed(part, path.name, sheets, size_mm)


def _tiles(order: Order, board: Board, drawn: Mapping[str, bytes]) -> tuple[Sequence[Sheet], Mapping[str, bytes]]:
    return tiled(board, tiling(board.size_mm, paper(order.paper)), order.paper, order.words), drawn


def _stickers(order: Order, board: Board) -> tuple[Sequence[Sheet], Mapping[str, bytes]]:
    pieces = pieces_of(order.game, order.options, order.seats)
    sheets = sticker_sheets(pieces, paper(order.paper), order.words) if pieces else ()
    return sheets, face_pictures(order.game, order.options, order.seats)


def _counters(order: Order, board: Board) -> tuple[Sequence[Sheet], Mapping[str, bytes]]:
    pieces = pieces_of(order.game, order.options, order.seats)
    sheets = counter_sheets(pieces, paper(order.paper), order.core_mm, order.words) if pieces else ()
    return sheets, face_pictures(order.game, order.options, order.seats)


def _standups(order: Order, board: Board) -> tuple[Sequence[Sheet], Mapping[str, bytes]]:
    pieces = standing(pieces_of(order.game, order.options, order.seats))
    sheets = standup_sheets(pieces, paper(order.paper), order.words) if pieces else ()
    faces = face_pictures(order.game, order.options, order.seats)
    return sheets, faces | figure_pictures(order.game, order.options, order.lang)


def _cards(order: Order, board: Board) -> tuple[Sequence[Sheet], Mapping[str, bytes]]:
    return card_sheets(order.game.decks(order.options), paper(order.paper, landscape=True), order.words), {}


def _mats(order: Order, board: Board) -> tuple[Sequence[Sheet], Mapping[str, bytes]]:
    mats = order.game.mats(order.options, order.seats)
    if not mats:
        return (), {}
    sheets = mat_sheets(mats, order.game.pieces(order.options), paper(order.paper), order.words)
    return sheets, face_pictures(order.game, order.options, order.seats)


def _directory(order: Order, board: Board) -> tuple[Sequence[Sheet], Mapping[str, bytes]]:
    chapters = order.game.directory(order.options)
    return directory_sheets(chapters, paper(order.paper), order.words) if chapters else (), {}


def _markers(order: Order, board: Board) -> tuple[Sequence[Sheet], Mapping[str, bytes]]:
    return beside_sheets(board, paper(order.paper), order.words, _start(order)), marker_pictures(board)


def _start(order: Order) -> str:
    """The command that starts a table whose first camera looks at the board that was printed, markers beside it."""
    usual = chosen(order.game.options, {})
    other = [f" --option {key}={value}" for key, value in order.options.items() if value != usual[key]]
    return f"tavolo play {order.game.id} --eye v4l2:0 --markers beside{''.join(other)}"


def _lens(order: Order, board: Board) -> tuple[Sequence[Sheet], Mapping[str, bytes]]:
    size = paper(order.paper, landscape=True)
    drawing, (width, height) = charuco_drawing(SHEET)
    words = order.words
    left, top = (size[0] - width) / 2, (size[1] - height) / 2
    items = (
        Picture(left, top, width, height, "lens.svg", width, height, alt="ChArUco"),
        *heading(size, words.say("lens.name"), "", words.say("printing")),
        *footing(size, words.say("measure"), words.say("lens.how")),
    )
    return [Sheet(size, items)], {"lens.svg": drawing.encode()}


MAKERS: Mapping[Part, Maker] = {
    "stickers": _stickers,
    "counters": _counters,
    "standups": _standups,
    "cards": _cards,
    "mats": _mats,
    "directory": _directory,
    "markers": _markers,
    "lens": _lens,
}
