"""A position is confirmed while an arm is over the board: that is no paper that lies there, nor its shadow print."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.seeing import see
from engines.physical import Cell, Contents
from tests.vision.toytable import Camera, model
from vision import recording as recordings
from vision.eye import Eye
from vision.foreign import LINGERED, Hanging
from vision.seeing import Seer
from vision.virtual.faults import Faults

EVENINGS = Path(__file__).parent.parent / "path_traced"
LIES: dict[Cell, Contents] = {"0101": ("disc:blue",), "0704": ("disc:red",), "0206": ("square:black",)}
LATER: dict[Cell, Contents] = {"0102": ("disc:blue",), "0704": ("disc:red",), "0206": ("square:black",)}


class Evening:
    """An eye that was told of the empty board, and of where pieces lie."""

    def __init__(self) -> None:
        self.eye, self.seer, self.camera, self.t = Eye(model()), Seer(model()), Camera(), 0.0
        for placement in ({}, LIES):
            self.look(placement)
            self.confirm(placement)

    def look(self, placement: dict[Cell, Contents], faults: Faults | None = None) -> frozenset[Cell]:
        """Cells that are left open, or hidden."""
        self.t += 1.0
        observation = self.eye.look(self.camera.take(placement, faults, self.t), self.t)
        self.seer.revise(observation)
        return frozenset(self.seer.unsure) | observation.hidden

    def confirm(self, placement: dict[Cell, Contents]) -> None:
        self.seer.know(placement, self.eye.learn(placement))


@pytest.mark.parametrize("hand", [0.6, 0.8, 1.0])
def test_where_an_arm_was_when_a_move_was_confirmed_empty_places_are_empty_once_it_has_gone(hand: float) -> None:
    evening = Evening()
    assert evening.look(LATER, Faults(hand=hand))
    evening.confirm(LATER)
    assert not evening.look(LATER)
    assert {cell: belief.contents for cell, belief in evening.seer.seen.items()} == LATER


@pytest.mark.parametrize("name", ["floor_that_was_below_blue", "mirrored_lamp", "sheet_on_a_corner"])
def test_in_a_path_traced_evening_whose_moves_are_confirmed_no_place_is_open_once_the_arm_has_gone(name: str) -> None:
    folder = EVENINGS / name
    frames = list(zip(recordings.read(folder).frames, see(folder, confirmed=True), strict=True))
    bare = [said for frame, said in frames if frame.known is None and not frame.hidden]
    assert bare
    assert not any(said["unsure"] for said in bare)


def covered(x: int, y: int) -> NDArray[np.bool_]:
    mask = np.zeros((100, 100), np.bool_)
    mask[y : y + 40, x : x + 40] = True
    return mask


def test_what_covers_the_same_places_at_every_lesson_lies_there_and_an_arm_does_not() -> None:
    lies, moves = Hanging(), Hanging()
    assert [lies.count_lesson(covered(20, 20)) for _ in range(LINGERED + 1)] == [True] * (LINGERED - 1) + [False] * 2
    assert all(moves.count_lesson(covered(20 + 5 * (lesson % 2), 20)) for lesson in range(2 * LINGERED))


def test_nothing_is_over_a_bare_board() -> None:
    hanging = Hanging()
    assert not hanging.count_lesson(np.zeros((100, 100), np.bool_))
    assert hanging.count_lesson(covered(20, 20))
