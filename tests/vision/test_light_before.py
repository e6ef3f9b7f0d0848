"""The camera is nudged while an arm is over the board: the light is fitted below the arm, and was another before."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.seeing import board_of
from vision import recording
from vision.explanations import as_contents
from vision.eye import Eye
from vision.seeing import Seer

EVENING = Path(__file__).parent.parent / "path_traced" / "harsh_lamp"
STRIP_MM, SHADOW_MM, ARM_MM, BEYOND_MM = 25.0, 90.0, 70.0, 60.0
SLEEVE_BGR, NUDGE_PX = (30, 60, 40), (9, 5)


def test_the_lit_strip_between_an_arm_and_its_shadow_is_seen_to_be_as_it_was() -> None:
    told = recording.read(EVENING)
    model = board_of(EVENING, told)
    eye, seer = Eye(model), Seer(model)
    for frame in told.frames[:2]:
        seer.revise(eye.look(recording.picture(EVENING, frame), frame.t))
        known = {cell: as_contents(looks) for cell, looks in (frame.known or {}).items()}
        seer.know(known, eye.learn(known))
    assert eye.pose is not None
    height, middle = model.size_mm[1], model.size_mm[0] / 2

    def band(left: float, right: float, size: tuple[int, int]) -> NDArray[np.float32]:
        """Where the picture shows what lies between these places, from one border of the board to the other."""
        low, high = -BEYOND_MM, height + BEYOND_MM
        corners = np.array([[[left, low], [right, low], [right, high], [left, high]]], np.float64)
        mask = np.zeros(size, np.float32)
        cv2.fillConvexPoly(mask, np.round(cv2.perspectiveTransform(corners, eye.pose)[0]).astype(np.int32), 1.0)
        return mask[..., None]

    image = recording.picture(EVENING, told.frames[1]).astype(np.float32)
    size = image.shape[:2]
    shadow = cv2.GaussianBlur(band(middle - SHADOW_MM, middle, size), (0, 0), 3)[..., None]
    arm = band(middle + STRIP_MM, middle + STRIP_MM + ARM_MM, size)
    noise = np.random.default_rng(1).normal(0, 6, image.shape)
    image = (1 - arm) * image * (1 - 0.7 * shadow) + arm * (SLEEVE_BGR + noise)
    moved = np.array([[1, 0, NUDGE_PX[0]], [0, 1, NUDGE_PX[1]]], np.float32)
    nudged = cv2.warpAffine(np.clip(image, 0, 255).astype(np.uint8), moved, size[::-1], borderMode=cv2.BORDER_REPLICATE)
    seer.revise(eye.look(nudged, 9.0))
    strip = [cell for cell in model.order if middle + 3 < model.cells[cell].centre[0] < middle + STRIP_MM - 3]
    assert len(strip) > 20
    assert not set(strip) & seer.unsure
    seen = {cell: belief.contents for cell, belief in seer.seen.items() if cell in strip}
    assert seen == {cell: held for cell, held in known.items() if cell in strip}
