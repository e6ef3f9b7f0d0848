"""Recognises the printed art in a picture: which places of its drawing are seen, and where."""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.pose import Pose
from vision.pyramid import Pyramid

STEP_PX = 12
"""Side of the blocks of the coarse raster, px; the drawing's clearest corner in each is looked for."""
LEAST_CORNER = 0.02
"""Clearness of a corner (smaller eigenvalue of its gradients) below which a block has no drawing."""
LOOK_PX = 11
"""Side of the window by which a corner is followed."""
LOOK_LEVELS = 2
"""Times that the raster is halved to look from afar: with it, places up to 25 px off are found."""
STEPS = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 12, 0.05)
WINDOW_MM = 22.0
"""Side of the window over which likeness is judged: about one cell, so that a piece spoils one window only."""
EVERY = 3
"""Every so many corners tell how much of the drawing is recognised: of some 1,500 that is as certain with 500."""
GOOD_LIKENESS = 0.35
"""Correlation of a window with the art above which its displacement is believed."""
SAME_VIEW_MM = 5.0
"""Poses that put no corner further apart than this see the board alike: what was made for one shows the other."""

Values = NDArray[np.float32]


class Matches(msgspec.Struct, frozen=True):
    """Places of the drawing (`art_mm`, N × 2), where they were seen under the rough pose, and trust in that, 0…1."""

    art_mm: NDArray[np.float64]
    seen_mm: NDArray[np.float64]
    trust: Values


class _Drawing(msgspec.Struct, frozen=True):
    """A print's drawing: its local contrast in `grey`, the numbers of the `blocks` that have any, the clearest of
    the `corners` in each (N × 2, px of the coarse raster) and the surroundings of these (`windows`, N × window²)."""

    grey: NDArray[np.uint8]
    blocks: NDArray[np.intp]
    corners: Values
    windows: Values


