"""What stands round the map: the film strip of the interception track, holding boxes, boxes of cards, the frame."""

from __future__ import annotations

from engines.boards.board import Point
from engines.boards.chart import Box
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import around, moved, ring
from engines.boards.drawing.svg import at, group, number, path
from engines.boards.drawing.svg import text as words
from engines.boards.hex import HexBoard

TRACK_TINTS = (
    "#b4b8a0", "#b8b79c", "#bcb597", "#c0b292", "#c4ae8d", "#c6a988",
    "#c8a382", "#c99c7c", "#c99476", "#c88b70", "#c6826a",
)  # fmt: skip
"""Floors of the track from calm to danger; as light as the map, so that pieces show."""


def box_rect(box: Box, attributes: str, inset: float = 0.0, corner: float = 0.0) -> str:
    """`box` as a rectangle, smaller by `inset` on every side."""
    return (
        f'<rect x="{number(box.x + inset)}" y="{number(box.y + inset)}" width="{number(box.w - 2 * inset)}" '
        f'height="{number(box.h - 2 * inset)}"{f" rx={chr(34)}{number(corner)}{chr(34)}" if corner else ""} '
        f"{attributes}/>"
    )


def boxes_of(board: HexBoard, kind: str) -> list[Box]:
    """Boxes of one kind in the order of the board file."""
    return [box for box in board.sheet.boxes if box.kind == kind]


def track_layer(board: HexBoard, lang: str) -> str:
    """Group ``track``: a strip of film, one frame a space, numbered like a leader before the picture."""
    unit = board.pitch_mm / 24
    spaces = boxes_of(board, "track")
    waiting = [box for box in boxes_of(board, "holding") if box.of in {space.id for space in spaces}]
    strip = [*waiting, *spaces]
    left, right = min(box.x for box in strip), max(box.x + box.w for box in strip)
    top, low = strip[0].y, strip[0].y + strip[0].h
    band = 5.2 * unit
    film = (
        f'<rect x="{number(left - 1.5 * unit)}" y="{number(top - band)}" width="{number(right - left + 3 * unit)}" '
        f'height="{number(low - top + 2 * band)}" rx="{number(2 * unit)}" fill="#11171c"/>'
    )
    holes = []
    step = 7.6 * unit
    for index in range(int((right - left) / step)):
        x = left + (index + 0.5) * (right - left) / int((right - left) / step) - 1.9 * unit
        for y in (top - band + 1.1 * unit, low + band - 4.1 * unit):
            holes.append(f"M{at((x, y))}h{number(3.8 * unit)}v{number(3 * unit)}h{number(-3.8 * unit)}z")
    parts = [film, path("".join(holes), f'fill="{ink.PAPER_DARK}" fill-opacity="0.8"')]
    for index, box in enumerate(spaces):
        parts.append(_frame(box, str(index), TRACK_TINTS[min(index, 10)], unit))
    parts += [_waiting(box, board.word("track", lang), unit) for box in waiting]
    return group("track", parts)


def _frame(box: Box, label: str, tint: str, unit: float) -> str:
    """One space: two rings, a cross-hair and the number of a film leader, pale enough to lie under pieces."""
    x, y = box.centre
    radius = box.h * 0.43
    hair = (
        f"M{at((box.x + 2 * unit, y))}H{number(box.x + box.w - 2 * unit)}"
        f"M{at((x, box.y + 2 * unit))}V{number(box.y + box.h - 2 * unit)}"
    )
    wedge = (
        f"M{at((x, y))}V{number(y - radius)}A{number(radius)},{number(radius)} 0 0 1 {at(around((x, y), radius, -20))}z"
    )
    colour = ink.INK if int(label) < 8 else "#5a1512"
    return (
        box_rect(box, f'fill="{tint}"', 1.2 * unit, 1.2 * unit)
        + path(wedge, f'fill="{ink.INK}" fill-opacity="0.06"')
        + path(hair, f'stroke="{ink.INK}" stroke-opacity="0.3" stroke-width="{number(0.35 * unit)}"')
        + path(ring((x, y), radius) + ring((x, y), radius * 0.87),
               f'fill="none" stroke="{ink.INK}" stroke-opacity="0.35" stroke-width="{number(0.5 * unit)}"')
        + words((x, y), label, box.h * 0.62, colour, f'font-family="{ink.TITLE_FONT}" fill-opacity="0.62"')
    )  # fmt: skip


