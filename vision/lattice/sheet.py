"""The one board, or sheet of paper, that lies wholly in a picture: its four corners, by the steps along its sides.

Only where on the picture something is printed and where that ends is asked, not what it is.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import Values
from vision.lattice.patches import Matrix

SMALL_PX = 480
"""Longest side of the picture in which it is looked where print is dense."""
DETAIL_PX, DENSE_PX, FAINTEST = 2.0, 5.0, 0.05
"""Deviations of the blur that print stands out from, and of the neighbourhood over which it is counted, px of that
picture; and grey values below which all is equally empty."""
SHRUNK = 3
"""Px of that picture by which what is counted so reaches beyond the print."""
LEAST_AREA, MOST_AREA = 0.04, 0.6
"""Part of the picture that a sheet covers: of one that covers more, what repeats is seen without laying it flat."""
BEYOND = 0.1
"""Part of the picture by which a corner may lie outside."""
FOUR_SIDED = 0.9
"""Part of the quadrilateral about it that is print, at least."""
AROUND, ENDS = 0.08, 0.06
"""How far from the end of the print a side is looked for, in sides of a square as large; and the part of it at either
end that is not asked."""
POINTS, BLUR_PX, STRONGEST = 80, 1.2, 6.0
"""Points of each side; deviation of the blur before steps are taken, px; and times the usual step beyond which one
counts no more."""
ROUNDS, NEAR_PX, ON_PX = 3, 3, 1.2
"""Rounds in which a side is moved to the steps beside it, px as far as they may lie in the first, and from which they
lie on it."""
STANDS_OUT, ALONG = 2.0, 0.4
"""Times the usual step that one on a side is, and the part of its points that lie on such, from which a side is seen:
a dark board on dark wood shows no more of it. Of four sides three must be seen; where the print ends is near enough for
the fourth."""


def sheet(image: Values) -> Matrix | None:
    """The corners (4×2 px, in order around it) of the sheet in a picture (H×W×3 or H×W, 0…255); None where none is."""
    about = _printed(image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32))
    if about is None:
        return None
    blurred = cv2.GaussianBlur(image, (0, 0), BLUR_PX)
    soft: Values = np.asarray(blurred if blurred.ndim == 3 else blurred[:, :, None], np.float32)
    ends = [about[[k, (k + 1) % 4]] for k in range(4)]
    sides = [_side(soft, each[0], each[1], about) for each in ends]
    if sum(one is None for one in sides) > 1:
        return None
    lines = [np.cross(*np.column_stack([each if one is None else one, np.ones(2)])) for each, one in zip(ends, sides)]
    x, y, depth = np.array([np.cross(lines[k - 1], lines[k]) for k in range(4)]).T
    corners = np.column_stack([x, y]) / np.where(np.abs(depth) > 1e-9, depth, np.nan)[:, None]
    middle = np.array([image.shape[1], image.shape[0]]) / 2
    inside = (np.abs(corners - middle) < (0.5 + BEYOND) * 2 * middle).all()
    return corners if inside and cv2.isContourConvex(corners.astype(np.float32)) else None


def part_of_sheet(image: Values, points: Matrix) -> float:
    """How much of the sheet in a picture lies among points (n×2 px), by its area; 1 where there is no sheet."""
    corners = sheet(image)
    if corners is None:
        return 1.0
    among = cv2.contourArea(cv2.convexHull(points.astype(np.float32)))
    return among / cv2.contourArea(corners.astype(np.float32))


def _printed(grey: Values) -> Matrix | None:
    """The quadrilateral (4×2 px) about the largest part of a grey picture in which print is dense."""
    scale = max(1.0, max(grey.shape) / SMALL_PX)
    small = cv2.resize(grey, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
    detail = cv2.absdiff(small, cv2.GaussianBlur(small, (0, 0), DETAIL_PX))
    dense = cv2.log(cv2.GaussianBlur(detail, (0, 0), DENSE_PX) + FAINTEST)
    low, high = float(dense.min()), float(dense.max())
    levels = np.asarray((dense - low) * (255 / max(high - low, 1e-6)), np.uint8)
    _, mask = cv2.threshold(levels, 0, 1, cv2.THRESH_OTSU)
    count, labels, areas, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return None
    part = (labels == 1 + int(areas[1:, cv2.CC_STAT_AREA].argmax())).astype(np.uint8)
    part = cv2.erode(part, np.ones((2 * SHRUNK + 1, 2 * SHRUNK + 1), np.uint8))
    outlines, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    hull = cv2.convexHull(max(outlines, key=cv2.contourArea))
    area = cv2.contourArea(hull)
    if not LEAST_AREA * mask.size < area < MOST_AREA * mask.size or len(hull) < 4:
        return None
    around = np.asarray(cv2.approxPolyN(hull, 4, ensure_convex=True), np.float32).reshape(-1, 2)
    if len(around) != 4 or area < FOUR_SIDED * cv2.contourArea(around):
        return None
    return np.asarray((around.astype(np.float64) + 0.5) * scale - 0.5)


def _side(soft: Values, begin: Matrix, end: Matrix, about: Matrix) -> Matrix | None:
    """The ends (2×2 px) of the straight line of steps in a picture (H×W×n) that runs beside one side of the print.

    None where hardly any does.
    """
    across = np.array([end[1] - begin[1], begin[0] - end[0]]) / math.hypot(*(end - begin))
    t = np.linspace(ENDS, 1 - ENDS, POINTS)
    reach = round(AROUND * math.sqrt(cv2.contourArea(about.astype(np.float32))))
    steps = _steps(soft, begin + (end - begin) * t[:, None], across, reach)
    rows = np.arange(POINTS)
    at_begin, at_end = _straightest(np.minimum(steps, STRONGEST), t, reach)
    seen = line = np.zeros(POINTS)
    for number in range(ROUNDS):
        line = at_begin * (1 - t) + at_end * t
        near = np.arange(-NEAR_PX, NEAR_PX + 1) if number == 0 else np.arange(1 - NEAR_PX, NEAR_PX)
        tried = np.clip(np.round(line).astype(np.intp)[:, None] + near, 1, 2 * reach - 1)
        top = tried[rows, steps[rows[:, None], tried].argmax(axis=1)]
        before, here, after = (steps[rows, top + k] for k in (-1, 0, 1))
        curve = np.minimum(before - 2 * here + after, -1e-6)
        seen = top + np.clip(0.5 * (before - after) / curve, -0.5, 0.5)
        weight = np.minimum(here, STRONGEST) * np.exp(-(((seen - line) / ON_PX) ** 2)) + 1e-6
        slope, at_begin = np.polyfit(t, seen, 1, w=np.sqrt(weight))
        at_end = at_begin + slope
    line = at_begin * (1 - t) + at_end * t
    strong = steps[rows, np.clip(np.round(seen).astype(np.intp), 0, 2 * reach)] > STANDS_OUT
    if float((strong & (np.abs(seen - line) < ON_PX)).mean()) < ALONG:
        return None
    return np.array([begin + across * (at_begin - reach), end + across * (at_end - reach)])


def _steps(soft: Values, points: Matrix, across: Matrix, reach: int) -> NDArray[np.float64]:
    """How a picture changes beside points (n×2 px), up to `reach` px to either side of them, in times the usual."""
    off = np.arange(-reach - 2, reach + 3)
    x, y = (points[:, None] + across * off[:, None]).transpose(2, 0, 1).astype(np.float32)
    seen = cv2.remap(
        soft, np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE
    )
    seen = seen.reshape(*x.shape, -1)
    change = np.abs(seen[:, 4:] - seen[:, :-4]).max(axis=2)
    return np.asarray(change / (np.median(change) + 4.0), np.float64)


def _straightest(steps: NDArray[np.float64], t: NDArray[np.float64], reach: int) -> tuple[float, float]:
    """Where the line along which steps (points × px) are strongest begins and ends, column of `steps`."""
    broad = cv2.dilate(steps, np.ones((1, 3), np.uint8))
    tried = np.arange(0, 2 * reach + 1, 2)
    first, last = (one.ravel() for one in np.meshgrid(tried, tried))
    at = np.round(first[:, None] * (1 - t) + last[:, None] * t).astype(np.intp)
    best = int(broad[np.arange(len(t)), at].mean(axis=1).argmax())
    return float(first[best]), float(last[best])
