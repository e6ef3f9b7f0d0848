"""What is believed of one cell, and how it is known: seen, told by set-up, below what is seen, or only presumed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from engines.physical import Contents, Look
from vision.evidence import HIDDEN_BELOW, NOT_LOOKED, SUREST, Paper, Piled, Turn

UNSURE_BELOW = 0.9
"""Probability below which a cell is left open."""


class Shown(msgspec.Struct, frozen=True):
    """Where a thing stood when it was seen, and which look explained it best.

    `clearer`: how many times as clearly it stood out from the floor as its colour led to expect, in log likelihood.
    `paper`, `piled` and `turn`: as of `Thing`. `seemed`: the look that explained it better where it is known to be
    another's, and by how much (log likelihood).
    """

    foot_mm: tuple[float, float]
    look: Look
    clearer: float = 1.0
    paper: Paper | None = None
    piled: Piled | None = None
    turn: Turn | None = None
    seemed: tuple[Look, float] | None = None


def stood_at(foot_mm: tuple[float, float], stood: Sequence[Shown], near_mm: float) -> Shown | None:
    """What of all that `stood` in a cell did so nearest to a place, up to `near_mm` beside it; None if nothing did."""
    there = min(stood, key=lambda each: math.dist(each.foot_mm, foot_mm), default=None)
    return None if there is None or math.dist(there.foot_mm, foot_mm) > near_mm else there


class Belief(msgspec.Struct, frozen=True):
    """What most likely lies in a cell. `p` is its probability; `sure` whether that is enough to say it."""

    contents: Contents
    p: float
    shown: tuple[Shown, ...] | None = None
    """The things in the cell as they were when this was seen, None for what is known and was not looked at yet."""
    known: bool = False
    """Whether set-up said so and nothing has moved there since."""
    odd: bool = False
    """Whether something was seen in it that looks like no piece."""
    strange_mm2: float = 0.0
    """Strange area that was seen in it beside its pieces."""
    veiled: bool = False
    """Whether an arm or its shade let hardly any piece be seen there."""

    @property
    def sure(self) -> bool:
        return self.p >= UNSURE_BELOW and not self.presumed

    def at_most(self, p: float) -> Belief:
        """The same, with no more than that probability."""
        return msgspec.structs.replace(self, p=min(self.p, p))

    @property
    def presumed(self) -> bool:
        """Whether something is believed to lie in a cell in which nothing is seen, and set-up did not say so: it was
        there, or is missed elsewhere, which makes it likely and does not show it. More may lie below what is seen, and
        behind what veils the cell."""
        return bool(self.contents) and self.shown == () and not (self.known or self.veiled)

    @property
    def unseen(self) -> Counter[Look]:
        """What is believed to lie in the cell and was not seen."""
        return Counter(self.contents) - Counter(each.look for each in self.shown or ())


def clearer(look: Look, seen: float, absent: Mapping[Look, float]) -> float:
    """How many times as clearly as expected something was `seen` (log likelihood of `look` against nothing), where
    nothing being seen of it says as much as `absent`."""
    return max(1.0, min(seen, SUREST) / -min(absent.get(look, NOT_LOOKED), -1.0))


def is_veiled(absent: Mapping[Look, float]) -> bool:
    """Whether no piece would surely be seen in a cell, whatever its colour."""
    return surest_absence(absent) > HIDDEN_BELOW


def surest_absence(absent: Mapping[Look, float]) -> float:
    """Log likelihood of the look that would stand out most, where nothing is seen of it."""
    return min(absent.values(), default=NOT_LOOKED)


def missed(absent: Mapping[Look, float], before: Belief | None, there: Sequence[Look]) -> Mapping[Look, float]:
    """`absent`, what stood in the cell `before` and looks like none of what is `there` being seen as clearly as then.

    Colours are guessed from print, by which a pale piece may pass for pale floor; one that stood out does not. In shade
    and beside an arm no piece is seen more clearly than the one that is least like the floor.
    """
    clear = [each for each in before.shown or () if each.clearer > 1] if before is not None else []
    gone = [each for each in clear if each.look not in there]
    if not gone:
        return absent
    surest = surest_absence(absent)
    more = {each.look: max(surest, absent.get(each.look, NOT_LOOKED) * each.clearer) for each in gone}
    return {**absent, **more}
