"""Takes pictures of a scene with Blender's path tracer, and tells which places are covered in them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.measures.other_drawing import Lying
from companion.measures.path_traced.arm import Somebody
from companion.measures.path_traced.blender import DM_PER_MM, add, bpy, mathutils, quiet, remove
from companion.measures.path_traced.clutter import COVERING, build_clutter
from companion.measures.path_traced.luck import luck_of
from companion.measures.path_traced.pieces import Pieces
from companion.measures.path_traced.room import build_room
from companion.measures.path_traced.scene import Scene
from companion.measures.path_traced.sensor import Sensor
from companion.measures.path_traced.terrain import Picture, Raster
from companion.measures.path_traced.view import SENSOR_MM, View
from engines.physical import Cell

CLEAN = 0.03
"""Noise of a pixel, as Blender counts it, below which no more samples are taken of it."""
BOUNCES = {"max_bounces": 5, "diffuse_bounces": 3, "glossy_bounces": 3, "transmission_bounces": 2}
"""How often light is followed from thing to thing."""
SHOWN = 0.6
"""Part of a place's floor that must be seen for it to be judged, as the format of recordings has it."""
RAYS = 24
"""Points of a place's floor that are looked at."""
ABOVE_MM = np.array([0.0, 0.0, 0.3])
"""From the print to where those rays begin."""
THROUGH = 6
"""Things that hide no place, like pieces, through which a ray is followed."""


class Studio:
    """The scene in Blender, of which there is one at a time. Files that it needs go to `folder`, and must stay there.

    `samples`: paths followed for each pixel; what noise is left is taken out afterwards.
    """

    def __init__(self, scene: Scene, samples: int, folder: Path) -> None:
        self._scene, self._folder = scene, folder
        with quiet():
            bpy.ops.wm.read_factory_settings(use_empty=True)
            _set_up_tracer(samples)
            build_room(scene)
            build_clutter(scene.board.size_mm, luck_of(scene.seed, "clutter"), folder)
        self._camera = add("camera", bpy.data.cameras.new("camera"))
        bpy.context.scene.camera = self._camera
        self._pieces, self._somebody = Pieces(scene, folder), Somebody(luck_of(scene.seed, "somebody"))
        self._sensor = Sensor(scene.light.dark, luck_of(scene.seed, "sensor"))
        self._arm: list[Any] = []

    @property
    def quality(self) -> int:
        """JPEG quality of the camera."""
        return self._sensor.quality

    def lay(self, lying: Sequence[Lying]) -> None:
        """Makes those pieces lie on the board, and no others."""
        self._pieces.lay(lying)

    def reach(self, place_mm: tuple[float, float], turn: float) -> None:
        """Lets an arm reach over a place of the board (mm, from its upper left), from the side that `turn` says."""
        [[x, y, _]] = (self._scene.above(np.array([place_mm])) * DM_PER_MM).tolist()
        self._arm = self._somebody.reach(x, y, turn)

    def leave(self) -> None:
        """Takes the arm away."""
        remove(self._arm)
        self._arm = []

    def take(self, view: View) -> Picture:
        """The picture (BGR) that the camera takes from there."""
        self._put_camera(view)
        light = view.lens.bent(self._rendered(*view.lens.straight_size))
        return self._sensor.develop(light, self._scene.metered_px(view))

    def covered(self, view: View) -> list[Cell]:
        """Places less than `SHOWN` of whose floor is seen past arms and things, or that are not in the picture."""
        centres = self._scene.centres_px(view)
        shown = view.shows(np.stack(list(centres.values())))
        bpy.context.view_layer.update()
        eye = mathutils.Vector((view.eye * DM_PER_MM).tolist())
        spread = luck_of(self._scene.seed, "rays")
        turns, far = spread.uniform(0, 2 * math.pi, RAYS), self._scene.board.pitch_mm / 2 * np.sqrt(spread.random(RAYS))
        around = np.column_stack([far * np.cos(turns), far * np.sin(turns)])
        hidden = []
        for (cell, place), inside in zip(self._scene.board.cells.items(), shown.tolist()):
            floor = (self._scene.above(around + np.array([place.x, place.y])) + ABOVE_MM) * DM_PER_MM
            if not inside or sum(_sees(eye, mathutils.Vector(point)) for point in floor.tolist()) < SHOWN * RAYS:
                hidden.append(cell)
        return sorted(hidden)

    def _put_camera(self, view: View) -> None:
        data, (width, height) = self._camera.data, view.lens.straight_size
        margin = width / view.lens.size[0]
        data.sensor_width, data.lens = SENSOR_MM * margin, view.lens.focal_px * SENSOR_MM / view.lens.size[0]
        data.clip_end = 200
        data.dof.use_dof = view.lens.stop is not None
        data.dof.focus_distance = view.far_mm * view.lens.focus * DM_PER_MM
        data.dof.aperture_fstop = view.lens.stop or 1.0
        placed = np.eye(4)
        placed[:3, :3], placed[:3, 3] = view.axes.T, view.eye * DM_PER_MM
        self._camera.matrix_world = mathutils.Matrix(placed.tolist())
        render = bpy.context.scene.render
        render.resolution_x, render.resolution_y = width, height

    def _rendered(self, width: int, height: int) -> Raster:
        """Linear light, rows × columns × RGB."""
        path = self._folder / "light.exr"
        bpy.context.scene.render.filepath = str(path)
        with quiet():
            bpy.ops.render.render(write_still=True)
            image = bpy.data.images.load(str(path))
            light = np.empty(width * height * 4, np.float32)
            image.pixels.foreach_get(light)
            bpy.data.images.remove(image)
        path.unlink()
        return np.ascontiguousarray(light.reshape(height, width, 4)[::-1, :, :3])


def _set_up_tracer(samples: int) -> None:
    scene = bpy.context.scene
    scene.render.engine, scene.render.use_persistent_data = "CYCLES", True
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "OPEN_EXR", "16"
    scene.view_settings.view_transform = "Standard"
    tracer = scene.cycles
    tracer.device, tracer.samples = "CPU", samples
    tracer.use_adaptive_sampling, tracer.adaptive_threshold = True, CLEAN
    tracer.use_denoising, tracer.denoiser, tracer.denoising_prefilter = True, "OPENIMAGEDENOISE", "FAST"
    tracer.caustics_reflective = tracer.caustics_refractive = False
    for bounce, most in BOUNCES.items():
        setattr(tracer, bounce, most)


def _sees(eye: Any, point: Any) -> bool:
    """Whether nothing that covers the board lies between a point above it and the eye."""
    graph, scene = bpy.context.evaluated_depsgraph_get(), bpy.context.scene
    way = (eye - point).normalized()
    for _ in range(THROUGH):
        hit, place, _, _, thing, _ = scene.ray_cast(graph, point + way * 0.003, way, distance=(eye - point).length)
        if not hit:
            return True
        if thing.name.startswith(COVERING):
            return False
        point = place
    return True
