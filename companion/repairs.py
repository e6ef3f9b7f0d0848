"""The shortest way to mend a board: pure functions from what should lie and what lies to what to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from companion.readings import Repair
from engines.physical import Cell, Change, Look, Lying

Distance: TypeAlias = Callable[[Cell, Cell], float]

ORDER = {"take_off": 0, "move": 1, "turn": 2, "put": 3}
"""Pieces that are in the way go first, pieces from the supply come last; a piece is turned where it was moved to."""


def mending(change: Change, distance: Distance = lambda one, other: 1.0) -> tuple[Repair, ...]:
    """The fewest and shortest things to do so that `change` happens to the board.

    >>> mending(Change.between({"1213": ("disc:blue",)}, {"1212": ("disc:blue",)}))
    (Repair(kind='move', look='disc:blue', origin='1213', to='1212'),)
    """
    surplus, missing = list(change.left), list(change.arrived)
    found: list[Repair] = []
    for want in list(missing):
        if turned := next((have for have in surplus if have.cell == want.cell and _same_piece(have, want)), None):
            found.append(Repair("turn", want.look, want.cell, want.cell))
            surplus.remove(turned)
            missing.remove(want)
    for alike in (_same_look, _same_piece):
        for have, want in _matched(surplus, missing, alike, distance):
            found.append(Repair("move", have.look, have.cell, want.cell))
            if have.look != want.look:
                found.append(Repair("turn", want.look, want.cell, want.cell))
            surplus.remove(have)
            missing.remove(want)
    found += [Repair("take_off", have.look, have.cell, None) for have in surplus]
    found += [Repair("put", want.look, None, want.cell) for want in missing]
    return in_order(found)


def in_order(found: Sequence[Repair]) -> tuple[Repair, ...]:
    """Repairs in an order in which hands can do them: over the board from cell to cell, no piece onto one in the way.

    A move that frees a cell which another needs comes before that one. What is left keeps its order when the first is
    done.

    >>> [move.origin for move in in_order([Repair("move", "a", "0105", "0205"), Repair("move", "b", "0205", "0305")])]
    ['0205', '0105']
    """
    swept = sorted(found, key=lambda repair: (ORDER[repair.kind], len(repair.cells[0]), repair.cells[0]))
    moves = [repair for repair in swept if repair.kind == "move"]
    rest = [repair for repair in swept if repair.kind != "move"]
    ordered: list[Repair] = []
    while moves:
        taken = {move.origin for move in moves}
        now = next((move for move in moves if move.to not in taken - {move.origin}), moves[0])
        moves.remove(now)
        ordered.append(now)
        if turn := next((repair for repair in rest if _turns(repair, now)), None):
            rest.remove(turn)
            ordered.append(turn)
    free = sum(repair.kind == "take_off" for repair in rest)
    return (*rest[:free], *ordered, *rest[free:])


def _turns(repair: Repair, moved: Repair) -> bool:
    """Whether the piece that was `moved` is the one to be turned."""
    return repair.kind == "turn" and repair.to == moved.to and _turned(repair.look, moved.look)


def body(look: Look) -> str:
    """The piece behind a look, whichever way it is turned: ``disc:red`` for ``disc:red:back``."""
    return ":".join(look.split(":")[:2])


def _turned(look: Look, other: Look) -> bool:
    return look != other and body(look) == body(other)


def _same_look(have: Lying, want: Lying) -> bool:
    return have.look == want.look


def _same_piece(have: Lying, want: Lying) -> bool:
    return body(have.look) == body(want.look)


def _matched(
    surplus: Sequence[Lying], missing: Sequence[Lying], alike: Callable[[Lying, Lying], bool], distance: Distance
) -> list[tuple[Lying, Lying]]:
    """Pairs of pieces that are `alike`, as many as there can be, over the least total distance."""
    pairs: list[tuple[Lying, Lying]] = []
    for name in dict.fromkeys(body(want.look) for want in missing):
        wants = [want for want in missing if body(want.look) == name]
        haves = [have for have in surplus if body(have.look) == name]
        far = 1.0 + sum(distance(have.cell, want.cell) for have in haves for want in wants)
        costs = [[distance(h.cell, w.cell) if alike(h, w) else far for w in wants] for h in haves]
        for row, column in assign(costs):
            if alike(haves[row], wants[column]):
                pairs.append((haves[row], wants[column]))
    return pairs


def assign(costs: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The cheapest pairing of rows with columns (Hungarian method), min(rows, columns) pairs ordered by row.

    >>> assign([[1.0, 2.0], [1.0, 9.0]])
    [(0, 1), (1, 0)]
    """
    if not costs or not costs[0]:
        return []
    if len(costs) > len(costs[0]):
        flipped = assign([list(column) for column in zip(*costs)])
        return sorted((row, column) for column, row in flipped)
    rows, columns = len(costs), len(costs[0])
    infinity = float("inf")
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    taken_by = [0] * (columns + 1)
    for row in range(1, rows + 1):
        taken_by[0] = row
        slack, before, done = [infinity] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1)
        column = 0
        while taken_by[column]:
            done[column] = True
            owner, step, ahead = taken_by[column], infinity, 0
            for other in range(1, columns + 1):
                if done[other]:
                    continue
                over = costs[owner - 1][other - 1] - row_price[owner] - column_price[other]
                if over < slack[other]:
                    slack[other], before[other] = over, column
                if slack[other] < step:
                    step, ahead = slack[other], other
            for other in range(columns + 1):
                if done[other]:
                    row_price[taken_by[other]] += step
                    column_price[other] -= step
                else:
                    slack[other] -= step
            column = ahead
        while column:
            taken_by[column] = taken_by[before[column]]
            column = before[column]
    return sorted((taken_by[column] - 1, column - 1) for column in range(1, columns + 1) if taken_by[column])
