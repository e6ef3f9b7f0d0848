"""How long it takes to tell what one move on a crowded board means."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.journal import Journal
from companion.measures.sample import Summary, busy_seconds, summary
from companion.prospects import Prospects
from companion.reconcile import Situation, reconcile
from companion.sight import Sight
from engines import registry
from engines.entries import Act
from engines.game import Intent
from engines.options import chosen
from engines.pending import Decision, Dice, Shuffle, seeded_outcome
from engines.physical import Cell, Contents, Observation

SURE_NATS = 9.0
"""How sure the measured sight is of each cell: as an eye is in good light."""
MOST_ENTRIES = 60
"""Entries of a game that are measured; later the board is no more crowded."""


class Clear(msgspec.Struct, frozen=True):
    """A cell in which exactly `contents` are plainly seen."""

    contents: Contents

    def loglik(self, contents: Contents) -> float:
        return 0.0 if tuple(sorted(contents)) == self.contents else -SURE_NATS


def measure_reconcile(game_id: str, samples: int) -> dict[str, Summary]:
    """ms of processor time to read a board on which one random legal move was just made, every seat taken."""
    game = registry.find(game_id)
    options = chosen(game.options, {})
    board = game.board(options)
    looks = frozenset(game.pieces(options))
    centres = {cell: place.centre for cell, place in board.places.items()}
    rng = random.Random(0)
    took: list[float] = []

    def distance(one: Cell, other: Cell) -> float:
        return float(((centres[one][0] - centres[other][0]) ** 2 + (centres[one][1] - centres[other][1]) ** 2) ** 0.5)

    while len(took) < samples:
        journal = Journal.new(game, options, game.seats[: game.max_seats])
        sight = Sight(board)
        shown: Mapping[Cell, Contents] = {}
        sight.take(Observation(0.0, {cell: Clear(()) for cell in board.places}))
        while len(journal.entries) < MOST_ENTRIES and len(took) < samples:
            before = game.placement(journal.state).cells
            situation = Situation(
                Prospects(game), journal.state, before, journal.tail(), journal.acted, looks, distance
            )
            _show(sight, before, {*shown, *before})
            shown = before
            reconcile(situation, sight)  # what lay there before is remembered, as on a real table
            now = game.pending(journal.state)
            if isinstance(now, Dice | Shuffle):
                journal = journal.extended([(0.0, seeded_outcome(now, rng))])
                continue
            if not isinstance(now, Decision):
                break
            intent = _some_move(game, journal.state, now, rng)
            journal = journal.extended([(0.0, Act(intent.seat, intent.action))])
            after = game.placement(journal.state).cells
            if after != before:
                _show(sight, after, {*before, *after})
                shown = after
                took.append(1000 * busy_seconds(reconcile, situation, sight))
    return {"reconcile_one_move": summary(took, "ms", "p95 <= 10")}


def _some_move(game: Any, state: Any, now: Decision, rng: random.Random) -> Intent[Any]:
    seat = rng.choice(now.seats)
    return Intent(seat, rng.choice(list(game.legal(state, seat))))


def _show(sight: Sight, cells: Mapping[Cell, Contents], places: Iterable[Cell]) -> None:
    """The eye looks at `places`, where `cells` lie now."""
    sight.take(Observation(0.0, {cell: Clear(tuple(sorted(cells.get(cell, ())))) for cell in places}))
