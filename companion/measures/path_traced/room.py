"""Builds the room in Blender: a table, the board that lies on it with its folds, and the lamps."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from companion.measures.path_traced.blender import DM_PER_MM, add, bpy, grid_faces, linear, mesh, oriented
from companion.measures.path_traced.light import Light, colour_of
from companion.measures.path_traced.luck import Luck, luck_of, one_of
from companion.measures.path_traced.materials import Grain, Pattern, material, printed
from companion.measures.path_traced.scene import Scene
from companion.measures.path_traced.terrain import Rgb

TableTop: TypeAlias = tuple[Pattern, Rgb, Rgb]

TABLES: tuple[TableTop, ...] = (
    ("wood", (92, 52, 30), (140, 86, 52)),
    ("wood", (60, 36, 24), (88, 54, 36)),
    ("wood", (170, 125, 80), (205, 160, 112)),
    ("cloth", (90, 25, 22), (120, 40, 34)),
    ("cloth", (28, 70, 42), (44, 92, 58)),
    ("mottled", (200, 196, 188), (222, 218, 210)),
    ("wood", (210, 190, 160), (228, 212, 186)),
    ("mottled", (50, 52, 56), (70, 72, 76)),
    ("cloth", (70, 84, 110), (96, 110, 138)),
)
"""Table tops with their two colours, RGB."""
TABLE_DM, TABLE_Z_DM = 30.0, -0.025
"""Half the table's width, and its top below the board's print."""
THICK_MM = 2.4
"""Thickness of the board."""
COLUMNS, ROWS = 97, 69
"""Corners of the net that the board is."""


def build_room(scene: Scene) -> None:
    """Puts table, board and lamps of `scene` into Blender's scene, which is empty."""
    luck = luck_of(scene.seed, "room")
    _table(luck)
    _board(scene, luck)
    _lamps(scene.light)


def _table(luck: Luck) -> None:
    pattern, rgb, other = one_of(TABLES, luck)
    grain = Grain(pattern, other, luck.uniform(0.5, 1.2), 0.2 if pattern == "cloth" else 0.0)
    top = material("table", rgb, luck.uniform(0.3, 0.8), 0.4, grain)
    corners = [(x * TABLE_DM, y * TABLE_DM, TABLE_Z_DM) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    mesh("table", corners, [(0, 1, 2, 3)], top)


def _board(scene: Scene, luck: Luck) -> None:
    width, height = scene.board.size_mm
    across, down = np.linspace(0, 1, COLUMNS), np.linspace(0, 1, ROWS)
    parts = np.column_stack([one.ravel() for one in np.meshgrid(across, down)])
    corners = scene.above(parts * (width, height)) * DM_PER_MM
    surface = printed("board", scene.folder / scene.board.art, luck.uniform(0.22, 0.6), luck.uniform(0.25, 0.5))
    mesh("board", corners, grid_faces(COLUMNS, ROWS), surface, np.column_stack([parts[:, 0], 1 - parts[:, 1]]), True)
    left, right = ([(side, part) for part in down] for side in (0, 1))
    bottom, top = ([(part, side) for part in across] for side in (1, 0))
    around = np.array([*left, *bottom[1:], *right[::-1][1:], *top[::-1][1:]]) * (width, height)
    upper = scene.above(around) * DM_PER_MM - (0, 0, 1e-4)
    lower = np.column_stack([upper[:, :2], np.full(len(upper), -THICK_MM * DM_PER_MM)])
    count = len(around)
    faces = [(one, one + count, one + count + 1, one + 1) for one in range(count - 1)]
    mesh("edge", np.concatenate([upper, lower]), faces, material("edge", (225, 220, 210), 0.7))


def _lamps(light: Light) -> None:
    for lamp in light.lamps:
        data = bpy.data.lights.new("lamp", "AREA")
        data.energy, data.size, data.color = lamp.power, lamp.size, linear(colour_of(lamp.kelvin))[:3]
        data.shape = "DISK" if lamp.round else "SQUARE"
        new = add("lamp", data)
        new.location, new.rotation_euler = lamp.place, oriented(lamp.place, lamp.target)
    around = bpy.data.worlds.new("around")
    bpy.context.scene.world = around
    sky = around.node_tree.nodes["Background"]
    sky.inputs["Color"].default_value = linear(colour_of(light.around_kelvin))
    sky.inputs["Strength"].default_value = light.around
