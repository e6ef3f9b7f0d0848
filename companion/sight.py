"""What the sensors have shown so far: evidence remembered per place, folded into cells, ranked by what it says.

Knows nothing of rules. A holding box (`Place.of`) is folded into its cell: pieces may lie in either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import msgspec

from engines.boards.board import Board
from engines.physical import Cell, Contents, Evidence, Look, Observation, named_by

KEPT_NATS = 7.0
"""Contents less likely than the likeliest by more than this are forgotten: below 0.1 % they never win."""
KEPT_SPLITS = 4
"""Likeliest contents of each place that are combined where a cell has holding boxes."""
CLIMB_STEPS = 12
"""Most pieces added, removed or exchanged while looking for the likeliest contents of a place (8 Gestapo and some)."""


class Ranked(msgspec.Struct, frozen=True, eq=False):
    """Contents of a cell with their log-likelihoods, likeliest first; `split` is where the pieces of each lie. The same
    only as itself, so that what follows from it can be kept."""

    logliks: Mapping[Contents, float]
    split: Mapping[Contents, Mapping[Cell, Contents]]

    @property
    def best(self) -> Contents:
        """The likeliest contents."""
        return next(iter(self.logliks))

    def loss(self, contents: Contents) -> float:
        """How much less likely `contents` are than the best, in nats; infinite where they were not worth keeping."""
        top = next(iter(self.logliks.values()))
        return top - self.logliks.get(contents, float("-inf"))


class Sight:
    """The table's memory of what was seen. Mutable; `take` is its only change.

    >>> sight = Sight(board)
    >>> sight.take(Observation(1.0, {"1212": evidence}))
    frozenset({'1212'})
    """

    def __init__(self, board: Board) -> None:
        self.t = float("-inf")
        self.blind = ""
        self.version: object = object()
        """Another object after every change."""
        self._home = {place: board.home(place) for place in board.places}
        self._parts: dict[Cell, list[Cell]] = {}
        for place, home in self._home.items():
            self._parts.setdefault(home, []).append(place)
        self._never = frozenset(self._parts)
        self._stale: frozenset[Cell] = frozenset()
        self._looks: frozenset[Look] = frozenset()
        self._notable: dict[Cell, Ranked] = {}
        self._evidence: dict[Cell, Evidence] = {}
        self._hidden: frozenset[Cell] = frozenset()
        self._hidden_homes: frozenset[Cell] = frozenset()
        self._cache: dict[Cell, tuple[frozenset[Contents], frozenset[Look], Ranked]] = {}

    def take(self, observation: Observation) -> frozenset[Cell]:
        """Remembers an observation and names the cells (boxes folded) whose evidence or visibility changed.

        Places that the board does not have are left aside.
        """
        if observation.blind != self.blind:
            self.version = object()
        self.t = observation.t
        self.blind = observation.blind
        if observation.blind:
            return frozenset()
        fresh = {place for place in observation.evidence if place in self._home}
        for place in fresh:
            self._evidence[place] = observation.evidence[place]
        if self._never:
            ready = (cell for cell in self._never if all(part in self._evidence for part in self._parts[cell]))
            self._never -= frozenset(ready)
        hidden = frozenset(place for place in observation.hidden if place in self._home)
        touched = frozenset(self._home[place] for place in fresh | (hidden ^ self._hidden))
        self._hidden = hidden
        self._hidden_homes = frozenset(self._home[place] for place in hidden)
        for cell in touched:
            self._cache.pop(cell, None)
        if touched:
            self.version = object()
        self._stale |= touched
        return touched

    @property
    def anything(self) -> bool:
        """Whether anything was ever seen."""
        return bool(self._evidence)

    def visible(self, cell: Cell) -> bool:
        """Whether `cell` with all its boxes can be judged now."""
        return cell in self._parts and cell not in self._hidden_homes and cell not in self._never

    @property
    def unseen(self) -> frozenset[Cell]:
        """Cells that cannot be judged now, or that nobody has looked at yet."""
        return self._hidden_homes | self._never

    def notable(self, options: Mapping[Cell, frozenset[Contents]], looks: frozenset[Look]) -> dict[Cell, Ranked]:
        """Visible cells that show something, might, or have `options` other than to be empty.

        `looks` are all that is thought of. Costs follow what changed since it was asked last.
        """
        if looks != self._looks:
            self._looks = looks
            self._stale = frozenset(self._parts)
            self._cache.clear()
            self._notable.clear()
        empty = frozenset([()])
        for cell in self._stale | options.keys():
            if not self.visible(cell):
                self._notable.pop(cell, None)
                continue
            ranked = self.ranked(cell, options.get(cell, empty), self._looks)
            if cell not in options and len(ranked.logliks) == 1 and ranked.best == ():
                self._notable.pop(cell, None)
            else:
                self._notable[cell] = ranked
        self._stale = frozenset(cell for cell in self._hidden_homes)
        return self._notable

    def places(self, board: Mapping[Cell, Contents]) -> dict[Cell, Contents]:
        """`board` with the pieces of each cell apart as they lie in it and in its boxes, where that can be seen."""
        apart: dict[Cell, Contents] = {}
        for cell, contents in board.items():
            kept = self._cache.get(cell)
            split = kept[2].split.get(contents) if kept else None
            apart |= split if split is not None else {cell: contents}
        return {place: contents for place, contents in apart.items() if contents}

    def folded(self, board: Mapping[Cell, Iterable[Look]]) -> dict[Cell, Contents]:
        """A board with the pieces of boxes put into the cells that the boxes belong to."""
        folded: dict[Cell, list[Look]] = {}
        for place, looks in board.items():
            folded.setdefault(self._home.get(place, place), []).extend(looks)
        return {cell: tuple(sorted(looks)) for cell, looks in folded.items() if looks}

    def ranked(self, cell: Cell, options: Iterable[Contents], looks: frozenset[Look]) -> Ranked:
        """How likely contents of `cell` are: the `options` (sorted looks) and what is likeliest of `looks`.

        Only for a `visible` cell.
        """
        wanted = frozenset(options)
        if (kept := self._cache.get(cell)) is not None and wanted <= kept[0] and looks == kept[1]:
            return kept[2]
        parts = self._parts[cell]
        if len(parts) == 1:
            logliks = _climb(self._evidence[parts[0]], wanted, looks)
            ranked = _ordered({contents: (loglik, {cell: contents}) for contents, loglik in logliks.items()}, wanted)
        else:
            ranked = self._folded(parts, wanted, looks)
        self._cache[cell] = (wanted, looks, ranked)
        return ranked

    def _folded(self, parts: list[Cell], wanted: frozenset[Contents], looks: frozenset[Look]) -> Ranked:
        """All ways in which the likeliest contents of the parts add up, and the best split of each wanted contents."""
        likeliest: list[list[tuple[Contents, float]]] = []
        for part in parts:
            logliks = _climb(self._evidence[part], frozenset([(), *(wanted if part == parts[0] else ())]), looks)
            likeliest.append(sorted(logliks.items(), key=lambda item: -item[1])[:KEPT_SPLITS])
        found: dict[Contents, tuple[float, Mapping[Cell, Contents]]] = {}

        def offer(split: Mapping[Cell, Contents], loglik: float) -> None:
            total = tuple(sorted(look for contents in split.values() for look in contents))
            if total not in found or loglik > found[total][0]:
                found[total] = (loglik, split)

        for combination in product(*likeliest):
            split = {part: contents for part, (contents, _) in zip(parts, combination)}
            offer(split, sum(loglik for _, loglik in combination))
        for contents in wanted:
            for held_out in range(len(parts)):
                others = [ranks for at, ranks in enumerate(likeliest) if at != held_out]
                names = [part for at, part in enumerate(parts) if at != held_out]
                for combination in product(*others):
                    rest = Counter(contents)
                    rest.subtract(look for piece, _ in combination for look in piece)
                    if min(rest.values(), default=0) < 0:
                        continue
                    left = tuple(sorted(rest.elements()))
                    split = {part: piece for part, (piece, _) in zip(names, combination)} | {parts[held_out]: left}
                    loglik = self._evidence[parts[held_out]].loglik(left)
                    offer(split, loglik + sum(other for _, other in combination))
        return _ordered(found, wanted)


def _climb(evidence: Evidence, options: frozenset[Contents], looks: frozenset[Look]) -> dict[Contents, float]:
    """Log-likelihoods of `options`, of the likeliest contents reached from them piece by piece, and of all tried.

    What `evidence` names (a switch, which cannot tell pieces apart) is tried too.
    """
    tried = {contents: evidence.loglik(contents) for contents in (*options, (), *named_by(evidence))}
    best = max(tried, key=tried.__getitem__)
    for _ in range(CLIMB_STEPS):
        for contents in _near(best, looks):
            if contents not in tried:
                tried[contents] = evidence.loglik(contents)
        better = max(tried, key=tried.__getitem__)
        if better == best:
            break
        best = better
    return tried


def _near(contents: Contents, looks: frozenset[Look]) -> Iterator[Contents]:
    """Contents with one piece less, more or exchanged."""
    for at in range(len(contents)):
        rest = contents[:at] + contents[at + 1 :]
        yield rest
        for look in looks:
            yield tuple(sorted((*rest, look)))
    for look in looks:
        yield tuple(sorted((*contents, look)))


def _ordered(found: Mapping[Contents, tuple[float, Mapping[Cell, Contents]]], wanted: frozenset[Contents]) -> Ranked:
    top = max(loglik for loglik, _ in found.values())
    kept = [(c, loglik, split) for c, (loglik, split) in found.items() if top - loglik <= KEPT_NATS or c in wanted]
    kept.sort(key=lambda one: (-one[1], len(one[0]), one[0]))
    return Ranked({c: loglik for c, loglik, _ in kept}, {c: split for c, _, split in kept})
