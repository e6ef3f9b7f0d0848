"""What one cell is judged by: what is seen in it, what was believed of it before, and what may have come or left."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import TypeAlias

import msgspec

from engines.physical import Contents, Look
from vision import as_told, heights, repainted
from vision.belief import Belief, Shown, missed
from vision.board_model import BoardModel
from vision.evidence import HIDDEN_BELOW, NOT_LOOKED, SUREST, CellEvidence, Piled, Thing
from vision.pile_heights import are_as_high, piles_of
from vision.priors import EMPTY, KNOWN, MOVED, STAYS
from vision.traffic import Traffic
from vision.upon import SAME_PLACE_MM, below, exchanged, is_other, is_untouched, upon_mm

LOOKS_AWAITED = 1.0
"""As `vision.upon.LOOKS_OTHER`, where the other piece is missed elsewhere, or was in the cell unseen."""
BETRAYS_MM2, FADED = 15.0, 0.3
"""Strange area by which a piece may be betrayed that looks like its floor, and the part of it that is left at most
where it left: of white pieces on pale ground in the dusk it was 20 to 57 mm², and nothing once they were gone."""

Lain: TypeAlias = Callable[..., tuple[dict[Look, float], tuple[Look, ...]]]
"""As `vision.upon.below`, of names and of what came."""


class Case(msgspec.Struct, frozen=True, dict=True):
    """One cell: the `evidence`, the `pieces` that are seen in it, how far these stand from where others stood, what may
    have come and left, the board, and what was believed `before`.

    `odd`: whether something there looks like no piece; `unread`: whether that may be what is missed; `stays`:
    probability that the cell holds what it held.
    """

    evidence: CellEvidence
    pieces: Sequence[Thing]
    shifts: Sequence[heights.Shift]
    traffic: Traffic
    model: BoardModel
    before: Belief | None
    odd: bool
    unread: bool
    stays: float = STAYS

    @classmethod
    def of(cls, evidence: CellEvidence, model: BoardModel, before: Belief | None, traffic: Traffic) -> Case:
        """That of a cell of which this is seen."""
        if before is not None and before.shown:
            things = as_told.told(evidence.things, before.shown) if before.known else evidence.things
            things = repainted.told(things, before.shown, upon_mm(model), model.bodies)
            evidence = msgspec.structs.replace(evidence, things=things)
        pieces = pieces_of(evidence)
        there = [piece.best_look for piece in pieces]
        evidence = msgspec.structs.replace(evidence, absent=missed(evidence.absent, before, there))
        stood = before.shown or () if before else ()
        odd = is_odd(evidence)
        unread = odd and bool(traffic.missed.difference(there)) and not traffic.hidden  # perhaps it is what is missed
        case = cls(evidence, pieces, heights.shifts(pieces, stood), traffic, model, before, odd, unread)
        case = msgspec.structs.replace(case, stays=_staying(case))
        if before is not None and case._moved_among_others and (newly := exchanged(before, pieces, model)):
            elsewhere = Counter(traffic.elsewhere) | newly
            case = msgspec.structs.replace(case, traffic=msgspec.structs.replace(traffic, elsewhere=elsewhere))
        return case

    @property
    def own(self) -> Contents | None:
        """What the cell held; None if nobody knows."""
        return None if self.before is None else self.before.contents

    @property
    def unmoved(self) -> bool:
        """Whether it is known what the cell held, and nothing moved in it."""
        return self.before is not None and self.stays > MOVED

    @property
    def change(self) -> float:
        """Probability that something moved in the cell."""
        return 1.0 if self.before is None else 1 - self.stays

    @property
    def likelier(self) -> frozenset[Look]:
        """Looks that are likelier there than others."""
        return self.traffic.loose.union(self.own or ())

    @property
    def _moved_among_others(self) -> bool:
        """Whether something moved in a cell of which it is known what it held, as of others."""
        return self.before is not None and not self.unmoved and self.traffic.elsewhere is not None

    @cached_property
    def lain(self) -> Lain | None:
        """What lay in the cell and is not seen, by the names of what is; None where nothing moved or is known."""
        if self.before is None or not self._moved_among_others:
            return None
        asked = partial(below, self.before, self.evidence, self.pieces, model=self.model, traffic=self.traffic)
        return cache(asked)

    @cached_property
    def piles(self) -> Sequence[Piled]:
        """Piles of which the shadows tell how high they are."""
        return piles_of(self.pieces)

    @cached_property
    def left_out(self) -> Sequence[float]:
        """Log of how much less likely it is that each thing does not stand in the cell: it must stand in the next one,
        which is as unlikely beforehand as standing here. Where nothing moved it stood there before, at no cost."""
        things = self.evidence.things
        if self.unmoved:
            return [0.0] * len(things)
        arrives = (1 - EMPTY) * self.change / self.traffic.looks
        return [min(0.0, math.log(arrives + math.exp(-max(0.0, thing.elsewhere)))) for thing in things]


def is_odd(evidence: CellEvidence) -> bool:
    """Whether something is seen in a cell that looks like no piece."""
    return any(not thing.looks for thing in evidence.things)


def stands_as_it_did(before: Belief, evidence: CellEvidence) -> bool:
    """Whether the very pieces are seen in a cell, and in their places, that were when this was believed `before`."""
    pieces = pieces_of(evidence)
    pairs = _pairs(pieces, before.shown or ())
    if not pairs:
        return False
    return all(is_untouched(piece, stood) for piece, stood in pairs)


def pieces_of(evidence: CellEvidence) -> list[Thing]:
    """The things that are likelier pieces than not there at all."""
    return [thing for thing in evidence.things if thing.best > 0]


def _staying(case: Case) -> float:
    """Probability that a cell holds what it held; `MOVED` at most where something says that it was changed, though the
    same pieces may be seen in it."""
    before, pieces, shifts, traffic, model = case.before, case.pieces, case.shifts, case.traffic, case.model
    stays = _stays(before, pieces, case.evidence.absent, case.unread, traffic.missed)
    if before is None:
        return stays
    if is_faded(before, case.evidence):
        stays = min(stays, MOVED)
    elsewhere = Counter(traffic.elsewhere or {}) & before.unseen if stays > MOVED else Counter()
    taken_out = elsewhere.keys() - traffic.loose  # what came from where an arm hides one was not taken out here
    if taken_out and not (traffic.same or heights.rests(shifts, taken_out, model)):
        stays = MOVED  # the same is seen in the same place, but what lay below it is seen elsewhere
    alike = [each for each in shifts if pieces[each.number].best_look == each.stood and each.stood in traffic.missed]
    if stays > MOVED and (heights.raised(alike, model) or any(each.turned for each in alike)):
        stays = MOVED  # its like, which is missed elsewhere, may have come to lie below it, or upon it
    if not are_as_high(_pairs(pieces, before.shown or ()) or (), model):
        stays = min(stays, MOVED)  # its shadow is longer or shorter than it was
    return stays


def _stays(
    before: Belief | None, pieces: Sequence[Thing], absent: Mapping[Look, float], unread: bool, missed: frozenset[Look]
) -> float:
    """Probability that a cell holds what it held, these `pieces` being seen in it now.

    `unread`: something else is, too, that may be a piece. What stood there and would be seen has moved; what may look
    like its floor now may be there unseen.
    """
    if before is None:
        return STAYS
    if before.shown is None:
        return KNOWN
    if not pieces and any(absent.get(each.look, NOT_LOOKED) > HIDDEN_BELOW for each in before.shown):
        return STAYS
    pairs = _pairs(pieces, before.shown)
    awaited = missed | before.unseen.keys()
    if pairs is None or any(is_other(piece, stood) or _is_awaited(piece, stood, awaited) for piece, stood in pairs):
        return MOVED
    return KNOWN if before.known and (before.odd or not unread) else STAYS


def _is_awaited(piece: Thing, stood: Shown, awaited: Collection[Look]) -> bool:
    """Whether `piece` looks like one of those `awaited`, rather than like what `stood` in its place."""
    look = piece.best_look
    return look != stood.look and look in awaited and piece.looks.get(stood.look, -SUREST) < piece.best - LOOKS_AWAITED


def is_faded(before: Belief, evidence: CellEvidence) -> bool:
    """Whether what betrayed a piece that looks like its floor, its shadow and its shaded side, is seen no more."""
    if not before.contents or before.shown != () or evidence.things:
        return False
    return before.strange_mm2 > BETRAYS_MM2 and evidence.strange_mm2 < FADED * before.strange_mm2


def _pairs(pieces: Sequence[Thing], stood: Sequence[Shown]) -> list[tuple[Thing, Shown]] | None:
    """Each of `pieces` with what `stood` in its place, None unless each has its own: a ship in the middle of a tile is
    a second thing in that place."""
    left, pairs = list(stood), []
    for piece in pieces:
        nearest = min(left, key=lambda other: math.dist(piece.foot_mm, other.foot_mm), default=None)
        if nearest is None or math.dist(piece.foot_mm, nearest.foot_mm) >= SAME_PLACE_MM:
            return None
        left.remove(nearest)
        pairs.append((piece, nearest))
    return None if left else pairs
