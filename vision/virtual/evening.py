"""Writes evenings at the virtual table as recordings, with what truly lay where: material to judge eyes by."""

from __future__ import annotations

import random
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.recording import FORMAT, RecordedFrame, Recording
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.pieces import CARELESS_MM, Geometry, TableTop
from vision.virtual.shutter import Shutter

Picture = NDArray[np.uint8]

SEEN_SHARE = 0.6
"""A cell counts as hidden where less than this part of its floor can be seen (as the format of recordings has it)."""
SAMPLES_A_SIDE = 9
"""Points per side of a cell's box that are asked whether they can be seen."""
FRAME_S = 1.5
JPEG_QUALITY = 90


class Scene(msgspec.Struct, frozen=True):
    """One frame to be taken: where pieces lie, what is wrong, whether set-up `known` it."""

    placement: Mapping[Cell, Sequence[Look]]
    faults: Faults = Faults()
    known: bool = False


class Taken(msgspec.Struct, frozen=True):
    """A picture with its truth: `truth` as places → looks, `hidden` the cells that clutter covers."""

    image: Picture
    truth: Mapping[Cell, tuple[Look, ...]]
    hidden: tuple[Cell, ...]


def render_scene(shutter: Shutter, top: TableTop, faults: Faults, t: float) -> Taken:
    """A picture of `top` under `faults` at `t` s, with what truly lies there and what cannot be seen."""
    image = shutter.take(top.resting(), faults, t)
    return Taken(image, top.placement(), hidden_cells(shutter, top.geometry))


def hidden_cells(shutter: Shutter, geometry: Geometry) -> tuple[Cell, ...]:
    """Cells less than `SEEN_SHARE` of whose floor shows in the last picture, for paper, hands or the picture's edge.

    Pieces are not counted: they are what is looked for.
    """
    width, height = shutter.painter.camera.size
    covered = np.zeros((height, width), np.bool_)
    for overlay in shutter.over:
        covered |= overlay.hides((width, height))
    hidden = []
    for cell, outline in geometry.outlines.items():
        pixels = np.round(shutter.painter.camera.project(_floor(outline))).astype(int)
        inside = ((pixels >= 0) & (pixels < (width, height))).all(1)
        seen = ~covered[pixels[inside, 1], pixels[inside, 0]]
        if seen.sum() < SEEN_SHARE * len(pixels):
            hidden.append(cell)
    return tuple(sorted(hidden))


def _floor(outline: NDArray[np.float32]) -> NDArray[np.float64]:
    """Points spread evenly over a cell, N×3 in mm."""
    (left, top), (right, bottom) = outline.min(0), outline.max(0)
    xs, ys = np.meshgrid(np.linspace(left, right, SAMPLES_A_SIDE), np.linspace(top, bottom, SAMPLES_A_SIDE))
    points = np.column_stack([xs.ravel(), ys.ravel()])
    inside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points]
    return np.column_stack([points[inside], np.zeros(sum(inside))])


def write_evening(
    folder: Path,
    kit: Kit,
    shutter: Shutter,
    scenes: Sequence[Scene],
    *,
    seed: int = 1,
    game: str | None = None,
    options: Mapping[str, object] | None = None,
    board: Path | None = None,
    careless_mm: float = CARELESS_MM,
    quality: int = JPEG_QUALITY,
) -> Recording:
    """Takes every scene and writes the recording into `folder`; answers what was written.

    Between scenes pieces stay as they lie where the placement lets them. `board` is a board folder to
    copy into the recording, for a board that no engine knows. `careless_mm`: how far hands miss a place's middle;
    `quality` of the JPEGs, percent.
    """
    (folder / "frames").mkdir(parents=True, exist_ok=True)
    if board is not None:
        shutil.copytree(board, folder / "board", dirs_exist_ok=True)
    hand = random.Random(seed)
    top = TableTop(kit.geometry, kit.looks)
    frames = []
    for number, scene in enumerate(scenes):
        top, t = top.laid_out(scene.placement, hand, careless_mm), number * FRAME_S
        taken = render_scene(shutter, top, scene.faults, t)
        file = f"frames/{number:04}.jpg"
        cv2.imwrite(str(folder / file), taken.image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        truth = {cell: list(looks) for cell, looks in taken.truth.items()}
        frames.append(
            RecordedFrame(file, t, known=truth)
            if scene.known
            else RecordedFrame(file, t, truth=truth, hidden=list(taken.hidden))
        )
    recording = Recording(FORMAT, game, frames, "board" if board is not None else None, dict(options or {}))
    (folder / "recording.json").write_bytes(msgspec.json.format(msgspec.json.encode(recording), indent=1))
    return recording
