"""How often tiles are read right, design and direction, on rendered pictures: alone and with ships on them."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from companion.board_eye import kit_of, model_of
from companion.measures.sample import Summary
from companion.measures.sample import summary as summarised
from engines import registry
from engines.options import chosen
from engines.physical import Cell, Look
from vision.board_model import BoardModel
from vision.evidence import SUREST, CellEvidence
from vision.eye import Eye
from vision.virtual.camera import Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.pieces import TableTop, points
from vision.virtual.shutter import Shutter

TILE_PX = 40.0
"""Width at which tiles are seen in the middle of the board: root of their area in the picture."""
USUAL_PX = 1920
OFF = 0.2
"""How far tiles lie off the middle of their place, in their own size, at most, each way."""
ASKEW_DEG = 12.0
NO_TILE_IN = "00"
"""Row of a board, the last part of its cells' names, in which no tile may be laid."""
TILES = 40
"""Tiles on a board: as many as lie there late in a game."""
SURE = 3.0
"""Log odds from which nobody doubts what a tile is read as."""
AIMS = {"alone": 99.9, "under_a_ship": 99.0, "under_two": 99.0, "sailed_onto": 99.0, "tagged_under_a_ship": 99.0}
RIDERS = {"alone": 0, "under_a_ship": 1, "under_two": 2, "sailed_onto": 1, "tagged_under_a_ship": 1}
OPTIONS = {"tagged_under_a_ship": {"tags": "printed"}}
"""What tiles are printed with; nothing more where none are named."""
SEEN_BEFORE = frozenset({"sailed_onto"})
"""Kinds of boards whose tiles were seen before anything came to stand on them: an evening's usual case."""
CROWDS, ELSEWHERE = (1, 2, 2, 3), 12
"""Pieces on a printed square where no tile lies at all, and how many other places have some, too."""


class Score(msgspec.Struct):
    """Of `tiles`, so many were read `right`, and so many as something else that nobody doubts (`misread`); `ships` on
    them, of which so many were `seen`; pieces that are not there (`phantoms`), and what a look took (`look_s`, of one
    processor); `wrong` are those that were not read right."""

    tiles: int = 0
    right: int = 0
    misread: int = 0
    ships: int = 0
    seen: int = 0
    phantoms: int = 0
    look_s: list[float] = msgspec.field(default_factory=list)
    wrong: list[tuple[int, Cell, Look, Look | None]] = msgspec.field(default_factory=list)


def measure_tiles(game_id: str, boards: int) -> dict[str, Summary]:
    """Percent of tiles read right on `boards` full boards, first looks all of them; what such a look takes."""
    measured: dict[str, Summary] = {}
    for kind, aim in AIMS.items():
        score = score_tiles(game_id, kind, boards)
        share = 100 * score.right / score.tiles
        measured[f"{game_id}_tiles_{kind}_right"] = Summary(round(share, 2), round(share, 2), "%", f">= {aim}")
        misread = round(100 * score.misread / score.tiles, 2)
        measured[f"{game_id}_tiles_{kind}_misread"] = Summary(misread, misread, "%")
        if score.ships:
            seen = round(100 * score.seen / score.ships, 2)
            measured[f"{game_id}_pieces_{kind}_seen"] = Summary(seen, seen, "%")
        phantoms = round(100 * score.phantoms / score.tiles, 2)
        measured[f"{game_id}_phantoms_{kind}"] = Summary(phantoms, phantoms, "per 100 tiles")
        measured[f"{game_id}_look_{kind}"] = summarised(score.look_s, "s of processor", "<= 3")
    kit, model = pieces_of(game_id)
    claimed = [float(tiles_claimed(kit, model, number)) for number in range(boards)]
    measured[f"{game_id}_tiles_where_none_lies"] = summarised(claimed, "a board", "<= 0")
    return measured


def pieces_of(game_id: str, kind: str = "alone") -> tuple[Kit, BoardModel]:
    """What lies on the boards of a kind, and what an eye knows of it."""
    game = registry.find(game_id)
    options = chosen(game.options, OPTIONS.get(kind, {}))
    return kit_of(game, options), model_of(game, options)


