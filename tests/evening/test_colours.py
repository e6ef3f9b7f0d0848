"""Counters of every colour are seen and told apart on streets, and covers on objectives, by an eye that has never seen
the empty board."""

from __future__ import annotations

import random
from pathlib import Path

from engines import registry
from engines.corteo.city import CITY
from engines.corteo.counters import cover_look
from engines.physical import Evidence
from tests.evening.room import camera, furnishing
from vision.board_model import BoardModel
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
MISTAKEN = 2
"""How many may be taken for a counter of another colour (2 of 504)."""
TO_WRITE_ON = "counter:own"
"""These stay white, as the rules have it."""


def test_no_colour_is_overlooked_on_a_street_nor_taken_for_another(pictures: Path) -> None:
    more = (("scenario", "antifascist"), ("smoke", "yes"), ("jams", "yes"), ("own", "6"))
    kit, model = furnishing(pictures, "100x70", GAME.id, more)
    board = GAME.board({"board": "100x70"})
    lie_there = (look for look in sorted(model.bodies) if look != TO_WRITE_ON and "cover" not in look)
    one_of_each = {model.bodies[look].rgb: look for look in lie_there}
    overlooked, mistaken = [], []
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
        told = {cell: likeliest(seen.evidence[cell], model) for cell in lying}
        mistaken += [(*lying[cell], rgb) for cell, rgb in told.items() if one_of_each.get(rgb) != lying[cell][0]]
    assert len(overlooked) <= IN_DOUBT, overlooked
    assert len(mistaken) <= MISTAKEN, mistaken


def test_every_cover_is_seen_on_its_objective_and_its_value_read(pictures: Path) -> None:
    kit, model = furnishing(pictures, "100x70", GAME.id)
    for seed in HANDS:
        hand = random.Random(seed)
        lying = {cell: (cover_look(cell),) for cell in hand.sample(sorted(CITY.value), 30)}
        top = TableTop(kit.geometry, kit.looks).with_supply([look for looks in lying.values() for look in looks])
        frame = camera(pictures, "100x70", 1, GAME.id).take(top.laid_out(lying, hand).resting(), Faults(), 0.0)
        seen = Eye(model).look(frame, 0.0).evidence
        read = {cell: max(model.bodies, key=lambda look: seen[cell].loglik((look,))) for cell in lying}
        assert {cell: (look,) for cell, look in read.items()} == lying


def likeliest(evidence: Evidence, model: BoardModel) -> tuple[int, int, int]:
    """The colour of the piece that is most likely alone there."""
    return model.bodies[max(model.bodies, key=lambda look: evidence.loglik((look,)))].rgb