def _waiting(box: Box, title: str, unit: float) -> str:
    """The wide frame that belongs to space 0, with the track's name and a mark for each marker."""
    head = 8 * unit
    return (
        box_rect(box, f'fill="{TRACK_TINTS[0]}"', 1.2 * unit, 1.2 * unit)
        + words((box.centre[0], box.y + 6.6 * unit), title, 7 * unit, ink.INK,
                f'font-family="{ink.TITLE_FONT}" fill-opacity="0.75"')
        + _stands(box, unit, head)
    )  # fmt: skip


def _stands(box: Box, unit: float, head: float = 0.0) -> str:
    """Faint marks where pieces stand well apart, below a heading of `head` mm."""
    across, down = box.stands
    if not across or not down:
        return ""
    x, y, arm = box.x, box.y + head, 1.6 * unit
    step_x, step_y = box.w / across, (box.h - head) / down
    marks = "".join(
        f"M{at((x + (column + 0.5) * step_x - arm, y + (row + 0.5) * step_y))}h{number(2 * arm)}"
        f"m{number(-arm)},{number(-arm)}v{number(2 * arm)}"
        for column in range(across)
        for row in range(down)
    )
    return path(marks, f'fill="none" stroke="{ink.INK}" stroke-opacity="0.35" stroke-width="{number(0.35 * unit)}"')


def holding_layer(board: HexBoard, lang: str) -> str:
    """Group ``holding``: the boxes on the map, as parade grounds with a name plate."""
    unit = board.pitch_mm / 24
    parts = []
    for box in boxes_of(board, "holding"):
        if box.of not in board.cells:
            continue
        plate_y = box.y + box.h - 2.6 * unit
        name = board.name(box.of, lang)
        size = 4.2 * unit
        half = (0.3 * len(name) + 1.0) * size
        parts += [
            box_rect(box, f'fill="{ink.NIGHT}"', -1.6 * unit, 2 * unit),
            box_rect(box, f'fill="{ink.FRAME_FLOOR}"', 0, 1 * unit),
            box_rect(
                box, f'fill="none" stroke="{ink.GOLD}" stroke-width="{number(0.4 * unit)}"', -0.8 * unit, 1.5 * unit
            ),
            _stands(box, unit),
            f'<rect x="{number(box.centre[0] - half)}" y="{number(plate_y)}" width="{number(2 * half)}" '
            f'height="{number(6.2 * unit)}" rx="{number(unit)}" fill="{ink.NIGHT}" stroke="{ink.GOLD}" '
            f'stroke-width="{number(0.35 * unit)}"/>',
            words((box.centre[0], plate_y + 3.1 * unit), name, size, ink.GOLD_LIGHT, f'font-family="{ink.TITLE_FONT}"'),
        ]
    return group("holding", parts)


def cards_layer(board: HexBoard, lang: str) -> str:
    """Group ``boxes``: friends with the cards that wait for them, Remaining, Gold and Water."""
    parts = []
    for box in boxes_of(board, "cards"):
        if box.id in board.cells:
            parts.append(_friend_box(board, box, lang))
        else:
            parts.append(_store_box(board, box, lang))
    return group("boxes", parts)


