"""Where a lamp that is mirrored burns the picture out, no print is left: a white piece, for all that is seen."""

from __future__ import annotations

from vision.claims import Patch, Spot
from vision.light import BRIGHTEST, brightness
from vision.palette import Rgb

BURNT = BRIGHTEST - 0.12
"""Brightness (tone) from which a place is all but burnt out: 226 of 255."""
AROUND_MM = 4.0
"""How far around a thing the board is looked at."""
OWN, AROUND = 0.5, 0.5
"""Parts of a white thing and of what is around it that are burnt out from which it may be nothing but that light: 60
were, in which nothing was white, and of the white pieces of 270 evenings none."""
PALE = 200
"""Mean of a look's red, green and blue from which burnt-out board passes for it."""


def is_pale(rgb: Rgb) -> bool:
    """Whether a piece of that colour looks like board that is burnt out."""
    return sum(rgb) / len(rgb) > PALE


def is_burnt(spot: Spot, patch: Patch, scale: float) -> bool:
    """Whether nothing is seen of a white thing but that it is burnt out, as the board around it is. `scale`: px/mm."""
    inside, part = patch.around(spot, round(AROUND_MM * scale))
    burnt = brightness(patch.seen[part]) > BURNT
    beside = ~inside & (patch.open[part] > 0.5)
    if not (inside.any() and beside.any()):
        return False
    return float(burnt[inside].mean()) > OWN and float(burnt[beside].mean()) > AROUND
