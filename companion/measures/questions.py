"""How long games take for their hard questions: what may be deduced, what can be reached."""

from __future__ import annotations

import random

from companion.measures.sample import Summary, busy_seconds, summary
from engines.hard_questions import questions_of


def measure_questions(game_id: str, samples: int) -> dict[str, Summary]:
    """ms of processor time for each hard question of a game, or its answer, over so many moments of play."""
    measured: dict[str, Summary] = {}
    for question in questions_of(game_id):
        numbers: list[float] = []
        for number in range(samples):
            answer = question.prepare(random.Random(number))
            numbers.append(busy_seconds(answer) * 1e3 if question.unit == "ms" else answer())
        measured[f"{game_id}_{question.name}"] = summary(numbers, question.unit, question.aim)
    return measured
