"""A washer's hole shows its white paper; what is white farther from its middle lies upon it."""

from __future__ import annotations

import pytest

from companion.board_eye import kit_of, model_of
from engines import registry
from engines.options import chosen
from engines.physical import Contents
from vision.eye import Eye
from vision.seeing import Seer
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

HOUSE, BESIDE, WASHER, CLUE = "43", "48", "washer:steel", "clue:white"
SIZE = (1920, 1080)
ASIDE_MM = 1.5
"""How far off the washer's middle a clue is put."""


class Hunt:
    """A board on which a washer lies, as set-up has said."""

    def __init__(self, seed: int, *upon: str) -> None:
        game = registry.find("fifth_column")
        options = chosen(game.options, {})
        kit, self.model = kit_of(game, options), model_of(game, options)
        self.shutter = Shutter(kit, size=SIZE, seed=seed)
        self.top = TableTop(kit.geometry, kit.looks).with_supply([WASHER, CLUE])
        self.washer, self.clue = (piece.id for piece in self.top.pieces)
        (self.x, self.y), self.beside = kit.geometry.centres[HOUSE], kit.geometry.centres[BESIDE]
        self.eye, self.seer, self.t = Eye(self.model), Seer(self.model), 0.0
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
def test_a_white_clue_that_is_put_on_a_washer_is_no_hole_in_it(seed: int) -> None:
    hunt = Hunt(seed)
    assert hunt.look() == (WASHER,)
    hunt.put_on()
    assert hunt.look() == (CLUE, WASHER)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_white_clue_that_was_moved_off_a_washer_lies_there_no_more(seed: int) -> None:
    hunt = Hunt(seed, CLUE)
    hunt.take_off()
    assert hunt.look() == (WASHER,)
