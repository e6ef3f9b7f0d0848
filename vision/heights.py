"""How high what is seen of a cell lies, by where it seems to stand: a piece that lies on others seems to stand farther
from the camera than they do, and comes nearer when one of them is taken from below it.

Knows where things were seen before and are now, and how they were turned; not which pieces may have come or gone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from engines.physical import Look
from vision.belief import Shown
from vision.board_model import BoardModel
from vision.evidence import Thing
from vision.traffic import piece_of

ASIDE_MM, HIGHEST_MM = 2.0, 5.0
"""How far beside the line of sight of what stood there a thing may stand for it to be there still, or to lie upon it or
below it; and how much higher or lower it may be."""
UNTOUCHED_MM, FALLS_MM = 0.3, 1.0
"""How near to its place nearly everything is found again that nobody touched, and how far beside that it must seem to
stand if it lies lower for its height to tell."""
STILL = ((0.82, 0.25), (0.15, 1.0), (0.03, 4.0))
"""Where a piece that lies as high as before is found again: parts, and the standard deviation of each (mm, each way).
Nobody touched it; something beside it or a hand now shows another part of it; somebody pushed it. Measured with the
second renderer: half within 0.01 mm, nine in ten within 0.54, all that nobody touched within 2.1."""
PUT = ((0.85, 0.9), (0.15, 2.0))
"""The same of a piece that was put upon another, or that another lay on, after the height is allowed for: measured 0.7
along the line of sight, 0.5 across it, and some are put there badly."""
ANEW = ((0.7, 0.9), (0.3, 4.0))
"""The same of a piece that was laid where another one lay before, or turned over."""


TURNED = -4.0
"""Log of how rarely somebody turns a piece that stays in its place."""


class Shift(msgspec.Struct, frozen=True):
    """How far (mm) a thing, by `number`, stands from where `stood` was seen; `lean`: as of `Thing`; `turned`: whether
    its drawing is turned otherwise than that was."""

    number: int
    stood: Look
    off_mm: tuple[float, float]
    lean: tuple[float, float]
    turned: bool = False


def shifts(pieces: Sequence[Thing], stood: Sequence[Shown]) -> tuple[Shift, ...]:
    """Every one of `pieces` beside the nearest of what `stood` there, each of which has one at most."""
    near = sorted(
        (math.dist(piece.foot_mm, then.foot_mm), number, place)
        for number, piece in enumerate(pieces)
        for place, then in enumerate(stood)
    )
    taken, found = set[int](), dict[int, Shift]()
    for _, number, place in near:
        if number not in found and place not in taken:
            piece, then = pieces[number], stood[place]
            (x, y), (left, top) = piece.foot_mm, then.foot_mm
            turned = piece.turn is not None and then.turn is not None and piece.turn.is_other(then.turn)
            found[number] = Shift(number, then.look, (x - left, y - top), piece.lean, turned)
            taken.add(place)
    return tuple(each for each in found.values() if _explained(each))


def support(
    shifted: Sequence[Shift], names: Sequence[Look], hid: Counter[Look], bared: Counter[Look], model: BoardModel
) -> float:
    """Log likelihood of where the pieces stand if they are `names`, against that nobody touched them.

    Of looks that were seen some are `hid` now, below what came to lie upon them; others are `bared`, what lay upon them
    having left. One pile changes at a time.
    """
    plain = [_in_its_place(each, names[each.number]) for each in shifted]
    gains = list[float]()
    for each, own in zip(shifted, plain):
        name = names[each.number]
        if name != each.stood and piece_of(name) == piece_of(each.stood):
            continue  # turned over: it is not below itself
        rise = _height_mm(each.stood, model) * (hid[each.stood] > 0) - _height_mm(name, model) * (bared[name] > 0)
        if rise:
            gains.append(_put(each, rise) - _still(each) - own)
    return sum(plain) + max(gains, default=0.0)


def raised(shifted: Iterable[Shift], model: BoardModel) -> bool:
    """Whether one of what stood there stands rather where it would if its like had come to lie below it."""
    return any(_put(each, _height_mm(each.stood, model)) > _still(each) for each in shifted)


def rests(shifted: Sequence[Shift], below: Iterable[Look], model: BoardModel) -> bool:
    """Whether one of what stood there stands in its very place, though it would seem to stand elsewhere if any of the
    looks `below` it had been taken away, and none stands rather where it would then: of two piles one may be lower."""
    fall = min((_height_mm(look, model) for look in below), default=0.0)
    if any(_put(each, -fall) > _still(each) for each in shifted):
        return False
    return any(math.hypot(*each.off_mm) < UNTOUCHED_MM and fall * math.hypot(*each.lean) > FALLS_MM for each in shifted)


def _in_its_place(shift: Shift, name: Look) -> float:
    """Log likelihood of where a piece stands in the place of what stood there, neither being higher than the other,
    against that nobody touched it."""
    if name == shift.stood and not shift.turned:
        return 0.0
    return _anew(shift) - _still(shift) + (TURNED if name == shift.stood else 0.0)


def _explained(shift: Shift) -> bool:
    """Whether what stands off is near the line of sight of what stood there: else it was pushed aside."""
    (x, y), (across, down) = shift.off_mm, shift.lean
    length, far = math.hypot(across, down), math.hypot(x, y)
    aside = abs(x * down - y * across) / length if length else far
    return aside < ASIDE_MM and far < ASIDE_MM + HIGHEST_MM * length


def _height_mm(look: Look, model: BoardModel) -> float:
    return model.bodies[look].height_mm


def _still(shift: Shift) -> float:
    return _density(shift.off_mm, STILL)


def _anew(shift: Shift) -> float:
    return _density(shift.off_mm, ANEW)


def _put(shift: Shift, rise_mm: float) -> float:
    (x, y), (across, down) = shift.off_mm, shift.lean
    return _density((x - rise_mm * across, y - rise_mm * down), PUT)


def _density(off_mm: tuple[float, float], parts: Sequence[tuple[float, float]]) -> float:
    """Log density of a place in the plane beside the expected one, up to a constant."""
    squared = off_mm[0] ** 2 + off_mm[1] ** 2
    return math.log(sum(share / spread**2 * math.exp(-0.5 * squared / spread**2) for share, spread in parts))
