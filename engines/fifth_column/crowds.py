"""Very many trails at once: a table with a row for each hideout and set of houses passed, a column for each house.

After many turns trails differ in few ways, each of them in hundreds of thousands of combinations. In a table a turn is
a few hundred additions and shifts of whole columns; slides that go on alike share them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np

from engines.fifth_column.trails import Bools, Floats, House, Houses, Ints, Move, States

Slide: TypeAlias = tuple[House, tuple[House, ...]]
"""A start and the houses entered from it, as far as one can go; the spy may stop in each."""

MOST_LISTED = 1 << 22
"""Codes up to which each has a place in a list, which is quicker than looking them up; eight bytes for each."""
MOST_BITS = 50
"""Watched houses for which a code has room."""
MOST_SORTED = 1_000_000
"""Codes that may be sorted to find the rows of a table, where they are too large for a list."""
ALONE = 1 << 18
"""Multiplications up to which one core works out a product of matrices. A larger one is shared out to all of them, and
where another is busy that takes up to fifty times as long."""
SPARSE = 0.6
"""A table of whose rows fewer have any trail is made smaller."""


class Passing(NamedTuple):
    """A kind of ways, the rows of a table that go along them, and what codes these come to have."""

    move: Move
    codes: Ints
    rows: Ints


class Crowd(msgspec.Struct, frozen=True):
    """`watched` houses have a bit each, in this order; a row's code is ``hideout's number << bits | bits passed``.

    `homes` are the hideouts by number, `codes` ascend. `table` has how many trails there are: by whether the spy must
    go home before it strikes again (left out where it nowhere must), by where it is, by row.
    """

    watched: tuple[House, ...]
    homes: Ints
    codes: Ints
    table: Floats

    @property
    def size(self) -> int:
        """Numbers in the table."""
        return self.table.size

    @property
    def row_size(self) -> int:
        """Numbers in a row."""
        owing, houses, _ = self.table.shape
        return int(owing * houses)

    @property
    def _codes(self) -> int:
        """All codes are below."""
        return len(self.homes) << len(self.watched)

    @property
    def _listed(self) -> bool:
        return self._codes <= MOST_LISTED

    @property
    def home(self) -> Ints:
        """The hideout of each row."""
        home: Ints = self.homes[self.codes >> len(self.watched)]
        return home

    @property
    def at_home(self) -> Bools:
        """Whether the spy is in its hideout, by where it is and by row."""
        found: Bools = np.arange(self.table.shape[1])[:, None] == self.home
        return found

    @property
    def filled(self) -> float:
        """The part of the table in which there is any trail."""
        return float(np.count_nonzero(self.table)) / max(1, self.size)

    def states(self) -> States:
        """The trails as a list; what is passed are bits of `watched`."""
        owing, spot, row = np.nonzero(self.table)
        passed = (self.codes & (1 << len(self.watched)) - 1).astype(np.uint64)
        return States(self.home[row], spot, owing.astype(np.bool_), passed[row], self.table[owing, spot, row])

    def by_spot(self) -> Floats:
        """How many trails end in each house."""
        found: Floats = self.table.sum(axis=(0, 2))
        return found

    def by_home(self) -> Floats:
        """How many trails have each house as the hideout."""
        return _added(self.home, self.table.sum(axis=(0, 1)), self.table.shape[1])

    def bits(self, houses: Houses) -> int:
        """The bits of those of `houses` that are watched."""
        return sum([1 << bit for bit, house in enumerate(self.watched) if houses >> house & 1])

    def hiding(self, homes: Ints) -> Crowd:
        """Only the trails whose hideout is one of `homes`."""
        return self._of(np.isin(self.home, homes))

    def _of(self, rows: Bools) -> Crowd:
        return msgspec.structs.replace(self, codes=self.codes[rows], table=self.table[:, :, rows])

    # --- one turn ----------------------------------------------------------------------------------------

    def gone(self, slides: Sequence[Slide], allowed: Bools, most: int) -> Crowd | None:
        """The table after every way of `slides`, stopping where it is `allowed`; none where it had over `most` rows."""
        bit_of = {house: 1 << bit for bit, house in enumerate(self.watched)}
        masks = _masks(slides, bit_of)
        if not self._listed and len(masks) * len(self.codes) > MOST_SORTED:
            return None
        rows = _Rows(self._codes, (self.codes | mask for mask in (0, *masks)))
        codes = rows.codes
        if len(codes) > most:
            return None
        entered = {bit: rows.of(codes | bit) for bit in {bit_of.get(house, 0) for _, way in slides for house in way}}
        starts, before, ends = _shared(slides)
        here = rows.of(self.codes)
        table = np.zeros((*self.table.shape[:2], len(codes)))
        for stops, from_spots in zip(table, self.table):
            standing: dict[House, Floats] = {}
            for spot in np.flatnonzero(from_spots.any(axis=1)).tolist():
                standing[spot] = np.zeros(len(codes))
                standing[spot][here] = from_spots[spot]
            moving: dict[_Node, Floats] = {}
            for node in ends:
                # Each goes on to one other, so it is needed no more.
                coming = [moving.pop(one) for one in before[node] if one in moving]
                coming += [standing[start] for start in starts[node] if start in standing]
                if not coming:
                    continue
                house = node[0]
                column = _sum(coming)
                if bit := bit_of.get(house, 0):
                    column = _added(entered[bit], column, len(codes))
                moving[node] = column
                if allowed[house]:
                    stops[house] += column
        return Crowd(self.watched, self.homes, codes, table)

    def passing(self, moves: Sequence[Move], must: Houses) -> list[Passing]:
        """Each of `moves` with the rows that by then have passed all that they `must`."""
        needed = self.bits(must)
        masks = [self.bits(move.passes) for move in moves]
        rows = {mask: np.flatnonzero(((self.codes | mask) & needed) == needed) for mask in {*masks}}
        return [Passing(move, self.codes[rows[mask]] | mask, rows[mask]) for move, mask in zip(moves, masks)]

    def moved(self, passing: Sequence[Passing], most: int) -> Crowd | None:
        """The table after one of the moves: what `gone` gives of the trails left, quicker where rows are few."""
        after = _Rows(self._codes, [self.codes[:0], *(one.codes for one in passing)])
        count = len(after.codes)
        if count > most:
            return None
        table = np.zeros((*self.table.shape[:2], count))
        for stops, from_spots in zip(table, self.table):
            if not from_spots.any():
                continue
            places, came = [np.zeros(0, np.int64)], [np.zeros(0)]
            for move, codes, rows in passing:
                places.append((after.of(codes)[:, None] + move.to * count).ravel())
                came.append(_product(from_spots[move.starts[:, None], rows].T, move.count).ravel())
            stops += _added(np.concatenate(places), np.concatenate(came), stops.size).reshape(stops.shape)
        return Crowd(self.watched, self.homes, after.codes, table)

    def only(self, which: Bools) -> Crowd:
        """Only what is true of the table, or of each part of it that `which` has one of."""
        return msgspec.structs.replace(self, table=self.table * which)

    def struck(self, refuges: Ints, known: bool | None) -> Crowd:
        """Who stops in a house of `refuges` with no way home to go first owes that way; who stops at home owes none.

        Whether there was an assault may be `known`. This takes the table over, as large ones cost time to copy.
        """
        table = self.table
        if known is False:
            table[0, refuges] = 0
        elif known or table[0, refuges].any():
            owing = np.zeros_like(table[0])
            owing[refuges] = table[0, refuges]
            if known:
                table = np.stack((np.zeros_like(owing), owing))
            else:
                table[0, refuges] = 0
                table = np.stack((table[0], owing + table[1] if len(table) > 1 else owing))
        if len(table) > 1:
            home, row = self.home, np.arange(len(self.codes))
            table[0, home, row] += table[1, home, row]
            table[1, home, row] = 0
        return msgspec.structs.replace(self, table=table)

    def hopeful(self, must: Houses, alive: Bools, passable: Sequence[Houses]) -> Crowd:
        """The trails that have passed all that they `must`, but for what is `passable` yet from where they are.

        Only from houses that are `alive` can anything follow. This takes the table over.
        """
        musts = self.bits(must)
        self.table[:, ~alive] = 0
        for spot in np.flatnonzero(alive).tolist() if musts else ():
            if needed := musts & ~self.bits(passable[spot]):
                self.table[:, spot] *= (self.codes & needed) == needed
        return self._tidy()

    def _tidy(self) -> Crowd:
        """Without rows that have no trail."""
        used: Bools = np.asarray(self.table.any(axis=(0, 1)))
        return self if np.count_nonzero(used) >= SPARSE * len(used) else self._of(used)

    def watching(self, houses: Houses) -> Crowd:
        """The table of which only `houses` are watched any longer."""
        kept = [bit for bit, house in enumerate(self.watched) if houses >> house & 1]
        if len(kept) == len(self.watched):
            return self
        codes = (self.codes >> len(self.watched)) << len(kept)
        for now, bit in enumerate(kept):
            codes |= (self.codes >> bit & 1) << now
        rows = _Rows(len(self.homes) << len(kept), [codes])
        size, columns = len(rows.codes), self.row_size
        places = np.arange(columns)[:, None] * size + rows.of(codes)
        table = _added(places.ravel(), self.table.ravel(), columns * size).reshape(*self.table.shape[:2], size)
        return Crowd(tuple(self.watched[bit] for bit in kept), self.homes, rows.codes, table)


def crowd(states: States, houses: int, watched: Sequence[House], passed: Ints) -> Crowd | None:
    """A table of `states` on a map of so many houses; `passed` are the bits of `watched` that each has passed.

    ``None`` where the table would be too large.
    """
    if len(watched) > MOST_BITS:
        return None
    homes = np.unique(states.home)
    codes = (np.searchsorted(homes, states.home) << len(watched)) | passed
    rows = _Rows(len(homes) << len(watched), [codes])
    shape = (1 + bool(states.owing.any()), houses, len(rows.codes))
    places = (states.owing * houses + states.spot) * shape[2] + rows.of(codes)
    table = _added(places, states.trails, shape[0] * shape[1] * shape[2]).reshape(shape)
    return Crowd(tuple(watched), homes, rows.codes, table)


class _Rows:
    """The different codes of some, ascending, and where each stands among them."""

    def __init__(self, size: int, codes: Iterable[Ints]) -> None:
        """All `codes` are below `size`."""
        self._row: Ints | None = None
        if size > MOST_LISTED:
            self.codes = np.unique(np.concatenate(list(codes)))
            return
        there = np.zeros(size, np.bool_)
        for some in codes:
            there[some] = True
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


def _product(numbers: Floats, matrix: Floats) -> Floats:
    """``numbers @ matrix``, a few rows at a time where there are many."""
    few = max(1, ALONE // matrix.size)
    if len(numbers) <= few:
        return numbers @ matrix
    whole = len(numbers) // few * few
    parts = numbers[:whole].reshape(-1, few, numbers.shape[1]) @ matrix
    return np.concatenate((parts.reshape(whole, -1), numbers[whole:] @ matrix))


def _added(rows: Ints, numbers: Floats, size: int) -> Floats:
    """`numbers` added up by row."""
    return np.bincount(rows, numbers, size).astype(np.float64, copy=False)
