"""What stays all evening: a board and how it lies, the light, and the camera before it; all of it by the seed."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import msgspec
import numpy as np

from companion.measures.path_traced.light import Light, some_light
from companion.measures.path_traced.luck import luck_of
from companion.measures.path_traced.painted_map import paint
from companion.measures.path_traced.relief import Relief, some_relief
from companion.measures.path_traced.terrain import Points
from companion.measures.path_traced.view import Lens, Stand, View, some_lens, some_stand, to_world
from engines.physical import Cell
from vision.board_file import BoardFile, read_board_file


class Scene(msgspec.Struct, frozen=True):
    """A board, its `folder`, and what is around it."""

    seed: int
    folder: Path
    board: BoardFile
    relief: Relief
    light: Light
    lens: Lens
    stand: Stand

    def above(self, points_mm: Points) -> Points:
        """Points of the print (N × 2 mm, from the board's upper left) as a `View` has them, N × 3 mm."""
        heights = [self.relief.height_at(x, y) for x, y in points_mm.tolist()]
        return to_world(self.board.size_mm, np.column_stack([points_mm, heights]))

    def centres_px(self, view: View) -> dict[Cell, Points]:
        """Where a picture shows the middle of every place."""
        places = np.array([(place.x, place.y) for place in self.board.cells.values()])
        return dict(zip(self.board.cells, view.project(self.above(places))))

    def metered_px(self, view: View) -> Points:
        """Points of the board that are in the picture, by which exposure is set."""
        across, down = np.meshgrid(np.linspace(0.08, 0.92, 18), np.linspace(0.1, 0.9, 14))
        points = np.column_stack([across.ravel(), down.ravel()]) * self.board.size_mm
        seen = view.project(self.above(points))
        return seen[view.shows(seen, border_px=3)]

    def describe(self) -> None:
        """Writes ``scene.json`` beside the board's folder, for whoever looks for what is hard."""
        described = {
            "seed": self.seed,
            "light": self.light,
            "relief": self.relief,
            "lens": self.lens,
            "rise_deg": math.degrees(self.stand.rise),
        }
        (self.folder.parent / "scene.json").write_bytes(msgspec.json.format(msgspec.json.encode(described), indent=1))


def scene_of(seed: int, folder: Path, board: Path | None = None) -> Scene:
    """The scene of that seed, its board in ``board`` of `folder`: a copy of the folder `board`, else a painted map.

    Raises `DataError` where the folder holds no board.
    """
    own = folder / "board"
    if board is None:
        file = paint(seed, own)
    else:
        file = read_board_file(board / "board.json")
        shutil.copytree(board, own, dirs_exist_ok=True)
    relief, light = some_relief(file.size_mm, luck_of(seed, "relief")), some_light(luck_of(seed, "light"))
    luck = luck_of(seed, "camera")
    lens = some_lens(luck)
    return Scene(seed, own, file, relief, light, lens, some_stand(file.size_mm, lens, luck))
