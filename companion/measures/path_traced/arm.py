"""An arm that reaches over the board, in Blender: a hand with fingers, a wrist, and a sleeve with its folds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np

from companion.measures.path_traced.blender import add, bpy, mesh, remove, tube_faces
from companion.measures.path_traced.clutter import COVERING
from companion.measures.path_traced.luck import Luck, one_of
from companion.measures.path_traced.materials import Grain, material

Ball: TypeAlias = tuple[float, float, float, float]

SKINS_RGB = ((224, 172, 140), (198, 140, 108), (120, 78, 56), (236, 190, 165), (160, 110, 80))
SLEEVES_RGB = ((40, 52, 80), (150, 40, 40), (60, 62, 64), (225, 222, 215), (70, 100, 70), (24, 24, 26), (200, 180, 60))
FINGERS = ((-0.32, 0.78), (-0.11, 0.9), (0.11, 0.85), (0.32, 0.65))
"""Where fingers begin across the hand, and their lengths, dm."""
CURLED = (0.2, 0.9)
"""How much fingers bend, 0…1."""
HIGH_DM = (0.25, 0.7)
"""Height of the hand above the board."""
BACK_DM = 0.55
"""How far the hand's middle is from what it reaches for."""
MELTS, FINE_DM, LEVEL = 1.55, 0.03, 0.35
"""Size of the balls that a hand is made of, in their drawn radii; edges of its mesh; how soon balls melt together."""
RINGS, AROUND, SLEEVE_DM = 30, 28, 9.0
"""Rings of a sleeve, corners of each, and its length."""


class Somebody:
    """A person at the table, with one colour of skin and one of sleeve."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck
        skin, sleeve = np.array(one_of(SKINS_RGB, luck)), np.array(one_of(SLEEVES_RGB, luck))
        darker, folded = (skin * 0.93).tolist(), (sleeve * 0.8).tolist()
        self._skin = material("skin", skin, 0.5, 0.4, Grain("mottled", tuple(darker), 3))
        self._sleeve = material("sleeve", sleeve, 0.9, 0.1, Grain("cloth", tuple(folded), bump=0.4))

    def reach(self, x: float, y: float, turn: float) -> list[Any]:
        """Reaches for (x, y) dm from the board's middle, from the side that `turn` says; answers what to remove."""
        high = self._luck.uniform(*HIGH_DM)
        hand = self._hand(self._luck.uniform(*CURLED))
        sleeve = self._folds()
        for part in (hand, sleeve):
            part.location = (x + BACK_DM * math.cos(turn), y + BACK_DM * math.sin(turn), high)
            part.rotation_euler = (0, 0, turn)
        return [hand, sleeve]

    def _hand(self, curl: float) -> Any:
        """A mesh of balls that melted together."""
        data = bpy.data.metaballs.new("hand")
        data.resolution, data.render_resolution, data.threshold = FINE_DM, FINE_DM, LEVEL
        balls = add("hand", data)
        for x, y, z, radius in (*_fingers(curl), *_palm_and_wrist()):
            ball = data.elements.new()
            ball.co, ball.radius = (x, y, z), radius * MELTS
        bpy.context.view_layer.update()
        graph = bpy.context.evaluated_depsgraph_get()
        melted = bpy.data.meshes.new_from_object(balls.evaluated_get(graph))
        remove([balls])
        bpy.data.metaballs.remove(data)
        melted.materials.clear()
        melted.materials.append(self._skin)
        for polygon in melted.polygons:
            polygon.use_smooth = True
        return add(f"{COVERING}hand", melted)

    def _folds(self) -> Any:
        along = np.linspace(0, 1, RINGS)[:, None]
        turns = np.linspace(0, 2 * math.pi, AROUND, endpoint=False)
        radius = 0.36 + 0.25 * np.minimum(1, 3 * along)
        radius = radius * (1 + self._luck.normal(0, 0.02, (RINGS, AROUND)) + 0.04 * np.sin(51 * along))
        middle_x, middle_z = 1.35 + SLEEVE_DM * along, 0.33 + 1.1 * along
        sides, heights = radius * np.cos(turns), middle_z + radius * 0.85 * np.sin(turns)
        corners = np.dstack([np.broadcast_to(middle_x, sides.shape), sides, heights]).reshape(-1, 3)
        return mesh(f"{COVERING}sleeve", corners, tube_faces(AROUND, RINGS), self._sleeve, smooth=True)


def _fingers(curl: float) -> Iterator[Ball]:
    """Balls (place and radius, dm) of four fingers along -x and a thumb."""
    for y, length in FINGERS:
        for t in np.linspace(0, 1, 8).tolist():
            yield 0.05 - length * t, y * (1 - 0.15 * t * curl), 0.28 - 0.45 * curl * t**2, 0.105 - 0.025 * t
    for t in np.linspace(0, 1, 7).tolist():
        yield 0.45 - 0.75 * t, -0.42 - 0.1 * math.sin(3 * t), 0.2 - 0.3 * t * curl, 0.12 - 0.03 * t


def _palm_and_wrist() -> Iterator[Ball]:
    for x in np.linspace(0, 0.75, 6).tolist():
        for y in np.linspace(-0.27, 0.27, 5).tolist():
            yield x, y * (1 - 0.25 * x), 0.28, 0.17
    for t in np.linspace(0, 1, 10).tolist():
        yield 0.7 + 0.9 * t, 0, 0.3 + 0.15 * t, 0.24
