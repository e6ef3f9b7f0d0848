"""Keeps the picture of the table up to date cheaply: only what changed is drawn anew; knows no time, no threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.bodies import Sprite, sprite
from vision.virtual.camera import Camera, Viewpoint, place_camera
from vision.virtual.ground import ground, wood
from vision.virtual.kit import Kit
from vision.virtual.light import Lamps, Light, light
from vision.virtual.pieces import Resting

Picture = NDArray[np.uint8]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom (exclusive) in px."""


class Painter:
    """Draws the table for one camera. The scene with its pieces is kept as bytes, 6 MB at 1080p, and of the board below
    only what lies under each piece and its shadow."""

    def __init__(
        self,
        kit: Kit,
        size_px: tuple[int, int],
        seed: int,
    ) -> None:
        self._kit = kit
        self._size, self._seed = size_px, seed
        self._view: Viewpoint | None = None
        self._lamps: Lamps | None = None
        self._sprites: dict[Resting, Sprite | None] = {}
        self._under: dict[Resting, tuple[Box, Picture]] = {}
        self._scene: Picture = np.zeros((size_px[1], size_px[0], 3), np.uint8)
        self.camera: Camera
        self.light: Light

    def scene(self, resting: Sequence[Resting], view: Viewpoint, lamps: Lamps) -> tuple[Picture, list[Box]]:
        """The table with its pieces, without noise, and the boxes that changed since the last call.

        The picture is the painter's own and only lent: copy it before changing it.
        """
        fresh = view != self._view or lamps != self._lamps
        if view != self._view:
            self.camera = place_camera(view, self._size, self._kit.geometry.size_mm)
        if fresh:
            even = np.zeros_like(self._scene)
            ground(self.camera, self._kit.art(), self._kit.geometry.size_mm, wood(self._seed), even)
            self.light = light(lamps, self.camera, self._kit.geometry.size_mm, self._seed)
            self.light.apply(even, self._scene)
            cv2.GaussianBlur(self._scene, (3, 3), 0.5, dst=self._scene)
            self._sprites, self._under = {}, {}
        self._view, self._lamps = view, lamps
        wanted = dict.fromkeys(resting)
        left = [lying for lying in self._sprites if lying not in wanted]
        gone = [self._sprites[lying] for lying in left]
        new = [lying for lying in resting if lying not in self._sprites]
        self._sprites = {lying: shown for lying, shown in self._sprites.items() if lying in wanted}
        for lying in new:
            look = lying.piece.look
            self._sprites[lying] = sprite(
                lying, self._kit.looks[look], self._kit.faces.get(look), self.camera, self.light
            )
        for lying in new:
            if (shown := self._sprites[lying]) is not None:
                box = _inside(shown.box, self._size)
                self._under[lying] = box, self._bare(box)
        touched = [shown for shown in (*gone, *(self._sprites[lying] for lying in new)) if shown is not None]
        boxes = _apart([_inside(shown.box, self._size) for shown in touched])
        for box in boxes:
            self._redraw(box)
        for lying in left:
            self._under.pop(lying, None)
        return self._scene, [(0, 0, *self._size)] if fresh else boxes

    def _bare(self, box: Box) -> Picture:
        """The board without pieces in a box."""
        left, top, right, bottom = box
        bare = self._scene[top : max(top, bottom), left : max(left, right)].copy()
        for other, under in self._under.values():
            if _overlap(other, box):
                target, source = _shared(box, other)
                bare[target] = under[source]
        return bare

    def _redraw(self, box: Box) -> None:
        left, top, right, bottom = box
        part = self._bare(box).astype(np.float32)
        here = [shown for shown in self._sprites.values() if shown is not None and _overlap(shown.box, box)]
        dark = np.ones(part.shape[:2], np.float32)
        for shown in here:
            target, source = _shared(box, shown.box)
            # Shadows of one lamp do not add up: where one takes the light, the next finds none.
            dark[target] = np.minimum(dark[target], shown.dark[source])
        part *= dark[:, :, None]
        bodies = np.zeros(part.shape[:2], np.float32)
        for shown in sorted(here, key=lambda one: (one.level, -one.depth_mm)):
            target, source = _shared(box, shown.box)
            if shown.dark_on is not None:
                part[target] *= (1 - bodies[target] * (1 - shown.dark_on[source]))[:, :, None]
            cover = shown.cover[source]
            part[target] += (shown.colour[source] - part[target]) * cover[:, :, None]
            bodies[target] = np.maximum(bodies[target], cover)
        self._scene[top:bottom, left:right] = np.clip(part, 0, 255)


def _inside(box: Box, size: tuple[int, int]) -> Box:
    return max(0, box[0]), max(0, box[1]), min(size[0], box[2]), min(size[1], box[3])


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _apart(boxes: Sequence[Box]) -> list[Box]:
    """The same area as boxes that do not overlap; close ones become one."""
    merged: list[Box] = []
    for box in boxes:
        while (hit := next((other for other in merged if _overlap(other, box)), None)) is not None:
            merged.remove(hit)
            box = min(box[0], hit[0]), min(box[1], hit[1]), max(box[2], hit[2]), max(box[3], hit[3])
        merged.append(box)
    return merged


def _shared(box: Box, other: Box) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The overlap of two boxes as slices (rows, columns) into the first and into the second."""
    left, top = max(box[0], other[0]), max(box[1], other[1])
    right, bottom = min(box[2], other[2]), min(box[3], other[3])
    return (
        (slice(top - box[1], bottom - box[1]), slice(left - box[0], right - box[0])),
        (slice(top - other[1], bottom - other[1]), slice(left - other[0], right - other[0])),
    )
