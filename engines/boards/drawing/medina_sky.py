"""The night over the white town: stars, moon, a plane, the skyline, the title, and the frame round everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.boards.board import Point
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import ring, wobble
from engines.boards.drawing.svg import at, group, number, path
from engines.boards.drawing.svg import text as words

if TYPE_CHECKING:
    from engines.boards.graph import GraphBoard

STARS = 110
SKYLINE_BEATS = 46
HORIZON = 26.0
"""The skyline stands so far above the middle of the first row of buildings, in units."""


def sky_layer(board: GraphBoard, unit: float) -> str:
    """Group ``sky``: the night, a searchlight on either side, stars, the moon, and the town's silhouette."""
    width, height = board.size_mm
    top = min(place.centre[1] for place in board.places.values()) - HORIZON * unit
    parts = [path(f"M0,0H{number(width)}V{number(height)}H0z", f'fill="{ink.NIGHT}"')]
    for start, ends in ((0.2, (0.3, 0.36)), (0.8, (0.64, 0.7))):
        beam = ((width * start, top), (width * ends[0], 0.0), (width * ends[1], 0.0))
        parts.append(
            path("M" + "L".join(at(point) for point in beam) + "z", f'fill="{ink.GOLD_LIGHT}" fill-opacity="0.1"')
        )
    parts += (
        _star((width * _share(number_, "x"), top * _share(number_, "y")), number_, unit) for number_ in range(STARS)
    )
    parts.append(_moon((width * 0.845, top * 0.4), unit))
    parts.append(_plane((width * 0.155, top * 0.42), unit))
    parts.append(path(_skyline(width, top, unit), 'fill="#3a4b57"'))
    return group("sky", parts)


def _share(number_: int, salt: str) -> float:
    """A share from 0 to 1 that looks random but belongs to `number_`: spread by the golden ratio, then shaken."""
    spread = {"x": 0.6180339887, "y": 0.7548776662}.get(salt, 0.5698402910)
    return (number_ * spread + 0.03 * wobble((number_, number_ * 7.3), salt)) % 1


def _star(spot: Point, number_: int, unit: float) -> str:
    size = 0.25 + 0.35 * _share(number_, "size")
    return path(
        ring(spot, size * unit), f'fill="{ink.HALO}" fill-opacity="{number(0.3 + 0.6 * _share(number_, "glow"))}"'
    )


def _moon(spot: Point, unit: float) -> str:
    x, y = spot
    inner = (x + 3.2 * unit, y - 1.6 * unit)
    return path(ring(spot, 7 * unit), f'fill="{ink.GOLD_LIGHT}"') + path(ring(inner, 6.2 * unit), f'fill="{ink.NIGHT}"')


PLANE = (
    "M-13,-1.6C-9,-3 4,-3.2 11,-1.5C14,-0.8 14,0.8 11,1.5C4,3.2 -9,2.6 -13,1.2L-16,-4.4L-13.4,-4.4z"
    "M1,-0.6L-6,-11L-2.6,-11L6.4,-1zM1,0.6L-6,11L-2.6,11L6.4,1z"
)
"""A two-engined plane from above, flying to the right, 30 long."""


def _plane(spot: Point, unit: float) -> str:
    x, y = spot
    place = f'transform="translate({at(spot)}) rotate(-14) scale({number(0.72 * unit)})"'
    trail = (
        f"M{number(x - 60 * unit)},{number(y + 14 * unit)}Q{number(x - 30 * unit)},{number(y + 10 * unit)} {at(spot)}"
    )
    return path(
        trail,
        f'fill="none" stroke="{ink.GOLD}" stroke-width="{number(0.4 * unit)}" '
        f'stroke-dasharray="{number(1.2 * unit)} {number(2 * unit)}"',
    ) + path(PLANE, f'fill="{ink.GOLD}" {place}')


def _skyline(width: float, top: float, unit: float) -> str:
    """Roofs, domes, palms and minarets against the sky, from left to right."""
    step = width / SKYLINE_BEATS
    data = [f"M0,{number(top + unit)}"]
    for beat in range(SKYLINE_BEATS):
        x, share = beat * step, _share(beat, "roof")
        roof = top - (3.5 + 5 * share) * unit
        middle = x + step / 2
        data.append(f"L{number(x)},{number(roof)}")
        if beat % 11 == 5:
            peak = top - 19 * unit
            data.append(
                f"H{number(middle - 2 * unit)}V{number(peak)}H{number(middle - 2.8 * unit)}V{number(peak - 2 * unit)}"
                f"H{number(middle - 1.1 * unit)}V{number(peak - 4.4 * unit)}"
                f"Q{at((middle, peak - 7.4 * unit))} {at((middle + 1.1 * unit, peak - 4.4 * unit))}"
                f"V{number(peak - 2 * unit)}H{number(middle + 2.8 * unit)}V{number(peak)}H{number(middle + 2 * unit)}"
                f"V{number(roof)}"
            )
        elif beat % 5 == 2:
            data.append(
                f"H{number(x + step * 0.18)}C{number(x + step * 0.18)},{number(roof - 8 * unit)} "
                f"{number(x + step * 0.82)},{number(roof - 8 * unit)} {number(x + step * 0.82)},{number(roof)}"
            )
        data.append(f"H{number(x + step)}")
    return "".join(data) + f"V{number(top + unit)}z"


def title_layer(board: GraphBoard, unit: float, lang: str) -> str:
    """Group ``title``: the name in neon over the town, its subtitle and motto."""
    width, _ = board.size_mm
    top = min(place.centre[1] for place in board.places.values()) - HORIZON * unit
    middle = width / 2
    name = board.word("title", lang)
    spaced = f'font-family="{ink.TITLE_FONT}" letter-spacing="{number(4 * unit)}"'
    glow = f'stroke="{ink.STAMP}" stroke-width="{number(2.2 * unit)}" stroke-linejoin="round" stroke-opacity="0.75"'
    size = 25 * unit
    line = top * 0.40
    return group(
        "title",
        [
            words((middle, line), name, size, ink.STAMP, f"{spaced} {glow}"),
            words((middle, line), name, size, ink.GOLD_LIGHT, spaced),
            words(
                (middle, line + 17 * unit),
                f"{board.word('subtitle', lang)}  ·  {board.word('motto', lang)}",
                6.2 * unit,
                ink.HALO,
                f'font-family="{ink.WATER_FONT}" font-style="italic" letter-spacing="{number(0.5 * unit)}"',
            ),
        ],
    )


def frame_layer(board: GraphBoard, unit: float) -> str:
    """Group ``frame``: the double gold line of a cinema poster."""
    width, height = board.size_mm
    parts = []
    for inset, stroke in ((3.2, 1.0), (5.4, 0.4)):
        edge = inset * unit
        parts.append(
            f'<rect x="{number(edge)}" y="{number(edge)}" width="{number(width - 2 * edge)}" '
            f'height="{number(height - 2 * edge)}" rx="{number(3 * unit)}" fill="none" stroke="{ink.GOLD}" '
            f'stroke-width="{number(stroke * unit)}"/>'
        )
    parts.append(
        f'<rect width="{number(width)}" height="{number(height)}" fill="none" stroke="{ink.NIGHT}" '
        f'stroke-width="{number(5.6 * unit)}"/>'
    )
    return group("frame", [parts[-1], *parts[:-1]])
