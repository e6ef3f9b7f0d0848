"""Which light a board is taken to be in."""

from __future__ import annotations

import numpy as np

from vision.lights import Lights

TILES, SHAPE = (3, 2), (20, 30)


def test_light_that_is_fitted_to_a_bare_board_stays_though_another_was_lent_for_the_look_before() -> None:
    lights = Lights(TILES, SHAPE)
    lights.after = np.full_like(lights.present, 0.4)
    fitted = lights.present = np.full_like(lights.present, 0.1)
    lights.fitted(np.zeros(SHAPE, np.bool_))
    lights.begin()
    assert lights.present is fitted
