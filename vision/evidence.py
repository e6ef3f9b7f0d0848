"""What is seen in one cell, as an answer to `loglik`: things that lie there, and how each look would explain them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from engines.physical import Cell, Contents, Look

SUREST = 12.0
"""One cell never claims more than e to this power: what the model does not know (a sticker, a coin) happens."""
HIDDEN_BELOW = -5.0
"""Log of how rarely a piece lies wholly hidden below another."""
NOT_LOOKED = -9.0
"""Log likelihood ratio of a look that the board does not know against an empty cell."""
EXACT_UP_TO = 4
"""Things in one cell up to which every assignment to looks is tried; above, the best match goes first."""
OTHERWISE = 0.01
"""Probability that what is seen around a pile is no shadow of its own."""
SAME_TURN_DEG = 35.0
"""Turns of a drawing that are nearer to each other than this may be the same: of 749 in whose place nothing had changed
729 were found turned by 5° at most, and one by 45°; figures that are blurred are alike up to 35°."""


def identified(looks: Mapping[Look, float], among: int) -> dict[Look, float]:
    """Log likelihoods, against there being nothing, of what is surely there and is read as one of some `looks` (log
    likelihoods beside the best one's) among so many: the plainer it is which one, the less it is an accident."""
    surely = SUREST + max(0.0, math.log(among) - math.log(math.fsum(map(math.exp, looks.values()))))
    return {look: surely + value for look, value in looks.items()}


class Piled(msgspec.Struct, frozen=True):
    """How high the top of a pile is by its shadow: log likelihoods of some heights (mm, rising) against the likeliest.
    `pieces` of it are seen, which are `seen_mm` high upon each other."""

    pieces: int
    seen_mm: float
    heights_mm: tuple[float, ...]
    likely: tuple[float, ...]

    def at(self, height_mm: float) -> float:
        """Log likelihood that it is so high."""
        likely = math.exp(float(np.interp(height_mm, self.heights_mm, self.likely)))
        return math.log((1 - OTHERWISE) * likely + OTHERWISE)

    @property
    def mean_mm(self) -> float:
        """The height it has most likely."""
        return float(np.average(self.heights_mm, weights=np.exp(self.likely)))


class Paper(msgspec.Struct, frozen=True):
    """The colour of a face: its `tone` (BGR) in the light in which the board was learnt, by the floor around it, and
    whether it may be `shaded` otherwise than that, by an arm."""

    tone: tuple[float, float, float]
    shaded: bool = False


class Turn(msgspec.Struct, frozen=True):
    """How a drawing is turned, clockwise; it looks the same again after a `period_deg`."""

    deg: float
    period_deg: float

    def is_other(self, than: Turn) -> bool:
        """Whether that is surely turned otherwise."""
        half = self.period_deg / 2
        return abs((self.deg - than.deg + half) % self.period_deg - half) > SAME_TURN_DEG


class Thing(msgspec.Struct, frozen=True):
    """Something that lies in the cell, apart from the floor.

    `looks`: log likelihood of each look against there being nothing; looks that are not named explain nothing.
    `unknown`: the same for a thing that is no known piece. `foot_mm`: where it stands if that is the board itself;
    `elsewhere`: log likelihood of its being there, but in another cell; `lean`: how far (mm, x and y) it seems to stand
    from there for each mm that it lies higher; `beside_mm2`: area around it that nothing explains, where pieces such as
    it lie upon each other; `drawn`: whether its edge is known for that, its drawing being recognised; `kept_mm2`: area
    around a newcomer that is no floor and looks as it did before it came; `paper`: colour of its face, None if nobody
    knows; `piled`: how high its top is, by its shadow, where that is known and it is the uppermost of its pile;
    `outlined`: whether it has no piece's colour, and ends all around where one would; `turn`: how its drawing is
    turned, None where that is not recognised or does not show it; `seemed`: what it seemed when set-up knew better, and
    by how much (log likelihood), where `looks` were mended for that.
    """

    looks: Mapping[Look, float]
    unknown: float
    foot_mm: tuple[float, float] = (0.0, 0.0)
    elsewhere: float = -SUREST
    lean: tuple[float, float] = (0.0, 0.0)
    beside_mm2: float = 0.0
    drawn: bool = False
    kept_mm2: float = 0.0
    paper: Paper | None = None
    piled: Piled | None = None
    outlined: bool = False
    turn: Turn | None = None
    seemed: tuple[Look, float] | None = None

    @property
    def best(self) -> float:
        """The log likelihood of the look that explains it best, 0 if none does."""
        return max(self.looks.values(), default=0.0)

    @property
    def best_look(self) -> Look:
        """That look; raises `ValueError` where none explains it at all."""
        return max(self.looks, key=lambda look: (self.looks[look], look))


class CellEvidence(msgspec.Struct, frozen=True):
    """What is seen in `cell`. `absent`: log likelihood of a look that lies there although nothing is seen of it;
    `strange_mm2`: area that is no floor and that no thing explains, too little for one as it may be: the shadow and the
    shaded side of a piece that looks like its floor.
    """

    cell: Cell
    things: tuple[Thing, ...] = ()
    absent: Mapping[Look, float] = {}
    strange_mm2: float = 0.0

    def loglik(self, contents: Contents) -> float:
        """How well `contents` would explain the cell: 0 for the best explanation there is, down to −`SUREST`."""
        best = sum(max(0.0, thing.best) for thing in self.things)
        return max(self.support(contents) - best, -SUREST)

    def support(
        self, contents: Contents, left_out: Sequence[float] = (), unseen: Mapping[Look, float] | None = None
    ) -> float:
        """The same without the limit, 0 for an empty cell: every thing in a heap speaks for itself.

        `left_out`: what it costs (log likelihood) to leave out each of the things, nothing by default; `unseen`: that
        nothing is seen of some looks beside others, where more is known of that than here.
        """
        return self._raw(contents, left_out or (0.0,) * len(self.things), unseen or {})

    def unknown(self) -> float:
        """The same for things that are no known pieces."""
        return sum(max(thing.unknown, 0.0) for thing in self.things) if self.things else -SUREST

    def _raw(self, contents: Contents, left_out: Sequence[float], unseen: Mapping[Look, float]) -> float:
        if not contents:
            return sum(left_out)
        none_seen = sum(left_out) + sum(self.absent.get(look, NOT_LOOKED) for look in contents)
        return max(none_seen, self._some_seen(contents, left_out, unseen)) if self.things else none_seen

    def _some_seen(self, contents: Contents, left_out: Sequence[float], unseen: Mapping[Look, float]) -> float:
        if len(contents) > EXACT_UP_TO or len(self.things) > EXACT_UP_TO:
            return self._greedy(contents, left_out, unseen)
        # what is seen need be none of the contents, though nothing is seen of one of them: it lies below another
        as_each = [[thing.looks.get(look, -SUREST) for look in contents] for thing in self.things]
        below = [self._unseen(look, unseen) for look in contents]
        return _best_pairs(as_each, left_out, below, tuple(range(len(contents))))

    def _unseen(self, look: Look, unseen: Mapping[Look, float]) -> float:
        """Log likelihood of a piece of which nothing is seen beside others: it lies below, or looks like floor."""
        return unseen.get(look, max(HIDDEN_BELOW, self.absent.get(look, NOT_LOOKED)))

    def _greedy(self, contents: Contents, left_out: Sequence[float], unseen: Mapping[Look, float]) -> float:
        """`support` of `contents` if things and looks are paired, the likeliest pair first: nearly the best way, where
        there are too many to try them all."""
        pairs = sorted(
            (
                (thing.looks.get(look, -SUREST), number, place)
                for number, thing in enumerate(self.things)
                for place, look in enumerate(contents)
            ),
            reverse=True,
        )
        total, things, places = 0.0, set[int](), set[int]()
        for value, number, place in pairs:
            if number not in things and place not in places and value > self._unseen(contents[place], unseen):
                total += value
                things.add(number)
                places.add(place)
        total += sum(left for number, left in enumerate(left_out) if number not in things)
        return total + sum(self._unseen(look, unseen) for place, look in enumerate(contents) if place not in places)


def _best_pairs(
    as_each: Sequence[Sequence[float]],
    left_out: Sequence[float],
    below: Sequence[float],
    free: tuple[int, ...],
    total: float = 0.0,
) -> float:
    """The greatest sum, beside a `total`, if each of some things is one of what is `free`, as likely as `as_each` says,
    no two of them the same, or none of that (`left_out`), and the others lie unseen (`below`)."""
    if not as_each:
        return total + sum(below[each] for each in free)
    (first, *others), (left, *rest) = as_each, left_out
    sums = [_best_pairs(others, rest, below, free, total + left)]
    sums += [
        _best_pairs(others, rest, below, tuple(each for each in free if each != one), total + first[one])
        for one in free
    ]
    return max(sums)
