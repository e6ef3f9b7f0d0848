"""What the most crowded game asks of the machine: the reach of all units, judging, reading one or many moved pieces."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from companion.journal import Journal
from companion.measures.reconciling import Clear
from companion.measures.sample import Summary, busy_seconds, summary
from companion.prospects import Prospects
from companion.reconcile import Situation, reconcile
from companion.sight import Sight
from engines import registry
from engines.boards.board import Board
from engines.entries import Act, Seat
from engines.game import Game
from engines.options import chosen
from engines.pending import Decision, Over, seeded_outcome
from engines.physical import Cell, Contents, Observation

MANY = 12
"""Pieces that are moved between two looks where many are."""
TRIES = 400
"""Actions tried, at most, to move that many different pieces."""

BoardMap = Mapping[Cell, Contents]
Paths = Callable[[Sequence[Cell]], None]


def most_crowded() -> str:
    """The game with most pieces on its table."""
    games = {name: registry.find(name) for name in registry.names()}
    return max(games, key=lambda name: len(games[name].supply({}, games[name].seats[: games[name].max_seats])))


def measure_crowd(samples: int) -> dict[str, Summary]:
    """Of the most crowded game: the reach of all units, one judgement, reading one and twelve moved pieces.

    All in ms of processor time, so that a busy machine measures the same.
    The reach is what a phone is sent when a seat begins to move; it stands beside `scipy.sparse.csgraph.dijkstra` from
    the same hexes on the bare board, where SciPy is installed.
    """
    game_id = most_crowded()
    game = registry.find(game_id)
    options = chosen(game.options, {})
    board = game.board(options)
    looks = frozenset(game.pieces(options))
    rng = random.Random(game_id)
    paths = _shortest_paths(board)
    reach: list[float] = []
    ratio: list[float] = []
    judged: list[float] = []
    read: dict[int, list[float]] = {1: [], MANY: []}
    for journal, seat in _beginnings(game, options, rng):
        state = journal.state
        took = busy_seconds(game.view, state, seat)
        units = getattr(game.view(state, seat), "reach", ())
        if len(units) < MANY:
            continue
        before = game.placement(state).cells
        reach.append(1000 * took)
        if paths is not None:
            ratio.append(took / busy_seconds(paths, list(before)[: len(units)]))
        judged.append(1000 * busy_seconds(game.judge, state, seat, rng.choice(list(game.legal(state, seat)))))
        for count, took_ms in read.items():
            if after := _moved(game, state, seat, count, rng):
                took_ms.append(_read(game, board, looks, journal, after))
        if len(reach) == samples:
            break
    rows = {
        "reach_of_all_units": summary(reach, "ms", "median <= 5"),
        "judge_one_action": summary(judged, "ms"),
        "reconcile_1_of_the_crowd": summary(read[1], "ms", "p95 <= 10"),
        f"reconcile_{MANY}_of_the_crowd": summary(read[MANY], "ms"),
    }
    if ratio:
        rows["reach_by_dijkstra_without_rules"] = summary(ratio, "times")
    return {f"{game_id}_{name}": row for name, row in rows.items()}


def _beginnings(game: Game[Any, Any], options: Mapping[str, str], rng: random.Random) -> Iterator[tuple[Journal, Seat]]:
    """States of random games in which a seat begins to decide something else, with the game so far; endlessly."""
    while True:
        journal = Journal.new(game, options, game.seats[: game.max_seats])
        last: tuple[Seat, str] | None = None
        while not isinstance(now := game.pending(journal.state), Over):
            if not isinstance(now, Decision):
                journal = journal.extended([(0.0, seeded_outcome(now, rng))])
                continue
            seat = now.seats[0]
            if (seat, now.kind) != last:
                yield journal, seat
            last = (seat, now.kind)
            journal = journal.extended([(0.0, Act(seat, rng.choice(list(game.legal(journal.state, seat)))))])


def _moved(game: Game[Any, Any], state: Any, seat: Seat, count: int, rng: random.Random) -> BoardMap | None:
    """The board once `count` pieces have gone from one cell to another each, no cell twice; ``None`` where it fails."""
    touched: set[Cell] = set()
    moved = 0
    for _ in range(TRIES):
        if moved == count:
            return game.placement(state).cells
        now = game.pending(state)
        if not isinstance(now, Decision) or now.seats[0] != seat:
            return None
        after = game.apply(state, Act(seat, rng.choice(list(game.legal(state, seat))))).state
        changed = _changed(game.placement(state).cells, game.placement(after).cells)
        if len(changed) == 2 and changed.isdisjoint(touched) and isinstance(game.pending(after), Decision):
            touched |= changed
            moved += 1
            state = after
    return None


def _changed(before: BoardMap, after: BoardMap) -> frozenset[Cell]:
    return frozenset(cell for cell in {*before, *after} if before.get(cell, ()) != after.get(cell, ()))


def _read(game: Game[Any, Any], board: Board, looks: frozenset[str], journal: Journal, after: BoardMap) -> float:
    """ms to read `after` where `journal` left the board; the eye looks again at the cells that changed, as eyes do."""
    centres = {cell: place.centre for cell, place in board.places.items()}

    def distance(one: Cell, other: Cell) -> float:
        return float(np.hypot(centres[one][0] - centres[other][0], centres[one][1] - centres[other][1]))

    def situation() -> Situation:
        return Situation(Prospects(game), journal.state, before, journal.tail(), journal.acted, looks, distance)

    before = game.placement(journal.state).cells
    sight = Sight(board)
    sight.take(Observation(0.0, {cell: Clear(tuple(sorted(before.get(cell, ())))) for cell in board.places}))
    reconcile(situation(), sight)
    sight.take(Observation(1.0, {cell: Clear(tuple(sorted(after.get(cell, ())))) for cell in _changed(before, after)}))
    return 1000 * busy_seconds(reconcile, situation(), sight)


def _shortest_paths(board: Board) -> Paths | None:
    """SciPy's shortest paths over the bare board, every step of the same length; ``None`` where it is not installed."""
    try:
        sparse, csgraph = (importlib.import_module(f"scipy.sparse{part}") for part in ("", ".csgraph"))
    except ImportError:
        return None
    number = {cell: place for place, cell in enumerate(sorted(board.cells))}
    pairs = [(number[cell], number[near]) for cell in number for near in board.neighbours(cell)]
    rows, columns = np.array(pairs).T
    graph = sparse.csr_matrix((np.ones(len(pairs)), (rows, columns)), shape=(len(number), len(number)))

    def paths(cells: Sequence[Cell]) -> None:
        csgraph.dijkstra(graph, indices=[number[cell] for cell in cells if cell in number])

    return paths
