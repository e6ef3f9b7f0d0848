"""An arm and a hand that reach over the board: round limbs, lit by the lamp, with a soft shadow; knows no pieces."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Protocol, TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.virtual.camera import Camera
from vision.virtual.light import Light
from vision.virtual.overlay import Overlay, dimmed

Picture = NDArray[np.uint8]
Field: TypeAlias = NDArray[np.float32]

SKIN_BGR = (132, 164, 214)
SLEEVE_BGR = (104, 66, 50)
SHADED_BGR = (-0.10, -0.04, 0.16)
"""What shade adds to each colour of skin."""
COARSER = 2
"""A hand in the air is out of focus and moves: half the picture's resolution is enough."""
SHADOW_COARSER = 4
SHADOW_DEPTH = 0.52
AMBIENT = 0.46

NEAREST = 0.5
"""An elbow nearer to the lens than half way to the board is cut off; it is outside the picture by then."""

FINGERS = (
    # Knuckle (ahead of the wrist, to the right), lengths of the bones, radius there (mm); bend per joint (°).
    ((84.0, -27.0), (44.0, 26.0, 20.0), 10.5, (24.0, 38.0, 26.0)),
    ((88.0, -7.0), (49.0, 31.0, 21.0), 10.8, (30.0, 44.0, 30.0)),
    ((82.0, 13.0), (45.0, 28.0, 21.0), 10.2, (34.0, 48.0, 32.0)),
    ((72.0, 31.0), (34.0, 20.0, 18.0), 8.8, (34.0, 46.0, 30.0)),
)
THUMB = (
    ((8.0, -20.0, -4.0), 15.0),
    ((44.0, -48.0, -14.0), 12.5),
    ((72.0, -54.0, -26.0), 10.5),
    ((94.0, -48.0, -36.0), 8.2),
)
"""Joints of the thumb (ahead, right, above the wrist; mm) with the radius there."""
WRIST_MM = 72.0
"""Height of the wrist over the board."""
TAPER = 0.88
"""Each bone of a finger is this much thinner at its end."""


class _At(Protocol):
    def __call__(self, along: float, across: float, above: float) -> NDArray[np.float64]: ...


class Limb(msgspec.Struct, frozen=True):
    """A tapering rod with round ends (`cut`: its first end is cut flat): two ends (x, y, z) and radii in mm."""

    ends: NDArray[np.float64]
    radii: tuple[float, float]
    sleeve: bool = False
    cut: bool = False


