"""How right the eye is on our boards as another hand draws them: a renderer that the eye was not made with.

``python -m companion.measures.other_hand all 0 4 --pieces drawn`` judges four evenings of every game from seed 0; with
``--alone`` no piece is put where another lies.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.accuracy import Tier, as_markdown, tier_of
from companion.board_eye import usual_cache
from companion.measures.other_drawing import SKIN, SLEEVES, Arm, Drawing, Lying, Picture
from companion.measures.other_view import some_room
from companion.measures.unseen import sum_of
from companion.paper.export import board_json
from companion.paper.raster import raster_faces
from companion.pictures import board_picture
from companion.reliability import Said, binned, said_in
from companion.reliability import as_markdown as reliability_table
from companion.seeing import see
from engines import registry
from engines.boards.board import Board
from engines.options import chosen
from engines.physical import Cell, Look
from engines.pieces import PieceLook
from vision.recording import FORMAT, RecordedFrame, Recording

Pieces = Literal["plain", "drawn"]

FRAMES, FRAME_S = 6, 1.5
"""Pictures of an evening, the first two of which set-up knows: of the empty board, and of where pieces lie at first."""
LEAST, MOST = 16, 32
"""Pieces that lie on a board."""
WITH_OTHERS, BESIDE_PART = 0.23, 0.35
"""How often a piece is put where others lie; of these, how often beside one, where two have room, and not upon it."""
HIGHEST = 3
"""Pieces in a stack at most."""
ROOM_FOR_TWO = 1.4
"""Width of two pieces side by side that a place takes, in pitches: they reach over its border, their middles do not."""
APART = 0.53
"""How far from a place's middle each of two lies, in pieces."""
MISS_MM, UPON_MM = 1.3, 0.6
"""How far hands miss a place's middle, and a piece that they put another on (standard deviation, each way)."""
ARM_OVER = 0.3
"""How often an arm is over the board."""
SHOWN = 0.6
"""Part of a place's floor that an arm must leave free for it to be judged, as the format of recordings has it."""
TURNED = 0.25
"""How often a piece that has another side shows it."""
FACE_PX = 160
"""Width of the faces that are drawn, px: five times what a camera shows of them."""


class Table(msgspec.Struct):
    """Pieces on a board: every place's, bottom to top, in `places`."""

    board: Board
    pieces: Mapping[Look, PieceLook]
    luck: np.random.Generator
    places: dict[Cell, list[Lying]]
    alone: bool = False
    """Whether no piece is put where another lies."""

    def put(self, cell: Cell, look: Look) -> None:
        """Lays a piece on `cell`: upon, or beside, what lies there."""
        there = self.places.setdefault(cell, [])
        x, y = self.board.places[cell].centre
        turn = self.luck.normal(0, 0.04) if self.pieces[look].shape == "tile" else self.luck.uniform(0, 2 * math.pi)
        miss = self.luck.normal(0, MISS_MM, 2)
        if not there:
            there.append(Lying(look, x + miss[0], y + miss[1], turn))
        elif len(there) == 1 and self._room_for(there[0].look, look) and self.luck.random() < BESIDE_PART:
            side = self.luck.uniform(0, 2 * math.pi)
            apart = np.array([math.cos(side), math.sin(side)]) * APART
            size = self.pieces[there[0].look].size_mm
            near = self.luck.normal(0, 0.3, 2)
            there[0] = msgspec.structs.replace(there[0], x=x - size * apart[0], y=y - size * apart[1])
            size = self.pieces[look].size_mm
            there.append(Lying(look, x + size * apart[0] + near[0], y + size * apart[1] + near[1], turn))
        else:
            below, upon = there[-1], self.luck.normal(0, UPON_MM, 2)
            height = below.above + self.pieces[below.look].height_mm
            there.append(Lying(look, below.x + upon[0], below.y + upon[1], turn, height))

    def _room_for(self, one: Look, other: Look) -> bool:
        bodies = [self.pieces[look] for look in (one, other)]
        return "tile" not in {body.shape for body in bodies} and sum(body.size_mm for body in bodies) < (
            ROOM_FOR_TWO * self.board.pitch_mm
        )

    def takes_more(self, cell: Cell) -> bool:
        """Whether one more piece may be put on `cell`."""
        return len(self.places.get(cell, ())) < HIGHEST

    def take(self) -> Look:
        """Takes any piece on which none lies."""
        cells = sorted(cell for cell, there in self.places.items() if there)
        there = self.places[cells[int(self.luck.integers(len(cells)))]]
        return there.pop().look

    def place_for(self, look: Look) -> Cell:
        """A place on which a piece may be put, now and then one where others lie; tiles lie on the board itself."""
        taken = sorted(cell for cell, there in self.places.items() if there and self.takes_more(cell))
        free = sorted(cell for cell in self.board.places if not self.places.get(cell))
        joins = taken and self.pieces[look].shape != "tile" and self.luck.random() < WITH_OTHERS
        among = taken if joins and not self.alone else free
        return among[int(self.luck.integers(len(among)))]

    @property
    def lying(self) -> list[Lying]:
        """All pieces, each after those below it."""
        return [piece for cell in sorted(self.places) for piece in self.places[cell]]

    @property
    def placement(self) -> dict[Cell, list[Look]]:
        """What lies where, bottom to top."""
        return {cell: [piece.look for piece in there] for cell, there in self.places.items() if there}


