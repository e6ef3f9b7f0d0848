"""How sure a found lattice is: whether its edges are there, all of them, and a camera could see it so."""

from __future__ import annotations

import math

from vision.lattice.bases import Kind
from vision.lattice.edges import Fit
from vision.lattice.patches import Matrix

JPEG_PX = 8.0
"""Side of the blocks in which JPEG pictures are coded; their seams are a lattice of squares in a flat picture."""
SEAM_PX = 0.3

MOST_FULL = 0.8
"""Evenness of edges beyond which it counts no more."""
UNEVEN = 0.3
"""Evenness at which it is nothing: in brick walls every second edge is missing."""
DOTS_UNEVEN, DOTS_EVEN = 0.75, 0.88
"""Evenness of dots, what chance hides aside, at which they are nothing, and from which it counts in full: dashes
taken for dots in cells half as large reached 0.66, dots that were right 0.91 and more."""
HALVED, WHOLE = 0.42, 0.52
"""Evenness of the parts of edges at which squares are nothing, and beyond which it counts no more: of development
scenes, two courses of bricks taken for one of squares reached 0.02, planks laid in a herringbone 0.38, squares that
were right 0.54 and more."""
MISSING, RULED = 0.2, 0.4
"""Evenness of whole lines at which squares are nothing, and beyond which it counts no more: of development scenes,
squares that were right reached 0.44 and more, rows of a table with uneven columns −0.03, a part of them 0.30."""
ALIKE, CONTRARY = 0.25, 0.5
"""What of the usual part of edges every second cell shows in the other tone up to which hexes count in full, and at
which they are nothing: of development scenes, hexes that were right reached 0.10, a knitting 0.68."""
LARGER, ALL_ALIKE = 0.15, 0.4
"""Evenness of the edges of every third cell at which hexes are nothing, and from which it counts in full: of 95 that
were right it was 0.52 and more, of dots and numbers in cells three times as large −0.73."""
LITTLE, PLENTY = 0.22, 0.32
"""Part of the edges of squares, beyond chance, at which they are nothing, and from which it counts in full: many cells
make up for few edges, but of numbered squares that were found wrongly a little more than a quarter showed."""
STRAY, DENSE = 0.5, 0.7
"""Part of the cells between those that are seen that are seen too, at which a lattice is nothing, and from which it
counts in full: of lattices that were right at least 0.76 were seen, of one that was fitted askew to a wall 0.49."""
STRAIGHT, BOWED = 0.12, 0.16
"""Differences of slope along edges up to which squares count in full, and at which they are nothing: of development
scenes, squares that were right had up to 0.085, under numbers, and tiles of roofs 0.17 and more."""
LONE: dict[Kind, float] = {"hex": 0.14, "square": 0.75}
NO_MORE_LONE: dict[Kind, float] = {"hex": 0.18, "square": 0.9}
"""Parts of what edges show in the mean cell that others may show elsewhere in it for a lattice to count in full, and
at which it is nothing: of development scenes, hexes that were right reached 0.14, those of gaps between numbers and
dashes 0.19 and more, squares that were right 0.35 by lines and 0.7 by seams, planks laid in
a herringbone 0.93 and more."""
ENDS_LONE = 0.3, 0.4
"""The same two parts where only the ends of edges are asked, which more fits: ticks that were right reached 0.19, the
gaps about numbers that passed for them 0.44."""
STEEP = 4.0
LIKELY: dict[Kind, float] = {"hex": 0.42, "square": 0.55}
"""Worth at which a lattice is as likely as not, and how steeply confidence rises with its logarithm: of development
scenes, 67 pictures with no lattice stayed below 0.21, nine of ten lattices that were right reached 0.8 and more;
squares of planks laid at right angles by turns reached 0.48.
"""
FLAT = 0.08
"""Logarithm of a stretch that cuts the worth of a lattice to a third."""


def of_jpeg(steps_px: Matrix, scale: float) -> bool:
    """Whether a lattice (rows: px per step of i and j) is that of JPEG's blocks, in a picture reduced `scale` times."""
    for x, y in steps_px * scale:
        for along, beside in ((x, y), (y, x)):
            whole = round(abs(along) / JPEG_PX)
            if abs(beside) < SEAM_PX and 1 <= whole <= 3 and abs(abs(along) - whole * JPEG_PX) < SEAM_PX:
                return True
    return False


def promise(fit: Fit, stretch: float) -> float:
    """What might speak for a lattice if its edges were seen more evenly: how much of it a camera could see so."""
    return fit.shown * math.exp(-((math.log(stretch) / FLAT) ** 2))


def worth(fit: Fit, stretch: float) -> float:
    """What speaks for a lattice: how much of its edges is there beyond chance, in how many cells, and how evenly.

    A camera must be stretched by `stretch` to see it so. Where edges are ticks their middles are not asked.
    """
    fit = fit.ticks or fit
    even = (fit.even - UNEVEN) * MOST_FULL / (MOST_FULL - UNEVEN)
    full = max(0.0, min(fit.solid, MOST_FULL)) * max(0.0, min(even, MOST_FULL))
    if fit.kind == "square":
        full *= max(0.0, min((BOWED - fit.bow) / (BOWED - STRAIGHT), 1.0))
        full *= max(0.0, min((fit.whole - HALVED) / (WHOLE - HALVED), 1.0))
        full *= max(0.0, min((fit.ruled - MISSING) / (RULED - MISSING), 1.0))
        full *= max(0.0, min((fit.support - LITTLE) / (PLENTY - LITTLE), 1.0))
    if fit.kind == "hex":
        full *= max(0.0, min((CONTRARY - fit.contrary) / (CONTRARY - ALIKE), 1.0))
        full *= max(0.0, min((fit.thirds - LARGER) / (ALL_ALIKE - LARGER), 1.0))
    if fit.is_of_dots:
        full *= max(0.0, min((fit.likewise - DOTS_UNEVEN) / (DOTS_EVEN - DOTS_UNEVEN), 1.0))
    alone, most = ENDS_LONE if fit.is_of_ends else (LONE[fit.kind], NO_MORE_LONE[fit.kind])
    full *= max(0.0, min((most - (fit.elsewhere or 0.0)) / (most - alone), 1.0))
    full *= max(0.0, min((fit.filled - STRAY) / (DENSE - STRAY), 1.0))
    return promise(fit, stretch) * full


def certainty(kind: Kind, worth: float) -> float:
    """Confidence 0…1 in a lattice for which so much speaks."""
    odds = STEEP * math.log(max(worth, 1e-6) / LIKELY[kind])
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))
