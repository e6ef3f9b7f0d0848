"""Judges cells that are open together: what may lie in one of them depends on what lies in the others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations

import msgspec

from engines.physical import Cell, Contents, Look
from vision.belief import Belief
from vision.weighing import Weighed

MOST_CELLS, MOST_DOUBTED, MOST_EACH, MOST_WAYS = 4, 8, 5, 48
"""Cells up to which it is tried what they may hold together, and up to which that makes sure ones doubtful and settles
no open one but those that were sure alone: of *Corteo*'s heaps as many were settled wrongly as rightly; how much is
tried in each of them, and how many of the likeliest ways are gone on with from one to the next, up to three cells
all."""
HARDLY = 7.0
"""Log weight by which something is less likely in a cell than the best, whatever lies in the others, from which it is
not tried."""


DOUBTED = 0.85
"""Probability, at most, of what is left open."""

Asked = Callable[[Cell, Mapping[Cell, Contents]], Weighed]
"""What may lie in a cell, by what is assumed of some others."""


def judged_jointly(
    cells: Mapping[Cell, Contents],
    held: Mapping[Cell, Contents],
    left_open: Collection[Cell],
    alone: Mapping[Cell, Contents],
    betrayed: Collection[Cell],
    ask: Asked,
) -> dict[Cell, Belief]:
    """What is believed of `cells`, of which some are `left_open`, each of which most likely holds the contents named by
    itself and `held` others. `alone`: what some surely hold by what is seen in each of them, whatever the others do.
    `betrayed`: those that a piece which is hardly seen may have left, or come to.

    The probability of all that cells may hold at once comes from what is likely in each by what the others hold
    (Brook's lemma; Besag, *Spatial interaction and the statistical analysis of lattice systems*, 1974).
    """
    options, usual = dict[Cell, list[Contents]](), dict[Cell, Contents]()
    for cell in cells:
        options[cell], usual[cell] = _options(cell, cells, ask)
    more = {cell: _if_another_differs(cell, options, usual, ask) for cell in options.keys() & set(betrayed)}
    options |= {cell: [*options[cell], *each] for cell, each in more.items()}
    judged: dict[Cell, Belief] = {}
    for group in [sorted(options)] if len(options) <= MOST_CELLS else _groups(options, held):
        if not 1 < len(group) <= MOST_DOUBTED:
            continue
        found = _together(group, options, usual, ask)
        if len(group) > MOST_CELLS:
            doubtful = (cell for cell in found.keys() & set(left_open) if found[cell].contents != alone.get(cell))
            found |= {cell: found[cell].at_most(DOUBTED) for cell in doubtful}
        judged |= found
    return judged


def _options(cell: Cell, cells: Mapping[Cell, Contents], ask: Asked) -> tuple[list[Contents], Contents]:
    """What a cell may hold, the likeliest first, whether the others hold what they seem to or nobody knows; and which
    of these it may hold in either case, what it seems to if that is one."""
    likely = dict[Contents, float]()
    either: set[Contents] | None = None
    for assumed in ({}, {other: each for other, each in cells.items() if other != cell}):
        weights = ask(cell, assumed).weights
        most = max(weights.values())
        either = weights.keys() & (weights.keys() if either is None else either)
        for contents, weight in weights.items():
            if weight > most - HARDLY:
                likely[contents] = max(likely.get(contents, -math.inf), weight - most)
    likely[cells[cell]] = 1.0
    options = sorted(likely, key=lambda contents: (-likely[contents], contents))[:MOST_EACH]
    return options, next((each for each in options if each in (either or ())), cells[cell])


def _if_another_differs(
    cell: Cell, options: Mapping[Cell, Sequence[Contents]], usual: Mapping[Cell, Contents], ask: Asked
) -> list[Contents]:
    """What a cell most likely holds if one of the others holds something else than it seems to, beside its options: a
    piece hardly ever leaves for nowhere."""
    as_seems = {other: each for other, each in usual.items() if other != cell}
    changed = ({**as_seems, other: each} for other in as_seems for each in options[other] if each != usual[other])
    more = {ask(cell, assumed).best for assumed in changed}
    return sorted(more - set(options[cell]))


def _groups(options: Mapping[Cell, Sequence[Contents]], held: Mapping[Cell, Contents]) -> list[list[Cell]]:
    """Cells to which, or from which, the same pieces may have come or gone."""
    moving = {cell: _moving(each, held[cell]) for cell, each in options.items()}
    group = {cell: {cell} for cell in options}
    for one, other in combinations(options, 2):
        if moving[one] & moving[other] and group[one] is not group[other]:
            group[one] |= group[other]
            for each in group[other]:
                group[each] = group[one]
    return [sorted(each) for each in {id(each): each for each in group.values()}.values()]


def _moving(options: Iterable[Contents], held: Contents) -> frozenset[Look]:
    """Looks of which a cell that `held` some may hold more or fewer by now."""
    return frozenset(look for each in options for look in difference(each, held))


def difference(one: Contents, other: Contents) -> Counter[Look]:
    """What either of these holds and the other does not."""
    return (Counter(one) - Counter(other)) | (Counter(other) - Counter(one))


def _together(
    group: Sequence[Cell], options: Mapping[Cell, Sequence[Contents]], likeliest: Mapping[Cell, Contents], ask: Asked
) -> dict[Cell, Belief]:
    """What is believed of the cells of a group by all that they may hold at once."""
    ways: dict[tuple[Contents, ...], float] = {(): 0.0}
    for number, cell in enumerate(group):
        after = {other: likeliest[other] for other in group[number + 1 :]}
        longer: dict[tuple[Contents, ...], float] = {}
        for chosen, weight in ways.items():
            weights = ask(cell, {**dict(zip(group, chosen)), **after}).weights
            usual = weights.get(likeliest[cell])
            if usual is None:
                return {}
            for contents in options[cell]:
                if contents in weights:
                    longer[(*chosen, contents)] = weight + weights[contents] - usual
        ways = dict(sorted(longer.items(), key=lambda way: (-way[1], way[0]))[:MOST_WAYS])
    best = max(ways, key=lambda way: (ways[way], way))
    odds = {way: math.exp(weight - ways[best]) for way, weight in ways.items()}
    total = math.fsum(odds.values())
    believed: dict[Cell, Belief] = {}
    for number, cell in enumerate(group):
        there = ask(cell, {other: each for other, each in zip(group, best) if other != cell})
        if there.best != best[number]:
            continue
        part = math.fsum(each for way, each in odds.items() if way[number] == best[number]) / total
        believed[cell] = msgspec.structs.replace(there.belief, p=part * _tried(there, options[cell]))
    return believed


def _tried(there: Weighed, options: Iterable[Contents]) -> float:
    """Probability that a cell holds one of the `options`, and nothing below that."""
    top = there.weights[there.best]
    tried = math.fsum(math.exp(there.weights[each] - top) for each in options if each in there.weights)
    total = math.fsum(math.exp(each - top) for each in there.weights.values()) + math.exp(there.neither - top)
    return tried / total * (1 - there.buried)
