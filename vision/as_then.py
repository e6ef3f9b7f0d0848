"""Sets cells back to what was plainly seen in them where that is seen to lie there still, wholly or below an arm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.physical import Cell
from vision.board_model import BoardModel
from vision.evidence import CellEvidence
from vision.findings import Findings
from vision.found import Found
from vision.ground import Ground
from vision.plain_view import PlainView
from vision.spots import parts, standing_in
from vision.still_standing import Vanished, as_left, standing_still, vanished
from vision.touched import Touched
from vision.view import View


class AsThen:
    """Tells which cells hold what was plainly seen in them, by a view of the present, and sets their findings back."""

    def __init__(
        self, model: BoardModel, ground: Ground, plain: PlainView, findings: Findings, touched: Touched
    ) -> None:
        self.model = model
        self._ground, self._plain, self._findings, self._touched = ground, plain, findings, touched

    def plainly(self, cells: frozenset[Cell], view: View) -> dict[Cell, CellEvidence]:
        """Evidence of those of `cells` that look as they did when nothing hung over the board, or all that something
        leaves to be seen of them does: they are judged as they were then, and not by what is left, or by what light or
        a nudge makes of them now. Not those in which what covers the board may be pieces, or have one at its edge."""
        amid = parts(self.model, view.cover.islands, view.rect)
        apart = frozenset(cell for cell in cells if not amid[self.model.index[cell]])
        exactly = not self._ground.overhung(view)
        if not exactly:
            apart -= self._touched.swallowed(apart, view)
        same = self._plain.unchanged(apart, view, self._ground.floor.tones(view.rect), exactly)
        return self.set_back(same)

    def without_spilt(self, found: list[Found], cells: frozenset[Cell], view: View) -> list[Found]:
        """`found` when `cells` were looked at, but for what would stand in others that look as they plainly did while
        nothing hangs over the board: nothing came there."""
        beyond = frozenset(thing.cell for thing in found) - cells
        if not beyond or self._ground.overhung(view):
            return found
        same = self._plain.unchanged(beyond, view, self._ground.floor.tones(view.rect), exactly=True)
        return [thing for thing in found if thing.cell not in same]

    def vanished(self, cells: frozenset[Cell], view: View, found: Iterable[Found]) -> Vanished:
        """What became of what stood in those of `cells` in which nothing is `found` below what hangs over the board:
        where it stands still it has another colour in the arm's shade; where it may, nobody can tell. Nothing did where
        nothing hangs there."""
        if not self._ground.overhung(view):
            return Vanished()
        others = [*found, *standing_in(self._findings.found, view.rect, but=cells)]
        return vanished(self._plain, cells, view, self._ground.floor.tones(view.rect), others)

    def left(self, cells: frozenset[Cell], seen: Mapping[Cell, CellEvidence]) -> dict[Cell, CellEvidence]:
        """Evidence of those of `cells`, which what stood there is `seen` to have left: of that the floor says less."""
        told = {cell: as_left(self._plain.of[cell].found, seen[cell]) for cell in sorted(cells & seen.keys())}
        for cell, evidence in told.items():
            self._findings.know_better(cell, self._findings.found.get(cell, ()), evidence)
        return told

    def standing_still(self, cells: Iterable[Cell], view: View) -> dict[Cell, CellEvidence]:
        """Evidence of those of `cells` in which what stood there, which is hidden or not found, is seen to stand there
        still. Where another is, what stood there is not looked for again."""
        floor, findings = self._ground.floor.tones(view.rect), self._findings
        still, changed = standing_still(self._plain, cells, findings.found, findings.hidden, view, floor)
        self._plain.forget(changed)
        return self.set_back(still)

    def set_back(self, cells: Iterable[Cell]) -> dict[Cell, CellEvidence]:
        """Evidence of `cells` as it was while nothing hung over the board, to which they are set back."""
        plain = {cell: self._plain.of[cell] for cell in sorted(cells)}
        self._findings.keep({cell: (each.found, each.evidence) for cell, each in plain.items()})
        return {cell: each.evidence for cell, each in plain.items()}
