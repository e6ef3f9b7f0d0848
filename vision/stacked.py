"""Pieces that the rules let lie upon each other: what their stacking limit, and what sticks out beside them, say of how
many there are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np

from engines.physical import Contents
from vision.belief import Belief
from vision.board_model import BoardModel
from vision.evidence import Thing
from vision.traffic import Traffic

TOO_MANY = 0.05
"""How much rarer pieces lie upon each other with each one more than the rules let: the referee must see it."""
BURIED = (1.5, 0.15), (6.5, 0.55), (13.0, 0.9), (23.0, 3.5), (40.0, 15.0)
"""Areas (mm²) around a piece that nothing explains, and how many times as often that much is left where another lies
below it as where it lies alone: of *Corteo*'s counters, 37 and 208, of which a single one was found, in five bins."""
BURIED_DRAWN = (
    (0.0, 0.03), (0.5, 0.1), (1.0, 1.0), (2.5, 1.4), (5.0, 2.0), (8.0, 5.0), (13.0, 15.0), (23.0, 30.0), (40.0, 60.0),
)  # fmt: skip
"""The same around a counter whose drawing is recognised: 111 and 851, in ten bins, smoothed."""

KEPT = (4.0, 1.0), (8.0, 5.0), (15.0, 15.0)
"""Areas (mm²) around a newcomer that look as they did before it came, and how many times as often that much does where
what lay there lies below it now as where that has gone: of 26 of the first 15 had more than 8, of 23 of the others, and
97 that came to empty places, none."""


def is_stack(contents: Contents, model: BoardModel) -> bool:
    """Whether all of `contents` may lie upon others of their kind."""
    return all(look in model.bodies and model.bodies[look].stacking > 1 for look in contents)


def by_limit(contents: Contents, model: BoardModel) -> float:
    """Log of how rarely so many pieces as `contents` lie in one place, by their stacking limit."""
    if len(contents) < 2:
        return 0.0
    limits = Counter(model.bodies[look].stacking for look in contents if look in model.bodies)
    more = sum(max(0, count - limit) for limit, count in limits.items() if limit > 1)
    return more * math.log(TOO_MANY)


def sticks_out(things: Sequence[Thing]) -> float:
    """Log of how many times as often as much is left unexplained around one of `things` where another lies below it."""
    return max((_beside(thing) for thing in things), default=0.0)


def remains(things: Sequence[Thing]) -> float:
    """Log of how many times as often as much around one of `things` looks as before it came where what lay there lies
    below it."""
    areas, times = zip(*KEPT)
    return float(np.interp(max((thing.kept_mm2 for thing in things), default=0.0), areas, np.log(times)))


def buried(
    contents: Contents,
    things: Sequence[Thing],
    before: Belief | None,
    traffic: Traffic,
    model: BoardModel,
    shaded: float,
) -> float:
    """Probability that below what lies in a cell in which something moved lies one more, by what is seen of `things`
    and of their shadow, which says that as much as `shaded` (log likelihood).

    Pieces of a kind lie upon each other up to its stacking limit.
    """
    limits = [model.bodies[look].stacking if look in model.bodies else 0 for look in contents]
    if not contents or min(limits) <= len(contents):
        return 0.0
    likely = traffic if before is not None else msgspec.structs.replace(traffic, company=None)
    came = Counter(contents) - Counter(() if before is None else before.contents)
    accompanied = likely.accompanied(came)
    shows = math.exp((sticks_out(things) if things else math.log(BURIED[0][1])) + shaded)
    return accompanied * shows / (1 - accompanied + accompanied * shows)


def _beside(thing: Thing) -> float:
    areas, times = zip(*(BURIED_DRAWN if thing.drawn else BURIED))
    return float(np.interp(thing.beside_mm2, areas, np.log(times)))
