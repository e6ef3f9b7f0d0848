"""A piece in an arm's deep shade, where noise drowns its outline."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.light import OFFSET, Tone
from vision.smooth_light import explained

SIDE, SIZE = 60, 20
RED, SAND, BLUE = (np.array(bgr, np.float64) for bgr in ((30, 30, 190), (120, 150, 170), (170, 60, 40)))
FAR = np.hypot(*(np.indices((SIDE, SIDE)) - SIDE / 2 + 0.5))
DISC = FAR < SIZE / 2
NOTHING = np.zeros((SIDE, SIDE), np.bool_)
SLOPE = 1 + 0.3 * (np.indices((SIDE, SIDE))[1] / SIDE - 0.5)[..., None]
"""The shade is deeper at one side than at the other."""


def lit(*layers: tuple[NDArray[np.bool_], NDArray[np.float64]], part: float = 1.0, noise: float = 1.0) -> Tone:
    """Sand with what lies on it, of whose light a `part` is left."""
    values = np.tile(SAND, (SIDE, SIDE, 1))
    for where, colour in layers:
        values[where] = colour
    light = part * (SLOPE if part < 1 else 1.0)
    seen = values * light + np.random.default_rng(3).normal(0, noise, values.shape)
    return np.asarray(np.log(np.clip(np.round(seen), 0, 255) + OFFSET), np.float32)


def stands_still(now: Tone, hand: NDArray[np.bool_] = NOTHING) -> bool:
    view: Any = SimpleNamespace(
        rect=(0, 0, SIDE, SIDE), plain=now, gain=np.zeros_like(now), cover=SimpleNamespace(mask=hand)
    )
    told = explained(DISC, NOTHING, view.rect, view, lit((DISC, RED)), lit())
    return told is not None and told.stands_still


def test_a_red_disc_is_known_in_a_tenth_of_the_light() -> None:
    assert stands_still(lit((DISC, RED), part=0.1, noise=4.0))


def test_sand_in_a_tenth_of_the_light_is_no_red_disc() -> None:
    assert not stands_still(lit(part=0.1, noise=4.0))


def test_a_blue_disc_is_no_red_one_in_the_dark() -> None:
    assert not stands_still(lit((DISC, BLUE), part=0.2, noise=4.0))


def test_where_it_is_not_dark_nothing_is_told() -> None:
    assert not stands_still(lit((DISC, RED)))


def test_a_disc_of_which_a_hand_hides_most_is_not_known_by_its_face() -> None:
    hand = np.indices((SIDE, SIDE))[1] > SIDE / 2 - SIZE / 4
    assert not stands_still(lit((DISC, RED), part=0.1, noise=4.0), hand)
