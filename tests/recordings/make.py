"""Renders the recordings that eyes are judged by: ``python -m tests.recordings.make``.

One board, the escape's, is kept beside them, so that they stay what they are when its drawing changes.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Mapping
from pathlib import Path

import cv2
import msgspec

from companion.board_eye import kit_of, usual_cache
from companion.paper.export import board_json
from companion.paper.raster import raster_faces
from companion.pictures import board_picture
from engines import registry
from engines.options import chosen
from engines.physical import Cell, Look
from tests.recordings.wandering import wander
from vision.board_model import FACE_PX
from vision.virtual.camera import Viewpoint
from vision.virtual.evening import Scene, write_evening
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.shutter import Shutter

HERE = Path(__file__).parent
GAME = registry.find("casablanca_escape")
SIZE = (1280, 720)
QUALITY = 70
MOVES = 3
ART_PX_MM = 1.3
"""Of the board's picture: a little more than eyes work with."""
FAULTS = {
    "clear": Faults(),
    "covered_corner": Faults(covered_corner=0.6),
    "dusk": Faults(dusk=0.6),
    "glare": Faults(glare=0.6),
    "hand": Faults(hand=0.8),
    "nudge": Faults(nudge=0.7),
    "shadow": Faults(shadow=0.7),
    "warm_lamp": Faults(warm_lamp=0.7),
}
"""Every fault of the virtual table that a single picture shows."""
TIERS = {
    **{name: (faults, Viewpoint(), 1) for name, faults in FAULTS.items()},
    "oblique": (Faults(), Viewpoint(azimuth_deg=30, elevation_deg=46), 1),
    "heaps": (Faults(), Viewpoint(elevation_deg=62), 3),
}
"""Faults, where the camera stands, and how many pieces lie together at most."""


def main() -> None:
    """Writes the board and every recording anew."""
    options = chosen(GAME.options, {})
    kit = kit_of(GAME, options)
    _board(HERE / "board", options)
    for number, (name, (faults, view, together)) in enumerate(TIERS.items()):
        folder = HERE / name
        shutil.rmtree(folder, ignore_errors=True)
        start = _start(kit, random.Random(number), together)
        scenes = [
            msgspec.structs.replace(scene, faults=Faults()) if scene.known else scene
            for scene in wander(kit, start, MOVES, seed=number, faults=faults)
        ]
        _write(folder, kit, scenes, view, number)


def _start(kit: Kit, luck: random.Random, together: int) -> dict[Cell, list[Look]]:
    """The pieces of six players anywhere on the map, up to so many `together`."""
    land = sorted(cell for cell in kit.geometry.centres if cell.isdigit())
    start: dict[Cell, list[Look]] = {}
    looks = list(GAME.supply({}, GAME.seats[:6]))
    while looks:
        cell = luck.choice(land)
        start.setdefault(cell, []).extend(looks.pop() for _ in range(min(len(looks), luck.randint(1, together))))
    return start


def _write(folder: Path, kit: Kit, scenes: list[Scene], view: Viewpoint, seed: int) -> None:
    recording = write_evening(
        folder, kit, Shutter(kit, size=SIZE, seed=seed, view=view), scenes, seed=seed, quality=QUALITY
    )
    whole = msgspec.structs.replace(recording, board="../board")
    (folder / "recording.json").write_bytes(msgspec.json.encode(whole))


def _board(folder: Path, options: Mapping[str, str]) -> None:
    """The board as `tavolo board export` writes it, its pictures as small as eyes need them."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "faces").mkdir(parents=True)
    board, pieces = GAME.board(options), GAME.pieces(options)
    size = (round(board.size_mm[0] * ART_PX_MM), round(board.size_mm[1] * ART_PX_MM))
    small = cv2.resize(board_picture(board, usual_cache()), size, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(folder / "board.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 90])
    names = {}
    for look, face in raster_faces(pieces, FACE_PX).items():
        names[look] = f"faces/{look.replace(':', '-')}.png"
        cv2.imwrite(str(folder / names[look]), face)
    said = {**board_json(GAME.id, board, pieces, names), "art": "board.jpg"}
    (folder / "board.json").write_bytes(msgspec.json.encode(said))


if __name__ == "__main__":
    main()
