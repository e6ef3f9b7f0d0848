"""The spy hunt before a camera: steel washers on a grey board."""

from __future__ import annotations

import random

from companion.board_eye import kit_of, model_of
from engines import registry
from engines.options import chosen
from vision.eye import Eye
from vision.seeing import Seer
from vision.virtual.camera import Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

HOUSES = ("13", "14", "22", "23", "37", "45", "68")


def test_grey_washers_on_a_grey_board_are_no_shadows() -> None:
    game = registry.find("fifth_column")
    options = chosen(game.options, {})
    kit, model = kit_of(game, options), model_of(game, options)
    camera = Shutter(kit, size=(1920, 1080), view=Viewpoint(azimuth_deg=37, elevation_deg=48))
    eye, seer, empty = Eye(model), Seer(model), TableTop(kit.geometry, kit.looks)
    eye.look(camera.take(empty.resting(), Faults(), 0.0), 0.0)
    eye.learn({})
    top = empty.laid_out(dict.fromkeys(HOUSES, ("washer:steel",)), random.Random(4))
    picture = camera.take(top.resting(), Faults(shadow=0.45), 2.0)
    seer.revise(eye.look(picture, 2.0))
    seer.revise(eye.look(picture, 4.0))
    assert {cell: belief.contents for cell, belief in seer.seen.items()} == dict.fromkeys(HOUSES, ("washer:steel",))


def test_small_white_clues_on_the_pale_houses_of_a_board_never_seen_empty_are_seen() -> None:
    game = registry.find("fifth_column")
    options = chosen(game.options, {})
    kit, model = kit_of(game, options), model_of(game, options)
    camera = Shutter(kit, size=(1920, 1080), view=Viewpoint(azimuth_deg=-140, elevation_deg=62))
    said = dict.fromkeys(("1", "11", "16", "26", "31", "56", "71"), ("clue:white",)) | {"22": ("washer:steel",)}
    top = TableTop(kit.geometry, kit.looks).laid_out(said, random.Random(4))
    eye, seer = Eye(model), Seer(model)
    seer.revise(eye.look(camera.take(top.resting(), Faults(), 0.0), 0.0))
    assert {cell: belief.contents for cell, belief in seer.seen.items()} == said
