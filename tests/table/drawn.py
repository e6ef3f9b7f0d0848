"""Drawn boards for tests: certain or doubtful evidence of what lies in each place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from engines.boards.board import Board
from engines.physical import Contents, Observation

CERTAIN = 12.0
"""Nats that a drawn board loses for each piece too many or too few."""


class Sees(msgspec.Struct, frozen=True):
    """Evidence that `contents` lie there; `nats` is lost for each piece that differs."""

    contents: Contents
    nats: float = CERTAIN

    def loglik(self, contents: Contents) -> float:
        if not self.contents or not contents:
            return -self.nats * (len(self.contents) + len(contents))
        now, want = Counter(self.contents), Counter(contents)
        return -self.nats * ((now - want).total() + (want - now).total())


class Doubts(msgspec.Struct, frozen=True):
    """Evidence that gives these contents these log-likelihoods, and all others a very low one."""

    logliks: Mapping[Contents, float]

    def loglik(self, contents: Contents) -> float:
        return self.logliks.get(tuple(sorted(contents)), -30.0)


def looking(
    board: Board, cells: Mapping[str, Iterable[str]], t: float = 0.0, hidden: Iterable[str] = ()
) -> Observation:
    """A look at the whole board, where exactly `cells` hold something, and `hidden` places are under a hand."""
    hands = frozenset(hidden)
    evidence = {place: Sees(tuple(sorted(cells.get(place, ())))) for place in board.places if place not in hands}
    return Observation(t, evidence, hands)


def drawn(rows: str, where: Mapping[str, str]) -> dict[str, list[str]]:
    """Pieces of a drawn map: each token (``"R"`` → ``"square:red"``) stands in the cell of its column and row."""
    cells: dict[str, list[str]] = {}
    for row, line in enumerate(rows.strip("\n").splitlines()):
        for column, tokens in enumerate(line.split()):
            looks = [where[token] for token in tokens if token in where]
            if looks:
                cells[f"{column:02}{row:02}"] = looks
    return cells
