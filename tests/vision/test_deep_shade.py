"""The floor in shadows so deep that noise drowns its lines."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dark_noise import more_misfit
from vision.deep_shade import seen_through
from vision.light import Tone, brightness, tone

PX_MM, LARGEST_MM = 1.0, 13.0
SHADOW = slice(60, 160), slice(40, 240)
"""Where it is dark."""
NOISE = 7.0
"""Standard deviation, 0…255, of all channels alike: pictures keep noise in brightness better than in colours."""


def a_map() -> NDArray[np.float64]:
    """Sea, land and woods, as values of a picture."""
    values = np.full((220, 280, 3), (110.0, 100.0, 95.0))
    cv2.circle(values, (90, 90), 45, (80, 160, 200), -1)
    cv2.circle(values, (200, 130), 40, (60, 110, 90), -1)
    for x in range(10, 280, 14):
        cv2.line(values, (x, 0), (x, 219), (200, 200, 200), 1)
    return values


def pictured(values: NDArray[np.float64], seed: int = 3) -> Tone:
    """Tones of what a camera makes of it, with its noise."""
    noise = np.random.default_rng(seed).normal(0, NOISE, (*values.shape[:2], 1))
    return tone(np.clip(values + noise, 0, 255).astype(np.uint8))


def in_shadow(values: NDArray[np.float64]) -> NDArray[np.float64]:
    shaded = values.copy()
    shaded[SHADOW] *= 0.25
    return shaded


def recognised(seen: Tone) -> NDArray[np.float32]:
    found = seen_through(seen, tone(a_map().astype(np.uint8)), PX_MM, LARGEST_MM)
    assert found is not None
    return found


def test_the_map_is_recognised_in_a_shadow_in_which_no_line_is_seen() -> None:
    found = recognised(pictured(in_shadow(a_map())))
    assert found[70:150, 50:230].mean() > 0.9
    assert not found[:50].any()


def test_it_is_recognised_in_the_shadows_of_fingers_too_which_are_as_narrow_as_pieces() -> None:
    shaded = in_shadow(a_map())
    shaded[160:172, 60:74] *= 0.25
    assert recognised(pictured(shaded))[162:168, 63:71].mean() > 0.7


def test_a_dark_sleeve_is_no_map_in_a_shadow() -> None:
    covered = a_map()
    covered[SHADOW] = 32 + 8 * np.sin(np.arange(100) / 9)[:, None, None]
    assert recognised(pictured(covered))[70:150, 50:230].mean() < 0.05


def test_a_piece_in_a_deep_shadow_is_not_taken_for_the_map_around_it() -> None:
    covered = a_map()
    cv2.circle(covered, (150, 110), 7, (230, 230, 230), -1)
    found = recognised(pictured(in_shadow(covered)))
    assert found[107:114, 147:154].max() < 0.5
    assert found[80:100, 140:160].mean() > 0.9


def test_nothing_is_asked_of_pieces_that_are_dark() -> None:
    covered = a_map()
    cv2.circle(covered, (150, 110), 7, (10, 10, 10), -1)
    assert seen_through(pictured(covered), tone(a_map().astype(np.uint8)), PX_MM, LARGEST_MM) is None


def test_how_noisy_the_dark_is_is_measured_and_kept_while_nothing_is_dark() -> None:
    dark, light = (brightness(pictured(each)) for each in (in_shadow(a_map()), a_map()))
    noisy = more_misfit(dark, 1.0)
    assert noisy > 1.5
    assert more_misfit(light, noisy) == noisy
    quiet = brightness(tone(in_shadow(a_map()).astype(np.uint8)))
    assert more_misfit(quiet, noisy) == 1.0
