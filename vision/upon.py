"""What a newcomer to a cell was put upon: which of what stood there may lie below what is seen, unseen, and which may
not."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import product

from engines.physical import Look
from vision import stacked
from vision.belief import Belief, Shown
from vision.board_model import BoardModel
from vision.evidence import NOT_LOOKED, SUREST, CellEvidence, Thing
from vision.traffic import Traffic, piece_of

SAME_PLACE_MM = 2.0
"""A piece that was not touched is found within this distance again, a nudged camera included."""
UNTOUCHED_MM = 1.0
"""The same of one on or below which nothing came, either."""
LOOKS_OTHER = 6.0
"""Log likelihood by which what is seen in a place looks less like what was seen there before than like another piece,
from which it is another: what a piece was put upon, or what lay below it, is in the same place."""
UPON_PART = 0.7
"""Distance of two pieces' feet, as a part of the smallest piece's size, below which one lies half upon the other."""
LAIN_BELOW, TAKEN_OFF = -0.5, -9.0
"""Log likelihood that nothing is seen of a piece where another one came to stand upon it, and where one is seen that
lay below it."""
LARGER, LAIN_AROUND = 1.35, -7.0
"""How many times as wide as one upon it a piece must be to be seen around that, and the first of those where it is; or
where nothing lies upon it: of a place of which a sheet of paper hides a part all is not seen that is there."""
AROUND_MM2 = 8.0
"""Area around a newcomer that looks as it did before it came from which something is seen around it that is no thing of
its own: a nut around a clue had 68; where what was there had gone it was 5 at most, thirty times."""
LAIN_ASIDE, ASIDE_MM, KEPT_MM2, MAY_BE = -3.0, 2.5, 4.0, -3.0
"""The first of those where another came to stand upon it so far beside its middle, and not so much around that looks as
before, or may be it (log likelihood)."""
BARE = 0.4
"""How far beside its middle another came to stand upon a piece, as a part of its size, from which so much of it lies
bare that it is as of one around it."""
FILLS = 0.8
"""Size of a piece, as a part of the pitch, from which it fills its cell: tiles have 0.84, counters and discs 0.7."""


def below(
    before: Belief,
    evidence: CellEvidence,
    pieces: Sequence[Thing],
    names: Sequence[Look],
    model: BoardModel,
    traffic: Traffic,
    came: Collection[Look] = (),
) -> tuple[dict[Look, float], tuple[Look, ...]]:
    """Log likelihood that nothing is seen of looks that were in a cell, where `pieces` of the `evidence` are seen now
    and are those `names`, of which some `came`, and looks that were taken off what is seen.

    What was not seen before is not seen now. A newcomer lies upon what stood in its place. What was not seen and is
    seen now has nothing upon it any more. A piece that was turned over is not below itself. Where nothing else is seen
    than what nobody touched nothing was put below that.
    """
    stood = before.shown or ()
    if Counter(each.look for each in stood) - Counter(before.contents):
        return {}, ()  # what was taken for another says nothing of what lay below it
    reach = upon_mm(model)
    buried = set(before.unseen)
    unseen, taken = dict.fromkeys(buried, LAIN_BELOW), []
    for piece, look in zip(pieces, names):
        there = [each for each in stood if math.dist(piece.foot_mm, each.foot_mm) < reach]
        elsewhere = [each for each in there if each.look in (traffic.elsewhere or {})]
        for each in there:
            if look in buried and look not in came and look != each.look:
                if elsewhere and each not in elsewhere:
                    continue
                unseen.setdefault(each.look, TAKEN_OFF)
                taken.append(each.look)
            elif look != each.look and piece_of(look) == piece_of(each.look):
                continue  # turned over
            elif is_around(each.look, look, model) and piece.kept_mm2 <= AROUND_MM2:
                unseen.setdefault(each.look, LAIN_AROUND)
            elif not is_other(piece, each):
                unseen.setdefault(each.look, _lain_below(piece, each, evidence, model))
            elif _is_newcomer(look, before, came, model) and not fill_their_place(model, look, each.look):
                unseen[each.look] = _lain_below(piece, each, evidence, model)
    if pieces and len(pieces) == len(evidence.things) and _are_untouched(pieces, stood):
        gone = {each.look: max(LAIN_AROUND, evidence.absent.get(each.look, NOT_LOOKED)) for each in stood}
        unseen = gone | unseen
    return unseen, tuple(taken)


def _are_untouched(pieces: Sequence[Thing], stood: Sequence[Shown]) -> bool:
    """Whether each of `pieces` is the very one that `stood` in its place: nothing was put below it."""
    return all(any(is_untouched(piece, each) for each in stood) for piece in pieces)


def is_untouched(piece: Thing, stood: Shown) -> bool:
    """Whether `piece` is what `stood` there, in its very place."""
    return piece.best_look == stood.look and math.dist(piece.foot_mm, stood.foot_mm) < UNTOUCHED_MM


def _is_newcomer(look: Look, before: Belief, came: Collection[Look], model: BoardModel) -> bool:
    """Whether a piece seen as `look` was not in the cell before: such a one was not, or another `came`."""
    return look not in before.contents or (look in came and not fill_their_place(model, look))


def _lain_below(piece: Thing, stood: Shown, evidence: CellEvidence, model: BoardModel) -> float:
    """Log likelihood that nothing is seen of what `stood` where `piece` came to stand upon it; of what the rules stack,
    `stacked.sticks_out` knows better, and tiles fill their cell."""
    if stacked.is_stack((stood.look,), model) or fill_their_place(model, stood.look):
        return LAIN_BELOW
    aside = math.dist(piece.foot_mm, stood.foot_mm)
    perhaps = any(thing.looks.get(stood.look, -SUREST) > MAY_BE for thing in evidence.things if thing is not piece)
    if aside <= ASIDE_MM or piece.kept_mm2 > KEPT_MM2 or perhaps:
        return LAIN_BELOW
    if aside <= BARE * model.bodies[stood.look].size_mm:
        return LAIN_ASIDE
    return min(LAIN_ASIDE, max(LAIN_AROUND, evidence.absent.get(stood.look, NOT_LOOKED)))


def is_around(lower: Look, upper: Look, model: BoardModel) -> bool:
    """Whether so much of a piece is seen around one that lies upon it that it would be found; tiles are read as what
    lies on them."""
    larger = model.bodies[lower].size_mm > LARGER * model.bodies[upper].size_mm
    return larger and not fill_their_place(model, lower)


def covered_by(pieces: Sequence[Thing], before: Belief | None) -> Counter[Look]:
    """What was in a cell and hardly sticks out from below `pieces`, if it is there: it was not seen, or one of them
    stands where it stood."""
    if before is None:
        return Counter()
    feet = [piece.foot_mm for piece in pieces]
    stood = [each for each in before.shown or () if any(math.dist(each.foot_mm, foot) < SAME_PLACE_MM for foot in feet)]
    return before.unseen + Counter(each.look for each in stood)


def exchanged(before: Belief, pieces: Sequence[Thing], model: BoardModel) -> Counter[Look]:
    """What lay in a cell that it filled, as a tile does, and in whose place another is seen: it was not left below."""
    newcomers = {piece.best_look for piece in pieces} - set(before.contents)
    return Counter(
        stood.look
        for stood, piece in product(before.shown or (), pieces)
        if stood.look in before.contents
        and piece.best_look in newcomers
        and fill_their_place(model, stood.look, piece.best_look)
        and piece_of(stood.look) != piece_of(piece.best_look)
        and is_other(piece, stood)
    )


def fill_their_place(model: BoardModel, *looks: Look) -> bool:
    """Whether pieces of these looks take up a whole cell, as tiles do: they are exchanged, not heaped."""
    return min(model.bodies[look].size_mm for look in looks) > FILLS * model.pitch_mm


def is_other(piece: Thing, stood: Shown) -> bool:
    """Whether `piece` looks like another than what `stood` in its place."""
    return piece.looks.get(stood.look, -SUREST) < piece.best - LOOKS_OTHER


def upon_mm(model: BoardModel) -> float:
    """Distance of two pieces' feet below which one lies half upon the other."""
    return UPON_PART * model.smallest_mm