class Art:
    """The drawing of one board on the coarse raster, as places that can be recognised."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self._scale = model.scale / 2
        width, height = model.raster_size[0] // 2, model.raster_size[1] // 2
        self._size = width, height
        self._blocks = (height // STEP_PX, width // STEP_PX)
        self._kept: WeakKeyDictionary[Pyramid, tuple[Pose, Values]] = WeakKeyDictionary()
        """The last picture that was matched, as its rough pose shows it: what is fitted to it is asked for next."""

    @property
    def step_mm(self) -> float:
        """Side of a block."""
        return STEP_PX / self._scale

    @property
    def _corners(self) -> tuple[NDArray[np.intp], Values]:
        """Blocks that have a drawing, as numbers, and the clearest corner in each (x, y px of the coarse raster)."""
        return self._drawing.blocks, self._drawing.corners

    @cached_property
    def _drawing(self) -> _Drawing:
        """What is looked for, made at once: the raster that it is made of takes as much as all of it."""
        grey = cv2.cvtColor(self.model.art, cv2.COLOR_BGR2GRAY)
        values = _normalised(cv2.resize(grey, self._size, interpolation=cv2.INTER_AREA).astype(np.uint8))
        clear = cv2.cornerMinEigenVal(values, 5)
        rows, columns = self._blocks
        blocks = clear[: rows * STEP_PX, : columns * STEP_PX].reshape(rows, STEP_PX, columns, STEP_PX)
        flat = blocks.transpose(0, 2, 1, 3).reshape(rows * columns, STEP_PX * STEP_PX)
        best = flat.argmax(axis=1)
        numbers = np.flatnonzero(flat[np.arange(len(flat)), best] > LEAST_CORNER)
        y = numbers // columns * STEP_PX + best[numbers] // STEP_PX
        x = numbers % columns * STEP_PX + best[numbers] % STEP_PX
        corners = np.stack([x, y], axis=1).astype(np.float32)
        return _Drawing(_as_bytes(values), numbers, corners, self._windows(values, corners))

    @cached_property
    def own(self) -> NDArray[np.bool_]:
        """Which corners belong to this print alone: markers are on every board."""
        places = self._mm(self._corners[1])
        own = np.ones(len(places), np.bool_)
        for marker in self.model.markers.values():
            low, high = marker.min(axis=0) - WINDOW_MM, marker.max(axis=0) + WINDOW_MM
            own &= ~((places > low) & (places < high)).all(axis=1)
        return own

    @cached_property
    def drawn(self) -> float:
        """Part of the board that has a drawing of its own."""
        return float(self.own.sum()) / max(1, self._blocks[0] * self._blocks[1])

    def matched(self, pyramid: Pyramid, pose: Pose) -> Matches:
        """Where each corner of the drawing is seen, looked for around its place under `pose`."""
        seen = self._seen(pyramid, pose)
        self._kept[pyramid] = pose, seen
        places = self._corners[1]
        return self._judged(seen, *self._followed(seen, places))

    def unmoved(self, pyramid: Pyramid, pose: Pose) -> Matches:
        """How well corners of the drawing, of every `EVERY` one, are recognised just where `pose` puts them."""
        places = self._corners[1][::EVERY]
        everywhere = np.ones(len(places), np.bool_)
        if (kept := self._kept.pop(pyramid, None)) is not None and len(places):
            before, seen = kept
            there = before.to_board(pose.to_picture(self._mm(places)))
            if float(np.abs(there - self._mm(places)).max()) < SAME_VIEW_MM:
                return self._judged(seen, (there * self._scale - 0.5).astype(np.float32), everywhere, EVERY)
        return self._judged(self._seen(pyramid, pose), places, everywhere, EVERY)

    def straight_and_mirrored(self, pyramid: Pyramid, pose: Pose, least: float) -> tuple[float, float]:
        """Parts of the print's own drawing, 0…1, that are recognised with a trust of `least` in what lies at `pose`: as
        it is, and in its mirror images (turned over along either side), whichever is recognised better.
        """
        own, places = self.own[::EVERY], np.ascontiguousarray(self._corners[1][::EVERY])
        if not own.any():
            return 0.0, 0.0
        seen = self._seen(pyramid, pose)
        straight = self._judged(seen, places, np.ones(len(places), np.bool_), EVERY)
        mirrored = 0.0
        for image in (seen[:, ::-1], seen[::-1]):
            turned = np.ascontiguousarray(image)
            found, ok = self._followed(turned, places)
            mirrored = max(mirrored, float((self._judged(turned, found, ok, EVERY).trust[own] > least).mean()))
        return float((straight.trust[own] > least).mean()), mirrored

    def spread(self, chosen: NDArray[np.bool_], values: NDArray[np.float64], weight: Values) -> tuple[Values, Values]:
        """Values of the `chosen` corners on the grid of blocks (rows × columns × 2), and their weight; 0 elsewhere."""
        rows, columns = self._blocks
        numbers = self._corners[0][chosen]
        grid, weights = np.zeros((rows * columns, 2), np.float32), np.zeros(rows * columns, np.float32)
        grid[numbers], weights[numbers] = values, weight
        return grid.reshape(rows, columns, 2), weights.reshape(rows, columns)

    def _seen(self, pyramid: Pyramid, pose: Pose) -> Values:
        return _normalised(pose.rectify_small(pyramid, pose.raster_rect(2), grey=True))

    def _followed(self, seen: Values, places: Values) -> tuple[Values, NDArray[np.bool_]]:
        """Where each of the drawing's `places` went in `seen` (N × 2, px of that raster), and whether that is known."""
        found, ok, _ = cv2.calcOpticalFlowPyrLK(  # type: ignore[call-overload]
            self._drawing.grey,
            _as_bytes(seen),
            places,
            None,
            winSize=(LOOK_PX, LOOK_PX),
            maxLevel=LOOK_LEVELS,
            criteria=STEPS,
        )
        return np.asarray(found, np.float32).reshape(-1, 2), np.ravel(ok) > 0

    def _mm(self, places: Values) -> NDArray[np.float64]:
        return (places.astype(np.float64) + 0.5) / self._scale

    def _judged(self, seen: Values, found: Values, ok: NDArray[np.bool_], every: int = 1) -> Matches:
        places, drawn = self._corners[1][::every], self._drawing.windows[::every]
        shown = self._windows(seen, found)
        both = np.einsum("ij,ij->i", drawn, shown)
        power = np.einsum("ij,ij->i", drawn, drawn) * np.einsum("ij,ij->i", shown, shown)
        likeness = both / (np.sqrt(power) + 0.05 * drawn.shape[1])
        trust = np.clip((likeness - GOOD_LIKENESS) / (1 - GOOD_LIKENESS), 0, 1) * ok
        return Matches(self._mm(places), self._mm(found), trust.astype(np.float32))

    def _windows(self, values: Values, places: Values) -> Values:
        """The surroundings of each place: N × window²."""
        half = int(WINDOW_MM * self._scale) // 2
        ticks = np.arange(-half, half + 1, dtype=np.float32)
        y, x = (each.ravel() for each in np.meshgrid(ticks, ticks, indexing="ij"))
        at_x, at_y = places[:, :1] + x, places[:, 1:] + y
        windows = cv2.remap(values, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return windows.astype(np.float32, copy=False)


def _normalised(grey: NDArray[np.uint8]) -> Values:
    """Local contrast: mean 0, spread about 1, whatever the light; flat paper stays near 0."""
    around = cv2.boxFilter(grey, cv2.CV_32F, (21, 21))  # sums of bytes are whole numbers, and taken faster
    fine = cv2.subtract(grey, around, dtype=cv2.CV_32F).astype(np.float32, copy=False)
    spread = cv2.blur(cv2.multiply(fine, fine, dst=around), (41, 41)).astype(np.float32, copy=False)
    np.sqrt(np.maximum(spread, 0, out=spread), out=spread)
    spread += 3.0
    fine /= spread
    return np.clip(fine, -3, 3, out=fine)


def _as_bytes(values: Values) -> NDArray[np.uint8]:
    return (values * 40 + 128).astype(np.uint8)
