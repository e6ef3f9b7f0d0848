"""What colours are mixed in pixels, as where pieces meet."""

from __future__ import annotations

import numpy as np
import pytest

from vision.unmixing import unmixed

SAND, RED, BLUE = (np.array(each, float) for each in ((205.0, 190.0, 150.0), (34.0, 28.0, 190.0), (165.0, 66.0, 26.0)))


def test_how_much_of_each_colour_is_in_a_pixel() -> None:
    mixture = unmixed(np.array([0.3 * SAND + 0.7 * BLUE, SAND]), [SAND, BLUE])
    assert mixture.parts == pytest.approx(np.array([[0.3, 0.7], [1.0, 0.0]]), abs=1e-3)
    assert mixture.off == pytest.approx(np.zeros(2), abs=0.1)


def test_a_shadow_is_less_of_the_floor_and_no_other_colour() -> None:
    mixture = unmixed(0.4 * SAND[None], [SAND, BLUE])
    assert mixture.parts[0] == pytest.approx([0.4, 0.0], abs=1e-3)


def test_a_colour_that_is_not_among_them_is_far_from_every_mixture() -> None:
    assert unmixed(RED[None], [SAND, BLUE]).off[0] > 100


def test_there_is_never_less_than_nothing_of_a_colour() -> None:
    luck = np.random.default_rng(1)
    parts = unmixed(luck.uniform(0, 255, (200, 3)), [SAND, RED, BLUE]).parts
    assert parts.min() >= 0
    assert parts.sum(axis=1).max() < 1.2
