"""How long games take for their hard questions: what may be deduced, what can be reached."""

from __future__ import annotations

import random

from companion.measures.sample import Summary, busy_seconds, summary
from engines.hard_questions import questions_of


def measure_questions(game_id: str, samples: int) -> dict[str, Summary]:
    """ms of processor time for each hard question of a game, over so many moments of random play."""
    measured: dict[str, Summary] = {}
    for question in questions_of(game_id):
        took_ms: list[float] = []
        for number in range(samples):
            answer = question.prepare(random.Random(number))
            took_ms.append(busy_seconds(answer) * 1e3)
        measured[f"{game_id}_{question.name}"] = summary(took_ms, "ms", question.aim)
    return measured
