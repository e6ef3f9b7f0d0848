"""Photographs of flat sheets on a table: camera, lens, pieces, arms, light, folds, blur, noise and JPEG, with truth."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.measures.printed_maps import (
    STYLES,
    Kind,
    Picture,
    Points,
    Sheet,
    cloud,
    draw_sheet,
    ink,
    letter,
    pixel,
    whole,
)
from vision.lattice.homography import through

LENS_MARGIN = 0.06
"""Part of the picture painted beyond each edge, for a lens that bends outer things into view."""


class Photograph(msgspec.Struct, frozen=True):
    """A picture with what is true of it: `centres` of the cells in view (px), `lattice` → px of a lens without bend."""

    image: Picture
    kind: Kind
    lattice: NDArray[np.float64]
    centres: Points
    pitch_px: float
    bend: float
    tier: str


def photograph(seed: int, kind: Kind, size: tuple[int, int] = (1920, 1080), tier: str = "") -> Photograph:
    """One photograph, all of it decided by `seed`; `tier` may ask for "plain", "usual", "steep" or "hard"."""
    rng = np.random.default_rng(seed)
    tier = tier or str(rng.choice(["plain", "usual", "usual", "steep", "hard"]))
    tilt = {"plain": rng.uniform(0, 25), "steep": rng.uniform(30, 50)}.get(tier, rng.uniform(0, 45))
    busy = {"plain": rng.uniform(0, 0.5), "hard": rng.uniform(0.7, 1.4)}.get(tier, rng.uniform(0.2, 1.1))
    finest, coarsest = {"plain": (24, 150), "hard": (16, 250)}.get(tier, (18, 200))
    pitch = math.exp(rng.uniform(math.log(finest), math.log(coarsest))) * size[0] / 1920
    columns = int(np.clip(rng.uniform(0.5, 1.4) * size[0] / pitch, 7, 60))
    rows = int(np.clip(rng.uniform(0.5, 1.4) * size[1] / pitch / 0.9, 6, 44))
    fine = min(max(26.0, pitch * 1.3), 5200 / columns)
    style = STYLES[int(rng.integers(len(STYLES)))] if tier in ("usual", "hard") else "outline"
    sheet = draw_sheet(rng, kind, columns, rows, fine, busy, style, bool(rng.random() < 0.55))
    return taken(rng, sheet, size, tilt, pitch, tier)


def taken(
    rng: np.random.Generator, sheet: Sheet, size: tuple[int, int], tilt_deg: float, pitch_px: float, tier: str
) -> Photograph:
    """`sheet` on a table, seen tilted by `tilt_deg`, about `pitch_px` px from cell to cell in the middle."""
    bend = float(rng.uniform(-0.09, 0.03)) if rng.random() < 0.4 else 0.0
    width, height = (int(side * (1 + 2 * LENS_MARGIN)) for side in size)
    focal = size[0] * rng.uniform(0.65, 1.4)
    pose = _pose(rng, sheet, (width, height), focal, tilt_deg, pitch_px)
    if rng.random() < 0.5:
        _fold(rng, sheet.image)
    picture = _printed(sheet.image, pose, table_top(rng, (height, width)))
    hidden = tier != "plain"
    if hidden:
        _pieces(rng, picture, sheet, pose, pitch_px)
    picture = _lit(rng, picture, hidden)
    picture, seen = _through_lens(picture, size, focal, bend, pose, sheet)
    shift = np.array([[1, 0, (size[0] - width) / 2], [0, 1, (size[1] - height) / 2], [0, 0, 1]])
    lattice = shift @ pose @ sheet.lattice
    inside = (seen >= 0).all(axis=1) & (seen < np.array(size)).all(axis=1)
    name = f"{tier}/{sheet.style}/{'numbers' if sheet.numbered else 'bare'}"
    finished = _sensed(rng, picture, pitch_px)
    return Photograph(finished, sheet.kind, lattice / lattice[2, 2], seen[inside], pitch_px, bend, name)


def _pose(
    rng: np.random.Generator, sheet: Sheet, size: tuple[int, int], focal: float, tilt_deg: float, pitch_px: float
) -> NDArray[np.float64]:
    """Sheet px → picture px."""
    tilt, turn, roll = math.radians(tilt_deg), rng.uniform(0, 2 * math.pi), rng.normal(0, 0.15)
    rotation = _about_axis(roll) @ _tilted(tilt) @ _about_axis(turn)
    height, width = sheet.image.shape[:2]
    middle = np.array([width, height]) * (0.5 + rng.uniform(-0.18, 0.18, 2))
    away = np.array([0, 0, focal * sheet.pitch_px / pitch_px])
    camera = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], rotation @ np.append(-middle, 0) + away])
    return np.asarray(camera @ plane)


def _about_axis(angle: float) -> NDArray[np.float64]:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _tilted(angle: float) -> NDArray[np.float64]:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def table_top(rng: np.random.Generator, shape: tuple[int, int]) -> Picture:
    """What lies under the board: wood, cloth or a plain top, with papers and dice on it."""
    height, width = shape
    colour = rng.integers(30, 210, 3).astype(np.float32)
    top = np.empty((height, width, 3), np.float32)
    top[:] = colour
    which = int(rng.integers(3))
    if which == 0:
        grain = cloud(rng, (height, max(2, width // 12)), 24, 5)
        top += (cv2.resize(grain.astype(np.float32), (width, height)) * rng.uniform(4, 14))[..., None]
    elif which == 1:
        top += rng.standard_normal((height, width, 1)).astype(np.float32) * rng.uniform(2, 12)
    top += (cloud(rng, shape, 300, 3) * 5)[..., None]
    image = np.clip(top, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 4))):
        paper(rng, image)
    for _ in range(int(rng.integers(0, 12))):
        at, side = rng.random(2) * (width, height), rng.uniform(12, 40)
        box = cv2.boxPoints(((at[0], at[1]), (side, side), rng.uniform(0, 90)))
        cv2.fillPoly(image, [whole(box)], ink(rng, 0, 256), cv2.LINE_AA)
    return image


def paper(rng: np.random.Generator, image: Picture) -> None:
    """A sheet with lines of text, lying somewhere at any angle."""
    page = np.full((700, 500, 3), 235, np.uint8)
    size = float(rng.uniform(10, 20))
    for line in range(int(640 / size / 1.5)):
        text = " ".join("".join(rng.choice(list("aabcdeeefghiilmnnoprsttu"), rng.integers(2, 9))) for _ in range(9))
        letter(page, text[: int(rng.integers(20, 60))], (25, 30 + line * size * 1.5), size, (40, 40, 40), "sans", 400)
    turn = cv2.getRotationMatrix2D((250, 350), rng.uniform(0, 360), rng.uniform(0.4, 1.2))
    turn[:, 2] = turn[:, 2] + rng.random(2) * (image.shape[1], image.shape[0]) - (250, 350)
    cv2.warpAffine(page, turn, image.shape[1::-1], dst=image, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA)


def _fold(rng: np.random.Generator, image: Picture) -> None:
    """Creases of a folded map: a bright or dark line and different light on both sides."""
    height, width = image.shape[:2]
    for axis, length in ((1, width), (0, height)):
        for part in range(1, int(rng.integers(1, 4))):
            at = int(length * part / 3)
            strip = image[:, at:] if axis else image[at:]
            strip[:] = cv2.convertScaleAbs(strip, alpha=rng.uniform(0.88, 1.06))
            crease = image[:, at : at + 3] if axis else image[at : at + 3]
            crease[:] = cv2.convertScaleAbs(crease, alpha=rng.choice([0.7, 1.2]))


def _printed(sheet: Picture, pose: NDArray[np.float64], table: Picture) -> Picture:
    """The sheet over the table, two samples a pixel and axis."""
    height, width = table.shape[:2]
    finer = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]]) @ pose
    big = cv2.resize(table, (2 * width, 2 * height), interpolation=cv2.INTER_NEAREST)
    small = sheet
    scale = math.sqrt(abs(np.linalg.det(finer[:2, :2] / finer[2, 2])))
    if scale < 0.6:
        small = np.asarray(cv2.resize(sheet, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        finer = finer @ np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
    cv2.warpPerspective(small, finer, (2 * width, 2 * height), dst=big, borderMode=cv2.BORDER_TRANSPARENT)
    return np.asarray(cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _pieces(rng: np.random.Generator, image: Picture, sheet: Sheet, pose: NDArray[np.float64], pitch: float) -> None:
    for _ in range(int(rng.integers(0, 45))):
        spot = sheet.centres[rng.integers(len(sheet.centres))] + rng.normal(0, 0.12, 2) * sheet.pitch_px
        x, y = through(pose, spot[None])[0]
        size, colour = pitch * rng.uniform(0.25, 0.45), ink(rng, 0, 256)
        tall = size * rng.uniform(0, 1.0)
        shape = cv2.boxPoints(((x, y), (2 * size, 2 * size), rng.uniform(0, 90)))
        if rng.random() < 0.5:
            shape = np.array(
                cv2.ellipse2Poly((int(x), int(y)), (int(size), int(size * 0.8)), 0, 0, 360, 20), np.float32
            )
        side = cv2.convexHull(np.concatenate([shape, shape - (0, tall)]).astype(np.float32))
        cv2.fillPoly(image, [whole(side)], tuple(int(one * 0.6) for one in colour), cv2.LINE_AA)
        cv2.fillPoly(image, [whole(shape - (0, tall))], colour, cv2.LINE_AA)
    height, width = image.shape[:2]
    for _ in range(int(rng.integers(0, 3))):
        tip, from_ = rng.random(2) * (width, height), np.array([rng.random() * width, height * rng.choice([-0.1, 1.1])])
        skin, thick = (120, 150, 205), int(rng.uniform(50, 170))
        cv2.line(image, pixel(tip), pixel(from_), skin, thick, cv2.LINE_AA)
        elbow = tip + (from_ - tip) * 0.4
        cv2.line(image, pixel(elbow), pixel(from_), ink(rng, 0, 256), int(thick * 1.3), cv2.LINE_AA)
        for finger in range(4):
            end = tip + rng.normal(0, 0.6, 2) * thick + (tip - from_) / np.linalg.norm(tip - from_) * thick * 0.5
            cv2.line(image, pixel(tip), pixel(end), skin, max(4, thick // 5 + finger), cv2.LINE_AA)


def _lit(rng: np.random.Generator, image: Picture, hard: bool) -> Picture:
    height, width = image.shape[:2]
    light = 1 + 0.12 * cloud(rng, (height, width), 700, 2).astype(np.float32)
    if hard and rng.random() < 0.4:
        shade = np.zeros((height, width), np.float32)
        middle = rng.random(2) * (width, height)
        blob = middle + rng.normal(0, 1, (7, 2)) * (width / 4, height / 4)
        cv2.fillConvexPoly(shade, cv2.convexHull(whole(blob)), 1.0)
        light *= 1 - rng.uniform(0.2, 0.6) * cv2.GaussianBlur(shade, (0, 0), rng.uniform(2, 25))
    tone = rng.uniform(0.8, 1.05, 3).astype(np.float32) * (rng.uniform(0.25, 0.6) if hard and rng.random() < 0.2 else 1)
    out = image.astype(np.float32) * light[..., None] * tone
    if hard and rng.random() < 0.4:
        y, x = np.mgrid[:height, :width].astype(np.float32)
        at, wide = rng.random(2) * (width, height), rng.uniform(40, 220, 2)
        out += (rng.uniform(80, 260) * np.exp(-(((x - at[0]) / wide[0]) ** 2) - ((y - at[1]) / wide[1]) ** 2))[
            ..., None
        ]
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _through_lens(
    image: Picture, size: tuple[int, int], focal: float, bend: float, pose: NDArray[np.float64], sheet: Sheet
) -> tuple[Picture, Points]:
    """The picture as its lens bends it (`bend` is k1), and where the cells' centres are in it."""
    width, height = size
    dx, dy = (image.shape[1] - width) / 2, (image.shape[0] - height) / 2
    straight = through(pose, sheet.centres) - (dx, dy)
    if not bend:
        return image[int(dy) : int(dy) + height, int(dx) : int(dx) + width], straight - (int(dx) - dx, int(dy) - dy)
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    coefficients = np.array([bend, 0, 0, 0])
    # where `resize` puts the grid's points in what it enlarges: half a px beside whole ones
    y, x = np.mgrid[0 : height + 31 : 16, 0 : width + 31 : 16] + 0.5
    grid = np.column_stack([x.ravel(), y.ravel()])[:, None]
    flat = cv2.undistortPoints(grid, camera, coefficients, P=camera).reshape(*x.shape, 2) + np.array([dx, dy])
    full = cv2.resize(flat.astype(np.float32), None, fx=16, fy=16, interpolation=cv2.INTER_LINEAR)
    maps = full[7 : 7 + height, 7 : 7 + width]
    rays = np.column_stack([(straight - (width / 2, height / 2)) / focal, np.ones(len(straight))])
    bent, _ = cv2.projectPoints(rays[:, None], np.zeros(3), np.zeros(3), camera, coefficients)
    x_map, y_map = np.ascontiguousarray(maps[..., 0]), np.ascontiguousarray(maps[..., 1])
    seen = cv2.remap(image, x_map, y_map, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8), np.asarray(bent[:, 0], np.float64)


def _sensed(rng: np.random.Generator, image: Picture, pitch: float) -> Picture:
    soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, min(2.2, 0.6 + pitch / 60)))
    if rng.random() < 0.15:
        length = int(min(9, 1 + pitch / 14))
        kernel = np.zeros((9, 9), np.float32)
        across, down = int(rng.integers(-length, length + 1)) // 2, length // 2
        cv2.line(kernel, (4 - across, 4 - down), (4 + across, 4 + down), 1.0, 1)
        soft = cv2.filter2D(soft, -1, kernel / kernel.sum())
    noisy = soft + rng.standard_normal(soft.shape) * rng.uniform(0.5, 7)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))]
    _, data = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), quality)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
