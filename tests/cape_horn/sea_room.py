"""A table of Cape Horn with virtual pieces, rendered pictures, the real eye and the real table; no browser."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from companion.board_eye import kit_of, model_of
from companion.readings import Reading
from engines.cape_horn.game import GAME
from engines.options import chosen
from engines.physical import Cell, Look
from tests.table.evenings import Evening
from vision.board_model import BoardModel
from vision.eye import Eye
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

SEATS = ("blue", "white", "black")
OPTIONS = {"hands": "table"}
FRAME_S = 0.3


@cache
def furnishing() -> tuple[Kit, BoardModel]:
    """The board with its pieces, as the virtual camera and as the eye know them."""
    options = chosen(GAME.options, OPTIONS)
    return kit_of(GAME, options), model_of(GAME, options)


class SeaRoom:
    """Players lay real tiles before a camera; time passes only by looking."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        kit, model = furnishing()
        self.evening = Evening(folder, SEATS, GAME, OPTIONS)
        self.table = self.evening.table
        self.hand = random.Random(seed)
        self.shutter = Shutter(kit, seed=seed)
        self.eye = Eye(model)
        self.top = TableTop(kit.geometry, kit.looks)
        self.evening.service.begin("en")
        self.lay(self.board())
        self.watch()
        assert self.table.moment.phase == "playing"

    @property
    def mover(self) -> str:
        """The seat whose turn it is."""
        return str(self.evening.state.seats[self.evening.state.mover])

    @property
    def start(self) -> Cell:
        """Where the mover's ship lies."""
        return str(self.evening.state.captain(self.mover).ship)

    def board(self) -> Mapping[Cell, Sequence[Look]]:
        """What should lie where."""
        return self.evening.board()

    def lay(self, placement: Mapping[Cell, Sequence[Look]]) -> None:
        """Puts pieces there as hands do; those that lie right stay where they are."""
        self.top = self.top.laid_out(placement, self.hand)

    def watch(self, frames: int = 5) -> list[Reading]:
        """What is read in so many frames."""
        return [reading for _ in range(frames) for reading in self._look()]

    def _look(self) -> tuple[Reading, ...]:
        clock = self.evening.clock
        clock.t += FRAME_S
        picture = self.shutter.take(self.top.resting(), Faults(), clock.t)
        found = self.table.observe(self.eye.look(picture, clock.t))
        if (placement := self.table.confirmed()) is not None:
            self.table.refine(self.eye.learn(placement))
        return found.all
