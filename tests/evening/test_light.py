"""Light and hands over the printed board: a lamp's mirror image is light, a hand is not, and neither is a piece."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.readings import Breach
from engines.physical import Cell, Contents
from tests.evening.room import GAME, OPTIONS, Room, furnishing
from vision.eye import Eye
from vision.seeing import Seer
from vision.virtual.camera import Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

SETTING: dict[Cell, Contents] = {
    "2602": ("disc:red",),
    "2802": ("disc:blue",),
    "2008": ("square:red",),
    "1907": ("square:blue",),
    "2512": ("disc:green",),
}

PLAINLY = -6.0
"""Evidence against an empty cell from which the table would take it for occupied, log odds."""


class Evening:
    """The board of the escape with some pieces on it, which the eye was shown and told."""

    def __init__(self, pictures: Path) -> None:
        kit, model = furnishing(pictures)
        self.top = TableTop(kit.geometry, kit.looks).with_supply(GAME.supply({}, ("red", "blue", "green")))
        self.top = self.top.laid_out(SETTING, random.Random(2))
        self.shutter, self.eye, self.seer, self.t = Shutter(kit, seed=2), Eye(model), Seer(model), 0.0
        self.show()
        self.seer.know(SETTING, self.eye.learn(SETTING))

    def show(self, **faults: float) -> None:
        """One picture, long after the one before."""
        self.t += 1.0
        self.seen = self.eye.look(self.shutter.take(self.top.resting(), Faults(**faults), self.t), self.t)
        self.seer.revise(self.seen)

    @property
    def wrong(self) -> set[Cell]:
        """Cells that are not hidden and of which the eye says what is not true."""
        said = {cell: belief.contents for cell, belief in self.seer.seen.items()}
        return {cell for cell in said | SETTING if cell not in self.seer.unsure and said.get(cell) != SETTING.get(cell)}


@pytest.fixture
def evening(pictures: Path) -> Evening:
    return Evening(pictures)


def test_glare_of_a_lamp_is_light_and_hides_nothing(evening: Evening) -> None:
    evening.show(glare=0.7)
    assert len(evening.seen.hidden | evening.seer.unsure) < 10
    assert not evening.wrong


@pytest.mark.parametrize("level", [0.9, 1.0])
def test_print_that_a_window_burns_out_is_no_white_piece_and_nobody_is_warned(room: Room, level: float) -> None:
    assert not any(isinstance(found, Breach) for found in room.light(glare=level).watch(8))


def test_no_finger_of_an_arm_in_the_dusk_is_a_piece(evening: Evening) -> None:
    evening.show(hand=0.75, dusk=0.4)
    board = GAME.board(OPTIONS)
    things = {cell for cell, evidence in evening.seen.evidence.items() if evidence.loglik(()) < PLAINLY}
    assert {cell for cell in things if board.terrain(board.home(cell)) != "sea"} <= SETTING.keys()
    assert not evening.wrong
    evening.show()
    assert not evening.wrong
    assert not evening.seer.unsure


@pytest.mark.parametrize("far", [0.45, 0.55, 0.65])
def test_an_arm_that_was_there_leaves_nothing_behind(evening: Evening, far: float) -> None:
    evening.show(hand=far, shadow=0.3)
    evening.show(shadow=0.3)
    assert not evening.wrong
    assert not evening.seer.unsure


def test_nothing_is_looked_at_while_the_light_changes(evening: Evening) -> None:
    before = evening.eye.evidence["2602"]
    picture = evening.shutter.take(evening.top.resting(), Faults(dusk=0.6), evening.t)
    seen = evening.eye.look(picture, evening.t + 0.1)
    assert seen.hidden == frozenset(evening.eye.model.order)
    assert evening.eye.evidence["2602"] is before
    seen = evening.eye.look(picture, evening.t + 0.2)
    assert seen.evidence.keys() == frozenset(evening.eye.model.order)


@pytest.mark.parametrize(("azimuth", "elevation", "seed"), [(-30, 45, 4), (0, 50, 8)])
def test_a_cameras_noise_in_the_dusk_is_no_paper_over_the_board(
    pictures: Path, azimuth: float, elevation: float, seed: int
) -> None:
    kit, model = furnishing(pictures)
    eye, seer = Eye(model), Seer(model)
    view = Viewpoint(azimuth_deg=azimuth, elevation_deg=elevation, fill=0.9)
    shutter = Shutter(kit, size=(1280, 720), seed=seed, view=view)
    top = TableTop(kit.geometry, kit.looks).with_supply(GAME.supply({}, ("red", "blue", "green")))
    for t, setting in enumerate(({}, SETTING)):
        top = top.laid_out(setting, random.Random(2))
        eye.look(shutter.take(top.resting(), Faults(dusk=0.5), float(t)), float(t))
        seer.know(setting, eye.learn(setting))
    top = top.laid_out({cell: looks for cell, looks in SETTING.items() if cell != "2008"}, random.Random(2))
    seer.revise(eye.look(shutter.take(top.resting(), Faults(dusk=0.5), 2.0), 2.0))
    assert not seer.unsure  # a cell was hidden for good, in which nothing ever lay


@pytest.mark.parametrize(("azimuth", "seed"), [(-30, 4), (-60, 5)])
def test_noise_in_the_dusk_is_nothing_that_lies_in_a_box_of_which_pieces_were_taken(
    pictures: Path, azimuth: float, seed: int
) -> None:
    kit, model = furnishing(pictures)
    eye, seer = Eye(model), Seer(model)
    view = Viewpoint(azimuth_deg=azimuth, elevation_deg=45, fill=0.9)
    shutter = Shutter(kit, size=(1920, 1080), seed=seed, view=view)
    left: dict[Cell, Contents] = {"2008+": ("square:black", "square:violet")}
    taken: dict[Cell, Contents] = {
        "1907": ("square:red",), "1909": ("square:orange",), "2109": ("square:yellow",), "2006": ("square:white",)
    }  # fmt: skip
    full: dict[Cell, Contents] = {"2008+": tuple(sorted(look for looks in (left | taken).values() for look in looks))}
    top = TableTop(kit.geometry, kit.looks).with_supply(full["2008+"])
    for t, setting in enumerate(({}, full)):
        top = top.laid_out(setting, random.Random(2))
        eye.look(shutter.take(top.resting(), Faults(dusk=0.5), float(t)), float(t))
        seer.know(setting, eye.learn(setting))
    top = top.laid_out(left | taken, random.Random(2))
    seer.revise(eye.look(shutter.take(top.resting(), Faults(dusk=0.5), 2.0), 2.0))
    said = {cell: belief.contents for cell, belief in seer.seen.items()}
    assert said == left | taken
