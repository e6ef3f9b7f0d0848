"""Pieces that are known though none was fitted: by a tag or a drawing that is read on them, or by what they hide."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.board_model import BoardModel, Body
from vision.bodies import TURNS, Mask, Outline, face, silhouette
from vision.claims import UNKNOWN
from vision.evidence import SUREST, identified
from vision.floor import FLOOR_PEAK
from vision.found import Drawn, Found
from vision.pose import Pose, Rect
from vision.standing import foot_of
from vision.tags import Tag


def tagged(model: BoardModel, pose: Pose, tag: Tag) -> Found:
    """The piece that a tag was read on."""
    body = tag.body
    outline = Outline(body.is_round, body.size_mm)
    middle, rect, whole = _seen_whole(model, pose, outline, body.height_mm, tag.foot_mm)
    looks = identified({body.look: 0.0}, model.tagged)
    return Found(
        middle, outline, body.height_mm, 10 * SUREST, looks, -SUREST, SUREST, np.zeros(3), 1.0, 1.0,
        rect, whole, None, read=True, cell=tag.cell, foot_mm=tag.foot_mm,
    )  # fmt: skip


def drawn_on(model: BoardModel, pose: Pose, thing: Found, drawn: Drawn) -> Found:
    """A piece whose drawing is recognised, as its looks say, near a `thing` that was fitted to a part of it."""
    body = model.bodies[thing.best_look or ""]
    turn = round(drawn.turn_deg % 90 / 90 * TURNS) % TURNS
    outline = Outline(body.is_round, body.size_mm, 0 if body.is_round else turn)
    foot = foot_of(drawn.at_mm, body.height_mm, pose)
    _, rect, whole = _seen_whole(model, pose, outline, body.height_mm, foot)
    cell, _ = model.cell_at(*foot)
    density = np.where(whole > 0.5, np.float32(FLOOR_PEAK), np.float32(UNKNOWN))
    return msgspec.structs.replace(
        thing, face_mm=drawn.at_mm, outline=outline, height_mm=body.height_mm,
        score=max(thing.score, 10 * SUREST), known=SUREST, visible=1.0, shown=1.0, rect=rect, silhouette=whole,
        density=density, drawn=drawn, cell=cell or thing.cell, foot_mm=foot,
    )  # fmt: skip


def presumed(
    model: BoardModel,
    pose: Pose,
    body: Body,
    face_mm: tuple[float, float],
    homes: Mapping[Cell, float],
    looks: Mapping[Look, float],
    known: float,
    tone: NDArray[np.float64],
) -> Found | None:
    """A piece as large as `body` whose face is presumed there and seen in this `tone`, its outline not being seen; None
    if it stands in no cell (`homes`: log odds of each)."""
    if not homes:
        return None
    foot = foot_of(face_mm, body.height_mm, pose)
    outline = Outline(body.is_round, body.size_mm)
    middle, rect, whole = _seen_whole(model, pose, outline, body.height_mm, foot)
    best = max(looks.values())
    return Found(
        middle, outline, body.height_mm, best, looks, best - max(0.0, known), known, tone, 1.0, 1.0, rect, whole, None,
        cell=max(homes, key=lambda cell: (homes[cell], cell)), foot_mm=foot, homes=homes, seat_mm=foot,
        lean=pose.lean_mm(foot, 1.0),
    )  # fmt: skip


def _seen_whole(
    model: BoardModel, pose: Pose, outline: Outline, height_mm: float, foot_mm: tuple[float, float]
) -> tuple[tuple[float, float], Rect, Mask]:
    """Where the middle of a piece's face is seen that stands on the board (mm), and the piece (fine raster)."""
    scale, lean = model.scale, pose.lean_mm(foot_mm, height_mm)
    lean_px = (lean[0] * scale, lean[1] * scale)
    half = math.ceil(outline.size_mm * 0.75 * scale + math.hypot(*lean_px))
    whole = silhouette(face(outline, scale, 2 * half + 1), lean_px)
    middle = (foot_mm[0] + lean[0], foot_mm[1] + lean[1])
    return middle, *cut_at(model, whole, (round(middle[1] * scale - 0.5), round(middle[0] * scale - 0.5)))


def cut_at(model: BoardModel, whole: Mask, place: tuple[int, int]) -> tuple[Rect, Mask]:
    """A silhouette around `place` (row, column) of the fine raster, cut at the raster's border."""
    half = whole.shape[0] // 2
    row, column = place
    width, height = model.raster_size
    top, left = max(0, row - half), max(0, column - half)
    bottom, right = max(top, min(height, row + half + 1)), max(left, min(width, column + half + 1))
    return (left, top, right, bottom), whole[
        top - row + half : bottom - row + half, left - column + half : right - column + half
    ]
