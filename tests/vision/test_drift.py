"""Whether a board has slid is told from pictures of any light, also of burnt-out and of flat ones."""

from __future__ import annotations

import numpy as np
import pytest

from vision.drift import _levelled


@pytest.mark.filterwarnings("error")
def test_flat_parts_of_a_picture_beside_plain_contrast_have_no_contrast() -> None:
    picture = np.full((486, 648), 255, np.uint8)
    picture[100:140, 100:140] = np.random.default_rng(0).integers(0, 256, (40, 40))
    level = _levelled(picture)
    assert (level[300:] == 128).all()
    assert level[100:140, 100:140].std() > 20
