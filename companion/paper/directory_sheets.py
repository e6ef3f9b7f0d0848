"""The directory as sheets: a board's named places in columns, in the order of their names, beside where they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.paper.papers import FRAME_MM
from companion.paper.pieces_sheets import HEAD_MM, dressed
from companion.paper.press import SOFT, Box, Item, Line, Sheet, Words
from companion.paper.wording import PrintWords
from engines.directory import DirectoryChapter, Listing, whereabouts

COLUMN_MM = 86.0
"""Two stand on a sheet of A4 or Letter."""
GUTTER_MM = 6.0
ROW_MM = 5.0
NOTE_MM = 3.8
"""Height of what stands below a place's name."""
TITLE_MM = 11.0
PLACES_MM = 30.0
"""Width of the column of cells."""
PAPER, INK, DISPLAY = "#fff6d2", "#1a1410", "Limelight"
"""Yellow pages are yellow."""


def directory_sheets(
    chapters: Sequence[DirectoryChapter], sheet_mm: tuple[float, float], words: PrintWords
) -> list[Sheet]:
    """Every chapter in turn, filling column after column; a title never stands alone at a column's foot."""
    columns = int((sheet_mm[0] - 2 * FRAME_MM + GUTTER_MM) // (COLUMN_MM + GUTTER_MM))
    top, bottom = FRAME_MM + HEAD_MM, sheet_mm[1] - FRAME_MM - 2
    left = (sheet_mm[0] - columns * COLUMN_MM - (columns - 1) * GUTTER_MM) / 2
    pages: list[list[Item]] = [[]]
    column, y = 0, top
    for chapter in chapters:
        for number, listing in enumerate(chapter.sorted(words.lang)):
            needed = _height(listing) + (0 if number else TITLE_MM)
            if y + needed > bottom:
                column, y = column + 1, top
            if column == columns:
                pages.append([])
                column = 0
            x = left + column * (COLUMN_MM + GUTTER_MM)
            if not number:
                title = words.of_game(chapter.title)
                pages[-1].append(Words(x, y + 4, COLUMN_MM, title, 5.0, TITLE_MM - 4, 400, DISPLAY, ink=INK))
                y += TITLE_MM
            pages[-1] += _entry(listing, x, y, words)
            y += _height(listing)
    ground = Box(FRAME_MM - 2, top - 2, sheet_mm[0] - 2 * FRAME_MM + 4, bottom - top + 3, PAPER)
    laid = [[ground, *page] for page in pages]
    return list(dressed(laid, sheet_mm, words, words.say("directory.name"), words.say("directory.how")))


def _height(listing: Listing) -> float:
    return ROW_MM + (NOTE_MM if listing.note else 0)


def _entry(listing: Listing, x: float, y: float, words: PrintWords) -> Iterator[Item]:
    """A name, its cells at the right, what else is known below, and a fine line that leads the eye."""
    room = COLUMN_MM - PLACES_MM
    yield Words(x, y, room - 1, listing.name(words.lang), 3.2, ROW_MM - 0.6, stand="horizon", ink=INK)
    where = whereabouts(listing)
    yield Words(x + room, y, PLACES_MM, where, 3.2, ROW_MM - 0.6, 700, align="right", stand="horizon", ink=INK)
    if listing.note:
        note = words.of_game(listing.note, listing.facts)
        yield Words(x + 3, y + ROW_MM - 0.8, COLUMN_MM - 3, note, 2.7, NOTE_MM, ink=SOFT)
    yield Line(x, y + _height(listing) - 0.3, COLUMN_MM, 0, "#d9cfa4", 0.1)
