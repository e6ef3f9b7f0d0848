"""What lies on the board against what was accepted and what is wanted: differences counted piece by piece.

Pure functions over three boards: what the sensors show and what was accepted before (both in `Seen`), and the
engine's placement, here called wanted. Accepted and wanted differ by the open debts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from companion.repairs import body
from engines.physical import Cell, Contents, Look, Lying, Placement

BoardMap: TypeAlias = Mapping[Cell, Contents]


class Seen(msgspec.Struct, frozen=True):
    """What is seen now, holding boxes folded, beside what was accepted as lying there before.

    `cells` are the visible cells that show something; `unseen` cells cannot be judged, whatever lies there.
    """

    cells: BoardMap
    lying: BoardMap
    unseen: frozenset[Cell] = frozenset()

    def shows(self, cell: Cell) -> Contents:
        """What `cell` shows; for a cell that cannot be judged what was accepted."""
        return self.lying.get(cell, ()) if cell in self.unseen else self.cells.get(cell, ())

    @property
    def board(self) -> dict[Cell, Contents]:
        """Everything that is seen or, where nothing can be, was accepted."""
        return {cell: shown for cell in sorted({*self.cells, *self.lying}) if (shown := self.shows(cell))}


def unexplained(seen: Seen, wanted: Placement) -> tuple[Lying, ...]:
    """Pieces that arrived where neither the engine wants them nor they were accepted before.

    A piece that still lies where it was is never among them: that is a debt, not a move.
    """
    found: list[Lying] = []
    for cell, contents in seen.cells.items():
        if contents == seen.lying.get(cell, ()) or wanted.allows(cell, contents):
            continue
        was, want, now = Counter(seen.lying.get(cell, ())), Counter(wanted.contents(cell)), Counter(contents)
        for look, count in sorted(now.items()):
            found += [Lying(cell, look)] * max(0, count - max(was[look], want[look]))
    return tuple(found)


def absent(seen: Seen, wanted: Placement) -> tuple[Lying, ...]:
    """Pieces that the engine wants in visible cells that do not show them."""
    found: list[Lying] = []
    for cell, contents in wanted.cells.items():
        if cell not in seen.unseen and not wanted.allows(cell, seen.cells.get(cell, ())):
            missing = Counter(contents) - Counter(seen.cells.get(cell, ()))
            found += [Lying(cell, look) for look in missing.elements()]
    return tuple(sorted(found))


def in_hand(seen: Seen, wanted: Placement) -> tuple[Lying, ...]:
    """Pieces that lay where they should and are gone from there."""
    found: list[Lying] = []
    for piece in dict.fromkeys(absent(seen, wanted)):
        lay = seen.lying.get(piece.cell, ()).count(piece.look)
        accepted_there = min(lay, wanted.contents(piece.cell).count(piece.look))
        found += [piece] * max(0, accepted_there - seen.cells.get(piece.cell, ()).count(piece.look))
    return tuple(found)


def owed(lying: BoardMap, wanted: Placement) -> dict[Cell, Contents]:
    """Cells where the accepted board differs from the engine's, with what was accepted there: the open debts."""
    cells = sorted({*lying, *wanted.cells})
    return {cell: lying.get(cell, ()) for cell in cells if not wanted.allows(cell, lying.get(cell, ()))}


def calls_off(before: Placement, wanted: Placement) -> bool:
    """Whether what `before` announced, so that before and after of it were right, is no longer to be on the board."""
    return any(not wanted.allows(cell, before.contents(cell)) for cell in before.tolerated)


def came_late(seen: Seen, wanted: Placement, announced: Placement) -> dict[Cell, Contents] | None:
    """What counts as lying where pieces arrived for an announcement that was called off before they were seen.

    They came as `announced` still allowed: what they have to do now is to go back. ``None`` where none came.
    """
    cells = announced.tolerated
    late = (piece.cell for piece in unexplained(seen, wanted) if piece.cell in cells)
    if not any(announced.allows(cell, seen.shows(cell)) for cell in late):
        return None
    then = accepted(seen, announced)
    lying = {cell: (then if cell in cells else seen.lying).get(cell, ()) for cell in {*seen.lying, *cells}}
    return {cell: contents for cell, contents in lying.items() if contents}


def lies_as(wanted: Placement, cells: Iterable[Cell], seen: Seen) -> bool:
    """Whether all of `cells` can be judged and show what is `wanted` there."""
    return all(cell not in seen.unseen and wanted.allows(cell, seen.shows(cell)) for cell in cells)


def accepted(seen: Seen, wanted: Placement) -> dict[Cell, Contents]:
    """What is taken to lie on the board after `seen` was read with `wanted` as the engine's board.

    Pieces that arrived where they are wanted are accepted. What is in a hand, or moved against the rules, still counts
    as lying where it was: back there it is right again. A debt ends when its piece is seen where it is wanted.
    """
    after: dict[Cell, Counter[Look]] = {}
    gone: list[Lying] = []
    for cell in {*seen.lying, *seen.cells}:
        was = Counter(seen.lying.get(cell, ()))
        if cell in seen.unseen:
            after[cell] = was
            continue
        contents = seen.cells.get(cell, ())
        now, want = Counter(contents), Counter(wanted.contents(cell))
        if wanted.allows(cell, contents):
            after[cell] = now
        else:
            after[cell] = +Counter({look: _kept(was[look], want[look], now[look]) for look in was | now})
        gone += [Lying(cell, look) for look in (was - after[cell]).elements()]
    for piece in sorted(gone):
        name = body(piece.look)
        if _count(after.values(), name) < _count((Counter(looks) for looks in wanted.cells.values()), name):
            after[piece.cell][piece.look] += 1
    return {cell: tuple(sorted(pieces.elements())) for cell, pieces in after.items() if pieces.total()}


def _kept(was: int, want: int, now: int) -> int:
    """How many like pieces count as lying in a cell."""
    return max(min(now, max(was, want)), min(was, want))


def _count(cells: Iterable[Counter[Look]], name: Look) -> int:
    """How many pieces of a body lie in all cells together."""
    return sum(count for looks in cells for look, count in looks.items() if body(look) == name)
