"""Blender as a module: brought in quietly, with meshes and pictures of ours in its own measure."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

DM_PER_MM = 0.01
"""Inside Blender lengths are dm, for which its lamps and its depth of field are numbers of a usual size."""


@contextmanager
def quiet() -> Iterator[None]:
    """Keeps to itself what Blender's own code prints: sound that is missing, numpy that is newer, pictures saved."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [os.dup(stream) for stream in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream in (1, 2):
            os.dup2(nowhere, stream)
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for stream, was in zip((1, 2), kept):
            os.dup2(was, stream)
        for one in (nowhere, *kept):
            os.close(one)


with quiet():
    import bpy
with quiet():  # Blender brings these two itself, once it is there.
    import bmesh
    import mathutils

__all__ = ["DM_PER_MM", "add", "bmesh", "bpy", "linear", "mathutils", "mesh", "oriented", "quiet", "remove"]


def linear(rgb: ArrayLike) -> tuple[float, float, float, float]:
    """A colour of sRGB (0…255) as Blender counts light, opaque."""
    value = np.asarray(rgb, np.float64) / 255
    red, green, blue = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).tolist()
    return red, green, blue, 1.0


def mesh(
    name: str,
    corners: ArrayLike,
    faces: Sequence[Sequence[int]],
    material: Any,
    on_print: NDArray[np.float64] | None = None,
    smooth: bool = False,
) -> Any:
    """An object of `corners` (N × 3 dm) and `faces` (their numbers). `on_print`: N × 2 parts of a picture, v up."""
    data = bpy.data.meshes.new(name)
    data.from_pydata(np.asarray(corners, np.float64).tolist(), [], [list(face) for face in faces])
    data.update()
    if on_print is not None:
        layer = data.uv_layers.new(name="UVMap")
        for number, loop in enumerate(data.loops):
            layer.data[number].uv = on_print[loop.vertex_index].tolist()
    data.materials.append(material)
    for polygon in data.polygons:
        polygon.use_smooth = smooth
    return add(name, data)


def grid_faces(columns: int, rows: int) -> list[tuple[int, int, int, int]]:
    """Faces of a net of so many corners, numbered row by row from its upper left."""
    firsts = [row * columns + column for row in range(rows - 1) for column in range(columns - 1)]
    return [(first, first + columns, first + columns + 1, first + 1) for first in firsts]


def tube_faces(around: int, rings: int) -> list[tuple[int, int, int, int]]:
    """Faces of rings of `around` corners each, numbered ring by ring."""
    return [
        (ring * around + one, ring * around + (one + 1) % around, (ring + 1) * around + (one + 1) % around,
         (ring + 1) * around + one)
        for ring in range(rings - 1)
        for one in range(around)
    ]  # fmt: skip


def add(name: str, data: Any) -> Any:
    """An object of that name in the scene."""
    new = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(new)
    return new


def remove(objects: Sequence[Any]) -> None:
    """Takes objects out of the scene."""
    for one in objects:
        bpy.data.objects.remove(one, do_unlink=True)


def oriented(place: Sequence[float], target: Sequence[float]) -> Any:
    """The rotation of what stands at `place` and looks at `target`."""
    return (mathutils.Vector(target) - mathutils.Vector(place)).to_track_quat("-Z", "Y").to_euler()
