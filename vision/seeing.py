"""Remembers what most likely lies in every cell, how probably, and which cells nobody can judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engines.physical import Cell, Contents, Look, Observation
from vision.belief import Belief
from vision.board_model import BoardModel
from vision.cell_case import is_odd, stands_as_it_did
from vision.evidence import CellEvidence
from vision.explanations import as_contents
from vision.together import Board, judged_together, possible, standing
from vision.traffic import Census
from vision.weighing import shown


class Covered(msgspec.Struct, frozen=True):
    """What was seen of a cell when something came to lie upon what it held, and what was believed of it before."""

    evidence: CellEvidence
    before: Belief


class Seer:
    """Remembers what it believes of every cell of one board and revises it with every observation."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self.beliefs: dict[Cell, Belief] = {}
        self.unsure: frozenset[Cell] = frozenset(model.order)
        self._census = Census(model.supply)
        self._open: dict[Cell, CellEvidence] = {}
        """What was last seen in cells that were left open: where a piece left, it says more."""
        self._covered: dict[Cell, Covered] = {}
        """Cells that are judged once more where what is believed to lie below there may be seen elsewhere."""
        self._seen_as: dict[Cell, CellEvidence] = {}
        """What was seen of cells when what is surely believed of them was: seen again it says nothing new."""
        self._hidden: frozenset[Cell] = frozenset()
        """Cells that nobody saw in the last observation."""
        self._plainly: dict[Cell, Belief] = {}
        """What was surely believed of cells when no hand had come over the board."""
        self._plainly_as: dict[Cell, CellEvidence] = {}
        """What was seen of them then."""

    def know(self, placement: Mapping[Cell, Iterable[Look]], learnt: Observation) -> None:
        """Set-up knows what lies everywhere, whatever it looks like; `learnt` is what the eye saw as it was told so."""
        told, contents = _told(learnt), {cell: as_contents(placement.get(cell, ())) for cell in self.model.order}
        before = {cell: each for cell, each in self.beliefs.items() if cell not in self.unsure}
        stays = {cell: each for cell, each in before.items() if each.contents == contents[cell]}
        self.beliefs = {cell: _known(each, told.get(cell), stays.get(cell)) for cell, each in contents.items()}
        self.unsure = frozenset(self.model.order) if learnt.blind else learnt.hidden
        self._census.know(look for belief in self.beliefs.values() for look in belief.contents)
        # below an arm, and in its shade, nothing looks as it plainly does
        plainly = self._plainly if learnt.hidden else {}
        kept = {cell: each for cell, each in plainly.items() if each.contents == self.beliefs[cell].contents}
        self._plainly, self._hidden = self.beliefs | kept, learnt.hidden
        self._open.clear()
        self._covered.clear()
        self._seen_as = {cell: each for cell, each in self._seen_as.items() if cell in stays} | told
        self._plainly_as = self._seen_as | {cell: each for cell, each in self._plainly_as.items() if cell in kept}

    def revise(self, observation: Observation) -> None:
        """Takes in what an eye saw now."""
        if observation.blind:
            self.unsure = frozenset(self.model.order)
            return
        told = _told(observation)
        self._take_back(told)
        same = frozenset(cell for cell, each in told.items() if self._seen_as.get(cell) is each)
        again = {cell for cell in same if not self._may_be_less(cell)}
        self._open = {cell: each for cell, each in {**self._open, **told}.items() if cell not in again}
        sure = {cell: belief for cell, belief in self.beliefs.items() if belief.sure}
        board = Board(self.model, sure, self._census, observation.hidden, same, self._census.kinds_beside())
        doubted = self._doubted(board)
        before = sure | {cell: each.before for cell, each in doubted.items()}
        seen = {cell: each.evidence for cell, each in doubted.items()} | self._open
        unsure = set(self.unsure) - again
        # what hangs over other places tells nothing of a place that was open and is not seen anew
        stale = self._open.keys() - told.keys() if observation.hidden else frozenset[Cell]()
        for cell, belief in judged_together(seen, msgspec.structs.replace(board, sure=before)).items():
            if cell in stale:
                continue
            if belief.sure:
                self._settle(cell, belief, Covered(seen[cell], before[cell]) if cell in before else None)
                self._seen_as[cell] = self._open.pop(cell, seen[cell])
                unsure.discard(cell)
                continue
            if cell not in self._open:  # what was not seen anew stays as it was believed
                continue
            unsure.add(cell)
            known = sure.get(cell)
            if known is None:
                self.beliefs[cell] = belief
            elif known.shown is None:  # what is known looks as it is first seen, doubtful as it may be
                self.beliefs[cell] = msgspec.structs.replace(known, shown=belief.shown)
        self.unsure = frozenset(unsure | observation.hidden)
        self._census.count(standing(self.seen.values()))  # what is below an arm may stand elsewhere by now
        if observation.hidden <= self._hidden:
            plainly = {cell: each for cell, each in self.beliefs.items() if each.sure and cell not in self.unsure}
            self._plainly |= plainly
            self._plainly_as |= {cell: each for cell, each in self._seen_as.items() if cell in plainly}
            self._census.settle()
        self._hidden = observation.hidden

    def _take_back(self, told: Mapping[Cell, CellEvidence]) -> None:
        """Believes once more what it did before a hand came over the board of those cells that look as they did then:
        what seemed to have come there was a part of the hand; and what looked like a piece in a place that was known to
        be empty is none now, though it was not seen meanwhile."""
        again = {
            cell: before
            for cell, each in told.items()
            if (before := self._plainly.get(cell)) is not None
            and not _is_alike(before, self.beliefs[cell])
            and (self._plainly_as.get(cell) is each or stands_as_it_did(before, each))
        }
        if any(before.contents != self.beliefs[cell].contents for cell, before in again.items()):
            self._census.unsettle()
        self.beliefs |= again

    def _may_be_less(self, cell: Cell) -> bool:
        """Whether what other cells show may say that less lies in `cell` than is believed, though it looks the same."""
        return len(self.beliefs[cell].contents) > 1

    def _settle(self, cell: Cell, belief: Belief, judged: Covered | None) -> None:
        """Believes surely what was `judged` of a cell."""
        if not belief.unseen:
            self._covered.pop(cell, None)
        elif judged is not None and judged.before.contents != belief.contents:
            self._covered[cell] = judged
        self.beliefs[cell] = belief

    def _doubted(self, board: Board) -> dict[Cell, Covered]:
        """Cells in which something lies below that may be what came to one which was seen anew."""
        if not self._covered:
            return {}
        came = frozenset().union(*(possible(each) - set(board.held(cell)) for cell, each in self._open.items()))
        return {
            cell: each
            for cell, each in self._covered.items()
            if cell in board.sure and came & board.sure[cell].unseen.keys()
        }

    @property
    def seen(self) -> Mapping[Cell, Belief]:
        """Cells that can be judged now and are not most likely empty."""
        return {cell: belief for cell, belief in self.beliefs.items() if cell not in self.unsure and belief.contents}


def _told(observation: Observation) -> dict[Cell, CellEvidence]:
    """What an eye saw anew of each cell."""
    return {cell: each for cell, each in observation.evidence.items() if isinstance(each, CellEvidence)}


def _known(contents: Contents, evidence: CellEvidence | None, before: Belief | None) -> Belief:
    """What set-up says of a cell, which looked so as it was told, and of which the same was believed `before`."""
    if evidence is not None:
        odd, strange_mm2 = is_odd(evidence), evidence.strange_mm2
        return Belief(contents, 1.0, shown(evidence, contents), known=True, odd=odd, strange_mm2=strange_mm2)
    return Belief(contents, 1.0, known=True) if before is None else msgspec.structs.replace(before, p=1.0, known=True)


def _is_alike(one: Belief, other: Belief) -> bool:
    """Whether both are of the same contents, that are seen in the same way."""
    return (one.contents, one.shown) == (other.contents, other.shown)
