"""What one thing that was found says of the cells in which it may stand, and of a tag that was read where it is."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec
import numpy as np
import pytest

from engines.physical import Look
from tests.vision import toytable
from vision.bodies import Bank, Outline
from vision.claims import Claims, Patch
from vision.found import Found
from vision.palette import Palette
from vision.pose import Pose
from vision.reader import Reader
from vision.things import Finder
from vision.window import CellView

PICTURE = np.zeros((720, 1280, 3), np.uint8)


def found(looks: Mapping[Look, float], face_mm: tuple[float, float] = (60.0, 60.0), *, read: bool = False) -> Found:
    return Found(
        face_mm=face_mm, outline=Outline(True, 18.0), height_mm=4.5, score=12.0, looks=looks, unknown=8.0, known=3.0,
        tone=np.zeros(3), visible=1.0, shown=1.0, rect=(0, 0, 1, 1), silhouette=np.ones((1, 1), np.float32),
        density=None, read=read, homes={"here": 3.9, "beside": -3.9},
    )  # fmt: skip


@pytest.fixture(scope="module")
def finder() -> Finder:
    model = toytable.model()
    palette = Palette(model.bodies, {})
    bank = Bank(model.bodies.values(), model.scale)
    printed = np.zeros((len(model.order), len(palette.colours), 3))
    return Finder(model, Pose(model, np.diag([3.2, 3.2, 1.0]), toytable.SIZE_PX), bank, palette, printed, model.bodies)


@pytest.mark.parametrize("cell", ["here", "beside"])
def test_a_disc_stays_a_disc_on_the_border_of_two_cells(cell: str) -> None:
    thing = found({"disc:red": 12.0, "square:red": 4.0}).thing(cell)
    assert thing.looks["disc:red"] - thing.looks["square:red"] == pytest.approx(8.0)


def test_what_stands_on_a_border_is_likelier_in_the_cell_in_which_its_foot_is() -> None:
    both = found({"disc:red": 12.0})
    assert both.thing("here").best > both.thing("beside").best
    assert both.thing("here").best == pytest.approx(12.0 - math.log1p(math.exp(12.0 - 3.9)) + math.log(2), abs=1e-6)


def test_an_arm_over_a_neighbours_side_or_over_a_doubted_shadow_hides_no_piece_of_this_cell() -> None:
    stood = msgspec.structs.replace(found({"square:white": 12.0}), cell="here")
    assert stood.is_of_its_cell
    assert not msgspec.structs.replace(stood, homes={"here": 2.1, "beside": -2.1}).is_of_its_cell
    assert not stood.doubted(-1.5).is_of_its_cell


def test_white_square_of_a_tag_that_was_read_is_no_piece(finder: Finder) -> None:
    tag, square = found({"tag:7": 12.0}, read=True), found({"square:white": 12.0}, (61.0, 60.0))
    other = found({"disc:red": 12.0}, (75.0, 60.0))
    assert Reader(finder.model).with_small_tags(PICTURE, finder, [square, tag, other]) == [tag, other]


def test_tag_that_was_read_twice_is_one_piece(finder: Finder) -> None:
    once, again = found({"tag:7": 12.0}, read=True), found({"tag:7": 12.0}, (60.5, 60.0), read=True)
    assert Reader(finder.model).with_small_tags(PICTURE, finder, [once, again]) == [once]


def test_what_looks_like_a_colour_in_part_is_asked_for_as_it_would_look_in_a_lamps_light(
    finder: Finder, monkeypatch: pytest.MonkeyPatch
) -> None:
    tones, plain = np.zeros((8, 8, 3), np.float32), np.zeros((8, 8), np.float32)
    patch = Patch((0, 0, 8, 8), tones, plain, plain, tones[:4, :4], tones, plain)
    rim = msgspec.structs.replace(found({"disc:yellow": 8.0}), score=8.0, shown=0.3)
    whole = msgspec.structs.replace(found({"disc:yellow": 12.0}), score=60.0)
    monkeypatch.setattr(finder, "_strongest", lambda *_: rim)
    monkeypatch.setattr(finder, "_in_gloss", lambda *_: whole)
    assert finder.best("0101", Claims(patch, finder.model.scale), CellView.__new__(CellView)) is whole
