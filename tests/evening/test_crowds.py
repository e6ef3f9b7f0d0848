"""Many pieces close together are pieces, and nothing that lies over the board."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path

from engines import registry
from engines.physical import Evidence, Look
from tests.evening.room import camera, furnishing
from vision.eye import Eye
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop

GAME = registry.find("corteo")
MARCH_AROUND, HEXES = "0510", 14
"""A march that fills so many hexes, two units in each."""
PLAINLY = -3.0
"""Evidence against an empty hex from which it is occupied, log odds."""
ARRANGEMENTS, IN_DOUBT = range(3, 9), 2
"""Hands that lay the march, and how many of all its hexes may be left in doubt: where counters of one colour overlap
at random, about one in sixty is (4 of 266 over nineteen hands, 2 of 266 by the eye before that)."""


def test_a_march_whose_counters_touch_covers_nothing(pictures: Path) -> None:
    kit, model = furnishing(pictures, "100x70", GAME.id)
    middle = kit.geometry.centres[MARCH_AROUND]
    hexes = sorted(kit.geometry.centres, key=lambda cell: math.dist(kit.geometry.centres[cell], middle))[:HEXES]
    supply = GAME.supply({}, GAME.seats[:2])
    units = [look for look in supply if look.startswith("counter:mov")]
    march = {cell: tuple(units[number % len(units) : number % len(units) + 2]) for number, cell in enumerate(hexes)}
    top = TableTop(kit.geometry, kit.looks).with_supply([look for looks in march.values() for look in looks])
    watch = camera(pictures, "100x70", 1, GAME.id)
    in_doubt = []
    for hand in ARRANGEMENTS:
        lying = top.laid_out(march, random.Random(hand)).resting()
        seen = Eye(model).look(watch.take(lying, Faults(), 0.0), 0.0)
        assert not seen.hidden
        in_doubt += [(hand, cell) for cell in hexes if seen.evidence[cell].loglik(()) > PLAINLY]
    assert len(in_doubt) <= IN_DOUBT, in_doubt


def test_of_a_march_whose_counters_touch_each_is_told_by_its_tag(pictures: Path) -> None:
    printed = (("tags", "printed"),)
    kit, model = furnishing(pictures, "100x70", GAME.id, printed)
    middle = kit.geometry.centres["2415"]
    hexes = sorted(kit.geometry.centres, key=lambda cell: math.dist(kit.geometry.centres[cell], middle))[:48]
    hand = random.Random(5)
    march = dict(zip(hand.sample(hexes, 40), GAME.supply(dict(printed), GAME.seats)))
    top = TableTop(kit.geometry, kit.looks).laid_out({cell: (look,) for cell, look in march.items()}, hand)
    shutter, eye = camera(pictures, "100x70", 1, GAME.id, printed), Eye(model)
    eye.look(shutter.take([], Faults(), 0.0), 0.0)
    seen = eye.look(shutter.take(top.resting(), Faults(), 2.0), 2.0)
    told = {cell: likeliest(seen.evidence[cell], list(march.values())) for cell in march}
    assert sum(look == march[cell] for cell, look in told.items()) >= 38
    assert [cell for cell, look in told.items() if look not in (march[cell], None)] == []


def likeliest(evidence: Evidence, looks: Sequence[Look]) -> Look | None:
    """The look that one is told to be, ``None`` where that is left open."""
    first, second = sorted(looks, key=lambda look: -evidence.loglik((look,)))[:2]
    return first if evidence.loglik((first,)) - evidence.loglik((second,)) > -PLAINLY else None
