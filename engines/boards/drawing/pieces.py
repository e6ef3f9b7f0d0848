"""Draws pieces from above: a body in its player's colour, a pictogram, and a small sign for each colour.

Colours alone do not tell pieces apart for everybody, so each carries its own sign as well: red a heart, blue a wave,
green a leaf, yellow a star, violet a crescent, orange a sun, black a spade, white a ring.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from engines.boards.board import Point
from engines.boards.drawing.curves import around, ring
from engines.boards.drawing.markers import marker_svg
from engines.boards.drawing.svg import at, number, path, text
from engines.boards.drawing.winds import TILE_INKS, tile_face
from engines.data import load_toml
from engines.physical import Look
from engines.pieces import CornerTag, PieceLook

Rgb = tuple[int, int, int]

LIGHT_FROM = 105.0
"""Luma above which a body is drawn on in dark ink, below in light."""


DARK_RIM = 0.35
"""How dark a counter's rim is, as a part of its second colour."""
TAGGED_HALF = 11.4
"""Half of the face within the rim of a counter with a tag, which needs the room, in units of 24 to its size."""


class _Drawings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pictograms: dict[str, str]
    signs: dict[str, str]


@cache
def _drawings() -> _Drawings:
    return load_toml(Path(__file__).with_name("pieces.toml"), _Drawings)


def pictogram(name: str) -> str:
    """Path data of a pictogram (``man``, ``camel``, ``agent``) in a square of 24 × 24 round the origin."""
    return _drawings().pictograms[name]


def signs() -> Mapping[str, str]:
    """Path data of each colour's sign in a square of 8 × 8 round the origin."""
    return _drawings().signs


def sign_path(colour: str) -> str:
    """Path data of the sign of a colour, as in `signs`; empty for one without a sign."""
    return signs().get(colour, "")


def piece_svg(look: Look, body: PieceLook, plain: bool = False) -> str:
    """The piece as a group round the origin, `body.size_mm` wide.

    It bears what `body.pictogram` names (a square without any the agent) and the sign of its colour, or the one named
    after a slash (``spy/brown``); a `plain` disc (a marker) bears its colour's sign alone.
    """
    scale = body.size_mm / 24
    named, _, sign = body.pictogram.partition("/")
    colour = sign or (look.split(":")[1] if ":" in look else "")
    drawing = "" if plain else named or ("agent" if body.shape == "square" else "")
    parts = [_body(body), _shaped_face(drawing, colour, body)]
    return f'<g class="piece" transform="scale({number(scale)})">{"".join(parts)}</g>'


def piece_document(look: Look, body: PieceLook, plain: bool = False) -> str:
    """The piece alone as an SVG document at true size, transparent around it."""
    half = number(body.size_mm / 2)
    size = number(body.size_mm)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}mm" height="{size}mm" '
        f'viewBox="-{half} -{half} {size} {size}">{piece_svg(look, body, plain)}</svg>'
    )


def _body(body: PieceLook) -> str:
    """Top face with a chamfered rim, in units of 24 to its size.

    A cardboard counter has a dark one: of white and cream counters of 20 px on pale streets hardly anything else shows
    (half as many were taken for something else, and no empty hex beside them was doubted any more).
    """
    if body.shape == "counter":
        edge, top = _hex(_shade(body.band or body.rgb, DARK_RIM)), _hex(body.rgb)
        half = TAGGED_HALF if body.corner_tag else 10.2
        return (
            f'<rect x="-11.9" y="-11.9" width="23.8" height="23.8" rx="1.8" fill="{edge}"/>'
            f'<rect x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}" rx="1.2" fill="{top}"/>'
        )
    face, rim, line = _hex(body.rgb), _hex(_shade(body.rgb, 0.74)), _hex(_shade(body.rgb, 0.5))
    if body.shape in ("square", "tile"):
        return (
            f'<rect x="-11.7" y="-11.7" width="23.4" height="23.4" rx="1.8" fill="{rim}" stroke="{line}" '
            f'stroke-width="0.6"/>'
            f'<rect x="-10.4" y="-10.4" width="20.8" height="20.8" rx="1.2" fill="{face}"/>'
        )
    return path(ring((0, 0), 11.7), f'fill="{rim}" stroke="{line}" stroke-width="0.6"') + path(
        ring((0, 0), 10.5), f'fill="{face}"'
    )


def _shaped_face(drawing: str, colour: str, body: PieceLook) -> str:
    match body.shape:
        case "counter":
            return _counter_face(body) if body.corner_tag is None else _tagged_face(body, body.corner_tag)
        case "tile":
            winds = tile_face(body.arrows, body.ahead, *TILE_INKS)
            return winds if body.corner_tag is None else winds + _corner_tag(body.corner_tag)
    face = _face(drawing, colour, body.rgb)
    if body.label:
        face += text((0, 4.2), body.label, 10.0, _ink(body.rgb), 'font-family="Cabin" font-weight="700"')
    return face


def _corner_tag(tag: CornerTag) -> str:
    """A tag with its white edge, in units of 24 to the piece."""
    half = 12 * tag.side
    drawn = marker_svg(tag.number, ((-half, -half), (half, -half), (half, half), (-half, half)))
    x, y = (24 * part for part in tag.middle)
    return f'<g transform="translate({at((x, y))}) rotate({number(tag.turn_deg)})">{drawn}</g>'


