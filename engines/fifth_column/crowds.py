"""Very many trails at once: a table with a row for each hideout and set of houses passed, a column for each house.

After many turns trails differ in few ways, each of them in hundreds of thousands of combinations. In a table a turn is
a few hundred additions and shifts of whole columns; slides that go on alike share them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec
import numpy as np

from engines.fifth_column.trails import Bools, Floats, Ints, Move, houses_in

House: TypeAlias = int
Place: TypeAlias = tuple[House, bool]
"""Where the spy is, and whether it must go home before it strikes again."""
Slide: TypeAlias = tuple[House, tuple[House, ...]]
"""A start and the houses entered from it, as far as one can go; the spy may stop in each."""

MOST_LISTED = 1 << 22
"""Codes up to which each has a place in a list, which is quicker than looking them up; eight bytes for each."""
MOST_BITS = 50
"""Watched houses for which a code has room."""
SPARSE = 0.6
"""A table of whose rows fewer have any trail is made smaller."""


class Crowd(msgspec.Struct, frozen=True):
    """`watched` houses have a bit each, in this order; a row's code is ``hideout's number << bits | bits passed``.

    `homes` are the hideouts by number, `codes` ascend, and each of `columns` has how many trails there are by row.
    """

    watched: tuple[House, ...]
    homes: Ints
    codes: Ints
    columns: Mapping[Place, Floats]

    @property
    def size(self) -> int:
        """Numbers in all columns."""
        return len(self.codes) * len(self.columns)

    @property
    def home(self) -> Ints:
        """The hideout of each row."""
        home: Ints = self.homes[self.codes >> len(self.watched)]
        return home

    def by_spot(self, houses: int) -> Floats:
        """How many trails end in each of so many houses."""
        found = np.zeros(houses)
        for (spot, _), column in self.columns.items():
            found[spot] += column.sum()
        return found

    def by_home(self, houses: int) -> Floats:
        """How many trails have each of so many houses as the hideout."""
        return _added(self.home, _sum([np.zeros(len(self.codes)), *self.columns.values()]), houses)

    def bits(self, houses: Iterable[House]) -> int:
        """The bits of those of `houses` that are watched."""
        chosen = set(houses)
        return sum(1 << bit for bit, house in enumerate(self.watched) if house in chosen)

    def at_home(self, homes: Ints) -> Crowd:
        """Only the trails whose hideout is one of `homes`."""
        fits = np.isin(self.home, homes)
        columns = {place: column[fits] for place, column in self.columns.items()}
        return msgspec.structs.replace(self, codes=self.codes[fits], columns=columns)

    # --- one turn ----------------------------------------------------------------------------------------

    def gone(self, slides: Sequence[Slide], allowed: Bools) -> Crowd:
        """The table after every way of `slides`, stopping where it is `allowed`."""
        bit_of = {house: 1 << bit for bit, house in enumerate(self.watched)}
        masks = _masks(slides, bit_of)
        rows = _Rows(len(self.homes) << len(self.watched), self._after(masks))
        codes = rows.codes
        entered = {bit: rows.of(codes | bit) for bit in {bit_of.get(house, 0) for _, way in slides for house in way}}
        starts, before, ends = _shared(slides)
        here = rows.of(self.codes)
        columns: dict[Place, Floats] = {}
        for owing in (False, True):
            standing: dict[House, Floats] = {}
            for (spot, owes), column in self.columns.items():
                if owes == owing:
                    standing[spot] = np.zeros(len(codes))
                    standing[spot][here] = column
            moving: dict[_Node, Floats] = {}
            for node in ends:
                coming = [moving[one] for one in before[node] if one in moving]
                coming += [standing[start] for start in starts[node] if start in standing]
                if not coming:
                    continue
                house = node[0]
                column = _sum(coming)
                if bit := bit_of.get(house, 0):
                    column = _added(entered[bit], column, len(codes))
                moving[node] = column
                if allowed[house]:
                    known = columns.get((house, owing))
                    columns[house, owing] = column if known is None else known + column
        return Crowd(self.watched, self.homes, codes, columns)

    def moved(self, moves: Sequence[Move], houses: int) -> Crowd:
        """The table after one of `moves` on a map of so many houses: what `gone` gives, quicker where rows are few."""
        masks = [self.bits(houses_in(move.passes)) for move in moves]
        rows = _Rows(len(self.homes) << len(self.watched), self._after({*masks} - {0}))
        columns: dict[Place, Floats] = {}
        for owing in (False, True):
            standing = np.zeros((len(self.codes), houses))
            spots = [spot for spot, owes in self.columns if owes == owing]
            for spot in spots:
                standing[:, spot] = self.columns[spot, owing]
            gone = np.zeros((len(rows.codes), houses))
            for move, mask in zip(moves, masks):
                if not spots:
                    break
                came = standing[:, move.starts] @ move.count
                np.add.at(gone, (rows.of(self.codes | mask)[:, None], move.to), came)
            columns |= {(int(spot), owing): gone[:, spot] for spot in np.flatnonzero(gone.any(axis=0))}
        return Crowd(self.watched, self.homes, rows.codes, columns)

    def _after(self, masks: Iterable[int]) -> Ints:
        """The codes there may be once the bits of some mask are added."""
        return np.concatenate([self.codes, *(self.codes | mask for mask in masks)])

    def only(self, stops: Mapping[Place, Bools | bool]) -> Crowd:
        """Only the places of `stops`, each with the rows that are true."""
        columns = {
            place: column if stops[place] is True else column * stops[place]
            for place, column in self.columns.items()
            if place in stops and stops[place] is not False
        }
        return msgspec.structs.replace(self, columns=columns)

    def struck(self, refuges: frozenset[House]) -> Crowd:
        """Who stops on a refuge with no way home to go first owes that way; who stops at home owes none."""
        columns: dict[Place, Floats] = {}
        home = self.home

        def add(place: Place, column: Floats) -> None:
            columns[place] = columns[place] + column if place in columns else column

        for (spot, owing), column in self.columns.items():
            if not owing and spot not in refuges:
                add((spot, False), column)
                continue
            at_home = home == spot
            if at_home.any():
                add((spot, False), column * at_home)
                column = column * ~at_home
            add((spot, True), column)
        return msgspec.structs.replace(self, columns=columns)

    def hopeful(self, must: Iterable[House], passable: Mapping[House, Iterable[House]]) -> Crowd:
        """The trails that have passed all that they must, but for what is `passable` yet from where they are.

        `passable` has no entry for a house from which nothing can follow.
        """
        musts = self.bits(must)
        columns: dict[Place, Floats] = {}
        for (spot, owing), column in self.columns.items():
            if spot in passable:
                needed = musts & ~self.bits(passable[spot])
                columns[spot, owing] = column * ((self.codes & needed) == needed) if needed else column
        return msgspec.structs.replace(self, columns=columns)._tidy()

    def _tidy(self) -> Crowd:
        """Without columns and rows that have no trail."""
        columns = {place: column for place, column in self.columns.items() if column.any()}
        used = _sum([np.zeros(len(self.codes)), *columns.values()]) > 0
        if np.count_nonzero(used) >= SPARSE * len(used):
            return msgspec.structs.replace(self, columns=columns)
        columns = {place: column[used] for place, column in columns.items()}
        return msgspec.structs.replace(self, codes=self.codes[used], columns=columns)

    def watching(self, houses: Iterable[House]) -> Crowd:
        """The table of which only `houses` are watched any longer."""
        chosen = set(houses)
        kept = [bit for bit, house in enumerate(self.watched) if house in chosen]
        if len(kept) == len(self.watched):
            return self
        codes = (self.codes >> len(self.watched)) << len(kept)
        for now, bit in enumerate(kept):
            codes |= (self.codes >> bit & 1) << now
        rows = _Rows(len(self.homes) << len(kept), codes)
        row, size = rows.of(codes), len(rows.codes)
        columns = {place: _added(row, column, size) for place, column in self.columns.items()}
        return Crowd(tuple(self.watched[bit] for bit in kept), self.homes, rows.codes, columns)


def crowd(
    watched: Sequence[House], homes: Ints, home: Ints, passed: Ints, spot: Ints, owing: Bools, trails: Floats
) -> Crowd | None:
    """A table of the given trails: hideout, bits of `watched` passed, where the spy is and whether it must go home.

    `homes` ascend. ``None`` where the table would be too large.
    """
    if len(watched) > MOST_BITS:
        return None
    codes = (np.searchsorted(homes, home) << len(watched)) | passed
    rows = _Rows(len(homes) << len(watched), codes)
    row = rows.of(codes)
    columns: dict[Place, Floats] = {}
    for here in np.unique(spot << 1 | owing):
        those = (spot << 1 | owing) == here
        columns[int(here) >> 1, bool(here & 1)] = _added(row[those], trails[those], len(rows.codes))
    return Crowd(tuple(watched), homes, rows.codes, columns)


class _Rows:
    """The different codes of some, ascending, and where each stands among them."""

    def __init__(self, size: int, codes: Ints) -> None:
        """All `codes` are below `size`."""
        self._row: Ints | None = None
        if size > MOST_LISTED:
            self.codes = np.unique(codes)
            return
        there = np.zeros(size, np.bool_)
        there[codes] = True
        self.codes = np.flatnonzero(there)
        self._row = np.zeros(size, np.int64)
        self._row[self.codes] = np.arange(len(self.codes))

    def of(self, codes: Ints) -> Ints:
        """The row of each of `codes`; any row for one that is not among them."""
        if self._row is None:
            return np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        row: Ints = self._row[codes]
        return row


# --- slides ----------------------------------------------------------------------------------------------

_Node: TypeAlias = tuple[House, tuple[House, ...]]
"""A house that is entered, and the houses that may be entered after it: slides that agree in both are one from here."""


def _masks(slides: Iterable[Slide], bit_of: Mapping[House, int]) -> set[int]:
    masks = set()
    for _, way in slides:
        mask = 0
        for house in way:
            mask |= bit_of.get(house, 0)
            masks.add(mask)
    return masks - {0}


def _shared(slides: Iterable[Slide]) -> tuple[dict[_Node, list[House]], dict[_Node, set[_Node]], list[_Node]]:
    """Where slides enter each node from their starts, the nodes before each, and all nodes in an order to go by."""
    starts: dict[_Node, list[House]] = defaultdict(list)
    before: dict[_Node, set[_Node]] = defaultdict(set)
    for start, way in slides:
        last: _Node | None = None
        for count, house in enumerate(way, 1):
            node = (house, way[count:])
            if last is None:
                starts[node].append(start)
            else:
                before[node].add(last)
            last = node
    nodes = {*starts, *before}
    return starts, before, sorted(nodes, key=lambda node: -len(node[1]))


def _sum(columns: Sequence[Floats]) -> Floats:
    total = columns[0]
    if len(columns) > 1:
        total = columns[0] + columns[1]
        for column in columns[2:]:
            total += column
    return total


def _added(rows: Ints, numbers: Floats, size: int) -> Floats:
    """`numbers` added up by row."""
    return np.bincount(rows, numbers, size).astype(np.float64, copy=False)