def evening(game_id: str, seed: int, kind: Pieces, folder: Path, alone: bool = False) -> Path:
    """Writes an evening as a recording with its own board into `folder`, and answers it.

    `kind` ``drawn``: pieces with their printed faces; ``plain``: of their colours and shapes alone, one look of each.
    `alone`: no piece is put where another lies.
    """
    game = registry.find(game_id)
    options = chosen(game.options, {})
    board, luck = game.board(options), np.random.default_rng([seed, zlib.crc32(game_id.encode())])
    supply = sorted(game.supply(options, game.seats))
    known = dict(game.pieces(options)) if kind == "drawn" else _plain(game.pieces(options), supply)
    supply = [look for look in supply if look in known]
    faces = raster_faces(known, FACE_PX) if kind == "drawn" else {}
    art = board_picture(board, usual_cache())
    _write_board(folder / "board", game_id, board, known, art, faces)
    table = Table(board, known, luck, {}, alone)
    count = min(int(luck.integers(LEAST, MOST)), len(supply), len(board.places) // 2)
    drawing = Drawing(some_room(board.size_mm, board.pitch_mm, luck), board.size_mm, art, known, faces, luck)
    (folder / "frames").mkdir(parents=True, exist_ok=True)
    frames = [_frame(folder, 0, drawing, table, known=True)]
    for number in luck.permutation(len(supply))[:count].tolist():
        look = _side_up(supply[number], known, luck)
        table.put(table.place_for(look), look)
    frames.append(_frame(folder, 1, drawing, table, known=True))
    for number in range(2, FRAMES):
        for _ in range(int(luck.integers(1, 3))):
            look = table.take()
            table.put(table.place_for(look), look)
        frames.append(_frame(folder, number, drawing, table, known=False))
    recording = Recording(FORMAT, game_id, frames, "board")
    (folder / "recording.json").write_bytes(msgspec.json.format(msgspec.json.encode(recording), indent=1))
    return folder


def _plain(pieces: Mapping[Look, PieceLook], supply: Sequence[Look]) -> dict[Look, PieceLook]:
    """Of the pieces played with those that shape, size and colour tell from all others; tiles are their print."""
    told: dict[tuple[Any, ...], Look] = {}
    for look in dict.fromkeys(supply):
        body = pieces[look]
        if body.shape != "tile":
            told.setdefault((body.shape, body.size_mm, body.rgb), look)
    return {look: pieces[look] for look in told.values()}


def _side_up(look: Look, pieces: Mapping[Look, PieceLook], luck: np.random.Generator) -> Look:
    back = f"{look}:back"
    return back if back in pieces and luck.random() < TURNED else look


def _write_board(
    folder: Path,
    game_id: str,
    board: Board,
    pieces: Mapping[Look, PieceLook],
    art: Picture,
    faces: Mapping[Look, Picture],
) -> None:
    (folder / "faces").mkdir(parents=True)
    cv2.imwrite(str(folder / "board.png"), art)
    names = {look: f"faces/{look.replace(':', '-')}.png" for look in faces}
    for look, face in faces.items():
        cv2.imwrite(str(folder / names[look]), face)
    (folder / "board.json").write_bytes(msgspec.json.encode(board_json(game_id, board, pieces, names)))


def _frame(folder: Path, number: int, drawing: Drawing, table: Table, known: bool) -> RecordedFrame:
    """Takes and writes one picture. Nobody reaches over the board while set-up looks."""
    luck, board = table.luck, table.board
    arm = None if known or luck.random() > ARM_OVER else _arm(board, luck)
    image, hidden = drawing.take(table.lying, arm)
    file, t = f"frames/{number:04}.jpg", number * FRAME_S
    cv2.imwrite(str(folder / file), image, [cv2.IMWRITE_JPEG_QUALITY, int(luck.integers(70, 93))])
    if known:
        return RecordedFrame(file, t, known=table.placement)
    covered = [] if arm is None else _covered(board, drawing, hidden)
    return RecordedFrame(file, t, truth=table.placement, hidden=covered)


def _arm(board: Board, luck: np.random.Generator) -> Arm:
    """An arm that reaches from any side to anywhere on the board."""
    width, height = board.size_mm
    turn, far = luck.uniform(0, 2 * math.pi), math.hypot(width, height)
    tip = (luck.uniform(0.1, 0.9) * width, luck.uniform(0.1, 0.9) * height)
    shoulder = (tip[0] + far * math.cos(turn), tip[1] + far * math.sin(turn))
    sleeve, skin = SLEEVES[int(luck.integers(len(SLEEVES)))], SKIN[int(luck.integers(len(SKIN)))]
    return Arm(shoulder, tip, sleeve, skin)


def _covered(board: Board, drawing: Drawing, hidden: NDArray[np.bool_]) -> list[Cell]:
    """Places less than `SHOWN` of whose floor is seen."""
    covered = []
    for cell, place in board.places.items():
        outline = np.array(place.outline)
        polygon = drawing.room.camera.project(np.column_stack([outline, np.zeros(len(outline))]))
        corners = np.round(polygon).astype(np.int32)
        left, top, width, height = cv2.boundingRect(corners)
        floor = np.zeros((height, width), np.uint8)
        cv2.fillPoly(floor, [corners - (left, top)], 1)
        if hidden[top : top + height, left : left + width][floor > 0].mean() > 1 - SHOWN:
            covered.append(cell)
    return sorted(covered)


def measure(
    game_id: str, seed: int, count: int, kind: Pieces, alone: bool = False
) -> Iterator[tuple[int, Tier, list[Said]]]:
    """Of each of `count` evenings its seed, its scores, and every claim that was made."""
    for number in range(seed, seed + count):
        with tempfile.TemporaryDirectory() as folder:
            recording = evening(game_id, number, kind, Path(folder), alone)
            seen = list(see(recording))
            yield number, tier_of(recording, seen), list(said_in(recording, seen))


def main() -> None:
    """Prints both tables of `docs/accuracy.md` for a game, or for ``all`` of them."""
    parser = argparse.ArgumentParser(description="How right the eye is on our boards as another hand draws them.")
    parser.add_argument("game", choices=["all", *registry.names()])
    parser.add_argument("first", type=int, help="seed of the first evening")
    parser.add_argument("count", type=int, help="evenings of each game")
    parser.add_argument("--pieces", choices=("plain", "drawn"), default="drawn")
    parser.add_argument("--alone", action="store_true", help="put no piece where another lies")
    wanted = parser.parse_args()
    tiers, said = {}, {}
    for game in registry.names() if wanted.game == "all" else [wanted.game]:
        found = list(measure(game, wanted.first, wanted.count, wanted.pieces, wanted.alone))
        tiers[game] = sum_of([tier for _, tier, _ in found])
        said[game] = [claim for _, _, claims in found for claim in claims]
    print(as_markdown(tiers))
    bins = {game: binned(claims) for game, claims in said.items()}
    print(reliability_table(bins | {"**all**": binned(claim for claims in said.values() for claim in claims)}))


if __name__ == "__main__":
    main()