def _panel(box: Box, unit: float) -> str:
    return (
        box_rect(box, f'fill="{ink.PAPER}"', 0, 1.6 * unit)
        + box_rect(box, f'fill="none" stroke="{ink.STAMP}" stroke-opacity="0.7" stroke-width="{number(0.5 * unit)}"',
                   1.8 * unit, 1 * unit)
        + box_rect(box, f'fill="none" stroke="{ink.INK_SOFT}" stroke-opacity="0.6" stroke-width="{number(0.2 * unit)}"',
                   2.7 * unit, 0.6 * unit)
    )  # fmt: skip


def _card_slot(left: float, top: float, width: float, height: float, unit: float) -> str:
    return (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(2.4 * unit)}" fill="{ink.PAPER_DARK}" fill-opacity="0.55" stroke="{ink.INK_SOFT}" '
        f'stroke-width="{number(0.4 * unit)}" stroke-dasharray="{number(2.4 * unit)} {number(1.6 * unit)}"/>'
    )


def _friend_box(board: HexBoard, box: Box, lang: str) -> str:
    """A letter of transit: the friend's name and city, how many cards, and where they lie."""
    unit = board.pitch_mm / 24
    friend, count = board.features["friend"][box.id], board.features["cards"][box.id]
    slot_w, slot_h = box.w * 0.56, box.h - 11 * unit
    slot_x, slot_y = box.x + box.w - slot_w - 5.5 * unit, box.y + 5.5 * unit
    middle = (box.x + (slot_x - box.x) / 2 + 1 * unit, 0.0)
    share = box.h / 78 / unit
    left = [
        words((middle[0], box.y + 15 * unit * share), friend, 13.5 * unit, ink.STAMP,
              f'font-family="{ink.WATER_FONT}" font-style="italic"'),
        words((middle[0], box.y + 27 * unit * share), board.name(box.id, lang), 6.2 * unit, ink.INK,
              f'font-family="{ink.NAME_FONT}" font-weight="600"'),
        _fan((middle[0], box.y + 50 * unit * share), int(count), unit),
        words((middle[0], box.y + 68 * unit * share), count, 11 * unit, ink.INK,
              f'font-family="{ink.TITLE_FONT}"'),
    ]  # fmt: skip
    mark = _postmark((slot_x + slot_w * 0.62, slot_y + slot_h * 0.46), board.name(box.id, lang), unit)
    return _panel(box, unit) + _card_slot(slot_x, slot_y, slot_w, slot_h, unit) + mark + "".join(left)


def _postmark(centre: Point, city: str, unit: float) -> str:
    """A faded postmark of `city`, as on a letter that has travelled."""
    x, y = centre
    waves = "".join(f"M-44,{dy}q4,-3 8,0t8,0t8,0" for dy in (-7.5, -2.5, 2.5, 7.5))
    rings = ring((0, 0), 18) + ring((0, 0), 16.6) + ring((0, 0), 10)
    style = f'font-family="{ink.NAME_FONT}" font-weight="700" fill-opacity="0.5"'
    return (
        f'<g transform="translate({at((x, y))}) rotate(-14) scale({number(unit)})">'
        + path(rings + waves, f'fill="none" stroke="{ink.STAMP}" stroke-opacity="0.42" stroke-width="0.7"')
        + path("M-16,-4.6H16M-16,4.6H16", f'stroke="{ink.STAMP}" stroke-opacity="0.42" stroke-width="0.5"')
        + words((0, 0), city.upper(), min(5.2, 42 / len(city)), ink.STAMP, style)
        + words((0, -7), "1942", 3.4, ink.STAMP, style)
        + "</g>"
    )


