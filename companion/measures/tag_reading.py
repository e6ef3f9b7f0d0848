"""How small the tags on counters may be: what an eye reads of them beside cv2.aruco, by their size in the picture."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterable, Iterator

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.board_eye import kit_of, model_of
from companion.measures.sample import Summary, rates, summary
from engines import registry
from engines.options import chosen
from engines.physical import Cell
from engines.pieces import PieceLook
from vision.board_model import BoardModel, Body
from vision.eye import Eye
from vision.pose import Pose
from vision.tags import read_face
from vision.virtual.camera import Camera, Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.kit import FACE_PX, TAG_SHARE, Kit
from vision.virtual.pieces import Piece, Resting
from vision.virtual.shutter import Shutter

SIZES_PX = (10, 12, 14, 17, 20, 25, 30)
"""Sides of tags' black squares: the root of their area in the picture. Each stands for all that are nearest to it."""
SMALL_PX = 14
"""The size at which every tag should be read."""
COUNTER_MM, HEIGHT_MM = 15.0, 1.6
"""Of a printed counter with a tag on it."""
SIDE_MM = COUNTER_MM * 6 * round(FACE_PX * TAG_SHARE / 6) / FACE_PX
"""Of its tag's black square."""
COLOURS = ((176, 38, 40), (38, 78, 160), (40, 120, 66), (222, 184, 60))
KINDS = {"square": range(50, 146), "disc": range(4, 50)}
"""Shape of the counters → ids of the tags in play: of DICT_4X4_250, and of DICT_4X4_50 beside the board's markers."""
COUNTERS = 40
"""Of them in a picture."""
CARELESS_MM = 1.2
"""How far a hand misses the middle of a cell (standard deviation)."""
LOWEST_DEG, HIGHEST_DEG = 45.0, 80.0
"""Elevations from which the camera looks."""
FILL = 0.92
"""Part of the picture that the board fills."""
BROADER = 1.15
"""How much wider the picture is than the board would need that is seen from above."""
JPEG_QUALITY = 85
AHEAD = 3.0
"""Log likelihood by which a look leads all others of a cell where it is said which one it is."""

Picture = NDArray[np.uint8]


class Lot(msgspec.Struct, frozen=True):
    """A picture of counters: the tag in each cell and its size there (px); and the same board without any."""

    model: BoardModel
    empty: Picture
    image: Picture
    tags: dict[Cell, int]
    sides_px: dict[Cell, float]


class Read(msgspec.Struct):
    """Of `tags` of one size: how many an eye read right and wrong, how many cv2.aruco did, and processor time (s)."""

    tags: int = 0
    ours: int = 0
    wrong: int = 0
    theirs: int = 0
    theirs_wrong: int = 0
    our_s: float = 0.0
    their_s: float = 0.0


def smallest_board() -> str:
    """The game whose board is the smallest, and of those the one with most cells."""
    boards = {game_id: registry.find(game_id) for game_id in registry.names()}
    sizes = {game_id: game.board(chosen(game.options, {})) for game_id, game in boards.items()}
    return min(sizes, key=lambda game_id: (math.prod(sizes[game_id].size_mm), -len(sizes[game_id].cells)))


def lots(game_id: str, kind: str, side_px: float, seeds: Iterable[int]) -> Iterator[Lot]:
    """Pictures of counters of a `kind` on the board of a game, their tags about `side_px` px wide."""
    game = registry.find(game_id)
    options = chosen(game.options, {})
    plain, model = kit_of(game, options), model_of(game, options)
    looks = {f"tag:{number}": _counter(kind, number) for number in KINDS[kind]}
    kit = Kit.made(plain.geometry, plain.art(), looks, {})
    model.bodies = {
        look: Body(look, kind, COUNTER_MM, HEIGHT_MM, one.rgb, int(look[4:])) for look, one in looks.items()
    }
    model.faces = {}
    width = side_px / SIDE_MM / FILL * max(model.size_mm)
    # some broader than the board is: from aside and turned it takes less of the picture, and the tags shall not shrink
    size = round(BROADER * width), round(BROADER * width * 0.75)
    for seed in seeds:
        rng = np.random.default_rng(seed)
        view = Viewpoint(
            azimuth_deg=float(rng.uniform(0, 360)),
            elevation_deg=float(rng.uniform(LOWEST_DEG, HIGHEST_DEG)),
            roll_deg=float(rng.normal(0, 3)),
            fill=FILL,
        )
        shutter = Shutter(kit, size=size, seed=seed, view=view, jpeg_quality=JPEG_QUALITY)
        lying = _lying(rng, model)
        empty, image = shutter.take([], Faults(), 0.0), shutter.take(list(lying.values()), Faults(), 1.0)
        tags = {cell: int(one.piece.look[4:]) for cell, one in lying.items()}
        sides = {cell: _side_px(shutter.painter.camera, one) for cell, one in lying.items()}
        yield Lot(model, empty, image, tags, sides)


def _counter(kind: str, number: int) -> PieceLook:
    return PieceLook(kind, COUNTER_MM, HEIGHT_MM, COLOURS[number % len(COLOURS)])


