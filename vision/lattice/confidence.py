"""How sure a found lattice is: whether its print is there in block after block, and nothing speaks against it."""

from __future__ import annotations

import math

import numpy as np

from vision.lattice.folding import Sample, folded
from vision.lattice.motif import BINS, Motif, edge_strengths, print_of
from vision.lattice.patches import Matrix

BLOCK_CELLS = 2.0
"""Side of a block, in pitches: neighbouring blocks share next to nothing."""
LEAST_FULL = 0.4
"""Part of a block that must be seen for it to be asked."""
JPEG_PX = 8.0
"""Side of the blocks in which JPEG pictures are coded; their seams are a lattice of squares in a flat picture."""
SEAM_PX = 0.3


def borne_out(sample: Sample, motif: Motif, pitch_px: float) -> tuple[float, int]:
    """Mean over its standard error of how blocks of the picture correlate with the print, and the number of blocks.

    `pitch_px` is in px of the sample.
    """
    side = max(4.0, BLOCK_CELLS * pitch_px)
    across = int(sample.points[:, 0].max() / side) + 1
    block = (sample.points[:, 1] // side).astype(np.intp) * across + (sample.points[:, 0] // side).astype(np.intp)
    cells = (sample.at @ motif.basis.T - np.array(motif.shift)) % 1
    i, j = (np.floor(cells * BINS).astype(np.intp) % BINS).T
    pattern, zone = print_of(motif.kind, motif.print_)
    expected = (pattern * (-1 if motif.dark else 1))[j, i]
    inside = zone[j, i]
    block, expected, values = block[inside], expected[inside], sample.values[inside].astype(np.float64)
    count = np.bincount(block)
    full = count >= LEAST_FULL * np.quantile(count[count > 0], 0.9)
    fits = np.bincount(block, expected * values)[full]
    norm = np.sqrt(np.bincount(block, expected**2) * np.bincount(block, values**2))[full]
    each = fits / np.maximum(norm, 1e-9)
    if len(each) < 6:
        return 0.0, len(each)
    return float(each.mean() / (each.std() / math.sqrt(len(each)) + 0.01)), len(each)


def evenness(sample: Sample, motif: Motif) -> float:
    """How strong the faintest edges in a block of 2×2 cells are, of the mean of all (0…1; 1 for dots).

    Bricks are squares of half a brick, but every other upright joint is missing.
    """
    if motif.print_ == "dots":
        return 1.0
    cells = sample.at @ motif.basis.T - np.array(motif.shift)
    block, _ = folded(Sample(sample.values, cells, sample.points), 2, BINS)
    strengths = np.sort(edge_strengths(motif.kind, block * (-1 if motif.dark else 1)))
    return float(np.clip(strengths[:2].mean() / max(float(strengths.mean()), 1e-9), 0, 1))


def of_jpeg(steps_px: Matrix, scale: float) -> bool:
    """Whether a lattice (rows: px per step of i and j) is that of JPEG's blocks, in a picture reduced `scale` times."""
    for x, y in steps_px * scale:
        for along, beside in ((x, y), (y, x)):
            whole = round(abs(along) / JPEG_PX)
            if abs(beside) < SEAM_PX and 1 <= whole <= 3 and abs(abs(along) - whole * JPEG_PX) < SEAM_PX:
                return True
    return False


def certainty(stat: float, blocks: int, together: float, even: float, motif: Motif, stretch: float) -> float:
    """Confidence 0…1: whether the print is clear and seen throughout where it is seen, how far it is borne out, and how
    much a camera must be stretched to see it so."""
    if even < UNEVEN:
        return 0.0
    clear = together * (motif.likeness + 0.5 * motif.solid)
    odds = CLEARNESS * math.log(max(clear, 1e-3) / CLEAR) - 3.0 * (math.log(stretch) / STRETCH) ** 2
    odds += 25.0 * min(0.0, even - EVEN)
    odds += 0.4 * max(-12.0, min(stat - STAT, 4.0)) + 0.5 * math.log(max(1, min(blocks, 150)) / BLOCKS)
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


CLEARNESS = 8.0
STRETCH = 0.08
EVEN = 0.35
UNEVEN = 0.2
"""Evenness below which edges are missing as they are in brick walls, however clear the others are."""
STAT, BLOCKS, CLEAR = 7.0, 25, 0.22
"""Values of what speaks for a lattice at which it is as likely as not; found on drawn scenes with and without one."""
