"""Learns what a table's own tiles look like, from one picture of them on known places, the right way up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel
from vision.designs.edges import edges_seen
from vision.designs.frame import RING
from vision.designs.outline import settled
from vision.designs.prints import FACINGS, points_somewhere, quarters
from vision.designs.reader import above
from vision.ground import Ground
from vision.lens import Lens
from vision.light import OFFSET, brightness, sampled, tone
from vision.locating import Locator
from vision.palette import Rgb
from vision.pyramid import Pyramid
from vision.stages import Stages

Picture = NDArray[np.uint8]

TAUGHT_PX = 96
"""Width of a face that is kept: twice what a camera shows of it."""
CLEAR, DOUBTED = 0.8, 0.45
"""Part of its outline that a tile must show to be learnt, and from which there may be one. Of an empty place hardly a
tenth shows any step that is not printed there."""
PAPER_PART = 0.35
"""Lightest part of a face that is its paper."""
APART = 1.6
"""Places where tiles are shown are so far apart, in sizes of a tile."""
ROOM = 0.5
"""A place that shows a tile has so much room around its middle, in sizes of a tile."""


class Shown(msgspec.Struct, frozen=True):
    """A tile that was shown: its face (BGR, `TAUGHT_PX` wide) as in even light, the part of its edges that is seen, and
    where it lies: as if its face lay on the board, and how it is turned (clockwise)."""

    face: Picture
    edges: float
    middle_mm: tuple[float, float]
    turn_deg: float

    @property
    def clear(self) -> bool:
        """Whether that is enough to learn it."""
        return self.edges > CLEAR


def designs(model: BoardModel) -> tuple[str, ...]:
    """The pieces of a board that point somewhere and bear a print, each without its facing: ``tile:c``."""
    north = FACINGS[0]
    return tuple(
        look.removesuffix(f":{north}") for look in model.bodies if points_somewhere(look) and look.endswith(f":{north}")
    )


def places(model: BoardModel, count: int) -> tuple[Cell, ...]:
    """Cells in which tiles are shown, row by row: with room for one, far apart, as plainly printed as there are."""
    size_mm = _size_mm(model)
    scale = model.scale
    light = brightness(tone(model.art))
    half = round(size_mm * RING / 2 * scale)
    plain: list[tuple[float, Cell]] = []
    for cell, area in model.cells.items():
        x, y = (round(value * scale) for value in area.centre)
        part = light[max(0, y - half) : y + half, max(0, x - half) : x + half]
        if part.shape == (2 * half, 2 * half) and model.room(cell, area.centre) > ROOM * size_mm:
            plain.append((round(float(part.std()), 2), cell))
    chosen: list[Cell] = []
    for _, cell in sorted(plain):
        here = np.array(model.cells[cell].centre)
        if all(np.hypot(*(here - model.cells[other].centre)) > APART * size_mm for other in chosen):
            chosen.append(cell)
        if len(chosen) == count:
            break
    return tuple(sorted(chosen, key=lambda cell: (model.cells[cell].centre[1], model.cells[cell].centre[0])))


def shown(image: Picture, model: BoardModel, cells: Iterable[Cell], lens: Lens | None = None) -> Mapping[Cell, Shown]:
    """The tiles that lie in `cells`, each alone and with its top towards the top of the board.

    Raises `vision.registration.Refused` where the board is not found.
    """
    locator, pyramid, stages = Locator(model, lens), Pyramid(image), Stages()
    stages.begin()
    locator.locate(pyramid, 0.0, doubtful=True)
    pose = locator.pose
    assert pose is not None
    ground = Ground(model, stages)
    ground.seen(pyramid, pose, ground.whole, adapt=True)  # so `ground` knows today's light
    size_mm = _size_mm(model)
    found: dict[Cell, Shown] = {}
    for cell in cells:
        middle_mm, turn_deg = settled(image, pose, model.cells[cell].centre, size_mm)
        sure = edges_seen(image, pose, model, middle_mm, turn_deg, size_mm)
        if sure > DOUBTED:
            face = above(image, pose, middle_mm, turn_deg, size_mm / 2, TAUGHT_PX)
            found[cell] = Shown(_in_even_light(face, ground, middle_mm), sure, middle_mm, turn_deg)
    return found


def take(model: BoardModel, faces: Mapping[str, Picture]) -> BoardModel:
    """`model` whose tiles look like `faces` (by piece, pointing north), before any eye is made of it."""
    if not faces:
        return model
    rgb = _paper(list(faces.values()))
    for piece, face in faces.items():
        small = cv2.resize(face, model.faces[f"{piece}:{FACINGS[0]}"].shape[1::-1], interpolation=cv2.INTER_AREA)
        for look, turned in quarters(cv2.cvtColor(small, cv2.COLOR_BGR2BGRA).astype(np.uint8), piece).items():
            model.faces[look] = turned
            model.bodies[look] = msgspec.structs.replace(model.bodies[look], rgb=rgb)
    return model


def _size_mm(model: BoardModel) -> float:
    return next(body.size_mm for look, body in model.bodies.items() if points_somewhere(look))


def _in_even_light(face: Picture, ground: Ground, middle_mm: tuple[float, float]) -> Picture:
    """A face as it is printed: today's light, as the board's own print shows it, is taken off."""
    part = np.array([middle_mm]) / np.array(ground.model.size_mm)
    light = sampled(ground.tile_gain, part)[0].astype(np.float64)
    printed = ground.floor.print
    tones = tone(face).astype(np.float64) - light
    if printed is not None:
        tones = (tones - printed.light_at(part)[0]) @ np.linalg.inv(printed.matrix).T
    return np.asarray(np.clip(np.exp(tones) - OFFSET + 0.5, 0, 255), np.uint8)


def _paper(faces: Sequence[Picture]) -> Rgb:
    """The colour of what is lightest on tiles, which is taken for their paper."""
    every = np.concatenate([face.reshape(-1, 3) for face in faces])
    light = every.astype(np.float64).mean(axis=1)
    blue, green, red = np.median(every[light >= np.quantile(light, 1 - PAPER_PART)], axis=0).tolist()
    return round(red), round(green), round(blue)
