"""Tells what may be no more than the rim, the side or the shadow of a piece that is seen better: most of it would lie
within that piece, yet neither below it nor beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import cv2
import numpy as np

from engines.physical import Look
from vision.board_model import Body
from vision.cast_shadows import is_grey
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
ASKEW_PART = 0.3
"""Part of a thing's size that its middle is aside of another's, from which it may lie askew below that. Of 15 rims and
shadows that passed for stacked counters, no arm being near, 12 had a grey or the other's colour, two their middle
within a tenth of their size; of 11 counters that lay askew nine had neither."""
APART = 0.5
"""A drawing that is recognised so far from the middle of a face, as a part of its width, is on another."""
CLEAR = 40.0
"""Log likelihood from which a thing that lies askew is a piece whatever its colour: rims and shadows had 36 at most."""
AS_RIM, AS_LOWER = -1.5, 5.5
"""Log likelihood that what may be a rim is another piece after all; and that it is one that lies askew below, where
pieces are stacked: two in five were, and the upper one alone is no more likely than that."""
LARGER_MM = 0.9
"""How much larger a piece may be fitted than one that hides it, beside what they are made: more is the rim of one that
was fitted too small."""
DARKER = 0.6
"""Tone by which the face of a piece may be darker than that of one like it right beside it, in the same light: of
real pairs none was by more than 0.3, dark sides of tall pieces and their shadows under one lamp are by 0.8."""
LIGHTER, BEYOND_MM = 0.6, 1.5
"""Tone by which a thing is lighter than what it lies upon if it is neither a shadow on that nor a dark rim, and how far
it may reach beyond that."""


def doubt(thing: Found, others: Iterable[Found], bodies: Mapping[Look, Body], pose: Pose) -> float | None:
    """Log likelihood at most of a `thing` that may be a part of one of `others`, of which `bodies` are pieces: tiles
    lie below everything and are none. None if it is none."""
    is_tile = thing.best_look is not None and thing.best_look not in bodies
    if is_tile or thing.read or thing.visible > 1 - HIDDEN:
        return None
    if any(_is_dark_side(thing, other, pose) for other in others):
        return AS_RIM
    upon = [
        other
        for other in others
        if other is not thing and other.score > thing.score and other.best_look in bodies
        if (_is_piece(other) or not _is_coloured(thing, bodies)) and not bears_its_own(thing, other)
        if _is_within(thing, other) and not (_may_lie(thing, other, bodies, pose) or _lies_upon(thing, other, pose))
    ]
    if not upon:
        return None
    if not all(_may_lie_askew(thing, other, bodies) for other in upon):
        heaped = all(may_be_heaped(thing, other, bodies) for other in upon)
        if heaped and not thing.by_hand:
            return None
        return AS_LOWER if thing.score > CLEAR and (heaped or not thing.by_hand) else AS_RIM
    return None if all(_stands_out(thing, other, bodies) for other in upon) else AS_LOWER


def bears_its_own(thing: Found, other: Found) -> bool:
    """Whether a drawing is recognised on a thing that is not on the face of the `other`."""
    if thing.drawn is None:
        return False
    its_mm = other.face_mm if other.drawn is None else other.drawn.at_mm
    return math.dist(thing.drawn.at_mm, its_mm) > APART * thing.outline.size_mm


def _is_dark_side(thing: Found, other: Found, pose: Pose) -> bool:
    """Whether `thing` looks like the `other`, hardly stands beside it and does not lie below it, but is far darker than
    that though no arm is near: pieces of a look are as high, so one throws no shadow on the face of the next."""
    if thing.by_hand or thing.best_look != other.best_look or not other.score > thing.score or not _is_piece(other):
        return False
    darker = float(np.mean(other.tone - thing.tone)) > DARKER
    near = math.dist(thing.face_mm, other.face_mm) < other.outline.size_mm
    return darker and near and _below_mm(thing, other, pose) > BELOW_MM


def _is_piece(thing: Found) -> bool:
    """Whether a thing was not doubted already: what may be no more than a shadow has no coloured rim."""
    return thing.best > 0


def _is_coloured(thing: Found, bodies: Mapping[Look, Body]) -> bool:
    """Whether a thing has a colour that shadows have not."""
    return thing.best_look is not None and not is_grey(bodies[thing.best_look].rgb, crescent=True)


def _is_within(thing: Found, other: Found) -> bool:
    """Whether a good part of a thing's face is seen where the face of the `other` is."""
    if math.dist(thing.face_mm, other.face_mm) > (thing.outline.size_mm + other.outline.size_mm) / 2:
        return False
    own = footprint(thing.outline, thing.face_mm)
    common, _ = cv2.intersectConvexConvex(own, footprint(other.outline, other.face_mm))
    return bool(common > WITHIN * cv2.contourArea(own))


