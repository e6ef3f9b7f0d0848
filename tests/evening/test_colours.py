"""Counters of every colour are seen on white streets and grey avenues, though nobody showed the eye the empty board."""

from __future__ import annotations

import random
from pathlib import Path

from engines import registry
from tests.evening.room import camera, furnishing
from vision.eye import Eye
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop

GAME = registry.find("corteo")
PLAINLY = -3.0
"""Evidence against an empty hex from which it is occupied, log odds."""
EACH = 4
"""Counters of each colour on streets, and on avenues."""
HANDS, IN_DOUBT = range(3), 1
"""Hands that lay all colours out, and how many of their counters may be overlooked: none of 1,104 is with six hands;
while wardens and smoke were white and backs grey, 69 of 920 were with five."""
TO_WRITE_ON = "counter:own"
"""These stay white, as the rules have it."""


def test_no_colour_is_overlooked_on_a_street(pictures: Path) -> None:
    more = (("scenario", "antifascist"), ("smoke", "yes"), ("jams", "yes"), ("own", "6"))
    kit, model = furnishing(pictures, "100x70", GAME.id, more)
    board = GAME.board({"board": "100x70"})
    one_of_each = {body.rgb: look for look, body in sorted(model.bodies.items()) if look != TO_WRITE_ON}
    overlooked = []
    for seed in HANDS:
        hand, lying = random.Random(seed), {}
        for terrain in ("street", "avenue"):
            looks = [look for look in one_of_each.values() for _ in range(EACH)]
            hexes = [cell for cell in sorted(board.cells) if board.terrain(cell) == terrain]
            lying |= {cell: (look,) for cell, look in zip(hand.sample(hexes, len(looks)), looks)}
        supply = [look for looks in lying.values() for look in looks]
        top = TableTop(kit.geometry, kit.looks).with_supply(supply).laid_out(lying, hand)
        seen = Eye(model).look(camera(pictures, "100x70", 1, GAME.id, more).take(top.resting(), Faults(), 0.0), 0.0)
        overlooked += [(*lying[cell], cell) for cell in lying if seen.evidence[cell].loglik(()) > PLAINLY]
    assert len(overlooked) <= IN_DOUBT, overlooked
