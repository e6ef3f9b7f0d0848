"""Pieces come from somewhere: how likely each comes to a cell or leaves it, by what is known to be on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from engines.physical import Contents, Look

FROM_BESIDE = 0.02
"""How much rarer a piece comes from beside the board than one that was on it and is not seen where it was."""
TURNED = 0.3
"""How much rarer a piece is turned over or round where it lies."""
NONE_MISSED = 0.3
"""How much rarer one comes where none is missed, from beside the board, unless more do: or its place is not seen to be
empty yet."""
OFF_BOARD = 0.05
"""How rarely a piece that is not seen where it was is taken off the board, and neither elsewhere nor below another."""
IN_HAND = 0.3
"""How often what left, while a hand is over the board and nothing came, is in that hand."""
ACCOMPANIED, COMPANY = 0.13, 4.0
"""Probability that a piece that came lies upon another that came at the same time, where such pieces are stacked and
countless others came; and how many others came where it is half of that. Of pieces of *Corteo* that came to empty hexes
between two pictures one in six came with another, where few came one in sixteen."""
NO_MORE = 0.02
"""How rarely a piece comes of which as many as there are surely stand elsewhere: people own some more, or the eye took
another for it there."""
OFTEN, FROM_BESIDE_AGAIN = 2, 0.4
"""Pieces of a kind that came from beside the board, as tiles do, or lie there, from which so large a part of what comes
is of that kind and comes from there, too, while something else is missed."""
JOINED = 0.05
"""Probability that one came to lie below a piece that was touched."""


class Traffic(msgspec.Struct, frozen=True):
    """What may come to one cell, and whether what was in it stands elsewhere now.

    `looks`: how many looks the board knows. `loose`: looks of which more are on the board than are seen elsewhere or
    were in the cell; nothing is known where it is empty. `elsewhere`: how many of each look that was in the cell surely
    stand elsewhere now; None if nothing is known of that. `hidden`: part of the board that nobody sees. `beside`: part
    of what comes that comes from beside the board while something is loose. `missed`: looks of which more are on the
    board than are seen elsewhere, were in the cell or lie where nobody sees. `company`: how many pieces came to other
    cells at the same time, None if nobody knows. `spare`: how many more of each piece there are than surely stand
    elsewhere, as far as anybody knows how many there are.
    `laid`: kinds of which pieces lie beside the board, or keep coming from there. `came`: looks of what came to other
    cells at the same time: where none of them is missed any more, one more is another. `same`: whether the cell looks
    exactly as when it was last judged.
    """

    looks: int
    loose: frozenset[Look] = frozenset()
    elsewhere: Mapping[Look, int] | None = None
    hidden: float = 0.0
    beside: float = FROM_BESIDE
    missed: frozenset[Look] = frozenset()
    company: int | None = None
    spare: Mapping[str, int] | None = None
    laid: frozenset[str] = frozenset()
    came: frozenset[Look] = frozenset()
    same: bool = False

    def kept(self, left: Counter[Look]) -> float:
        """How likely it is that no more than `left` the cell: what surely stands elsewhere came from beside then."""
        return float(FROM_BESIDE ** (Counter(self.elsewhere or {}) - left).total())

    def finds(self, left: Counter[Look], came: Counter[Look]) -> float:
        """How many times as likely it is that what is missed elsewhere is among what `came`, `left` having left, as
        that it is nowhere: it was taken off the board then, or a hand hides it. What was turned over is not it."""
        nowhere = OFF_BOARD + (1 - OFF_BOARD) * self.hidden
        others = _others(came, _pieces(left) & _pieces(came))
        return float(nowhere ** -len(self.missed.intersection(others)))

    def accompanied(self, came: Counter[Look]) -> float:
        """Probability that a piece in the cell, in which something moved, lies upon another that came there at the same
        time as those that surely `came`, such pieces being stacked. Of a single one that came nobody doubts it. Where
        no other is loose it came from beside the board."""
        whence = 1.0 if self.elsewhere is None or self.loose.difference(came) else self.beside
        if not came:
            return JOINED * whence
        if self.company is None:
            return ACCOMPANIED * whence
        company = self.company + len(self.missed.difference(came))
        return ACCOMPANIED * whence * company / (company + COMPANY)

    def change(self, left: Counter[Look], came: Counter[Look], held: bool = True) -> float:
        """Probability that what comes to the cell has these looks, times how likely it is, against staying on the
        board, that what `left` it did. A piece that is turned over or round neither comes nor leaves. `held`: whether
        anybody knows what was there."""
        known = held and self.elsewhere is not None
        turned = _pieces(left) & _pieces(came)
        probability = 1.0
        strangers = Counter(_others(came, turned))
        for look in came.elements():
            if strangers[look]:
                strangers[look] -= 1
                probability *= self._comes(look, known)
            else:
                probability *= (TURNED if known else 1.0) / self.looks
        if self.elsewhere is None:
            return probability
        nowhere = OFF_BOARD + (1 - OFF_BOARD) * self.hidden
        gone = (Counter(_others(left, turned)) - Counter(self.elsewhere)).total()
        if gone and self.hidden and not came:
            return float(probability * IN_HAND * nowhere ** (gone - 1))
        return float(probability * nowhere**gone)

    def affords(self, contents: Counter[Look], came: Counter[Look]) -> float:
        """Probability that so many pieces came as do if `contents` lie in the cell, of which these `came`: there may be
        no more of them."""
        if not (self.spare and came):
            return 1.0
        there, fresh = _pieces(contents), _pieces(came)
        over = (min(count, there[piece] - self.spare.get(piece, there[piece])) for piece, count in fresh.items())
        return float(NO_MORE ** sum(max(0, each) for each in over))

    def _comes(self, look: Look, known: bool) -> float:
        """Probability that a piece that comes has this look, times how likely it is, whence it comes, if what was there
        before is `known`."""
        if look in self.loose:
            return (1 - self.beside) / len(self.loose)
        if self.loose:
            beside = max(self.beside, FROM_BESIDE_AGAIN) if kind_of(look) in self.laid else self.beside
        elif not known:
            beside = 1.0
        else:
            beside = self.beside if look in self.came else max(NONE_MISSED, self.beside)
        return beside / self.looks


def _pieces(looks: Counter[Look]) -> Counter[str]:
    return Counter(map(piece_of, looks.elements()))


@cache
def piece_of(look: Look) -> str:
    """What a look shares with the same piece turned over or round: ``disc:red`` of ``disc:red:back``."""
    return ":".join(look.split(":")[:2])


def kind_of(look: Look) -> str:
    """What the looks of all pieces of a kind share: ``tile`` of ``tile:b:south``."""
    return look.split(":")[0]


def _others(looks: Counter[Look], turned: Counter[str]) -> list[Look]:
    """The `looks` that are not of pieces which were `turned`."""
    left, others = Counter(turned), []
    for look in looks.elements():
        piece = piece_of(look)
        if left[piece]:
            left[piece] -= 1
        else:
            others.append(look)
    return others


class Census:
    """How many pieces of each look are known to be on the board, wherever they stand. `supply`: how many there are of
    each piece, by `piece_of` its looks, as far as anybody knows."""

    def __init__(self, supply: Mapping[str, int]) -> None:
        self._supply = supply
        self._there: Counter[Look] = Counter()
        self._settled: Counter[Look] = Counter()
        self._more: Counter[str] = Counter()
        """How many pieces of each kind came from beside the board since set-up said what was on it."""

    def know(self, looks: Iterable[Look]) -> None:
        """Set-up says what is on the board."""
        self._there = Counter(looks)
        self._settled = Counter(self._there)

    def count(self, standing: Counter[Look]) -> None:
        """So many are surely seen at once."""
        self._there |= standing

    def settle(self) -> None:
        """What was counted until now is right."""
        if self._settled:
            self._more.update(kind_of(look) for look in (self._there - self._settled).elements())
        self._settled = Counter(self._there)

    def unsettle(self) -> None:
        """What was counted since is not: something was taken for a piece."""
        self._there = Counter(self._settled)

    def missing(self, others: Counter[Look]) -> Counter[Look]:
        """How many of each look are on the board and not among `others`."""
        return self._there - others

    def from_beside(self, kept: Counter[Look], came: int) -> float:
        """Part of the pieces that `came` which came from beside the board, all others being `kept` where they were: no
        less than those that are more than are missed, but one: a single one is what was moved."""
        return max(FROM_BESIDE, (came - self.missing(kept).total() - 1) / came) if came else FROM_BESIDE

    def traffic(
        self,
        looks: int,
        own: Contents,
        others: Counter[Look],
        below: Iterable[Look],
        hidden: float,
        beside: float,
        laid: frozenset[str],
        came: Counter[Look],
        same: bool = False,
    ) -> Traffic:
        """For a cell that held `own`, while `others` surely stand in the other cells.

        `hidden`: part of the cells that nobody sees now; what is believed to lie in these is `below`. `beside`: part of
        what comes that comes from beside the board; `laid`: `kinds_beside` it; `came`: what came to the other cells;
        `same`: whether the cell looks exactly as it did.
        """
        unseen = self.missing(others)
        missed = unseen - Counter(own)
        loose = frozenset(missed | Counter(below))
        elsewhere, spare = Counter(own) - unseen, self._spare(others)
        return Traffic(
            looks,
            loose,
            elsewhere,
            hidden,
            beside,
            frozenset(missed),
            came.total(),
            spare,
            laid,
            frozenset(came),
            same,
        )

    def kinds_beside(self) -> frozenset[str]:
        """Kinds of which pieces lie beside the board, as far as anybody knows how many there are, or came from
        there."""
        there, kinds = Counter(map(piece_of, self._there.elements())), Counter(self._more)
        for piece, count in self._supply.items():
            kinds[kind_of(piece)] += max(0, count - there[piece])
        return frozenset(kind for kind, count in kinds.items() if count >= OFTEN)

    def _spare(self, others: Counter[Look]) -> Mapping[str, int]:
        """How many more of each piece there are than stand among `others`, as far as anybody knows."""
        there = Counter(map(piece_of, others.elements())) if self._supply else Counter[str]()
        return {piece: max(0, count - there[piece]) for piece, count in self._supply.items()}
