"""Many pieces close together are pieces, and nothing that lies over the board."""

from __future__ import annotations

import math
import random
from pathlib import Path

from engines import registry
from tests.evening.room import camera, furnishing
from vision.eye import Eye
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop

GAME = registry.find("corteo")
MARCH_AROUND, HEXES = "0510", 14
"""A march that fills so many hexes, two units in each."""
PLAINLY = -3.0
"""Evidence against an empty hex from which it is occupied, log odds."""


def test_a_march_whose_counters_touch_covers_nothing(pictures: Path) -> None:
    kit, model = furnishing(pictures, "100x70", GAME.id)
    middle = kit.geometry.centres[MARCH_AROUND]
    hexes = sorted(kit.geometry.centres, key=lambda cell: math.dist(kit.geometry.centres[cell], middle))[:HEXES]
    supply = GAME.supply({}, GAME.seats[:2])
    units = [look for look in supply if look.startswith("counter:mov")]
    march = {cell: tuple(units[number % len(units) : number % len(units) + 2]) for number, cell in enumerate(hexes)}
    top = TableTop(kit.geometry, kit.looks).with_supply([look for looks in march.values() for look in looks])
    picture = camera(pictures, "100x70", 1, GAME.id).take(
        top.laid_out(march, random.Random(3)).resting(), Faults(), 0.0
    )
    seen = Eye(model).look(picture, 0.0)
    assert not seen.hidden
    assert not [cell for cell in hexes if seen.evidence[cell].loglik(()) > PLAINLY]
