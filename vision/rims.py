"""Tells what may be no more than the rim, the side or the shadow of a piece that is seen better: most of it would lie
within that piece, yet neither below it nor beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import cv2

from engines.physical import Look
from vision.board_model import Body
from vision.found import Found
from vision.pose import Pose
from vision.standing import depth, foot_of, footprint

HIDDEN = 0.15
"""Part of a face that must be hidden, or it lies before the other piece."""
WITHIN = 0.3
"""Part of a face that lies within that of the other piece from which it must lie below it, or hides behind it."""
BELOW_MM = 3.0
"""How far aside of a piece one may stand that lies below it: hands put one upon another within 1.5 mm."""
BEHIND_MM = 3.0
"""How deep two pieces side by side may seem to stand in each other, as their feet are not seen."""
LARGER_MM = 0.9
"""How much larger a piece may be fitted than one that hides it, beside what they are made: more is the rim of one that
was fitted too small."""


def may_be_rim(thing: Found, others: Iterable[Found], bodies: Mapping[Look, Body], pose: Pose) -> bool:
    """Whether `thing` may be a part of one of `others`, of which `bodies` are pieces: tiles lie below everything."""
    if thing.read or thing.visible > 1 - HIDDEN:
        return False
    return any(
        _is_within(thing, other) and not _may_lie(thing, other, bodies, pose)
        for other in others
        if other is not thing and other.score > thing.score and other.best_look in bodies
    )


def _is_within(thing: Found, other: Found) -> bool:
    """Whether a good part of a thing's face is seen where the face of the `other` is."""
    if math.dist(thing.face_mm, other.face_mm) > (thing.outline.size_mm + other.outline.size_mm) / 2:
        return False
    own = footprint(thing.outline, thing.face_mm)
    common, _ = cv2.intersectConvexConvex(own, footprint(other.outline, other.face_mm))
    return bool(common > WITHIN * cv2.contourArea(own))


def _may_lie(thing: Found, other: Found, bodies: Mapping[Look, Body], pose: Pose) -> bool:
    """Whether `thing` may lie below the `other`, or stand beside it."""
    foot = foot_of(thing.face_mm, thing.height_mm, pose)
    upon = foot_of(other.face_mm, other.height_mm + thing.height_mm, pose)
    if math.dist(foot, upon) < BELOW_MM:
        return _larger_mm(thing, bodies) - _larger_mm(other, bodies) < LARGER_MM
    return depth(thing, foot, other, foot_of(other.face_mm, other.height_mm, pose)) < BEHIND_MM


def _larger_mm(thing: Found, bodies: Mapping[Look, Body]) -> float:
    """How much larger a thing was fitted than the piece is that it most likely is."""
    look = thing.best_look
    return 0.0 if look is None else thing.outline.size_mm - bodies[look].size_mm
