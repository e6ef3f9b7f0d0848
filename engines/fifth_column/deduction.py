"""How likely the spy is in each house: all trails that fit what everybody knows, counted, each with the same weight.

Exact, by dynamic programming over the spy's turns. A state is the hideout, where the spy is, whether it must go home
first, and which of the *watched* houses it has passed: those of which a later answer says that it had. A house of which
the answer was "no" needs no memory: it is closed up to then. States that can no longer come to pass all that they must
are dropped. Counts are floats, so probabilities are right to some fifteen digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from engines.fifth_column.cards import Piece
from engines.fifth_column.crowds import Crowd, Slide, crowd
from engines.fifth_column.evidence import Knowledge, Turn
from engines.fifth_column.ground import Ground
from engines.physical import Cell

Ints: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.uint64]
"""Sets as rows of two 64-bit words: more than the free houses of a map."""
Bools: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]

WORD = 64
KEPT = 64
"""Deductions, and pieces on grounds whose ways are kept as arrays, that are remembered."""
HOUSE_BITS = 7
"""Enough for the number of a house."""
CROWDED = 8_000
"""States from which on a table of them is quicker."""
MOST_STATES = 3_000_000
"""Beyond so many states at once a count would take seconds and hundreds of MB. Of hunts simulated over 60 turns with
five questions in each, none has had more than 600,000; after 15 turns the most were 80,000."""


class TooMany(ArithmeticError):
    """There are too many different ways to have been where the spy is known to have been: they cannot be counted."""


class Deduction(msgspec.Struct, frozen=True):
    """Probability of the spy's `spot` and of its `hideout` by house, impossible ones left out.

    `trails` is how many trails fit; 0 only where what is known contradicts itself.
    """

    spot: Mapping[Cell, float]
    hideout: Mapping[Cell, float]
    trails: float


@lru_cache(KEPT)
def deduced(known: Knowledge) -> Deduction:
    """What follows from `known` about spot and hideout. Raises `TooMany` in a hunt such as nobody has seen yet."""
    return _Counter(known).result()


# --- ways as arrays --------------------------------------------------------------------------------------


class _Ways(msgspec.Struct, frozen=True):
    """Ways of a piece: where each begins and ends, the houses it enters, how many are alike. Houses count from 0."""

    start: Ints
    to: Ints
    passes: Words
    alike: Floats

    def where(self, which: Bools) -> _Ways:
        return _Ways(self.start[which], self.to[which], self.passes[which], self.alike[which])


@lru_cache(KEPT)
def _ways(ground: Ground, piece: Piece) -> _Ways:
    number = {cell: index for index, cell in enumerate(ground.free)}
    start: list[int] = []
    to: list[int] = []
    passes: list[int] = []
    for cell in ground.free:
        for path in ground.paths(piece, cell):
            start.append(number[cell])
            to.append(number[path[-1]])
            passes.append(sum({1 << number[one] for one in path}))
    return _Ways(np.array(start, np.int64), np.array(to, np.int64), _words(passes), np.ones(len(to)))


def _words(sets: Iterable[int]) -> Words:
    return np.array([(bits % (1 << WORD), bits >> WORD) for bits in sets], np.uint64).reshape(-1, 2)


def _word(houses: Iterable[int]) -> Words:
    """One set as a row."""
    row: Words = _words([sum({1 << house for house in houses})])[0]
    return row


def _houses(row: Words) -> list[int]:
    """The set that `row` is."""
    bits = int(row[0]) | int(row[1]) << WORD
    return [house for house in range(2 * WORD) if bits >> house & 1]


def _together(ways: _Ways) -> _Ways:
    """Ways that begin, end and pass alike as one, with how many they are."""
    order = np.lexsort((ways.passes[:, 0], ways.passes[:, 1], ways.to, ways.start))
    sorted_ways = _Ways(ways.start[order], ways.to[order], ways.passes[order], ways.alike[order])
    new = np.ones(len(order), np.bool_)
    new[1:] = (
        (np.diff(sorted_ways.start) != 0)
        | (np.diff(sorted_ways.to) != 0)
        | (sorted_ways.passes[1:] != sorted_ways.passes[:-1]).any(axis=1)
    )
    firsts = np.flatnonzero(new)
    alike = np.add.reduceat(sorted_ways.alike, firsts) if len(firsts) else sorted_ways.alike
    return _Ways(sorted_ways.start[firsts], sorted_ways.to[firsts], sorted_ways.passes[firsts], alike)


# --- counting --------------------------------------------------------------------------------------------


class _States(msgspec.Struct, frozen=True):
    """Rows: hideout, spot, whether the spy must go home, watched houses passed, and how many trails lead there."""

    home: Ints
    spot: Ints
    owing: Bools
    passed: Words
    trails: Floats

    def where(self, which: Bools | Ints) -> _States:
        return _States(self.home[which], self.spot[which], self.owing[which], self.passed[which], self.trails[which])


class _Ahead(msgspec.Struct, frozen=True):
    """What may still follow after a turn, by spot: whether the rest of the turns can, and what they may yet pass."""

    alive: Bools
    passable: Words


class _Counter:
    """Counts the trails of one hunt. Turns count from 1; index 0 is the start."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        self.free = known.ground.free
        self.number = {cell: index for index, cell in enumerate(self.free)}
        self.turns = (None, *known.turns)
        self.last = len(known.turns)
        self.closed, self.due = self._closed_and_due()
        self.watched = [self._later(index) for index in range(self.last + 1)]
        self.ways = [self._open_ways(index) for index in range(self.last + 1)]
        self.ahead = self._look_ahead()

    def result(self) -> Deduction:
        """Forward through all turns."""
        states = self._start()
        many: Crowd | None = None
        for index in range(1, self.last + 1):
            if many is None and len(states.spot) >= CROWDED and not self.known.outing:
                many = self._crowd(states, index)
            if many is None:
                states = _merged(self._hopeful(self._learnt(self._gone(states, index), index), index))
            else:
                many = self._crowd_gone(many, index)
        houses = len(self.free)
        if many is not None:
            return self._shared(many.by_spot(houses), many.by_home(houses))
        return self._shared(*(np.bincount(by, states.trails, houses) for by in (states.spot, states.home)))

    def _shared(self, spots: Floats, homes: Floats) -> Deduction:
        total = float(spots.sum())
        spot, home = ({cell: float(one) / total for cell, one in zip(self.free, by) if one} for by in (spots, homes))
        return Deduction(spot, home, total)

    # --- very many trails --------------------------------------------------------------------------------

    def _crowd(self, states: _States, index: int) -> Crowd | None:
        """`states` before turn `index` as a table; ``None`` where it would be too large."""
        houses: list[int] = []
        passed = np.zeros(len(states.spot), np.int64)
        for house in _houses(self.watched[index - 1]):
            has = (states.passed & _word([house])).any(axis=1)
            if not has.all():
                passed |= has.astype(np.int64) << len(houses)
                houses.append(house)
        homes = np.unique(states.home)
        return crowd(houses, homes, states.home, passed, states.spot, states.owing, states.trails)

    def _crowd_gone(self, many: Crowd, index: int) -> Crowd:
        """The table after turn `index`, its answers, and what is known to follow."""
        turn, ahead = self.turns[index], self.ahead[index]
        allowed = self._allowed(index) & ahead.alive
        assert turn is not None
        if turn.stuck:
            many = many.only({place: True for place in many.columns if allowed[place[0]]})
        else:
            many = many.gone(self._slides(index, turn.piece, allowed), allowed)
        refuges = frozenset(self.number[cell] for cell in turn.refuges)
        if self.known.last_home and not refuges:
            home = many.home
            many = many.only({place: home != place[0] for place in many.columns})
        if self.known.returning:
            strikes = {place: place[0] in refuges and not place[1] for place in many.columns}
            if turn.struck is not None:
                many = many.only({place: hits == bool(turn.struck) for place, hits in strikes.items()})
            many = many.struck(refuges)
        alive = {int(spot): _houses(ahead.passable[spot]) for spot in np.flatnonzero(ahead.alive)}
        later = _houses(self.watched[index])
        return many.hopeful(_houses(self.watched[index - 1]), alive).watching(later)

    def _slides(self, index: int, piece: Piece, allowed: Bools) -> list[Slide]:
        """The slides of turn `index`, each before the first closed house and as far as a house that is `allowed`."""
        closed = {house for house, until in self.closed.items() if until >= index}
        found: list[Slide] = []
        for start, cell in enumerate(self.free):
            for path in self.known.ground.slides(piece, cell):
                way = tuple(takewhile(lambda house: house not in closed, (self.number[one] for one in path)))
                last = max((count for count, house in enumerate(way, 1) if allowed[house]), default=0)
                if last:
                    found.append((start, way[:last]))
        return found

    # --- what the answers mean ---------------------------------------------------------------------------

    def _closed_and_due(self) -> tuple[dict[int, int], dict[int, int]]:
        """House → the last turn up to which it was not passed, and house → the turn by which it was.

        Where answers are for one outing only, nothing is closed, and all houses asked about are watched to the last.
        """
        closed: dict[int, int] = {}
        due: dict[int, int] = {}
        for index, turn in enumerate(self.known.turns, 1):
            for answer in turn.answers:
                house = self.number[answer.at]
                if self.known.outing:
                    due[house] = index
                elif answer.passed:
                    due.setdefault(house, index)
                else:
                    closed[house] = index
        return closed, due

    def _later(self, index: int) -> Words:
        """The houses watched after turn `index`, its answers being known."""
        return _word(house for house, by in self.due.items() if by > index)

    def _open_ways(self, index: int) -> _Ways | None:
        """The ways of turn `index` that enter no closed house, with the watched houses they pass; none if stuck."""
        turn = self.turns[index]
        if turn is None or turn.stuck:
            return None
        ways = _ways(self.known.ground, turn.piece)
        closed = _word(house for house, until in self.closed.items() if until >= index)
        allowed = self._allowed(index)
        ways = ways.where(~(ways.passes & closed).any(axis=1) & allowed[ways.to])
        return _together(_Ways(ways.start, ways.to, ways.passes & self.watched[index - 1], ways.alike))

    def _allowed(self, index: int) -> Bools:
        """The houses where the spy may have stopped in turn `index`, as far as that hangs on nothing before."""
        turn = self.turns[index]
        assert turn is not None
        allowed = np.ones(len(self.free), np.bool_)
        if turn.struck:
            allowed[:] = False
            allowed[self.number[turn.struck]] = True
        elif turn.struck == "" and not self.known.returning:
            allowed[[self.number[cell] for cell in turn.refuges]] = False
        if turn.stuck:
            allowed &= ~np.isin(np.arange(len(self.free)), _ways(self.known.ground, turn.piece).start)
        allowed[[self.number[cell] for cell in turn.not_in]] = False
        return allowed

    def _look_ahead(self) -> list[_Ahead]:
        """For each turn what may follow it, from the last one backwards."""
        size = len(self.free)
        found = [_Ahead(np.ones(size, np.bool_), np.zeros((size, 2), np.uint64))]
        for index in range(self.last, 0, -1):
            after, ways = found[-1], self.ways[index]
            if ways is None:
                found.append(_Ahead(after.alive & self._allowed(index), after.passable))
                continue
            ways = ways.where(after.alive[ways.to])
            alive = np.zeros(size, np.bool_)
            alive[ways.start] = True
            passable = np.zeros((size, 2), np.uint64)
            np.bitwise_or.at(passable, ways.start, ways.passes | after.passable[ways.to])
            found.append(_Ahead(alive, passable))
        return found[::-1]

    # --- one turn after the other ------------------------------------------------------------------------

    def _start(self) -> _States:
        """Every house where the hideout may be: the spy is there, and has passed there."""
        homes = np.array([self.number[cell] for cell in self.known.hideouts], np.int64)
        homes = homes[~np.isin(homes, list(self.closed))]
        passed = _words([1 << int(home) for home in homes]) & self.watched[0]
        states = _States(homes, homes, np.zeros(len(homes), np.bool_), passed, np.ones(len(homes)))
        return self._hopeful(states, 0)

    def _gone(self, states: _States, index: int) -> _States:
        """`states` after every way of turn `index`, with what stopping there means."""
        turn, ways = self.turns[index], self.ways[index]
        assert turn is not None
        if ways is None:
            states = states.where(self._allowed(index)[states.spot])
        else:
            if self.known.outing:
                states = self._home_again(_along(states, ways), index)
            else:
                states = _along(states, ways, self.watched[index - 1], self.ahead[index])
        return self._struck(states, turn)

    def _home_again(self, states: _States, index: int) -> _States:
        """Whoever stops in the hideout has passed nowhere else since."""
        home = states.spot == states.home
        passed = states.passed.copy()
        passed[home] = _words([1 << int(house) for house in states.home[home]]) & self.watched[index - 1]
        return msgspec.structs.replace(states, passed=passed)

    def _struck(self, states: _States, turn: Turn) -> _States:
        """Refuges are struck by stopping on them, unless the way home comes first; none is struck that did not fall."""
        if self.known.last_home and not turn.refuges:
            states = states.where(states.spot != states.home)
        if not self.known.returning:
            return states
        on_refuge = np.isin(states.spot, [self.number[cell] for cell in turn.refuges])
        strikes = on_refuge & ~states.owing
        if turn.struck is not None:
            fits = strikes if turn.struck else ~strikes
            states, strikes = states.where(fits), strikes[fits]
        owing = (states.owing | strikes) & (states.spot != states.home)
        return msgspec.structs.replace(states, owing=owing)

    def _learnt(self, states: _States, index: int) -> _States:
        """`states` that fit the answers after turn `index`, which need be watched no longer."""
        turn = self.turns[index]
        assert turn is not None
        for answer in turn.answers:
            house = self.number[answer.at]
            if self.known.outing or (answer.passed and self.due[house] == index):
                passed = (states.passed & _word([house])).any(axis=1)
                states = states.where(passed == answer.passed)
        return msgspec.structs.replace(states, passed=states.passed & self.watched[index])

    def _hopeful(self, states: _States, index: int) -> _States:
        """`states` after turn `index` from which the rest can follow."""
        ahead = self.ahead[index]
        hopeful = ahead.alive[states.spot]
        if not self.known.outing:
            lacking = self.watched[index] & ~(states.passed | ahead.passable[states.spot])
            hopeful &= ~lacking.any(axis=1)
        return states.where(hopeful)


