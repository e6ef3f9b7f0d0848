"""Finds where tiles lie by the frame that is printed along their edges, of which a ship hides a part at most.

Knows neither what else is printed on a tile nor what lies on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import FACE_PX, BoardModel
from vision.designs.prints import Grey, whole_face
from vision.light import tone
from vision.peaks import vertex
from vision.pose import Pose
from vision.spots import COARSE
from vision.view import View

TURNS_DEG = tuple(range(-32, 33, 4))
"""Turns that are tried; who reads the tile refines them."""
FINE_TURNS_DEG, FINE_REACH_PX = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0), 2
"""Turns, and places (px of the fine raster), beside those at which a frame was found, where it is found exactly."""
REACH = 0.38
"""How far from the middle of its place a tile's middle is looked for, in pitches: beyond, the next place finds it."""
DEPTH_MM = 3.4
"""Width of the strip along an edge that is compared: the frame, and as much paper. Wider ones hold arrows."""
RIM, PAPER = (0.0, 0.04), (0.06, 0.15)
"""Parts of a face, from its edge on, that are frame, and paper; what is printed on the latter does not count."""
CORNER = 0.08
"""Part of an edge at each end that is left out."""
PIECES = 6
"""Pieces of each edge that are compared, of which a ship hides two or three."""
BLUR_PX, NOISE = 1.2, 0.15
"""Blur of the prints, px of the face, and noise, tone, beside which channels are told apart that show the frame and
not what is printed beside it: a strip of sky says nothing in blue light."""
LEAST, MOST = 0.0, 1.5
"""Contrast of a piece of a frame beside its printed contrast: less and more says as little. More than printed says less
than as printed: a tile's shaded side is darker than any frame."""
RING, BESIDE = 1.3, 0.5
"""Width of the square around a tile, in sizes, on which little else should lie; and the weight of what does: other
tiles may touch it."""
CLEAR_SAYS = 0.75
"""Weight of a tile's place being no floor, on which ships stand, too, beside the part of its frame that is seen."""
TRIED, APART = 5, 0.06
"""Places that are tried around one, and how far they are apart at least, in sizes of a tile."""


class Framed(msgspec.Struct, frozen=True):
    """Where a tile may lie: its middle as seen on the board's plane, its turn (degrees clockwise), and the part of its
    frame that is seen there; `exact`: to 0.5 mm and 1°, instead of 1 mm and 3°."""

    middle_mm: tuple[float, float]
    turn_deg: float
    part: float
    exact: bool = False


