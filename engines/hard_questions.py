"""What a game is asked in play that costs time to answer, so that it can be measured: how to ask it, and the aim.

``engines/<game>/hard_questions.py`` offers ``QUESTIONS``; a game without that module has none worth measuring.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import msgspec


class HardQuestion(msgspec.Struct, frozen=True):
    """`prepare` plays up to a moment in which it is asked, and answers what then works the answer out.

    `name` is that of its row of measures, `aim` what is hoped for: ``"p95 <= 100"``. That is about the ms that it
    takes to answer, or with another `unit` about the answer itself, a number.
    """

    name: str
    aim: str
    prepare: Callable[[random.Random], Callable[[], Any]]
    unit: str = "ms"


def questions_of(game_id: str) -> tuple[HardQuestion, ...]:
    """The hard questions of that game."""
    name = f"engines.{game_id}.hard_questions"
    return tuple(importlib.import_module(name).QUESTIONS) if find_spec(name) else ()
