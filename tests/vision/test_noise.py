"""The virtual camera's noise: no picture's is like another's, or it would look like something printed on the board."""

from __future__ import annotations

import numpy as np

from vision.virtual.sensor import Noise


def test_no_pictures_noise_is_like_anothers_when_dusk_falls_and_when_it_is_light_again() -> None:
    noise, pictures = Noise(2), []
    for darkness in (0.0, 0.4, 0.0):
        noise.darken(darkness)
        picture = np.full((300, 300, 3), 128, np.uint8)
        noise.add(picture)
        pictures.append(picture.astype(np.float64).ravel())
    assert abs(np.corrcoef(pictures) - np.eye(3)).max() < 0.05
