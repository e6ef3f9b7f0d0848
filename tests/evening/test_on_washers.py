"""A washer's hole shows its white paper; what is white farther from its middle lies upon it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.physical import Contents
from tests.evening.room import camera, furnishing
from vision.eye import Eye
from vision.seeing import Seer
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop

HOUSE, BESIDE, WASHER, CLUE = "43", "48", "washer:steel", "clue:white"
GAME, BOARD = "fifth_column", "A2"
ASIDE_MM = 1.5
"""How far off the washer's middle a clue is put."""


class Hunt:
    """A board on which a washer lies, as set-up has said."""

    def __init__(self, pictures: Path, seed: int, *upon: str) -> None:
        kit, model = furnishing(pictures, BOARD, GAME)
        self.shutter = camera(pictures, BOARD, seed, GAME)
        self.top = TableTop(kit.geometry, kit.looks).with_supply([WASHER, CLUE])
        self.washer, self.clue = (piece.id for piece in self.top.pieces)
        (self.x, self.y), self.beside = kit.geometry.centres[HOUSE], kit.geometry.centres[BESIDE]
        self.eye, self.seer, self.t = Eye(model), Seer(model), 0.0
        self.look()
        self.know(())
        self.top = self.top.moved(self.washer, self.x, self.y)
        if upon:
            self.put_on()
        self.look()
        self.know((WASHER, *upon))

    def know(self, contents: Contents) -> None:
        told = {HOUSE: tuple(sorted(contents))} if contents else {}
        self.seer.know(told, self.eye.learn(told))

    def look(self) -> Contents | None:
        """What is said to lie in the house; None where that is left open."""
        self.t += 1.0
        self.seer.revise(self.eye.look(self.shutter.take(self.top.resting(), Faults(), self.t), self.t))
        belief = self.seer.seen.get(HOUSE)
        return None if HOUSE in self.seer.unsure else () if belief is None else belief.contents

    def put_on(self) -> None:
        self.top = self.top.moved(self.clue, self.x + ASIDE_MM, self.y)

    def take_off(self) -> None:
        self.top = self.top.moved(self.clue, *self.beside)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_white_clue_that_is_put_on_a_washer_is_no_hole_in_it(pictures: Path, seed: int) -> None:
    hunt = Hunt(pictures, seed)
    assert hunt.look() == (WASHER,)
    hunt.put_on()
    assert hunt.look() == (CLUE, WASHER)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_white_clue_that_was_moved_off_a_washer_lies_there_no_more(pictures: Path, seed: int) -> None:
    hunt = Hunt(pictures, seed, CLUE)
    hunt.take_off()
    assert hunt.look() == (WASHER,)