def hand(strength: float, t: float, camera: Camera, light: Light, board_mm: tuple[float, float]) -> Overlay | None:
    """An arm from the near side at time `t` s, moving; `strength` is how far it reaches. None where it is not seen."""
    if strength <= 0:
        return None
    limbs = _before(camera, arm(*_reaching(strength, t, board_mm)), board_mm)
    seen = [camera.project(limb.ends) for limb in limbs]
    scale = [_px_per_mm(camera, limb) for limb in limbs]
    tx, ty, tz = light.towards
    fallen = [camera.project(limb.ends * (1, 1, 0) - np.outer(limb.ends[:, 2] / tz, (tx, ty, 0))) for limb in limbs]
    reach = max(max(limb.radii[0] * px[0], limb.radii[1] * px[1]) for limb, px in zip(limbs, scale)) + 14
    left, top = np.maximum(np.floor(np.vstack(seen + fallen).min(0) - reach).astype(int), 0)
    right, bottom = np.minimum(np.ceil(np.vstack(seen + fallen).max(0) + reach).astype(int), camera.size)
    if right - left < 2 * SHADOW_COARSER or bottom - top < 2 * SHADOW_COARSER:
        return None
    size = int(right - left), int(bottom - top)
    corner = np.array([left, top], np.float64)
    bulge, sleeve = _bulge(limbs, seen, scale, camera, corner, size)
    colour, cover = _shaded(bulge, sleeve, camera, light)
    middle = np.vstack(seen[4:]).mean(0)
    gain, _ = light.at(float(middle[0]), float(middle[1]))
    colour = np.clip(colour * np.minimum(gain, np.float32(1.2)), 0, 255).astype(np.uint8)
    lit = np.asarray(cv2.resize(colour, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    opacity = cv2.resize(cover, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)
    dark = _shadow(limbs, fallen, scale, corner, size)
    return Overlay(int(left), int(top), lit, opacity, dark)


def _reaching(
    strength: float, t: float, board_mm: tuple[float, float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where the wrist is (mm) and which way the arm points: it searches, never quite still."""
    width, height = board_mm
    wrist = np.array(
        [
            width * (0.52 + 0.19 * math.sin(0.9 * t) + 0.04 * math.sin(2.3 * t)),
            height * (1.06 - 0.72 * strength + 0.05 * math.sin(1.4 * t + 1)) + 40.0,
        ]
    )
    shoulder = np.array([width * 0.62, height + 620.0])
    return wrist, (wrist - shoulder) / np.linalg.norm(wrist - shoulder)


def arm(wrist: NDArray[np.float64], ahead: NDArray[np.float64]) -> list[Limb]:
    """The limbs of a right arm and hand whose wrist is over `wrist` (mm), pointing `ahead` (unit vector)."""
    right = np.array([-ahead[1], ahead[0]])

    def at(along: float, across: float, above: float) -> NDArray[np.float64]:
        x, y = wrist + ahead * along + right * across
        return np.array([x, y, max(6.0, WRIST_MM + above)])

    limbs = [
        Limb(np.array([at(-92, 0, 8), at(-330, 4, 46)]), (39.0, 56.0), sleeve=True, cut=True),
        Limb(np.array([at(-330, 4, 46), at(-760, 10, 96)]), (56.0, 70.0), sleeve=True),
        Limb(np.array([at(-210, 0, 22), at(-40, 0, 3)]), (40.0, 26.5)),
        Limb(np.array([at(-40, 0, 3), at(4, 0, 0)]), (26.5, 24.0)),
    ]
    for (ahead_mm, right_mm), bones, radius, bends in FINGERS:
        knuckle = (ahead_mm, right_mm, 2.0)
        limbs.append(Limb(np.array([at(2, right_mm * 0.55, -2), at(*knuckle)]), (17.0, radius * 1.22)))
        limbs += _finger(at, knuckle, bones, radius, bends)
    for (start, thick), (end, thin) in pairwise(THUMB):
        limbs.append(Limb(np.array([at(*start), at(*end)]), (thick, thin)))
    return limbs


def _finger(
    at: _At, knuckle: tuple[float, float, float], bones: tuple[float, ...], radius: float, bends: tuple[float, ...]
) -> list[Limb]:
    limbs, bent = [], 0.0
    along, across, above = knuckle
    fan = across * 0.0035
    for length, bend in zip(bones, bends):
        bent += math.radians(bend)
        ahead, out, below = math.cos(bent) * length, fan * length, -math.sin(bent) * length
        limbs.append(
            Limb(np.array([at(along, across, above), at(along + ahead, across + out, above + below)]),
                 (radius, radius * TAPER))
        )  # fmt: skip
        along, across, above, radius = along + ahead, across + out, above + below, radius * TAPER
    return limbs


def _before(camera: Camera, limbs: list[Limb], board_mm: tuple[float, float]) -> list[Limb]:
    """The limbs without what comes closer to the lens than `NEAREST` of the way to the board."""
    nearest = NEAREST * camera.depth_mm(board_mm[0] / 2, board_mm[1] / 2)
    kept = []
    for limb in limbs:
        near, far = (camera.depth_mm(*end) for end in limb.ends)
        if far < near:
            # Limbs are listed from the hand outwards where they are sleeve: the outer end is cut off.
            part = (near - nearest) / (near - far)
            if part <= 0:
                continue
            if part < 1:
                ends = np.array([limb.ends[0], limb.ends[0] + (limb.ends[1] - limb.ends[0]) * part])
                thin = limb.radii[0] + (limb.radii[1] - limb.radii[0]) * part
                limb = Limb(ends, (limb.radii[0], thin), limb.sleeve, limb.cut)
        elif near < nearest:
            continue
        kept.append(limb)
    return kept


def _px_per_mm(camera: Camera, limb: Limb) -> tuple[float, float]:
    """Pixels that a millimetre takes at both ends of a limb."""
    seen = camera.project(np.vstack([limb.ends, limb.ends + np.array([1.0, 0.0, 0.0])]))
    near, far = np.linalg.norm(seen[2:] - seen[:2], axis=1)
    return float(near), float(far)


def _bulge(
    limbs: list[Limb], seen: list[NDArray[np.float64]], scale: list[tuple[float, float]], camera: Camera,
    corner: NDArray[np.float64], size: tuple[int, int],
) -> tuple[Field, NDArray[np.bool_]]:  # fmt: skip
    """How far the arm's surface stands out towards the camera (coarse px; -inf beside it), and where it is sleeve."""
    columns, rows = -(-size[0] // COARSER), -(-size[1] // COARSER)
    bulge = np.full((rows, columns), -np.inf, np.float32)
    sleeve = np.zeros((rows, columns), np.bool_)
    depth_0 = camera.depth_mm(0.0, 0.0)
    for limb, line, px in zip(limbs, seen, scale):
        a, b = ((line - corner) / COARSER).astype(np.float32)
        thick, thin = (radius * size / COARSER for radius, size in zip(limb.radii, px))
        near = [(depth_0 - camera.depth_mm(*end)) * size / COARSER for end, size in zip(limb.ends, px)]
        most = max(thick, thin) + 1
        x0, y0 = np.maximum(np.floor(np.minimum(a, b) - most).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(np.maximum(a, b) + most).astype(int) + 1, (columns, rows))
        if x1 <= x0 or y1 <= y0:
            continue
        ys, xs = np.arange(y0, y1, dtype=np.float32)[:, None], np.arange(x0, x1, dtype=np.float32)[None, :]
        along = b - a
        part = (xs - a[0]) * along[0] + (ys - a[1]) * along[1]
        part /= max(float(along @ along), 1e-6)
        kept = part >= 0 if limb.cut else np.True_
        np.clip(part, 0, 1, out=part)
        radius = thick + (thin - thick) * part
        inside2 = radius**2 - (xs - a[0] - along[0] * part) ** 2 - (ys - a[1] - along[1] * part) ** 2
        out = near[0] + (near[1] - near[0]) * part + np.sqrt(np.maximum(inside2, 0))
        if limb.sleeve:
            folds = np.sin(part * 21 + (xs - a[0]) * 0.05) * np.sin(part * 9 + 1.3)
            out = out + folds * radius * 0.05
        window = bulge[y0:y1, x0:x1]
        higher = (inside2 > 0) & kept & (out > window)
        window[higher] = out[higher]
        sleeve[y0:y1, x0:x1][higher] = limb.sleeve
    return bulge, sleeve


def _shaded(bulge: Field, sleeve: NDArray[np.bool_], camera: Camera, light: Light) -> tuple[Picture, Picture]:
    """Colour and opacity (0…255) of the bulging surface under the lamp, coarse."""
    inside = np.isfinite(bulge)
    weight = inside.astype(np.float32)
    filled = np.where(inside, bulge, 0).astype(np.float32)
    soft = 3.6 / COARSER
    # Skin has no creases as sharp as those between rods: smooth within the outline only.
    share = np.maximum(cv2.GaussianBlur(weight, (0, 0), soft), 1e-3)
    surface = cv2.GaussianBlur(filled, (0, 0), soft) / share
    dx, dy = cv2.Sobel(surface, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(surface, cv2.CV_32F, 0, 1, scale=1 / 8)
    tx, ty, tz = light.towards
    lamp = (camera.rotation @ np.array([tx, ty, -tz])).astype(np.float32)
    facing = (-dx * lamp[0] - dy * lamp[1] - lamp[2]) / np.sqrt(dx**2 + dy**2 + 1)
    rim = np.clip(share, 0.4, 1.0)
    shade: Field = (AMBIENT * rim + (1 - AMBIENT) * np.maximum(facing, 0)) ** (1 / 2.2)
    mottle = cv2.resize(
        np.random.default_rng(5).normal(1, 0.025, (24, 24)).astype(np.float32), bulge.shape[::-1],
        interpolation=cv2.INTER_CUBIC,
    )  # fmt: skip
    base = np.where(sleeve[:, :, None], np.array(SLEEVE_BGR, np.float32), np.array(SKIN_BGR, np.float32))
    # Light that goes through skin comes out red: shaded parts are redder.
    redness = np.where(sleeve, np.float32(0), 1 - shade)[:, :, None] * np.array(SHADED_BGR, np.float32)
    colour = base * (shade * mottle)[:, :, None] * (1 + redness)
    cover = np.clip(cv2.GaussianBlur(weight, (3, 3), 0.7) * 319 - 51, 0, 255)
    return np.clip(colour, 0, 255).astype(np.uint8), cover.astype(np.uint8)


def _shadow(
    limbs: list[Limb], fallen: list[NDArray[np.float64]], scale: list[tuple[float, float]], corner: NDArray[np.float64],
    size: tuple[int, int],
) -> Picture:  # fmt: skip
    """Light left on the board under the arm, 255 is all: soft, for an arm is high above the board."""
    small = max(1, size[0] // SHADOW_COARSER), max(1, size[1] // SHADOW_COARSER)
    dim = np.zeros(small[::-1], np.uint8)
    for limb, line, px in zip(limbs, fallen, scale):
        (ax, ay), (bx, by) = np.round((line - corner) / SHADOW_COARSER * 16).astype(int).tolist()
        thickness = max(1, round((limb.radii[0] * px[0] + limb.radii[1] * px[1]) / SHADOW_COARSER))
        cv2.line(dim, (ax, ay), (bx, by), (255.0,), thickness, cv2.LINE_AA, 4)
    left = dimmed(cv2.GaussianBlur(dim, (0, 0), 4.5), SHADOW_DEPTH)
    return cv2.resize(left, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)
