"""Counters that lie upon each other: only the upper one is seen, and what lies below it is known by what was.

A counter that is put exactly on another, or below it, cannot be seen to have come, nor one that was drawn from below to
have gone: where else it lies, and what the table waits for, must do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import inf

import msgspec

from companion.repairs import body
from companion.sight import Ranked, Sight
from engines.physical import Cell, Contents, Look, Placement

NEAR_NATS = 3.0
"""What loses less than this (20 : 1) may be what is seen."""
BENEATH_NATS = 6.0
"""How much less likely a counter may be that lay below the one that is seen; a hidden one costs the eye 5."""
UNCOVERED_NATS = 2.0
"""How much less likely it is that a counter took the place of another than that it was put upon it, and that one was
taken from below another than that it still lies there."""
REORDERED_NATS = 4.0
"""How much less likely it is that the upper counter of a stack was put below the others than that it was taken away."""
COVERING = "counter:"
"""Looks of flat pieces of one size, that lie upon each other and hide what is below."""


def losses_in(ranked: Ranked, stack: Contents, wanted: Contents, uppermost: Contents) -> dict[Contents, float]:
    """The nats that contents of a cell lose, where `stack` was accepted: it may lie below what is seen, though hardly
    what was `uppermost` of it."""
    losses = {contents: ranked.loss(contents) for contents in ranked.logliks}
    uppers = _uppers(ranked, stack)
    for upper, loss in uppers.items():
        if Counter(uppermost) - Counter(upper):
            uppers[upper] = loss + REORDERED_NATS
        else:
            losses[upper] = loss + UNCOVERED_NATS
    losses[stack] = min([ranked.loss(stack), *uppers.values()])
    if not stack or not _are_covering(stack) or Counter(stack) - Counter(wanted):
        return losses
    for contents in ranked.logliks:
        if len(contents) <= len(stack):
            continue
        shown = tuple(sorted((Counter(contents) - Counter(stack)).elements()))
        if shown == stack or len(shown) + len(stack) != len(contents):
            continue
        if shown in (uppers := _uppers(ranked, contents)):
            losses[contents] = min(losses[contents], uppers[shown])
            losses[shown] = uppers[shown] + UNCOVERED_NATS
    return losses


class Board(msgspec.Struct, frozen=True):
    """What is `likely` to lie in each cell by what is seen, what should (`wanted`), what was accepted as `lying` there,
    and which cells nobody sees now."""

    likely: Mapping[Cell, Contents]
    wanted: Placement
    lying: Mapping[Cell, Contents]
    unseen: frozenset[Cell]


def out_of_sight(notable: Mapping[Cell, Ranked], board: Board) -> dict[Cell, Contents]:
    """What cells hold instead of what is likely, as the table waits for it and nothing that is seen speaks against
    it: counters that went from below others, and such as went there."""
    bare, stacks = _bare(notable, board), _stacks(notable, board)
    if not bare and not stacks:
        return {}
    arrived = Counter[Look]()
    for cell, shown in board.likely.items():
        arrived += (Counter(shown) - Counter(board.lying.get(cell, ()))) & Counter(board.wanted.contents(cell))
    buried = _buried(stacks, bare, board)
    for cell, stack in buried.items():
        arrived += Counter(stack) - Counter(board.likely[cell])
    gone = {cell: shown for cell, shown in bare.items() if Counter(board.likely[cell]) - Counter(shown) <= arrived}
    return gone | (buried if gone == bare else _buried(stacks, gone, board))


def uppers_seen(sight: Sight, stacks: Mapping[Cell, Contents], looks: frozenset[Look]) -> dict[Cell, Contents]:
    """What is seen of those `stacks` of which the rest lies hidden."""
    found: dict[Cell, Contents] = {}
    for cell, stack in stacks.items():
        if len(stack) > 1 and sight.visible(cell):
            ranked = sight.ranked(cell, [stack], looks)
            uppers = _uppers(ranked, stack)
            upper = min(uppers, key=lambda shown: (uppers[shown], shown), default=stack)
            if uppers.get(upper, inf) < ranked.loss(stack):
                found[cell] = upper
    return found


def uppers_known(
    known: Mapping[Cell, Contents],
    lying: Mapping[Cell, Contents],
    board: Mapping[Cell, Contents],
    sight: Sight,
    looks: frozenset[Look],
) -> dict[Cell, Contents]:
    """What is known to be the upper part of the stacks that were accepted as `lying`: what is seen of those that the
    `board` shows now, and what was `known` of the others. A stack of which a single counter is left is none any more:
    what was upon it says nothing of one that is built there anew."""
    whole = {cell: stack for cell, stack in lying.items() if board.get(cell) == stack}
    apart = {cell: upper for cell, upper in known.items() if cell in lying.keys() - whole.keys()}
    return apart | uppers_seen(sight, whole, looks)


def _bare(notable: Mapping[Cell, Ranked], board: Board) -> dict[Cell, Contents]:
    """Cells that show what they should, where something else lay too."""
    return {
        cell: shown
        for cell, ranked in notable.items()
        if board.likely[cell] == board.lying.get(cell) and not board.wanted.allows(cell, board.likely[cell])
        if (shown := _shown_of(ranked, board.wanted, cell)) is not None
    }


def _shown_of(ranked: Ranked, wanted: Placement, cell: Cell) -> Contents | None:
    """What a cell shows of all that may lie there, if nothing is clearly likelier."""
    near = (contents for contents in ranked.logliks if ranked.loss(contents) < NEAR_NATS)
    return next((contents for contents in near if wanted.allows(cell, contents)), None)


def _stacks(notable: Mapping[Cell, Ranked], board: Board) -> dict[Cell, Contents]:
    """Stacks that the table waits for and whose upper counter is seen."""
    stacks: dict[Cell, Contents] = {}
    for cell, contents in board.wanted.cells.items():
        stack = tuple(sorted(contents))
        uppers = _uppers(notable[cell], stack) if board.likely.get(cell, stack) not in (stack, ()) else {}
        if min(uppers.values(), default=inf) < NEAR_NATS:
            stacks[cell] = stack
    return stacks


def _buried(stacks: Mapping[Cell, Contents], bare: Mapping[Cell, Contents], board: Board) -> dict[Cell, Contents]:
    """Those of `stacks` of which what is missing lies nowhere else, where the cells of `bare` hold only that."""
    if not stacks:
        return {}
    likely, astray = {**board.likely, **bare}, Counter[Look]()
    for cell in {*likely, *board.lying}:
        shown = board.lying.get(cell, ()) if cell in board.unseen else likely.get(cell, ())
        right = board.wanted.contents(cell)
        if shown and shown != right:
            astray += Counter(map(body, shown)) - Counter(map(body, right))
    return {
        cell: stack
        for cell, stack in stacks.items()
        if not any(astray[body(look)] for look in Counter(stack) - Counter(likely[cell]))
    }


def _uppers(ranked: Ranked, stack: Contents) -> dict[Contents, float]:
    """What may be the upper part of a stack and hide the rest of it, with the nats that each loses to the best."""
    if len(stack) < 2 or not _are_covering(stack):
        return {}
    below = ranked.loss(stack) - BENEATH_NATS
    return {
        shown: loss
        for shown in ranked.logliks
        if shown and len(shown) < len(stack) and not Counter(shown) - Counter(stack)
        if (loss := ranked.loss(shown)) > below
    }


def _are_covering(contents: Contents) -> bool:
    return all(look.startswith(COVERING) for look in contents)
