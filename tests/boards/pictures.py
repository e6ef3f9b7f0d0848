"""Looking at drawings with a camera's eyes, for the tests of this folder."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.boards.board import Board


def markers_seen(picture: NDArray[np.uint8], dictionary: int = cv2.aruco.DICT_4X4_50) -> dict[int, NDArray[np.float32]]:
    """ArUco markers in `picture`: id → corners (4 × 2, pixels)."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary), parameters)
    corners, ids, _ = detector.detectMarkers(picture)
    if ids is None:
        return {}
    return {int(number): found.reshape(4, 2) for number, found in zip(ids.ravel(), corners)}


def farthest_off_mm(board: Board, picture: NDArray[np.uint8]) -> float:
    """How far, mm, the marker corner found worst lies from where `board` says; the picture shows the whole board."""
    scale = np.array([picture.shape[1] / board.size_mm[0], picture.shape[0] / board.size_mm[1]])
    seen = markers_seen(picture)
    assert seen.keys() == board.markers.keys()
    return max(
        float(np.abs((seen[number] + 0.5) / scale - np.array(corners)).max())
        for number, corners in board.markers.items()
    )
