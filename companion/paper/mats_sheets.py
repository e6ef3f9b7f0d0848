"""The sheets that lie in front of players: a track for a marker, spaces for pieces, and a turn in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.paper.pieces_sheets import COUNTER_GAP_MM, face_file, filled
from companion.paper.press import SOFT, Box, Disc, Item, Picture, Sheet, Words
from companion.paper.wording import PrintWords
from engines.mats import Line, Mat
from engines.physical import Look
from engines.pieces import PieceLook

MAT_MM = (184.0, 116.0)
"""Two lie on a sheet of A4 or Letter, one above the other."""
GAP_MM = 2.0
"""Between them: one cut parts them."""
RIM_MM = 6.0
HEAD_MM = 20.0
"""Height of the title with its picture."""
LABEL_MM = 6.0
"""Height of the words above a track and above spaces."""
ROOM_MM = 6.0
"""By which a place is wider than the piece that lies on it: fingers must get hold of it."""
NUMBER_MM = 6.0
"""Height of a track's numbers, above where the marker lies."""
GROUND, START, INK, DISPLAY = "#fbf6ea", "#ecdcae", "#1a1410", "Limelight"


def mat_sheets(
    mats: Sequence[Mat], bodies: Mapping[Look, PieceLook], sheet_mm: tuple[float, float], words: PrintWords
) -> list[Sheet]:
    """Every mat once. Their places are as large as the pieces of `bodies` whose pictures they bear."""
    cells = (
        (tuple(_mat(mat, bodies[mat.look], words)), MAT_MM[0] + COUNTER_GAP_MM, MAT_MM[1] + GAP_MM) for mat in mats
    )
    return filled(cells, sheet_mm, words, words.say("mats.name"), words.say("mats.how"))


def _mat(mat: Mat, body: PieceLook, words: PrintWords) -> Iterator[Item]:
    """One mat, its top left corner at the origin."""
    width, height = MAT_MM
    place = body.size_mm + ROOM_MM
    yield Box(0, 0, width, height, GROUND, SOFT, 0.15)
    yield from _head(mat, body, words)
    yield from _track(mat, place, words)
    top = HEAD_MM + LABEL_MM + NUMBER_MM + place + 4
    wide = len(mat.spaces) * (place + 2)
    yield from _spaces(mat, place, top, words)
    beside = RIM_MM + max(wide, 0.4 * width) + 4
    reminder = "\n".join(_said(line, words) for line in mat.lines)
    yield Words(beside, top, width - RIM_MM - beside, reminder, 3.4, height - RIM_MM - top, ink=INK)


def _head(mat: Mat, body: PieceLook, words: PrintWords) -> Iterator[Item]:
    size = body.size_mm
    yield Picture(RIM_MM, (HEAD_MM - size) / 2, size, size, face_file(mat.look), size, size, alt=mat.look)
    left = RIM_MM + size + 5
    room = MAT_MM[0] - RIM_MM - left
    yield Words(left, 0, room, _said(mat.title, words), 8.0, HEAD_MM, 400, DISPLAY, stand="horizon", ink=INK)


def _track(mat: Mat, place: float, words: PrintWords) -> Iterator[Item]:
    """Its numbers over the whole width, the start on a ground of its own."""
    track = mat.track
    yield Words(RIM_MM, HEAD_MM, MAT_MM[0] - 2 * RIM_MM, _said(track.name, words), 3.4, weight=700, ink=INK)
    step = (MAT_MM[0] - 2 * RIM_MM) / (track.last - track.first + 1)
    top = HEAD_MM + LABEL_MM
    for at in range(track.first, track.last + 1):
        left = RIM_MM + (at - track.first) * step
        yield Box(left, top, step, NUMBER_MM + place, START if at == track.start else "", INK, 0.3)
        yield Words(left, top, step, str(at), 5.0, NUMBER_MM, 400, DISPLAY, align="center", stand="horizon", ink=INK)


def _spaces(mat: Mat, place: float, top: float, words: PrintWords) -> Iterator[Item]:
    """In a row at the left, each with a ring for its piece, its mark inside and its name below."""
    room = max(len(mat.spaces) * (place + 2), 0.4 * MAT_MM[0])
    yield Words(RIM_MM, top, room, _said(mat.spaces_name, words), 3.4, 2 * LABEL_MM - 2, weight=700, ink=INK)
    y = top + 2 * LABEL_MM
    for number, space in enumerate(mat.spaces):
        x = RIM_MM + number * (place + 2)
        yield Box(x, y, place, place + LABEL_MM, space.tint, INK, 0.3, round_mm=1.5)
        middle = (x + place / 2, y + place / 2)
        yield Disc(*middle, (place - ROOM_MM) / 2 + 1, "", INK, 0.2, dashed=True)
        yield Words(x, y, place, space.mark, 7.0, place, 400, DISPLAY, align="center", stand="horizon", ink=INK)
        name = _said(space.name, words)
        yield Words(x, y + place, place, name, 3.0, LABEL_MM, align="center", stand="horizon", ink=INK)


def _said(line: Line, words: PrintWords) -> str:
    return words.of_game(line.key, line.facts)
