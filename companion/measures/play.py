"""How fast random legal play of a game is."""

from __future__ import annotations

import random
import time

from companion.measures.sample import Summary, rates
from engines import registry
from engines.options import chosen
from engines.simulation import play_random

MOST_ENTRIES = 100_000
"""No random game of today's needs as many; one that does is given up and still counts its entries."""


def measure_play(game_id: str, samples: int) -> dict[str, Summary]:
    """Entries/s and whole games/s of uniformly random play, over every number of seats in turn; s of processor time."""
    game = registry.find(game_id)
    options = chosen(game.options, {})
    counts = range(game.min_seats, game.max_seats + 1)
    entries_per_s: list[float] = []
    games_per_s: list[float] = []
    for number in range(samples):
        seats = game.seats[: counts[number % len(counts)]]
        began = time.thread_time()
        played = play_random(game, options, seats, random.Random(number), max_entries=MOST_ENTRIES)
        took = time.thread_time() - began
        entries_per_s.append(len(played.entries) / took)
        games_per_s.append(1 / took)
    return {
        "play_entries": rates(entries_per_s, "entries/s", ">= 20000"),
        "play_games": rates(games_per_s, "games/s"),
    }
