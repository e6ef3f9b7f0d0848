"""How much of every frequency is in windows of a picture: as much as NumPy's transform says."""

from __future__ import annotations

import numpy as np
import pytest

from vision.lattice.transforms import powers

SIDE = 32


@pytest.mark.parametrize("kept", [5, SIDE // 2])
def test_windows_have_the_power_that_their_whole_transforms_have(kept: int) -> None:
    rng = np.random.default_rng(3)
    picture, faded = rng.standard_normal((60, 90)).astype(np.float32), rng.random((SIDE, SIDE)).astype(np.float32)
    corners = np.array([(0, 0), (7, 21), (90 - SIDE, 60 - SIDE)], np.intp)
    seen = powers(picture, corners, faded, kept)
    for (x, y), power in zip(corners.tolist(), seen, strict=True):
        whole = np.abs(np.fft.rfft2(picture[y : y + SIDE, x : x + SIDE] * faded)) ** 2
        assert power == pytest.approx(whole[:, : kept + 1], rel=1e-3, abs=1e-3 * float(whole.max()))
