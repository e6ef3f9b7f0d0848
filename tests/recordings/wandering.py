"""Evenings without rules, for recordings: pieces go anywhere near, one a frame."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import msgspec

from engines.physical import Cell, Look
from vision.virtual.evening import Scene
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit


def wander(
    kit: Kit,
    start: Mapping[Cell, Sequence[Look]],
    moves: int,
    seed: int,
    faults: Faults | None = None,
    hands: Sequence[int] = (),
) -> list[Scene]:
    """An evening without rules: the empty board and `start` are known, then one piece a frame moves a few cells.

    `faults` hold all evening (but paper and hands stay away from the two known frames, and no frame is
    frozen or dropped); the frames numbered in `hands`, counted from the first move, have an arm over the board.
    """
    hand = random.Random(seed)
    always = faults or Faults()
    tidy = msgspec.structs.replace(always, covered_corner=0.0, hand=0.0)
    placement = {cell: list(looks) for cell, looks in start.items()}
    scenes = [Scene({}, tidy, known=True), Scene(dict(start), tidy, known=True)]
    for number in range(moves):
        origin = hand.choice(sorted(placement))
        x, y = kit.geometry.centres[origin]
        reach = sorted(
            kit.geometry.centres,
            key=lambda cell: abs(kit.geometry.centres[cell][0] - x) + abs(kit.geometry.centres[cell][1] - y),
        )[1:19]
        look = placement[origin].pop(hand.randrange(len(placement[origin])))
        if not placement[origin]:
            del placement[origin]
        placement.setdefault(hand.choice(reach), []).append(look)
        reaching = msgspec.structs.replace(always, hand=hand.uniform(0.4, 0.95)) if number in hands else always
        scenes.append(Scene({cell: tuple(looks) for cell, looks in placement.items()}, reaching))
    return scenes