def _counter_face(body: PieceLook) -> str:
    """A cardboard counter: its arm above, its figures below, a stripe of its second colour between."""
    band = body.band or body.rgb
    ink = _hex(_shade(body.rgb, 0.2) if _luma(body.rgb) > LIGHT_FROM else _tint(body.rgb, 0.9))
    style = 'font-family="Cabin, Verdana, sans-serif" font-weight="700"'
    stripe = path("M-10.4,-1.6h20.8v1.8h-20.8z", f'fill="{_hex(band)}"') if band != body.rgb else ""
    size = min(7.6, 29.0 / max(3, len(body.label)))
    parts = [stripe, _drawn(_drawings().pictograms.get(body.pictogram.partition("/")[0], ""), ink, (0, 0), 0.8)]
    if body.label:
        parts.append(text((0, -5.6 if body.figures else 0), body.label, size, ink, style))
    if body.figures:
        spot, size = ((0, 5.0), 10.0) if body.label else ((0, 0.6), 15.0)
        parts.append(text(spot, body.figures, size, ink, style))
    if body.serial:
        parts.append(text((8.5, 8.8), body.serial, 3.4, ink, style))
    return "".join(parts)


def _tagged_face(body: PieceLook, tag: CornerTag) -> str:
    """A counter most of which a tag takes, towards the right and below: its arm is in the strip above, its figures one
    under the other in the strip on the left, of its second colour, and which of its equals it is at that one's foot.
    """
    near = 24 * (tag.middle[0] - tag.side * 8 / 12)
    strip = (near - TAGGED_HALF) / 2
    band = body.band or body.rgb
    style = 'font-family="Cabin, Verdana, sans-serif" font-weight="700"'
    ink, other = (_hex(_shade(rgb, 0.2) if _luma(rgb) > LIGHT_FROM else _tint(rgb, 0.9)) for rgb in (body.rgb, band))
    left = f"M{number(-TAGGED_HALF)},{number(near)}H{number(near)}V{number(TAGGED_HALF)}H{number(-TAGGED_HALF)}z"
    parts = [path(left, f'fill="{_hex(band)}"') if band != body.rgb else "", _corner_tag(tag)]
    parts.append(text((0, strip + 0.2), body.label, min(5.0, 38.0 / max(3, len(body.label))), ink, style))
    for row, figure in enumerate(body.figures.split("-")):
        parts.append(text((strip, near + 3.2 + 5.6 * row), figure, 6.4, other, style))
    if body.serial:
        parts.append(text((strip, TAGGED_HALF - 2.0), body.serial, 4.0 if len(body.serial) < 2 else 3.4, other, style))
    return "".join(parts)


def _face(drawing: str, colour: str, rgb: Rgb) -> str:
    ink = _ink(rgb)
    sign = sign_path(colour)
    match drawing:
        case "man":
            return _drawn(pictogram("man"), ink, (-0.6, 1.2), 0.86) + _drawn(sign, ink, (6.2, 3.4), 0.62)
        case "camel":
            waves = "M-5.4,9q1.35,-0.9 2.7,0t2.7,0t2.7,0t2.7,0"
            return (
                _drawn(pictogram("camel"), ink, (-0.6, 0.9), 0.78)
                + path(waves, f'fill="none" stroke="{ink}" stroke-width="0.6"')
                + path(ring((0, 0), 10.3), f'fill="none" stroke="{ink}" stroke-width="1.1"')
                + _drawn(sign, ink, (0, -8.0), 0.48)
            )
        case "agent":
            return _drawn(pictogram("agent"), ink, (0, 0.2), 0.86) + _drawn(sign, ink, (7.4, -7.4), 0.5)
        case "spy":
            return _drawn(pictogram("agent"), ink, (-1.3, 1.5), 0.76) + _drawn(sign, ink, (5.0, -6.0), 0.66)
        case "case":
            return _drawn(pictogram("case"), ink, (0, 0), 0.8)
        case "ship":
            return _drawn(pictogram("ship"), ink, (-1.0, 0.6), 0.8) + _drawn(sign, ink, (6.4, -5.8), 0.6)
        case "station":
            return _drawn(sign, ink, (0, -5.2), 0.95)
        case "rose":
            hub = path(ring((0, 0), 3.9), f'fill="{ink}"') + _drawn(sign, _hex(rgb), (0, 0), 0.62) if sign else ""
            return _drawn(pictogram("rose"), ink, (0, 0), 0.98) + hub
        case "washer" | "nut" | "cup" | "ring":
            return _drawn(pictogram(drawing), ink, (0, 0), 1.0)
        case _:
            beads = "".join(ring(around((0, 0), 8.6, turn), 0.42) for turn in range(0, 360, 15))
            return path(beads, f'fill="{ink}"') + _drawn(sign, ink, (0, 0), 1.25)


def _ink(rgb: Rgb) -> str:
    """What a face of colour `rgb` is drawn upon with."""
    return _hex(_shade(rgb, 0.28) if _luma(rgb) > LIGHT_FROM else _tint(rgb, 0.82))


def _drawn(data: str, ink: str, centre: Point, scale: float) -> str:
    if not data:
        return ""
    place = f'transform="translate({at(centre)}) scale({number(scale)})"'
    return path(data, f'fill="{ink}" fill-rule="evenodd" {place}')


def _luma(rgb: Rgb) -> float:
    """Brightness as the eye weighs it, 0–255 (ITU-R BT.601)."""
    return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]


def _shade(rgb: Rgb, share: float) -> Rgb:
    return (round(rgb[0] * share), round(rgb[1] * share), round(rgb[2] * share))


def _tint(rgb: Rgb, share: float) -> Rgb:
    """`rgb` with `share` of the way to white."""
    red, green, blue = (round(value + (255 - value) * share) for value in rgb)
    return (red, green, blue)


def _hex(rgb: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)
