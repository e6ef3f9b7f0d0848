"""How good a camera's picture of the board is: light, colour, focus, glare, cells' size, tilt: measures, not words."""

from __future__ import annotations

import math
from typing import Any, Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.pose import Matrix, guessed_camera

State = Literal["ok", "warn", "bad"]

MEASURED_PX = 640
"""Longer side of the picture on which light and glare are measured."""
DARK, DIM = 35.0, 70.0
"""Mean lightness of the board (0–255) that is too dark, and that could be better; rendered ones are read down to 30."""
GREY, COLOURFUL = 6, 40
"""Grey levels between the channels of the most colourful hundredth of a board: grey pictures have 0 to 2 there, our
boards 94 and more in print, and 35 in a picture in the dusk. Paler print says nothing of the camera."""
COLOUR_STEP = 8
"""Every so many px of the print are asked for that."""
BURNT = 250
"""Lightness from which a pixel tells nothing any more."""
GLARE_WARN, GLARE_BAD = 0.01, 0.05
"""Part of what is drawn in a third of the board that is burnt: a reading lamp's reflection burns 2 % of one."""
PALE = 0.9
"""Print that is lighter than this part of the palest burns by itself in a good light and says nothing of reflections.
Rendered without any, the five boards have 0.02 % of the rest burnt at most, and 12 % of all where streets are white."""
DRAWN_LEAST = 0.1
"""Part of a third that must be darker print for it to be judged."""
BLUR_WARN, BLUR_BAD = 0.66, 0.78
"""Blur of `blur_of`: sharp pictures of boards have 0.39–0.54, with 1.5 px of blur 0.6–0.75, with 3 px 0.8–0.88, and
hardly less where the camera's noise is 5 grey levels."""
CALMED_PX = 1.0
"""Blur (px) that a picture is given before its own is measured: noise is finer than that, edges hardly are."""
FLAT_PX, FLATTEST = 12, 0.1
"""Side of the squares, and which part of them counts as flat: what changes there is noise."""
SHARP_PX = 360
"""Side of the middle of the board's picture on which blur is measured, at the camera's own resolution."""
CELL_WARN_PX, CELL_BAD_PX = 17.0, 12.0
"""Width of a cell below which pieces are told apart with doubt, and hardly. Random evenings of Corteo at
1080p, the finest of our boards with 17.9 px, are read without a question."""
TILT_WARN, TILT_BAD = 55.0, 65.0
"""Degrees between the line of sight and straight down."""
THIRDS = (("north_west", "north", "north_east"), ("west", "middle", "east"), ("south_west", "south", "south_east"))


class Meter(msgspec.Struct, frozen=True):
    """One measured thing: `value` in the unit of its `key`; `where` is a part of the board for glare, else empty."""

    key: Literal["light", "colour", "focus", "glare", "cell", "tilt"]
    state: State
    value: float
    where: str = ""


def meters(image: NDArray[np.uint8], model: BoardModel, pose: Matrix) -> tuple[Meter, ...]:
    """All meters of `image` (BGR) in which `pose` (mm to px) puts the board; colour's only where there is none."""
    scale = min(1.0, MEASURED_PX / max(image.shape[:2]))
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    shrunk = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    small, shrink = _grey(shrunk), np.diag((scale, scale, 1.0))
    share, where = _glare(small, model, shrink @ pose)
    light = _light(small, model, shrink @ pose)
    grey = light.state != "bad" and _is_grey(shrunk, model, shrink @ pose)
    return (
        light,
        *((Meter("colour", "bad", 0.0),) if grey else ()),
        _focus(image, model, pose),
        Meter("glare", _above(share, GLARE_WARN, GLARE_BAD), round(share, 4), where if share > GLARE_WARN else ""),
        _cell(model, pose),
        _tilt(image, model, pose),
    )


def whole_picture_meters(image: NDArray[np.uint8]) -> tuple[Meter, ...]:
    """Light and focus of an `image` (BGR) in which no board is found: what may be why."""
    scale = min(1.0, MEASURED_PX / max(image.shape[:2]))
    small = _grey(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    rows, columns = (min(SHARP_PX, side) for side in image.shape[:2])
    top, left = (image.shape[0] - rows) // 2, (image.shape[1] - columns) // 2
    return _lightness(float(small.mean())), _blur(image[top : top + rows, left : left + columns])


def blur_of(grey: NDArray[np.uint8]) -> float:
    """No-reference blur, 0 (sharp) … 1: how little of its changes from pixel to pixel a picture loses when it is
    blurred once more; noise, which would lose all and pass for sharpness, is measured where the picture is flat.

    After Crete, Dolmiere, Ladret, Nicolas: The blur effect (SPIE 6492, 2007), on squares, from which noise can be
    taken off.
    """
    values = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), CALMED_PX)
    worst = 0.0
    for kernel, axis in (((9, 1), 1), ((1, 9), 0)):
        own = _by_square(np.diff(values, axis=axis) ** 2)
        softer = _by_square(np.diff(cv2.blur(values, kernel), axis=axis) ** 2)
        flat = np.argsort(own)[: max(1, round(FLATTEST * own.size))]
        total = float(own.mean() - own[flat].mean())
        left = float(softer.mean() - softer[flat].mean())
        worst = max(worst, math.sqrt(max(0.0, left) / total) if total > 0 else 1.0)
    return min(1.0, worst)


def _by_square(values: NDArray[np.float32]) -> NDArray[np.float64]:
    """The mean of `values` in each whole square of `FLAT_PX`; of all of them where none fits."""
    down, across = values.shape[0] // FLAT_PX, values.shape[1] // FLAT_PX
    if not down or not across:
        return np.array([values.mean()])
    whole = values[: down * FLAT_PX, : across * FLAT_PX].reshape(down, FLAT_PX, across, FLAT_PX)
    return np.asarray(whole.mean((1, 3), dtype=np.float64)).ravel()


