"""What the eye's probabilities are worth: of all that it says with such a probability, how much is right."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from vision import recording as recordings
from vision.explanations import as_contents

BINS = (0.9, 0.95, 0.99, 0.999)
"""Probabilities from which each bin begins; the eye says nothing below the first."""
BY_CHANCE = 2.33
"""Standard deviations by which a bin may fall short: one honest eye in a hundred does."""

Said: TypeAlias = tuple[float, bool]
"""Probability with which contents were said, and whether they are there."""


class Bin(msgspec.Struct, frozen=True):
    """Of what was `said` with a probability of at least `least`, and less than the next bin's, so much was `right`.

    `expected`: how much had to be, if every probability is what it says.
    """

    least: float
    said: int
    right: int
    expected: float

    @property
    def falls_short(self) -> bool:
        """Whether fewer are right than chance explains."""
        spread = math.sqrt(max(self.expected * (1 - self.expected / self.said), 0.0)) if self.said else 0.0
        return self.right < self.expected - BY_CHANCE * spread - 1


def said_in(folder: Path, seen: Iterable[Mapping[str, Any]]) -> Iterator[Said]:
    """Every claim that a place holds something in the recording of `folder`, where `seen` is what the eye said of it.

    Frames that are known and cells that are hidden do not count.
    """
    for frame, said in zip(recordings.read(folder).frames, seen):
        if frame.known is not None or frame.truth is None:
            continue
        for cell, claim in said["cells"].items():
            if cell not in (frame.hidden or ()):
                yield claim["p"], as_contents(claim["looks"]) == as_contents(frame.truth.get(cell, ()))


def binned(claims: Iterable[Said]) -> list[Bin]:
    """Claims by their probability."""
    found: list[list[Said]] = [[] for _ in BINS]
    for p, right in claims:
        number = sum(p >= least for least in BINS)
        if number:
            found[number - 1].append((p, right))
    return [
        Bin(least, len(each), sum(right for _, right in each), sum(p for p, _ in each))
        for least, each in zip(BINS, found)
    ]


def as_markdown(found: Mapping[str, list[Bin]]) -> str:
    """A table: a row for each name, right of said in each bin."""
    names = [f"{low:g} to {high:g}" for low, high in pairwise(BINS)] + [f"{BINS[-1]:g} and more"]
    lines = [("", *names), ("---", *["---:"] * len(BINS))]
    for name, bins in found.items():
        lines.append((name, *(f"{each.right} of {each.said}" for each in bins)))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
