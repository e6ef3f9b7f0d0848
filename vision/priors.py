"""How likely some pieces lie in a cell before one looks, by what lay there and what may have come or left."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache

from engines.physical import Contents, Look
from vision.traffic import Traffic

STAYS, MOVED = 0.95, 0.5
"""Probability that a cell that was looked at again holds what it held: most of what changes in a picture is light.
The second is for a cell in which something stands elsewhere than before, or no longer where it stood, or looks like
another piece."""
KNOWN = 0.999
"""The same for what set-up said of a cell, while nothing moved in it."""
LEFT, CAME, CHANGED = 0.4, 0.2, 0.1
"""Parts of the cells in which something moved: pieces left, came to the others, or are there for others, the rest
having stayed."""
AGAIN = 0.2
"""How much rarer it is each time that one more left or came between two looks."""
EMPTY = 0.85
"""Probability that a cell of which nothing is known is empty."""
SEVERAL, STILL_MORE = 0.04, 0.3
"""Probability of a second piece in a cell, against one piece, and of each after that: heaps are heaps."""


def priors_alone(looks: tuple[Look, ...], traffic: Traffic, own: Contents | None, stays: float) -> tuple[float, ...]:
    """Probability of each of `looks` lying alone in a cell that held `own`, before looking. Where nothing is known of
    other cells it is the same in all that held the same, as most of a board does."""
    each = _priors_anywhere if traffic.elsewhere is None else _priors_here
    return each(looks, traffic, own, stays)


def _priors_here(looks: tuple[Look, ...], traffic: Traffic, own: Contents | None, stays: float) -> tuple[float, ...]:
    return tuple(prior((look,), traffic, own, stays) for look in looks)


_priors_anywhere = lru_cache(maxsize=256)(_priors_here)


def prior(contents: Contents, traffic: Traffic, own: Contents | None, stays: float) -> float:
    """Probability of `contents` before looking, in a cell that held `own` (None: nobody knows)."""
    held, there = Counter(own or ()), Counter(contents)
    left, came = held - there, there - held
    anything = (1 - EMPTY) * math.exp(sum(further(len(contents)))) if contents else EMPTY
    change = traffic.change(left, came, held=own is not None) * traffic.finds(left, came) * traffic.affords(there, came)
    plain = anything * change / float(traffic.looks) ** (len(contents) - came.total())
    if own is None:
        return plain
    stayed, kept = stays if contents == own else 0.0, traffic.kept(left)
    if held and (stays == MOVED or came):  # where nothing stands elsewhere, what is below does not leave
        moved = _after_a_move(held, left, came, Counter(traffic.elsewhere or {}))
        plain = moved * change * kept + (1 - LEFT - CAME - CHANGED) * plain
    return (1 - stays) * plain + stayed * (1.0 if stays == KNOWN else kept)


def _after_a_move(before: Counter[Look], left: Counter[Look], came: Counter[Look], elsewhere: Counter[Look]) -> float:
    """Probability that so many of the pieces that were there `before` left and so many came, whichever they are; those
    that stand `elsewhere` now are told by that."""
    gone, come = left.total(), came.total()
    if not gone and not come:
        return 0.0
    told = left & elsewhere
    rest, others = before - told, left - told
    ways = math.comb(rest.total(), others.total())
    any_of = math.prod(math.comb(rest[look], many) for look, many in others.items()) / ways
    how = CHANGED if gone and come else LEFT if gone else CAME
    return how * AGAIN ** (max(gone, come) - 1) * any_of


def further(count: int) -> list[float]:
    """Log probability of each of `count` things lying in a cell, the ones before it being there."""
    return [0.0, math.log(SEVERAL), *([math.log(STILL_MORE)] * (count - 2))][:count]
