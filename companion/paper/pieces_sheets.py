"""Pieces as sheets: stickers for flat pieces, and counters to fold round cardboard, which have a face on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.paper.papers import FRAME_MM, footing, heading
from companion.paper.press import SOFT, Box, Item, Line, Picture, Sheet, Words
from companion.paper.wording import PrintWords
from engines.boards.drawing.pieces import piece_document
from engines.entries import Seat
from engines.game import Game
from engines.physical import Look
from engines.pieces import PieceLook

STICKER_GAP_MM = 4.0
"""Between stickers: room for scissors."""
COUNTER_GAP_MM = 4.0
"""Between counters: the marks at their folds are 1.8 mm long at most, above and below."""
HEAD_MM = 14.0
"""Room for the words above the pieces."""
REVERSE = ":reverse"
"""Ends the name of the picture on the other side of a look that is drawn face down."""


class Piece(msgspec.Struct, frozen=True):
    """One piece: the look it lies with, and what is on its other side.

    That is another look, the same again, or for one that is drawn face down the `reverse` of its kind.
    """

    front: Look
    back: Look
    body: PieceLook


def pieces_of(game: Game[Any, Any], options: Mapping[str, str], seats: Sequence[Seat]) -> list[Piece]:
    """Every piece in the box of `seats`, in its order, then the extras."""
    bodies = game.pieces(options)
    box = [(look, bodies[look]) for look in game.box(options, seats)]
    return [Piece(look, _back(look, bodies), body) for look, body in (*box, *game.extras(options, seats))]


def _back(look: Look, bodies: Mapping[Look, PieceLook]) -> Look:
    if look in bodies and bodies[look].reverse:
        return f"{look}{REVERSE}"
    return back if (back := f"{look}:back") in bodies else look


def face_file(look: Look) -> str:
    """The name under which sheets show a look."""
    return f"{look.replace(':', '-')}.svg"


def face_pictures(game: Game[Any, Any], options: Mapping[str, str], seats: Sequence[Seat]) -> dict[str, bytes]:
    """The faces of all looks, of the extras and of what is drawn face down, by `face_file`."""
    bodies = {**game.pieces(options), **dict(game.extras(options, seats))}
    bodies |= {f"{look}{REVERSE}": _reversed(body) for look, body in bodies.items() if body.reverse}
    return {face_file(look): piece_document(look, body).encode() for look, body in bodies.items()}


def _reversed(body: PieceLook) -> PieceLook:
    """The other side of a piece that is drawn face down: nothing on it tells its face."""
    shape = "disc" if body.shape == "disc" else "counter"
    return PieceLook(shape, body.size_mm, body.height_mm, body.rgb, f"{body.reverse}/none")


def sticker_sheets(pieces: Sequence[Piece], sheet_mm: tuple[float, float], words: PrintWords) -> list[Sheet]:
    """Every face once for each piece, backs right after their fronts, with room to cut between them.

    A piece that is drawn face down gets no sticker on its back: as wood, all are alike.
    """
    faces = [
        (look, piece.body)
        for piece in pieces
        for look in dict.fromkeys((piece.front, piece.back))
        if not look.endswith(REVERSE)
    ]
    sizes = " / ".join(f"{words.millimetres(size)} mm" for size in sorted({body.size_mm for _, body in faces}))
    how = words.say("stickers.how", {"sizes": sizes})
    if len(faces) > len(pieces):
        how += " " + words.say("stickers.backs")
    cells = ((_sticker(look, body), *2 * (body.size_mm + STICKER_GAP_MM,)) for look, body in faces)
    return filled(cells, sheet_mm, words, words.say("stickers.name"), how)


def _sticker(look: Look, body: PieceLook) -> tuple[Item, ...]:
    size = body.size_mm
    return (Picture(0, 0, size, size, face_file(look), size, size, alt=look),)


def counter_sheets(
    pieces: Sequence[Piece], sheet_mm: tuple[float, float], core_mm: float, words: PrintWords
) -> list[Sheet]:
    """Front, edge and back of every piece in a row, to be folded round cardboard `core_mm` thick."""
    how = words.say("counters.how", {"core": words.millimetres(core_mm)})
    cells = (
        (
            _counter(piece, core_mm),
            2 * piece.body.size_mm + core_mm + COUNTER_GAP_MM,
            piece.body.size_mm + COUNTER_GAP_MM,
        )
        for piece in pieces
    )
    return filled(cells, sheet_mm, words, words.say("counters.name"), how)


def _counter(piece: Piece, core_mm: float) -> tuple[Item, ...]:
    """The strip of one piece, its top left corner at the origin."""
    size = piece.body.size_mm
    edge = "#{:02x}{:02x}{:02x}".format(*(round(value * 0.74) for value in piece.body.rgb))
    far = size + core_mm
    folds = (
        Line(x, y, 0, reach, SOFT, 0.15, dashed=True)
        for x in (size, far)
        for y, reach in ((-1.8, 1.5), (size + 0.3, 1.5))
    )
    return (
        Box(size - 0.6, 0, core_mm + 1.2, size, fill=edge)
        if piece.body.shape != "disc"
        else _spine(piece, core_mm, edge),
        Picture(0, 0, size, size, face_file(piece.front), size, size, alt=piece.front),
        Picture(far, 0, size, size, face_file(piece.back), size, size, alt=piece.back),
        *folds,
    )


def _spine(piece: Piece, core_mm: float, edge: str) -> Item:
    """The hinge between two discs: a third of them wide, so that the fold has something to hold by."""
    size = piece.body.size_mm
    return Box(size - size * 0.06, size / 3, core_mm + size * 0.12, size / 3, fill=edge)


def filled(
    cells: Iterable[tuple[tuple[Item, ...], float, float]],
    sheet_mm: tuple[float, float],
    words: PrintWords,
    name: str,
    how: str,
) -> list[Sheet]:
    """Lays cells (items, width, height) in rows onto as many sheets as they need."""
    pages: list[list[Item]] = [[]]
    left, top = FRAME_MM, FRAME_MM + HEAD_MM
    right, bottom = sheet_mm[0] - FRAME_MM, sheet_mm[1] - FRAME_MM - 2
    x, y, row_h = left, top, 0.0
    for items, width, height in cells:
        if x + width > right + STICKER_GAP_MM and x > left:
            x, y, row_h = left, y + row_h, 0.0
        if y + height > bottom:
            pages.append([])
            x, y, row_h = left, top, 0.0
        pages[-1] += (_moved(item, x, y) for item in items)
        x, row_h = x + width, max(row_h, height)
    return list(dressed(pages, sheet_mm, words, name, how))


def _moved(item: Item, dx: float, dy: float) -> Item:
    return msgspec.structs.replace(item, x=item.x + dx, y=item.y + dy)


def dressed(
    pages: Sequence[Sequence[Item]], sheet_mm: tuple[float, float], words: PrintWords, name: str, how: str
) -> Iterator[Sheet]:
    """Pages with their heading, a word on `how` to use them, and the ruler."""
    for number, items in enumerate(pages, 1):
        place = words.say("of", {"number": number, "count": len(pages)})
        yield Sheet(
            sheet_mm,
            (
                *heading(sheet_mm, f"{words.title} · {name}", place, words.say("printing")),
                Words(FRAME_MM, FRAME_MM, sheet_mm[0] - 2 * FRAME_MM, how, 3.0, h=HEAD_MM - 4, ink=SOFT),
                *items,
                *footing(sheet_mm, words.say("measure")),
            ),
        )
