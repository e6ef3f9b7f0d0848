"""The set-up assistant: what is still wrong with the board before the game, whatever lies on it."""

from __future__ import annotations

from companion.beliefs import likeliest_board
from companion.lying import Seen
from companion.readings import Agrees, Blind, Owes
from companion.reconcile import Findings, difference
from companion.repairs import Distance, mending
from companion.sight import Sight
from engines.physical import Look, Placement


class SetUp(Findings, frozen=True):
    """Findings before the game; `right` once every piece lies where it should, in full view."""

    right: bool = False


def set_up_findings(
    sight: Sight, wanted: Placement | None, looks: frozenset[Look], strange: frozenset[Look], distance: Distance
) -> SetUp:
    """What to put, move, turn or take off until the board is as `wanted` (``None``: nobody knows yet).

    `looks` are those of the pieces in play, `strange` those of all others.
    """
    if sight.blind:
        return SetUp(Blind(sight.blind))
    if wanted is None or not sight.anything:
        return SetUp(Agrees())
    seen: Seen = likeliest_board(sight, wanted, looks, strange)
    change = difference(seen, wanted)
    if change:
        return SetUp(Owes(mending(change, distance)), (), seen)
    return SetUp(Agrees(), (), seen, right=not any(cell in seen.unseen for cell in wanted.cells))