def _may_lie(thing: Found, other: Found, bodies: Mapping[Look, Body], pose: Pose) -> bool:
    """Whether `thing` may lie below the `other`, or stand beside it."""
    if _below_mm(thing, other, pose) < BELOW_MM:
        return _larger_mm(thing, bodies) - _larger_mm(other, bodies) < LARGER_MM
    foot = foot_of(thing.face_mm, thing.height_mm, pose)
    return depth(thing, foot, other, foot_of(other.face_mm, other.height_mm, pose)) < BEHIND_MM


def _lies_upon(thing: Found, other: Found, pose: Pose) -> bool:
    """Whether a smaller `thing`, lighter than the `other`, is seen on the face of that alone: it lies there."""
    aside_mm = math.dist(foot_of(thing.face_mm, thing.height_mm, pose), other.face_mm)
    on_its_face = aside_mm + thing.outline.size_mm / 2 < other.outline.size_mm / 2 + BEYOND_MM
    return on_its_face and float(np.mean(thing.tone - other.tone)) > LIGHTER  # not if its own tone is not known


def _below_mm(thing: Found, other: Found, pose: Pose) -> float:
    """How far aside of the `other` a thing stands if it lies below that."""
    upon = foot_of(other.face_mm, other.height_mm + thing.height_mm, pose)
    return math.dist(foot_of(thing.face_mm, thing.height_mm, pose), upon)


def _may_lie_askew(thing: Found, other: Found, bodies: Mapping[Look, Body]) -> bool:
    """Whether `thing` may lie below the `other` and stick out, as pieces that are stacked by the rules and lie in a
    place too narrow for two. Beside an arm anything may seem to."""
    if thing.best_look is None or other.best_look is None:
        return False
    stacked = min(bodies[thing.best_look].stacking, bodies[other.best_look].stacking) > 1
    aside = math.dist(thing.face_mm, other.face_mm) > ASKEW_PART * thing.outline.size_mm
    return stacked and aside and not thing.by_hand


def may_be_heaped(thing: Found, other: Found, bodies: Mapping[Look, Body]) -> bool:
    """Whether `thing` may lie half below the `other` where no rule says how pieces lie upon each other, and its colour
    is neither a shadow's nor that of the other's rim: of 22 rims none had another colour than grey or the other's, of
    eleven pieces in their places all had."""
    heaped = not any(each.best_look is None or bodies[each.best_look].stacking for each in (thing, other))
    return heaped and _has_own_colour(thing, other, bodies)


def _has_own_colour(thing: Found, other: Found, bodies: Mapping[Look, Body]) -> bool:
    """Whether a thing has a colour that neither shadows have nor the `other`."""
    own, its = (bodies[each.best_look].rgb for each in (thing, other) if each.best_look is not None)
    return _is_coloured(thing, bodies) and own != its


def _stands_out(thing: Found, other: Found, bodies: Mapping[Look, Body]) -> bool:
    """Whether `thing` is seen so clearly, or by such a colour, that it is neither a shadow nor the rim of the `other`:
    shadows are grey, and rims have their piece's colour, whose edge is known where its drawing is recognised."""
    known_edge = _is_coloured(thing, bodies) and other.drawn is not None
    return thing.score > CLEAR or known_edge or _has_own_colour(thing, other, bodies)


def _larger_mm(thing: Found, bodies: Mapping[Look, Body]) -> float:
    """How much larger a thing was fitted than the piece is that it most likely is."""
    look = thing.best_look
    return 0.0 if look is None else thing.outline.size_mm - bodies[look].size_mm