def tiles_claimed(kit: Kit, model: BoardModel, number: int) -> int:
    """How many tiles an eye claims at a first look at pieces on a board on which no tile lies: some squares of the
    board itself are printed like tiles."""
    rng = random.Random(number)
    view, faults = _viewpoint(rng), _light(rng)
    eye = Eye(model)
    lying = _without_tiles(kit, rng).resting()
    eye.look(Shutter(kit, size=_size(kit, view), seed=number, view=view).take(lying, faults, 0.0), 0.0)
    return sum(points(look) for evidence in eye.evidence.values() for look in seen_looks(evidence))


def _without_tiles(kit: Kit, rng: random.Random) -> TableTop:
    """Pieces in crowds on every square on which no tile may be laid, and in some other places; no tiles."""
    top = TableTop(kit.geometry, kit.looks)
    small = [look for look in kit.looks if not points(look)]
    reach = 0.35 * next(body.size_mm for look, body in kit.looks.items() if points(look))
    printed = [cell for cell in kit.geometry.centres if cell.endswith(NO_TILE_IN)]
    others = [cell for cell in kit.geometry.centres if not cell.endswith(NO_TILE_IN)]
    for cell in [*printed, *rng.sample(sorted(others), ELSEWHERE)]:
        x, y = kit.geometry.centres[cell]
        for _ in range(rng.choice(CROWDS)):
            at = x + rng.uniform(-reach, reach), y + rng.uniform(-reach, reach)
            top = _put(top, rng.choice(small), at, rng.uniform(0, 360))
    return top


def score_tiles(game_id: str, kind: str, boards: int, seed: int = 0, tiles: int = TILES) -> Score:
    """What an eye reads on so many boards with so many tiles, each seen from elsewhere, in another light."""
    return score_boards(*pieces_of(game_id, kind), kind, range(seed, seed + boards), tiles)


def score_boards(kit: Kit, model: BoardModel, kind: str, numbers: Iterable[int], tiles: int = TILES) -> Score:
    """The same of any pieces: `kit` is what lies on the boards of these `numbers`, `model` what the eye knows."""
    score = Score()
    for number in numbers:
        rng = random.Random(number)
        view, faults = _viewpoint(rng), _light(rng)
        top = full_board(kit, RIDERS[kind], tiles, rng)
        shutter = Shutter(kit, size=_size(kit, view), seed=number, view=view)
        eye = Eye(model)
        if kind in SEEN_BEFORE:
            bare = tuple(each for each in top.resting() if points(each.piece.look))
            eye.look(shutter.take(bare, faults, 0.0), 0.0)
            eye.look(shutter.take(top.resting(), faults, 1.0), 1.0)
        image = shutter.take(top.resting(), faults, 2.0)
        began = time.process_time()
        eye.look(image, 2.0)
        score.look_s.append(time.process_time() - began)
        _judge(score, number, top.placement(), eye.evidence, model)
    return score


def full_board(kit: Kit, riders: int, count: int, rng: random.Random) -> TableTop:
    """So many tiles in any places, pointing anywhere, askew and off the middle; so many `riders` on each."""
    tiles = [look for look in kit.looks if points(look)]
    square = kit.looks[tiles[0]].size_mm
    pitch = square * 1.3
    cells = [
        cell
        for cell, ring in kit.geometry.outlines.items()
        if max(ring.max(0) - ring.min(0)) < pitch and not cell.endswith(NO_TILE_IN)
    ]
    top = TableTop(kit.geometry, kit.looks)
    for cell in rng.sample(sorted(cells), count):
        x, y = kit.geometry.centres[cell]
        off = OFF * square
        at = x + rng.uniform(-off, off), y + rng.uniform(-off, off)
        top = _put(top, rng.choice(tiles), at, rng.uniform(-ASKEW_DEG, ASKEW_DEG))
    small = [look for look in kit.looks if not points(look)]
    if riders:
        for piece in top.pieces[:count]:
            for look, (dx, dy) in zip(rng.sample(small, riders), _beside(riders, square, rng)):
                top = _put(top, look, (piece.x + dx, piece.y + dy), rng.uniform(0, 360))
    return top


