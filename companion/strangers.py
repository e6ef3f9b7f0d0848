"""Pieces of colours that nobody plays, left on the board while a game is on: reading moves leaves them aside.

Reading knows only the pieces in play, for the more colours it must think of the easier one is mistaken for another. So
a strange piece is looked for apart, with a memory of its own, and only ever leads to a request to take it off.
"""

from __future__ import annotations

import msgspec

from companion.beliefs import believed
from companion.lying import BoardMap
from companion.readings import Ambiguous, Breach, Moved, Reading, Repair, TakenBack
from companion.reconcile import Findings
from companion.sight import Sight
from engines.physical import Look, Lying, Placement


def strangers(
    sight: Sight, wanted: Placement, lying: BoardMap, looks: frozenset[Look], strange: frozenset[Look]
) -> tuple[Lying, ...]:
    """Strange pieces that most likely lie on the board. `sight` should be asked for nothing else: it remembers."""
    if not strange or sight.blind or not sight.anything:
        return ()
    likely = believed(sight, wanted, lying, looks | strange, strange).likely
    return tuple(Lying(cell, look) for cell in sorted(likely) for look in likely[cell] if look in strange)


def with_strangers(findings: Findings, found: tuple[Lying, ...]) -> Findings:
    """`findings` with a breach for each strange piece, instead of one that took it for a piece in play.

    While something happens on the board nothing is added.
    """
    if not found or any(isinstance(reading, Moved | TakenBack | Ambiguous) for reading in findings.all):
        return findings
    cells = {piece.cell for piece in found}
    kept = [reading for reading in findings.all if not (isinstance(reading, Breach) and _mistaken(reading, cells))]
    strange = [Breach((), (), (Repair("take_off", piece.look, piece.cell),)) for piece in found]
    breaches = [reading for reading in kept if isinstance(reading, Breach)]
    others = [reading for reading in kept if not isinstance(reading, Breach)]
    ordered: list[Reading] = [*breaches, *strange, *others]
    return msgspec.structs.replace(findings, reading=ordered[0], rest=tuple(ordered[1:]))


def _mistaken(breach: Breach, cells: set[str]) -> bool:
    """Whether a breach that nothing explains is about a piece in one of `cells`."""
    return not breach.violations and any(repair.origin in cells for repair in breach.repairs)
