"""What pieces that came at once say of each other: where one look is missed, only one of them is it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from itertools import product

import msgspec

from engines.physical import Cell, Look
from vision.evidence import CellEvidence, Thing
from vision.traffic import FROM_BESIDE

HARDLY = 6.0
"""Log likelihood by which a look is less likely than the best from which what left another cell is not it."""
MOST = 5
"""Things that came at once up to which all that they may be together is tried."""


def exchanged(came: Mapping[Cell, CellEvidence], missed: Counter[Look]) -> Mapping[Cell, CellEvidence]:
    """What is seen in cells to which one thing each `came`, every look of it being as likely as what is seen of the
    others allows, each being one of those that are `missed` or, rarely, from beside the board.

    Two pieces of one colour, told from each other by little, are told twice: by what each of them looks like itself,
    and by what the other one does.
    """
    cells = sorted(came)
    options = [_options(came[cell].things[0], missed) for cell in cells]
    if not 1 < len(cells) <= MOST or not all(options):
        return came
    sums: list[dict[Look, float]] = [dict.fromkeys(each, 0.0) for each in options]
    for chosen in product(*options):
        more = (Counter(chosen) - missed).total()
        off = [came[cell].things[0].looks[look] - came[cell].things[0].best for cell, look in zip(cells, chosen)]
        weight = FROM_BESIDE**more * math.exp(math.fsum(off))
        for each, look, own in zip(sums, chosen, off):
            each[look] += weight * math.exp(-own)
    return {cell: _told(came[cell], each) for cell, each in zip(cells, sums)}


def _options(thing: Thing, missed: Counter[Look]) -> list[Look]:
    """Looks of those that are `missed` that a thing may well have."""
    return [look for look, value in thing.looks.items() if look in missed and value > thing.best - HARDLY]


def _told(evidence: CellEvidence, others: Mapping[Look, float]) -> CellEvidence:
    """The same evidence of one thing, each look being as likely beside that as the `others` make it (weights)."""
    most = max(others.values())
    less = {look: math.log(weight / most) for look, weight in others.items()}
    (thing,) = evidence.things
    looks = {look: value + less.get(look, 0.0) for look, value in thing.looks.items()}
    return msgspec.structs.replace(evidence, things=(msgspec.structs.replace(thing, looks=looks),))