def _beside(riders: int, square: float, rng: random.Random) -> Iterator[tuple[float, float]]:
    """Where small pieces stand on a tile: anywhere, two of them side by side."""
    if riders == 1:
        yield rng.uniform(-0.25, 0.25) * square, rng.uniform(-0.25, 0.25) * square
        return
    for side in (-1, 1):
        yield side * rng.uniform(0.24, 0.28) * square, rng.uniform(-0.25, 0.25) * square


def _put(top: TableTop, look: Look, at_mm: tuple[float, float], turn_deg: float) -> TableTop:
    """The table with one more piece."""
    top = top.with_supply([look])
    return top.moved(top.pieces[-1].id, *at_mm, turn_deg)


def _viewpoint(rng: random.Random) -> Viewpoint:
    return Viewpoint(azimuth_deg=rng.uniform(-12, 12), elevation_deg=rng.uniform(45, 80), roll_deg=rng.uniform(-2, 2))


def _light(rng: random.Random) -> Faults:
    """One trouble with the light, or none."""
    trouble = rng.choice(("none", "glare", "dusk", "warm_lamp", "shadow"))
    return Faults() if trouble == "none" else Faults().but(trouble, rng.uniform(0.3, 0.7))


def _size(kit: Kit, view: Viewpoint) -> tuple[int, int]:
    """Size of the picture in which a tile in the middle of the board is `TILE_PX` wide."""
    shutter = Shutter(kit, size=(USUAL_PX, USUAL_PX * 9 // 16), view=view)
    shutter.take((), Faults(), 0.0)
    camera = shutter.painter.camera
    width, height = kit.geometry.size_mm
    middle = camera.project(
        [(width / 2, height / 2, 0), (width / 2 + 1, height / 2, 0), (width / 2, height / 2 + 1, 0)]
    )
    across, down = middle[1] - middle[0], middle[2] - middle[0]
    size_mm = next(body.size_mm for look, body in kit.looks.items() if points(look))
    seen_px = size_mm * float(abs(across[0] * down[1] - across[1] * down[0])) ** 0.5
    wide = round(USUAL_PX * TILE_PX / seen_px)
    return wide, wide * 9 // 16


def _judge(
    score: Score,
    board: int,
    truth: Mapping[Cell, tuple[Look, ...]],
    evidence: Mapping[Cell, CellEvidence],
    model: BoardModel,
) -> None:
    for cell in model.order:
        lying, seen = truth.get(cell, ()), seen_looks(evidence.get(cell))
        tiles, others = [look for look in lying if points(look)], [look for look in lying if not points(look)]
        for tile in tiles:
            read = next((look for look in seen if points(look)), None)
            score.tiles += 1
            score.right += read == tile
            score.misread += read != tile and _undoubted(evidence.get(cell), tile, read)
            if read != tile:
                score.wrong.append((board, cell, tile, read))
        left = [look for look in seen if not points(look)]
        score.phantoms += max(0, len(left) - len(others)) + max(0, sum(map(points, seen)) - len(tiles))
        for look in others:
            score.ships += 1
            if look in left:
                score.seen += 1
                left.remove(look)


def _undoubted(evidence: CellEvidence | None, true: Look, read: Look | None) -> bool:
    """Whether a wrongly read tile is believed to be what it was read as: `SURE` times as likely as what it is."""
    if evidence is None or read is None:
        return False
    thing = next(each for each in evidence.things if each.looks.get(read) == each.best)
    return thing.best - thing.looks.get(true, -SUREST) > SURE


def seen_looks(evidence: CellEvidence | None) -> list[Look]:
    """The likeliest look of everything in a cell that more likely is there than not."""
    things: tuple[Any, ...] = () if evidence is None else evidence.things
    return [max(each.looks, key=lambda look: each.looks[look]) for each in things if each.looks and each.best > 0]
