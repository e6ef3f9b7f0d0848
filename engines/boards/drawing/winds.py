"""The faces of tiles that show winds: an arrow for each movement, with as many heads as it is squares long."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engines.boards.drawing.curves import ring
from engines.boards.drawing.svg import number, path, polygon

Arrow = tuple[int, int]
"""Columns to the right and rows down."""

TILE_INKS = ("#173a5e", "#a9c3d4")
"""Ink of arrows; ink of the edge that is ahead."""
TIP, DIAGONAL_TIP = 11.0, 13.4
"""From the middle to the tip of an arrow straight ahead and of one to a corner, in units of 24 to the tile: heads lie
near the rim, where a ship in the middle leaves them free."""
HEAD_STEP = 2.3
HEAD_LONG = 2.5
HEAD_WIDE, WIDER_EACH = 1.2, 1.2
"""Half of the width of a head, and how much wider it is for each square: strong winds have strong arrows."""
SHAFT = 0.9
"""Half of the width of a shaft."""
LONG = 3
"""Squares from which an arrow runs from rim to rim: told from a shorter one also where a ship hides its heads."""
HUB = 2.0


def tile_face(arrows: Iterable[Arrow], ahead: Arrow, ink: str, edge: str) -> str:
    """A rose of `arrows` round a hub, in a square of 24 × 24 round the origin; `ahead` is the edge it points to."""
    parts = [_edge(ahead, edge), path(ring((0, 0), HUB), f'fill="{ink}"')]
    parts += [wind_arrow(arrow, ink) for arrow in arrows]
    return "".join(parts)


def wind_arrow(arrow: Arrow, ink: str) -> str:
    """One arrow from the origin to the rim: a head for each square."""
    across, down = arrow
    squares = max(abs(across), abs(down))
    angle = math.atan2(down, across)
    tip = DIAGONAL_TIP if across and down else TIP
    wide = HEAD_WIDE + WIDER_EACH * squares
    heads = "".join(_head(tip - HEAD_STEP * step, wide) for step in range(squares))
    tail = -TIP + 0.4 if squares >= LONG else 0
    shaft = f"M{number(tail)},{number(-SHAFT)}H{number(tip - HEAD_LONG + 0.3)}V{number(SHAFT)}H{number(tail)}z"
    turn = f'transform="rotate({number(math.degrees(angle))})"'
    return f'<path d="{shaft}{heads}" fill="{ink}" {turn}/>'


def _head(tip: float, wide: float) -> str:
    back = tip - HEAD_LONG
    return f"M{number(tip)},0L{number(back)},{number(wide)}V{number(-wide)}z"


def _edge(ahead: Arrow, ink: str) -> str:
    """A band along the edge that is ahead, by which hands turn it right."""
    across, down = ahead
    if not (across or down):
        return ""
    corners = [(8.6, -10.2), (10.2, -10.2), (10.2, 10.2), (8.6, 10.2)]
    turn = math.degrees(math.atan2(down, across))
    return polygon(corners, f'fill="{ink}" transform="rotate({number(turn)})"')
