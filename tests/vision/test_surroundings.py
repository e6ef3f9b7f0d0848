"""What is seen around a pile, and how dark it would be under a lamp: in every pixel, and in every second one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import toytable
from tests.vision.test_pile_heights import CAST, DISC_MM, REACH_MM, disc, patch
from vision.lamp import Lamp
from vision.surroundings import Neighbours, Solid, Surroundings

LAMP = Lamp((0.0, 0.0), CAST, 0.0, 1.5, 0.4)


@pytest.mark.parametrize("high", [1, 2, 3])
def test_every_second_pixel_lies_as_deep_in_shadow_as_among_all(high: int) -> None:
    top = disc("0303", 2)
    whole = Surroundings(top, [top], [top], patch("0303", 2), toytable.model(), 4 * DISC_MM, REACH_MM)
    fewer = whole.sparser()
    expected, less = (each.shaded(high * DISC_MM, LAMP) for each in (whole, fewer))
    rows, columns = np.divmod(whole._usable, whole._shape[1])
    kept = (rows % 2 == 0) & (columns % 2 == 0)
    assert (fewer.darker == whole.darker[kept]).all()
    assert expected.max() > 0.1
    assert less == pytest.approx(expected[kept], abs=0.06)


def test_only_those_shadows_of_neighbours_are_drawn_that_fall_where_the_floor_is_looked_at() -> None:
    square = np.array([(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)])
    within, beside, away = (
        Solid(np.array(at), np.zeros(2), 5.0, square) for at in ((20.0, 20.0), (5.0, 20.0), (35.0, 20.0))
    )
    lamp = Lamp((0.0, 0.0), (2.0, 0.0), 0.0, 1.0, 0.4)
    fallen = list(Neighbours([within, beside, away], (20, 20, 60, 60), 2.0).shadows(lamp))
    assert len(fallen) == 2
    for shadow, thing in zip(fallen, (within, beside)):
        assert shadow == pytest.approx(thing.shadow(5.0, lamp))
