"""A photo in the dark shows no lattice, and nobody waits seconds to hear so; what is printed faintly is looked for."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.lattice import find
from vision.lattice.find import find_lattice
from vision.lattice.noise import is_noise

SIZE = (1280, 960)


def noisy(values: NDArray[np.float32], sigma: float) -> NDArray[np.uint8]:
    rng = np.random.default_rng(5)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (*values.shape, 3)).astype(np.float32), (0, 0), 0.7)
    seen = np.clip(values[:, :, None] + sigma / grain.std() * grain, 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def darkening(level: float) -> NDArray[np.float32]:
    x, y = np.meshgrid(np.linspace(-1, 1, SIZE[0]), np.linspace(-1, 1, SIZE[1]))
    return np.asarray(level * (1 - 0.2 * (x**2 + y**2)), np.float32)


@pytest.mark.parametrize(("level", "sigma"), [(0.0, 0.0), (14.0, 6.0), (120.0, 3.0)])
def test_a_photo_of_the_dark_is_given_up_at_once(level: float, sigma: float, monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(*_: object) -> None:
        raise AssertionError("looked for a lattice")

    monkeypatch.setattr(find, "_found", searched)
    assert find_lattice(noisy(darkening(level), sigma)) is None


def test_lines_fainter_than_the_noise_are_looked_for() -> None:
    image = darkening(60.0)
    for at in range(30, SIZE[0], 40):
        cv2.line(image, (at, 200), (at + 30, 700), 56.0, 1)
    for at in range(210, 700, 40):
        cv2.line(image, (40, at), (SIZE[0] - 40, at + 20), 56.0, 1)
    assert not is_noise(np.asarray(cv2.cvtColor(noisy(image, 5.0), cv2.COLOR_BGR2GRAY), np.uint8))


def test_a_picture_too_small_to_say_is_looked_at() -> None:
    assert not is_noise(np.zeros((100, 300), np.uint8))