class Frames:
    """Looks for tiles with any of the prints of `looks`, all of one size."""

    def __init__(self, model: BoardModel, looks: Sequence[Look]) -> None:
        self.model = model
        self.size_mm = model.bodies[looks[0]].size_mm
        self._channels, self._strip = _frame_of(model, looks, self.size_mm)

    def around(self, view: View, middle_mm: tuple[float, float]) -> list[Framed]:
        """Where tiles seem to lie around a place by their frames and by what is no floor, likeliest first, `TRIED` of
        them at most."""
        scale = self.model.scale
        reach = round(REACH * self.model.pitch_mm * scale)
        parts = self._parts(view.pyramid.image, view.pose, middle_mm, TURNS_DEG, reach)
        says = parts + CLEAR_SAYS * self._clear(view, middle_mm, reach)
        chosen = says.argmax(axis=0)
        seen, turns = says.max(axis=0), np.radians(TURNS_DEG)[chosen]
        down, across = np.indices(seen.shape, np.float64) - reach
        x = middle_mm[0] + (np.cos(turns) * across - np.sin(turns) * down) / scale
        y = middle_mm[1] + (np.sin(turns) * across + np.cos(turns) * down) / scale
        seen[seen < cv2.dilate(seen, np.ones((3, 3), np.uint8))] = -np.inf  # slopes of a peak that was taken
        found: list[Framed] = []
        for _ in range(TRIED):
            best = np.unravel_index(int(seen.argmax()), seen.shape)
            at = float(x[best]), float(y[best])
            found.append(Framed(at, math.degrees(turns[best]), float(parts[chosen[best], best[0], best[1]])))
            seen[np.hypot(x - at[0], y - at[1]) < APART * self.size_mm] = -np.inf
        return found

    def _clear(self, view: View, middle_mm: tuple[float, float], reach: int) -> Grey:
        """By how much more a tile's place is no floor than what is around it, for each turn and place around a middle
        up to `reach` px of the fine raster: −0.5…1."""
        px_mm = self.model.scale / COARSE
        side_px, far = self.size_mm * px_mm, reach / COARSE
        x, y = (value * px_mm - 0.5 - corner for value, corner in zip(middle_mm, view.rect))
        room = math.ceil(far + RING * side_px / 2) + 1
        half = math.ceil(room * math.sqrt(2)) + 1
        left, top = round(x) - half, round(y) - half
        odd = view.odd[max(0, top) : max(0, top + 2 * half + 1), max(0, left) : max(0, left + 2 * half + 1)]
        beyond = max(0, -top), 0, max(0, -left), 0
        part = cv2.copyMakeBorder(odd.astype(np.float32), *beyond, cv2.BORDER_CONSTANT)
        found = []
        for turn in TURNS_DEG:
            upright = cv2.warpAffine(
                part,
                _back(math.radians(turn), (x - left, y - top), room),
                (2 * room + 1,) * 2,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            )
            inside, whole = (
                cv2.blur(upright, (round(side) | 1,) * 2, borderType=cv2.BORDER_CONSTANT)
                for side in (side_px, RING * side_px)
            )
            clear = inside - BESIDE * (whole * RING**2 - inside) / (RING**2 - 1)
            zoom = np.array([[1 / COARSE, 0, room - far], [0, 1 / COARSE, room - far]])
            found.append(
                cv2.warpAffine(clear, zoom, (2 * reach + 1,) * 2, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
            )
        return np.asarray(found, np.float32)

    def refined(self, image: NDArray[np.uint8], pose: Pose, framed: Framed) -> Framed:
        """The same place, found more exactly."""
        turns_deg = [framed.turn_deg + beside for beside in FINE_TURNS_DEG]
        parts = self._parts(image, pose, framed.middle_mm, turns_deg, FINE_REACH_PX)
        number, row, column = (int(place) for place in np.unravel_index(int(parts.argmax()), parts.shape))
        best = parts[number]
        down = row - FINE_REACH_PX + _peak(best[:, column], row)
        across = column - FINE_REACH_PX + _peak(best[row], column)
        turn = math.radians(turns_deg[number])
        x = framed.middle_mm[0] + (math.cos(turn) * across - math.sin(turn) * down) / self.model.scale
        y = framed.middle_mm[1] + (math.sin(turn) * across + math.cos(turn) * down) / self.model.scale
        return Framed((x, y), turns_deg[number], float(best[row, column]), True)

    def part(self, image: NDArray[np.uint8], pose: Pose, middle_mm: tuple[float, float], turn_deg: float) -> float:
        """The part of its frame that is seen of a tile which lies there."""
        return float(self._parts(image, pose, middle_mm, (turn_deg,), 0)[0, 0, 0])

    def _upright(
        self, image: NDArray[np.uint8], pose: Pose, middle_mm: tuple[float, float], turns: Sequence[float], room: int
    ) -> Grey:
        """What is seen around a place, as light in the channels that show frames, turned back by each of `turns`
        (radians): turns × side × side on the fine raster, the place in the middle."""
        x, y = (value * self.model.scale - 0.5 for value in middle_mm)
        half = math.ceil(room * math.sqrt(2)) + 2
        width, height = self.model.raster_size
        x0, y0 = max(0, round(x) - half), max(0, round(y) - half)
        rect = x0, y0, min(width, round(x) + half + 1), min(height, round(y) + half + 1)
        light = cv2.transform(tone(pose.rectify(image, rect)), self._channels)
        found = np.empty((len(turns), 2 * room + 1, 2 * room + 1), np.float32)
        for number, turn in enumerate(turns):
            cv2.warpAffine(
                light,
                _back(turn, (x - x0, y - y0), room),
                found.shape[:0:-1],
                dst=found[number],
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
        return found

    def _parts(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        middle_mm: tuple[float, float],
        turns_deg: Sequence[float],
        reach: int,
    ) -> Grey:
        """The part of a frame that is seen around each place up to `reach` px from a middle, at every turn."""
        half = round(self.size_mm / 2 * self.model.scale - 0.5)
        upright = self._upright(image, pose, middle_mm, np.radians(turns_deg).tolist(), reach + half + 2)
        strip, depth, middle = self._strip, len(self._strip), upright.shape[1] // 2
        long = max(1, round(self.size_mm * (1 - 2 * CORNER) / PIECES * self.model.scale))
        along = np.full(long, 1 / long, np.float32)
        flat = upright.reshape(-1, upright.shape[2])
        total = np.zeros((len(upright), 2 * reach + 1, 2 * reach + 1), np.float32)
        beside = [round((number - (PIECES - 1) / 2) * long) for number in range(PIECES)]
        for first, inwards in ((-half, strip), (half, np.ascontiguousarray(strip[::-1]))):
            start = 0 if first < 0 else depth - 1
            rows = cv2.sepFilter2D(flat, -1, along, inwards, anchor=(long // 2, start))
            columns = cv2.sepFilter2D(flat, -1, inwards, along, anchor=(start, long // 2))
            for seen, is_row in ((rows, True), (columns, False)):
                says = np.clip(seen, LEAST, MOST).reshape(upright.shape)
                np.minimum(says, 2 - says, out=says)
                for off in beside:
                    row, column = (middle + (first if is_row else off), middle + (off if is_row else first))
                    total += says[:, row - reach : row + reach + 1, column - reach : column + reach + 1]
        return np.asarray(total / np.float32(4 * PIECES), np.float32)


def _back(turn: float, middle_px: tuple[float, float], room: int) -> NDArray[np.float64]:
    """The map from a picture of `room` px to each side of its middle to one in which that is at `middle_px` and all is
    turned clockwise (radians)."""
    cosine, sine = math.cos(turn), math.sin(turn)
    x, y = middle_px
    return np.array([[cosine, -sine, x - (cosine - sine) * room], [sine, cosine, y - (sine + cosine) * room]])


def _peak(parts: Grey, at: int) -> float:
    """Where the peak of a row is beside its highest value, which is at `at`."""
    return vertex(*parts[at - 1 : at + 2].tolist()) if 0 < at < len(parts) - 1 else 0.0


def _frame_of(model: BoardModel, looks: Sequence[Look], size_mm: float) -> tuple[NDArray[np.float32], Grey]:
    """The mixture of channels (1 × 3) that shows the frame of tiles and little of what is printed beside it (Fisher's
    linear discriminant); and the strip, from an edge inwards, px of the fine raster, with which what is seen has the
    product 1 where a frame is as it is printed."""
    tones = np.array([tone(whole_face(model, look, BLUR_PX)) for look in looks])
    ends = round(2 * CORNER * FACE_PX)
    rim, paper = (
        tones[:, round(start * FACE_PX) : round(end * FACE_PX), ends:-ends].reshape(-1, 3)
        for start, end in (RIM, PAPER)
    )
    spread = np.cov(paper.T) + np.eye(3) * NOISE**2
    mixture = np.linalg.solve(spread, np.median(paper, axis=0) - np.median(rim, axis=0))
    mixture /= mixture.sum()
    profile = np.median(tones @ mixture, axis=(0, 2))
    depths_mm = (np.arange(round(DEPTH_MM * model.scale)) + 0.5) / model.scale
    strip = np.interp(depths_mm, (np.arange(FACE_PX) + 0.5) * size_mm / FACE_PX, profile)
    strip -= strip.mean()
    strip /= np.square(strip).sum()
    return mixture.astype(np.float32)[None], strip.astype(np.float32)
