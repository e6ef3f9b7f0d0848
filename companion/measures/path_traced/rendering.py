"""Renders what is judged: whole evenings as recordings, and single pictures with the true places of cells."""

from __future__ import annotations

import tempfile
from pathlib import Path

import cv2
import msgspec

from companion.measures.path_traced.laying import Laying, supply_for
from companion.measures.path_traced.luck import any_turn, luck_of, one_of
from companion.measures.path_traced.painted_map import MapGrid
from companion.measures.path_traced.scene import Scene, scene_of
from companion.measures.path_traced.single import FIND_FILE, TrueCells, picture_in
from companion.measures.path_traced.studio import Studio
from engines.data import DataError
from engines.physical import Cell
from vision.recording import FORMAT, RecordedFrame, Recording

FRAME_S = 1.5
"""Time from one picture to the next, s."""
ARM_FRAMES, STILL_FRAMES, BUSY_FRAME = (2, 5), (3,), 6
"""Pictures in which an arm has just moved a piece, in which nothing moves, and in which two pieces moved at once; in
longer evenings they come around again from the first of these on."""
NUDGED = 0.5
"""How often the camera was touched before the busy picture."""
AT_END, OFF_MM = 0.6, 30.0
"""How often an arm is where its piece went, and not where it was; how far off (standard deviation, each way)."""
NEARER, ARM_OVER = 0.5, 0.4
"""How often a single picture shows a part of the board only, and how often an arm is in it."""


def render_evening(seed: int, folder: Path, samples: int, frames: int, board: Path | None = None) -> None:
    """Writes an evening of so many pictures as a recording into `folder` (made if missing).

    Set-up knows the first two: the empty board, and where pieces lie at first. `board`: folder of the board to take
    instead of a painted map; raises `DataError` where it holds none.
    """
    (folder / "frames").mkdir(parents=True, exist_ok=True)
    scene = scene_of(seed, folder, board)
    scene.describe()
    with tempfile.TemporaryDirectory() as files:
        recorded = _Evening(scene, Studio(scene, samples, Path(files)), folder).play(frames)
    recording = Recording(FORMAT, None, recorded, "board")
    (folder / "recording.json").write_bytes(msgspec.json.format(msgspec.json.encode(recording), indent=1))


class _Evening:
    def __init__(self, scene: Scene, studio: Studio, folder: Path) -> None:
        self._scene, self._studio, self._folder = scene, studio, folder
        self._luck, self._stand = luck_of(scene.seed, "evening"), scene.stand
        self._laying = Laying(scene.board, luck_of(scene.seed, "laying"))

    def play(self, frames: int) -> list[RecordedFrame]:
        """Takes so many pictures."""
        recorded = [self._take(0, known=True)]
        self._laying.lay(supply_for(self._scene.board, self._luck))
        recorded.append(self._take(1, known=True))
        for number in range(2, frames):
            alike = 2 + (number - 2) % (BUSY_FRAME - 1)
            if alike in ARM_FRAMES:
                self._reach(*self._laying.move())
            elif alike not in STILL_FRAMES:
                for _ in range(2 if alike == BUSY_FRAME else 1):
                    self._laying.move()
            if alike == BUSY_FRAME and self._luck.random() < NUDGED:
                self._stand = self._stand.nudged(self._luck)
            recorded.append(self._take(number, known=False))
            self._studio.leave()
        return recorded

    def _reach(self, begin: Cell, end: Cell) -> None:
        place = self._scene.board.cells[end if self._luck.random() < AT_END else begin]
        x, y = self._luck.normal((place.x, place.y), OFF_MM).tolist()
        self._studio.reach((x, y), any_turn(self._luck))

    def _take(self, number: int, known: bool) -> RecordedFrame:
        view, file, t = self._stand.view(self._scene.lens), f"frames/{number:04}.jpg", number * FRAME_S
        self._studio.lay(list(self._laying.lying.values()))
        picture, placement = self._studio.take(view), self._laying.placement
        cv2.imwrite(str(self._folder / file), picture, [cv2.IMWRITE_JPEG_QUALITY, self._studio.quality])
        if known:
            return RecordedFrame(file, t, known=placement)
        return RecordedFrame(file, t, truth=placement, hidden=self._studio.covered(view))


def render_single(seed: int, folder: Path, samples: int, board: Path | None = None) -> None:
    """Writes one picture of a board with pieces into `folder`, and beside it where the middle of every cell is.

    `board` as of `render_evening`; raises `DataError` also where it has no lattice.
    """
    (folder / "frames").mkdir(parents=True, exist_ok=True)
    scene = scene_of(seed, folder, board)
    grid = _lattice_of(scene)
    scene.describe()
    luck, laying = luck_of(seed, "single"), Laying(scene.board, luck_of(seed, "laying"))
    laying.lay(supply_for(scene.board, luck))
    stand = scene.stand.nearer(scene.board.size_mm, luck) if luck.random() < NEARER else scene.stand
    view = stand.view(scene.lens)
    with tempfile.TemporaryDirectory() as files:
        studio = Studio(scene, samples, Path(files))
        studio.lay(list(laying.lying.values()))
        if luck.random() < ARM_OVER:
            place = one_of(list(scene.board.cells.values()), luck)
            studio.reach((place.x, place.y), any_turn(luck))
        picture = studio.take(view)
    cv2.imwrite(str(picture_in(folder)), picture, [cv2.IMWRITE_JPEG_QUALITY, studio.quality])
    centres = {cell: (float(x), float(y)) for cell, (x, y) in scene.centres_px(view).items()}
    (folder / FIND_FILE).write_bytes(msgspec.json.encode(TrueCells(grid, centres)))


def _lattice_of(scene: Scene) -> MapGrid:
    match scene.board.grid:
        case "hex-flat" | "hex-pointy" | "square" as grid:
            return grid
        case other:
            raise DataError(scene.folder / "board.json", "grid", f"{other!r} is no lattice; hexes and squares are")
