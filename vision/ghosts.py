"""What seemed to lie beside pieces that set-up knew to be alone: their own shaded sides, and the shadows of a lamp that
have not their floor's hue.

Beside a piece that moves, the same is seen where it comes to stand.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

import msgspec

from engines.physical import Cell, Contents, Look
from vision.found import Found

ALIKE_MM = 3.0
"""How far beside a piece a ghost may be from where another one was: they fall away from a lamp, and farther from taller
pieces. In one evening ten of black discs lay within 3.5 mm of their mean, in another three within 2."""
WITHIN = 0.9
"""How near to its piece's middle a ghost lies, in their mean size: what is farther may be a piece in the next cell."""
PLAINER = 1.5
"""How many times as likely as the plainest ghost there (log likelihood) a piece is: a black disc half below another has
60, those had 10 to 29."""
ENOUGH = 2
"""Ghosts, beside pieces of other looks, that make one likely."""
AS_GHOST = -1.5
"""Log likelihood that what may be one is a piece after all."""


class Ghost(msgspec.Struct, frozen=True):
    """What seemed to have this `look`, `off_mm` (x and y) from the foot of the piece of the look `beside`; `score`: as
    of `Found`."""

    look: Look
    beside: Look
    off_mm: tuple[float, float]
    score: float


class Ghosts:
    """The ghosts of one evening, by the cell in which each was last seen. Only `pieces` have some: what is seen upon a
    tile is none of it."""

    def __init__(self, pieces: Collection[Look]) -> None:
        self._pieces = pieces
        self._of: dict[Cell, list[Ghost]] = {}

    def learn(self, found: Mapping[Cell, Sequence[Found]], placement: Mapping[Cell, Contents]) -> None:
        """Takes what was `found` for ghosts where `placement` knows no more than one piece."""
        for cell, things in found.items():
            contents = placement.get(cell, ())
            if len(contents) == 1 and contents[0] in self._pieces:
                self._of[cell] = _ghosts(things, contents[0])

    def doubted(self, found: Sequence[Found], standing: Sequence[Found]) -> list[Found]:
        """`found`, those being doubted that may be ghosts of others, `standing` elsewhere or found, too."""
        known = [ghost for each in self._of.values() for ghost in each]
        if not known:
            return list(found)
        pieces = [thing for thing in (*found, *standing) if thing.best_look in self._pieces]
        return [
            thing.doubted(AS_GHOST) if any(_is_ghost(thing, piece, known) for piece in pieces) else thing
            for thing in found
        ]


def _ghosts(things: Sequence[Found], alone: Look) -> list[Ghost]:
    """All of `things` but the piece that was `alone`."""
    seen = [thing for thing in things if thing.looks and not thing.faint]
    piece = max(seen, key=lambda thing: thing.looks.get(alone, -math.inf), default=None)
    if piece is None or alone not in piece.looks:
        return []
    return [
        Ghost(thing.best_look or "", alone, _off_mm(thing, piece), thing.score)
        for thing in seen
        if thing is not piece and _is_within(thing, piece)
    ]


def _is_ghost(thing: Found, piece: Found, known: Collection[Ghost]) -> bool:
    """Whether a thing may be a ghost of a `piece`, as they are `known`."""
    if thing is piece or thing.read or thing.score > piece.score or not _is_within(thing, piece):
        return False
    off_mm = _off_mm(thing, piece)
    alike = [each for each in known if each.look == thing.best_look and math.dist(each.off_mm, off_mm) < ALIKE_MM]
    if not alike or thing.score > PLAINER * max(each.score for each in alike):
        return False
    return len(alike) >= ENOUGH or any(each.beside == piece.best_look for each in alike)


def _is_within(thing: Found, piece: Found) -> bool:
    return math.dist(thing.foot_mm, piece.foot_mm) < WITHIN * (thing.outline.size_mm + piece.outline.size_mm) / 2


def _off_mm(thing: Found, piece: Found) -> tuple[float, float]:
    return thing.foot_mm[0] - piece.foot_mm[0], thing.foot_mm[1] - piece.foot_mm[1]