def _grey(image: NDArray[Any]) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _above(value: float, warn: float, bad: float) -> State:
    return "bad" if value >= bad else "warn" if value >= warn else "ok"


def _quad(model: BoardModel, pose: Matrix, x: tuple[float, float], y: tuple[float, float]) -> NDArray[np.float32]:
    """The part of the board between fractions of its sides, as four corners in px."""
    width, height = model.size_mm
    corners = np.array([[(x[i] * width, y[j] * height)] for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))], np.float64)
    return np.asarray(cv2.perspectiveTransform(corners, pose).reshape(-1, 2), np.float32)


def _inside(shape: tuple[int, ...], quad: NDArray[np.float32]) -> NDArray[np.bool_]:
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.clip(np.round(quad), -30000, 30000).astype(np.int32), 1)
    return mask > 0


def _light(grey: NDArray[np.uint8], model: BoardModel, pose: Matrix) -> Meter:
    inside = _inside(grey.shape, _quad(model, pose, (0, 1), (0, 1)))
    return _lightness(float(grey[inside].mean()) if inside.any() else 0.0)


def _lightness(mean: float) -> Meter:
    return Meter("light", "bad" if mean < DARK else "warn" if mean < DIM else "ok", round(mean, 1))


def _is_grey(image: NDArray[np.uint8], model: BoardModel, pose: Matrix) -> bool:
    """Whether a board of a coloured print has no colour in the picture: cameras send such pictures at night."""
    inside = _inside(image.shape[:2], _quad(model, pose, (0, 1), (0, 1)))
    if not inside.any() or _most_colourful(model.art[::COLOUR_STEP, ::COLOUR_STEP].reshape(-1, 3)) < COLOURFUL:
        return False
    return _most_colourful(image[inside]) < GREY


def _most_colourful(pixels: NDArray[np.uint8]) -> float:
    """How far the channels of `pixels` (N × 3) are apart, grey levels, in the most colourful hundredth."""
    return float(np.percentile(np.ptp(pixels, axis=1), 99))


def _glare(grey: NDArray[np.uint8], model: BoardModel, pose: Matrix) -> tuple[float, str]:
    """Largest burnt part of the drawing on a third by a third of the board, and where it is."""
    worst, where = 0.0, ""
    drawn = _drawn(grey.shape, model, pose)
    for row, names in enumerate(THIRDS):
        for column, name in enumerate(names):
            third = (column / 3, (column + 1) / 3), (row / 3, (row + 1) / 3)
            inside = _inside(grey.shape, _quad(model, pose, *third))
            judged = inside & drawn
            if judged.sum() <= DRAWN_LEAST * inside.sum():
                continue
            share = float((grey[judged] >= BURNT).mean())
            if share > worst:
                worst, where = share, name
    return worst, where


def _drawn(shape: tuple[int, ...], model: BoardModel, pose: Matrix) -> NDArray[np.bool_]:
    """Where print lies, pixel by pixel, that is not nearly as pale as the palest: burnt there, a lamp is mirrored."""
    art = _grey(model.art)
    smooth = max(1, round(art.shape[1] / shape[1]))
    on_board = np.diag((1 / model.scale, 1 / model.scale, 1.0))
    seen = cv2.warpPerspective(cv2.blur(art, (smooth, smooth)), pose @ on_board, (shape[1], shape[0]))
    palest_near = cv2.dilate(seen, np.ones((3, 3), np.uint8))
    return np.asarray(palest_near <= PALE * model.palest)


def _focus(image: NDArray[np.uint8], model: BoardModel, pose: Matrix) -> Meter:
    middle = _quad(model, pose, (0.5, 0.5), (0.5, 0.5))[0]
    half = SHARP_PX // 2
    x, y = (int(np.clip(middle[i], half, max(half, image.shape[1 - i] - half))) for i in (0, 1))
    return _blur(image[max(0, y - half) : y + half, max(0, x - half) : x + half])


def _blur(part: NDArray[np.uint8]) -> Meter:
    blur = blur_of(_grey(part))
    return Meter("focus", _above(blur, BLUR_WARN, BLUR_BAD), round(blur, 3))


def _cell(model: BoardModel, pose: Matrix) -> Meter:
    """The width of the smallest cell as the camera sees it."""
    widths = []
    for area in model.cells.values():
        seen = cv2.perspectiveTransform(area.outline.reshape(-1, 1, 2).astype(np.float64), pose).reshape(-1, 2)
        widths.append(float(np.sqrt(abs(cv2.contourArea(seen.astype(np.float32))))))
    value = float(np.percentile(widths, 5))
    state: State = "bad" if value < CELL_BAD_PX else "warn" if value < CELL_WARN_PX else "ok"
    return Meter("cell", state, round(value, 1))


def _tilt(image: NDArray[np.uint8], model: BoardModel, pose: Matrix) -> Meter:
    """Angle between straight down and the line of sight at the board's middle, for the likeliest camera."""
    camera = guessed_camera(pose, (image.shape[1], image.shape[0]))
    axes = np.linalg.inv(camera) @ pose
    right, down, shift = axes.T / np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    normal = np.cross(right, down)
    to_middle = right * model.size_mm[0] / 2 + down * model.size_mm[1] / 2 + shift
    cosine = abs(normal @ to_middle) / (np.linalg.norm(normal) * np.linalg.norm(to_middle))
    angle = float(np.degrees(np.arccos(np.clip(cosine, 0, 1))))
    return Meter("tilt", _above(angle, TILT_WARN, TILT_BAD), round(angle, 1))
