"""Puts on the table in Blender what lies around a game: mugs, dice, and a sheet of paper, which may cover a corner."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np

from companion.measures.path_traced.blender import DM_PER_MM, bpy, grid_faces, mesh, tube_faces
from companion.measures.path_traced.luck import Luck, any_turn, one_of
from companion.measures.path_traced.materials import material, printed
from companion.measures.path_traced.terrain import Points

COVERING = "covering "
"""With this the names of all things begin that may hide places of the board."""
MUGS_RGB = ((180, 30, 30), (30, 60, 90), (230, 225, 215), (40, 40, 44), (30, 110, 80))
DICE_RGB = ((230, 230, 225), (190, 20, 20), (20, 20, 24))
MUG_DM = ((0.0, 0.0), (0.4, 0.0), (0.42, 0.05), (0.42, 0.95), (0.38, 0.95), (0.38, 0.75), (0.0, 0.75))
"""Outline of a mug, up to what is in it: distance from its axis and height."""
DIE_DM = 0.16
A5_DM = (1.05, 1.48)
TABLE_DM = -0.024
PAPER_COVERS, PAPER_BESIDE = 0.3, 0.28
"""How often a sheet lies over a corner of the board, and how often beside it."""
WORDS = "river supply attack terrain cost halves unit"


def build_clutter(size_mm: tuple[float, float], luck: Luck, folder: Path) -> None:
    """Up to two mugs, two dice and a sheet around a board of that size. Prints go to `folder`, and must stay there."""
    half = np.array(size_mm) / 2 * DM_PER_MM
    for _ in range(int(luck.integers(0, 3))):
        _mug(float(half.max()), luck)
    for _ in range(int(luck.integers(0, 3))):
        _die(half, luck)
    chance = luck.random()
    if chance < PAPER_COVERS + PAPER_BESIDE:
        _paper(half, luck.uniform(0.05, 0.8) if chance < PAPER_COVERS else 1.9, luck, folder)


def _mug(reach: float, luck: Luck) -> None:
    turn, far = any_turn(luck), reach + luck.uniform(0.6, 1.6)
    x, y, around = far * math.cos(turn), far * math.sin(turn) * 0.8, 40
    glazed = material("mug", one_of(MUGS_RGB, luck), 0.15, 0.6)
    turns = np.linspace(0, 2 * math.pi, around, endpoint=False)
    rings = [np.column_stack([r * np.cos(turns), r * np.sin(turns), np.full(around, z)]) for r, z in MUG_DM]
    new = mesh(f"{COVERING}mug", np.concatenate(rings), tube_faces(around, len(rings)), glazed)
    new.location = (x, y, TABLE_DM)
    bpy.ops.mesh.primitive_torus_add(
        major_radius=0.28, minor_radius=0.05, location=(x + 0.45, y, 0.45), rotation=(math.pi / 2, 0, 0)
    )
    handle = bpy.context.object
    handle.name = f"{COVERING}handle"
    handle.data.materials.append(glazed)


def _die(half: Points, luck: Luck) -> None:
    turn = any_turn(luck)
    x, y = (half + luck.uniform(0.2, 1, 2)) * (math.cos(turn), math.sin(turn))
    bpy.ops.mesh.primitive_cube_add(
        size=DIE_DM, location=(x, y, TABLE_DM + DIE_DM / 2), rotation=(0, 0, luck.uniform(0, 3))
    )
    die = bpy.context.object
    die.name = f"{COVERING}die"
    die.data.materials.append(material("die", one_of(DICE_RGB, luck), 0.2))


def _paper(half: Points, beyond: float, luck: Luck, folder: Path) -> None:
    """A written sheet whose middle lies `beyond` (dm) a corner of the board."""
    written = np.full((2100, 1480, 3), int(luck.integers(215, 252)), np.uint8)
    for line in range(int(luck.integers(15, 40))):
        words, at = WORDS[: int(luck.integers(20, len(WORDS)))], (90, 200 + line * 46)
        cv2.putText(written, words, at, (40, 40, 40), cv2.FontFace("sans"), 40, 400)
    picture = folder / "paper.png"
    cv2.imwrite(str(picture), written)
    corner = luck.choice((-1, 1), 2)
    middle = corner * (half + beyond * np.array([1, 0.6]))
    turn, count = any_turn(luck), 12
    across, down = (one.ravel() for one in np.meshgrid(np.linspace(0, 1, count), np.linspace(0, 1, count)))
    flat = (np.column_stack([across, down]) - 0.5) * A5_DM
    turned = flat @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]) + middle
    corners = np.column_stack([turned, 0.03 + 0.03 * np.sin(3 * across + turn) ** 2])
    surface = printed("paper", picture, 0.8, 0.2)
    mesh(f"{COVERING}paper", corners, grid_faces(count, count), surface, np.column_stack([across, down]), smooth=True)
