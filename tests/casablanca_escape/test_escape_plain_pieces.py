"""The escape with plain wooden discs and squares, as many people have: no man, no camel on them."""

from __future__ import annotations

import random

import msgspec

from companion.board_eye import kit_of, model_of
from engines import registry
from engines.options import chosen
from vision.eye import Eye
from vision.seeing import Seer
from vision.virtual.camera import Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

COLOURS = ("red", "blue", "green", "yellow", "violet", "orange", "black", "white")
FROM = ("1819", "2607", "3225", "2014", "0516", "2530", "2433", "0115")
TO = ("1511", "2820", "1630", "2424", "2127", "2214", "1606", "3212")


def test_plain_discs_that_move_are_not_taken_for_discs_turned_over() -> None:
    game = registry.find("casablanca_escape")
    options = chosen(game.options, {})
    kit, model = kit_of(game, options), model_of(game, options)
    plain = msgspec.structs.replace(kit, faces={})
    camera = Shutter(plain, size=(1920, 1080), view=Viewpoint(azimuth_deg=12, elevation_deg=64))
    top, eye, seer = TableTop(kit.geometry, kit.looks), Eye(model), Seer(model)
    luck = random.Random(4)
    discs = [(f"disc:{colour}",) for colour in COLOURS]
    for number, cells in enumerate(((), FROM, (*TO[:4], *FROM[4:]), TO)):
        said = dict(zip(cells, discs))
        picture = camera.take(top.laid_out(said, luck).resting(), Faults(), 2.0 * number)
        seer.revise(eye.look(picture, 2.0 * number))
        if number < 2:
            seer.know(said, eye.learn(said))
    assert {cell: belief.contents for cell, belief in seer.seen.items()} == dict(zip(TO, discs))