def _along(states: _States, ways: _Ways, must: Words | None = None, ahead: _Ahead | None = None) -> _States:
    """Every state along every way that begins where it is; of those that `must` pass houses, only what can `ahead`."""
    houses = np.arange(1 + max(states.spot.max(initial=-1), ways.start.max(initial=-1)) + 1)
    first = np.searchsorted(ways.start, houses)
    count = first[states.spot + 1] - first[states.spot]
    if count.sum() > MOST_STATES:
        raise TooMany(f"{count.sum()} states")
    row = np.repeat(np.arange(len(count)), count)
    way = np.arange(len(row)) - np.repeat(np.cumsum(count) - count - first[states.spot], count)
    if must is not None and ahead is not None:
        hopeful = np.ones(len(row), np.bool_)
        for word in np.flatnonzero(must):
            lacking = must[word] & ~states.passed[:, word]
            never = ~(ways.passes[:, word] | ahead.passable[ways.to, word])
            hopeful &= (lacking[row] & never[way]) == 0
        hopeful &= ahead.alive[ways.to][way]
        row, way = row[hopeful], way[hopeful]
    return _States(
        states.home[row],
        ways.to[way],
        states.owing[row],
        states.passed[row] | ways.passes[way],
        states.trails[row] * ways.alike[way],
    )


def _merged(states: _States) -> _States:
    """Equal states as one, with all their trails."""
    rest = (states.home << HOUSE_BITS + 1) | (states.spot << 1) | states.owing
    order = np.lexsort((rest, states.passed[:, 0], states.passed[:, 1]))
    states, rest = states.where(order), rest[order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (np.diff(rest) != 0) | (states.passed[1:] != states.passed[:-1]).any(axis=1)
    firsts = np.flatnonzero(new)
    if not len(firsts):
        return states
    return msgspec.structs.replace(states.where(firsts), trails=np.add.reduceat(states.trails, firsts))