def _lying(rng: np.random.Generator, model: BoardModel) -> dict[Cell, Resting]:
    """Counters in some cells, one in each, turned anyhow."""
    cells = [cell for cell, room in model.areas_mm2.items() if room > 2 * COUNTER_MM**2]
    here = rng.choice(np.array(cells), min(COUNTERS, len(cells), len(model.bodies)), replace=False)
    looks = rng.choice(np.array(list(model.bodies)), len(here), replace=False)
    lying = {}
    for cell, look in zip(here.tolist(), looks.tolist()):
        x, y = np.array(model.cells[cell].centre) + rng.normal(0, CARELESS_MM, 2)
        lying[cell] = Resting(Piece(look, look, float(x), float(y), float(rng.uniform(0, 360))), 0.0, 0)
    return lying


def _side_px(camera: Camera, one: Resting) -> float:
    half = SIDE_MM / 2
    corners = [
        (one.piece.x + x * half, one.piece.y + y * half, HEIGHT_MM) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return math.sqrt(cv2.contourArea(camera.project(corners).astype(np.float32)))


def read(lot: Lot) -> dict[int, Read]:
    """What is read of one picture, by the nearest of `SIZES_PX`; the time is shared by all tags alike."""
    eye = Eye(lot.model)
    eye.look(lot.empty, 0.0)
    eye.look(lot.image, 2.0)
    our_s = _reading_s(lot, eye) / len(lot.tags)
    began = time.process_time()
    known = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(lot.model.tag_dictionary))
    _, ids, _ = known.detectMarkers(cv2.cvtColor(lot.image, cv2.COLOR_BGR2GRAY))
    their_s = (time.process_time() - began) / len(lot.tags)
    there = set() if ids is None else {int(number) for number in np.ravel(ids)} - set(lot.model.markers)
    found: dict[int, Read] = {}
    for cell, number in lot.tags.items():
        one = found.setdefault(min(SIZES_PX, key=lambda size: abs(size - lot.sides_px[cell])), Read())
        said = _said(eye, cell)
        one.tags += 1
        one.ours += said == number
        one.wrong += said is not None and said != number
        one.theirs += number in there
        one.our_s += our_s
        one.their_s += their_s
    if found:
        next(iter(found.values())).theirs_wrong += len(there - set(lot.tags.values()))
    return found


def _reading_s(lot: Lot, eye: Eye) -> float:
    """Processor time that reading a tag in every cell that has one takes, s; nothing where the board was not found."""
    if eye.pose is None:
        return 0.0
    pose = Pose(lot.model, eye.pose, (lot.image.shape[1], lot.image.shape[0]))
    began = time.process_time()
    for cell in lot.tags:
        read_face(lot.image, pose, lot.model.cells[cell].centre, lot.model)
    return time.process_time() - began


def _said(eye: Eye, cell: Cell) -> int | None:
    """The tag of which an eye says that it lies in `cell`, None where it leaves that open."""
    evidence = eye.evidence.get(cell)
    for thing in evidence.things if evidence is not None else ():
        order = sorted(thing.looks, key=lambda look: -thing.looks[look])
        if order and (len(order) == 1 or thing.looks[order[0]] - thing.looks[order[1]] > AHEAD):
            return int(order[0].removeprefix("tag:"))
    return None


def by_size(game_id: str, kind: str, seeds: Iterable[int], sizes_px: Iterable[float] = SIZES_PX) -> dict[int, Read]:
    """Everything read on pictures of each size, one a seed."""
    total: dict[int, Read] = {}
    seeds = list(seeds)
    for side_px in sizes_px:
        for lot in lots(game_id, kind, side_px, seeds):
            for size, one in read(lot).items():
                before = total.get(size, Read())
                sums = (getattr(before, name) + getattr(one, name) for name in Read.__struct_fields__)
                total[size] = Read(*sums)
    return dict(sorted(total.items()))


def measure_tags(pictures: int) -> dict[str, Summary]:
    """Tags of 14 px that are read, those read wrong, and tags a second beside cv2.aruco's at equal recall."""
    measured: dict[str, Summary] = {}
    for kind in KINDS:
        found = by_size(smallest_board(), kind, range(pictures), (SMALL_PX, SIZES_PX[-1]))
        small, large = found[SMALL_PX], found[SIZES_PX[-1]]
        share, wrong = 100 * small.ours / small.tags, sum(one.wrong for one in found.values())
        measured[f"tags_{kind}_read_at_{SMALL_PX}_px"] = rates([round(share, 2)], "%", ">= 95")
        measured[f"tags_{kind}_wrong"] = summary([wrong], "tags", "<= 0")
        faster = (small.ours / max(small.our_s, 1e-9)) / max(large.theirs / large.their_s, 1e-9)
        measured[f"tags_{kind}_a_second_to_aruco"] = rates([faster], "ratio", ">= 1")
    return measured


def main() -> None:
    """``python -m companion.measures.tag_reading FIRST COUNT``: a line for each kind and size."""
    first, count = (int(value) for value in sys.argv[1:3])
    for kind in KINDS:
        for size, one in by_size(smallest_board(), kind, range(first, first + count)).items():
            print(
                f"{kind} {size} px: {one.tags} tags; read {one.ours}, wrong {one.wrong}, "
                f"{1e3 * one.our_s / one.tags:.1f} ms each; cv2.aruco read {one.theirs}, wrong {one.theirs_wrong}, "
                f"{1e3 * one.their_s / one.tags:.1f} ms each",
                flush=True,
            )


if __name__ == "__main__":
    main()