def _fan(centre: Point, count: int, unit: float) -> str:
    """`count` cards held as in a hand."""
    parts = []
    for index in range(count):
        turn = (index - (count - 1) / 2) * 16
        x, y = moved(centre, 0, 8 * unit)
        parts.append(
            f'<g transform="rotate({number(turn)} {number(x)} {number(y + 4 * unit)})">'
            f'<rect x="{number(x - 5 * unit)}" y="{number(y - 15 * unit)}" width="{number(10 * unit)}" '
            f'height="{number(14.5 * unit)}" rx="{number(1.2 * unit)}" fill="#5d7f5a" stroke="{ink.HALO}" '
            f'stroke-width="{number(0.6 * unit)}"/>'
            f'<rect x="{number(x - 3.6 * unit)}" y="{number(y - 13.6 * unit)}" width="{number(7.2 * unit)}" '
            f'height="{number(11.7 * unit)}" rx="{number(0.6 * unit)}" fill="none" stroke="{ink.SAFE}" '
            f'stroke-width="{number(0.4 * unit)}"/></g>'
        )
    return "".join(parts)


def _store_box(board: HexBoard, box: Box, lang: str) -> str:
    unit = board.pitch_mm / 24
    title = words(
        (box.centre[0], box.y + 9.5 * unit), board.word(box.id, lang), 8.4 * unit, ink.STAMP,
        f'font-family="{ink.TITLE_FONT}"',
    )  # fmt: skip
    margin, head = 6 * unit, 17 * unit
    slot = _card_slot(box.x + margin, box.y + head, box.w - 2 * margin, box.h - head - margin, unit)
    centre = (box.centre[0], box.y + head + (box.h - head - margin) / 2)
    picture = {"gold": _bars, "water": _drop}.get(box.id, _pile)
    return _panel(box, unit) + slot + title + picture(centre, unit)


def _bars(centre: Point, unit: float) -> str:
    """Gold bars, stacked."""

    def bar(dx: float, dy: float) -> str:
        x, y = moved(centre, dx * unit, dy * unit)
        return (
            f"M{at((x - 9 * unit, y + 4 * unit))}L{at((x - 6.6 * unit, y - 4 * unit))}H{number(x + 6.6 * unit)}"
            f"L{at((x + 9 * unit, y + 4 * unit))}z"
        )

    data = bar(-9.6, 5) + bar(9.6, 5) + bar(0, -4.4)
    return path(data, f'fill="{ink.GOLD}" fill-opacity="0.75" stroke="{ink.SLEEPER}" stroke-opacity="0.6" '
                      f'stroke-width="{number(0.5 * unit)}"')  # fmt: skip


def _drop(centre: Point, unit: float) -> str:
    """A drop of water."""
    drop = "M0,-13C3,-6 9,-1 9,4.5A9,9 0 0 1 -9,4.5C-9,-1 -3,-6 0,-13z"
    shine = "M-5.4,4a5.6,5.6 0 0 0 4.2,5.4"
    return (
        f'<g transform="translate({at(centre)}) scale({number(unit)})">'
        + path(drop, f'fill="{ink.WATER_LIGHT}" stroke="{ink.WATER}" stroke-width="0.6"')
        + path(shine, f'fill="none" stroke="{ink.HALO}" stroke-width="1.1" stroke-linecap="round"')
        + "</g>"
    )


def _pile(centre: Point, unit: float) -> str:
    """A pile of green cards."""
    parts = []
    for step in range(5):
        x, y = moved(centre, (step - 2) * 1.6 * unit, (2 - step) * 1.1 * unit)
        parts.append(
            f'<rect x="{number(x - 26 * unit)}" y="{number(y - 18 * unit)}" width="{number(52 * unit)}" '
            f'height="{number(36 * unit)}" rx="{number(2.4 * unit)}" fill="#5d7f5a" stroke="{ink.HALO}" '
            f'stroke-width="{number(0.6 * unit)}"/>'
        )
    x, y = moved(centre, 3.2 * unit, -2.2 * unit)
    parts.append(
        f'<rect x="{number(x - 23 * unit)}" y="{number(y - 15 * unit)}" width="{number(46 * unit)}" '
        f'height="{number(30 * unit)}" rx="{number(1.2 * unit)}" fill="none" stroke="{ink.SAFE}" '
        f'stroke-width="{number(0.6 * unit)}"/>'
    )
    return "".join(parts)
