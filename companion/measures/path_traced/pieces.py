"""Makes pieces in Blender: discs, squares and tiles with rounded edges, with their faces or tags on top."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.measures.other_drawing import Lying
from companion.measures.path_traced.blender import DM_PER_MM, add, bmesh, bpy, mesh, remove
from companion.measures.path_traced.luck import luck_of
from companion.measures.path_traced.materials import material, printed
from companion.measures.path_traced.scene import Scene
from companion.measures.path_traced.terrain import Points
from engines.physical import Look
from vision.board_file import PieceEntry

UNEVEN = 4.0
"""How far a piece's colour is from what the board's file says (standard deviation, 0…255)."""
GLOSS = (0.18, 0.55)
"""Roughness of pieces, the same for all of an evening."""
ASKEW = 0.004
"""How far pieces stand from upright (radians, standard deviation)."""
ROUNDED_MM, ROUNDED = 0.5, (0.5, 1.3)
"""Radius of edges, at most 0.15 of the piece's height, and factors on it."""
TAG_PART = 0.72
"""Width of a tag's print, in pieces."""
ABOVE_DM = 6e-4
"""How far above a piece's top its print lies, so that neither shows through the other."""


class Pieces:
    """The pieces of `scene` that lie on Blender's board. Prints of tags go to `folder`, and must stay there."""

    def __init__(self, scene: Scene, folder: Path) -> None:
        self._scene, self._folder, self._luck = scene, folder, luck_of(scene.seed, "pieces")
        self._rough = self._luck.uniform(*GLOSS)
        self._bodies: dict[Look, Any] = {}
        self._prints: dict[Look, Any] = {}
        self._lying: dict[Lying, list[Any]] = {}

    def lay(self, lying: Sequence[Lying]) -> None:
        """Makes those pieces lie there and no others. What lay there stays as it is."""
        for gone in [piece for piece in self._lying if piece not in lying]:
            remove(self._lying.pop(gone))
        for piece in lying:
            if piece not in self._lying:
                self._lying[piece] = self._laid(piece)

    def _laid(self, piece: Lying) -> list[Any]:
        entry = self._scene.board.pieces[piece.look]
        new = add("piece", self._body(piece.look, entry))
        [[x, y, z]] = (self._scene.above(np.array([(piece.x, piece.y)])) * DM_PER_MM).tolist()
        new.location = (x, y, z + (piece.above + entry.height_mm / 2) * DM_PER_MM)
        new.rotation_euler = (self._luck.normal(0, ASKEW), self._luck.normal(0, ASKEW), piece.turn)
        surface = self._print(piece.look, entry)
        if surface is None:
            return [new]
        size = entry.size_mm / 2 * DM_PER_MM * (1.0 if entry.face else TAG_PART)
        corners = _circle() if entry.face and entry.shape == "disc" else _square()
        flat = np.column_stack([corners * size, np.zeros(len(corners))])
        top = mesh("top", flat, [range(len(corners))], surface, (corners + 1) / 2)
        top.parent, top.location = new, (0, 0, entry.height_mm / 2 * DM_PER_MM + ABOVE_DM)
        return [top, new]

    def _body(self, look: Look, entry: PieceEntry) -> Any:
        if look not in self._bodies:
            rgb = np.clip(np.array(entry.rgb) + self._luck.normal(0, UNEVEN, 3), 3, 250)
            self._bodies[look] = _body(look, entry, self._luck.uniform(*ROUNDED))
            self._bodies[look].materials.append(material(look, rgb, self._rough))
        return self._bodies[look]

    def _print(self, look: Look, entry: PieceEntry) -> Any | None:
        """What is printed on its top, if anything."""
        tagged = look.startswith("tag:")
        if look not in self._prints and (entry.face or tagged):
            picture = self._scene.folder / entry.face if entry.face else self._tag(int(look.split(":")[1]))
            self._prints[look] = printed(f"print {look}", picture, 0.5, 0.3)
        return self._prints.get(look)

    def _tag(self, number: int) -> Path:
        """A file with white around an ArUco tag, three quarters as wide; a large dictionary begins as small ones do."""
        picture = np.full((160, 160), 240, np.uint8)
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
        drawn = cv2.aruco.generateImageMarker(dictionary, number, 120, borderBits=1)
        picture[20:140, 20:140] = np.clip(drawn, 22, 240)
        path = self._folder / f"tag-{number}.png"
        cv2.imwrite(str(path), picture)
        return path


def _circle() -> Points:
    turns = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    return np.column_stack([np.cos(turns), np.sin(turns)])


def _square() -> Points:
    return np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


def _body(look: Look, entry: PieceEntry, rounded: float) -> Any:
    """A disc's or a square's mesh around (0, 0, 0), its edges rounded."""
    size, height = entry.size_mm * DM_PER_MM, entry.height_mm * DM_PER_MM
    shape, is_round = bmesh.new(), entry.shape == "disc"
    if is_round:
        bmesh.ops.create_cone(shape, cap_ends=True, segments=48, radius1=size / 2, radius2=size / 2, depth=height)
    else:
        bmesh.ops.create_cube(shape, size=1)
        bmesh.ops.scale(shape, vec=(size, size, height), verts=shape.verts)
    edges = [edge for edge in shape.edges if edge.is_manifold and edge.calc_face_angle() > 0.6]
    radius = min(ROUNDED_MM, entry.height_mm * 0.15) * DM_PER_MM * rounded
    bmesh.ops.bevel(shape, geom=edges, offset=radius, segments=2, profile=0.5, affect="EDGES")
    data = bpy.data.meshes.new(look)
    shape.to_mesh(data)
    shape.free()
    for polygon in data.polygons:
        polygon.use_smooth = is_round and abs(polygon.normal.z) < 0.9
    return data
