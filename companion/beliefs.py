"""What is believed to lie in each cell, given what was seen, what lay there and what should; and what else could.

Knows nothing of moves: which of the boards that could lie there makes sense is found out in `companion.reconcile`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

import msgspec

from companion.lying import Seen, in_hand, unexplained
from companion.repairs import body
from companion.sight import Ranked, Sight
from engines.physical import Cell, Contents, Look, Placement

CHANGE_NATS = 3.0
"""What is expected is believed until something else is likelier by this much (20 : 1), so that glare flips no cell."""
SOFT_NATS = 6.0
"""Contents this much less likely than the best are still tried if the best make no sense."""
STRANGE_NATS = 5.0
"""How much less likely a piece of a colour that nobody plays is than one of those on the table."""
BENEATH_NATS = 6.0
"""How much less likely a counter may be that lay below the one that is seen; a hidden one costs the eye 5."""
COVERING = "counter:"
"""Looks of flat pieces of one size, that lie upon each other and hide what is below."""
UNSEEN_NATS = 2.0
"""What contents lose, from which nothing at all is seen of the piece that they have more than what shows."""
MAX_DOUBTS = 12
MAX_HYPOTHESES = 16
"""Doubts weighed, and boards tried beside the likeliest. Two doubtful cells with three contents each need 8."""


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
) -> Beliefs:
    """What to believe of what is seen, taking what should lie or lay there for granted until clearly beaten."""
    cells = {*lying, *wanted.cells, *wanted.tolerated}
    options = {cell: frozenset([lying.get(cell, ()), *_wanted_in(wanted, cell)]) for cell in cells}
    likely: dict[Cell, Contents] = {}
    doubts: list[Doubt] = []
    notable = sight.notable(options, looks)
    for cell, ranked in notable.items():
        stack = lying.get(cell, ())
        if _hides(ranked.best, stack) and ranked.loss(stack) < BENEATH_NATS:
            likely[cell] = stack
            doubts.append(Doubt(0.0, cell, ranked.best))
            continue
        likely[cell], price = _likeliest(ranked, options.get(cell, frozenset([()])), strange)
        for contents in ranked.logliks:
            loss = ranked.loss(contents) - price
            if contents != likely[cell] and loss <= SOFT_NATS and not _came_unseen(contents, ranked, options.get(cell)):
                doubts.append(Doubt(max(loss, 0.0), cell, contents))
    likely |= _come_to_light(notable, likely, wanted, lying)
    for cell, stack in _buried(notable, likely, wanted, lying, sight.unseen).items():
        doubts.append(Doubt(0.0, cell, likely[cell]))
        likely[cell] = stack
    return Beliefs(likely, sorted(doubts))


def _came_unseen(contents: Contents, ranked: Ranked, options: frozenset[Contents] | None) -> bool:
    """Whether they have more than is seen that neither lay nor should lie there: what comes lies on top, in sight."""
    if len(contents) <= len(ranked.best) or ranked.loss(contents) < UNSEEN_NATS:
        return False
    more, shown = Counter(contents), Counter(ranked.best)
    if shown - more:
        return False
    return all(more - shown - Counter(option) for option in options or ((),))


def _come_to_light(
    notable: Mapping[Cell, Ranked], likely: Mapping[Cell, Contents], wanted: Placement, lying: Mapping[Cell, Contents]
) -> dict[Cell, Contents]:
    """Cells that show what they should, where something else lay too that is seen where it should lie by now."""
    clear = {
        cell: ranked.best
        for cell, ranked in notable.items()
        if likely[cell] != ranked.best and likely[cell] == lying.get(cell) and wanted.allows(cell, ranked.best)
    }
    if not clear:
        return {}
    arrived = Counter[Look]()
    for cell, shown in likely.items():
        arrived += (Counter(shown) - Counter(lying.get(cell, ()))) & Counter(wanted.contents(cell))
    return {cell: shown for cell, shown in clear.items() if Counter(likely[cell]) - Counter(shown) <= arrived}


def _buried(
    notable: Mapping[Cell, Ranked],
    likely: Mapping[Cell, Contents],
    wanted: Placement,
    lying: Mapping[Cell, Contents],
    unseen: frozenset[Cell],
) -> dict[Cell, Contents]:
    """Stacks that the table waits for and whose upper counter is seen, where what is missing lies nowhere else.

    A counter that is put exactly on another, or below it, cannot be seen to have come: that it is gone from where it
    was must do.
    """
    stacks = {
        cell: stack
        for cell, contents in wanted.cells.items()
        if len(contents) > 1 and likely.get(cell) and _hides(likely[cell], stack := tuple(sorted(contents)))
        if notable[cell].loss(stack) < BENEATH_NATS
    }
    if not stacks:
        return {}
    astray = Counter[Look]()
    for cell in {*likely, *lying}:
        shown, right = lying.get(cell, ()) if cell in unseen else likely.get(cell, ()), wanted.contents(cell)
        if shown and shown != right:
            astray += Counter(map(body, shown)) - Counter(map(body, right))
    return {
        cell: stack
        for cell, stack in stacks.items()
        if not any(astray[body(look)] for look in Counter(stack) - Counter(likely[cell]))
    }


def _hides(shown: Contents, stack: Contents) -> bool:
    """Whether what is shown may be the upper part of what was accepted as lying there."""
    if not shown or len(stack) <= len(shown) or Counter(shown) - Counter(stack):
        return False
    return all(look.startswith(COVERING) for look in stack)


def _wanted_in(wanted: Placement, cell: Cell) -> Iterator[Contents]:
    for contents in (wanted.contents(cell), *wanted.tolerated.get(cell, ())):
        yield tuple(sorted(contents))


def _likeliest(ranked: Ranked, options: frozenset[Contents], strange: frozenset[Look]) -> tuple[Contents, float]:
    """The contents to believe first, an option unless clearly beaten, and the nats by which the best beat them."""
    option = min(options, key=lambda contents: (ranked.loss(contents), contents))
    loss = ranked.loss(option)
    if loss < CHANGE_NATS:
        return option, loss
    if strange and not strange.isdisjoint(ranked.best):
        known = min(
            ranked.logliks, key=lambda contents: ranked.loss(contents) + STRANGE_NATS * _count(contents, strange)
        )
        return known, ranked.loss(known)
    return ranked.best, 0.0


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
    beliefs = believed(sight, wanted, stacks, looks | strange, strange)
    return board_of(beliefs.likely, {}, sight.unseen)


def hypotheses(
    first: Seen, wanted: Placement, lying: Mapping[Cell, Contents], beliefs: Beliefs, explained: bool
) -> Iterator[tuple[float, Seen]]:
    """Boards that could be what is seen beside the likeliest, each with the nats it loses against it, least first.

    Only what could help is tried: other contents of cells that changed, and elsewhere bodies that are missing or
    unexplained. Where the likeliest board is `explained` already, a piece's other side is no news.
    """
    concerned = {body(piece.look) for piece in (*unexplained(first, wanted), *in_hand(first, wanted))}
    doubts: list[Doubt] = []
    for doubt in beliefs.doubts:
        same = sorted(map(body, doubt.contents)) == sorted(map(body, beliefs.likely.get(doubt.cell, ())))
        changed = not wanted.allows(doubt.cell, beliefs.likely.get(doubt.cell, ()))
        if same and (explained or not changed):
            continue
        below = Counter(beliefs.likely.get(doubt.cell, ())) - Counter(doubt.contents)
        if changed or not concerned.isdisjoint(map(body, (*doubt.contents, *below))):
            doubts.append(doubt)
    doubts = doubts[:MAX_DOUBTS]
    swaps = [(one.loss, {one.cell: one.contents}) for one in doubts]
    for one, two in combinations(doubts, 2):
        if one.cell != two.cell:
            swaps.append((one.loss + two.loss, {one.cell: one.contents, two.cell: two.contents}))
    for loss, swap in sorted(swaps, key=lambda swap: swap[0])[:MAX_HYPOTHESES]:
        yield loss, board_of(beliefs.likely | swap, lying, first.unseen)
