"""Tiles that Tavolo did not print: shown once before a camera, each in its place, and then read like any other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.looking import View
from companion.measures.tiles import score_boards
from companion.own_designs import OwnDesigns
from companion.tile_lesson import TileLesson
from engines.cape_horn.game import GAME
from tests.cape_horn.sea_room import furnishing
from tests.table.evenings import Evening
from vision.board_model import BoardModel
from vision.designs import teaching
from vision.designs.prints import FACINGS
from vision.sources import Frame
from vision.virtual.camera import Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.kit import FACE_PX, Kit
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter
from web.service import Refused

PAPERS = ((96, 150, 190), (120, 168, 150), (190, 150, 96), (170, 120, 140))
"""Colours of the papers of another edition, RGB; none is like the cream of the printed tiles."""
SEATS = ("blue", "white", "black")


def another_face(number: int) -> NDArray[np.uint8]:
    """A tile of another edition, RGBA: a numeral in serifs, a white stroke, coloured paper."""
    face = np.full((FACE_PX, FACE_PX, 3), PAPERS[number % len(PAPERS)], np.uint8)
    cv2.rectangle(face, (3, 3), (FACE_PX - 4, FACE_PX - 4), (60, 30, 20), 3)
    letter = "VKRJSAFP"[number]
    cv2.putText(face, letter, (18, 78), cv2.FONT_HERSHEY_COMPLEX, 2.6, (60, 20, 16), 7, cv2.LINE_AA)
    angle = np.radians(45 * number)
    tip = 92 + 22 * np.cos(angle), 92 + 22 * np.sin(angle)
    cv2.arrowedLine(face, (92, 92), (round(tip[0]), round(tip[1])), (250, 250, 240), 7, cv2.LINE_AA, 0, 0.5)
    if number >= len(PAPERS):
        cv2.circle(face, (98, 26), 13, (30, 40, 90), -1, cv2.LINE_AA)
    return np.dstack([face, np.full(face.shape[:2], 255, np.uint8)]).astype(np.uint8)


@cache
def foreign_kit() -> Kit:
    """The board with tiles of another edition."""
    kit, model = furnishing()
    faces = dict(kit.faces)
    for number, piece in enumerate(teaching.designs(model)):
        for turn, facing in enumerate(FACINGS):
            faces[f"{piece}:{facing}"] = np.ascontiguousarray(np.rot90(another_face(number), -turn))
    return msgspec.structs.replace(kit, faces=faces)


def own_model() -> BoardModel:
    """The board as the eye knows it, new each time: teaching changes it."""
    _, model = furnishing()
    return BoardModel(
        model.size_mm, model.pitch_mm, model.cells, model.markers, dict(model.bodies), model.art, dict(model.faces)
    )


class Camera:
    """Looks at one picture."""

    def __init__(self, image: NDArray[np.uint8] | None) -> None:
        self.image = image

    @property
    def view(self) -> View | None:
        return None if self.image is None else View(Frame(1, 0.0, self.image), own_model(), None)


class Teaching:
    """A host's lesson before a virtual camera."""

    def __init__(self, folder: Path) -> None:
        self.evening = Evening(folder, SEATS, GAME, {"hands": "table"})
        self.designs = OwnDesigns(folder / "designs", "camera:0")
        self.camera = Camera(None)
        self.shutter = Shutter(foreign_kit(), seed=3, view=Viewpoint(azimuth_deg=5, elevation_deg=70))
        self.lesson = TileLesson(self.camera, lambda: self.evening.table.moment, self.designs, lambda: None, own_model)

    def show(self, placement: Mapping[str, str], askew_deg: float = 4.0) -> None:
        """Lays looks on cells, each a little askew, and takes the picture."""
        kit = foreign_kit()
        top = TableTop(kit.geometry, kit.looks)
        for cell, look in placement.items():
            top = top.with_supply([look])
            x, y = kit.geometry.centres[cell]
            top = top.moved(top.pieces[-1].id, x + 1.5, y - 1.0, askew_deg)
        self.camera.image = self.shutter.take(top.resting(), Faults(warm_lamp=0.3), 0.0)

    @property
    def asked(self) -> dict[str, str]:
        """Which look is to lie in which cell."""
        return {each.cell: each.look for each in self.lesson.says("en").designs}


