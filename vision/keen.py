"""Looks more keenly at floor that looks just as it did: a white piece differs from white paper by very little.

How much of a pixel's deviation is no accident is known only beside what others have that are surely floor.
"""

from __future__ import annotations

import msgspec
import numpy as np

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


def keener(claims: Claims, rect: Rect, scale: float) -> Claims | None:
    """The same `claims` of what `rect` shows, where what is lighter than the floor says as much more as the floor
    around it differs less from what is expected; None where it differs as much as floors do.

    `scale`: px/mm of the patch.
    """
    patch = claims.patch
    part = patch.part(rect)
    misfit, open_, taken = patch.misfit[part], patch.open[part], claims.taken[part]
    bare = (open_ > 0.5) & ~taken
    if np.count_nonzero(bare) < BARE_PART * bare.size:
        return None
    more = USUAL / max(float(np.median(misfit[bare])), USUAL / MOST_KEENER)
    if more < LEAST_KEENER:
        return None
    seen, floor = patch.seen[part], patch.floor[part]
    lighter = brightness(seen - floor) > 0
    closely = msgspec.structs.replace(
        patch,
        rect=rect,
        seen=seen,
        floor=floor,
        misfit=np.where(lighter, misfit * np.float32(more), misfit),
        open=open_,
        unlit=patch.unlit[part],
    )
    keen = Claims(closely, scale)
    keen.best[:] = np.where(taken, claims.best[part], keen.best)
    keen.taken[:], keen.weight[:] = taken, claims.weight[part]
    return keen
