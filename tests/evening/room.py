"""A whole evening in one room without a browser: virtual pieces, rendered pictures, the real eye, the real table."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.board_eye import kit_of, model_of
from companion.fair_chance import SecretChain
from companion.readings import Reading, Repair
from companion.store import Store
from companion.table import Table
from engines import registry
from engines.casablanca_escape.actions import MoveFugitive, MoveGestapo
from engines.entries import Act
from engines.game import Game
from engines.options import chosen
from engines.pending import Dice
from engines.physical import Cell, Contents, Look
from vision.board_model import BoardModel
from vision.eye import Eye
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.pieces import Piece, TableTop, other_side
from vision.virtual.shutter import Shutter

GAME = registry.find("casablanca_escape")
OPTIONS = chosen(GAME.options, {})
FRAME_S = 0.2
REPEATABLE = SecretChain("00" * 32)
Choices = tuple[tuple[str, str], ...]
HAND_MM = 1.5
"""How far a hand misses the middle of a cell (standard deviation)."""


@cache
def furnishing(
    cache_folder: Path, board: str = "A0", game: str = GAME.id, more: Choices = ()
) -> tuple[Kit, BoardModel]:
    """The board with its pieces, as the virtual camera and as the eye know them; `more`: further options."""
    played = registry.find(game)
    options = chosen(played.options, {"board": board, **dict(more)})
    return kit_of(played, options, cache_folder), model_of(played, options, cache_folder)


@cache
def camera(cache_folder: Path, board: str, seed: int, game: str = GAME.id, more: Choices = ()) -> Shutter:
    """One camera for all rooms of a kind: setting one up takes longer than many a test."""
    return Shutter(furnishing(cache_folder, board, game, more)[0], seed=seed)


class Room:
    """One table, its pieces, a camera over it, and time that passes only by looking."""

    def __init__(
        self,
        folder: Path,
        pictures: Path,
        seats: Sequence[str] = ("red", "blue"),
        seed: int = 1,
        board: str = "A0",
        game: str = GAME.id,
        more: Choices = (),
        begun: Game[Any, Any] | None = None,
    ) -> None:
        """`more`: options beside the board. `begun`: the same game, beginning elsewhere."""
        self.game: Game[Any, Any] = begun or registry.find(game)
        self.kit, model = furnishing(pictures, board, game, more)
        self.folder, self.now, self.keys = folder, 1000.0, 0
        self.hand = random.Random(seed)
        self.store = Store.open(folder / "evening.db")
        options = chosen(self.game.options, {"board": board, **dict(more)})
        self.table = Table.open(self.store, self.game, options, clock=lambda: self.now, chain=REPEATABLE)
        for seat in seats:
            self.table.claim(seat, seat.title(), f"share of {seat}")
        self.shutter = camera(pictures, board, seed, game, more)
        self.eye = Eye(model)
        self.top = TableTop(self.kit.geometry, self.kit.looks).with_supply(self.game.supply(options, seats))
        self.faults = Faults()

    # What the table knows

    @property
    def state(self) -> Any:
        assert self.table.moment.journal is not None
        return self.table.moment.journal.state

    @property
    def done(self) -> list[Any]:
        """The acts that stand."""
        assert self.table.moment.journal is not None
        return [played.entry for played in self.table.moment.journal.standing if isinstance(played.entry, Act)]

    @property
    def moved(self) -> list[tuple[str, str, Cell]]:
        """The moves that stand: seat, piece, where to."""
        kinds = {MoveGestapo: "gestapo", MoveFugitive: "fugitive"}
        return [(act.seat, kinds[type(act.action)], act.action.to) for act in self.done if type(act.action) in kinds]

    def key(self) -> str:
        self.keys += 1
        return f"key {self.keys}"

    def act(self, seat: str, action: Any) -> None:
        """`seat` acts on its phone."""
        self.table.act(seat, msgspec.json.encode(action), self.key())

    def edit(self, **facts: str | int | bool) -> None:
        """The host corrects facts: ``red_gestapo="2008"``."""
        self.table.edit({name.replace("_", "."): value for name, value in facts.items()}, self.key())

    # Time passes

    def look(self) -> tuple[Reading, ...]:
        """One frame, taken, looked at and judged as on a live evening."""
        self.now += FRAME_S
        picture = self.shutter.take(self.top.resting(), self.faults, self.now)
        found = self.table.observe(self.eye.look(picture, self.now))
        if (placement := self.table.confirmed()) is not None:
            self.table.refine(self.eye.learn(placement))
        return found.all

    def watch(self, frames: int = 5) -> list[Reading]:
        """What was read in so many frames; a second by default, enough for a move to settle."""
        return [reading for _ in range(frames) for reading in self.look()]

    def light(self, **levels: float) -> Room:
        """Sets the faults: ``light(dusk=0.6)``; without any all is well again."""
        self.faults = Faults(**levels)
        return self

    # Evenings begin and go on

    def begun(self) -> Room:
        """Red has won the throw for the first move; the pieces still wait beside the board."""
        self.table.begin()
        while isinstance(dice := GAME.pending(self.state), Dice):
            self.table.roll(str(dice.seat), [6, 6] if dice.seat == "red" else [1, 2], self.key())
        return self

    def playing(self) -> Room:
        """The board was laid out and seen to be right."""
        self.begun().watch(2)
        self.lay_out()
        self.watch(6)
        assert self.table.moment.phase == "playing", self.look()
        return self

    def position(self, **facts: str | int | bool) -> Room:
        """Facts are corrected and the board is laid out so."""
        self.edit(**facts)
        self.lay_out()
        self.watch(4)
        return self

    def again(self) -> Room:
        """The same evening after a restart: the pieces lie where they lay, eye and table begin anew."""
        self.store.close()
        self.store = Store.open(self.folder / "evening.db")
        self.table = Table.open(self.store, GAME, None, clock=lambda: self.now)
        self.eye = Eye(self.eye.model)
        return self

    # Hands

    def lay_out(self) -> None:
        """Puts every piece where the engine has it."""
        self.top = self.top.laid_out(self.table.moment.placement, self.hand, stacked=True)

    def scatter(self) -> None:
        """Drops the pieces anywhere on the map."""
        cells = self.hand.sample(sorted(GAME.board(OPTIONS).cells), len(self.top.pieces))
        for piece, cell in zip(self.top.pieces, cells):
            self.top = self.top.moved(piece.id, *self.kit.geometry.centres[cell])

    def move(self, look: Look, origin: Cell, to: Cell) -> None:
        """Takes a piece from one cell to another, beside what lies there."""
        self._put_down(self.piece(look, origin), to)

    def lift(self, look: Look, origin: Cell) -> Piece:
        """Takes a piece off the board and holds it beside it."""
        piece = self.piece(look, origin)
        self.top = self.top.moved(piece.id, -120.0, -60.0)
        return piece

    def put_back(self, piece: Piece) -> None:
        """Puts a piece exactly where it was."""
        self.top = self.top.moved(piece.id, piece.x, piece.y)

    def turn(self, look: Look, cell: Cell) -> None:
        """Turns a piece over."""
        self.top = self.top.flipped(self.piece(look, cell).id)

    def obey(self, repairs: Sequence[Repair]) -> None:
        """Does what the table asks for, in its order."""
        for repair in repairs:
            match repair:
                case Repair("take_off", look, str(origin)):
                    piece = self.piece(look, origin)
                    self.top = self.top.moved(piece.id, *self.top._free_spot(look))
                case Repair("move", look, str(origin), str(to)):
                    self.move(look, origin, to)
                case Repair("turn", look, _, str(to)):
                    self.turn(other_side(look), to)
                case Repair("put", look, None, str(to)):
                    self._put_down(next(piece for piece in self.supply if piece.look == look), to)

    @property
    def supply(self) -> list[Piece]:
        """Pieces beside the board."""
        return [piece for piece in self.top.pieces if self.kit.geometry.cell_at(piece.x, piece.y) is None]

    def piece(self, look: Look, cell: Cell) -> Piece:
        """A piece that lies in `cell` or its holding box."""
        for piece in self.top.pieces:
            at = self.kit.geometry.cell_at(piece.x, piece.y)
            if piece.look == look and at is not None and self.home(at) == cell:
                return piece
        raise KeyError(f"no {look} lies in {cell}")

    def home(self, place: Cell) -> Cell:
        return self.table.moment.board.home(place)

    def truth(self) -> dict[Cell, Contents]:
        """What truly lies where, boxes folded."""
        lying: dict[Cell, list[Look]] = {}
        for place, looks in self.top.placement().items():
            lying.setdefault(self.home(place), []).extend(looks)
        return {cell: tuple(sorted(looks)) for cell, looks in lying.items()}

    def wanted(self) -> Mapping[Cell, Contents]:
        """Where the engine has the pieces."""
        return self.table.moment.placement

    def _put_down(self, piece: Piece, to: Cell) -> None:
        self.top = self.top.moved(piece.id, *self._spot(to, piece), self.hand.gauss(0, 9))

    def _spot(self, cell: Cell, piece: Piece) -> tuple[float, float]:
        """Where a hand puts a piece into a cell: its middle, or where there is most room beside others."""
        shape = self.kit.geometry
        others = [other for other in self.top.pieces if shape.cell_at(other.x, other.y) == cell]
        if others and cell in shape.boxes:
            cell = shape.boxes[cell]
            others = [other for other in self.top.pieces if shape.cell_at(other.x, other.y) == cell]
        if not others:
            x, y = shape.centres[cell]
            return x + self.hand.gauss(0, HAND_MM), y + self.hand.gauss(0, HAND_MM)
        outline, size = shape.outlines[cell], self.kit.looks[piece.look].size_mm
        low, high = outline.min(axis=0), outline.max(axis=0)
        spots = [(self.hand.uniform(low[0], high[0]), self.hand.uniform(low[1], high[1])) for _ in range(300)]
        inside = [(spot, cv2.pointPolygonTest(outline, (float(spot[0]), float(spot[1])), True)) for spot in spots]
        roomy = [(spot, room) for spot, room in inside if room > 2.5]

        def comfort(at: tuple[tuple[float, float], float]) -> float:
            nearest = min(float(np.hypot(at[0][0] - other.x, at[0][1] - other.y)) for other in others)
            return min(nearest, 1.15 * size) + 0.3 * min(at[1], size / 2)

        return max(roomy, key=comfort)[0]
