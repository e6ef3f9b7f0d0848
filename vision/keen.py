"""Looks more keenly at floor that looks just as it did: a white piece differs from white paper by very little.

How much of a pixel's deviation is no accident is known only beside what others have that are surely floor.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.claims import Claims
from vision.light import brightness
from vision.pose import Rect

USUAL = 2.4
"""Median of the squared deviation of floor if it differed from what is expected by as much as `vision.floor` allows:
that of a chi-squared variable with three degrees of freedom."""
LEAST_KEENER, MOST_KEENER = 2.0, 6.0
"""Times as much as usual that deviations may say: less changes nothing, and more would be paper's own unevenness."""
BARE_PART = 0.3
"""Part of what is looked at that must be bare floor."""
FAINT = 6.0
"""Squared deviation above which a pixel is hardly floor; many together are not: a white piece on cream paper."""
AROUND_MM, FAINTLY, LEAST_FAINT = 40.0, 6.0, 1.5
"""Window in which it is told how much floor differs from what is expected; times that above which something lighter is
hardly floor either, and the least squared deviation of that."""


def faint(squared: NDArray[np.float32], shade: NDArray[np.float32], px_mm: float) -> NDArray[np.bool_]:
    """Where hardly the floor is seen, by the `squared` deviation from it; `shade`: how much darker than that it is."""
    side = int(AROUND_MM * px_mm) | 1
    usual = cv2.blur(np.minimum(squared, np.float32(FAINT)), (side, side))
    limit = np.clip(FAINTLY * usual, LEAST_FAINT, FAINT)
    return np.asarray(squared > np.where(shade < 0, limit, np.float32(FAINT)), np.bool_)


def keener(claims: Claims, rect: Rect) -> Claims | None:
    """The same `claims` of what `rect` shows, where what is lighter than the floor says as much more as the floor
    around it differs less from what is expected; None where it differs as much as floors do."""
    patch = claims.patch
    part = patch.part(rect)
    misfit, open_, taken = patch.misfit[part], patch.open[part], claims.taken[part]
    bare = (open_ > 0.5) & ~taken
    if np.count_nonzero(bare) < BARE_PART * bare.size:
        return None
    more = USUAL / max(float(np.median(misfit[bare])), USUAL / MOST_KEENER)
    if more < LEAST_KEENER:
        return None
    lighter = brightness(patch.seen[part] - patch.floor[part]) > 0
    return claims.with_misfit(rect, np.where(lighter, misfit * np.float32(more), misfit))
