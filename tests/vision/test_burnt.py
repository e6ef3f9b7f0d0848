"""A shadow on floor that light burns out: it shows colours that a camera could not tell before."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.burnt import beyond, shadows
from vision.floor import deviation
from vision.light import Tone, tone
from vision.occlusion import STRANGE

LIGHT = np.array((215.0, 270.0, 290.0))
"""Light (BGR) that a pale yellow floor sends into the camera, which says 255 for all that is more."""


def seen(light: NDArray[np.float64]) -> Tone:
    return tone(np.clip(light, 0, 255).astype(np.uint8))


def floor() -> NDArray[np.float64]:
    return np.broadcast_to(LIGHT, (120, 160, 3)).astype(np.float64)


def misfit(now: Tone) -> NDArray[np.float32]:
    return deviation(now, beyond(now, seen(floor())), np.zeros(now.shape[:2], np.float32))


def test_a_shadow_on_burnt_floor_has_another_hue_and_is_floor_all_the_same() -> None:
    shaded = seen(floor() * 0.85)
    assert (deviation(shaded, seen(floor()), np.zeros((120, 160), np.float32)) > STRANGE).all()
    assert (misfit(shaded) < STRANGE).all()


def test_a_red_piece_on_burnt_floor_is_no_floor() -> None:
    assert (misfit(seen(np.broadcast_to((60.0, 50.0, 200.0), (120, 160, 3)))) > STRANGE).all()


def test_what_is_as_burnt_as_the_floor_is_expected_as_before() -> None:
    assert np.allclose(beyond(seen(floor()), seen(floor())), seen(floor()))


def off(light: NDArray[np.float64]) -> Tone:
    return np.asarray(seen(light) - seen(floor()), np.float32)


def test_an_arms_shadow_fades_and_a_piece_within_it_ends() -> None:
    dark = np.zeros((120, 160), np.float32)
    dark[:, 50:110] = 0.3
    dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), 9), np.float32)
    light = np.ascontiguousarray(floor() * (1 - dark[..., None]))
    everything, bare = dark > 0.05, dark <= 0.05
    assert shadows(everything, bare, off(light))[60, 80]
    cv2.circle(light, (80, 60), 9, (120, 200, 230), -1)
    found = shadows(everything, bare, off(light))
    assert not found[58:63, 78:83].any()
    assert found[20, 80]


def test_a_pale_piece_by_itself_is_no_shadow() -> None:
    light, piece = floor().copy(), np.zeros((120, 160), np.uint8)
    cv2.circle(light, (80, 60), 9, (170, 230, 240), -1)
    cv2.circle(piece, (80, 60), 9, 1, -1)
    assert not shadows(piece > 0, piece == 0, off(light)).any()