@pytest.fixture
def teaching_(tmp_path: Path) -> Teaching:
    return Teaching(tmp_path)


def test_eight_designs_are_learnt_from_one_picture_and_read_from_then_on(teaching_: Teaching) -> None:
    assert len(teaching_.asked) == 8
    teaching_.show(teaching_.asked)
    teaching_.lesson.learn("en")
    said = teaching_.lesson.says("en")
    assert said.used
    assert all(each.known for each in said.designs), said
    model = teaching_.designs.apply(own_model(), GAME.id)
    score = score_boards(foreign_kit(), model, "alone", [4], tiles=12)
    assert score.right >= 11, score.wrong
    assert not score.misread


def test_one_after_another_works_too_and_the_printed_tiles_count_until_all_are_known(teaching_: Teaching) -> None:
    (first, look), (second, _), *_ = teaching_.asked.items()
    teaching_.show({first: look})
    teaching_.lesson.learn("en")
    said = teaching_.lesson.says("en")
    assert [each.cell for each in said.designs if each.known] == [first]
    assert said.cell == second
    assert not said.used
    printed = own_model()
    assert np.array_equal(teaching_.designs.apply(own_model(), GAME.id).faces[look], printed.faces[look])
    assert teaching_.lesson.face(0) is not None
    assert teaching_.lesson.face(1) is None
    teaching_.lesson.forget()
    assert not any(each.known for each in teaching_.lesson.says("en").designs)


def test_an_empty_board_teaches_nothing_and_says_so(teaching_: Teaching) -> None:
    with pytest.raises(Refused, match="No picture"):
        teaching_.lesson.learn("en")
    teaching_.show({})
    with pytest.raises(Refused, match="No tile is seen"):
        teaching_.lesson.learn("en")


def test_cream_tiles_on_rose_and_yellow_sea_are_cut_out_upright_where_they_lie() -> None:
    kit, model = furnishing()
    pieces = teaching.designs(model)
    cells = teaching.places(model, len(pieces))
    top = TableTop(kit.geometry, kit.looks)
    for number, (piece, cell) in enumerate(zip(pieces, cells)):
        top = top.with_supply([f"{piece}:north"])
        x, y = kit.geometry.centres[cell]
        top = top.moved(top.pieces[-1].id, x + number % 3 - 1, y + 1 - number % 2, 2.0 * (number - 4))
    picture = Shutter(kit, seed=2, view=Viewpoint(azimuth_deg=-8, elevation_deg=62)).take(top.resting(), Faults(), 0.0)
    found = teaching.shown(picture, own_model(), cells)
    assert all(found[cell].clear for cell in cells)
    for number, cell in enumerate(cells):
        x, y = kit.geometry.centres[cell]
        middle_mm = found[cell].middle_mm
        assert abs(found[cell].turn_deg - 2.0 * (number - 4)) < 3.5
        assert np.hypot(middle_mm[0] - x - number % 3 + 1, middle_mm[1] - y - 1 + number % 2) < 3.5


def test_a_tile_of_which_half_is_covered_is_not_learnt_and_its_place_is_named(teaching_: Teaching) -> None:
    asked = teaching_.asked
    hidden = next(iter(asked))
    teaching_.show(asked)
    picture = teaching_.camera.image
    assert picture is not None
    x, y = foreign_kit().geometry.centres[hidden]
    sleeve = teaching_.shutter.painter.camera.project(
        [(x - 40, y - 40, 0), (x + 1, y - 40, 0), (x + 1, y + 40, 0), (x - 40, y + 40, 0)]
    )
    cv2.fillConvexPoly(picture, np.round(sleeve).astype(np.int32), (70, 60, 60))
    teaching_.lesson.learn("en")
    said = teaching_.lesson.says("en")
    assert [each.cell for each in said.designs if not each.known] == [hidden]
    assert "Learnt: 7. Not sure" in said.last


def test_tiles_are_not_taught_in_the_middle_of_a_game(teaching_: Teaching) -> None:
    teaching_.evening.watched()
    with pytest.raises(Refused, match="A game is going on"):
        teaching_.lesson.learn("en")
