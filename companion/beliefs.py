"""What is believed to lie in each cell, given what was seen, what lay there and what should; and what else could.

Knows nothing of moves: which of the boards that could lie there makes sense is found out in `companion.reconcile`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from math import inf
from types import MappingProxyType

import msgspec

from companion.lying import Seen, in_hand, unexplained
from companion.repairs import body
from companion.sight import Ranked, Sight
from companion.stacks import Board, losses_in, out_of_sight
from engines.physical import Cell, Contents, Look, Placement

CHANGE_NATS = 3.0
"""What is expected is believed until something else is likelier by this much (20 : 1), so that glare flips no cell."""
SETUP_NATS = 6.0
"""The same while the board is laid out (400 : 1): nearly all lies where it should, and a right piece that is not
believed to be it cannot be mended, only a wrong one."""
SOFT_NATS = 6.0
"""Contents this much less likely than the best are still tried if the best make no sense."""
STRANGE_NATS = 5.0
"""How much less likely a piece of a colour that nobody plays is than one of those on the table."""
UNSEEN_NATS = 2.0
"""What contents lose, from which nothing at all is seen of the piece that they have more than what shows."""
CELLS_KEPT = 512
"""Conclusions of single cells that are kept."""
MAX_DOUBTS = 12
MAX_HYPOTHESES = 24
"""Doubts weighed, and boards tried beside the likeliest, those with one other cell first. Two doubtful cells with three
contents each need 8."""


class Doubt(msgspec.Struct, frozen=True, order=True):
    """Other contents that a cell could have, and the nats that they lose against what is believed."""

    loss: float
    cell: Cell
    contents: Contents


class Beliefs(msgspec.Struct, frozen=True):
    """What is believed of each notable cell, and the doubts, least loss first."""

    likely: dict[Cell, Contents]
    doubts: list[Doubt]


def believed(
    sight: Sight,
    wanted: Placement,
    lying: Mapping[Cell, Contents],
    looks: frozenset[Look],
    strange: frozenset[Look] = frozenset(),
    patience: float = CHANGE_NATS,
    uppermost: Mapping[Cell, Contents] = MappingProxyType({}),
) -> Beliefs:
    """What to believe of what is seen, taking what should lie or lay there for granted until beaten by `patience`.

    `uppermost`: what was seen of stacks of which the rest lay hidden.
    """
    cells = {*lying, *wanted.cells, *wanted.tolerated}
    options = {cell: frozenset([lying.get(cell, ()), *_wanted_in(wanted, cell)]) for cell in cells}
    likely: dict[Cell, Contents] = {}
    doubts: list[Doubt] = []
    notable = sight.notable(options, looks)
    for cell, ranked in notable.items():
        known = lying.get(cell, ()), wanted.contents(cell), uppermost.get(cell, ())
        likely[cell], others = _in_cell(ranked, *known, options.get(cell), strange, patience)
        doubts += (Doubt(loss, cell, contents) for loss, contents in others)
    for cell, contents in out_of_sight(notable, Board(likely, wanted, lying, sight.unseen)).items():
        doubts.append(Doubt(0.0, cell, likely[cell]))
        likely[cell] = contents
    return Beliefs(likely, sorted(doubts))


@lru_cache(maxsize=CELLS_KEPT)
def _in_cell(
    ranked: Ranked,
    stack: Contents,
    wanted: Contents,
    upper: Contents,
    options: frozenset[Contents] | None,
    strange: frozenset[Look],
    patience: float,
) -> tuple[Contents, tuple[tuple[float, Contents], ...]]:
    """What to believe first of a cell, and what else could lie there with the nats that it loses against that. Little
    changes from look to look: what was concluded of the others is kept."""
    losses = losses_in(ranked, stack, wanted, upper)
    first = _likeliest(losses, options or frozenset([()]), strange, patience)
    lost = ((losses[contents] - losses[first], contents) for contents in ranked.logliks if contents != first)
    return first, tuple(
        (max(loss, 0.0), contents)
        for loss, contents in lost
        if loss <= SOFT_NATS and not _came_unseen(contents, ranked, options)
    )


def _came_unseen(contents: Contents, ranked: Ranked, options: frozenset[Contents] | None) -> bool:
    """Whether they have more than is seen that neither lay nor should lie there: what comes lies on top, in sight."""
    if len(contents) <= len(ranked.best) or ranked.loss(contents) < UNSEEN_NATS:
        return False
    more, shown = Counter(contents), Counter(ranked.best)
    if shown - more:
        return False
    return all(more - shown - Counter(option) for option in options or ((),))


def _wanted_in(wanted: Placement, cell: Cell) -> Iterator[Contents]:
    for contents in (wanted.contents(cell), *wanted.tolerated.get(cell, ())):
        yield tuple(sorted(contents))


def _likeliest(
    losses: Mapping[Contents, float], options: frozenset[Contents], strange: frozenset[Look], patience: float
) -> Contents:
    """The contents to believe first: an option unless beaten by `patience`, and a whole stack rather than a part."""
    option = min(options, key=lambda contents: (losses.get(contents, inf), -len(contents), contents))
    if losses.get(option, inf) < patience:
        return option
    best = min(losses, key=lambda contents: losses[contents])
    if strange and not strange.isdisjoint(best):
        return min(losses, key=lambda contents: losses[contents] + STRANGE_NATS * _count(contents, strange))
    return best


def _count(contents: Contents, looks: frozenset[Look]) -> int:
    return sum(look in looks for look in contents)


def board_of(cells: Mapping[Cell, Contents], lying: Mapping[Cell, Contents], unseen: frozenset[Cell]) -> Seen:
    """A board with these contents of its visible cells."""
    return Seen({cell: contents for cell, contents in cells.items() if contents}, lying, unseen)


def likeliest_board(sight: Sight, wanted: Placement, looks: frozenset[Look], strange: frozenset[Look]) -> Seen:
    """The board as it most likely is: as wanted, where that is not clearly beaten.

    Of a stack that is set up the upper counter may be all that shows. `strange` are looks of pieces that do not belong
    to this game; they are believed only if nothing else comes near.
    """
    stacks = {cell: tuple(sorted(contents)) for cell, contents in wanted.cells.items()}
    beliefs = believed(sight, wanted, stacks, looks | strange, strange, SETUP_NATS)
    return board_of(beliefs.likely, {}, sight.unseen)


def hypotheses(
    first: Seen, wanted: Placement, lying: Mapping[Cell, Contents], beliefs: Beliefs, explained: bool
) -> Iterator[tuple[float, Seen]]:
    """Boards that could be what is seen beside the likeliest, each with the nats it loses against it: those that differ
    in one cell first, then those that do in two; where something changed rather than elsewhere, and as it should be
    rather than otherwise.

    Only what could help is tried: other contents of cells that changed, and elsewhere bodies that are missing or
    unexplained. Where the likeliest board is `explained` already, a piece's other side is no news.
    """
    changed = {cell for cell, contents in beliefs.likely.items() if not wanted.allows(cell, contents)}
    concerned = {body(piece.look) for piece in (*unexplained(first, wanted), *in_hand(first, wanted))}
    doubts: list[Doubt] = []
    for doubt in beliefs.doubts:
        now = Counter(map(body, beliefs.likely[doubt.cell]))
        then = Counter(map(body, doubt.contents))
        if now == then and (explained or doubt.cell not in changed):
            continue
        if doubt.cell in changed or not concerned.isdisjoint({*(now - then), *(then - now)}):
            doubts.append(doubt)
    doubts.sort(key=lambda one: (one.cell not in changed, not wanted.allows(one.cell, one.contents), one))
    doubts = doubts[:MAX_DOUBTS]
    pairs = [(one, two) for one, two in combinations(doubts, 2) if one.cell != two.cell]
    pairs.sort(key=lambda pair: (sum(one.cell not in changed for one in pair), sum(one.loss for one in pair)))
    for swap in [*((one,) for one in doubts), *pairs][:MAX_HYPOTHESES]:
        other = beliefs.likely | {one.cell: one.contents for one in swap}
        yield sum(one.loss for one in swap), board_of(other, lying, first.unseen)
