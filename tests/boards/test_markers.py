"""The markers that a board is drawn with are the ones that OpenCV knows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engines.boards.drawing.markers import MODULES, patterns


@pytest.mark.parametrize("marker", sorted(patterns()))
def test_each_pattern_is_that_of_the_dictionary(marker: int) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)  # its first 50 are those of DICT_4X4_50
    printed = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, MODULES)) > 0
    drawn = np.array([[bit == "1" for bit in row] for row in patterns()[marker]])
    assert (printed[1:-1, 1:-1] == drawn).all()
